"""Sleeping."""

from __future__ import annotations

import numpy as np

from ...arrays import ConstraintRows, Ints
from ...compile import records
from ...world.contacts import contacts_of
from ...world.waking import update_awake
from ..solver.island import sleep_islands, update_rest
from ..solver.records import CONSTRAINT3
from ..solver.workspace import WorldRows3
from .system import PhysicsSystem3


class SleepSystem(PhysicsSystem3):
    """Puts islands of bodies to sleep that have been at rest for half a second."""

    # Scratch of `sleep_islands`.
    _parents: Ints = np.zeros(0, np.int64)
    _constraints: ConstraintRows = records(0, CONSTRAINT3)

    def run(self) -> None:
        """Update how long bodies have rested, and put islands to sleep that have rested long enough."""
        world, context = self.world, self.simulation.context
        world.has_unknown_touches = False
        awake = update_awake(world)
        if len(awake) == 0:
            return
        report = update_rest(world.bodies.rows, awake, context)
        world.is_finite = report.not_finite == 0
        asleep = report.stopped
        if report.rested and context.sleeping:
            rows = WorldRows3(world.bodies.rows, awake, world.shapes.rows, contacts_of(world.solid))
            self._reserve(len(rows.bodies), world.solid.contact_count + 1)
            asleep += sleep_islands(rows, self._constraints, self._parents, context)
        world.awake_stale = world.awake_stale or asleep > 0

    def _reserve(self, bodies: int, constraints: int) -> None:
        """Enlarge the scratch arrays."""
        if len(self._parents) < bodies:
            self._parents = np.zeros(bodies, np.int64)
        if len(self._constraints) < constraints:
            self._constraints = records(2 * constraints, CONSTRAINT3)
