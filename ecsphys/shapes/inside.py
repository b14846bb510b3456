"""The inside of chain loops, as convex parts. In a world it counts as solid.

It is all that the loops of one collider together wind around counter-clockwise: an island without the ponds
that clockwise loops cut out of it. The way across is divided at every corner into columns, each between
the edge below and the edge above (the vertical decomposition of de Berg et al., *Computational
Geometry*, 6.1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..arrays import Reals2, Reals3
from ..math2d.core import INSIDE, LocalCore, edge_normal
from ..math2d.elementary import lengths_of_many
from ..math2d.outline import distance_outside, signed_area, without_duplicates
from ..math2d.vec2 import Vec2
from .base import Shape
from .line import Chain

MAX_EXITS = 32  # edges that a part of the inside lists


class Edge(NamedTuple):
    """An edge of a loop that is not vertical, from left to right.

    `winding`: 1 if the solid side is above it, -1 if below. `chain`: index of its chain in the collider.
    """

    number: int
    left: Vec2
    right: Vec2
    winding: int
    chain: int

    def height(self, x: float) -> float:
        """The y at an x of the edge, exact at its ends."""
        if x >= self.right.x:
            return self.right.y
        return self.left.y + (self.right.y - self.left.y) * ((x - self.left.x) / (self.right.x - self.left.x))


class Column(NamedTuple):
    """What lies between two edges from `left` to `right`."""

    lower: Edge
    upper: Edge
    left: float
    right: float


class Outline(NamedTuple):
    """All edges of all loops: the two ends of each (n, 2, 2), and the corners of its box (2, n)."""

    ends: Reals3
    low: Reals2
    high: Reals2


def inside_cores(shapes: tuple[Shape, ...]) -> tuple[tuple[int, LocalCore], ...]:
    """Return the inside of all loops among a collider's shapes: the index of a chain and a core each.

    Where loops cross themselves or each other it is not exact.
    """
    return () if all(shape.solid for shape in shapes) else _inside_of_loops(shapes)


@lru_cache(maxsize=16)
def _inside_of_loops(shapes: tuple[Shape, ...]) -> tuple[tuple[int, LocalCore], ...]:
    loops = [(k, chain) for k, chain in enumerate(shapes) if isinstance(chain, Chain) and chain.loop]
    if all(signed_area(chain.points) <= 0.0 for _, chain in loops):
        return ()
    ends = np.array([segment for _, chain in loops for segment in chain.edges])
    outline = Outline(ends, ends.min(axis=1).T, ends.max(axis=1).T)
    return tuple((column.lower.chain, _core(column, outline)) for column in _columns(_edges(loops)))


def _edges(loops: Sequence[tuple[int, Chain]]) -> list[Edge]:
    edges: list[Edge] = []
    for k, chain in loops:
        for a, b in chain.edges:
            if a.x < b.x:
                edges.append(Edge(len(edges), a, b, 1, k))
            elif b.x < a.x:
                edges.append(Edge(len(edges), b, a, -1, k))
    return edges


def _columns(edges: Sequence[Edge]) -> list[Column]:
    """Return columns that cover what the loops wind around, each as wide as its two edges allow."""
    waiting = sorted(edges, key=lambda edge: (-edge.left.x, -edge.number))
    places = sorted({end.x for edge in edges for end in (edge.left, edge.right)})
    columns: list[Column] = []
    begun: dict[tuple[int, int], Column] = {}
    crossed: list[Edge] = []
    for left, right in pairwise(places):
        crossed = [edge for edge in crossed if edge.right.x > left]
        while waiting and waiting[-1].left.x <= left:
            crossed.append(waiting.pop())
        middle = 0.5 * (left + right)
        crossed.sort(key=lambda edge: (edge.height(middle), edge.number))
        before, begun = begun, {}
        winding = 0
        for lower, upper in pairwise(crossed):
            winding += lower.winding
            if winding > 0:
                pair = lower.number, upper.number
                first = before.pop(pair).left if pair in before else left
                begun[pair] = Column(lower, upper, first, right)
        columns += before.values()
    return sorted([*columns, *begun.values()], key=lambda column: (column.left, column.lower.number))


def _corners(column: Column) -> list[Vec2]:
    """Return the corners of a column, counter-clockwise; three or four."""
    lower, upper, left, right = column
    low, high = (lower.height(left), lower.height(right)), (upper.height(left), upper.height(right))
    corners = [
        Vec2(left, low[0]),
        Vec2(right, low[1]),
        Vec2(right, max(high[1], low[1])),  # higher than the lower edge: unless they cross
        Vec2(left, max(high[0], low[0])),
    ]
    return without_duplicates(corners, closed=True)


def _exits(column: Column, corners: Sequence[Vec2], outline: Outline) -> Reals3:
    """Return the edges that may be the nearest to a point of a column, at most MAX_EXITS: nearest first.

    No point is further from the nearest edge than the furthest corner from either edge of the column: the
    distance to an edge is a convex function, so that it is largest at a corner.
    """
    depth = min(max(distance_outside((e.left, e.right), p) for p in corners) for e in column[:2])
    low, high = np.min(corners, axis=0), np.max(corners, axis=0)
    (x, y), (end_x, end_y) = outline.low, outline.high
    sideways = np.maximum(np.maximum(x - high[0], low[0] - end_x), 0.0)
    upwards = np.maximum(np.maximum(y - high[1], low[1] - end_y), 0.0)
    near = np.flatnonzero(sideways + upwards <= math.sqrt(2.0) * depth)
    gaps = lengths_of_many(sideways[near], upwards[near])
    order = np.argsort(gaps, kind="stable")[:MAX_EXITS]
    exits: Reals3 = outline.ends[near[order[gaps[order] <= depth]]]
    return exits


def _core(column: Column, outline: Outline) -> LocalCore:
    """Return the core of a column: four rows for corners, the last one zero for three; two for each exit."""
    corners = _corners(column)
    rows = [(*a, *edge_normal(a, b)) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    rows += [(0.0, 0.0, 0.0, 0.0)] * (4 - len(rows))
    for a, b in _exits(column, corners, outline).tolist():
        nx, ny = edge_normal(a, b)
        rows += [(*a, nx, ny), (*b, -nx, -ny)]
    return LocalCore(INSIDE, np.array(rows), 0.0)
