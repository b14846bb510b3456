"""A circle against a circle, and against an edge or a polygon."""

from __future__ import annotations

import math

from ..arrays import PointRows
from ..compile import inlined, kernel
from .manifold import NO_CONTACT, Core, Manifold, feature_id, single_point


@kernel
def collide_circles(points: PointRows, a: Core, b: Core, margin: float) -> Manifold:
    """Circle and circle. Of concentric ones B is pushed up, for one direction is as good as another."""
    ax, ay = points[a.first, 0] + a.x, points[a.first, 1] + a.y
    dx = points[b.first, 0] + b.x - ax
    dy = points[b.first, 1] + b.y - ay
    reach = a.radius + b.radius + margin
    squared = dx * dx + dy * dy
    if squared > reach * reach:
        return NO_CONTACT
    distance = math.sqrt(squared)
    nx, ny = (dx / distance, dy / distance) if distance > 0.0 else (0.0, 1.0)
    middle = 0.5 * (distance + a.radius - b.radius)
    separation = distance - a.radius - b.radius
    return single_point(nx, ny, ax + middle * nx, ay + middle * ny, separation, 0)


@inlined
def nearest_face(points: PointRows, a: Core, x: float, y: float) -> tuple[float, int]:
    """The face of A that the point (x, y) is furthest in front of: `(separation, face)`."""
    best, face = -math.inf, 0
    for i in range(a.count):
        row = a.first + i
        nx, ny = points[row, 2], points[row, 3]
        separation = nx * (x - a.x - points[row, 0]) + ny * (y - a.y - points[row, 1])
        if separation > best:
            best, face = separation, i
    return best, face


@inlined
def separate_point(
    points: PointRows, a: Core, x: float, y: float, separation: float, face: int
) -> tuple[float, float, float, int]:
    """Exact distance from the core of A to a point, given its nearest face.

    Returns `(separation, nx, ny, end)`: `end` is -1 when the face itself is nearest, else the
    number of the nearest core point. The separation of a point from a convex outline as a function
    of the direction has a single maximum, which is at a face normal or between that normal and the
    next one, where one vertex supports; so looking at the ends of the best face is enough.
    """
    row = a.first + face
    nx, ny = points[row, 2], points[row, 3]
    following = face + 1 if face + 1 < a.count else 0
    dx, dy = x - a.x - points[row, 0], y - a.y - points[row, 1]
    end = face
    if separation < 0.0 or nx * dy - ny * dx >= 0.0:  # not before the start of the face
        row, end = a.first + following, following
        dx, dy = x - a.x - points[row, 0], y - a.y - points[row, 1]
        if separation < 0.0 or nx * dy - ny * dx <= 0.0:  # nor past its end
            return separation, nx, ny, -1
    distance = math.sqrt(dx * dx + dy * dy)
    if distance <= abs(separation) or distance == 0.0:
        return separation, nx, ny, -1
    return distance, dx / distance, dy / distance, end


@kernel
def collide_polygon_circle(points: PointRows, a: Core, b: Core, margin: float) -> Manifold:
    """An edge or polygon A against a circle B."""
    x, y = points[b.first, 0] + b.x, points[b.first, 1] + b.y
    separation, face = nearest_face(points, a, x, y)
    radii = a.radius + b.radius
    if separation - radii > margin:
        return NO_CONTACT
    separation, nx, ny, end = separate_point(points, a, x, y, separation, face)
    if separation - radii > margin:
        return NO_CONTACT
    middle = 0.5 * (a.radius - b.radius - separation)
    feature = feature_id(a.count + face if end < 0 else end, 0)
    return single_point(nx, ny, x + middle * nx, y + middle * ny, separation - radii, feature)
