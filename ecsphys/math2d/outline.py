"""Convex outlines: checking, tidying and measuring lists of points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from .vec2 import Pair, Vec2

# Points nearer than this to a neighbour or to the line between its neighbours say nothing about
# the outline. In units of the outline's extent; well below the 1e-4 of a needle's tip.
RELATIVE_TOLERANCE = 1e-9


def signed_area(points: Sequence[Pair]) -> float:
    """Area inside a closed outline, negative when it runs clockwise (the shoelace formula)."""
    x0, y0 = points[0]
    return 0.5 * math.fsum(
        (a[0] - x0) * (b[1] - y0) - (a[1] - y0) * (b[0] - x0) for a, b in pairwise(points[1:])
    )


def extent(points: Sequence[Pair]) -> float:
    """Diagonal of the box around some points."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return math.hypot(max(xs) - min(xs), max(ys) - min(ys))


def without_duplicates(points: Sequence[Vec2], closed: bool) -> list[Vec2]:
    """The points without those that repeat the one before (and, if closed, the first)."""
    near = RELATIVE_TOLERANCE * extent(points)
    kept: list[Vec2] = []
    for p in points:
        if not kept or p.distance(kept[-1]) > near:
            kept.append(p)
    while closed and len(kept) > 1 and kept[-1].distance(kept[0]) <= near:
        kept.pop()
    return kept


def _off_line(a: Vec2, b: Vec2, c: Vec2) -> float:
    """How far b lies to the right of the way from a to c; negative on the left."""
    way = c - a
    return (b - a).cross(way) / way.length if way != (0.0, 0.0) else 0.0


def without_collinear(points: Sequence[Vec2]) -> list[Vec2]:
    """A closed outline without the points that lie straight between their neighbours."""
    near = RELATIVE_TOLERANCE * extent(points)
    kept = list(points)
    i = 0
    while i < len(kept) and len(kept) > 2:
        a, b, c = kept[i - 1], kept[i], kept[(i + 1) % len(kept)]
        if abs(_off_line(a, b, c)) <= near and (b - a).dot(c - b) > 0.0:
            del kept[i]
            i = max(i - 1, 0)
        else:
            i += 1
    return kept


def convex_outline(points: Sequence[Vec2]) -> list[Vec2]:
    """The same outline counter-clockwise, without duplicate and collinear points.

    Raises `ValueError` when there are fewer than three corners, no area, an inward corner or a
    crossing.
    """
    if len(points) < 3:
        raise ValueError(f"points must be at least 3, got {len(points)}")
    kept = without_duplicates(points, closed=True)
    size = extent(points)
    if len(kept) < 3 or all(abs(_off_line(kept[0], p, kept[1])) <= RELATIVE_TOLERANCE * size for p in kept):
        raise ValueError(f"points must enclose an area, got only collinear ones: {_shown(points)}")
    if signed_area(kept) < 0.0:
        kept.reverse()
    kept = without_collinear(kept)
    turned = 0.0
    for i, b in enumerate(kept):
        u, v = b - kept[i - 1], kept[(i + 1) % len(kept)] - b
        turn = math.atan2(u.cross(v), u.dot(v))
        if turn <= 0.0:
            raise ValueError(
                f"points must form a convex outline, got one that turns inward at {tuple(b)}; "
                "cut it into convex parts with ecsphys.geometry.decompose(points)"
            )
        turned += turn
    if turned > 3.0 * math.pi:
        raise ValueError(f"points must form a convex outline, got one that crosses itself: {_shown(points)}")
    return kept


def _shown(points: Sequence[Pair]) -> str:
    """The points for a message, at most six of them."""
    shown = ", ".join(f"({x:g}, {y:g})" for x, y in points[:6])
    return f"[{shown}{', …' if len(points) > 6 else ''}]"


def distance_outside(points: Sequence[Pair], p: Pair) -> float:
    """Distance of a point from a point, a segment or a convex counter-clockwise outline; 0 inside."""
    if len(points) == 1:
        return math.hypot(p[0] - points[0][0], p[1] - points[0][1])
    nearest, inside = math.inf, len(points) > 2
    for a, b in zip(points, (*points[1:], points[0]), strict=True):
        ex, ey = b[0] - a[0], b[1] - a[1]
        dx, dy = p[0] - a[0], p[1] - a[1]
        inside = inside and ex * dy - ey * dx >= 0.0
        along = min(max((dx * ex + dy * ey) / (ex * ex + ey * ey), 0.0), 1.0)
        nearest = min(nearest, math.hypot(dx - along * ex, dy - along * ey))
    return 0.0 if inside else nearest
