"""Outlines of what many tiles cover together: edges that two tiles share cancel out."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ..math2d.vec2 import Pair, Vec2

_PARTS = 1024  # of a tile's side, to which corners are rounded: so that shared edges are equal to the bit

Spot = tuple[int, int]
Edge = tuple[Spot, Spot]


def union_outlines(polygons: Iterable[Sequence[Pair]], side: float) -> list[list[Vec2]]:
    """The outlines of the union of polygons that touch but do not overlap, islands and holes.

    Polygons run counter-clockwise; so do outlines around something, those around a hole run clockwise.
    Corners are rounded to a 1024th of `side`, a typical length, in game units. Straight runs are one
    edge. Where two islands touch at a corner only they stay two. Polygons that overlap keep the edges
    that they have inside each other.
    """
    unit = side / _PARTS
    edges: list[Edge] = []
    for polygon in polygons:
        spots = [(round(x / unit), round(y / unit)) for x, y in polygon]
        edges += [(a, b) for a, b in zip(spots, spots[1:] + spots[:1], strict=True) if a != b]
    return [[Vec2(x * unit, y * unit) for x, y in loop] for loop in _loops(_uncovered(edges))]


def _uncovered(edges: list[Edge]) -> list[Edge]:
    """What is left of edges where opposite ones on the same line cancel out."""
    lines: dict[tuple[int, int, int], dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for a, b in edges:
        dx, dy, sign = _way(a, b)
        line = lines[dx, dy, dx * a[1] - dy * a[0]]
        low, high = sorted((_along(a, dx), _along(b, dx)))
        line[low] += sign
        line[high] -= sign
    left: list[Edge] = []
    for (dx, dy, offset), changes in lines.items():
        places = sorted(changes)
        cover = 0
        for place, following in pairwise(places):
            cover += changes[place]
            if cover:
                ends = _spot(place, dx, dy, offset), _spot(following, dx, dy, offset)
                left.append(ends if cover > 0 else ends[::-1])
    return left


def _way(a: Spot, b: Spot) -> tuple[int, int, int]:
    """The direction of an edge in smallest whole numbers, to the right (or up), and 1 or -1: its sense."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    sign = 1 if (dx, dy) > (0, 0) else -1
    divisor = sign * math.gcd(dx, dy)
    return dx // divisor, dy // divisor, sign


def _along(spot: Spot, dx: int) -> int:
    """Where a spot is on its line."""
    return spot[0] if dx else spot[1]


def _spot(place: int, dx: int, dy: int, offset: int) -> Spot:
    """The spot at a place of a line; `offset` is `dx * y - dy * x` of all its points."""
    return (place, (offset + dy * place) // dx) if dx else (-offset // dy, place)


def _loops(edges: list[Edge]) -> list[list[Spot]]:
    """Edges strung together to closed loops without collinear points."""
    leaving: dict[Spot, list[Spot]] = defaultdict(list)
    for a, b in sorted(edges):
        leaving[a].append(b)
    loops = []
    for start in sorted(leaving):
        while leaving[start]:
            loop = [start, leaving[start].pop()]
            while loop[-1] != start:
                loop.append(_take_left(leaving[loop[-1]], loop[-2], loop[-1]))
            loops.append(_corners(loop[:-1]))
    return [loop for loop in loops if len(loop) > 2]  # slivers may have been rounded to nothing


def _take_left(ends: list[Spot], before: Spot, here: Spot) -> Spot:
    """Of the edges that leave a spot, the one that turns furthest left: it stays with the same island."""
    inward = math.atan2(here[1] - before[1], here[0] - before[0])

    def turn(end: Spot) -> float:
        angle = math.atan2(end[1] - here[1], end[0] - here[0]) - inward
        return math.remainder(angle, 2.0 * math.pi)

    best = max(ends, key=turn)
    ends.remove(best)
    return best


def _corners(loop: list[Spot]) -> list[Spot]:
    """The spots of a closed loop at which it turns."""
    kept = []
    for k, (x, y) in enumerate(loop):
        (ax, ay), (bx, by) = loop[k - 1], loop[(k + 1) % len(loop)]
        if (x - ax) * (by - y) != (y - ay) * (bx - x):
            kept.append((x, y))
    return kept
