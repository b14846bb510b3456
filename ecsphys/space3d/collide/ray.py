"""Rays against a single core.

A ray that starts inside or on the surface has fraction 0 and a normal against the way. Clipping by planes is
that of Cyrus and Beck (1978); Ericson, *Real-Time Collision Detection*, 5.3.
"""

from __future__ import annotations

import math

from ...compile import inlined, kernel
from ..math3d.quaternion import rotate
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, cross, dot, length, length_squared, negate, scale, subtract
from .core import BOX, PLANE, POINT, SEGMENT, TRIANGLE, Core, SolidRows
from .manifold import NO_HIT, Hit
from .nearest import UP, away
from .solid import axis_vector, count_faces, face_of, pick, row_normal, row_point


@inlined
def hit_inside(start: Vec3, way: Vec3) -> Hit:
    """Return the hit of a ray that starts inside."""
    return Hit(1, 0.0, start, away(negate(way), UP))


@kernel
def ray_sphere(start: Vec3, way: Vec3, radius: float) -> Hit:
    """Return the hit of a ray and a sphere around the origin."""
    distance = length(start)
    if distance <= radius:
        return hit_inside(start, way)
    along = dot(start, way)
    # Not b² - ac, which loses a small sphere far away.
    root = length_squared(way) * radius * radius - length_squared(cross(start, way))
    if along >= 0.0 or root < 0.0:
        return NO_HIT
    fraction = (distance - radius) * (distance + radius) / (math.sqrt(root) - along)
    if fraction > 1.0:
        return NO_HIT
    point = add_scaled(start, fraction, way)
    return Hit(1, fraction, point, away(point, hit_inside(start, way).normal))


@inlined
def _shifted(hit: Hit, by: Vec3) -> Hit:
    return Hit(hit.found, hit.fraction, add_scaled(hit.point, 1.0, by), hit.normal)


@kernel
def ray_capsule(half: Vec3, radius: float, start: Vec3, way: Vec3) -> Hit:
    """Return the hit of a ray and the capsule around the segment from `-half` to `half`.

    Where the ray enters the endless cylinder beside the segment, only the ball at this end can still be hit.
    """
    reach = length(half)
    u = scale(1.0 / reach, half)
    across_start, across_way = add_scaled(start, -dot(start, u), u), add_scaled(way, -dot(way, u), u)
    distance, fraction = length(across_start), 0.0
    if distance > radius:
        along = dot(across_start, across_way)
        sweep = length_squared(cross(across_start, across_way))
        root = length_squared(across_way) * radius * radius - sweep
        if along >= 0.0 or root < 0.0:
            return NO_HIT
        fraction = (distance - radius) * (distance + radius) / (math.sqrt(root) - along)
        if fraction > 1.0:
            return NO_HIT
    point = add_scaled(start, fraction, way)
    height = dot(point, u)
    if abs(height) > reach:
        end = half if height > 0.0 else negate(half)
        return _shifted(ray_sphere(subtract(start, end), way, radius), end)
    if fraction == 0.0:
        return hit_inside(start, way)
    return Hit(1, fraction, point, away(add_scaled(point, -height, u), hit_inside(start, way).normal))


@kernel
def ray_box(half: Vec3, start: Vec3, way: Vec3) -> Hit:
    """Return the hit of a ray and a box."""
    enter, leave, face = 0.0, 1.0, -1
    for axis in range(3):
        h, s, w = pick(half, axis), pick(start, axis), pick(way, axis)
        if abs(s) > h and (w == 0.0 or (s > 0.0) == (w > 0.0)):
            return NO_HIT
        if w != 0.0:
            side = -1.0 if w > 0.0 else 1.0  # of the face that is met first
            first, last = (side * h - s) / w, (-side * h - s) / w
            if abs(s) > h and first >= enter:
                enter, face = first, 2 * axis + (1 if side > 0.0 else 0)
            leave = min(leave, last)
    if enter > leave:
        return NO_HIT
    if face < 0:
        return hit_inside(start, way)
    return Hit(1, enter, add_scaled(start, enter, way), axis_vector(face >> 1, 1.0 if face & 1 else -1.0))


@kernel
def ray_hull(rows: SolidRows, core: Core, start: Vec3, way: Vec3) -> Hit:
    """Return the hit of a ray and a hull."""
    enter, leave, best = 0.0, 1.0, -1
    for f in range(count_faces(rows, core)):
        face = face_of(rows, core, f)
        height, closing = dot(face.normal, start) - face.offset, -dot(face.normal, way)
        if height > 0.0 and height > closing:
            return NO_HIT
        if height > 0.0:
            crossing = height / closing
            if crossing >= enter:
                enter, best = crossing, f
        elif closing < 0.0:
            leave = min(leave, height / closing)
        if enter > leave:
            return NO_HIT
    if best < 0:
        return hit_inside(start, way)
    return Hit(1, enter, add_scaled(start, enter, way), face_of(rows, core, best).normal)


@inlined
def ray_plane(normal: Vec3, start: Vec3, way: Vec3) -> Hit:
    """Return the hit of a ray and the half space behind a plane through the origin."""
    height, closing = dot(normal, start), -dot(normal, way)
    if height <= 0.0:
        return hit_inside(start, way)
    if height > closing:
        return NO_HIT
    return Hit(1, height / closing, add_scaled(start, height / closing, way), normal)


@kernel
def ray_triangle(rows: SolidRows, face: int, start: Vec3, way: Vec3) -> Hit:
    """Return the hit of a ray and the front of a triangle, its sides included.

    Of two triangles that share a side at least one is hit: their products are exact negatives.
    """
    normal = row_normal(rows, face)
    height, closing = dot(normal, start) - rows.faces[face, 3], -dot(normal, way)
    if height < 0.0 or closing <= 0.0 or height > closing:
        return NO_HIT
    first = rows.loops[face, 0]
    p = subtract(row_point(rows, rows.corners[first, 0]), start)
    q = subtract(row_point(rows, rows.corners[first + 1, 0]), start)
    r = subtract(row_point(rows, rows.corners[first + 2, 0]), start)
    if dot(way, cross(p, q)) > 0.0 or dot(way, cross(q, r)) > 0.0 or dot(way, cross(r, p)) > 0.0:
        return NO_HIT
    return Hit(1, height / closing, add_scaled(start, height / closing, way), normal)


@kernel
def ray_in_frame(rows: SolidRows, core: Core, start: Vec3, way: Vec3) -> Hit:
    """Return the hit of a ray and a core that is no mesh and no rounded polytope, all in the core's frame."""
    if core.form == POINT:
        return ray_sphere(start, way, core.radius)
    if core.form == SEGMENT:
        return ray_capsule(core.half, core.radius, start, way)
    if core.form == BOX:
        return ray_box(core.half, start, way)
    if core.form == PLANE:
        return ray_plane(core.half, start, way)
    if core.form == TRIANGLE:
        return ray_triangle(rows, core.span, start, way)
    return ray_hull(rows, core, start, way)


@inlined
def place_hit(core: Core, hit: Hit, start: Vec3, way: Vec3) -> Hit:
    """Return a hit in a core's frame as it is in the shared one."""
    if hit.found == 0:
        return hit
    return Hit(1, hit.fraction, add_scaled(start, hit.fraction, way), rotate(core.rotation, hit.normal))
