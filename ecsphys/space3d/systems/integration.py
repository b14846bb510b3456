"""Integration and constraint solver."""

from __future__ import annotations

from ...world.contacts import contacts_of
from ...world.waking import update_awake
from ..solver.substeps import solve_step
from ..solver.workspace import Workspace3, WorldRows3, ensure_workspace
from ..world.proxies import refresh_bodies3
from .system import PhysicsSystem3


class IntegrationSystem(PhysicsSystem3):
    """Integrates velocities, solves contacts and integrates positions, by sub-steps."""

    _work: Workspace3 | None = None

    def run(self) -> None:
        """Advance all awake bodies, and bring their boxes up to date."""
        world, context = self.world, self.simulation.context
        awake = update_awake(world)
        if len(awake) == 0:
            return
        rows = WorldRows3(world.bodies.rows, awake, world.shapes.rows, contacts_of(world.solid))
        self._work = ensure_workspace(len(rows.bodies), len(awake), world.solid.contact_count, self._work)
        solve_step(rows, self._work, context)
        if refresh_bodies3(world, awake, 1, context):
            self.simulation.put_strays_aside(awake)
