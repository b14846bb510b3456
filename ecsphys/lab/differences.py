"""The Minkowski difference as a shape: exact for round shapes, although drawn as polygons."""

from __future__ import annotations

from collections.abc import Sequence

from ..geometry import convex_hull
from ..math2d.outline import without_collinear
from ..math2d.vec2 import Vec2
from ..shapes import Capsule, Circle, Polygon, Segment, Shape
from .controls import Placed

DIFFERENCE_SEGMENTS = 64  # to the turn, of outlines: off the true arc by an eighth of a percent of its radius


def difference(a: Placed, b: Placed) -> Shape:
    """Return B - A as a shape at (0, 0, 0): the difference of the corners, rounded by both radii."""
    (shape_a, pose_a), (shape_b, pose_b) = a, b
    ends = [q - p for p in shape_a.points_at(pose_a) for q in shape_b.points_at(pose_b)]
    return rounded_hull(ends, shape_a.radius + shape_b.radius)


def rounded_hull(points: Sequence[Vec2], radius: float) -> Shape:
    """Return the hull of points, rounded by a radius, as a shape at (0, 0, 0)."""
    corners = without_collinear(convex_hull(points))
    if len(corners) > 2:
        return Polygon(corners, radius)
    if len(corners) == 2:
        start, end = corners
        return Capsule.between(start, end, radius) if radius > 0.0 else Segment(start, end)
    return Circle(radius, corners[0])
