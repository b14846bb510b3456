"""Contact points of a face with the face of another core: clipping in the plane of the first, and reduction.

The polygon that two faces share has three kinds of corners: corners of the incident face before the reference
face, crossings of their sides, and corners of the reference face behind the incident one. They are found side
by side, without a list, and go into a manifold that keeps the best four. After Ericson, *Real-Time Collision
Detection* (2005), 8.3.4 (Sutherland and Hodgman), in another form; ids name the features that meet.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ...compile import inlined, kernel, planes_above
from ..math3d.quaternion import rotate, rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, cross, dot, length, scale, subtract
from .core import HULL, SEGMENT, Core, SolidRows, to_world
from .manifold import (
    CORNER,
    FACE,
    NO_CONTACT,
    NO_SPOT,
    NO_VECTOR,
    SIDE,
    Manifold,
    Spot,
    feature_id,
    make_manifold,
    spot0,
    spot1,
    spot2,
    spot3,
)
from .solid import Face, corner_of, count_faces, count_sides, face_of, point_of, side_of

# Gaps below this part of a side's length are rounding noise.
NOISE = 1e-10
# A point replaces one of four if the area grows by more than this part: else noise would choose.
BETTER = 1.0 + 1e-6
_MASKED = 62  # sides of a face that a mask of bits can name


class Frame(NamedTuple):
    """A frame on a face: its first corner, unit vectors along its first side, across it, and outward."""

    origin: Vec3
    u: Vec3
    v: Vec3
    n: Vec3


class Clip(NamedTuple):
    """What is clipped: the reference face of core `a` in its frame, and core `b` in the frame of `a`."""

    a: Core
    face: int
    frame: Frame
    b: Core
    incident: int


@inlined
def face_frame(rows: SolidRows, a: Core, f: int, face: Face) -> Frame:
    """Return a frame on a face of a core."""
    origin = point_of(rows, a, corner_of(rows, a, f, 0))
    side = subtract(point_of(rows, a, corner_of(rows, a, f, 1)), origin)
    u = scale(1.0 / length(side), side)
    return Frame(origin, u, cross(face.normal, u), face.normal)


@inlined
def _in_frame(frame: Frame, p: Vec3) -> Vec3:
    q = subtract(p, frame.origin)
    return Vec3(dot(frame.u, q), dot(frame.v, q), dot(frame.n, q))


@inlined
def _side_corner(rows: SolidRows, c: Clip, k: int) -> Vec3:
    """Return corner k of the reference face in its frame."""
    q = subtract(point_of(rows, c.a, corner_of(rows, c.a, c.face, k)), c.frame.origin)
    return Vec3(dot(c.frame.u, q), dot(c.frame.v, q), 0.0)


@inlined
def _incident_corner(rows: SolidRows, c: Clip, j: int) -> Vec3:
    """Return corner j of the incident face, or end j of a segment, in the frame of the reference face."""
    i = j if c.b.form == SEGMENT else corner_of(rows, c.b, c.incident, j)
    return _in_frame(c.frame, to_world(c.b, point_of(rows, c.b, i)))


@kernel
def _incident_hull_face(rows: SolidRows, b: Core, d: Vec3, corner: Vec3, tolerance: float) -> int:
    """Return `find_incident_face` of a hull."""
    best, least, first, count = 0, 2.0, rows.spans[b.span, 9], rows.spans[b.span, 3]
    for block in range((count + 7) >> 3):
        bits = planes_above(rows.face_blocks, first + block, corner.x, corner.y, corner.z, -tolerance)
        for k in range(8 if bits != 0 else 0):
            if (bits >> k) & 1 == 1:
                cosine = dot(face_of(rows, b, 8 * block + k).normal, d)
                if cosine < least:
                    best, least = 8 * block + k, cosine
    return best


@kernel
def find_incident_face(rows: SolidRows, b: Core, d: Vec3, corner: Vec3) -> int:
    """Return the face of B that looks most against `d` among those that hold a point of it; all in its frame.

    Without that condition the deepest corner need not be on the face.
    """
    best, least = 0, 2.0
    tolerance = 1e-7 * (abs(corner.x) + abs(corner.y) + abs(corner.z))
    if b.form == HULL:
        return _incident_hull_face(rows, b, d, corner, tolerance)
    for f in range(count_faces(rows, b)):
        face = face_of(rows, b, f)
        cosine = dot(face.normal, d)
        if cosine < least and dot(face.normal, corner) - face.offset > -tolerance:
            best, least = f, cosine
    return best


@inlined
def outside(p: Vec3, c: Vec3, way: Vec3) -> float:
    """Return how far p is to the right of a side that starts at c, times the side's length."""
    return (p.x - c.x) * way.y - (p.y - c.y) * way.x


@inlined
def _spread(p: Vec3, q: Vec3, r: Vec3, s: Vec3) -> float:
    """Return twice the largest area of a quadrangle of four points in the plane, in any order."""
    one = abs((p.x - q.x) * (r.y - s.y) - (p.y - q.y) * (r.x - s.x))
    two = abs((p.x - r.x) * (q.y - s.y) - (p.y - r.y) * (q.x - s.x))
    three = abs((p.x - s.x) * (q.y - r.y) - (p.y - s.y) * (q.x - r.x))
    return max(one, two, three)


@inlined
def replace_point(m: Manifold, last: Spot, k: int) -> Manifold:
    """Return four points without point k, and another one behind them."""
    s0, s1, s2, s3 = spot0(m), spot1(m), spot2(m), spot3(m)
    n = NO_VECTOR
    if k == 0:
        return make_manifold(4, n, s1, s2, s3, last)
    if k == 1:
        return make_manifold(4, n, s0, s2, s3, last)
    if k == 2:
        return make_manifold(4, n, s0, s1, s3, last)
    return make_manifold(4, n, s0, s1, s2, last)


@kernel
def reduce_points(m: Manifold, s: Spot) -> Manifold:
    """Return the four of five points, in a frame on a face, that keep the deepest one and cover most."""
    p, q, r, t, new = spot0(m).point, spot1(m).point, spot2(m).point, spot3(m).point, s.point
    now = _spread(p, q, r, t)
    deepest = min(m.separation0, m.separation1, m.separation2, m.separation3)
    equal = deepest + NOISE * math.sqrt(now)  # noise must not choose the deepest one of a level face
    keep, best = 4, BETTER * now
    if s.separation < deepest - NOISE * math.sqrt(now):
        best, equal = -1.0, -math.inf  # all others may go, one must
    level = 1 if s.separation <= equal else 0
    for separation in (m.separation0, m.separation1, m.separation2, m.separation3):
        level += 1 if separation <= equal else 0
    single = level == 1
    area = _spread(new, q, r, t)
    if area > best and not (single and m.separation0 <= equal):
        keep, best = 0, area
    area = _spread(p, new, r, t)
    if area > best and not (single and m.separation1 <= equal):
        keep, best = 1, area
    area = _spread(p, q, new, t)
    if area > best and not (single and m.separation2 <= equal):
        keep, best = 2, area
    area = _spread(p, q, r, new)
    if area > best and not (single and m.separation3 <= equal):
        keep, best = 3, area
    return m if keep == 4 else replace_point(m, s, keep)


@inlined
def add_point(m: Manifold, s: Spot) -> Manifold:
    """Return a manifold in a frame on a face with one more point, of at most four."""
    if m.count == 0:
        return make_manifold(1, NO_VECTOR, s, NO_SPOT, NO_SPOT, NO_SPOT)
    if m.count == 1:
        return make_manifold(2, NO_VECTOR, spot0(m), s, NO_SPOT, NO_SPOT)
    if m.count == 2:
        return make_manifold(3, NO_VECTOR, spot0(m), spot1(m), s, NO_SPOT)
    if m.count == 3:
        return make_manifold(4, NO_VECTOR, spot0(m), spot1(m), spot2(m), s)
    return reduce_points(m, s)


class Part(NamedTuple):
    """The part of a segment within a face: from fraction `enter`, behind side `first`, to `leave`, before
    side `last` (-1: not clipped there); and bits of the face's corners that are not behind the incident one.
    """

    enter: float
    leave: float
    first: int
    last: int
    mask: int


@inlined
def _clip_segment(rows: SolidRows, c: Clip, p: Vec3, q: Vec3, mask: int) -> Part:
    """Clip an incident side by all sides of the reference face."""
    enter, leave, first, last, count = 0.0, 1.0, -1, -1, count_sides(rows, c.a, c.face)
    way = Vec3(q.x - p.x, q.y - p.y, 0.0)
    noise = NOISE * (way.x * way.x + way.y * way.y)
    corner = _side_corner(rows, c, count - 1)
    for i in range(count):
        k = i - 1 if i > 0 else count - 1
        after = _side_corner(rows, c, i)
        side = subtract(after, corner)
        tolerance = NOISE * (side.x * side.x + side.y * side.y)
        at_p, at_q = outside(p, corner, side), outside(q, corner, side)
        if at_p > tolerance:
            if at_q > tolerance:
                leave = -1.0
            elif at_p > enter * (at_p - at_q):
                enter, first = at_p / (at_p - at_q), k
        elif at_q > tolerance and at_p > leave * (at_p - at_q):
            leave, last = min(max(at_p / (at_p - at_q), 0.0), 1.0), k
        # Seen from outside of the reference face the incident one runs clockwise.
        if outside(corner, p, way) <= noise and k < _MASKED:
            mask |= 1 << k
        corner = after
    return Part(enter, leave, first, last, mask)


@inlined
def _feature_at(rows: SolidRows, c: Clip, j: int, side: int) -> int:
    """Return the id of a crossing of incident side j, or of its start where it is not clipped (-1)."""
    if side >= 0:
        other = 4 * side_of(rows, c.b, c.incident, j) + SIDE
        return feature_id(4 * side_of(rows, c.a, c.face, side) + SIDE, other)
    i = j if c.b.form == SEGMENT else corner_of(rows, c.b, c.incident, j)
    return feature_id(4 * c.face + FACE, 4 * i + CORNER)


@inlined
def _add_side(
    rows: SolidRows, c: Clip, m: Manifold, j: int, p: Vec3, q: Vec3, part: Part, limit: float
) -> Manifold:
    """Add the start of a clipped side, and its end unless that is the start of the next one."""
    way = subtract(q, p)
    if part.enter <= part.leave and (part.enter < 1.0 - NOISE or part.first < 0):
        s = add_scaled(p, part.enter, way)
        if s.z <= limit:
            m = add_point(m, Spot(s, s.z, _feature_at(rows, c, j, part.first)))
    is_last = c.b.form == SEGMENT
    if part.leave > part.enter + NOISE and (part.leave < 1.0 or is_last):
        s = add_scaled(p, part.leave, way)
        if s.z <= limit:
            feature = _feature_at(rows, c, 1 if part.last < 0 else j, part.last)
            m = add_point(m, Spot(s, s.z, feature))
    return m


@inlined
def _add_corners(rows: SolidRows, c: Clip, m: Manifold, mask: int, limit: float) -> Manifold:
    """Add the corners of the reference face that lie behind the incident one."""
    start = _incident_corner(rows, c, 0)
    turned = rotate(c.b.rotation, face_of(rows, c.b, c.incident).normal)
    n = Vec3(dot(c.frame.u, turned), dot(c.frame.v, turned), dot(c.frame.n, turned))
    count = min(count_sides(rows, c.a, c.face), _MASKED) if n.z < -NOISE else 0
    for k in range(count):
        if (mask >> k) & 1 == 0:
            p = _side_corner(rows, c, k)
            height = start.z - ((p.x - start.x) * n.x + (p.y - start.y) * n.y) / n.z
            if height <= limit:
                i = corner_of(rows, c.a, c.face, k)
                feature = feature_id(4 * i + CORNER, 4 * c.incident + FACE)
                m = add_point(m, Spot(Vec3(p.x, p.y, height), height, feature))
    return m


@inlined
def _finish(frame: Frame, a: Core, b: Core, s: Spot) -> Spot:
    """Return a point of a frame on a face in the frame of its core, halfway between the two surfaces."""
    p, middle = s.point, 0.5 * (s.separation + a.radius - b.radius)
    q = add_scaled(add_scaled(add_scaled(frame.origin, p.x, frame.u), p.y, frame.v), middle, frame.n)
    return Spot(q, s.separation - a.radius - b.radius, s.id)


@inlined
def finish_manifold(frame: Frame, a: Core, b: Core, m: Manifold) -> Manifold:
    """Return a manifold of a frame on a face in the frame of its core, the deepest point first."""
    s0, s1, s2, s3 = (
        _finish(frame, a, b, spot0(m)),
        _finish(frame, a, b, spot1(m)),
        _finish(frame, a, b, spot2(m)),
        _finish(frame, a, b, spot3(m)),
    )
    deepest = s0.separation - NOISE * abs(s0.separation)
    if m.count > 1 and s1.separation < deepest:
        s0, s1, deepest = s1, s0, s1.separation
    if m.count > 2 and s2.separation < deepest:
        s0, s2, deepest = s2, s0, s2.separation
    if m.count > 3 and s3.separation < deepest:
        s0, s3 = s3, s0
    return make_manifold(m.count, frame.n, s0, s1, s2, s3)


@kernel
def clip_face(rows: SolidRows, a: Core, b: Core, f: int, corner: int, limit: float) -> Manifold:
    """Return the contact of face f of A with B, in the frame of A, in which B is given.

    `corner`: the number of B's point deepest behind the face. Points at most `limit` before it, radii not
    counted.
    """
    face = face_of(rows, a, f)
    frame = face_frame(rows, a, f, face)
    incident = 0
    if b.form != SEGMENT:
        incident = find_incident_face(
            rows, b, rotate_back(b.rotation, face.normal), point_of(rows, b, corner)
        )
    c = Clip(a, f, frame, b, incident)
    count = 2 if b.form == SEGMENT else count_sides(rows, b, incident)
    m, mask = NO_CONTACT, 0
    p = _incident_corner(rows, c, 0)
    for j in range(count - 1 if b.form == SEGMENT else count):
        q = _incident_corner(rows, c, j + 1 if j + 1 < count else 0)
        part = _clip_segment(rows, c, p, q, mask)
        mask = part.mask
        m = _add_side(rows, c, m, j, p, q, part, limit)
        p = q
    if b.form != SEGMENT:
        m = _add_corners(rows, c, m, mask, limit)
    return finish_manifold(frame, a, b, m)
