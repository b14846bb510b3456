"""Sleeping."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ..arrays import BodyRows, ConstraintRows, Ints
from ..compile import records
from ..solver.constraint import CONSTRAINT
from ..solver.dispatch import max_constraints
from ..solver.island import RestReport, sleep_islands, update_rest
from ..solver.workspace import rows_of
from ..world.waking import update_awake
from .system import BaseSystem, PhysicsSystem


class BaseSleepSystem(BaseSystem):
    """Puts islands of bodies to sleep that have been at rest for half a second, in the plane or in space.

    A subclass names the record of constraints, and the kernels.
    """

    _constraint: ClassVar[np.dtype[Any]]

    def __init__(self) -> None:
        super().__init__()
        self.parents: Ints = np.zeros(0, np.int64)
        self.constraints: ConstraintRows = records(0, self._constraint)

    @staticmethod
    def _update_rest(bodies: BodyRows, awake: Ints, context: Any) -> RestReport:
        """Update how long each awake body has rested: a kernel."""
        raise NotImplementedError

    def _sleep_islands(self, awake: Ints) -> int:
        """Put all islands to sleep that have rested long enough; return the number of bodies."""
        raise NotImplementedError

    def run(self) -> None:
        """Update how long bodies have rested, and put islands to sleep that have rested long enough."""
        world, context = self.world, self.simulation.context
        world.has_unknown_touches = False
        awake = update_awake(world)
        if len(awake) == 0:
            return
        rested, stopped, not_finite = self._update_rest(world.bodies.rows, awake, context)
        world.is_finite = not_finite == 0
        asleep = stopped
        if rested and context.sleeping:
            asleep += self._sleep_islands(awake)
        world.awake_stale = world.awake_stale or asleep > 0

    def reserve(self, bodies: int, constraints: int) -> tuple[ConstraintRows, Ints]:
        """Return the scratch of `sleep_islands` with room for that many bodies and constraints."""
        if len(self.parents) < bodies:
            self.parents = np.zeros(bodies, np.int64)
        if len(self.constraints) < constraints:
            self.constraints = records(2 * constraints, self._constraint)
        return self.constraints, self.parents


class SleepSystem(BaseSleepSystem, PhysicsSystem):
    """Puts islands of bodies to sleep that have been at rest for half a second.

    >>> import esper
    >>> from ecsphys import Box, Collider, Physics, RigidBody, Transform
    >>> physics = Physics(gravity=(0, -900))
    >>> esper.add_processor(physics)
    >>> floor = esper.create_entity(Transform(0, -10), Collider(Box(400, 20)))
    >>> body = RigidBody()
    >>> crate = esper.create_entity(Transform(0, 10), body, Collider(Box(20, 20)))
    >>> while body.awake:
    ...     esper.process(1 / 60)
    ...
    >>> round(physics.step_count / 60, 1)
    0.5
    """

    _constraint: ClassVar[np.dtype[Any]] = CONSTRAINT
    _update_rest = staticmethod(update_rest)

    def _sleep_islands(self, awake: Ints) -> int:
        """Put all islands to sleep that have rested long enough; return the number of bodies."""
        rows = rows_of(self.world, awake)
        scratch = self.reserve(len(rows.bodies), max_constraints(rows) + 1)
        return int(sleep_islands(rows, *scratch, self.simulation.context))
