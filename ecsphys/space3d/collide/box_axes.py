"""The fifteen separating axes of two boxes, from the matrix between their frames.

After Gottschalk, Lin and Manocha, *OBBTree* (1996), section 5; Ericson, *Real-Time Collision Detection*,
4.4.1. Lengths along products of edges are compared without their roots; the few that are best are measured
along unit vectors, so that those of nearly parallel edges are true axes.
"""

from __future__ import annotations

import math

from ...compile import inlined, kernel
from ..math3d.quaternion import rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, cross, dot, length_squared, negate, scale
from .axes import NO_EDGES, PARALLEL, Axes, EdgeAxis, extent_of
from .core import Core
from .faces import NO_FACE, FaceAxis
from .solid import axis_vector


@inlined
def column(b: Core, k: int) -> Vec3:
    """Return axis k of a core in the frame around it."""
    r = b.rotation
    if k == 0:
        return Vec3(r.xx, r.yx, r.zx)
    return Vec3(r.xy, r.yy, r.zy) if k == 1 else Vec3(r.xz, r.yz, r.zz)


@inlined
def _face_number(axis: int, side: float) -> int:
    return 2 * axis + (1 if side >= 0.0 else 0)


@inlined
def _best_of(x: float, y: float, z: float) -> int:
    """Return which of three numbers is the largest; of equals y, then x: boxes at one place part upward."""
    if y >= x:
        return 1 if y >= z else 2
    return 0 if x >= z else 2


@inlined
def _deepest(d: Vec3) -> int:
    """Return the corner of a box furthest against a vector."""
    return (1 if d.x < 0.0 else 0) + (2 if d.y < 0.0 else 0) + (4 if d.z < 0.0 else 0)


@kernel
def edge_number(normal: Vec3, axis: int) -> int:
    """Return the edge of a box along an axis that is furthest along a vector."""
    x, y, z = 1 if normal.x > 0.0 else 0, 1 if normal.y > 0.0 else 0, 1 if normal.z > 0.0 else 0
    if axis == 0:
        return y + 2 * z
    return 4 + z + 2 * x if axis == 1 else 8 + x + 2 * y


@inlined
def _try_edges(a: Core, b: Core, i: int, j: int, best: EdgeAxis, floor: float) -> EdgeAxis:
    """Return the axis of edges i and j if its separation is above `floor` and that of `best`, else `best`."""
    t = b.center
    product = cross(axis_vector(i, 1.0), column(b, j))
    squared = length_squared(product)
    if squared < PARALLEL:
        return best
    in_b = rotate_back(b.rotation, product)
    separation = abs(dot(t, product)) - extent_of(a.half, product) - extent_of(b.half, in_b)
    least = max(best.separation, floor)
    # separation / sqrt(squared) > least, without the root
    if separation <= 0.0 and (least >= 0.0 or separation * separation >= least * least * squared):
        return best
    size = math.sqrt(squared)
    normal = scale(1.0 / size if dot(t, product) >= 0.0 else -1.0 / size, product)
    in_b = rotate_back(b.rotation, normal)
    separation = dot(t, normal) - extent_of(a.half, normal) - extent_of(b.half, in_b)
    if separation <= least:
        return best
    return EdgeAxis(separation, edge_number(normal, i), edge_number(negate(in_b), j), normal)


@kernel
def find_box_axes(a: Core, b: Core, limit: float) -> Axes:
    """Return the best axes of two boxes, B in the frame of A; the search ends at one above `limit`."""
    t, r, ha, hb = b.center, b.rotation, a.half, b.half
    x = abs(t.x) - ha.x - (abs(r.xx) * hb.x + abs(r.xy) * hb.y + abs(r.xz) * hb.z)
    y = abs(t.y) - ha.y - (abs(r.yx) * hb.x + abs(r.yy) * hb.y + abs(r.yz) * hb.z)
    z = abs(t.z) - ha.z - (abs(r.zx) * hb.x + abs(r.zy) * hb.y + abs(r.zz) * hb.z)
    k = _best_of(x, y, z)
    side = t.x if k == 0 else (t.y if k == 1 else t.z)
    d = rotate_back(r, axis_vector(k, 1.0 if side >= 0.0 else -1.0))
    of_a = FaceAxis(max(x, y, z), _face_number(k, side), _deepest(d))
    if of_a.separation > limit:
        return Axes(of_a, NO_FACE, NO_EDGES, False)
    s = rotate_back(r, t)
    x = abs(s.x) - hb.x - (abs(r.xx) * ha.x + abs(r.yx) * ha.y + abs(r.zx) * ha.z)
    y = abs(s.y) - hb.y - (abs(r.xy) * ha.x + abs(r.yy) * ha.y + abs(r.zy) * ha.z)
    z = abs(s.z) - hb.z - (abs(r.xz) * ha.x + abs(r.yz) * ha.y + abs(r.zz) * ha.z)
    k = _best_of(x, y, z)
    side = -(s.x if k == 0 else (s.y if k == 1 else s.z))
    d = add_scaled(Vec3(0.0, 0.0, 0.0), 1.0 if side >= 0.0 else -1.0, column(b, k))
    of_b = FaceAxis(max(x, y, z), _face_number(k, side), _deepest(d))
    if of_b.separation > limit:
        return Axes(of_a, of_b, NO_EDGES, False)
    edges, floor = NO_EDGES, max(of_a.separation, of_b.separation)
    for i in range(3):
        for j in range(3):
            edges = _try_edges(a, b, i, j, edges, floor)
            if edges.separation > limit:
                return Axes(of_a, of_b, edges, False)
    return Axes(of_a, of_b, edges, False)
