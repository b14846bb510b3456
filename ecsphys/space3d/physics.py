"""Physics3D: one world in space, its clock and its systems, as a processor of esper."""

from __future__ import annotations

from typing import Never

from ..arrays import BodyRows
from ..base_physics import BasePhysics
from ..events import EventDispatcher
from ..hooks.base_hooks import BaseHooks
from ..keywords import refuse_keywords
from ..limits import LENGTH_UNIT, SUBSTEPS
from ..math2d import check
from ..physics import Physics
from ..settings_checks import step_seconds, threshold
from .ecs.simulation import Simulation3
from .events.collisions import Collisions3D
from .events.families import SPACE_EVENTS
from .math3d import check as check3
from .math3d.vec3 import Triple, Vec3
from .query import Queries3
from .query_facade import QueryFacade3
from .settings import Settings3, StepContext3
from .spatial.broad_phase import KINDS, BroadPhaseKind3
from .systems import DEFAULT_ORDER3
from .world.state import World3


class Physics3D(QueryFacade3, BasePhysics):
    """The physics of one esper world in space: add it as a processor and call `esper.process(dt)`.

    As `ecsphys.Physics`, whose clock, settings, systems, events and hooks it has; y points up, coordinates
    are right-handed. All settings can be assigned later, between steps. Units: the game's own length unit
    (metres by default), seconds, radians.

    - `gravity`: acceleration, three numbers, units per second squared.
    - `length_unit`: how many length units make one typical object; every tolerance scales with it.
    - `step`: the fixed step in seconds, at most 1, cut into `substeps` by the solver. One call of `process`
      runs at most `max_steps`.
    - `broad_phase`: the index of shapes, a key of `space3d.spatial.broad_phase.KINDS`; all find the same
      pairs.
    - `end_after`: how many steps in a row a pair must be apart before its end is reported.
    - `response`: false detects and reports without pushing anything.
    - `sleeping`: whether what rests for half a second falls asleep.
    - `restitution_threshold`: approach speed below which nothing bounces; `None` is one `length_unit` a
      second.

    A `Physics` of the plane and a `Physics3D` may be in the same esper world: their components are different
    ones, and both send events under the same names.

    Raises `ValueError` or `TypeError` for settings out of range, `RuntimeError` when a second one is added to
    an esper world, or one to two worlds.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> physics = s3.Physics3D(gravity=(0, -10, 0), max_steps=60)
    >>> esper.add_processor(physics)
    >>> ball = esper.create_entity(s3.Transform3D(0, 20, 0), s3.Body3D(), s3.Collider3D(s3.Sphere(1)))
    >>> esper.process(1)  # 60 steps: it falls g t² / 2
    >>> round(esper.component_for_entity(ball, s3.Transform3D).y, 1)
    15.0
    """

    simulation: Simulation3
    world: World3

    def __init__(
        self,
        gravity: Triple = (0.0, 0.0, 0.0),
        *,
        length_unit: float = 1.0,
        step: float = 1 / 60,
        substeps: int = 4,
        max_steps: int = 8,
        broad_phase: BroadPhaseKind3 = "octree",
        end_after: int = 1,
        response: bool = True,
        sleeping: bool = True,
        restitution_threshold: float | None = None,
        **unknown: Never,
    ):
        if unknown:
            refuse_keywords(self, unknown)
        settings = Settings3(
            gravity=check3.point(gravity, "gravity"),
            length_unit=check.positive(length_unit, "length_unit", *LENGTH_UNIT),
            step=step_seconds(step),
            substeps=check.count(substeps, "substeps", SUBSTEPS),
            max_steps=check.count(max_steps, "max_steps"),
            integrator="semi_implicit_euler",
            end_after=check.count(end_after, "end_after"),
            response=bool(response),
            sleeping=bool(sleeping),
            restitution_threshold=threshold(restitution_threshold),
        )
        simulation = Simulation3(settings, check.one_of(broad_phase, KINDS, "broad_phase"))
        queries, hooks = Queries3(simulation), BaseHooks(simulation)
        events = EventDispatcher(simulation, SPACE_EVENTS)
        BasePhysics.__init__(self, simulation, queries, hooks, events, DEFAULT_ORDER3)
        self._collisions = Collisions3D(simulation, self.events)
        self._is_complete = True

    @property
    def context(self) -> StepContext3:
        """The settings as the numbers that the kernels of a step take."""
        return self.simulation.context

    @property
    def gravity(self) -> Vec3:
        """Acceleration in units per second squared. Assigning it wakes everything.

        >>> from ecsphys.space3d import Physics3D
        >>> physics = Physics3D(gravity=(0, -9.81, 0))
        >>> physics.gravity = (0, -1.62, 0)  # on the moon
        >>> physics.gravity
        Vec3(x=0.0, y=-1.62, z=0.0)
        """
        context = self.simulation.context
        return Vec3(context.gravity_x, context.gravity_y, context.gravity_z)

    @gravity.setter
    def gravity(self, value: Triple) -> None:
        self._change(gravity=check3.point(value, "gravity"))
        self.simulation.wake_all()

    @property
    def broad_phase(self) -> BroadPhaseKind3:
        """The index that finds what is near; all find the same pairs. Assigning it rebuilds the index.

        >>> from ecsphys.space3d import Physics3D
        >>> physics = Physics3D()
        >>> physics.broad_phase = "bounding_volume_tree"
        >>> physics.broad_phase
        'bounding_volume_tree'
        """
        return self.simulation.broad_phase

    @broad_phase.setter
    def broad_phase(self, value: BroadPhaseKind3) -> None:
        self.simulation.change_broad_phase(check.one_of(value, KINDS, "broad_phase"))

    @property
    def collisions(self) -> Collisions3D:
        """The pairs of entities that touch as of the last step, without those that are deleted: iterates
        `Collision3D`s, ordered by entity; `of(entity)`, `between(a, b)`, `triggers_of(entity)`.

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> physics = s3.Physics3D(gravity=(0, -10, 0))
        >>> esper.add_processor(physics)
        >>> floor = esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Box(10, 1, 10)))
        >>> crate = esper.create_entity(s3.Transform3D(0, 1, 0), s3.Body3D(), s3.Collider3D(s3.Box(1, 1, 1)))
        >>> esper.process(1 / 60)
        >>> physics.collisions.of(crate) == {floor}, len(physics.collisions.between(floor, crate).points)
        (True, 4)
        """
        return self._collisions

    @property
    def bodies(self) -> BodyRows:
        """A structured array with one row for each body, valid until the next structural change.

        Fields `entity, x, y, z, qw, qx, qy, qz, vx, vy, vz, wx, wy, wz, …`. Velocities may be written at any
        time between steps; poses are for reading (assign to a Transform3D to teleport), and so are the fields
        that no component has. The next step refuses NaN and numbers out of range (`ecsphys.limits`).

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> physics = s3.Physics3D()
        >>> esper.add_processor(physics)
        >>> balls = [esper.create_entity(s3.Transform3D(4 * x, 0, 0), s3.Body3D()) for x in range(3)]
        >>> esper.process(1 / 60)
        >>> physics.bodies["vx"] = 2.0  # all of them
        >>> physics.bodies["x"], [esper.component_for_entity(ball, s3.Body3D).velocity.x for ball in balls]
        (array([0., 4., 8.]), [2.0, 2.0, 2.0])
        """
        return self.simulation.body_rows()


class _NotYet:
    """What a `Physics` has, and space has not yet: `__getattr__` would slow down all that a Physics3D has."""

    def __init__(self, name: str):
        self._name = name

    def __get__(self, physics: Physics3D | None, owner: type) -> Never:
        name = self._name
        raise AttributeError(
            f"Physics3D has no {name!r}: it is of Physics, in the plane, and not in space yet",
            name=name,
            obj=physics,
        )


for _name in set(dir(Physics)) - set(dir(Physics3D)):
    if _name[0] != "_":
        setattr(Physics3D, _name, _NotYet(_name))
