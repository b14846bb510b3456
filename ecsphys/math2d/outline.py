"""Outlines as lists of points: validation, clean-up and measurement."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from .elementary import atan2
from .vec2 import Pair, Vec2

# A point nearer than this to a neighbour is a duplicate, nearer to the line between its neighbours collinear.
# Relative to the outline's extent; well below the 1e-4 of a needle's tip.
RELATIVE_TOLERANCE = 1e-9


def signed_area(points: Sequence[Pair]) -> float:
    """Area of a closed outline, negative if it is clockwise (shoelace formula)."""
    x0, y0 = points[0]
    return 0.5 * math.fsum(
        (a[0] - x0) * (b[1] - y0) - (a[1] - y0) * (b[0] - x0) for a, b in pairwise(points[1:])
    )


def extent(points: Sequence[Pair]) -> float:
    """Diagonal of the bounding box of the points."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return math.hypot(max(xs) - min(xs), max(ys) - min(ys))


def without_duplicates(points: Sequence[Vec2], closed: bool) -> list[Vec2]:
    """Drop points that repeat the point before (and, if closed, final ones that repeat the first)."""
    near = RELATIVE_TOLERANCE * extent(points)
    corners: list[Vec2] = []
    for p in points:
        if not corners or p.distance(corners[-1]) > near:
            corners.append(p)
    while closed and len(corners) > 1 and corners[-1].distance(corners[0]) <= near:
        corners.pop()
    return corners


def _line_offset(a: Vec2, b: Vec2, c: Vec2) -> float:
    """Distance of b from the line from a to c; positive on its right."""
    way = c - a
    return (b - a).cross(way) / way.length if way != (0.0, 0.0) else 0.0


def without_collinear(points: Sequence[Vec2]) -> list[Vec2]:
    """Drop the points of a closed outline that lie on the segment between their neighbours.

    What is left has no such point, so that it stays as it is when it is given again.
    """
    near = RELATIVE_TOLERANCE * extent(points)
    corners = list(points)
    i = 0
    while i < len(corners) and len(corners) > 2:
        a, b, c = corners[i - 1], corners[i], corners[(i + 1) % len(corners)]
        if abs(_line_offset(a, b, c)) <= near and (b - a).dot(c - b) > 0.0:
            del corners[i]
            i = max(i - 1, 0)
        else:
            i += 1
    return corners if len(corners) == len(points) else without_collinear(corners)


def convex_outline(points: Sequence[Vec2]) -> list[Vec2]:
    """Return a convex outline counter-clockwise, without duplicate and collinear points.

    Raises `ValueError` when there are fewer than three corners, no area, an inward corner or a
    crossing.
    """
    if len(points) < 3:
        raise ValueError(f"points must be at least 3, got {len(points)}")
    corners = without_duplicates(points, closed=True)
    size = extent(points)
    if len(corners) < 3 or all(
        abs(_line_offset(corners[0], p, corners[1])) <= RELATIVE_TOLERANCE * size for p in corners
    ):
        raise ValueError(f"points must enclose an area, got only collinear ones: {_format(points)}")
    if signed_area(corners) < 0.0:
        corners.reverse()
    corners = without_collinear(corners)
    total_turn = 0.0
    for i, b in enumerate(corners):
        u, v = b - corners[i - 1], corners[(i + 1) % len(corners)] - b
        turn = atan2(u.cross(v), u.dot(v))
        if turn <= 0.0:
            raise ValueError(
                f"points must form a convex outline, got one that turns inward at {tuple(b)}; "
                "cut it into convex parts with ecsphys.geometry.decompose(points)"
            )
        total_turn += turn
    if total_turn > 3.0 * math.pi:
        raise ValueError(f"points must form a convex outline, got one that crosses itself: {_format(points)}")
    return corners


def _format(points: Sequence[Pair]) -> str:
    """Format at most six points for an error message."""
    listed = ", ".join(f"({x:g}, {y:g})" for x, y in points[:6])
    return f"[{listed}{', …' if len(points) > 6 else ''}]"


def distance_outside(points: Sequence[Pair], p: Pair) -> float:
    """Distance of a point from a point, a segment or a convex counter-clockwise outline; 0 inside."""
    return max(signed_distance(points, p), 0.0)


def signed_distance(points: Sequence[Pair], p: Pair) -> float:
    """`distance_outside`, but inside an outline the negative distance from the nearest side."""
    if len(points) == 1:
        return math.hypot(p[0] - points[0][0], p[1] - points[0][1])
    nearest, inside = math.inf, len(points) > 2
    for a, b in zip(points, (*points[1:], points[0]), strict=True):
        ex, ey = b[0] - a[0], b[1] - a[1]
        dx, dy = p[0] - a[0], p[1] - a[1]
        inside = inside and ex * dy - ey * dx >= 0.0
        along = min(max((dx * ex + dy * ey) / (ex * ex + ey * ey), 0.0), 1.0)
        nearest = min(nearest, math.hypot(dx - along * ex, dy - along * ey))
    return -nearest if inside else nearest
