"""The distance of two polytopes that are apart, by the algorithm of Gilbert, Johnson and Keerthi.

Each step bounds the distance twice: the simplex from above, the support along its direction from below.
They end at the same vertex, or within rounding of each other: so every answer knows how far it can be wrong.
Gilbert, Johnson and Keerthi (1988); van den Bergen, *Collision Detection in Interactive 3D Environments*
(2003), section 4.3, for the end test; Montanari, Petrinic and Barbieri (2017) on how it fails.
"""

from __future__ import annotations

from typing import NamedTuple

from ...compile import inlined, kernel
from ..math3d.quaternion import rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, dot, length, negate, scale, subtract
from .core import Core, SolidRows, to_world
from .simplex import Simplex, Vertex, of_vertex, with_vertex
from .solid import point_of, support_of

MAX_STEPS = 64
EXACT = 1e-13  # part of the size of both cores by which the bounds on a distance may differ
TOUCHING = 1e-12  # part of the size below which the direction of a gap is noise: the cores touch


class Gap(NamedTuple):
    """The gap between two polytopes, in the frame of A: the closest points, the unit normal from A to B.

    `distance` is at most the true one, and less than that by no more than `error`. 0: they overlap or touch.
    """

    distance: float
    error: float
    normal: Vec3
    point_a: Vec3
    point_b: Vec3


@inlined
def _make_vertex(rows: SolidRows, a: Core, b: Core, i: int, j: int) -> Vertex:
    return Vertex(subtract(to_world(b, point_of(rows, b, j)), point_of(rows, a, i)), i, j)


@kernel
def _support(rows: SolidRows, a: Core, b: Core, v: Vec3) -> Vertex:
    """Return the difference of points of B and A furthest against `v`."""
    i = support_of(rows, a, v)
    return _make_vertex(rows, a, b, i, support_of(rows, b, rotate_back(b.rotation, negate(v))))


@inlined
def _is_in(s: Simplex, p: Vertex) -> bool:
    """Return whether a simplex has a vertex."""
    return bool(
        (p.a == s.v0.a and p.b == s.v0.b)
        or (s.count > 1 and p.a == s.v1.a and p.b == s.v1.b)
        or (s.count > 2 and p.a == s.v2.a and p.b == s.v2.b)
    )


@kernel
def _make_gap(rows: SolidRows, a: Core, b: Core, s: Simplex, lower: float) -> Gap:
    """Return the gap that a simplex shows, and how much it may be too wide."""
    distance = length(s.nearest)
    p = scale(s.k0, point_of(rows, a, s.v0.a))
    if s.count > 1:
        p = add_scaled(p, s.k1, point_of(rows, a, s.v1.a))
    if s.count > 2:
        p = add_scaled(p, s.k2, point_of(rows, a, s.v2.a))
    normal = scale(1.0 / distance, s.nearest)
    return Gap(distance, distance - lower, normal, p, add_scaled(p, distance, normal))


@inlined
def size_of(core: Core) -> float:
    """Return a length of the size of a core's `half`; 0 for one with rows."""
    return abs(core.half.x) + abs(core.half.y) + abs(core.half.z)


_NONE = Vec3(0.0, 0.0, 0.0)
OVERLAP = Gap(0.0, 0.0, Vec3(0.0, 1.0, 0.0), _NONE, _NONE)


@kernel
def find_gap(rows: SolidRows, a: Core, b: Core, limit: float) -> Gap:
    """Return the gap of two polytopes, B in the frame of A; if above `limit`, only a lower bound."""
    s = of_vertex(
        _support(rows, a, b, b.center) if length(b.center) > 0.0 else _make_vertex(rows, a, b, 0, 0)
    )
    largest, lower = length(s.nearest), 0.0
    for _ in range(MAX_STEPS):
        distance = length(s.nearest)
        if distance <= TOUCHING * largest:
            return OVERLAP
        new = _support(rows, a, b, s.nearest)
        largest = max(largest, length(new.w))
        lower = max(lower, dot(s.nearest, new.w) / distance)
        if lower > limit or distance - lower <= EXACT * largest or _is_in(s, new):
            break
        after = with_vertex(s, new)
        if after.count == 0:
            return OVERLAP
        # Of corners equally far, the one chosen may bring no gain; only the next one completes the narrow
        # face that is nearer. So the search goes on at a distance that is equal but for rounding.
        if length(after.nearest) > (1.0 + EXACT) * distance:
            break
        s = after
    if lower > limit:
        return Gap(lower, 0.0, scale(1.0 / length(s.nearest), s.nearest), _NONE, _NONE)
    if lower <= 0.0:  # nothing shows a gap; corners that coincide but for rounding are none
        return OVERLAP
    return _make_gap(rows, a, b, s, lower)
