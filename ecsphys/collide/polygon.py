"""Contact of segments and polygons: the axis of minimum overlap, or of the gap, then clipping.

The gap between two convex outlines along a direction n, `min n.b - max n.a`, has a single maximum
over n where it is positive, and this maximum is the distance. In the plane it lies at the normal
of a face, or beside the best face normal where one vertex of each outline supports. So the reference
face and its incident edge hold the closest points, and no iteration (GJK, EPA) is needed.
Where the outlines overlap, the best face normal is the direction of the minimum translation:
the faces of the Minkowski difference are the faces of both. Radii only shift the result.

After Gottschalk, Lin and Manocha, *OBBTree* (1996), section 5, for the axes; Ericson, *Real-Time
Collision Detection* (2005), 5.5.9 and 8.3.4, for clipping; Box2D v3 `manifold.c` for the idea of
ids from both edges. Each face visits all vertices: walking from support to support (rotating calipers)
takes fewer steps, but branch prediction fails on their number (tumble-2k: narrow phase 0.63 to 0.57 ms).
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..arrays import PointRows
from ..compile import inlined, kernel
from ..math2d.vec2 import Vec2
from ..math2d.vector import (
    add,
    add_scaled,
    cross,
    divide,
    dot,
    length,
    length_squared,
    perpendicular,
    scale,
    subtract,
)
from .manifold import (
    BETWEEN,
    NO_CONTACT,
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
    two_points,
)

# Gaps below this part of an edge's length are rounding noise: no direction is derived from them.
NOISE = 1e-10


class ReferenceFace(NamedTuple):
    """A face of one core, the vertex of the other core that is deepest behind it, and their separation."""

    separation: float
    face: int
    vertex: int


@inlined
def deepest_vertex(points: PointRows, b: Core, normal: Vec2) -> int:
    """The vertex of B furthest against the normal (the support of its negative); the first of equals."""
    lowest, vertex = math.inf, 0
    for j in range(b.count):
        height = dot(normal, point_at(points, b.first + j))
        if height < lowest:
            lowest, vertex = height, j
    return vertex


@inlined
def face_separation(points: PointRows, i: int, b: Core, offset: Vec2) -> float:
    """How far B is beyond the face in row i; `offset` leads from that core's origin to B's."""
    normal = normal_at(points, i)
    height = math.inf
    for j in range(b.first, b.first + b.count):
        height = min(height, dot(normal, point_at(points, j)))
    gap = subtract(offset, point_at(points, i))
    return height + normal.x * gap.x + normal.y * gap.y


@inlined
def find_reference_face(points: PointRows, a: Core, b: Core, limit: float) -> ReferenceFace:
    """The face of A with the largest separation from B; the search ends at one above `limit`."""
    best, face = -math.inf, 0
    offset = subtract(origin(b), origin(a))
    for i in range(a.first, a.first + a.count):
        separation = face_separation(points, i, b, offset)
        if separation > best:
            best, face = separation, i
            if separation > limit:
                break
    return ReferenceFace(best, face - a.first, deepest_vertex(points, b, normal_at(points, face)))


@inlined
def select_incident_edge(points: PointRows, b: Core, normal: Vec2, vertex: int) -> int:
    """Of the two edges of B at `vertex`, the one whose normal is more opposed to `normal`."""
    before = vertex - 1 if vertex > 0 else b.count - 1
    after_cosine = dot(normal, normal_at(points, b.first + vertex))
    before_cosine = dot(normal, normal_at(points, b.first + before))
    return vertex if after_cosine <= before_cosine else before


class IncidentEdge(NamedTuple):
    """The edge of B that meets a reference face of A, in the frame of that face.

    The face starts at `start` and runs `length` along `tangent`. Edge ends are (u, v): u along the
    tangent, v along the normal. `i0, i1` number the face's vertices, `j0, j1` the edge's.
    """

    normal: Vec2
    tangent: Vec2
    start: Vec2
    length: float
    end0: Vec2
    end1: Vec2
    i0: int
    i1: int
    j0: int
    j1: int


@inlined
def in_face_frame(normal: Vec2, p: Vec2) -> Vec2:
    """The components of `p` along a face and along its normal."""
    return Vec2(cross(normal, p), dot(normal, p))


@inlined
def find_incident_edge(points: PointRows, a: Core, b: Core, reference: ReferenceFace) -> IncidentEdge:
    """The edge of B most opposed to a face of A, in the frame of that face."""
    i0 = reference.face
    i1 = following(a, i0)
    normal = normal_at(points, a.first + i0)
    start = point_at(points, a.first + i0)
    face_length = cross(normal, subtract(point_at(points, a.first + i1), start))
    j0 = select_incident_edge(points, b, normal, reference.vertex)
    j1 = following(b, j0)
    offset = subtract(subtract(origin(b), origin(a)), start)
    end0 = in_face_frame(normal, add(point_at(points, b.first + j0), offset))
    end1 = in_face_frame(normal, add(point_at(points, b.first + j1), offset))
    start = add(start, origin(a))
    return IncidentEdge(normal, perpendicular(normal), start, face_length, end0, end1, i0, i1, j0, j1)


@inlined
def collide_vertices(e: IncidentEdge, a: Core, b: Core, reference: ReferenceFace) -> Manifold:
    """The contact of a vertex of A with a vertex of B if these are nearest, else NO_CONTACT."""
    u0, u1 = e.end0.x, e.end1.x
    u = u0 if reference.vertex == e.j0 else u1
    if reference.separation < -NOISE * e.length or 0.0 <= u <= e.length:
        return NO_CONTACT
    corner, i = (0.0, e.i0) if u < 0.0 else (e.length, e.i1)
    edge = subtract(e.end1, e.end0)
    along = ((corner - u0) * edge.x - e.end0.y * edge.y) / length_squared(edge)
    if 0.0 < along < 1.0 and min(u0, u1) <= corner <= max(u0, u1):
        return NO_CONTACT
    along = min(max(along, 0.0), 1.0)
    gap = subtract(add_scaled(e.end0, along, edge), Vec2(corner, 0.0))
    distance = length(gap)
    if distance <= NOISE * e.length:
        return NO_CONTACT
    direction = divide(gap, distance)
    normal = add_scaled(scale(direction.y, e.normal), direction.x, e.tangent)
    middle = 0.5 * (distance + a.radius - b.radius)
    point = add_scaled(add_scaled(e.start, corner, e.tangent), middle, normal)
    feature = feature_id(i, e.j0 if along < 0.5 else e.j1)
    return single_point(normal, point, distance - a.radius - b.radius, feature, BETWEEN)


@inlined
def midpoint(e: IncidentEdge, a: Core, b: Core, u: float, v: float) -> Vec2:
    """The point halfway between the two surfaces where the core of B is at (u, v)."""
    middle = 0.5 * (v + a.radius - b.radius)
    return add_scaled(add_scaled(e.start, middle, e.normal), u, e.tangent)


@inlined
def clip_incident_edge(e: IncidentEdge, a: Core, b: Core, margin: float) -> Manifold:
    """The part of the incident edge that lies before the reference face, as one or two points."""
    (u0, v0), (u1, v1) = e.end0, e.end1
    limit = margin + a.radius + b.radius
    lower, upper = max(u1, 0.0), min(u0, e.length)
    if upper - lower <= NOISE * e.length:
        return clip_to_point(e, a, b, 0.5 * (lower + upper), limit)
    slope = (v1 - v0) / (u1 - u0)
    upper_v, lower_v = v0 + slope * (upper - u0), v1 + slope * (lower - u1)
    point0, point1 = midpoint(e, a, b, upper, upper_v), midpoint(e, a, b, lower, lower_v)
    separation0, separation1 = upper_v - a.radius - b.radius, lower_v - a.radius - b.radius
    id0, id1 = feature_id(e.i1, e.j0), feature_id(e.i0, e.j1)
    if upper_v > limit:
        return single_point(e.normal, point1, separation1, id1, WITH_A) if lower_v <= limit else NO_CONTACT
    if lower_v > limit:
        return single_point(e.normal, point0, separation0, id0, WITH_A)
    return two_points(e.normal, point0, separation0, id0, point1, separation1, id1)


@kernel
def clip_to_point(e: IncidentEdge, a: Core, b: Core, u: float, limit: float) -> Manifold:
    """The single point of an incident edge that stands upright on the face, or ends where the face does."""
    (u0, v0), (u1, v1) = e.end0, e.end1
    first = v0 < v1
    if u0 - u1 > NOISE * e.length:
        u = min(max(u, u1), u0)
        along = (u - u0) / (u1 - u0)
        first = along < 0.5
    else:
        along = 0.0 if first else 1.0
        u = u0 if first else u1
    v = v0 + along * (v1 - v0)
    if v > limit:
        return NO_CONTACT
    feature = feature_id(e.i1, e.j0) if first else feature_id(e.i0, e.j1)
    return single_point(e.normal, midpoint(e, a, b, u, v), v - a.radius - b.radius, feature, WITH_A)


@inlined
def collide_face(points: PointRows, a: Core, b: Core, reference: ReferenceFace, margin: float) -> Manifold:
    """Contact of a reference face of A with B, or of the vertices beside it."""
    edge = find_incident_edge(points, a, b, reference)
    contact = collide_vertices(edge, a, b, reference)
    if contact.count == 0:
        return clip_incident_edge(edge, a, b, margin)
    return contact if contact.separation0 <= margin else NO_CONTACT


@kernel
def collide_polygons(points: PointRows, a: Core, b: Core, margin: float, tolerance: float) -> Manifold:
    """Segment or polygon against the same; A's face is the reference unless B's is better by `tolerance`."""
    limit = margin + a.radius + b.radius
    of_a = find_reference_face(points, a, b, limit)
    if of_a.separation > limit:
        return NO_CONTACT
    of_b = find_reference_face(points, b, a, limit)
    if of_b.separation > limit:
        return NO_CONTACT
    # One call serves both cases: each inlined copy of collide_face costs compile time.
    swap = of_b.separation > of_a.separation + tolerance
    face = of_b if swap else of_a
    # The gap of both: it tells that they are apart, also where A's face is kept but for the tolerance and B,
    # beyond its end, is a little behind it, as of capsules that lie end to end.
    reference = ReferenceFace(max(of_a.separation, of_b.separation), face.face, face.vertex)
    m = collide_face(points, b if swap else a, a if swap else b, reference, margin)
    return flip(m) if swap else m
