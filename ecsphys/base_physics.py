"""The clock and the systems of a physics world, in the plane or in space."""

from __future__ import annotations

import weakref
from functools import partial
from typing import Any, ClassVar, Never, SupportsIndex, TypeVar, overload

import esper

from .base_settings import BaseSettings
from .clock import Clock
from .ecs.base_simulation import BaseSimulation
from .ecs.registry import current_world
from .events import EventDispatcher
from .hooks.base_hooks import BaseHooks
from .interrupts import UNINTERRUPTED
from .keywords import hint_at, present, present_constructor
from .math2d import check
from .parallel import step_guard
from .shared_facade import SharedFacade
from .systems.pipeline import Pipeline
from .user_warnings import Line, line_of_game, warn_user

_LONG_FRAME = 1.0  # seconds


_PARTS = frozenset({"events", "hooks", "queries", "simulation", "world"})


class BasePhysics(SharedFacade, BaseSettings):
    """The physics of one esper world: clock, pipeline of systems, and what is asked of both."""

    _own_class: ClassVar[type[BasePhysics]]  # the engine's class: one a world

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        present_constructor(cls)
        if BasePhysics in cls.__bases__:
            cls._own_class = cls

    def __init__(
        self,
        simulation: BaseSimulation[Any],
        queries: Any,
        hooks: BaseHooks,
        events: EventDispatcher,
        order: tuple[type[Any], ...],
    ):
        super().__init__(queries, hooks, events)
        self.simulation = simulation
        self.world: Any = simulation.world
        self._clock: Clock = simulation.clock
        self._has_warned = False  # of a `dt` that is not in seconds
        self._pipeline = Pipeline(self, order)
        simulation.registry.has_other_physics = partial(_has_other, self._own_class)
        forgotten = weakref.finalize(
            self, _look_back, self._own_class, simulation, current_world(), line_of_game()
        )
        simulation.on_adopted = forgotten.detach  # it would keep alive what refers to a physics that has run

    _is_complete = False

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute that exists and is no part; a subclass of the game may have more."""
        if self._is_complete and name in _PARTS:
            raise AttributeError(f"{self._own_class.__name__}.{name} cannot be assigned", name=name, obj=self)
        if self._is_complete and type(self) is self._own_class and not hasattr(self, name):
            hint = hint_at(name, [known for known in dir(self) if known[0] != "_"])
            own = self._own_class.__name__
            raise AttributeError(f"{own} has no attribute {name!r}{hint}", name=name, obj=self)
        super().__setattr__(name, value)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Never:
        name = self._own_class.__name__
        raise TypeError(f"a {name} cannot be copied or pickled: it belongs to one esper world; make another")

    # esper sets the priority of a processor when it is added: the world that is current then is ours.
    @property
    def priority(self) -> int:
        """esper's order of processors.

        >>> import esper
        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> esper.add_processor(physics, priority=10)  # before processors of a lower one
        >>> physics.priority
        10
        """
        return self._priority

    @priority.setter
    def priority(self, value: int) -> None:
        if (present := added_physics(self._own_class)) is not None:
            which, own = "this" if present is self else "another", self._own_class.__name__
            raise RuntimeError(
                f"{which} {own} is in the esper world {current_world()!r} already: one a world"
            )
        self.simulation.adopt_esper_world()
        self._priority = value
        self.events.queue.note_physics()
        self.events.queue.warn_of_dead_handlers()

    _priority = 0

    # -- the clock ---------------------------------------------------------------------------------

    def process(self, dt: float) -> None:
        """Run as many whole steps as the accumulated time makes up.

        `dt` seconds times `time_scale` are added to the time left over. A call with `dt` equal to `step` runs
        exactly one step. More than `max_steps` are dropped and counted in `dropped_steps`; for more than a
        second there is a warning, once, since `dt` may be in milliseconds.

        Raises `ValueError` or `TypeError` for a `dt` below 0 or that is no number, `RuntimeError` while
        another esper world is current.

        >>> import esper
        >>> from ecsphys import Physics
        >>> physics = Physics(step=1 / 60)
        >>> esper.add_processor(physics)
        >>> esper.process(0.04)  # a frame of 40 ms: two steps, and what is left of it waits
        >>> physics.step_count, round(physics.alpha, 3)  # 0.04 * 60 = 2.4
        (2, 0.4)
        """
        dt = check.not_negative(dt, "dt")
        self.simulation.require_current()
        if self._clock.on_process is not None:
            self._clock.on_process()
        with UNINTERRUPTED:
            self.events.send()
            self._clock.frame_steps = 0 if self._clock.paused else self._run_due_steps(dt)

    def _run_due_steps(self, dt: float) -> int:
        clock, simulation = self._clock, self.simulation
        dropped = clock.dropped_steps
        due = clock.add(dt)
        if dt > _LONG_FRAME and clock.dropped_steps > dropped:
            self._warn_of_long_frame(dt)
        restarts, run = clock.restarts, 0
        while run < due:
            if esper.current_world != simulation.esper_world or clock.restarts != restarts:
                break  # a handler has switched to another world, or reset this one
            if UNINTERRUPTED.held is not None:
                break  # by Ctrl-C
            if clock.paused:  # in the step before
                clock.drop_steps()
                break
            clock.consume_step()
            self._guarded_step()
            run += 1
        self.world.bodies.alpha = clock.alpha
        return run

    def _warn_of_long_frame(self, dt: float) -> None:
        if not self._has_warned:
            self._has_warned = True
            warn_user(
                f"process({dt:g}): dt is in seconds, and of {dt:g} seconds only max_steps = {self.max_steps} "
                "steps run; divide milliseconds by 1000"
            )

    def step_once(self) -> None:
        """Run exactly one step, paused or not.

        In `before_step`, `after_step` or a handler of an event it is one more step, which does not call the
        function of the former two that runs it. Raises `RuntimeError` within a step (in filters, hooks,
        fields and systems), and while another thread runs one, of this world or another.

        >>> import esper
        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> physics.paused = True
        >>> physics.step_once()  # the debugger's button
        >>> physics.step_count
        1
        """
        with UNINTERRUPTED:  # else Ctrl-C could leave the guard held
            self._guarded_step()

    def _guarded_step(self) -> None:
        step_guard.begin()
        try:
            self._run_step(self._clock.step)
        except Exception as error:
            for watcher in self.hooks.watchers:
                watcher.fail_step(error)
            raise
        finally:
            step_guard.end()

    def _run_step(self, step: float) -> None:
        simulation = self.simulation
        if simulation.stepping and not simulation.is_piecewise:
            raise RuntimeError("a step cannot run within a step: run it in a handler of an event or later")
        simulation.is_piecewise = False
        try:
            self.begin_step(step)
            self._pipeline.run(step)
        finally:
            simulation.stepping = False
        self.end_step()

    def reset(self) -> None:
        """Empty the world, as for the restart of a level; then the level can be created and wired up again.

        - All entities of its esper world are deleted (`esper.clear_database`), their numbers begin at 1
          again.
        - What was added with `on`, `before_step`, `after_step`, `add_field`, `add_filter` and
          `add_contact_hook` is removed, ignored pairs are forgotten: `esper.clear_database` alone leaves all
          of it in place, and a level that adds its handlers when it starts would be called twice. A game
          whose handlers are added once, when modules are imported, calls `esper.clear_database` instead.
        - Events that are still to be sent are dropped; `step_count`, `dropped_steps`, the time left over and
          the steps kept by `history` begin anew.
        - Settings, `systems`, `paused`, `time_scale`, event streams and handlers of `esper.set_handler` stay.

        May be called in `before_step`, `after_step` or a handler of an event; the rest of the frame's steps
        is not run then, but in `before_step` the one that has begun. Raises `RuntimeError` within a step (in
        filters, hooks, fields and systems), or while another esper world is current.

        >>> import esper
        >>> from ecsphys import Physics, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> def create_level():
        ...     return esper.create_entity(Transform(), RigidBody())
        ...
        >>> first = create_level()
        >>> esper.process(1 / 60)
        >>> physics.reset()
        >>> physics.step_count, create_level() == first
        (0, True)
        """
        with UNINTERRUPTED:
            self.simulation.restart()
            self.events.reset()
            self.hooks.reset()
            self.queries.reset()

    @property
    def paused(self) -> bool:
        """Whether `process` runs no steps; `step_once` always runs one. In a step: no more in this frame.

        >>> import esper
        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> physics.paused = True
        >>> esper.process(1 / 60)
        >>> physics.step_count
        0
        """
        return self._clock.paused

    @paused.setter
    def paused(self, value: bool) -> None:
        self._clock.paused = bool(value)

    @property
    def time_scale(self) -> float:
        """Factor on the time given to `process`; 0.5 is slow motion.

        >>> import esper
        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> physics.time_scale = 0.5
        >>> for _ in range(60):
        ...     esper.process(1 / 60)
        ...
        >>> physics.step_count
        30
        """
        return self._clock.time_scale

    @time_scale.setter
    def time_scale(self, value: float) -> None:
        self._clock.time_scale = check.not_negative(value, "time_scale")

    @property
    def step_count(self) -> int:
        """Number of steps run."""
        return self._clock.step_count

    @property
    def dropped_steps(self) -> int:
        """Number of steps dropped because more than `max_steps` were due in one call of `process`. A game may
        count anew from 0.

        >>> import esper
        >>> from ecsphys import Physics
        >>> physics = Physics(max_steps=8)
        >>> esper.add_processor(physics)
        >>> esper.process(0.5)  # 30 steps are due
        >>> physics.step_count, physics.dropped_steps
        (8, 22)
        """
        return self._clock.dropped_steps

    @dropped_steps.setter
    def dropped_steps(self, value: int) -> None:
        self._clock.dropped_steps = check.count(value, "dropped_steps", least=0)

    @property
    def dropped_motions(self) -> int:
        """Number of times that the rest of a motion was dropped after too many bounces in one step."""
        count: int = self.world.dropped_motions
        return count

    @property
    def alpha(self) -> float:
        """Time left over as a fraction of a step, 0 to 1: for interpolation when drawing.

        >>> import esper
        >>> from ecsphys import Physics
        >>> physics = Physics(step=1 / 50)
        >>> esper.add_processor(physics)
        >>> esper.process(0.025)
        >>> round(physics.alpha, 6)
        0.25
        """
        return self._clock.alpha

    # -- one step ----------------------------------------------------------------------------------

    def begin_step(self, dt: float) -> None:
        """Bring the arrays up to date with esper, components and bulk writes; raise before anything moves.

        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> physics.begin_step(1 / 60)  # a clock of one's own: what `step_once` does
        >>> for system in physics.systems:
        ...     system.process(1 / 60)
        ...
        >>> physics.end_step()
        >>> physics.step_count
        1
        """
        hooks, simulation = self.hooks, self.simulation
        simulation.stepping = False  # under the game's own clock, the step before may have raised
        self._clock.frame_steps = 1
        for watcher in hooks.watchers:
            watcher.begin_step()
        if hooks.before_step.functions:
            hooks.before_step.call(dt)
        simulation.require_current()
        simulation.stepping = True
        try:
            self.events.begin_step()
            self.world.tests.fill(0)
            simulation.take_in_components(dt)
            hooks.begin_step()
            self._pipeline.begin_step()
            simulation.take_in_values()
            simulation.watch(hooks.has_code(), self._pipeline.has_code_of_the_game)
        except BaseException:
            simulation.stepping = False
            raise

    def end_step(self) -> None:
        """Count the step, record its poses, send its events, and delete what was despawned.

        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> physics.begin_step(1 / 60)
        >>> physics.end_step()
        >>> physics.step_count
        1
        """
        self.simulation.stepping = False
        self.simulation.end_step()
        self.queries.end_step()
        self.events.end_step()
        if self.hooks.after_step.functions:
            self.hooks.after_step.call(self.simulation.context.dt)
        for watcher in self.hooks.watchers:
            watcher.end_step()
        if self.simulation.losses.reports:
            self.simulation.warn_of_losses()

    def settle(self) -> None:
        """Show queries what was created, changed, teleported or deleted since the last step; nothing moves.

        Within a step they see what has moved so far; structural changes in esper wait for the next step.
        Raises `RuntimeError` while another esper world is current, and what the next step would raise for
        mistakes.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> ball = esper.create_entity(Transform(), Collider(Circle(10)))
        >>> physics.settle()
        >>> len(physics.bodies), physics.step_count
        (1, 0)
        """
        self.simulation.settle()

    @property
    def lost(self) -> tuple[int, ...]:
        """The entities of bodies that are put aside, ascending.

        A step puts a body aside that its forces, its motion, or a value written in the middle of the step
        take out of the range of numbers (`ecsphys.limits`), or that got NaN. It stops where it was last in
        range, with no velocity and no force, and no other body has met the value; a `PhysicsWarning` says
        why. There it rests and cannot be moved, until the game assigns a value of it, wakes it, or gives the
        entity another component; with its entity it is forgotten.

        >>> import esper
        >>> from ecsphys import Physics, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> ship = esper.create_entity(Transform(), RigidBody())
        >>> esper.process(1 / 60)
        >>> physics.lost
        ()
        """
        lost: tuple[int, ...] = self.simulation.lost
        return lost

    # -- systems -----------------------------------------------------------------------------------

    @property
    def systems(self) -> list[esper.Processor]:
        """The systems of a step, in order; change them with `replace` and `insert`.

        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> [type(system).__name__ for system in physics.systems[:3]]
        ['BroadPhaseSystem', 'AreaSystem', 'NarrowPhaseSystem']
        """
        return self._pipeline.systems

    def replace(self, old: type[esper.Processor], new: esper.Processor) -> None:
        """Put another system in the place of one, given by type.

        Raises `ValueError` if there is none of that type, `TypeError` if `new` is no `esper.Processor`.

        >>> from ecsphys import Physics, SleepSystem
        >>> class NoSleep(SleepSystem):
        ...     def run(self):
        ...         pass
        ...
        >>> physics = Physics()
        >>> physics.replace(SleepSystem, NoSleep())
        >>> [type(system).__name__ for system in physics.systems].count("SleepSystem")
        0
        """
        self._pipeline.replace(old, new)

    @overload
    def insert(self, system: esper.Processor, *, before: type[esper.Processor]) -> None: ...
    @overload
    def insert(self, system: esper.Processor, *, after: type[esper.Processor]) -> None: ...
    def insert(
        self,
        system: esper.Processor,
        *,
        before: type[esper.Processor] | None = None,
        after: type[esper.Processor] | None = None,
    ) -> None:
        """Put a system before or after another one, given by type; takes exactly one of the keywords.

        Raises `ValueError` if there is none of that type, `TypeError` if `system` is no `esper.Processor`.

        >>> import esper
        >>> from ecsphys import ContinuousSystem, Physics, RigidBody, Transform
        >>> class Rails(esper.Processor):
        ...     def process(self, dt):
        ...         physics.bodies["vy"] = 0
        ...
        >>> physics = Physics(gravity=(0, -900))
        >>> esper.add_processor(physics)
        >>> physics.insert(Rails(), before=ContinuousSystem)
        >>> body = RigidBody(velocity=(300, 0))
        >>> cart = esper.create_entity(Transform(), body)
        >>> esper.process(1 / 60)
        >>> body.velocity
        Vec2(x=300.0, y=0.0)
        """
        self._pipeline.insert(system, before, after)


def _has_other(own: type[BasePhysics]) -> bool:
    """Whether the current world has a physics of another dimension."""
    return any(added_physics(kind) for kind in BasePhysics.__subclasses__() if kind is not own)


def _look_back(
    own: type[BasePhysics], simulation: BaseSimulation[Any], esper_world: str, made_at: Line
) -> None:
    """Warn, when a physics or the program ends, of one that was made and then forgotten."""
    is_unused = simulation.esper_world is None and current_world() == esper_world
    if is_unused and simulation.registry.has_bodies() and added_physics(own) is None:
        made_at.warn(
            f"this {own.__name__} has never run, and entities waited for it: "
            "esper.add_processor(physics), then esper.process(dt) in every frame"
        )


present(BasePhysics.process, "esper.process(dt), dt in seconds, such as 1 / 60", "process")

P = TypeVar("P", bound=BasePhysics)


def added_physics(kind: type[P]) -> P | None:
    """Return the processor of a type, or of a subclass, in esper's current world; `None` without one."""
    found = esper.get_processor(kind)
    present = found if isinstance(found, kind) else None
    for narrower in kind.__subclasses__():
        present = present or added_physics(narrower)
    return present
