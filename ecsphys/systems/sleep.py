"""Sleeping."""

from __future__ import annotations

import numpy as np

from ..solver.island import sleep_islands, update_rest
from ..world.waking import update_awake
from .system import PhysicsSystem


class SleepSystem(PhysicsSystem):
    """Puts islands of bodies to sleep that have been at rest for half a second."""

    _parents = np.zeros(0, np.int64)

    def run(self) -> None:
        """Let sleep what rests."""
        world, context = self.world, self.physics.context
        world.has_unknown_touches = False
        awake = update_awake(world)
        if len(awake) == 0:
            return
        bodies = world.bodies.rows
        found = update_rest(bodies, awake, context)
        world.is_finite = found & 4 == 0
        if found & 1 and context.sleeping:
            if len(self._parents) < len(bodies):
                self._parents = np.zeros(len(bodies), np.int64)
            contacts = world.solid.contacts[: world.solid.contact_count]
            found |= 2 * (
                sleep_islands(bodies, awake, world.shapes.rows, contacts, self._parents, context) > 0
            )
        world.awake_stale = world.awake_stale or found & 2 > 0
