"""The results of the queries of this package."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from ..math2d.vec2 import Vec2

ImpactStatus: TypeAlias = Literal["hit", "separated", "overlapping", "failed"]


class ContactPoint(NamedTuple):
    """A point midway between two touching surfaces.

    `local_a` and `local_b` are the same point relative to each shape's origin, in world axes; (0, 0)
    for an AABB. `penetration` >= 0. `feature` stays the same while the same features touch.
    """

    point: Vec2
    local_a: Vec2
    local_b: Vec2
    penetration: float
    feature: int


class Manifold(NamedTuple):
    """The contact of two shapes: a unit normal from A to B, and one or two points."""

    normal: Vec2
    points: tuple[ContactPoint, ...]


class Separation(NamedTuple):
    """The gap between two surfaces, negative if they overlap, and its end points.

    `normal` is a unit vector from A to B; moving B by `-distance * normal` brings them into touch.
    """

    distance: float
    point_a: Vec2
    point_b: Vec2
    normal: Vec2


class PointHit(NamedTuple):
    """The nearest point of a surface; `distance` is negative inside, `normal` points outward."""

    distance: float
    point: Vec2
    normal: Vec2


class RayHit(NamedTuple):
    """The first hit of a ray: fraction of the way, point, and the surface's normal."""

    fraction: float
    point: Vec2
    normal: Vec2


class CastHit(NamedTuple):
    """The first touch of a moving shape A with B: fraction of the way, point, normal from A to B."""

    fraction: float
    point: Vec2
    normal: Vec2


class TimeOfImpact(NamedTuple):
    """When two moving shapes touch.

    `status` is `"hit"`, `"separated"` (fraction 1), `"overlapping"` (at the start, fraction 0) or
    `"failed"` (out of iterations; nothing touches up to `fraction`). `normal` is from A to B.
    """

    status: ImpactStatus
    fraction: float
    point: Vec2
    normal: Vec2
    iterations: int
