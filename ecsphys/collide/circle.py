"""Contact of a circle with a circle, a segment or a polygon."""

from __future__ import annotations

import math

from ..arrays import PointRows
from ..compile import inlined, kernel
from ..math2d.vec2 import Vec2
from ..math2d.vector import add, add_scaled, cross, divide, dot, length, length_squared, subtract
from .manifold import (
    BETWEEN,
    NO_CONTACT,
    WITH_A,
    Core,
    Manifold,
    feature_id,
    following,
    normal_at,
    origin,
    point_at,
    single_point,
)


@kernel
def collide_circles(points: PointRows, a: Core, b: Core, margin: float) -> Manifold:
    """Circle and circle; if concentric, the normal is (0, 1)."""
    center = add(point_at(points, a.first), origin(a))
    offset = subtract(add(point_at(points, b.first), origin(b)), center)
    reach = a.radius + b.radius + margin
    squared = length_squared(offset)
    if squared > reach * reach:
        return NO_CONTACT
    distance = math.sqrt(squared)
    normal = divide(offset, distance) if distance > 0.0 else Vec2(0.0, 1.0)
    point = add_scaled(center, 0.5 * (distance + a.radius - b.radius), normal)
    return single_point(normal, point, distance - a.radius - b.radius, 0, BETWEEN)


@inlined
def nearest_face(points: PointRows, a: Core, p: Vec2) -> tuple[float, int]:
    """The face of A with the largest separation from a point: `(separation, face)`."""
    best, face = -math.inf, 0
    for i in range(a.count):
        row = a.first + i
        offset = subtract(subtract(p, origin(a)), point_at(points, row))
        separation = dot(normal_at(points, row), offset)
        if separation > best:
            best, face = separation, i
    return best, face


@inlined
def separate_point(
    points: PointRows, a: Core, p: Vec2, separation: float, face: int
) -> tuple[float, Vec2, int]:
    """Exact distance from the core of A to a point, given its nearest face.

    Returns `(separation, normal, end)`: `end` is -1 when the face itself is nearest, else the
    number of the nearest core point. The separation of a point from a convex outline as a function
    of the direction has a single maximum, which is at a face normal or between that normal and the
    next one, where one vertex supports; so only the ends of the best face remain to be tested.
    """
    row, end = a.first + face, face
    normal = normal_at(points, row)
    relative = subtract(p, origin(a))
    offset = subtract(relative, point_at(points, row))
    if separation < 0.0 or cross(normal, offset) >= 0.0:  # not before the start of the face
        end = following(a, face)
        offset = subtract(relative, point_at(points, a.first + end))
        if separation < 0.0 or cross(normal, offset) <= 0.0:  # nor past its end
            return separation, normal, -1
    distance = length(offset)
    if distance <= abs(separation) or distance == 0.0:
        return separation, normal, -1
    return distance, divide(offset, distance), end


@kernel
def collide_polygon_circle(points: PointRows, a: Core, b: Core, margin: float) -> Manifold:
    """A segment or polygon A against a circle B."""
    center = add(point_at(points, b.first), origin(b))
    separation, face = nearest_face(points, a, center)
    radii = a.radius + b.radius
    if separation - radii > margin:
        return NO_CONTACT
    separation, normal, end = separate_point(points, a, center, separation, face)
    if separation - radii > margin:
        return NO_CONTACT
    point = add_scaled(center, 0.5 * (a.radius - b.radius - separation), normal)
    feature = feature_id(a.count + face if end < 0 else end, 0)
    return single_point(normal, point, separation - radii, feature, WITH_A if end < 0 else BETWEEN)
