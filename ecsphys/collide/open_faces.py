"""The contact of two cores by the faces that their neighbours leave open, see `seam`."""

from __future__ import annotations

import math

from ..arrays import PointRows
from ..compile import kernel
from ..math2d.vec2 import Vec2
from ..math2d.vector import add, add_scaled, cross, subtract
from .manifold import (
    NO_CONTACT,
    POINT,
    WITH_A,
    Core,
    Manifold,
    feature_id,
    flip,
    following,
    normal_at,
    origin,
    point_at,
    single_point,
)
from .polygon import (
    IncidentEdge,
    ReferenceFace,
    clip_incident_edge,
    clip_to_point,
    deepest_vertex,
    face_separation,
    find_incident_edge,
)
from .seam import Seam, flip_seam, is_before

NO_FACE = -1


@kernel
def smooth_manifold(
    points: PointRows, a: Core, b: Core, m: Manifold, seam: Seam, margin: float, slop: float
) -> Manifold:
    """The contact of A and B by their open faces, where covers refuse the normal of `m`.

    None where only covers are touched. Deep inside, without an open face to leave by, `m` is kept.
    """
    deepest = min(m.separation0, m.separation1) if m.count == 2 else m.separation0
    if a.form == POINT or b.form == POINT:
        smooth = collide_open_circle(points, a, b, margin, seam, deepest <= 0.0, slop)
    else:
        smooth = collide_open(points, a, b, margin, seam, deepest <= 0.0, slop)
    return m if smooth.count == 0 and deepest < -margin else smooth


@kernel
def find_open_face(points: PointRows, t: Core, o: Core, closed: int) -> ReferenceFace:
    """The open face of T before `o` with the largest separation; NO_FACE if there is none."""
    best, face = -math.inf, NO_FACE
    offset = subtract(origin(o), origin(t))
    for k in range(t.count):
        if closed >> k & 1 == 1 or not is_before(points, t, k, o):
            continue
        separation = face_separation(points, t.first + k, o, offset)
        if separation > best:
            best, face = separation, k
    if face == NO_FACE:
        return ReferenceFace(best, face, 0)
    return ReferenceFace(best, face, deepest_vertex(points, o, normal_at(points, t.first + face)))


@kernel
def collide_open(
    points: PointRows, a: Core, b: Core, margin: float, seam: Seam, overlapping: bool, slop: float
) -> Manifold:
    """The contact of two segments or polygons by their open faces."""
    of_a = find_open_face(points, a, b, seam.closed_a)
    of_b = find_open_face(points, b, a, seam.closed_b)
    swap = of_b.separation > of_a.separation
    if swap:
        a, b, of_a, seam = b, a, of_b, flip_seam(seam)
    if of_a.face == NO_FACE or of_a.separation > margin + a.radius + b.radius:
        return NO_CONTACT
    m = clip_to_open_face(points, a, b, of_a, margin, seam, overlapping, slop)
    return flip(m) if swap else m


@kernel
def clip_to_open_face(
    points: PointRows,
    a: Core,
    b: Core,
    reference: ReferenceFace,
    margin: float,
    seam: Seam,
    overlapping: bool,
    slop: float,
) -> Manifold:
    """The contact of an open face of A, which reaches over flat joints by the slop, with B.

    What overlaps A from beyond a flat joint, as a circle may, still gets the normal of the face.
    """
    e = find_incident_edge(points, a, b, reference)
    starts, ends = seam.starts_a >> reference.face & 1, seam.ends_a >> reference.face & 1
    more = slop + a.radius
    e = lengthen_face(e, more * starts, more * ends)
    lower, upper = max(e.end1.x, 0.0), min(e.end0.x, e.length)
    if lower <= upper:
        return clip_incident_edge(e, a, b, margin)
    joined = starts if upper < 0.0 else ends
    if joined == 1 and overlapping:
        return clip_to_point(e, a, b, 0.5 * (lower + upper), margin + a.radius + b.radius)
    return NO_CONTACT


@kernel
def lengthen_face(e: IncidentEdge, at_start: float, at_end: float) -> IncidentEdge:
    """An incident edge before a face that is longer at its two ends."""
    return IncidentEdge(
        e.normal,
        e.tangent,
        add_scaled(e.start, -at_start, e.tangent),
        e.length + at_start + at_end,
        Vec2(e.end0.x + at_start, e.end0.y),
        Vec2(e.end1.x + at_start, e.end1.y),
        e.i0,
        e.i1,
        e.j0,
        e.j1,
    )


@kernel
def collide_open_circle(
    points: PointRows, a: Core, b: Core, margin: float, seam: Seam, overlapping: bool, slop: float
) -> Manifold:
    """The contact of an open face of a segment or polygon with a circle; two circles have none."""
    swap = a.form == POINT
    if swap:
        a, b, seam = b, a, flip_seam(seam)
    if a.form == POINT:
        return NO_CONTACT
    of_a = find_open_face(points, a, b, seam.closed_a)
    separation = of_a.separation - a.radius - b.radius
    if of_a.face == NO_FACE or separation > margin:
        return NO_CONTACT
    k = of_a.face
    normal, vertex = normal_at(points, a.first + k), point_at(points, a.first + k)
    center = add(point_at(points, b.first), origin(b))
    u = cross(normal, subtract(subtract(center, origin(a)), vertex))
    face_length = cross(normal, subtract(point_at(points, a.first + following(a, k)), vertex))
    joined = (seam.starts_a if u < 0.0 else seam.ends_a) >> k & 1
    beyond = max(-u, u - face_length)
    if beyond > 0.0 and not (joined == 1 and (overlapping or beyond <= slop + a.radius)):
        return NO_CONTACT
    point = add_scaled(center, 0.5 * (a.radius - b.radius - of_a.separation), normal)
    m = single_point(normal, point, separation, feature_id(a.count + k, 0), WITH_A)
    return flip(m) if swap else m
