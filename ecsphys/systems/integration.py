"""Integration and contact solver."""

from __future__ import annotations

from ..detect.proxies import refresh_bodies
from ..solver.rows import Workspace, workspace
from ..solver.together import advance_by
from ..world.contacts import contacts_of
from ..world.waking import update_awake
from .system import PhysicsSystem


class IntegrationSystem(PhysicsSystem):
    """Integrates velocities, solves contacts and integrates positions, by sub-steps."""

    _work: Workspace | None = None

    def __init__(self) -> None:
        super().__init__()
        self._rooms: list[Workspace] = []  # of other threads

    def run(self) -> None:
        """Move everything that is awake."""
        world = self.world
        awake = update_awake(world)
        if len(awake) == 0:
            return
        bodies, contacts = world.bodies.rows, contacts_of(world.solid)
        crew, context = world.crew, self.physics.context
        self._work = workspace(len(bodies), len(awake), len(contacts.rows), crew.threads, self._work)
        advance_by(crew, bodies, awake, world.shapes.rows, contacts, self._work, self._rooms, context)
        refresh_bodies(world, awake, 1, context)
