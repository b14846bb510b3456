"""Internal edges: faces and normals of a core that are none of the surface it forms with its neighbours.

Where shapes touch flush, an edge or corner of one lies inside the surface of all, and a contact there is a
ghost: it stops what slides past. The outward normals of a union, at a point that several of its parts share,
are those that each of these parts has there. So a contact of core T with normal n at point p is a ghost if a
neighbour of T reaches p and rises above the plane through p with normal n. Such a neighbour is a *cover*.

The idea of dropping what a neighbour hides is from Terdiman, *Contact Generation for Meshes*, and Jolt
(Rouwe, "enhanced internal edge removal"); both match vertices of triangles. Here any convex neighbour within
the slop counts, so tiles need not share corners. See also Catto, *Ghost Collisions* (2020).

T is the core with covers, `o` the other core of the contact, `c` a cover. Bit k of a mask is for face k.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..arrays import PointRows
from ..compile import inlined, kernel
from ..math2d.vec2 import Vec2
from ..math2d.vector import add, add_scaled, cross, dot, length, negate, perpendicular, subtract
from .chain import FLAT_SINE, as_segment
from .circle import nearest_face, separate_point
from .manifold import (
    CHAIN,
    HALF_PLANE,
    POINT,
    Core,
    following,
    normal_at,
    origin,
    point_at,
)

MAX_FACES = 62  # bits of a mask; contacts of larger polygons stay as they are
PARALLEL_COSINE = 1.0 - 1e-9  # normals closer than this (4e-5 radians) count as equal


class Seam(NamedTuple):
    """What covers leave of cores A and B of a contact.

    `closed`: faces that must not give the normal. `starts`, `ends`: faces that go on flat before their first
    or past their second vertex. `refused` is 1 if the contact's normal is no normal of the surface.
    """

    closed_a: int
    starts_a: int
    ends_a: int
    closed_b: int
    starts_b: int
    ends_b: int


NO_SEAM = Seam(0, 0, 0, 0, 0, 0)


class EndContact(NamedTuple):
    """A contact of T with `o` that reaches an end of a face of T; `normal` leads away from T.

    A cover within `slop` adjoins T; it rises above a plane if it does so by more than `tolerance`.
    """

    t: Core
    o: Core
    normal: Vec2
    tolerance: float
    slop: float


@kernel
def flip_seam(s: Seam) -> Seam:
    """The same with A and B exchanged."""
    return Seam(s.closed_b, s.starts_b, s.ends_b, s.closed_a, s.starts_a, s.ends_a)


# -- one core and its faces --------------------------------------------------------------------------


@kernel
def before(core: Core, index: int) -> int:
    """The number of the vertex before a vertex of a closed outline."""
    return index - 1 if index > 0 else core.count - 1


@kernel
def is_before(points: PointRows, t: Core, k: int, o: Core) -> bool:
    """Whether the mean of the points of `o` is in front of face k of T."""
    normal = normal_at(points, t.first + k)
    total = 0.0
    for j in range(o.first, o.first + o.count):
        total += dot(normal, point_at(points, j))
    offset = subtract(subtract(origin(o), origin(t)), point_at(points, t.first + k))
    return total / o.count + normal.x * offset.x + normal.y * offset.y >= 0.0


@kernel
def facing_face(points: PointRows, t: Core, normal: Vec2) -> int:
    """The face of T whose normal is nearest to a direction."""
    best, face = -math.inf, 0
    for k in range(t.count):
        cosine = dot(normal, normal_at(points, t.first + k))
        if cosine > best:
            best, face = cosine, k
    return face


class FaceRange(NamedTuple):
    """A face's start on the surface, its length, and the part of it that another core is in front of."""

    start: Vec2
    length: float
    lower: float
    upper: float


@kernel
def face_range(points: PointRows, t: Core, k: int, o: Core) -> FaceRange:
    """Face k of T and the part of it that is before `o`; where `o` is beside the face, its nearest end."""
    normal = normal_at(points, t.first + k)
    vertex = point_at(points, t.first + k)
    face_length = cross(normal, subtract(point_at(points, t.first + following(t, k)), vertex))
    start = add_scaled(add(vertex, origin(t)), t.radius, normal)
    offset = cross(normal, subtract(origin(o), start))
    lower, upper = math.inf, -math.inf
    for j in range(o.first, o.first + o.count):
        u = cross(normal, point_at(points, j)) + offset
        lower, upper = min(lower, u), max(upper, u)
    lower = min(max(lower - o.radius, 0.0), face_length)
    return FaceRange(start, face_length, lower, min(max(upper + o.radius, 0.0), face_length))


@kernel
def is_at_end(points: PointRows, t: Core, o: Core, normal: Vec2, slop: float) -> bool:
    """Whether a contact of T with this normal (away from T) reaches an end of a face, where covers count."""
    if t.form == HALF_PLANE or o.form == HALF_PLANE or o.form == CHAIN or max(t.count, o.count) > MAX_FACES:
        return False
    if t.form == POINT:
        return True
    if t.form == CHAIN:
        before_start, past_end = normal_at(points, t.first + 2), normal_at(points, t.first + 3)
        if length(before_start) > 0.0 and length(past_end) > 0.0:
            return False  # smooth at both joints
        t = as_segment(t)
    k = facing_face(points, t, normal)
    if dot(normal, normal_at(points, t.first + k)) < PARALLEL_COSINE:
        return True
    face = face_range(points, t, k, o)
    return face.lower < slop or face.upper > face.length - slop


# -- what a cover does -------------------------------------------------------------------------------


@kernel
def distance_to(points: PointRows, c: Core, p: Vec2) -> float:
    """The signed distance of a point from the surface of a core."""
    if c.form == POINT or c.form == HALF_PLANE:
        offset = subtract(p, add(point_at(points, c.first), origin(c)))
        return dot(normal_at(points, c.first), offset) if c.form == HALF_PLANE else length(offset) - c.radius
    separation, face = nearest_face(points, c, p)
    distance, _, _ = separate_point(points, c, p, separation, face)
    return distance - c.radius


@inlined
def top_along(points: PointRows, first: int, count: int, direction: Vec2) -> float:
    """The largest coordinate along a direction of the points in some rows."""
    top = -math.inf
    for j in range(first, first + count):
        top = max(top, dot(direction, point_at(points, j)))
    return top


@kernel
def rise_above(points: PointRows, c: Core, p: Vec2, normal: Vec2) -> float:
    """How far a core reaches above the plane through a point."""
    if c.form == HALF_PLANE and dot(normal, normal_at(points, c.first)) < PARALLEL_COSINE:
        return math.inf
    offset = subtract(origin(c), p)
    return top_along(points, c.first, c.count, normal) + normal.x * offset.x + normal.y * offset.y + c.radius


@kernel
def hides_face(points: PointRows, e: EndContact, k: int, c: Core) -> bool:
    """Whether a cover hides the part of face k of T that is before `o`."""
    normal = normal_at(points, e.t.first + k)
    face = face_range(points, e.t, k, e.o)
    tangent = perpendicular(normal)
    lower = add_scaled(face.start, face.lower, tangent)
    if rise_above(points, c, lower, normal) <= e.slop or distance_to(points, c, lower) > e.slop:
        return False
    return distance_to(points, c, add_scaled(face.start, face.upper, tangent)) <= e.slop


@kernel
def continues_flat(points: PointRows, t: Core, k: int, at_end: bool, c: Core, slop: float) -> bool:
    """Whether a cover adjoins an end of face k of T and goes on from there without falling off."""
    normal = normal_at(points, t.first + k)
    beside = normal_at(points, t.first + (following(t, k) if at_end else before(t, k)))
    vertex = add(point_at(points, t.first + (following(t, k) if at_end else k)), origin(t))
    p = add_scaled(vertex, t.radius, normal)
    if distance_to(points, c, p) > slop and (
        t.radius == 0.0 or distance_to(points, c, add_scaled(vertex, t.radius, beside)) > slop
    ):
        return False
    if c.form == HALF_PLANE:
        return dot(normal, normal_at(points, c.first)) > PARALLEL_COSINE
    outward = 1.0 if at_end else -1.0
    for j in range(c.first, c.first + c.count):
        offset = subtract(add(point_at(points, j), origin(c)), p)
        way = outward * cross(normal, offset)
        if way > slop and dot(normal, offset) + c.radius >= -slop - FLAT_SINE * way:
            return True
    return False


@kernel
def refuses(points: PointRows, e: EndContact, normal: Vec2, hidden: int, c: Core) -> bool:
    """Whether a direction is no outward normal of both T and a cover, where T supports it.

    `hidden` has the faces of T that the cover hides. A rounded vertex leaves a groove beside its neighbour,
    which is none as far as it is less deep than the slop.
    """
    t = e.t
    if t.form == POINT:
        p = add_scaled(add(point_at(points, t.first), origin(t)), t.radius, normal)
        return distance_to(points, c, p) <= e.slop and rise_above(points, c, p, normal) > e.tolerance
    face = facing_face(points, t, normal)
    own = normal_at(points, t.first + face)
    if dot(own, normal) > PARALLEL_COSINE:
        return hidden >> face & 1 == 1
    at_end = cross(own, normal) > 0.0
    other = following(t, face) if at_end else before(t, face)
    center = add(point_at(points, t.first + (other if at_end else face)), origin(t))
    p = add_scaled(center, t.radius, normal)
    if rise_above(points, c, p, normal) <= e.tolerance:
        return False
    if distance_to(points, c, p) <= e.slop:
        return True
    return is_shallow_groove(points, e, center, normal, face, other, c) or is_shallow_groove(
        points, e, center, normal, other, face, c
    )


@kernel
def is_shallow_groove(
    points: PointRows, e: EndContact, center: Vec2, normal: Vec2, face: int, side: int, c: Core
) -> bool:
    """Whether a cover adjoins a rounded vertex on one side, and `normal` is near the face on the other."""
    if e.t.radius == 0.0:
        return False
    depth = e.t.radius * (1.0 - dot(normal, normal_at(points, e.t.first + face)))
    beside = add_scaled(center, e.t.radius, normal_at(points, e.t.first + side))
    return depth <= e.slop and distance_to(points, c, beside) <= e.slop


@kernel
def refuses_contact(points: PointRows, e: EndContact, c: Core) -> bool:
    """Whether a cover refuses the normal of the contact itself."""
    hidden = 0
    if e.t.form != POINT:
        face = facing_face(points, e.t, e.normal)
        parallel = dot(e.normal, normal_at(points, e.t.first + face)) > PARALLEL_COSINE
        if parallel and hides_face(points, e, face, c):
            hidden = 1 << face
    return refuses(points, e, e.normal, hidden, c)


@kernel
def add_cover(points: PointRows, seam: Seam, e: EndContact, c: Core) -> Seam:
    """Add to the seam of T (as A) and `o` (as B) what one cover of T closes."""
    t, o = e.t, e.o
    hidden, starts, ends = 0, seam.starts_a, seam.ends_a
    if t.form != POINT:
        for k in range(t.count):
            bit = 1 << k
            if hides_face(points, e, k, c):
                hidden |= bit
            elif is_before(points, t, k, o):  # no others are asked for
                if continues_flat(points, t, k, False, c, e.slop):
                    starts |= bit
                if continues_flat(points, t, k, True, c, e.slop):
                    ends |= bit
    closed = seam.closed_b
    if o.form != POINT:
        for j in range(o.count):
            if refuses(points, e, negate(normal_at(points, o.first + j)), hidden, c):
                closed |= 1 << j
    return Seam(seam.closed_a | hidden, starts, ends, closed, seam.starts_b, seam.ends_b)
