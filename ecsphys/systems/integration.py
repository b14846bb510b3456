"""Integration and contact solver."""

from __future__ import annotations

from ..detect.proxies import refresh_bodies
from ..solver.rows import Workspace, workspace
from ..solver.substeps import advance
from ..world.waking import update_awake
from .system import PhysicsSystem


class IntegrationSystem(PhysicsSystem):
    """Integrates velocities, solves contacts and integrates positions, by sub-steps."""

    _work: Workspace | None = None

    def run(self) -> None:
        """Move everything that is awake."""
        world = self.world
        awake = update_awake(world)
        if len(awake) == 0:
            return
        bodies, contacts = world.bodies.rows, world.solid.contacts[: world.solid.contact_count]
        self._work = workspace(len(bodies), len(awake), len(contacts), self._work)
        context = self.physics.context
        advance(bodies, awake, world.shapes.rows, contacts, self._work, context)
        refresh_bodies(world, awake, 1, context)
