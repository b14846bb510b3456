"""Edges and polygons against each other: the axis of least overlap, or of the gap, then clipping.

The gap between two convex outlines along a direction n, `min n.b - max n.a`, has a single maximum
over n where it is positive, and this maximum is the distance. In the plane it lies at the normal
of a face, or beside the best face normal where one vertex of each outline supports. So the best
face and the edge opposite it hold the closest points, and no iteration (GJK, EPA) is needed.
Where the outlines overlap, the best face normal is the direction of the minimum translation:
the faces of the Minkowski difference are the faces of both. Radii only shift the result.

After Gottschalk, Lin and Manocha, *OBBTree* (1996), section 5, for the axes; Ericson, *Real-Time
Collision Detection* (2005), 5.5.9 and 8.3.4, for clipping; Box2D v3 `manifold.c` for the idea of
ids from both edges. Supports are found by walking both outlines (rotating calipers), n + m steps.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from .._jit import kernel
from .manifold import EDGE, NO_CONTACT, Core, Manifold, Points, feature_id, flipped, one_point

# Gaps below this part of an edge's length are noise: no direction is taken from them.
NOISE = 1e-10


class Facing(NamedTuple):
    """A face of one core and the vertex of the other that is deepest behind it."""

    separation: float
    face: int
    vertex: int


@kernel
def lowest(points: Points, b: Core, nx: float, ny: float) -> int:
    """The vertex of B that is furthest against (nx, ny); the first of equals."""
    best, vertex = math.inf, 0
    for j in range(b.count):
        height = nx * points[b.first + j, 0] + ny * points[b.first + j, 1]
        if height < best:
            best, vertex = height, j
    return vertex


@kernel
def walk_down(points: Points, b: Core, nx: float, ny: float, vertex: int) -> int:
    """The vertex of B furthest against (nx, ny), reached counter-clockwise from an earlier support."""
    height = nx * points[b.first + vertex, 0] + ny * points[b.first + vertex, 1]
    for _ in range(b.count):
        following = vertex + 1 if vertex + 1 < b.count else 0
        lower = nx * points[b.first + following, 0] + ny * points[b.first + following, 1]
        if lower >= height:
            break
        height, vertex = lower, following
    return vertex


@kernel
def best_face(points: Points, a: Core, b: Core, limit: float) -> Facing:
    """The face of A that B is furthest in front of; stops early at one above `limit`."""
    best, face, vertex = -math.inf, 0, 0
    support = 0
    for i in range(a.count):
        row = a.first + i
        nx, ny = points[row, 2], points[row, 3]
        if i == 0 or a.form == EDGE:  # half a turn is too far to walk
            support = lowest(points, b, nx, ny)
        else:
            support = walk_down(points, b, nx, ny, support)
        x = points[b.first + support, 0] + b.x - a.x - points[row, 0]
        y = points[b.first + support, 1] + b.y - a.y - points[row, 1]
        separation = nx * x + ny * y
        if separation > best:
            best, face, vertex = separation, i, support
            if separation > limit:
                break
    return Facing(best, face, vertex)


@kernel
def opposite_edge(points: Points, b: Core, nx: float, ny: float, vertex: int) -> int:
    """Of the two edges of B at `vertex`, the one whose normal is more against (nx, ny)."""
    before = vertex - 1 if vertex > 0 else b.count - 1
    row, other = b.first + vertex, b.first + before
    if nx * points[row, 2] + ny * points[row, 3] <= nx * points[other, 2] + ny * points[other, 3]:
        return vertex
    return before


@kernel
def clip(points: Points, a: Core, b: Core, facing: Facing, margin: float) -> Manifold:
    """Contact points between a face of A and the edge of B opposite it.

    The normal is the face's, unless the cores are apart and two vertices are nearest.
    """
    first = a.first + facing.face
    nx, ny = points[first, 2], points[first, 3]
    next_a = facing.face + 1 if facing.face + 1 < a.count else 0
    length = nx * (points[a.first + next_a, 1] - points[first, 1]) - ny * (
        points[a.first + next_a, 0] - points[first, 0]
    )
    edge = opposite_edge(points, b, nx, ny, facing.vertex)
    next_b = edge + 1 if edge + 1 < b.count else 0
    # The edge of B in the frame of the face: u along it, v in front of it. It runs from high u to low.
    dx, dy = b.x - a.x - points[first, 0], b.y - a.y - points[first, 1]
    x0, y0 = points[b.first + edge, 0] + dx, points[b.first + edge, 1] + dy
    x1, y1 = points[b.first + next_b, 0] + dx, points[b.first + next_b, 1] + dy
    u0, v0 = nx * y0 - ny * x0, nx * x0 + ny * y0
    u1, v1 = nx * y1 - ny * x1, nx * x1 + ny * y1

    if facing.separation > -NOISE * length and (max(u0, u1) < 0.0 or min(u0, u1) > length or ...):
        pass
    return NO_CONTACT
