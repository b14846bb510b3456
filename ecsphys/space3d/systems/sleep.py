"""Sleeping."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ...arrays import Ints
from ...solver.island import RestReport
from ...systems.sleep import BaseSleepSystem
from ...world.contacts import contacts_of
from ..solver.island import sleep_islands, update_rest
from ..solver.records import CONSTRAINT3
from ..solver.workspace import WorldRows3
from .system import PhysicsSystem3


class SleepSystem(BaseSleepSystem, PhysicsSystem3):
    """Puts islands of bodies to sleep that have been at rest for half a second."""

    _constraint: ClassVar[np.dtype[Any]] = CONSTRAINT3

    def _update_rest(self, awake: Ints) -> RestReport:
        """Update how long each awake body has rested."""
        report: RestReport = update_rest(self.world.bodies.rows, awake, self.simulation.context)
        return report

    def _sleep_islands(self, awake: Ints) -> int:
        """Put all islands to sleep that have rested long enough; return the number of bodies."""
        world = self.world
        rows = WorldRows3(world.bodies.rows, awake, world.shapes.rows, contacts_of(world.solid))
        scratch = self._scratch(len(rows.bodies), world.solid.contact_count + 1)
        return int(sleep_islands(rows, *scratch, self.simulation.context))
