"""Physics: one world, its clock and its systems, as a processor of esper."""

from __future__ import annotations

from typing import overload

import esper

from .arrays import BodyRows
from .ecs.simulation import Simulation
from .events import EventDispatcher
from .events.collisions import Collisions
from .facade import Facade
from .hooks import Hooks
from .math2d import check
from .math2d.vec2 import Pair, Vec2
from .query import Queries
from .settings import INTEGRATORS, Integrator, Settings, StepContext
from .spatial.broad_phase import KINDS, BroadPhaseKind
from .systems.pipeline import Pipeline
from .world.state import World


class Physics(Facade):
    """The physics of one esper world: add it as a processor and call `esper.process(dt)`.

    `gravity` is in units per second squared. `length_unit`: how many of the game's length units make one
    typical object; all tolerances scale with it. `step` is the fixed step in seconds, cut into `substeps` by
    the solver; one call of `process` runs at most `max_steps`. `end_after`: how many steps in a row a
    pair must be apart before its end is reported. `response=False` detects and reports without pushing
    anything. `history`: how many steps of poses are kept for queries with `at_step=`. `threads`: how many
    share the heavy loops of a step and of many rays; every number gives the same bits. With more than one,
    other Python threads run in the middle of a step: they must not touch this world then.

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
        integrator: Integrator = "semi_implicit_euler",
        broad_phase: BroadPhaseKind = "quadtree",
        end_after: int = 1,
        response: bool = True,
        sleeping: bool = True,
        history: int = 0,
        threads: int = 1,
    ):
        settings = Settings(
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
        index = check.one_of(broad_phase, KINDS, "broad_phase")
        simulation = Simulation(settings, index, check.count(threads, "threads"))
        super().__init__(Queries(simulation, history), Hooks(simulation), EventDispatcher(simulation))
        self.simulation: Simulation = simulation
        self.world: World = simulation.world
        self.collisions: Collisions = Collisions(simulation.world, simulation.clock)
        self._clock = simulation.clock
        self._pipeline = Pipeline(self)

    # esper sets the priority of a processor when it is added: the world that is current then is ours.
    @property
    def priority(self) -> int:
        """esper's order of processors."""
        return self._priority

    @priority.setter
    def priority(self, value: int) -> None:
        self._priority = value
        self.simulation.adopt_esper_world()
        self.events.queue.warn_of_dead_handlers()

    _priority = 0

    # -- the clock ---------------------------------------------------------------------------------

    def process(self, dt: float) -> None:
        """Run as many whole steps as the accumulated time makes up.

        `dt` seconds times `time_scale` are added to the time left over. A call with `dt` equal to
        `step` runs exactly one step. More than `max_steps` are dropped and counted in `dropped_steps`.
        """
        clock, simulation = self._clock, self.simulation
        dt = check.not_negative(dt, "dt")
        simulation.require_current()
        self.events.send()
        if clock.paused:
            return
        for _ in range(clock.add(dt)):
            if not simulation.is_current():
                break  # a handler has switched to another world
            clock.consume_step()
            self.step_once()
        self.world.bodies.alpha = clock.alpha

    def step_once(self) -> None:
        """Run exactly one step, paused or not."""
        simulation, step = self.simulation, self._clock.step
        self.begin_step(step)
        simulation.stepping = True
        try:
            self._pipeline.run(step)
        finally:
            simulation.stepping = False
        self.end_step()

    @property
    def paused(self) -> bool:
        """Whether `process` runs no steps; `step_once` always runs one."""
        return self._clock.paused

    @paused.setter
    def paused(self, value: bool) -> None:
        self._clock.paused = value

    @property
    def time_scale(self) -> float:
        """Factor on the time given to `process`; 0.5 is slow motion."""
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
        """Number of steps dropped because more than `max_steps` were due in one call of `process`."""
        return self._clock.dropped_steps

    @dropped_steps.setter
    def dropped_steps(self, value: int) -> None:
        self._clock.dropped_steps = value

    @property
    def dropped_motions(self) -> int:
        """Number of times that the rest of a motion was dropped after too many bounces in one step."""
        return self.world.dropped_motions

    @property
    def alpha(self) -> float:
        """Time left over as a fraction of a step, 0 to 1: for interpolation when drawing."""
        return self._clock.alpha

    # -- settings ----------------------------------------------------------------------------------

    @property
    def step(self) -> float:
        """The fixed step in seconds."""
        return self._clock.step

    @property
    def substeps(self) -> int:
        """Number of sub-steps that the solver makes of a step."""
        return self.simulation.settings.substeps

    @property
    def length_unit(self) -> float:
        """Number of length units that make one typical object."""
        return self.simulation.settings.length_unit

    @property
    def threads(self) -> int:
        """Number of threads that share the heavy loops."""
        return self.world.pool.threads

    @property
    def end_after(self) -> int:
        """Number of steps in a row that a pair must be apart before its end is reported."""
        return self.simulation.settings.end_after

    @property
    def gravity(self) -> Vec2:
        """Acceleration in units per second squared; setting it wakes everything."""
        return Vec2(*self.simulation.settings.gravity)

    @gravity.setter
    def gravity(self, value: Pair) -> None:
        self.simulation.change_settings(gravity=check.point(value, "gravity"))
        bodies = self.world.bodies
        bodies.wake_requests.extend(range(bodies.count))

    @property
    def context(self) -> StepContext:
        """The settings as the numbers that the kernels of a step take."""
        return self.simulation.context

    # -- one step ----------------------------------------------------------------------------------

    def begin_step(self, dt: float) -> None:
        """Bring the arrays up to date with esper, components and bulk writes; raise before anything moves."""
        self.simulation.require_current()
        self.events.begin_step()
        self.simulation.take_in_components(dt)
        self.hooks.begin_step()
        self._pipeline.begin_step()
        self.simulation.take_in_values()

    def end_step(self) -> None:
        """Count the step, record its poses, send its events, and delete what was despawned."""
        self.simulation.end_step()
        self.queries.end_step()
        self.events.end_step()

    def settle(self) -> None:
        """Show queries what was created, changed, teleported or deleted since the last step; nothing moves.

        Within a step they see what has moved so far; structural changes in esper wait for the next step.
        """
        self.simulation.settle()

    @property
    def bodies(self) -> BodyRows:
        """A structured array with one row for each body, valid until the next structural change.

        Fields `entity, x, y, angle, vx, vy, angular_velocity, …`. Velocities may be written at any time
        between steps; poses are for reading (assign to a Transform to teleport).
        """
        return self.simulation.body_rows()

    # -- systems -----------------------------------------------------------------------------------

    @property
    def systems(self) -> list[esper.Processor]:
        """The systems of a step, in order; change them with `replace` and `insert`."""
        return self._pipeline.systems

    def replace(self, old: type[esper.Processor], new: esper.Processor) -> None:
        """Put another system in the place of one, given by type.

        Raises `ValueError` if there is none of that type, `TypeError` if `new` is no `esper.Processor`.
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
        """
        self._pipeline.insert(system, before, after)
