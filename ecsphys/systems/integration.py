"""Integration and contact solver."""

from __future__ import annotations

from ..solver.parallel import solve_world
from ..solver.records import Workspace, ensure_workspace
from ..spatial.proxies import refresh_bodies
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
        pool, context = world.pool, self.physics.context
        self._work = ensure_workspace(len(bodies), len(awake), len(contacts.rows), pool.threads, self._work)
        solve_world(pool, bodies, awake, world.shapes.rows, contacts, self._work, self._rooms, context)
        refresh_bodies(world, awake, 1, context)
