"""The point of a core nearest to a given one, inside and outside, in closed form.

Outside a convex polytope the distance is the largest signed distance from its planes where the point lies
above that face, and else that from an edge. Inside it is the largest, too, and negative: the face that is
reached by the least translation.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ...compile import inlined, kernel
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, any_perpendicular, cross, dot, length, length_squared, scale, subtract
from .core import BOX, HULL, PLANE, POINT, SEGMENT, TRIANGLE, Core, SolidRows, to_local
from .manifold import CORNER, EDGE, FACE
from .solid import (
    Face,
    axis_vector,
    corner_of,
    count_edges,
    count_faces,
    count_sides,
    edge_of,
    face_of,
    pick,
    point_of,
    row_normal,
)

UP = Vec3(0.0, 1.0, 0.0)  # the normal where points coincide and any would do
ROUNDING = 1e-15  # part of the lengths that a gap is the difference of, below which it is noise
# Part of the size below which the direction of a gap has no three digits: a face's normal is the better one.
NO_DIRECTION = 1e-12


class Nearest(NamedTuple):
    """The nearest point of a core without its radius: the way from it to the given point is `distance` times
    the unit `normal`; negative inside. All in the core's own frame.
    """

    distance: float
    point: Vec3
    normal: Vec3
    feature: int


@inlined
def away(gap: Vec3, otherwise: Vec3) -> Vec3:
    """Return the unit vector along a gap, or another one if there is no gap."""
    size = length(gap)
    if size > 0.0:
        return Vec3(gap.x / size, gap.y / size, gap.z / size)
    return otherwise


@inlined
def along_segment(start: Vec3, way: Vec3, p: Vec3) -> float:
    """Return the fraction of a segment at its point nearest to `p`."""
    squared = length_squared(way)
    along = dot(subtract(p, start), way) / squared if squared > 0.0 else 0.0
    return min(max(along, 0.0), 1.0)


@kernel
def across(way: Vec3) -> Vec3:
    """Return a unit vector at right angles to a way, the nearest to +y if it is not upright."""
    size = length(way)
    if size == 0.0:
        return UP
    d = Vec3(way.x / size, way.y / size, way.z / size)
    flat = d.x * d.x + d.z * d.z
    if flat < 1e-12:
        return any_perpendicular(d)
    s = 1.0 / math.sqrt(flat)
    return Vec3(-d.y * d.x * s, flat * s, -d.y * d.z * s)


@inlined
def nearest_on_segment(half: Vec3, p: Vec3) -> Nearest:
    """Return the point of the segment from `-half` to `half` nearest to `p`."""
    squared = length_squared(half)
    along = dot(p, half) / squared if squared > 0.0 else 0.0
    along = min(max(along, -1.0), 1.0)
    q = scale(along, half)
    gap = subtract(p, q)
    if abs(along) < 1.0 or along * dot(gap, half) < 0.0:
        # What rounding left of it along the segment would lead out through an end, which is further.
        gap = without_part_along(gap, half)
    size, noise = length(gap), ROUNDING * (length(p) + math.sqrt(squared))
    return Nearest(size, q, away(gap, UP) if size > noise else across(half), EDGE)


@inlined
def without_part_along(v: Vec3, way: Vec3) -> Vec3:
    """Return the part of a vector at right angles to a way."""
    squared = length_squared(way)
    return add_scaled(v, -dot(v, way) / squared, way) if squared > 0.0 else v


@inlined
def _inside_box(half: Vec3, p: Vec3) -> Nearest:
    """Return the nearest point of a box's surface to one inside; of equals that of y, then x, then z."""
    x, y, z = abs(p.x) - half.x, abs(p.y) - half.y, abs(p.z) - half.z
    axis, best = 1, y
    if x > best:
        axis, best = 0, x
    if z > best:
        axis, best = 2, z
    side = 1.0 if pick(p, axis) >= 0.0 else -1.0
    normal = axis_vector(axis, side)
    return Nearest(best, add_scaled(p, -best, normal), normal, _feature_of_box(normal))


@inlined
def _feature_of_box(way: Vec3) -> int:
    """Return the feature of a box that something is before, by a way there from its nearest point."""
    x = 0 if way.x == 0.0 else (1 if way.x > 0.0 else 2)
    y = 0 if way.y == 0.0 else (3 if way.y > 0.0 else 6)
    z = 0 if way.z == 0.0 else (9 if way.z > 0.0 else 18)
    axes = min(x, 1) + min(y, 1) + min(z, 1)
    return int(4 * (x + y + z) + (FACE if axes == 1 else (EDGE if axes == 2 else CORNER)))


@kernel
def nearest_on_box(half: Vec3, p: Vec3) -> Nearest:
    """Return the point of a box nearest to `p`, in the box's frame."""
    q = Vec3(min(max(p.x, -half.x), half.x), min(max(p.y, -half.y), half.y), min(max(p.z, -half.z), half.z))
    gap = subtract(p, q)
    size = length(gap)
    if size == 0.0:
        return _inside_box(half, p)
    return Nearest(size, q, Vec3(gap.x / size, gap.y / size, gap.z / size), _feature_of_box(gap))


@inlined
def is_above_face(rows: SolidRows, core: Core, f: int, face: Face, p: Vec3) -> bool:
    """Return whether a point lies in the prism that stands on a face."""
    count = count_sides(rows, core, f)
    c = point_of(rows, core, corner_of(rows, core, f, count - 1))
    for k in range(count):
        d = point_of(rows, core, corner_of(rows, core, f, k))
        if dot(cross(subtract(d, c), subtract(p, c)), face.normal) < 0.0:
            return False
        c = d
    return True


@kernel
def _nearest_edge(rows: SolidRows, core: Core, p: Vec3) -> Nearest:
    """Return the point of a polytope's edges nearest to a point outside."""
    best, nearest, edge, end = math.inf, p, 0, 0.0
    for e in range(count_edges(rows, core)):
        given = edge_of(rows, core, e)
        t = along_segment(given.start, given.way, p)
        q = add_scaled(given.start, t, given.way)
        squared = length_squared(subtract(p, q))
        if squared < best:
            best, nearest, edge, end = squared, q, e, t
    feature = 4 * edge + EDGE
    if end == 0.0 or end == 1.0:
        feature = 4 * _end_of_edge(rows, core, edge, end) + CORNER
    return Nearest(math.sqrt(best), nearest, away(subtract(p, nearest), UP), feature)


@inlined
def _end_of_edge(rows: SolidRows, core: Core, e: int, end: float) -> int:
    """Return the number of the point at an end, 0 or 1, of an edge of a hull or triangle."""
    if core.form == HULL:
        row = rows.spans[core.span, 4] + e
        point = rows.edges[row, 1] if end > 0.5 else rows.edges[row, 0]
        return int(point - rows.spans[core.span, 0])
    return (e + 1) % 3 if end > 0.5 else e


@kernel
def nearest_on_hull(rows: SolidRows, core: Core, p: Vec3, limit: float) -> Nearest:
    """Return the point of a hull nearest to `p`; if further than `limit`, perhaps only a bound on it."""
    best, highest = 0, -math.inf
    for f in range(count_faces(rows, core)):
        face = face_of(rows, core, f)
        height = dot(face.normal, p) - face.offset
        if height > highest:
            best, highest = f, height
            if height > limit:
                break
    face = face_of(rows, core, best)
    inside = highest <= NO_DIRECTION * (length(p) + abs(face.offset))
    if inside or highest > limit or is_above_face(rows, core, best, face, p):
        return Nearest(highest, add_scaled(p, -highest, face.normal), face.normal, 4 * best + FACE)
    return _nearest_edge(rows, core, p)


@kernel
def nearest_on_triangle(rows: SolidRows, core: Core, p: Vec3) -> Nearest:
    """Return the point of a triangle nearest to `p`, never negative; the normal where it lies on it is +n."""
    normal = row_normal(rows, core.span)
    height = dot(normal, p) - rows.faces[core.span, 3]
    if is_above_face(rows, core, 0, Face(normal, 0.0), p):
        below = height < 0.0
        side = Vec3(-normal.x, -normal.y, -normal.z) if below else normal
        return Nearest(abs(height), add_scaled(p, -height, normal), side, 4 * (1 if below else 0) + FACE)
    near = _nearest_edge(rows, core, p)
    if near.distance > NO_DIRECTION * length(p):
        return near
    return Nearest(near.distance, near.point, normal, near.feature)


@kernel
def nearest_on(rows: SolidRows, core: Core, p: Vec3, limit: float) -> Nearest:
    """Return the point of any convex core nearest to `p` of the core's frame, without the core's radius.

    If it is further than `limit`, the distance is perhaps only a lower bound, but greater than that.
    """
    if core.form == POINT:
        return Nearest(length(p), Vec3(0.0, 0.0, 0.0), away(p, UP), 0)
    if core.form == SEGMENT:
        return nearest_on_segment(core.half, p)
    if core.form == BOX:
        return nearest_on_box(core.half, p)
    if core.form == HULL:
        return nearest_on_hull(rows, core, p, limit)
    if core.form == TRIANGLE:
        return nearest_on_triangle(rows, core, p)
    height = dot(core.half, p)
    return Nearest(height, add_scaled(p, -height, core.half), core.half, FACE)


@kernel
def contains(rows: SolidRows, core: Core, point: Vec3) -> bool:
    """Return whether a point of the shared frame is in a solid or on its surface; never in a mesh."""
    p = to_local(core, point)
    if core.form == BOX and core.radius == 0.0:
        return bool(abs(p.x) <= core.half.x and abs(p.y) <= core.half.y and abs(p.z) <= core.half.z)
    if core.form > PLANE:
        return False
    return bool(nearest_on(rows, core, p, core.radius).distance <= core.radius)
