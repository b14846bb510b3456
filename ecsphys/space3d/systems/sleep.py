"""Sleeping."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ...arrays import Ints
from ...systems.sleep import BaseSleepSystem
from ..solver.island import sleep_islands, update_rest
from ..solver.records import CONSTRAINT3
from ..solver.workspace import rows_of
from .system import PhysicsSystem3


class SleepSystem(BaseSleepSystem, PhysicsSystem3):
    """Puts islands of bodies to sleep that have been at rest for half a second.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> esper.add_processor(s3.Physics3D(gravity=(0, -10, 0), max_steps=60))
    >>> floor = esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Plane((0, 1, 0))))
    >>> body = s3.Body3D()
    >>> crate = esper.create_entity(s3.Transform3D(0, 1, 0), body, s3.Collider3D(s3.Box(2, 2, 2)))
    >>> esper.process(1)
    >>> body.awake
    False
    """

    _constraint: ClassVar[np.dtype[Any]] = CONSTRAINT3
    _update_rest = staticmethod(update_rest)

    def _sleep_islands(self, awake: Ints) -> int:
        """Put all islands to sleep that have rested long enough; return the number of bodies."""
        rows = rows_of(self.world, awake)
        scratch = self.reserve(len(rows.bodies), len(rows.contacts.rows) + 1)
        return int(sleep_islands(rows, *scratch, self.simulation.context))
