"""The outline of a union of tiles or cells: edges shared by two of them cancel out."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from ..arrays import Flags
from .elementary import atan2
from .vec2 import Pair, Vec2

_PARTS = 1024  # units per tile side; corners are rounded to units, so that shared edges are equal

Spot = tuple[int, int]
Edge = tuple[Spot, Spot]


def union_outlines(polygons: Iterable[Sequence[Pair]], side: float) -> list[list[Vec2]]:
    """Return the outlines of a union of counter-clockwise polygons that touch but do not overlap.

    Outer outlines run counter-clockwise, those of holes clockwise. Corners are rounded to a 1024th of `side`,
    a typical length in game units. Collinear edges become one. Islands that touch at a corner only stay
    separate. Polygons that do overlap keep the edges inside each other.
    """
    unit = side / _PARTS
    edges: list[Edge] = []
    for polygon in polygons:
        spots = [(round(x / unit), round(y / unit)) for x, y in polygon]
        edges += [(a, b) for a, b in zip(spots, spots[1:] + spots[:1], strict=True) if a != b]
    return [[Vec2(x * unit, y * unit) for x, y in loop] for loop in _loops(_uncovered(edges))]


def grid_outlines(solid: Flags, cell: float) -> list[list[Vec2]]:
    """Return the outlines of the solid cells of a grid, as `union_outlines` does.

    `solid[row, column]` is the square of side `cell` with its lower left corner at (column, row) * cell.
    """
    framed = np.pad(solid, 1).astype(np.int8)
    edges: list[Edge] = []
    # Along each border between two rows or columns the solid side is on the left.
    for x, y in np.argwhere(np.diff(framed, axis=0)[:, 1:-1].T == 1).tolist():
        edges.append(((x, y), (x + 1, y)))
    for x, y in np.argwhere(np.diff(framed, axis=0)[:, 1:-1].T == -1).tolist():
        edges.append(((x + 1, y), (x, y)))
    for x, y in np.argwhere(np.diff(framed, axis=1)[1:-1].T == 1).tolist():
        edges.append(((x, y + 1), (x, y)))
    for x, y in np.argwhere(np.diff(framed, axis=1)[1:-1].T == -1).tolist():
        edges.append(((x, y), (x, y + 1)))
    return [[Vec2(x * cell, y * cell) for x, y in loop] for loop in _loops(edges)]


def _uncovered(edges: list[Edge]) -> list[Edge]:
    """Return the edges left after opposite edges on the same line have cancelled out."""
    lines: dict[tuple[int, int, int], dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for a, b in edges:
        dx, dy, sign = _direction(a, b)
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


def _direction(a: Spot, b: Spot) -> tuple[int, int, int]:
    """Return an edge's direction in smallest whole numbers, pointing right or up, and its sign along it."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    sign = 1 if (dx, dy) > (0, 0) else -1
    divisor = sign * math.gcd(dx, dy)
    return dx // divisor, dy // divisor, sign


def _along(spot: Spot, dx: int) -> int:
    """Return the coordinate of a point along its line."""
    return spot[0] if dx else spot[1]


def _spot(place: int, dx: int, dy: int, offset: int) -> Spot:
    """Return the point at a coordinate along a line; `offset` is `dx * y - dy * x` of its points."""
    return (place, (offset + dy * place) // dx) if dx else (-offset // dy, place)


def _loops(edges: list[Edge]) -> list[list[Spot]]:
    """Join edges to closed loops without collinear points."""
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
    return [loop for loop in loops if len(loop) > 2]  # slivers may vanish by rounding


def _take_left(ends: list[Spot], before: Spot, here: Spot) -> Spot:
    """Remove and return the end of the edge that turns furthest left, which stays on the same island."""
    inward = atan2(here[1] - before[1], here[0] - before[0])

    def turn(end: Spot) -> float:
        angle = atan2(end[1] - here[1], end[0] - here[0]) - inward
        return math.remainder(angle, 2.0 * math.pi)

    best = max(ends, key=turn)
    ends.remove(best)
    return best


def _corners(loop: list[Spot]) -> list[Spot]:
    """Return the points of a closed loop where it turns."""
    corners = []
    for k, (x, y) in enumerate(loop):
        (ax, ay), (bx, by) = loop[k - 1], loop[(k + 1) % len(loop)]
        if (x - ax) * (by - y) != (y - ay) * (bx - x):
            corners.append((x, y))
    return corners
