"""Separating axes of two polytopes: normals of faces, and vector products of edges that meet.

All in the frame of A, in which B is given (`solid.relative_to`). Which pairs of edges make a face of the
Minkowski difference is decided as on the Gauss map: their vector product must lie in the normal cones of both
edges (D. Gregorius, *The Separating Axis Test between Convex Polyhedra*, GDC 2013). With the vector product
ea × eb, that is a question about the signs of four scalar products: of each edge with the normals of the two
faces beside the other one.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ...compile import inlined, kernel
from ..math3d.quaternion import Rotation, rotate, rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import cross, dot, length_squared, negate, scale, subtract
from .core import Core, SolidRows, to_world
from .faces import NO_FACE, FaceAxis, best_face
from .solid import (
    Edge,
    count_edges,
    count_faces,
    count_points,
    edge_of,
    ends_of,
    face_of,
    point_of,
    sides_of,
    support_of,
    turn_edge,
    way_of,
)

# Edges whose angle has a smaller sine squared are parallel: their product has no direction.
PARALLEL = 1e-16
_MASKED = 62  # edges that a mask of bits can name


class EdgeAxis(NamedTuple):
    """The vector product of two edges as an axis: separation along the unit normal from A to B, edges."""

    separation: float
    a: int
    b: int
    normal: Vec3


class Axes(NamedTuple):
    """The best axes of two polytopes: of the faces of A, of those of B, and of pairs of edges.

    `pruned`: pairs of edges were left out that matter only if A and B are apart.
    """

    of_a: FaceAxis
    of_b: FaceAxis
    edges: EdgeAxis
    pruned: bool


NO_EDGES = EdgeAxis(-math.inf, 0, 0, Vec3(0.0, 1.0, 0.0))


@inlined
def extent_of(half: Vec3, d: Vec3) -> float:
    """Return half of the length of a box along a unit vector of its frame."""
    return abs(d.x) * half.x + abs(d.y) * half.y + abs(d.z) * half.z


@inlined
def placed_edge(rows: SolidRows, b: Core, e: int) -> Edge:
    """Return an edge of B in the frame of A."""
    return turn_edge(b.rotation, b.center, edge_of(rows, b, e))


@inlined
def meet(left: float, right: float, other_left: float, other_right: float) -> int:
    """Return whether two edges make a face of the Minkowski difference: its normal is 1 or -1 times the
    vector product of their ways, 0: they do not, 2: either (both are segments).

    Given are the scalar products of B's way with the normals beside A's edge, and of A's way with those
    beside B's.
    """
    plus = left >= 0.0 and right <= 0.0 and other_left >= 0.0 and other_right <= 0.0
    minus = left <= 0.0 and right >= 0.0 and other_left <= 0.0 and other_right >= 0.0
    if plus and minus:
        return 2
    return 1 if plus else (-1 if minus else 0)


@kernel
def separation_along(rows: SolidRows, a: Core, b: Core, normal: Vec3) -> float:
    """Return the gap of two polytopes along a unit vector, from the points furthest along it."""
    of_a = point_of(rows, a, support_of(rows, a, normal))
    of_b = point_of(rows, b, support_of(rows, b, rotate_back(b.rotation, negate(normal))))
    return dot(normal, subtract(to_world(b, of_b), of_a))


@inlined
def edge_axis(rows: SolidRows, a: Core, b: Core, i: int, j: int, of_b: Edge, best: float) -> EdgeAxis:
    """Return the axis of edges i of A and j of B if it is one and its separation above `best`, else NO_EDGES.

    The separation is that of supports: an axis from nearly parallel edges is a true one, only not the best.
    """
    sides = sides_of(rows, a, i)
    left, right = dot(of_b.way, sides.left), dot(of_b.way, sides.right)
    if left * right > 0.0:  # most pairs end here
        return NO_EDGES
    way = way_of(rows, a, i)
    sign = meet(left, right, dot(way, of_b.left), dot(way, of_b.right))
    if sign == 0:
        return NO_EDGES
    product = cross(way, of_b.way)
    squared = length_squared(product)
    height = dot(product, subtract(of_b.start, point_of(rows, a, ends_of(rows, a, i).start)))
    if sign == -1 or (sign == 2 and height < 0.0):
        product, height = negate(product), -height
    size = math.sqrt(squared)
    if height <= best * size or squared <= PARALLEL * length_squared(way) * length_squared(of_b.way):
        return NO_EDGES
    normal = scale(1.0 / size, product)
    separation = min(height / size, separation_along(rows, a, b, normal))
    return EdgeAxis(separation, i, j, normal)


class Slab(NamedTuple):
    """Where edges that can be the best pair must have a point: A's above `low` along `normal`, B's below
    `high`.
    """

    normal: Vec3
    low: float
    high: float


@kernel
def edges_above(rows: SolidRows, a: Core, normal: Vec3, low: float) -> int:
    """Return bits of the first edges of a core that have a point at least `low` along a vector."""
    above, mask = 0, 0
    count = count_points(rows, a)
    if count > _MASKED:
        return -1
    for i in range(count):
        if dot(normal, point_of(rows, a, i)) >= low:
            above |= 1 << i
    for e in range(min(count_edges(rows, a), _MASKED)):
        ends = ends_of(rows, a, e)
        mask |= (((above >> ends.start) | (above >> ends.end)) & 1) << e
    return mask


@kernel
def best_edges(rows: SolidRows, a: Core, b: Core, slab: Slab, best: float, limit: float) -> EdgeAxis:
    """Return the pair of edges with the largest separation above `best`; it ends at one above `limit`."""
    found, count = NO_EDGES, count_edges(rows, a)
    of_a = edges_above(rows, a, slab.normal, slab.low)
    against = negate(slab.normal)
    of_b = edges_above(rows, b, rotate_back(b.rotation, against), -slab.high - dot(against, b.center))
    for j in range(count_edges(rows, b)):
        if j < _MASKED and (of_b >> j) & 1 == 0:
            continue
        edge = placed_edge(rows, b, j)
        for i in range(count):
            if i < _MASKED and (of_a >> i) & 1 == 0:
                continue
            tried = edge_axis(rows, a, b, i, j, edge, best)
            if tried.separation > best:
                found, best = tried, tried.separation
                if best > limit:
                    return found
    return found


@inlined
def make_slab(rows: SolidRows, a: Core, b: Core, of_a: FaceAxis, of_b: FaceAxis, slack: float) -> Slab:
    """Return where edges must have a point that make a better axis than the best face, whose overlap it has.

    The closest points of such edges are at most `slack` apart, and A's is not above A's end along the normal
    of that face, nor B's below B's end.
    """
    if of_a.separation >= of_b.separation:
        face = face_of(rows, a, of_a.face)
        return Slab(face.normal, face.offset + of_a.separation - slack, face.offset + slack)
    face = face_of(rows, b, of_b.face)
    outward = rotate(b.rotation, face.normal)
    low = -(dot(outward, b.center) + face.offset)  # B's end along the normal from A to B
    return Slab(negate(outward), low - slack, low - of_b.separation + slack)


@inlined
def find_axes(rows: SolidRows, a: Core, b: Core, limit: float, slack: float) -> Axes:
    """Return the best axes of two polytopes, of which not both are boxes; the search ends above `limit`.

    Pairs of edges are tried where no face separates; of those only the ones that can be best if A and B
    overlap, or are at most `slack` apart.
    """
    of_a, of_b = best_face(rows, a, b, limit), NO_FACE
    if of_a.separation > limit:
        return Axes(of_a, of_b, NO_EDGES, False)
    if count_faces(rows, b) > 0:
        of_b = best_face(rows, b, inverse(a, b), limit)
    best = max(of_a.separation, of_b.separation)
    if best > 0.0:
        return Axes(of_a, of_b, NO_EDGES, True)
    slab = make_slab(rows, a, b, of_a, of_b, max(slack, -best))
    return Axes(of_a, of_b, best_edges(rows, a, b, slab, best, limit), True)


@inlined
def inverse(a: Core, b: Core) -> Core:
    """Return core A as it lies in the frame of B, which is given in that of A."""
    r = b.rotation
    turned = Rotation(r.xx, r.yx, r.zx, r.xy, r.yy, r.zy, r.xz, r.yz, r.zz)
    return Core(a.form, a.span, a.radius, a.half, negate(rotate_back(r, b.center)), turned)
