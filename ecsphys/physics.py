"""Physics: one world, its clock and its systems, as a processor of esper."""

from __future__ import annotations

from typing import Never

from .arrays import BodyRows
from .base_physics import BasePhysics
from .ecs.simulation import Simulation
from .events import EventDispatcher
from .events.collisions import Collisions
from .facade import Facade
from .hooks import Hooks
from .joints_facade import JointsFacade
from .keywords import refuse_keywords
from .limits import THREADS
from .math2d import check
from .math2d.vec2 import Pair
from .query import Queries
from .settings import Integrator, Settings, StepContext
from .settings_checks import checked
from .settings_facade import SettingsFacade
from .spatial.broad_phase import KINDS, BroadPhaseKind
from .state.keeper import StateKeeper
from .state_facade import StateFacade
from .systems.pipeline import DEFAULT_ORDER
from .world.state import World


class Physics(Facade, SettingsFacade, JointsFacade, StateFacade, BasePhysics):
    """The physics of one esper world: add it as a processor and call `esper.process(dt)`.

    All settings but `history` and `threads` can be assigned later, between steps (`physics.gravity = (0,
    -900)`). Units: the game's own length unit (pixels with arcade), seconds, radians.

    - `gravity`: acceleration, units per second squared.
    - `length_unit`: how many length units make one typical object; every tolerance scales with it.
    - `step`: the fixed step in seconds, at most 1, cut into `substeps` by the solver. One call of `process`
      runs at most `max_steps`.
    - `integrator`: how a sub-step of h seconds moves what accelerates by a = gravity + force / mass - damping
      v. "semi_implicit_euler": v' = (v + h (gravity + force / mass)) / (1 + h damping), x' = x + h v': first
      order, bounded energy, stable with any damping. "explicit_euler": v' = v + h a, x' = x + h v: first
      order, gains energy on springs; for comparison. "velocity_verlet": x' = x + h v + h² a / 2, v' = v + h
      (a + a') / 2: second order, bounded energy. "rk4": the classic fourth-order rule of Runge and Kutta.
      "midpoint": by v and a of half a sub-step ahead; "trapezoid": by the means of v and a at its start and,
      by explicit Euler, at its end: second order, both gain energy on springs, slowly. Contacts are solved
      alike under all six; a body moves by the semi-implicit rule while one pushes it.
    - `broad_phase`: the index of shapes, "quadtree", "sweep_and_prune" or "brute_force"; all find the same
      pairs.
    - `end_after`: how many steps in a row a pair must be apart before its end is reported.
    - `response`: false detects and reports without pushing anything.
    - `sleeping`: whether what rests for half a second falls asleep, see `sleeping`.
    - `restitution_threshold`: approach speed below which nothing bounces, in units per second; `None` is one
      `length_unit` per second, 0 lets everything bounce.
    - `history`: how many steps of poses are kept for queries with `at_step=`.
    - `threads`: how many share the heavy loops of a step and of many rays; every number gives the same bits.
      With more than one, other Python threads run in the middle of a step: they must not touch this world
      then. A process made by `os.fork` starts threads of its own.

    Any thread may step a world, but one at a time: esper's current world is the same for all threads.

    Numbers have a range, see `ecsphys.limits`; what a step would take out of it is put aside, see `lost`.

    Friction of two colliders combines as the geometric mean, restitution as the maximum.

    Raises `ValueError` or `TypeError` for settings out of range, `RuntimeError` when a second one is added to
    an esper world, or one to two worlds.

    >>> import esper
    >>> from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform
    >>> physics = Physics(gravity=(0, -900))
    >>> esper.add_processor(physics)
    >>> floor = esper.create_entity(Transform(0, -10), Collider(Box(400, 20)))
    >>> place = Transform(0, 100)
    >>> ball = esper.create_entity(place, RigidBody(), Collider(Circle(16)))
    >>> for _ in range(120):
    ...     esper.process(1 / 60)
    ...
    >>> round(place.y), physics.collisions.of(ball) == {floor}
    (16, True)
    """

    simulation: Simulation
    world: World

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
        restitution_threshold: float | None = None,
        history: int = 0,
        threads: int = 1,
        **unknown: Never,
    ):
        if unknown:
            refuse_keywords(self, unknown)
        settings = checked(
            Settings(
                gravity, length_unit, step, substeps, max_steps, integrator, end_after, response, sleeping,
                restitution_threshold,
            )
        )  # fmt: skip
        index = check.one_of(broad_phase, KINDS, "broad_phase")
        simulation = Simulation(settings, index, check.count(threads, "threads", THREADS))
        queries, hooks, events = Queries(simulation, history), Hooks(simulation), EventDispatcher(simulation)
        BasePhysics.__init__(self, simulation, queries, hooks, events, DEFAULT_ORDER)
        self._collisions = Collisions(simulation, self.events)
        self._state = StateKeeper(simulation, self._pipeline, self.hooks, self.queries, self.events)
        self._is_complete = True

    @property
    def context(self) -> StepContext:
        """The settings as the numbers that the kernels of a step take."""
        return self.simulation.context

    @property
    def collisions(self) -> Collisions:
        """The pairs of entities that touch as of the last step, without those that are deleted: iterates
        `Collision`s, ordered by entity; `of(entity)`, `between(a, b)`, `triggers_of(entity)`.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> a = esper.create_entity(Transform(0, 0), RigidBody(), Collider(Circle(16)))
        >>> b = esper.create_entity(Transform(30, 0), RigidBody(), Collider(Circle(16)))
        >>> esper.process(1 / 60)
        >>> [(c.entity_a == a, c.entity_b == b, c.normal) for c in physics.collisions]
        [(True, True, Vec2(x=1.0, y=0.0))]
        """
        return self._collisions

    @property
    def bodies(self) -> BodyRows:
        """A structured array with one row for each body, valid until the next structural change.

        Fields `entity, x, y, angle, vx, vy, angular_velocity, …`. Velocities may be written at any time
        between steps; poses are for reading (assign to a Transform to teleport), and so are the fields that
        no component has. The next step refuses NaN and numbers out of range (`ecsphys.limits`).

        Within a step, in a system between two others, no body comes or goes: the rows are those with which
        the step began, without entities that were deleted since. What is written there counts from the next
        system on.

        >>> import esper
        >>> from ecsphys import Physics, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> for i in range(3):
        ...     entity = esper.create_entity(Transform(100 * i, 0), RigidBody())
        ...
        >>> esper.process(1 / 60)
        >>> physics.bodies["vx"] = physics.bodies["x"]  # all at once: away from the origin
        >>> physics.bodies["vx"]
        array([  0., 100., 200.])
        """
        return self.simulation.body_rows()


def require_physics(value: object, who: str) -> None:
    """Raise `TypeError` for what is no `Physics`; `who`: what takes one only."""
    if isinstance(value, Physics):
        return
    got = repr(value)
    if isinstance(value, BasePhysics):
        got = f"a {type(value).__name__}: there is no {who} in space yet"
    elif isinstance(value, type) and issubclass(value, BasePhysics):
        got = f"the class {value.__name__}; make one, {value.__name__}(...)"
    raise TypeError(f"{who} takes a Physics: physics must be a Physics, got {got}")
