"""Rays against a single core.

A ray first meets the outline with its faces moved out by the radius. Where it enters that outline beside
a face, only the arc at this end of the face can still be hit: the region between the arc and the moved faces
is convex, so a ray that leaves it does not return.
After Cyrus and Beck (1978) for the clipping; Ericson, *Real-Time Collision Detection*, 5.3.

Each function returns `(fraction, normal)`: the part of the way to the first hit, MISS if there is none.
"""

from __future__ import annotations

import math

from ..arrays import PointRows
from ..compile import inlined, kernel
from ..math2d.vec2 import Vec2
from ..math2d.vector import add_scaled, cross, divide, dot, length, length_squared, negate, subtract
from .circle import nearest_face, separate_point
from .inside import holds
from .manifold import CHAIN, HALF_PLANE, INSIDE, POINT, SEGMENT, Core, normal_at, origin, point_at
from .polygon import NOISE

MISS = 2.0  # the fraction of a ray without a hit
NO_NORMAL = Vec2(0.0, 0.0)


@kernel
def hit_inside(way: Vec2) -> tuple[float, Vec2]:
    """The hit of a ray that starts inside: fraction 0, the normal against the ray."""
    distance = length(way)
    if distance == 0.0:
        return 0.0, Vec2(0.0, 1.0)
    return 0.0, divide(negate(way), distance)


@kernel
def raycast_disc(start: Vec2, way: Vec2, radius: float) -> tuple[float, Vec2]:
    """A ray against a disc around (0, 0)."""
    distance = length(start)
    if distance <= radius:
        return hit_inside(way)
    along = dot(start, way)
    across = cross(start, way)
    # Not b² - ac, which loses a small disc far away.
    root = length_squared(way) * radius * radius - across * across
    if along >= 0.0 or root < 0.0:
        return MISS, NO_NORMAL
    fraction = (distance - radius) * (distance + radius) / (math.sqrt(root) - along)
    if fraction > 1.0:
        return MISS, NO_NORMAL
    hit = add_scaled(start, fraction, way)
    hit_distance = length(hit)
    if hit_distance <= NOISE * distance:  # a point: the end of a segment
        return fraction, hit_inside(way)[1]
    return fraction, divide(hit, hit_distance)


@kernel
def raycast_line(height: float, normal: Vec2, way: Vec2) -> float:
    """The fraction at which a ray that starts `height` in front of a line crosses it, or MISS."""
    closing = -dot(normal, way)
    if closing <= 0.0 or height > closing:
        return MISS
    return height / closing


@inlined
def raycast_segment(points: PointRows, a: Core, start: Vec2, way: Vec2) -> tuple[float, Vec2]:
    """A ray from `start`, relative to the core, against a segment or capsule."""
    row, end_row = a.first, a.first + 1
    normal = normal_at(points, row)
    height = dot(normal, subtract(start, point_at(points, row)))
    if height < 0.0:
        height, normal = -height, negate(normal)
        row, end_row = end_row, row
    fraction = 0.0
    if height > a.radius:
        fraction = raycast_line(height - a.radius, normal, way)
        if fraction > 1.0:
            return MISS, NO_NORMAL
    hit = add_scaled(start, fraction, way)
    # The nearer end, if the ray meets the line beside the segment.
    if cross(normal, subtract(hit, point_at(points, row))) < 0.0:
        return raycast_disc(subtract(start, point_at(points, row)), way, a.radius)
    if cross(normal, subtract(hit, point_at(points, end_row))) > 0.0:
        return raycast_disc(subtract(start, point_at(points, end_row)), way, a.radius)
    if height <= a.radius:
        return hit_inside(way)
    return fraction, normal


@inlined
def raycast_chain(points: PointRows, a: Core, start: Vec2, way: Vec2) -> tuple[float, Vec2]:
    """A ray from `start`, relative to the core, against the front of a chain segment."""
    normal, first = normal_at(points, a.first), point_at(points, a.first)
    height = dot(normal, subtract(start, first))
    if height < 0.0:
        return MISS, NO_NORMAL
    fraction = raycast_line(height, normal, way)
    hit = subtract(add_scaled(start, fraction, way), first)
    width = cross(normal, subtract(point_at(points, a.first + 1), first))
    # Slightly wider than the segment, so that no ray slips through a joint.
    if fraction > 1.0 or abs(cross(normal, hit) - 0.5 * width) > (0.5 + NOISE) * width:
        return MISS, NO_NORMAL
    return fraction, normal


@inlined
def raycast_polygon(points: PointRows, a: Core, start: Vec2, way: Vec2) -> tuple[float, Vec2]:
    """A ray from `start`, relative to the core, against a polygon, rounded or not."""
    enter, leave, face, missed = 0.0, 1.0, -1, False
    for i in range(a.count):
        normal = normal_at(points, a.first + i)
        height = dot(normal, subtract(start, point_at(points, a.first + i))) - a.radius
        closing = -dot(normal, way)
        crossing = height / closing if closing != 0.0 else 0.0
        missed |= (height > 0.0) & (height > closing)
        later = (closing > 0.0) & (crossing > enter)
        enter, face = crossing if later else enter, i if later else face
        leave = crossing if (closing < 0.0) & (crossing < leave) else leave
    if missed or enter > leave:
        return MISS, NO_NORMAL
    if a.radius == 0.0 and face < 0:
        return hit_inside(way)
    hit = add_scaled(start, enter, way)
    shared = Vec2(hit.x + a.x, hit.y + a.y)  # relative to the shared origin again
    end = -1
    if face < 0:
        height, face = nearest_face(points, a, shared)
        height, _, end = separate_point(points, a, shared, height, face)
        if height <= a.radius:
            return hit_inside(way)
    elif a.radius > 0.0:
        _, _, end = separate_point(points, a, shared, a.radius, face)
    if end >= 0:
        return raycast_disc(subtract(start, point_at(points, a.first + end)), way, a.radius)
    return enter, normal_at(points, a.first + face)


@inlined
def raycast(points: PointRows, a: Core, start: Vec2, end: Vec2) -> tuple[float, Vec2]:
    """The first point of a core on the way from `start` to `end`: `(fraction, normal)`.

    The fraction is 0 for a start inside (the normal is then against the ray) and MISS for a ray without a
    hit. A chain segment is hit from its front only, the inside of loops only by a ray that starts there.
    """
    if a.form == INSIDE:
        return hit_inside(subtract(end, start)) if holds(points, a, start) else (MISS, NO_NORMAL)
    start, way = subtract(start, origin(a)), subtract(end, start)
    if a.form == POINT:
        return raycast_disc(subtract(start, point_at(points, a.first)), way, a.radius)
    if a.form == SEGMENT:
        return raycast_segment(points, a, start, way)
    if a.form == CHAIN:
        return raycast_chain(points, a, start, way)
    if a.form == HALF_PLANE:
        normal = normal_at(points, a.first)
        height = dot(normal, subtract(start, point_at(points, a.first)))
        if height <= 0.0:
            return hit_inside(way)
        return raycast_line(height, normal, way), normal
    return raycast_polygon(points, a, start, way)
