"""Internal faces and edges: normals of a core that are none of the surface it forms with its neighbours.

The rules are the plane's (`ecsphys.collide.seam`, with its sources). A neighbour that reaches the point of a
contact is a *cover* if it rises above the plane through the point along the contact's normal: then this
normal is none of the surface of both. A face is hidden if covers adjoin all of it that is before the other
core, and rise above it.

T is the core with covers, `o` the other core of the contact, `c` a cover; all in a shared frame.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ...compile import inlined, kernel
from ..math3d.quaternion import rotate, rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, dot, negate, subtract
from .clip import Frame, clip_face, face_frame
from .core import BOX, HULL, PLANE, POINT, SEGMENT, TRIANGLE, Core, SolidRows, to_local, to_world
from .manifold import FACE, NO_CONTACT, Manifold, feature_id, single_point, to_shared_frame
from .nearest import is_above_face, nearest_on
from .solid import Face, corner_of, count_faces, count_sides, face_of, point_of, relative_to, support_of
from .support import support

PARALLEL_COSINE = 1.0 - 1e-9  # normals closer than this (4e-5 radians) count as equal
NO_FACE = -1
ALL_SAMPLES = (1 << 9) - 1  # bits of the nine samples of a region


class Region(NamedTuple):
    """A rectangle in the plane of a face of T around the part of it that is before `o`.

    `at_end`: it reaches the end of the face, within the slop.
    """

    frame: Frame
    u0: float
    v0: float
    u1: float
    v1: float
    at_end: bool


class FacingFace(NamedTuple):
    """The face of T whose normal is nearest to a direction, and the cosine between both."""

    face: int
    cosine: float


@inlined
def has_faces(core: Core) -> bool:
    """Whether a core is one whose faces covers can hide."""
    return core.form == BOX or core.form == HULL


@kernel
def facing_face(rows: SolidRows, t: Core, normal: Vec3) -> FacingFace:
    """Return the face of T that looks most along a direction."""
    n, best, face = rotate_back(t.rotation, normal), -math.inf, NO_FACE
    for f in range(count_faces(rows, t)):
        cosine = dot(n, face_of(rows, t, f).normal)
        if cosine > best:
            best, face = cosine, f
    return FacingFace(face, best)


@inlined
def reach_along(rows: SolidRows, o: Core, t: Core, origin: Vec3, way: Vec3) -> float:
    """Return how far `o` reaches along a direction of T's frame, from a point there."""
    d = rotate(t.rotation, way)
    return dot(way, subtract(to_local(t, support(rows, o, d)), origin))


@kernel
def region_of(rows: SolidRows, t: Core, f: int, o: Core, slop: float) -> Region:
    """Return the part of face f of T that is before `o`; where `o` is beside it, its nearest end."""
    frame = face_frame(rows, t, f, face_of(rows, t, f))
    u0, v0, u1, v1 = math.inf, math.inf, -math.inf, -math.inf
    for k in range(count_sides(rows, t, f)):
        q = subtract(point_of(rows, t, corner_of(rows, t, f, k)), frame.origin)
        u, v = dot(frame.u, q), dot(frame.v, q)
        u0, v0, u1, v1 = min(u0, u), min(v0, v), max(u1, u), max(v1, v)
    low_u = -reach_along(rows, o, t, frame.origin, negate(frame.u))
    low_v = -reach_along(rows, o, t, frame.origin, negate(frame.v))
    high_u = reach_along(rows, o, t, frame.origin, frame.u)
    high_v = reach_along(rows, o, t, frame.origin, frame.v)
    at_end = low_u < u0 + slop or low_v < v0 + slop or high_u > u1 - slop or high_v > v1 - slop
    return Region(
        frame,
        min(max(low_u, u0), u1),
        min(max(low_v, v0), v1),
        max(min(high_u, u1), u0),
        max(min(high_v, v1), v0),
        at_end,
    )


@inlined
def sample_of(t: Core, r: Region, k: int) -> Vec3:
    """Return sample k of a region, on T's surface: a corner, the middle of a side, or its middle."""
    u = r.u0 + 0.5 * (k % 3) * (r.u1 - r.u0)
    v = r.v0 + 0.5 * (k // 3) * (r.v1 - r.v0)
    p = add_scaled(add_scaled(r.frame.origin, u, r.frame.u), v, r.frame.v)
    return to_world(t, add_scaled(p, t.radius, r.frame.n))


@inlined
def can_cover(c: Core) -> bool:
    """Whether a core has an inside: a mesh has none, and its triangles find their covers by themselves."""
    return c.form <= HULL or c.form == PLANE


@inlined
def adjoins(rows: SolidRows, c: Core, p: Vec3, slop: float) -> bool:
    """Whether a cover reaches a point, within the slop."""
    reach = slop + c.radius
    return nearest_on(rows, c, to_local(c, p), reach).distance <= reach


@inlined
def rise_above(rows: SolidRows, c: Core, p: Vec3, normal: Vec3) -> float:
    """Return how far a core reaches above the plane through a point."""
    if c.form == PLANE and dot(rotate(c.rotation, c.half), normal) < PARALLEL_COSINE:
        return math.inf
    return dot(subtract(support(rows, c, normal), p), normal)


@kernel
def hidden_samples(rows: SolidRows, t: Core, r: Region, c: Core, slop: float) -> int:
    """Return the samples of a region of a face, as bits, that a cover adjoins while it rises above the face.

    Samples, since several covers may hide a face together, as bricks do; where they rise above it, `o` does
    not get between them.
    """
    bits, normal = 0, rotate(t.rotation, r.frame.n)
    for k in range(9):
        p = sample_of(t, r, k)
        if rise_above(rows, c, p, normal) > slop and adjoins(rows, c, p, slop):
            bits |= 1 << k
    return bits


@kernel
def refuses(rows: SolidRows, p: Vec3, normal: Vec3, c: Core, tolerance: float, slop: float) -> bool:
    """Whether a direction that is no face's normal at point p of T is none of T and a cover together."""
    return rise_above(rows, c, p, normal) > tolerance and adjoins(rows, c, p, slop)


@kernel
def is_before(rows: SolidRows, t: Core, f: int, o: Core) -> bool:
    """Whether the middle of `o` is in front of face f of T."""
    face, middle = face_of(rows, t, f), o.center
    if o.form == HULL or o.form == TRIANGLE:
        count = 3 if o.form == TRIANGLE else int(rows.spans[o.span, 1])
        sum = Vec3(0.0, 0.0, 0.0)
        for i in range(count):
            sum = add_scaled(sum, 1.0 / count, point_of(rows, o, i))
        middle = to_world(o, sum)
    return bool(dot(face.normal, to_local(t, middle)) >= face.offset)


@kernel
def separation_of(rows: SolidRows, t: Core, f: int, o: Core) -> float:
    """Return the gap between face f of T and `o`, without radii."""
    face = face_of(rows, t, f)
    d = rotate_back(o.rotation, rotate(t.rotation, negate(face.normal)))
    p = to_local(t, to_world(o, point_of(rows, o, support_of(rows, o, d))))
    return dot(face.normal, p) - face.offset


@kernel
def contact_on_face(rows: SolidRows, t: Core, f: int, o: Core, margin: float) -> Manifold:
    """Return the contact of `o` with a face of T: none of what lies beside the face."""
    limit, placed, face = margin + t.radius + o.radius, relative_to(t, o), face_of(rows, t, f)
    if o.form == POINT:
        return to_shared_frame(t, _sphere_on_face(rows, t, f, face, placed, limit))
    corner = support_of(rows, placed, rotate_back(placed.rotation, negate(face.normal)))
    return to_shared_frame(t, clip_face(rows, t, placed, f, corner, limit))


@inlined
def _sphere_on_face(rows: SolidRows, t: Core, f: int, face: Face, o: Core, limit: float) -> Manifold:
    gap = dot(face.normal, o.center) - face.offset
    if gap > limit or not is_above_face(rows, t, f, face, o.center):
        return NO_CONTACT
    middle = 0.5 * (t.radius - o.radius - gap)
    point = add_scaled(o.center, middle, face.normal)
    return single_point(face.normal, point, gap - t.radius - o.radius, feature_id(4 * f + FACE, 0))


@inlined
def can_be_smoothed(o: Core) -> bool:
    """Whether a core can lie on a face, or on what covers leave of it."""
    return o.form == POINT or o.form == SEGMENT or has_faces(o)


@inlined
def surface_point(m: Manifold, normal: Vec3) -> Vec3:
    """Return the first contact point on the surface of T, away from which the normal leads."""
    return add_scaled(Vec3(m.x0, m.y0, m.z0), -0.5 * m.separation0, normal)
