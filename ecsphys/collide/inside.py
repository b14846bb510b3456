"""The inside of chain loops against a shape that got there: the shortest way out.

A chain segment pushes what is in front of it, the inside pushes the rest: shapes whose points have their
mean inside. They leave through the nearest edge of the loops.
"""

from __future__ import annotations

from typing import NamedTuple

from ..arrays import PointRows
from ..compile import kernel
from ..math2d.vec2 import Vec2
from ..math2d.vector import add, add_scaled, cross, divide, dot, length, subtract
from .manifold import (
    NO_CONTACT,
    POLYGON,
    WITH_A,
    Core,
    Manifold,
    feature_id,
    mean_point,
    normal_at,
    origin,
    point_at,
    single_point,
)

CORNERS = 4  # rows for corners; exits follow


class Exit(NamedTuple):
    """The shortest way out: number of the exit, unit direction, and distance."""

    number: int
    nx: float
    ny: float
    distance: float


@kernel
def as_polygon(points: PointRows, a: Core) -> Core:
    """A part of the inside without its exits."""
    last = normal_at(points, a.first + CORNERS - 1)
    count = CORNERS - 1 if last.x == 0.0 and last.y == 0.0 else CORNERS
    return Core(POLYGON, a.first, count, 0.0, a.x, a.y)


@kernel
def holds(points: PointRows, a: Core, p: Vec2) -> bool:
    """Whether a point, relative to the shared origin, is in a part of the inside or on its boundary."""
    p = subtract(p, origin(a))
    for row in range(a.first, a.first + as_polygon(points, a).count):
        if dot(normal_at(points, row), subtract(p, point_at(points, row))) > 0.0:
            return False
    return True


@kernel
def shortest_exit(points: PointRows, a: Core, p: Vec2) -> Exit:
    """The shortest way out from a point relative to the shared origin; of equals the first."""
    p = subtract(p, origin(a))
    best = Exit(0, 0.0, 1.0, 0.0)
    for number in range((a.count - CORNERS) // 2):
        row = a.first + CORNERS + 2 * number
        normal, start, end = normal_at(points, row), point_at(points, row), point_at(points, row + 1)
        way, distance = normal, abs(dot(normal, subtract(p, start)))
        before = cross(normal, subtract(p, start)) < 0.0
        if before or cross(normal, subtract(p, end)) > 0.0:
            way = subtract(start if before else end, p)
            distance = length(way)
            way = divide(way, distance) if distance > 0.0 else normal
        if number == 0 or distance < best.distance:
            best = Exit(number, way.x, way.y, distance)
    return best


@kernel
def collide_inside(points: PointRows, a: Core, b: Core) -> Manifold:
    """A part A of the inside against a circle, segment or polygon B.

    The single point lies on a line through the mean of B's points, so that B leaves without rotating.
    """
    mean = mean_point(points, b)
    if not holds(points, a, mean):
        return NO_CONTACT
    way = shortest_exit(points, a, mean)
    normal = Vec2(way.nx, way.ny)
    support = 0.0
    for row in range(b.first, b.first + b.count):
        support = max(support, dot(normal, subtract(mean, add(point_at(points, row), origin(b)))))
    support += b.radius
    point = add_scaled(mean, 0.5 * (way.distance - support), normal)
    return single_point(normal, point, -(way.distance + support), feature_id(way.number, 0), WITH_A)
