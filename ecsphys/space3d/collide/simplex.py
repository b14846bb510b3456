"""The point nearest to the origin of a simplex of differences of points of two polytopes, for GJK.

A triangle's normal gives the nearest point of its inside, so that directions keep their digits where the
origin is close. After Ericson, *Real-Time Collision Detection*, 5.1.5 and 5.1.6.
"""

from __future__ import annotations

from typing import NamedTuple

from ...compile import inlined, kernel
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, cross, dot, length_squared, scale, subtract

FLAT = 1e-14  # volume of a tetrahedron, of the product of its edges, below which its inside has no digits


class Vertex(NamedTuple):
    """A point of B less a point of A, and which these are, by number."""

    w: Vec3
    a: int
    b: int


class Simplex(NamedTuple):
    """`count` vertices (at most four), and the point nearest to the origin: weights of the vertices.

    `count` 0: the origin is inside.
    """

    count: int  # type: ignore[assignment]  # hides tuple.count
    nearest: Vec3
    v0: Vertex
    v1: Vertex
    v2: Vertex
    k0: float
    k1: float
    k2: float


@inlined
def of_vertex(p: Vertex) -> Simplex:
    """Return a single vertex as a simplex."""
    return Simplex(1, p.w, p, p, p, 1.0, 0.0, 0.0)


@kernel
def of_segment(p: Vertex, q: Vertex) -> Simplex:
    """Return the part of a segment that has its point nearest to the origin."""
    way = subtract(q.w, p.w)
    squared, along = length_squared(way), -dot(p.w, way)
    if along <= 0.0 or squared == 0.0:
        return of_vertex(p)
    if along >= squared:
        return of_vertex(q)
    t = along / squared
    return Simplex(2, add_scaled(p.w, t, way), p, q, p, 1.0 - t, t, 0.0)


@inlined
def nearer(s: Simplex, t: Simplex) -> Simplex:
    """Return the simplex whose nearest point is nearer to the origin, the first of equals."""
    return t if length_squared(t.nearest) < length_squared(s.nearest) else s


@kernel
def of_triangle(p: Vertex, q: Vertex, r: Vertex) -> Simplex:
    """Return the part of a triangle that has its point nearest to the origin."""
    n = cross(subtract(q.w, p.w), subtract(r.w, p.w))
    nn = length_squared(n)
    at_p, at_q, at_r = dot(n, cross(q.w, r.w)), dot(n, cross(r.w, p.w)), dot(n, cross(p.w, q.w))
    total = at_p + at_q + at_r
    if nn > 0.0 and at_p > 0.0 and at_q > 0.0 and at_r > 0.0:
        nearest = scale(dot(n, p.w) / nn, n)
        return Simplex(3, nearest, p, q, r, at_p / total, at_q / total, at_r / total)
    return nearer(nearer(of_segment(p, q), of_segment(q, r)), of_segment(r, p))


@inlined
def is_beyond(p: Vec3, q: Vec3, r: Vec3, opposite: Vec3) -> bool:
    """Return whether the origin may lie beyond a face of a tetrahedron, seen from its fourth corner."""
    qp, rp, op = subtract(q, p), subtract(r, p), subtract(opposite, p)
    n = cross(qp, rp)
    inside, here = dot(n, op), -dot(n, p)
    flat = (
        FLAT
        * (length_squared(qp) + length_squared(rp) + length_squared(op))
        * abs(abs(op.x) + abs(op.y) + abs(op.z))
    )
    return bool(abs(inside) <= flat or here * inside <= 0.0)


@kernel
def of_tetrahedron(p: Vertex, q: Vertex, r: Vertex, new: Vertex) -> Simplex:
    """Return the part of a tetrahedron nearest to the origin, which is not beyond the face without `new`."""
    found, some = of_vertex(new), False
    if is_beyond(new.w, p.w, q.w, r.w):
        found, some = nearer(found, of_triangle(new, p, q)), True
    if is_beyond(new.w, q.w, r.w, p.w):
        found, some = nearer(found, of_triangle(new, q, r)), True
    if is_beyond(new.w, r.w, p.w, q.w):
        found, some = nearer(found, of_triangle(new, r, p)), True
    if some:
        return found
    return Simplex(0, Vec3(0.0, 0.0, 0.0), p, q, r, 0.0, 0.0, 0.0)


@kernel
def with_vertex(s: Simplex, new: Vertex) -> Simplex:
    """Return a simplex and one more vertex, reduced to the part nearest to the origin."""
    if s.count == 1:
        return of_segment(s.v0, new)
    if s.count == 2:
        return of_triangle(s.v0, s.v1, new)
    return of_tetrahedron(s.v0, s.v1, s.v2, new)
