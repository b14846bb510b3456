"""The axes that may part two solids, in the order in which they are tried, for teaching and debugging.

Faces of A, faces of B, then products of edges that make a face of the Minkowski difference (of two boxes all
nine, as in the textbooks), parallel ones once; last, for round solids, the line between the closest points.
"""

from __future__ import annotations

import math

from ...arrays import Reals2
from ...compile import REALS2, entry, inlined, kernel
from ..math3d.quaternion import rotate
from ..math3d.vec3 import Vec3
from ..math3d.vector import cross, dot, length, length_squared, negate, scale
from .closest import closest_convex
from .core import BOX, CORE, PLANE, SOLID_ROWS, Core, SolidRows
from .solid import count_edges, count_faces, edge_of, face_of, turn_edge
from .support import AXIS_TOLERANCE, support

OF_A, OF_B, OF_EDGES, OF_POINTS = range(4)  # what an axis is of: faces, pairs of edges, the closest points
COLUMNS = 8  # of a row of axes: direction, low and high end of A along it, those of B, what it is of
# Edges or axes whose angle has a smaller sine squared are parallel.
PARALLEL = 1e-16


@kernel
def _end_along(rows: SolidRows, core: Core, direction: Vec3) -> float:
    """Return how far a core reaches along a unit vector."""
    if core.form == PLANE:
        n = rotate(core.rotation, core.half)
        level = dot(n, direction) > 0.0 and length(cross(n, direction)) <= AXIS_TOLERANCE
        return dot(core.center, direction) if level else math.inf
    return dot(direction, support(rows, core, direction))


@inlined
def _direction(axes: Reals2, k: int) -> Vec3:
    return Vec3(axes[k, 0], axes[k, 1], axes[k, 2])


@kernel
def _add_axis(rows: SolidRows, a: Core, b: Core, given: Vec3, owner: int, axes: Reals2, count: int) -> int:
    """Write the axis along a vector of any length unless it is there; returns the number of axes then.

    It is turned so that B leaves A the shorter way along it; as given, if both are equal.
    """
    size = length(given)
    if size == 0.0:
        return count
    d = scale(1.0 / size, given)
    for k in range(min(count, len(axes))):
        if length_squared(cross(d, _direction(axes, k))) <= PARALLEL:
            return count
    if count < len(axes):
        against = negate(d)
        low_a, high_a = -_end_along(rows, a, against), _end_along(rows, a, d)
        low_b, high_b = -_end_along(rows, b, against), _end_along(rows, b, d)
        if high_b - low_a < high_a - low_b:
            d = Vec3(0.0 - d.x, 0.0 - d.y, 0.0 - d.z)
            low_a, high_a, low_b, high_b = 0.0 - high_a, 0.0 - low_a, 0.0 - high_b, 0.0 - low_b
        axes[count, 0], axes[count, 1], axes[count, 2] = d.x, d.y, d.z
        axes[count, 3], axes[count, 4], axes[count, 5], axes[count, 6] = low_a, high_a, low_b, high_b
        axes[count, 7] = owner
    return count + 1


@kernel
def _add_faces(rows: SolidRows, a: Core, b: Core, of_b: bool, axes: Reals2, count: int) -> int:
    """Write the normals of the faces of A, or of B."""
    core, owner = (b, OF_B) if of_b else (a, OF_A)
    if core.form == PLANE:
        normal = rotate(core.rotation, core.half)
        return _add_axis(rows, a, b, negate(normal) if of_b else normal, owner, axes, count)
    step = 2 if core.form == BOX else 1  # two faces of a box are parallel: the one of the positive side
    for f in range(step - 1, count_faces(rows, core), step):
        normal = rotate(core.rotation, face_of(rows, core, f).normal)
        count = _add_axis(rows, a, b, negate(normal) if of_b else normal, owner, axes, count)
    return count


@inlined
def _have_a_face(way_a: Vec3, left_b: Vec3, right_b: Vec3) -> bool:
    """Return whether the arc between two normals crosses the plane at right angles to an edge."""
    return bool(dot(way_a, left_b) * dot(way_a, right_b) <= 0.0)


@kernel
def _add_edges(rows: SolidRows, a: Core, b: Core, axes: Reals2, count: int) -> int:
    """Write the products of edges."""
    boxes = a.form == BOX and b.form == BOX
    step = 4 if boxes else 1  # four edges of a box are parallel
    for i in range(0, count_edges(rows, a), step):
        of_a = turn_edge(a.rotation, a.center, edge_of(rows, a, i))
        for j in range(0, count_edges(rows, b), step):
            of_b = turn_edge(b.rotation, b.center, edge_of(rows, b, j))
            meets = _have_a_face(of_a.way, of_b.left, of_b.right) and _have_a_face(
                of_b.way, of_a.left, of_a.right
            )
            product = cross(of_a.way, of_b.way)
            noise = PARALLEL * length_squared(of_a.way) * length_squared(of_b.way)
            if (boxes or meets) and length_squared(product) > noise:
                count = _add_axis(rows, a, b, product, OF_EDGES, axes, count)
    return count


@entry(SOLID_ROWS, CORE, CORE, REALS2)
def trace_axes(rows: SolidRows, a: Core, b: Core, axes: Reals2) -> int:
    """Write the axes on which two convex cores may be apart into rows of `COLUMNS` numbers.

    Returns how many there are, or, if `axes` has less room, at least as many as that. A plane's normal is the
    only axis of a pair with one.
    """
    if a.form == PLANE:
        return _add_faces(rows, a, b, False, axes, 0)
    if b.form == PLANE:
        return _add_faces(rows, a, b, True, axes, 0)
    count = _add_faces(rows, a, b, False, axes, 0)
    count = _add_faces(rows, a, b, True, axes, count)
    count = _add_edges(rows, a, b, axes, count)
    if a.radius + b.radius > 0.0 or count == 0:
        count = _add_axis(rows, a, b, closest_convex(rows, a, b).normal, OF_POINTS, axes, count)
    return count
