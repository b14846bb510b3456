"""The Minkowski difference as a shape: exact for round shapes, although drawn as polygons."""

from __future__ import annotations

from ..geometry import convex_hull
from ..math2d.outline import without_collinear
from ..shapes import Capsule, Circle, Polygon, Segment, Shape
from .controls import Placed

DIFFERENCE_SEGMENTS = 64  # to the turn, of outlines: off the true arc by an eighth of a percent of its radius


def difference(a: Placed, b: Placed) -> Shape:
    """Return B - A as a shape at (0, 0, 0): the difference of the corners, rounded by both radii."""
    (shape_a, pose_a), (shape_b, pose_b) = a, b
    radius = shape_a.radius + shape_b.radius
    ends = [q - p for p in shape_a.points_at(pose_a) for q in shape_b.points_at(pose_b)]
    corners = without_collinear(convex_hull(ends))
    if len(corners) > 2:
        return Polygon(corners, radius)
    if len(corners) == 2:
        start, end = corners
        return Capsule.between(start, end, radius) if radius > 0.0 else Segment(start, end)
    return Circle(radius, corners[0])
