"""What the functions of this room answer."""

from __future__ import annotations

from typing import NamedTuple

from ..math2d.vec2 import Vec2


class ContactPoint(NamedTuple):
    """A point midway between two touching surfaces.

    `local_a` and `local_b` are the same point relative to each body's origin, in world axes; (0, 0)
    for an AABB. `penetration` >= 0. `feature` stays the same while the same features touch.
    """

    point: Vec2
    local_a: Vec2
    local_b: Vec2
    penetration: float
    feature: int


class Manifold(NamedTuple):
    """Where two shapes touch: a unit normal from A to B, and one or two points."""

    normal: Vec2
    points: tuple[ContactPoint, ...]


class Separation(NamedTuple):
    """The gap between two surfaces, negative when they overlap, and where it is.

    `normal` is a unit vector from A to B; moving B by `-distance * normal` makes them just touch.
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
    """Where a ray meets a surface, and the surface's normal there."""

    fraction: float
    point: Vec2
    normal: Vec2


class CastHit(NamedTuple):
    """Where a moving shape A first touches B: part of the way, point, normal from A to B."""

    fraction: float
    point: Vec2
    normal: Vec2


class TimeOfImpact(NamedTuple):
    """When two moving shapes touch.

    `status` is `"hit"`, `"separated"` (fraction 1), `"overlapping"` (at the start, fraction 0) or
    `"failed"` (out of iterations; nothing touches up to `fraction`). `normal` is from A to B.
    """

    status: str
    fraction: float
    point: Vec2
    normal: Vec2
    iterations: int
