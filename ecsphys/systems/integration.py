"""Integration and constraint solver."""

from __future__ import annotations

from ..hooks.field_motion import FieldMotion
from ..hooks.fields import NO_MEMBERS, ForceFields, Members
from ..settings import StepContext, refined
from ..solver.field_steps import (
    begin_field_step,
    end_field_step,
    find_refinement,
    prepare_field_step,
    run_field_substep,
)
from ..solver.parallel import solve_parallel
from ..solver.substeps import solve_step
from ..solver.workspace import Workspace, WorldRows, ensure_workspace, rows_of
from ..spatial.proxies import enlarge_falling, proxies_of, refresh_bodies
from ..world.waking import update_awake, update_joined
from .applied_forces import AppliedForces
from .system import PhysicsSystem


class IntegrationSystem(PhysicsSystem):
    """Integrates velocities, solves constraints and integrates positions, by sub-steps.

    >>> import esper
    >>> from ecsphys import IntegrationSystem, Physics, RigidBody, Transform
    >>> class Look(IntegrationSystem):
    ...     def run(self):
    ...         before = self.physics.bodies["x"].copy()
    ...         super().run()
    ...         print(self.physics.bodies["x"] - before)
    ...
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> physics.replace(IntegrationSystem, Look())
    >>> ship = esper.create_entity(Transform(), RigidBody(velocity=(300, 0)))
    >>> esper.process(1 / 60)
    [5.]
    """

    def __init__(self) -> None:
        super().__init__()
        self.work: Workspace = ensure_workspace(0, 0, 0, 0, 1, 0, None)
        self._wanted: tuple[int, ...] = ()  # numbers of rows for which `work` has room
        self._other_works: list[Workspace] = []  # of threads but the calling one
        self.applied: AppliedForces = AppliedForces()

    def run(self) -> None:
        """Advance all awake bodies, and bring their boxes up to date."""
        world, context = self.world, self.simulation.context
        joints = len(world.joints.order)
        if joints:
            update_joined(world)
        awake = update_awake(world)
        if len(awake) == 0:
            return
        if context.flights:
            self.applied.complete(world, awake, self.simulation.clock.step_count, context)
        rows, pool, fields = rows_of(world, awake), world.pool, self.physics.hooks.fields
        members = fields.members(awake=1) if fields.fields else NO_MEMBERS
        in_fields = len(members.rows) > 0
        if in_fields or len(world.influences.heads):
            context = context._replace(flights=1)
        work = self.reserve(len(awake), joints + len(rows.contacts.rows), joints, context)
        if in_fields:
            self._run_with_fields(fields, members, rows, work, context)
        elif pool.threads == 1:
            solve_step(rows, work, context)
        else:
            solve_parallel(pool, rows, work, self._other_works, context)
        world.is_driven = False
        if refresh_bodies(world, awake, 1, context):
            self.simulation.put_strays_aside(awake)
        if world.is_accelerated:
            proxies, moved, effects = proxies_of(world), world.moved_count, world.influences.effects
            world.moved_count = enlarge_falling(rows.bodies, awake, proxies, moved, effects, context)

    def reserve(self, awake: int, constraints: int, joints: int, context: StepContext) -> Workspace:
        """Return arrays for the solver, with room for so many rows."""
        wanted = len(self.world.bodies.rows), awake, constraints, joints, context.flights
        if wanted != self._wanted:
            bodies, threads = len(self.world.bodies.rows), self.world.pool.threads
            self.work = ensure_workspace(
                bodies, awake, constraints, joints, threads, context.flights, self.work
            )
            self._wanted = wanted
        return self.work

    def _run_with_fields(
        self, fields: ForceFields, members: Members, rows: WorldRows, work: Workspace, context: StepContext
    ) -> None:
        """Advance all awake bodies; the fields are asked for the motion of their members in each sub-step."""
        time = self.simulation.clock.time
        context = refined(context, find_refinement(rows, work, context))
        layout = begin_field_step(rows, work, members.rows, context)
        motion = FieldMotion(fields, members, rows, work, context)
        motion.fill_flights(time)
        prepare_field_step(rows, work, layout, context)
        for k in range(context.substeps):
            if k > 0:
                motion.fill_flights(time + k * context.h)
            run_field_substep(rows, work, layout, context)
        motion.keep_moving_awake(rows.bodies)
        end_field_step(rows, work, layout, context)
