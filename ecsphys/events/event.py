"""The events that handlers get. Those of the event table are tuples that read their row when asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from ..arrays import offsets_of
from ..math2d.check import other_of
from ..math2d.vec2 import Vec2
from ..world.contacts import REASONS, BreakReason, EndReason
from ..world.events import EVENT
from .points import CollisionPoint, collision_point

WORD = {name: at // 8 for name, at in offsets_of(EVENT).items()}  # of a field in a row of EVENT
FIRST_REAL = WORD["nx"]  # whole numbers come first, in space as well
# Of both points: the places of x and of the penetration among the real fields.
_POINT_PLACES = tuple(
    (WORD[x] - FIRST_REAL, WORD[depth] - FIRST_REAL)
    for x, depth in (("x", "penetration"), ("x1", "penetration1"))
)


def real_field(name: str, doc: str, words: Mapping[str, int] = WORD) -> float:
    """Return a property, typed as its value, that reads a real field of an event's row."""
    place = words[name] - FIRST_REAL
    return cast("float", property(lambda event: event.table.reals[event.row][place], doc=doc))


def _vector(first_name: str, doc: str) -> Vec2:
    """Return a property, typed as its value, that reads two successive real fields of an event's row."""
    place = WORD[first_name] - FIRST_REAL
    read = property(lambda event: Vec2(*event.table.reals[event.row][place : place + 2]), doc=doc)
    return cast("Vec2", read)


def whole_field(name: str, doc: str) -> int:
    """Return a property, typed as its value, that reads a field of an event's row that is a whole number."""
    place = WORD[name]
    return cast("int", property(lambda event: int(event.table.words[event.row, place]), doc=doc))


def _reason(doc: str) -> Any:
    """Return a property that reads the reason of an event, a word."""
    place = WORD["reason"]
    return property(lambda event: REASONS[event.table.words[event.row, place]], doc=doc)


def end_reason_field() -> EndReason:
    """Return a property, typed as its value, that reads why a touch ended."""
    reason: EndReason = _reason(
        "Why it ended: separated, removed, disabled or filtered; empty for anything but an end."
    )
    return reason


def _entities(doc: str) -> tuple[int, int]:
    """Return a property, typed as its value, that reads both entities of an event."""
    return cast("tuple[int, int]", property(attrgetter("first", "second"), doc=doc))


class EventTable:
    """The sorted rows of one step, shared by its events; converted to Python's numbers when first read."""

    def __init__(self, words: npt.NDArray[np.int64]):
        self.words = words  # (rows, fields of EVENT)

    @cached_property
    def reals(self) -> list[list[float]]:
        """The real fields of every row."""
        return self.words[:, FIRST_REAL:].view(np.float64).tolist()  # type: ignore[no-any-return]


class EventRow(NamedTuple):
    """The contents of an event. Fields of a NamedTuple are read twice as fast as properties."""

    table: EventTable
    row: int
    first: int  # entities
    second: int


class PairEvent(EventRow):
    """An event of two entities, in the plane or in space. A tuple, because thousands are made in one go."""

    __slots__ = ()

    entities: tuple[int, int] = _entities("Both: the smaller one first, or the trigger.")

    def has(self, entity: int) -> bool:
        """Whether the entity is one of the two."""
        return entity in (self.first, self.second)

    def other(self, entity: int) -> int:
        """Return the other one of the two; raises `ValueError` for an entity that is neither."""
        return other_of(entity, self.first, self.second)


class Event(PairEvent):
    """What all events of the plane have in common."""

    __slots__ = ()

    point: Vec2 = _vector("x", "Where they touch, in world coordinates; (0, 0) for an end.")
    time: float = real_field("time", "When in the step, 0 to 1.")


class CollisionEvent(Event):
    """Two entities, `entity_a` < `entity_b`, began to touch, go on touching, hit each other, or have parted;
    or one presses the other against what cannot give way (`COLLISION_CRUSH`): see `RigidBody.squeezed`.

    A hit comes in the step in which the solver pushed, so that its impulse is known. For a fast body
    that can be one step after the begin, whose impulse is 0 then.

    >>> import esper
    >>> from ecsphys import COLLISION_HIT, Box, Circle, Collider, Physics, RigidBody, Transform, on
    >>> esper.add_processor(Physics())
    >>> wall = esper.create_entity(Transform(100, 0), Collider(Box(20, 200)))
    >>> body = RigidBody(mass=2, velocity=(300, 0))
    >>> ball = esper.create_entity(Transform(0, 0), body, Collider(Circle(16)))
    >>> @on(COLLISION_HIT)
    ... def hit(event):
    ...     print(event.other(ball) == wall, event.normal, event.speed, round(event.impulse))
    ...
    >>> for _ in range(30):
    ...     esper.process(1 / 60)
    ...
    True Vec2(x=-1.0, y=0.0) 300.0 600
    """

    __slots__ = ()

    entity_a: int = EventRow.first  # the smaller one
    entity_b: int = EventRow.second
    reason: EndReason = end_reason_field()
    normal: Vec2 = _vector("nx", "Unit vector from A to B; (0, 0) for an end.")
    penetration: float = real_field(
        "penetration", "Depth of the overlap; negative for a touch found ahead of time."
    )
    speed: float = real_field(
        "speed", "Approach speed along the normal before the solver acted, units per second."
    )
    impulse: float = real_field("impulse", "Normal impulse of the whole step.")
    shape_a: int = whole_field("shape_a", "Index of A's shape in its Collider; 0 for an end.")
    shape_b: int = whole_field("shape_b", "Index of B's shape in its Collider; 0 for an end.")
    frames_left: int = whole_field(
        "frames_left",
        "Number of steps in a row without touch after which it ends (`end_after`); 0 for an end.",
    )

    @property
    def points(self) -> tuple[CollisionPoint, ...]:
        """The contact points of these two shapes, the deeper one first: one or two; none for an end."""
        count = int(self.table.words[self.row, WORD["point_count"]])
        reals, normal = self.table.reals[self.row], self.normal
        return tuple(
            collision_point(Vec2(reals[x], reals[x + 1]), reals[depth], normal)
            for x, depth in _POINT_PLACES[:count]
        )

    def __repr__(self) -> str:
        point = f"({self.point.x:.6g}, {self.point.y:.6g})"
        return f"CollisionEvent({self.entity_a}, {self.entity_b}, point={point}, speed={self.speed:.4g})"


class TriggerEvent(Event):
    """`visitor` came into, is in, or has left `trigger`.

    >>> import esper
    >>> from ecsphys import AABB, TRIGGER_ENTER, Circle, Collider, Physics, RigidBody, Transform, on
    >>> esper.add_processor(Physics())
    >>> goal = esper.create_entity(Transform(100, 0), Collider(AABB(40, 200), trigger=True))
    >>> ball = esper.create_entity(Transform(), RigidBody(velocity=(600, 0)), Collider(Circle(16)))
    >>> @on(TRIGGER_ENTER)
    ... def scored(event):
    ...     print(event.trigger == goal, event.visitor == ball)
    ...
    >>> for _ in range(30):
    ...     esper.process(1 / 60)
    ...
    True True
    """

    __slots__ = ()

    trigger: int = EventRow.first
    visitor: int = EventRow.second
    reason: EndReason = end_reason_field()

    def __repr__(self) -> str:
        return f"TriggerEvent(trigger={self.trigger}, visitor={self.visitor}, reason={self.reason!r})"


class JointEvent(Event):
    """A joint broke, or ended because a body of it died.

    `entity_a` and `entity_b` are its `a` and `b`, 0 for the world. `point` is where it held b; (0, 0) where a
    body died.

    >>> import esper
    >>> from ecsphys import JOINT_BREAK, DistanceJoint, Physics, RigidBody, Transform, on
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> lamp = esper.create_entity(Transform(0, -50), RigidBody(mass=2))
    >>> thread = esper.create_entity(DistanceJoint(None, lamp, anchor_a=(0, 0), break_force=1000))
    >>> @on(JOINT_BREAK)
    ... def torn(event):
    ...     print(event.joint == thread, event.entity_b == lamp, event.reason, round(event.value))
    ...
    >>> esper.process(1 / 60)  # 2 * 900 is too much
    True True force 1800
    """

    __slots__ = ()

    joint: int = whole_field("shape_a", "The entity of the joint.")
    entity_a: int = EventRow.first
    entity_b: int = EventRow.second
    value: float = real_field("impulse", "The force or torque that it did not bear; 0 where a body died.")

    reason: BreakReason = _reason("Why it broke: force, torque, or removed, if a body of it died.")

    def __repr__(self) -> str:
        ends = f"{self.entity_a}, {self.entity_b}"
        return f"JointEvent({self.joint}, {ends}, reason={self.reason!r}, value={self.value:.4g})"


class BaseProjectileEvent:
    """What events of projectiles in the plane and in space have in common."""

    __slots__ = ("distance", "entity", "normal", "point", "projectile", "shape", "speed", "spent", "time")

    projectile: int
    entity: int
    point: Any  # Vec2 or Vec3
    spent: bool

    @property
    def entities(self) -> tuple[int, int]:
        """The projectile and what it hit."""
        return self.projectile, self.entity

    def has(self, entity: int) -> bool:
        """Whether the entity is one of the two."""
        return entity in self.entities

    def other(self, entity: int) -> int:
        """Return the other one of the two; raises `ValueError` for an entity that is neither."""
        return other_of(entity, *self.entities)

    def __repr__(self) -> str:
        point = ", ".join(f"{place:.6g}" for place in self.point)
        return f"{type(self).__name__}({self.projectile}, {self.entity}, point=({point}), spent={self.spent})"


class ProjectileEvent(BaseProjectileEvent):
    """A projectile hit something, or is spent.

    `projectile` and `entity` are the entities, `entity` what was hit: 0 where a projectile came to the end of
    its `max_distance`. `shape` says which one of that entity's shapes, `normal` is its unit normal, outward.
    `distance` is how far the projectile has flown, `speed` how fast it came, `time` when in the step, 0 to 1.
    `point` is where, `spent`: this was its end.

    >>> import esper
    >>> from ecsphys import PROJECTILE_HIT, Box, Collider, Physics, Projectile, RigidBody, Transform, on
    >>> esper.add_processor(Physics())
    >>> wall = esper.create_entity(Transform(100, 0), Collider(Box(20, 200)))
    >>> bullet = esper.create_entity(Transform(), RigidBody(velocity=(9000, 0)), Projectile(mode="ray"))
    >>> @on(PROJECTILE_HIT)
    ... def struck(event):
    ...     print(event.entity == wall, round(event.distance), event.speed, event.normal, event.spent)
    ...
    >>> esper.process(1 / 60)
    True 90 9000.0 Vec2(x=-1.0, y=0.0) True
    """

    __slots__ = ()

    def __init__(self, shot: tuple[Any, ...]):
        projectile, entity, shape, spent, time, x, y, nx, ny, distance, speed = shot
        self.projectile: int = projectile
        self.entity: int = entity
        self.shape: int = shape
        self.spent: bool = bool(spent)
        self.time: float = time
        self.point: Vec2 = Vec2(x, y)
        self.normal: Vec2 = Vec2(nx, ny)
        self.distance: float = distance
        self.speed: float = speed
