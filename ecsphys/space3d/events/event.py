"""The events of space that handlers get: named and meant as the plane's."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from ...arrays import offsets_of
from ...events.event import (
    FIRST_REAL,
    BaseProjectileEvent,
    EventRow,
    PairEvent,
    end_reason_field,
    real_field,
    whole_field,
)
from ...world.contacts import EndReason
from ..math3d.vec3 import Vec3
from ..world.event_records import EVENT3, POINT_FIELDS

WORD3 = {name: at // 8 for name, at in offsets_of(EVENT3).items()}  # of a field in a row of EVENT3
_POINTS = [
    WORD3[fields[0]] - FIRST_REAL for fields in POINT_FIELDS
]  # their first words among the real fields


def _vector(first_name: str, doc: str) -> Vec3:
    """Return a property, typed as its value, that reads three successive real fields of an event's row."""
    place = WORD3[first_name] - FIRST_REAL
    read = property(lambda event: Vec3(*event.table.reals[event.row][place : place + 3]), doc=doc)
    return cast("Vec3", read)


class CollisionPoint3(NamedTuple):
    """A contact point in world coordinates, and the depth of the overlap there, negative for a gap.

    `point_a` and `point_b` lie on the surfaces of A and B, half a penetration to either side of `point`.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> physics = s3.Physics3D()
    >>> esper.add_processor(physics)
    >>> a, b = s3.Transform3D(), s3.Transform3D(1.5, 0, 0)
    >>> for place in (a, b):
    ...     ball = esper.create_entity(place, s3.Body3D(), s3.Collider3D(s3.Sphere(1), detect_mask=1, mask=0))
    ...
    >>> esper.process(1 / 60)
    >>> [(touch.point, touch.penetration) for pair in physics.collisions for touch in pair.points]
    [(Vec3(x=0.75, y=0.0, z=0.0), 0.5)]
    """

    point: Vec3
    penetration: float
    point_a: Vec3
    point_b: Vec3


def collision_point3(point: Vec3, penetration: float, normal: Vec3) -> CollisionPoint3:
    """Return a contact point; `normal` is the unit vector from A to B."""
    half = 0.5 * penetration * normal
    return CollisionPoint3(point, penetration, point + half, point - half)


class Event3(PairEvent):
    """What all events of space have in common."""

    __slots__ = ()

    point: Vec3 = _vector("x", "Where they touch, in world coordinates; (0, 0, 0) for an end.")
    time: float = real_field("time", "When in the step, 0 to 1.", WORD3)


class CollisionEvent3D(Event3):
    """Two entities, `entity_a` < `entity_b`, began to touch, go on touching, hit each other, or have parted.

    As `ecsphys.CollisionEvent`, with vectors of space and up to four points.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> esper.add_processor(s3.Physics3D(max_steps=60))
    >>> begin = s3.on("collision_begin")(lambda event: print(event.normal, event.speed, len(event.points)))
    >>> wall = esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Box(2, 8, 8)))
    >>> body, collider = s3.Body3D(velocity=(-6, 0, 0)), s3.Collider3D(s3.Box(2, 2, 2))
    >>> crate = esper.create_entity(s3.Transform3D(5, 0, 0), body, collider)
    >>> esper.process(1)
    Vec3(x=1.0, y=0.0, z=0.0) 6.0 4
    """

    __slots__ = ()

    entity_a: int = EventRow.first  # the smaller one
    entity_b: int = EventRow.second
    reason: EndReason = end_reason_field()
    normal: Vec3 = _vector("nx", "Unit vector from A to B; (0, 0, 0) for an end.")
    penetration: float = real_field("penetration", "Depth of the overlap; negative for a gap.", WORD3)
    speed: float = real_field(
        "speed", "Approach speed along the normal before the solver acted, units per second.", WORD3
    )
    impulse: float = real_field("impulse", "Normal impulse of the whole step.", WORD3)
    shape_a: int = whole_field("shape_a", "Index of A's shape in its Collider3D; 0 for an end.")
    shape_b: int = whole_field("shape_b", "Index of B's shape in its Collider3D; 0 for an end.")
    frames_left: int = whole_field(
        "frames_left",
        "Number of steps in a row without touch after which it ends (`end_after`); 0 for an end.",
    )

    @property
    def points(self) -> tuple[CollisionPoint3, ...]:
        """The contact points of these two shapes, the deepest one first: up to four; none for an end."""
        count = int(self.table.words[self.row, WORD3["point_count"]])
        reals, normal = self.table.reals[self.row], self.normal
        return tuple(
            collision_point3(Vec3(*reals[at : at + 3]), reals[at + 3], normal) for at in _POINTS[:count]
        )

    def __repr__(self) -> str:
        point = "({:.6g}, {:.6g}, {:.6g})".format(*self.point)
        return f"CollisionEvent3D({self.entity_a}, {self.entity_b}, point={point}, speed={self.speed:.4g})"


class TriggerEvent3D(Event3):
    """`visitor` came into, is in, or has left `trigger`.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> esper.add_processor(s3.Physics3D(max_steps=60))
    >>> enter = s3.on("trigger_enter")(lambda event: print(event.trigger == goal, event.visitor == ball))
    >>> goal = esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Box(2, 4, 6), trigger=True))
    >>> body, collider = s3.Body3D(velocity=(-6, 0, 0)), s3.Collider3D(s3.Sphere(0.5))
    >>> ball = esper.create_entity(s3.Transform3D(5, 0, 0), body, collider)
    >>> esper.process(1)
    True True
    """

    __slots__ = ()

    trigger: int = EventRow.first
    visitor: int = EventRow.second
    reason: EndReason = end_reason_field()

    def __repr__(self) -> str:
        return f"TriggerEvent3D(trigger={self.trigger}, visitor={self.visitor}, reason={self.reason!r})"


class ProjectileEvent3D(BaseProjectileEvent):
    """A projectile hit something, or is spent: as `ecsphys.ProjectileEvent`, with vectors of space.

    `projectile` and `entity` are the entities, `entity` what was hit: 0 where a projectile came to the end of
    its `max_distance`. `shape` says which one of that entity's shapes, `normal` is its unit normal, outward.
    `distance` is how far the projectile has flown, `speed` how fast it came, `time` when in the step, 0 to 1.
    `point` is where, `spent`: this was its end.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> esper.add_processor(s3.Physics3D())
    >>> hit = s3.on("projectile_hit")(lambda event: print(event.point, event.distance))
    >>> wall = esper.create_entity(s3.Transform3D(5, 0, 0), s3.Collider3D(s3.Box(2, 10, 10)))
    >>> body, bullet = s3.Body3D(velocity=(600, 0, 0)), s3.Projectile3D(mode="ray")
    >>> shot = esper.create_entity(s3.Transform3D(), body, bullet)
    >>> esper.process(1 / 60)
    Vec3(x=4.0, y=0.0, z=0.0) 4.0
    """

    __slots__ = ()

    def __init__(self, shot: tuple[Any, ...]):
        projectile, entity, shape, spent, time, x, y, z, nx, ny, nz, distance, speed = shot
        self.projectile: int = projectile
        self.entity: int = entity
        self.shape: int = shape
        self.spent: bool = bool(spent)
        self.time: float = time
        self.point: Vec3 = Vec3(x, y, z)
        self.normal: Vec3 = Vec3(nx, ny, nz)
        self.distance: float = distance
        self.speed: float = speed
