"""Integration and constraint solver."""

from __future__ import annotations

from ..solver.dispatch import max_constraints
from ..solver.parallel import solve_parallel
from ..solver.substeps import solve_step
from ..solver.workspace import Workspace, ensure_workspace, rows_of
from ..spatial.proxies import refresh_bodies
from ..world.waking import update_awake
from .system import PhysicsSystem


class IntegrationSystem(PhysicsSystem):
    """Integrates velocities, solves constraints and integrates positions, by sub-steps."""

    _work: Workspace | None = None

    def __init__(self) -> None:
        super().__init__()
        self._other_works: list[Workspace] = []  # of threads but the calling one

    def run(self) -> None:
        """Advance all awake bodies, and bring their boxes up to date."""
        world, context = self.world, self.simulation.context
        awake = update_awake(world)
        if len(awake) == 0:
            return
        rows, pool = rows_of(world, awake), world.pool
        work = ensure_workspace(len(rows.bodies), len(awake), max_constraints(rows), pool.threads, self._work)
        self._work = work
        if pool.threads == 1:
            solve_step(rows, work, context)
        else:
            solve_parallel(pool, rows, work, self._other_works, context)
        refresh_bodies(world, awake, 1, context)
