"""Edges and polygons against each other: the axis of least overlap, or of the gap, then clipping.

The gap between two convex outlines along a direction n, `min n.b - max n.a`, has a single maximum
over n where it is positive, and this maximum is the distance. In the plane it lies at the normal
of a face, or beside the best face normal where one vertex of each outline supports. So the best
face and the edge opposite it hold the closest points, and no iteration (GJK, EPA) is needed.
Where the outlines overlap, the best face normal is the direction of the minimum translation:
the faces of the Minkowski difference are the faces of both. Radii only shift the result.

After Gottschalk, Lin and Manocha, *OBBTree* (1996), section 5, for the axes; Ericson, *Real-Time
Collision Detection* (2005), 5.5.9 and 8.3.4, for clipping; Box2D v3 `manifold.c` for the idea of
ids from both edges. All vertices are looked at for each face: to walk from support to support (rotating
calipers) takes fewer steps, but nobody can foretell how many (tumble-2k: narrow phase 0.63 to 0.57 ms).
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..arrays import PointRows
from ..compile import inlined, kernel
from .manifold import NO_CONTACT, Core, Manifold, feature_id, flip, single_point

# Gaps below this part of an edge's length are noise: no direction is taken from them.
NOISE = 1e-10


class ReferenceFace(NamedTuple):
    """A face of one core and the vertex of the other that is deepest behind it."""

    separation: float
    face: int
    vertex: int


@inlined
def deepest_vertex(points: PointRows, b: Core, nx: float, ny: float) -> int:
    """The vertex of B that is furthest against (nx, ny); the first of equals."""
    best, vertex = math.inf, 0
    for j in range(b.count):
        height = nx * points[b.first + j, 0] + ny * points[b.first + j, 1]
        if height < best:
            best, vertex = height, j
    return vertex


@inlined
def find_reference_face(points: PointRows, a: Core, b: Core, limit: float) -> ReferenceFace:
    """The face of A that B is furthest in front of; stops early at one above `limit`."""
    best, face = -math.inf, 0
    dx, dy = b.x - a.x, b.y - a.y
    for i in range(a.first, a.first + a.count):
        nx, ny = points[i, 2], points[i, 3]
        height = math.inf
        for j in range(b.first, b.first + b.count):
            height = min(height, nx * points[j, 0] + ny * points[j, 1])
        separation = height + nx * (dx - points[i, 0]) + ny * (dy - points[i, 1])
        if separation > best:
            best, face = separation, i
            if separation > limit:
                break
    return ReferenceFace(best, face - a.first, deepest_vertex(points, b, points[face, 2], points[face, 3]))


@inlined
def select_incident_edge(points: PointRows, b: Core, nx: float, ny: float, vertex: int) -> int:
    """Of the two edges of B at `vertex`, the one whose normal is more against (nx, ny)."""
    before = vertex - 1 if vertex > 0 else b.count - 1
    row, other = b.first + vertex, b.first + before
    if nx * points[row, 2] + ny * points[row, 3] <= nx * points[other, 2] + ny * points[other, 3]:
        return vertex
    return before


class IncidentEdge(NamedTuple):
    """The edge of B in the frame of a face of A: u runs along the face from 0 to `length`, v away
    from it; (x, y) is where the face starts. `i0 … j1` number the four ends.
    """

    nx: float
    ny: float
    x: float
    y: float
    length: float
    u0: float
    v0: float
    u1: float
    v1: float
    i0: int
    i1: int
    j0: int
    j1: int


@inlined
def find_incident_edge(points: PointRows, a: Core, b: Core, facing: ReferenceFace) -> IncidentEdge:
    """Look from a face of A at the edge of B opposite it."""
    i0 = facing.face
    i1 = i0 + 1 if i0 + 1 < a.count else 0
    nx, ny = points[a.first + i0, 2], points[a.first + i0, 3]
    x, y = points[a.first + i0, 0], points[a.first + i0, 1]
    length = nx * (points[a.first + i1, 1] - y) - ny * (points[a.first + i1, 0] - x)
    j0 = select_incident_edge(points, b, nx, ny, facing.vertex)
    j1 = j0 + 1 if j0 + 1 < b.count else 0
    dx, dy = b.x - a.x - x, b.y - a.y - y
    x0, y0 = points[b.first + j0, 0] + dx, points[b.first + j0, 1] + dy
    x1, y1 = points[b.first + j1, 0] + dx, points[b.first + j1, 1] + dy
    u0, v0 = nx * y0 - ny * x0, nx * x0 + ny * y0
    u1, v1 = nx * y1 - ny * x1, nx * x1 + ny * y1
    return IncidentEdge(nx, ny, x + a.x, y + a.y, length, u0, v0, u1, v1, i0, i1, j0, j1)


@inlined
def collide_vertices(o: IncidentEdge, a: Core, b: Core, facing: ReferenceFace) -> Manifold:
    """The contact of a vertex of A with a vertex of B if these are nearest, else NO_CONTACT."""
    u = o.u0 if facing.vertex == o.j0 else o.u1
    if facing.separation < -NOISE * o.length or 0.0 <= u <= o.length:
        return NO_CONTACT
    end, i = (0.0, o.i0) if u < 0.0 else (o.length, o.i1)
    du, dv = o.u1 - o.u0, o.v1 - o.v0
    along = ((end - o.u0) * du - o.v0 * dv) / (du * du + dv * dv)
    if 0.0 < along < 1.0 and min(o.u0, o.u1) <= end <= max(o.u0, o.u1):
        return NO_CONTACT
    along = min(max(along, 0.0), 1.0)
    u, v = o.u0 + along * du - end, o.v0 + along * dv
    distance = math.sqrt(u * u + v * v)
    if distance <= NOISE * o.length:
        return NO_CONTACT
    u, v = u / distance, v / distance
    nx, ny = v * o.nx - u * o.ny, v * o.ny + u * o.nx
    middle = 0.5 * (distance + a.radius - b.radius)
    x, y = o.x - end * o.ny + middle * nx, o.y + end * o.nx + middle * ny
    feature = feature_id(i, o.j0 if along < 0.5 else o.j1)
    return single_point(nx, ny, x, y, distance - a.radius - b.radius, feature)


@inlined
def midway(o: IncidentEdge, a: Core, b: Core, u: float, v: float) -> tuple[float, float]:
    """The point halfway between the two surfaces where the core of B is at (u, v)."""
    w = 0.5 * (v + a.radius - b.radius)
    return o.x + w * o.nx - u * o.ny, o.y + w * o.ny + u * o.nx


@inlined
def clip_incident_edge(o: IncidentEdge, a: Core, b: Core, margin: float) -> Manifold:
    """The part of the edge of B that lies before the face of A, as one or two points."""
    limit = margin + a.radius + b.radius
    lower, upper = max(o.u1, 0.0), min(o.u0, o.length)
    if upper - lower <= NOISE * o.length:
        return clip_to_point(o, a, b, 0.5 * (lower + upper), limit)
    slope = (o.v1 - o.v0) / (o.u1 - o.u0)
    v0 = o.v0 + slope * (upper - o.u0)
    v1 = o.v1 + slope * (lower - o.u1)
    x0, y0 = midway(o, a, b, upper, v0)
    x1, y1 = midway(o, a, b, lower, v1)
    s0, s1 = v0 - a.radius - b.radius, v1 - a.radius - b.radius
    id0, id1 = feature_id(o.i1, o.j0), feature_id(o.i0, o.j1)
    if v0 > limit:
        return single_point(o.nx, o.ny, x1, y1, s1, id1) if v1 <= limit else NO_CONTACT
    if v1 > limit:
        return single_point(o.nx, o.ny, x0, y0, s0, id0)
    return Manifold(2, o.nx, o.ny, x0, y0, s0, id0, x1, y1, s1, id1)


@kernel
def clip_to_point(o: IncidentEdge, a: Core, b: Core, u: float, limit: float) -> Manifold:
    """The single point of an edge that stands upright on the face, or ends where the face does."""
    first = o.v0 < o.v1
    if o.u0 - o.u1 > NOISE * o.length:
        u = min(max(u, o.u1), o.u0)
        along = (u - o.u0) / (o.u1 - o.u0)
        first = along < 0.5
    else:
        along = 0.0 if first else 1.0
        u = o.u0 if first else o.u1
    v = o.v0 + along * (o.v1 - o.v0)
    if v > limit:
        return NO_CONTACT
    x, y = midway(o, a, b, u, v)
    feature = feature_id(o.i1, o.j0) if first else feature_id(o.i0, o.j1)
    return single_point(o.nx, o.ny, x, y, v - a.radius - b.radius, feature)


@inlined
def collide_face(points: PointRows, a: Core, b: Core, facing: ReferenceFace, margin: float) -> Manifold:
    """Contact of a face of A with B, or of the vertices beside it."""
    opposed = find_incident_edge(points, a, b, facing)
    contact = collide_vertices(opposed, a, b, facing)
    if contact.count == 0:
        return clip_incident_edge(opposed, a, b, margin)
    return contact if contact.separation0 <= margin else NO_CONTACT


@kernel
def collide_polygons(points: PointRows, a: Core, b: Core, margin: float, tolerance: float) -> Manifold:
    """Edge or polygon against the same. A's face is the reference unless B's is better by `tolerance`."""
    limit = margin + a.radius + b.radius
    of_a = find_reference_face(points, a, b, limit)
    if of_a.separation > limit:
        return NO_CONTACT
    of_b = find_reference_face(points, b, a, limit)
    if of_b.separation > limit:
        return NO_CONTACT
    # One call for both: each copy of the code below would cost time to compile.
    swap = of_b.separation > of_a.separation + tolerance
    facing = of_b if swap else of_a
    m = collide_face(points, b if swap else a, a if swap else b, facing, margin)
    return flip(m) if swap else m
