"""Poses and overlaps in plain Python, for the oracles of fuzzers: convex sets are lists of their corners."""

from __future__ import annotations

import math
from collections.abc import Iterable

from ecsphys import Transform
from tests.fuzz.plain import Point, edges, to_edge


def local_of(place: Transform, x: float, y: float) -> Point:
    """Return a point in the frame of a pose."""
    c, s = math.cos(place.angle), math.sin(place.angle)
    dx, dy = x - place.x, y - place.y
    return c * dx + s * dy, c * dy - s * dx


def moved(points: Iterable[Point], x: float, y: float, angle: float) -> list[Point]:
    """Return points of a pose's frame in the world."""
    c, s = math.cos(angle), math.sin(angle)
    return [(x + c * px - s * py, y + s * px + c * py) for px, py in points]


def overlap(a: list[Point], b: list[Point]) -> float:
    """Return how deep two convex sets overlap along the axis that parts them best, minus their gap there."""
    deepest = math.inf
    for p, q in edges(a) + edges(b):
        nx, ny = q[1] - p[1], p[0] - q[0]
        size = math.hypot(nx, ny)
        if size > 0:
            of_a = [(x * nx + y * ny) / size for x, y in a]
            of_b = [(x * nx + y * ny) / size for x, y in b]
            deepest = min(deepest, max(of_a) - min(of_b), max(of_b) - min(of_a))
    return deepest


def gap_of(a: list[Point], b: list[Point]) -> float:
    """Return the distance of two convex sets, negative where they overlap."""
    depth = overlap(a, b)
    if 0 < depth < math.inf:
        return -depth
    gaps = [to_edge(p, *edge) for p in a for edge in edges(b)] + [
        to_edge(p, *edge) for p in b for edge in edges(a)
    ]
    return min(gaps)
