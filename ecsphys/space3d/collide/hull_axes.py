"""Separating axes of two hulls: as `axes` finds them, most edges left out by points of the other hull.

The overlap of A and B along a unit vector n is at least n · (p - q): p is A's furthest point along n, and
q any point of B. The normal of a pair of edges lies on the arc between the normals beside A's edge, and along
all of that arc p is a point of the edge. Where n · (p - q) is at least the overlap that is to be beaten at
both ends of the arc, it is so in between. So an edge is left out if there is a q so deep behind both faces
beside it. The same holds for edges of B and points of A. The points from the search for the best faces
(`faces`) leave 1.8 of 42 edges of each hull (hulls of 16 points, 2026-11-25).
"""

from __future__ import annotations

from typing import NamedTuple

from ...compile import inlined, kernel, lowest_bit, planes_above
from ..math3d.vec3 import Vec3
from .axes import NO_EDGES, Axes, EdgeAxis, edge_axis, inverse, placed_edge
from .core import Core, SolidRows, to_world
from .faces import BLOCK, CHUNK, NO_FACE, HullFace, best_hull_face, blocks_of
from .solid import point_of

LESS = 1.0 - 1e-12  # factor of the overlap to beat: else edges of the best face stay for rounding errors


class Points(NamedTuple):
    """Points of a hull in the frame of the other one."""

    first: Vec3
    second: Vec3
    third: Vec3
    fourth: Vec3


@inlined
def _points_of(rows: SolidRows, b: Core, found: HullFace) -> Points:
    """Return points of B that the search for the best face of A has found."""
    return Points(
        to_world(b, point_of(rows, b, found.point0)),
        to_world(b, point_of(rows, b, found.point1)),
        to_world(b, point_of(rows, b, found.point2)),
        to_world(b, point_of(rows, b, found.point3)),
    )


@inlined
def _above_either(rows: SolidRows, row: int, q: Vec3, least: float) -> int:
    """Return which edges of a block have a face that a point is less deep behind than `least`, as bits."""
    return planes_above(rows.edge_blocks, row, q.x, q.y, q.z, least) | planes_above(
        rows.edge_blocks, row + 1, q.x, q.y, q.z, least
    )


@inlined
def _edges_left(rows: SolidRows, row: int, points: Points, least: float) -> int:
    """Return which edges of a block can still be better, as bits."""
    left = _above_either(rows, row, points.first, least)
    for q in points[1:]:
        if left == 0:
            break
        left &= _above_either(rows, row, q, least)
    return left


@inlined
def _edges_left_of(rows: SolidRows, a: Core, start: int, points: Points, least: float) -> int:
    """Return which edges of the chunk of blocks from `start` on can still be better, as bits."""
    blocks, left = blocks_of(rows.spans[a.span, 5]), 0
    for k in range(min(blocks - start, CHUNK)):
        row = rows.spans[a.span, 10] + 2 * (start + k)
        left |= _edges_left(rows, row, points, least) << (BLOCK * k)
    return left


@kernel
def _best_with(
    rows: SolidRows, a: Core, b: Core, start: int, left: int, j: int, found: EdgeAxis, best: float
) -> EdgeAxis:
    """Return the better of an axis and those of edge j of B with the edges of A's chunk that are left."""
    of_b = placed_edge(rows, b, j)
    while left != 0:
        tried = edge_axis(rows, a, b, BLOCK * start + lowest_bit(left), j, of_b, best)
        left &= left - 1
        if tried.separation > best:
            found, best = tried, tried.separation
    return found


@kernel
def _best_edges(
    rows: SolidRows, a: Core, b: Core, of_a: HullFace, back: Core, of_b: HullFace, best: float
) -> EdgeAxis:
    """Return the pair of edges with the largest separation above `best`, that of the best face.

    `back`: A in the frame of B.
    """
    found, least = NO_EDGES, best * LESS
    points_b, points_a = _points_of(rows, b, of_a), _points_of(rows, back, of_b)
    for start in range(0, blocks_of(rows.spans[a.span, 5]), CHUNK):
        left_of_a = _edges_left_of(rows, a, start, points_b, least)
        if left_of_a == 0:
            continue
        for block in range(blocks_of(rows.spans[b.span, 5])):
            left = _edges_left(rows, rows.spans[b.span, 10] + 2 * block, points_a, least)
            while left != 0:
                j = BLOCK * block + lowest_bit(left)
                left &= left - 1
                found = _best_with(rows, a, b, start, left_of_a, j, found, max(best, found.separation))
    return found


@kernel
def find_hull_axes(rows: SolidRows, a: Core, b: Core, limit: float) -> Axes:
    """Return the best axes of two hulls; the search ends above `limit`.

    Pairs of edges are tried where no face separates.
    """
    of_a = best_hull_face(rows, a, b, limit)
    if of_a.axis.separation > limit:
        return Axes(of_a.axis, NO_FACE, NO_EDGES, False)
    back = inverse(a, b)
    of_b = best_hull_face(rows, b, back, limit)
    best = max(of_a.axis.separation, of_b.axis.separation)
    if best > 0.0:
        return Axes(of_a.axis, of_b.axis, NO_EDGES, True)
    return Axes(of_a.axis, of_b.axis, _best_edges(rows, a, b, of_a, back, of_b, best), False)
