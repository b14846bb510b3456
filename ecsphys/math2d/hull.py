"""Convex hulls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .vec2 import Vec2


def _lower_hull(points: Sequence[Vec2]) -> list[Vec2]:
    """The lower hull of points sorted by x; the upper hull if they are sorted backwards."""
    corners: list[Vec2] = []
    for p in points:
        while len(corners) > 1 and (corners[-1] - corners[-2]).cross(p - corners[-1]) <= 0.0:
            corners.pop()
        corners.append(p)
    return corners


def hull(points: Iterable[Vec2]) -> list[Vec2]:
    """The corners of the convex hull, counter-clockwise from the leftmost, without collinear points.

    Collinear points give the two ends of their line, equal points a single one. Andrew's monotone chain:
    *Another Efficient Algorithm for Convex Hulls in Two Dimensions* (1979).

    >>> len(hull([Vec2(0, 0), Vec2(2, 0), Vec2(1, 0), Vec2(2, 2), Vec2(1, 1)]))
    3
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    return _lower_hull(ordered)[:-1] + _lower_hull(ordered[::-1])[:-1]
