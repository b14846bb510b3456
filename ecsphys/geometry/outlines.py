"""Hulls, decomposition, Minkowski differences and swept shapes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, overload

from ..math2d import check
from ..math2d.decompose import convex_parts
from ..math2d.hull import hull
from ..math2d.outline import RELATIVE_TOLERANCE, convex_outline, extent, signed_area, without_collinear
from ..math2d.pose import PoseLike, as_pose
from ..math2d.simple import edges_of
from ..math2d.vec2 import Pair, PointsLike, Vec2
from ..shapes import Capsule, Circle, Polygon, Segment, Shape
from .results import Edge


def convex_hull(points: PointsLike) -> list[Vec2]:
    """The corners of the convex hull of points, counter-clockwise, without collinear ones.

    Collinear points give the two ends of their line. Raises `ValueError` for an empty list. Andrew, *Another
    Efficient Algorithm for Convex Hulls in Two Dimensions* (1979).

    >>> from ecsphys.geometry import convex_hull
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

    >>> from ecsphys.geometry import decompose
    >>> [part.area for part in decompose([(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)])]
    [2.5, 3.5]
    """
    outline = check.points(points)
    inner = [check.points(hole, f"holes[{i}]") for i, hole in enumerate(holes)]
    parts = convex_parts(outline, inner)
    return [
        Polygon(part)
        for part in parts
        if signed_area(part) > RELATIVE_TOLERANCE * (size := extent(part)) * size
    ]


def _hull_points(shape: Shape, pose: PoseLike, name: str) -> list[Vec2]:
    """The corners of a bounded convex shape, in the frame of its pose."""
    if not isinstance(shape, Shape):
        raise TypeError(f"{name} must be a shape, got {shape!r}")
    if not shape.solid:
        raise TypeError(f"{name} must be convex and have an end, got {shape!r}")
    return shape.points_at(pose)


class _Origin(NamedTuple):
    """Where a corner of a difference comes from: numbers of a point of A, one of B, one of the arc."""

    of_a: int
    of_b: int
    of_arc: int


@overload
def minkowski_difference(
    a: Shape,
    pose_a: PoseLike,
    b: Shape,
    pose_b: PoseLike,
    arc_segments: int = 32,
    *,
    edges: Literal[False] = False,
) -> list[Vec2]: ...


@overload
def minkowski_difference(
    a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike, arc_segments: int = 32, *, edges: Literal[True]
) -> list[Edge]: ...


def minkowski_difference(
    a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike, arc_segments: int = 32, *, edges: bool = False
) -> list[Vec2] | list[Edge]:
    """The hull of all differences of a point of B and a point of A, counter-clockwise.

    It contains (0, 0) exactly when the shapes overlap. A full turn of a round side becomes
    `arc_segments` (at least 3) points on the true arc. `TypeError` for HalfPlane and Chain.

    With `edges=True` the edges between its corners instead, and whose each is: of "a" or "b", of "both" where
    edges of both are parallel and add up. Edges of arcs are those of the round shapes.

    >>> from ecsphys import AABB, Circle
    >>> from ecsphys.geometry import minkowski_difference
    >>> minkowski_difference(AABB(2, 2), (0, 0, 0), AABB(2, 2), (3, 0, 0))[0]
    Vec2(x=1.0, y=-2.0)
    >>> [e.owner for e in minkowski_difference(AABB(2, 2), (0, 0), Circle(1), (3, 0), 4, edges=True)]
    ['b', 'a', 'b', 'a', 'b', 'a', 'b', 'a']
    """
    if not isinstance(arc_segments, int) or isinstance(arc_segments, bool):
        raise TypeError(f"arc_segments must be an int >= 3, got {arc_segments!r}")
    if arc_segments < 3:
        raise ValueError(f"arc_segments must be an int >= 3, got {arc_segments!r}")
    if not isinstance(edges, bool):
        raise TypeError(f"edges must be True or False, got {edges!r}")
    of_a, of_b = _hull_points(a, pose_a, "a"), _hull_points(b, pose_b, "b")
    origins = {q - p: _Origin(i, j, 0) for i, p in enumerate(of_a) for j, q in enumerate(of_b)}
    corners = hull(origins)
    radius = a.radius + b.radius
    if radius > 0.0:
        arc = [Vec2(radius, 0.0).rotated(k * math.tau / arc_segments) for k in range(arc_segments)]
        origins = {
            corner + offset: origins[corner]._replace(of_arc=k)
            for corner in corners
            for k, offset in enumerate(arc)
        }
        corners = hull(origins)
    return _owned_edges(a, b, corners, origins) if edges else corners


def _owned_edges(a: Shape, b: Shape, corners: Sequence[Vec2], origins: dict[Vec2, _Origin]) -> list[Edge]:
    """The edges between the corners of a difference, each with the shape along which it leads."""
    owned = []
    # Without the corners that rounding errors leave between two parallel edges.
    for p1, p2 in edges_of(without_collinear(corners)):
        start, end = origins[p1], origins[p2]
        rounded = start.of_arc != end.of_arc
        of_a = start.of_a != end.of_a or (rounded and a.radius > 0.0)
        of_b = start.of_b != end.of_b or (rounded and b.radius > 0.0)
        owned.append(Edge(p1, p2, "both" if of_a and of_b else "a" if of_a else "b"))
    return owned


def line_crossings(points: PointsLike, start: Pair, end: Pair) -> list[Vec2]:
    """Where the endless line through two points crosses a closed outline, in the order from start to end.

    No line crosses a convex outline more than twice; a concave one has lines that cross it four times: what
    cuts off an inward corner. A corner on the line counts once where the outline changes sides there, else
    twice or not at all. Raises `ValueError` for equal points and for fewer than three corners.

    >>> from ecsphys.geometry import line_crossings
    >>> square, arrow = [(0, 0), (4, 0), (4, 4), (0, 4)], [(0, 0), (4, 2), (0, 4), (1, 2)]
    >>> line_crossings(square, (-1, 1), (0, 1))
    [Vec2(x=0.0, y=1.0), Vec2(x=4.0, y=1.0)]
    >>> len(line_crossings(arrow, (0.9, 0), (0.9, 1)))
    4
    """
    outline = check.points(points)
    if len(outline) < 3:
        raise ValueError(f"points must be at least 3, got {len(outline)}")
    first, way = check.point(start, "start"), check.point(end, "end") - check.point(start, "start")
    if way == (0.0, 0.0):
        raise ValueError(f"start and end must differ, got {start!r} twice")
    found = []
    for p, q in edges_of(outline):
        left_p, left_q = way.cross(p - first), way.cross(q - first)
        if (left_p > 0.0) != (left_q > 0.0):
            found.append(p.lerp(q, left_p / (left_p - left_q)))
    return sorted(found, key=way.dot)


def is_convex(points: PointsLike) -> bool:
    """Whether an outline, in either winding, is convex; `line_crossings` shows what that means.

    Not if it turns inward, crosses itself or has no area. Repeated and collinear points do not matter.
    `TypeError` and `ValueError` for what is no list of points.

    >>> from ecsphys.geometry import is_convex
    >>> is_convex([(0, 0), (2, 0), (2, 2)]), is_convex([(0, 0), (2, 0), (0.5, 0.5), (0, 2)])
    (True, False)
    """
    given = check.points(points)
    try:
        convex_outline(given)
    except ValueError:
        return False
    return True


def swept_shape(shape: Shape, start: PoseLike, end: PoseLike) -> Shape:
    """The area that a convex shape covers in linear motion between two poses, as a shape at (0, 0, 0).

    A circle becomes a capsule, any other shape the hull of both ends with the same rounding. Raises
    `ValueError` for different angles, unless the shape is a circle around its origin or an AABB.

    >>> from ecsphys import AABB
    >>> from ecsphys.geometry import swept_shape
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
