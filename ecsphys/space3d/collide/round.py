"""Contact of spheres and capsules with each other, and of spheres with everything, in closed form."""

from __future__ import annotations

import math
from typing import NamedTuple

from ...compile import inlined, kernel
from ..math3d.quaternion import rotate
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, cross, dot, length, length_squared, negate, scale, subtract
from .core import SEGMENT, Core, SolidRows, to_local, to_world
from .manifold import (
    CORNER,
    EDGE,
    NO_CONTACT,
    Manifold,
    Separation,
    Spot,
    feature_id,
    single_point,
    two_points,
)
from .nearest import ROUNDING, UP, across, away, nearest_on, without_part_along

# Lines whose angle has a smaller sine squared are parallel: their crossing has no digits left.
PARALLEL = 1e-20
# Capsules closer to parallel than this (sine squared) touch along a line: two points.
ALIGNED = 1e-4
SHORT = 1e-6  # part of the size below which two points of a line are one, and digits of a gap are few


@inlined
def middle_spot(on_a: Vec3, gap: float, normal: Vec3, a: Core, b: Core, feature: int) -> Spot:
    """Return the contact point between two points of cores, `gap` apart along the normal."""
    point = add_scaled(on_a, 0.5 * (gap + a.radius - b.radius), normal)
    return Spot(point, gap - a.radius - b.radius, feature)


@inlined
def collide_spheres(a: Core, b: Core, margin: float) -> Manifold:
    """Sphere against sphere; the normal of concentric ones is +y."""
    gap = subtract(b.center, a.center)
    squared, reach = length_squared(gap), a.radius + b.radius + margin
    if squared > reach * reach:
        return NO_CONTACT
    distance = math.sqrt(squared)
    normal = Vec3(gap.x / distance, gap.y / distance, gap.z / distance) if distance > 0.0 else UP
    spot = middle_spot(a.center, distance, normal, a, b, 0)
    return single_point(normal, spot.point, spot.separation, 0)


@kernel
def separate_sphere(rows: SolidRows, a: Core, b: Core, limit: float) -> tuple[Separation, int]:
    """Return the separation of any convex A and the sphere B, and A's feature; exact up to `limit`."""
    near = nearest_on(rows, a, to_local(a, b.center), limit + a.radius + b.radius)
    normal = rotate(a.rotation, near.normal)
    on_a = add_scaled(to_world(a, near.point), a.radius, normal)
    on_b = add_scaled(b.center, -b.radius, normal)
    return Separation(near.distance - a.radius - b.radius, normal, on_a, on_b), near.feature


@kernel
def collide_sphere(rows: SolidRows, a: Core, b: Core, margin: float) -> Manifold:
    """Any convex A against the sphere B."""
    found, feature = separate_sphere(rows, a, b, margin)
    if found.distance > margin:
        return NO_CONTACT
    p, q = found.point_a, found.point_b
    middle = Vec3(0.5 * (p.x + q.x), 0.5 * (p.y + q.y), 0.5 * (p.z + q.z))
    return single_point(found.normal, middle, found.distance, feature_id(feature, 0))


class Closest(NamedTuple):
    """The fractions of two segments at their closest points, and the sine squared of their angle."""

    s: float
    t: float
    sine_squared: float


@inlined
def _fraction(numerator: float, denominator: float) -> float:
    return min(max(numerator / denominator, 0.0), 1.0) if denominator > 0.0 else 0.0


@kernel
def closest_on_segments(p: Vec3, way_p: Vec3, q: Vec3, way_q: Vec3) -> Closest:
    """Return where the segments from p along way_p and from q along way_q are closest.

    Ericson, *Real-Time Collision Detection*, 5.1.9, with the crossing of the lines from the vector product:
    a difference of scalar products would lose half of the digits of nearly parallel ones.
    """
    pp, qq = length_squared(way_p), length_squared(way_q)
    gap, n = subtract(q, p), cross(way_p, way_q)
    nn = length_squared(n)
    if nn > PARALLEL * pp * qq:
        s = min(max(dot(cross(gap, way_q), n) / nn, 0.0), 1.0)
    else:  # parallel: any point beside the other segment will do, else the end next to it
        low = dot(gap, way_p)
        high = low + dot(way_q, way_p)
        first, last = max(min(low, high), 0.0), min(max(low, high), pp)
        s = _fraction(0.5 * (first + last) if first <= last else (0.0 if last < 0.0 else pp), pp)
    t = dot(subtract(add_scaled(p, s, way_p), q), way_q)
    if t <= 0.0:
        t, s = 0.0, _fraction(dot(gap, way_p), pp)
    elif t >= qq:
        t, s = 1.0, _fraction(dot(add_scaled(gap, 1.0, way_q), way_p), pp)
    else:
        t = t / qq
    return Closest(s, t, nn / (pp * qq) if pp * qq > 0.0 else 1.0)


@inlined
def _crossing_normal(way_a: Vec3, way_b: Vec3, offset: Vec3, sine_squared: float) -> Vec3:
    """Return the normal of two segments that cross: at right angles to both, to B's side of A's middle."""
    if sine_squared > PARALLEL:
        n = cross(way_a, way_b)
        n = scale(1.0 / length(n), n)
    else:
        n = across(way_a if length_squared(way_a) > 0.0 else way_b)
    return negate(n) if dot(n, offset) < 0.0 else n


@inlined
def _leads_inwards(fraction: float, along: float) -> bool:
    """Return whether a way from a point of a segment starts beside the segment, not beyond its end."""
    return 0.0 < fraction < 1.0 or (along < 0.0 if fraction > 0.5 else along > 0.0)


@inlined
def _upright_gap(gap: Vec3, way_a: Vec3, way_b: Vec3, c: Closest) -> Vec3:
    """Return a short gap without what rounding left of it along the segments that it is beside.

    It would lead out through an end, which is further.
    """
    on_a, on_b = _leads_inwards(c.s, dot(gap, way_a)), _leads_inwards(c.t, -dot(gap, way_b))
    if on_a and on_b and c.sine_squared > PARALLEL:
        n = cross(way_a, way_b)
        return scale(dot(gap, n) / length_squared(n), n)
    if on_a:
        return without_part_along(gap, way_a)
    return without_part_along(gap, way_b) if on_b else gap


@inlined
def half_way(a: Core) -> Vec3:
    """Return half of a segment in the shared frame."""
    return rotate(a.rotation, a.half)


@inlined
def separate_segments(a: Core, b: Core) -> tuple[Separation, Closest]:
    """Return the separation of two capsules, and where their segments are closest."""
    half_a, half_b = half_way(a), half_way(b)
    start_a, start_b = subtract(a.center, half_a), subtract(b.center, half_b)
    way_a, way_b = scale(2.0, half_a), scale(2.0, half_b)
    c = closest_on_segments(start_a, way_a, start_b, way_b)
    p, q = add_scaled(start_a, c.s, way_a), add_scaled(start_b, c.t, way_b)
    gap = subtract(q, p)
    distance = length(gap)
    size = length(way_a) + length(way_b) + length(subtract(b.center, a.center))
    if distance < SHORT * size:
        gap = _upright_gap(gap, way_a, way_b, c)
    if length(gap) > ROUNDING * size:  # else the segments cross, but for rounding errors
        normal = away(gap, UP)
    else:
        normal = _crossing_normal(way_a, way_b, subtract(b.center, a.center), c.sine_squared)
    found = Separation(
        distance - a.radius - b.radius,
        normal,
        add_scaled(p, a.radius, normal),
        add_scaled(q, -b.radius, normal),
    )
    return found, c


@kernel
def collide_segments(a: Core, b: Core, margin: float) -> Manifold:
    """Capsule against capsule: two points where they are nearly parallel, side by side."""
    found, c = separate_segments(a, b)
    if found.distance > margin:
        return NO_CONTACT
    if c.sine_squared < ALIGNED:
        m = _line_contact(a, b, found.normal, margin)
        if m.count == 2:
            return m
    p, q = found.point_a, found.point_b
    middle = Vec3(0.5 * (p.x + q.x), 0.5 * (p.y + q.y), 0.5 * (p.z + q.z))
    return single_point(found.normal, middle, found.distance, feature_id(EDGE, EDGE))


@inlined
def _line_contact(a: Core, b: Core, normal: Vec3, margin: float) -> Manifold:
    """Return the ends of the part in which two nearly parallel segments run side by side, if it has a length.

    Separations are along the normal of the closest points, which must be at right angles to A.
    """
    half_a, half_b = half_way(a), half_way(b)
    size = length(half_a)
    u = scale(1.0 / size, half_a)
    offset, reach = subtract(b.center, a.center), dot(half_b, u)
    if abs(dot(normal, u)) > 0.01 or reach == 0.0:
        return NO_CONTACT
    middle = dot(offset, u)
    low, high = max(middle - abs(reach), -size), min(middle + abs(reach), size)
    if high - low <= SHORT * (a.radius + b.radius + size):
        return NO_CONTACT
    # Each end is named after the ends of A and B that look its way, whichever of them comes first.
    ahead = 4 if reach > 0.0 else 0
    at_low, at_high = feature_id(CORNER, CORNER + 4 - ahead), feature_id(CORNER + 4, CORNER + ahead)
    on_b = add_scaled(b.center, (low - middle) / reach, half_b)
    low_spot = _line_spot(a, b, normal, add_scaled(a.center, low, u), on_b, at_low)
    on_b = add_scaled(b.center, (high - middle) / reach, half_b)
    high_spot = _line_spot(a, b, normal, add_scaled(a.center, high, u), on_b, at_high)
    if max(low_spot.separation, high_spot.separation) > margin:
        return NO_CONTACT
    return two_points(normal, low_spot, high_spot)


@inlined
def _line_spot(a: Core, b: Core, normal: Vec3, on_a: Vec3, on_b: Vec3, feature: int) -> Spot:
    """Return the contact point of two points on the segments."""
    return middle_spot(on_a, dot(normal, subtract(on_b, on_a)), normal, a, b, feature)


@kernel
def collide_round(rows: SolidRows, a: Core, b: Core, margin: float) -> Manifold:
    """A sphere or capsule A, not of a lower form than B, against the sphere or capsule B."""
    if a.form == SEGMENT and b.form == SEGMENT:
        return collide_segments(a, b, margin)
    return collide_sphere(rows, a, b, margin)
