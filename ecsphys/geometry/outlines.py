"""Hulls, decomposition, Minkowski differences and swept shapes."""

from __future__ import annotations

import math
from collections.abc import Iterable

from ..math2d import check
from ..math2d.decompose import convex_parts
from ..math2d.hull import hull
from ..math2d.outline import RELATIVE_TOLERANCE, extent, signed_area
from ..math2d.pose import PoseLike, as_pose, transform_point
from ..math2d.vec2 import PointsLike, Vec2
from ..shapes import Capsule, Circle, Polygon, Segment, Shape


def convex_hull(points: PointsLike) -> list[Vec2]:
    """The corners of the convex hull of points, counter-clockwise, without collinear ones.

    Collinear points give the two ends of their line. Raises `ValueError` for an empty list. Andrew, *Another
    Efficient Algorithm for Convex Hulls in Two Dimensions* (1979).

    >>> convex_hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2)])
    [Vec2(x=0.0, y=0.0), Vec2(x=2.0, y=0.0), Vec2(x=2.0, y=2.0), Vec2(x=0.0, y=2.0)]
    """
    given = check.points(points)
    if not given:
        raise ValueError("points must be at least one, got none")
    return hull(given)


def decompose(points: PointsLike, holes: Iterable[PointsLike] = ()) -> list[Polygon]:
    """Cut a simple outline, concave or not and in either winding, into few convex polygons.

    `holes` are outlines inside it. Raises `ValueError` when an outline crosses or touches itself or
    another one (the message gives the place), has no area, or when a hole is not inside. Ear
    clipping, then merging: Hertel and Mehlhorn, *Fast Triangulation of Simple Polygons* (1983).

    >>> [part.area for part in decompose([(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)])]
    [2.5, 3.5]
    """
    outline = check.points(points)
    inner = [check.points(hole, f"holes[{i}]") for i, hole in enumerate(holes)]
    parts = convex_parts(outline, inner)
    return [Polygon(part) for part in parts if signed_area(part) > RELATIVE_TOLERANCE * extent(part) ** 2]


def _hull_points(shape: Shape, pose: PoseLike, name: str) -> list[Vec2]:
    """The corners of a bounded convex shape, in the frame of its pose."""
    if not isinstance(shape, Shape):
        raise TypeError(f"{name} must be a shape, got {shape!r}")
    if not shape.solid:
        raise TypeError(f"{name} must be convex and have an end, got {shape!r}")
    x, y, angle = as_pose(pose)
    placed = (x, y, 0.0 if shape.upright else angle)
    return [transform_point(placed, p.x, p.y) for p in shape.points]


def minkowski_difference(
    a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike, arc_segments: int = 32
) -> list[Vec2]:
    """The hull of all differences of a point of B and a point of A, counter-clockwise.

    It contains (0, 0) exactly when the shapes overlap. A full turn of a round side becomes
    `arc_segments` (at least 3) points on the true arc. `TypeError` for HalfPlane and Chain.

    >>> from ecsphys import AABB
    >>> minkowski_difference(AABB(2, 2), (0, 0, 0), AABB(2, 2), (3, 0, 0))[0]
    Vec2(x=1.0, y=-2.0)
    """
    if not isinstance(arc_segments, int) or isinstance(arc_segments, bool):
        raise TypeError(f"arc_segments must be an int >= 3, got {arc_segments!r}")
    if arc_segments < 3:
        raise ValueError(f"arc_segments must be an int >= 3, got {arc_segments!r}")
    of_a, of_b = _hull_points(a, pose_a, "a"), _hull_points(b, pose_b, "b")
    corners = hull(q - p for p in of_a for q in of_b)
    radius = a.radius + b.radius
    if radius == 0.0:
        return corners
    arc = [Vec2(radius, 0.0).rotated(k * math.tau / arc_segments) for k in range(arc_segments)]
    return hull(corner + offset for corner in corners for offset in arc)


def swept_shape(shape: Shape, start: PoseLike, end: PoseLike) -> Shape:
    """The area that a convex shape covers in linear motion between two poses, as a shape at (0, 0, 0).

    A circle becomes a capsule, any other shape the hull of both ends with the same rounding. Raises
    `ValueError` for different angles, unless the shape is a circle around its origin or an AABB.

    >>> from ecsphys import AABB
    >>> swept_shape(AABB(2, 2), (0, 0, 0), (5, 0, 0)).area
    14.0
    """
    first, last = _hull_points(shape, start, "shape"), _hull_points(shape, end, "shape")
    turn = as_pose(end)[2] - as_pose(start)[2]
    if turn != 0.0 and not (shape.upright or shape.points == (Vec2(0.0, 0.0),)):
        raise ValueError(f"start and end must have the same angle, got a turn of {turn!r}")
    corners = hull(first + last)
    if len(corners) > 2:
        return Polygon(corners, shape.radius)
    if shape.radius == 0.0:
        return Segment(corners[0], corners[1])
    if len(corners) == 1:
        return Circle(shape.radius, corners[0])
    return Capsule.between(corners[0], corners[1], shape.radius)
