"""Physics: one world, its clock and its list of systems."""

from __future__ import annotations

from typing import Any

import esper
import numpy as np
import numpy.typing as npt

from .contacts.pending_edits import apply_pending_edits
from .ecs.compaction import compact
from .ecs.components import Collider, RigidBody, Transform
from .ecs.registry import Registry, current_world
from .ecs.synchronize import synchronize
from .events import EventDispatcher
from .events.collisions import Collisions
from .hooks import Hooks
from .math2d import check
from .math2d.vec2 import Pair, Vec2
from .parallel.thread_pool import ThreadPool
from .query import History, Queries, RayBatch
from .settings import INTEGRATORS, Settings, StepContext
from .spatial.broad_phase import KINDS, make_index
from .spatial.index_update import synchronize_index
from .systems import (
    BroadPhaseSystem,
    CasterSystem,
    CharacterSystem,
    CollisionListSystem,
    ContinuousSystem,
    IntegrationSystem,
    NarrowPhaseSystem,
    PhysicsSystem,
    ProjectileSystem,
    SleepSystem,
    TriggerSystem,
)
from .world.checks import require_all_finite, require_finite
from .world.state import World
from .world.waking import update_awake

_ROUNDING = 1e-9  # a frame that is short of a step by this share of it counts as whole

# The systems of a step, in their order.
_STEP: tuple[type[PhysicsSystem], ...] = (
    BroadPhaseSystem,
    NarrowPhaseSystem,
    IntegrationSystem,
    CharacterSystem,
    ProjectileSystem,
    ContinuousSystem,
    CollisionListSystem,
    TriggerSystem,
    SleepSystem,
    CasterSystem,
)


class Physics(Hooks, EventDispatcher, Queries, esper.Processor):
    """The physics of one esper world: add it as a processor and call `esper.process(dt)`.

    `gravity` is in units per second squared. `length_unit` says how many of the game's length units
    make one typical object; all tolerances scale with it. `step` is the fixed step in seconds, cut
    into `substeps` by the solver; at most `max_steps` are run in one call of `process`.
    `end_after`: how many steps in a row a pair must be apart before its end is reported.
    `response=False` detects and reports without pushing anything. `history`: of how many steps the poses
    are kept, for queries with `at_step=`. `threads`: how many share the heavy loops of a step and of many
    rays; every number gives the same bits. More than one lets other threads of Python run in the middle of a
    step: they must not touch this world then.

    Raises `ValueError` or `TypeError` for settings out of range.
    """

    def __init__(
        self,
        gravity: Pair = (0.0, 0.0),
        *,
        length_unit: float = 64.0,
        step: float = 1 / 60,
        substeps: int = 4,
        max_steps: int = 8,
        integrator: str = "semi_implicit_euler",
        broad_phase: str = "quadtree",
        end_after: int = 1,
        response: bool = True,
        sleeping: bool = True,
        history: int = 0,
        threads: int = 1,
    ):
        self._settings = Settings(
            gravity=check.point(gravity, "gravity"),
            length_unit=check.positive(length_unit, "length_unit"),
            step=check.positive(step, "step"),
            substeps=check.count(substeps, "substeps"),
            max_steps=check.count(max_steps, "max_steps"),
            integrator=check.one_of(integrator, INTEGRATORS, "integrator"),
            end_after=check.count(end_after, "end_after"),
            response=bool(response),
            sleeping=bool(sleeping),
        )
        self.world = World()
        self.world.index = make_index(check.one_of(broad_phase, KINDS, "broad_phase"))
        self.world.pool = ThreadPool(check.count(threads, "threads"))
        self.context: StepContext = self._settings.context()
        self._history = History(history)
        self._rays = RayBatch()
        self.collisions = Collisions(self.world, lambda: self.step_count - 1)
        self._time_scale = 1.0
        self.paused = False
        self.stepping = False
        self.step_count = 0
        self.dropped_steps = 0
        self.systems: list[esper.Processor] = []
        self._beginning: list[PhysicsSystem] = []  # those that have something to begin
        self._registry = Registry((Transform, RigidBody, Collider), self.world)
        self._make_reports(self.length_unit)
        self._make_hooks(self.world, self._registry)
        self._left_over = 0.0
        self._context_name: str | None = None
        self._bodies_lent = False
        self._index_behind = False  # the broad phase has not seen all rewritten boxes
        for kind in _STEP:
            self._place(len(self.systems), kind())

    # esper sets the priority of a processor when it is added: that is when we learn which world is ours.
    @property
    def priority(self) -> int:
        """esper's order of processors."""
        return self._priority

    @priority.setter
    def priority(self, value: int) -> None:
        self._priority = value
        self._context_name = current_world()
        self._queue.warn_of_dead_handlers()

    _priority = 0

    # -- the clock ---------------------------------------------------------------------------------

    def process(self, dt: float) -> None:
        """Run as many whole steps as the time that has passed makes up.

        `dt` seconds times `time_scale` are added to what was left over. A call with `dt` equal to
        `step` runs exactly one step. More than `max_steps` are dropped and counted in `dropped_steps`.
        """
        dt = check.not_negative(dt, "dt")
        self._require_own_world()
        self._send()
        if self.paused:
            return
        step = self.step
        self._left_over += dt * self._time_scale
        steps = int(self._left_over / step + _ROUNDING)
        dropped = max(0, steps - self._settings.max_steps)
        self.dropped_steps += dropped
        self._left_over -= dropped * step
        for _ in range(steps - dropped):
            if current_world() != self._context_name:
                break  # a handler has switched to another world
            self._left_over = max(0.0, self._left_over - step)
            self.step_once()
        self.world.bodies.alpha = self.alpha

    def step_once(self) -> None:
        """Run exactly one step, paused or not."""
        step = self.step
        self.begin_step(step)
        self.stepping = True
        try:
            for system in self.systems:
                system.process(step)
        finally:
            self.stepping = False
        self.end_step()

    @property
    def time_scale(self) -> float:
        """Factor on the time that `process` is given; 0.5 is slow motion."""
        return self._time_scale

    @time_scale.setter
    def time_scale(self, value: float) -> None:
        self._time_scale = check.not_negative(value, "time_scale")

    @property
    def dropped_motions(self) -> int:
        """How often a body had bounced so often in one step that the rest of its way was dropped."""
        return self.world.dropped_motions

    @property
    def alpha(self) -> float:
        """How much of a step is left over, 0 to 1: what drawing interpolates with."""
        return min(self._left_over / self.step, 1.0)

    @property
    def step(self) -> float:
        """The fixed step in seconds."""
        return self._settings.step

    @property
    def substeps(self) -> int:
        """How many sub-steps the solver makes of a step."""
        return self._settings.substeps

    @property
    def length_unit(self) -> float:
        """How many length units make one typical object."""
        return self._settings.length_unit

    @property
    def threads(self) -> int:
        """How many threads share the heavy loops."""
        return self.world.pool.threads

    @property
    def end_after(self) -> int:
        """Steps in a row that a pair must be apart before its end is reported."""
        return self._settings.end_after

    @property
    def gravity(self) -> Vec2:
        """Units per second squared; setting it wakes everything."""
        return Vec2(*self._settings.gravity)

    @gravity.setter
    def gravity(self, value: Pair) -> None:
        self._change(gravity=check.point(value, "gravity"))
        bodies = self.world.bodies
        bodies.wake_requests.extend(range(bodies.count))

    def _change(self, **settings: Any) -> None:
        self._settings = self._settings.replaced(**settings)
        self.context = self._settings.context()

    # -- one step ----------------------------------------------------------------------------------

    def begin_step(self, dt: float) -> None:
        """Take in what esper, components and bulk writes changed; the world must be sane afterwards."""
        self._require_own_world()
        self._queue.warn_of_dead_handlers()
        self._wanted = self._queue.wanted()
        self._index_behind = True
        if dt != self.context.dt:
            self.context = self._settings.replaced(step=check.positive(dt, "dt")).context()
        self.world.bodies.esper_world = current_world()
        synchronize(self.world, self._registry)
        self._gate.update((*self._registry.removed, *self._registry.added), self.step_count)
        for system in self._beginning:
            system.begin()
        self._check_values()
        apply_pending_edits(self.world, self.context, self._bodies_lent)

    def _require_own_world(self) -> None:
        """Raise unless the current esper world is the one this Physics belongs to."""
        if self._context_name is None:
            self._context_name = current_world()
        elif self._context_name != current_world():
            raise RuntimeError(
                f"this Physics belongs to the esper world {self._context_name!r}, the current one is "
                f"{current_world()!r}; call esper.switch_world({self._context_name!r}) first"
            )

    def settle(self) -> None:
        """Show queries what was created, changed, teleported or deleted since the last step; nothing moves.

        Inside a step only what has moved so far: esper's changes wait for the next.
        """
        self._require_own_world()
        if not self.stepping:
            synchronize(self.world, self._registry)
        self.show_moved()

    def show_moved(self) -> None:
        """Show queries where everything is now."""
        synchronize_index(self.world, self.context, self._index_behind)
        self._index_behind = self._index_behind and self.stepping

    def _check_values(self) -> None:
        """Raise before anything moves if a value written from outside is NaN or infinite."""
        world, bodies = self.world, self.world.bodies
        if self._bodies_lent:
            require_all_finite(world)
            return
        if not world.is_finite:
            require_finite(world, update_awake(world))
        world.is_finite = False
        if bodies.teleported or bodies.wake_requests or world.new_bodies:
            require_finite(world, np.array(bodies.teleported + bodies.wake_requests + world.new_bodies))

    def end_step(self) -> None:
        """Count the step and send its events; then delete what was to be despawned."""
        self.step_count += 1
        self._index_behind = True
        self._history.record(self.step_count, self.world)
        self.world.bodies.alpha = 1.0
        self.world.contacts_removed = False
        self._queue.collect(self.world)
        self._send()

    @property
    def bodies(self) -> npt.NDArray[Any]:
        """A structured array: one row a body, valid until the next structural change.

        Fields `entity, x, y, angle, vx, vy, angular_velocity, …`. Velocities may be written at any time
        between steps; poses are for reading (assign to a Transform to teleport).
        """
        if self._context_name in (None, current_world()):
            synchronize(self.world, self._registry)
        compact(self.world)
        self._bodies_lent = True
        return self.world.bodies.rows[: self.world.bodies.count]

    # -- systems -----------------------------------------------------------------------------------

    def replace(self, old: type[esper.Processor], new: esper.Processor) -> None:
        """Put another system in the place of one, given by type."""
        at = self._find(old)
        self._place(at, new)
        self.systems.pop(at + 1)
        self._share_out()

    def insert(
        self,
        system: esper.Processor,
        *,
        before: type[esper.Processor] | None = None,
        after: type[esper.Processor] | None = None,
    ) -> None:
        """Put a system before or after another one, given by type."""
        if (before is None) == (after is None):
            raise TypeError("insert needs one of before=... and after=...")
        at = self._find(before) if before is not None else self._find(after) + 1  # type: ignore[arg-type]
        self._place(at, system)

    def _find(self, kind: type[esper.Processor]) -> int:
        kinds = [type(system) for system in self.systems]
        if kind in kinds:
            return kinds.index(kind)
        for at, other in enumerate(kinds):
            if issubclass(other, kind):
                return at
        names = ", ".join(other.__name__ for other in kinds)
        raise ValueError(f"no system of type {kind.__name__!r}; there are: {names}")

    def _place(self, at: int, system: esper.Processor) -> None:
        if not isinstance(system, esper.Processor):
            raise TypeError(f"a system must be an esper.Processor, got {system!r}")
        if isinstance(system, PhysicsSystem):
            system.attach(self)
        self.systems.insert(at, system)
        self._share_out()

    def _share_out(self) -> None:
        """The first and the last of our systems begin and end a step that esper runs."""
        own = [system for system in self.systems if isinstance(system, PhysicsSystem)]
        self._beginning = [one for one in own if type(one).begin is not PhysicsSystem.begin]
        for one in own:
            one.alone = (one is own[0], one is own[-1])
