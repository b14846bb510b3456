"""Convex hulls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .vec2 import Vec2


def _half(points: Sequence[Vec2]) -> list[Vec2]:
    """The points below which, on the way along sorted points, none lies."""
    kept: list[Vec2] = []
    for p in points:
        while len(kept) > 1 and (kept[-1] - kept[-2]).cross(p - kept[-1]) <= 0.0:
            kept.pop()
        kept.append(p)
    return kept


def hull(points: Iterable[Vec2]) -> list[Vec2]:
    """The corners of the convex hull, counter-clockwise from the leftmost, without collinear points.

    Points on one line give its two ends, equal ones a single point. Andrew's monotone chain:
    *Another Efficient Algorithm for Convex Hulls in Two Dimensions* (1979).

    >>> len(hull([Vec2(0, 0), Vec2(2, 0), Vec2(1, 0), Vec2(2, 2), Vec2(1, 1)]))
    3
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    return _half(ordered)[:-1] + _half(ordered[::-1])[:-1]
