"""Separating axes of two hulls: as `axes` finds them, with most edges left out by what few supports prove.

The overlap of A and B along a unit vector n is h(n), the largest scalar product of n with a point of their
difference. An axis is better than the best face if its h is less. Let w be any point of the difference: h(n)
is at least n · w. The normal of any pair of edges lies on the arc between the normals beside A's edge. So if
w has a product of at least the least overlap with both, every vector of the arc has it, and no pair with that
edge can be better. The same holds for edges of B and the opposite normals. A few points w, the supports
around the normal of the best face, leave 3 or 4 of 42 edges of each hull (hulls of 16 points).
"""

from __future__ import annotations

from typing import NamedTuple

from ...compile import inlined, kernel, products_above
from ..math3d.quaternion import rotate, rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, any_perpendicular, cross, negate, subtract
from .axes import NO_EDGES, NO_FACE, Axes, EdgeAxis, FaceAxis, best_face, edge_axis, inverse, placed_edge
from .core import Core, SolidRows, to_world
from .solid import face_of, point_of, support_of

# Tangents of the angles between the normal of the best face and the directions of supports: four in each
# ring. With these, of the ones tried, the fewest pairs of edges were left.
NEAR_RING, FAR_RING = 1.0, 4.0
LESS = 1.0 - 1e-12  # factor of the overlap to beat: else edges of the best face stay for rounding errors
_CHUNK = 56  # edges of A whose bits are kept in one integer
_BLOCK = 8  # edges of a row of blocks
_ALL = (1 << _BLOCK) - 1


class Points(NamedTuple):
    """Points of the difference of A and B: two rings of four, and one in the direction of the best face.

    First those that leave out the most edges.
    """

    far0: Vec3
    far1: Vec3
    far2: Vec3
    far3: Vec3
    near0: Vec3
    near1: Vec3
    near2: Vec3
    near3: Vec3
    middle: Vec3


@kernel
def _point_along(rows: SolidRows, a: Core, b: Core, d: Vec3) -> Vec3:
    """Return the point of A minus B furthest along a direction, in the frame of A."""
    p = point_of(rows, a, support_of(rows, a, d))
    q = point_of(rows, b, support_of(rows, b, rotate_back(b.rotation, negate(d))))
    return subtract(p, to_world(b, q))


@kernel
def _points_around(rows: SolidRows, a: Core, b: Core, n: Vec3) -> Points:
    """Return points of the difference in directions around a unit vector."""
    u = any_perpendicular(n)
    v = cross(n, u)
    p, q = Vec3(u.x + v.x, u.y + v.y, u.z + v.z), subtract(u, v)
    far = FAR_RING * 0.5**0.5  # p and q are longer than u and v
    return Points(
        _point_along(rows, a, b, add_scaled(n, far, p)),
        _point_along(rows, a, b, add_scaled(n, -far, p)),
        _point_along(rows, a, b, add_scaled(n, far, q)),
        _point_along(rows, a, b, add_scaled(n, -far, q)),
        _point_along(rows, a, b, add_scaled(n, NEAR_RING, u)),
        _point_along(rows, a, b, add_scaled(n, -NEAR_RING, u)),
        _point_along(rows, a, b, add_scaled(n, NEAR_RING, v)),
        _point_along(rows, a, b, add_scaled(n, -NEAR_RING, v)),
        _point_along(rows, a, b, n),
    )


@inlined
def _opposite(b: Core, p: Vec3) -> Vec3:
    """Return a point of A minus B as one of B minus A, in the frame of B."""
    return rotate_back(b.rotation, negate(p))


@inlined
def _all_opposite(b: Core, points: Points) -> Points:
    return Points(
        _opposite(b, points.far0),
        _opposite(b, points.far1),
        _opposite(b, points.far2),
        _opposite(b, points.far3),
        _opposite(b, points.near0),
        _opposite(b, points.near1),
        _opposite(b, points.near2),
        _opposite(b, points.near3),
        _opposite(b, points.middle),
    )


@inlined
def _shown_worse(rows: SolidRows, block: int, w: Vec3, least: float) -> int:
    """Return which edges of a block have normals that both have a product above `least` with a point."""
    return products_above(rows.edge_blocks, block, 0, w.x, w.y, w.z, least) & products_above(
        rows.edge_blocks, block, 24, w.x, w.y, w.z, least
    )


@kernel
def _edges_left(rows: SolidRows, block: int, count: int, points: Points, least: float) -> int:
    """Return which of the edges of a block, of which `count` exist, can still be better, as bits."""
    left = _ALL if count >= _BLOCK else (1 << count) - 1
    for w in points:
        left &= ~_shown_worse(rows, block, w, least)
        if left == 0:
            break
    return left


@kernel
def _edges_left_of(rows: SolidRows, a: Core, start: int, points: Points, least: float) -> int:
    """Return which edges of a chunk that starts with that edge can still be better, as bits."""
    first, count = rows.spans[a.span, 10] + (start >> 3), rows.spans[a.span, 5] - start
    left = 0
    for k in range((min(count, _CHUNK) + 7) >> 3):
        left |= _edges_left(rows, first + k, count - _BLOCK * k, points, least) << (_BLOCK * k)
    return left


@inlined
def _crossed_by(rows: SolidRows, block: int, way: Vec3) -> int:
    """Return which edges of a block have their two normals on either side of a plane through the origin.

    A normal in the plane counts as behind it: the vector product of the edges is then that normal.
    """
    return products_above(rows.edge_blocks, block, 0, way.x, way.y, way.z, 0.0) ^ products_above(
        rows.edge_blocks, block, 24, way.x, way.y, way.z, 0.0
    )


@kernel
def _best_with(
    rows: SolidRows, a: Core, b: Core, start: int, left: int, j: int, found: EdgeAxis, best: float
) -> EdgeAxis:
    """Return the better of an axis and those of edge j of B with the edges of A's chunk that are left."""
    of_b, first = placed_edge(rows, b, j), rows.spans[a.span, 10] + (start >> 3)
    while left > 0:
        block = 0
        while (left >> (_BLOCK * block)) & _ALL == 0:
            block += 1
        bits = (left >> (_BLOCK * block)) & _ALL
        left ^= bits << (_BLOCK * block)
        bits &= _crossed_by(rows, first + block, of_b.way)
        for k in range(_BLOCK if bits != 0 else 0):
            if (bits >> k) & 1 == 1:
                tried = edge_axis(rows, a, b, start + _BLOCK * block + k, j, of_b, best)
                if tried.separation > best:
                    found, best = tried, tried.separation
    return found


@kernel
def _best_edges(rows: SolidRows, a: Core, b: Core, n: Vec3, best: float) -> EdgeAxis:
    """Return the pair of edges with the largest separation above `best`, that of the best face.

    `n`: the normal of that face, from A to B.
    """
    found, least = NO_EDGES, -best * LESS
    of_a = _points_around(rows, a, b, n)
    of_b = _all_opposite(b, of_a)
    for start in range(0, rows.spans[a.span, 5], _CHUNK):
        left_of_a = _edges_left_of(rows, a, start, of_a, least)
        if left_of_a == 0:
            continue
        count, first = rows.spans[b.span, 5], rows.spans[b.span, 10]
        for block in range((count + 7) >> 3):
            bits = _edges_left(rows, first + block, count - _BLOCK * block, of_b, least)
            for k in range(_BLOCK if bits != 0 else 0):
                if (bits >> k) & 1 == 1:
                    j = _BLOCK * block + k
                    found = _best_with(rows, a, b, start, left_of_a, j, found, max(best, found.separation))
    return found


@inlined
def _normal_to_b(rows: SolidRows, a: Core, b: Core, of_a: FaceAxis, of_b: FaceAxis) -> Vec3:
    """Return the normal of the better face, from A to B."""
    if of_a.separation >= of_b.separation:
        return face_of(rows, a, of_a.face).normal
    return negate(rotate(b.rotation, face_of(rows, b, of_b.face).normal))


@kernel
def find_hull_axes(rows: SolidRows, a: Core, b: Core, limit: float) -> Axes:
    """Return the best axes of two hulls; the search ends above `limit`.

    Pairs of edges are tried where no face separates.
    """
    of_a = best_face(rows, a, b, limit)
    if of_a.separation > limit:
        return Axes(of_a, NO_FACE, NO_EDGES, False)
    of_b = best_face(rows, b, inverse(a, b), limit)
    best = max(of_a.separation, of_b.separation)
    if best > 0.0:
        return Axes(of_a, of_b, NO_EDGES, True)
    edges = _best_edges(rows, a, b, _normal_to_b(rows, a, b, of_a, of_b), best)
    return Axes(of_a, of_b, edges, False)
