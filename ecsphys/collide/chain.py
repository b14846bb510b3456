"""A one-sided segment of a chain against what comes from its front.

Only normals that the whole chain could have are let through: at a joint that bulges, those between
the normals of the two segments; at a flat or hollow joint, none but the segment's own. So what
slides over a joint never meets its edge. After Catto, *Ghost Vertices* and `manifold.c` (Box2D v3);
Gregorius, *Robust Contact Creation for Physics Simulations* (GDC 2015), for the Gauss map.
"""

from __future__ import annotations

import math

from ..arrays import PointRows
from ..compile import kernel
from .manifold import NO_CONTACT, POINT, SEGMENT, Core, Manifold, feature_id, flip, single_point
from .polygon import ReferenceFace, collide_face, deepest_vertex, find_reference_face

# Sine of the angle (about half a degree) below which a joint counts as flat.
FLAT_SINE = 0.01

ADMIT, SNAP, SKIP = 0, 1, 2


@kernel
def as_segment(a: Core) -> Core:
    """The segment alone, both of its sides solid."""
    return Core(SEGMENT, a.first, 2, a.radius, a.x, a.y)


@kernel
def classify_normal(points: PointRows, a: Core, dx: float, dy: float) -> int:
    """What to do with a normal (dx, dy) that leans to one end of the segment.

    ADMIT it, SNAP to the segment's normal, or SKIP because the neighbour deals with it.
    """
    nx, ny = points[a.first, 2], points[a.first, 3]
    lean = nx * dy - ny * dx  # along the segment
    # The joint it leans to, as if the chain ran the other way at the far end.
    side = -1.0 if lean < 0.0 else 1.0
    ghost = a.first + (2 if lean < 0.0 else 3)
    gx, gy = points[ghost, 2], points[ghost, 3]
    if gx == 0.0 and gy == 0.0:
        return ADMIT if nx * dx + ny * dy >= 0.0 else SNAP
    if side * (nx * gy - ny * gx) < FLAT_SINE:
        return SNAP
    return ADMIT if side * (dx * gy - dy * gx) >= -FLAT_SINE else SKIP


@kernel
def facing_feature(points: PointRows, a: Core, x: float, y: float) -> int:
    """What of the segment a point (relative to its start) is in front of: 2 the side, 0 the start,
    1 the end, -1 nothing. A joint that bulges belongs to the later segment.
    """
    nx, ny = points[a.first, 2], points[a.first, 3]
    front = nx * x + ny * y >= 0.0
    if nx * y - ny * x < 0.0:
        gx, gy = points[a.first + 2, 2], points[a.first + 2, 3]
        if gx == 0.0 and gy == 0.0:
            return 0 if front else -1
        bulges = gx * ny - gy * nx > 0.0
        return 0 if bulges and gx * y - gy * x > 0.0 else -1
    x -= points[a.first + 1, 0] - points[a.first, 0]
    y -= points[a.first + 1, 1] - points[a.first, 1]
    if nx * y - ny * x > 0.0:
        gx, gy = points[a.first + 3, 2], points[a.first + 3, 3]
        return 1 if front and gx == 0.0 and gy == 0.0 else -1
    return 2 if front else -1


@kernel
def collide_chain_circle(points: PointRows, a: Core, b: Core, margin: float) -> Manifold:
    """A chain segment A against a circle B."""
    cx, cy = points[b.first, 0] + b.x, points[b.first, 1] + b.y
    dx, dy = cx - a.x - points[a.first, 0], cy - a.y - points[a.first, 1]
    nx, ny = points[a.first, 2], points[a.first, 3]
    part = facing_feature(points, a, dx, dy)
    if part < 0:
        return NO_CONTACT
    distance = nx * dx + ny * dy
    if part < 2:
        dx = cx - a.x - points[a.first + part, 0]
        dy = cy - a.y - points[a.first + part, 1]
        distance = math.sqrt(dx * dx + dy * dy)
        if distance > 0.0:
            nx, ny = dx / distance, dy / distance
    separation = distance - a.radius - b.radius
    if separation > margin:
        return NO_CONTACT
    middle = 0.5 * (a.radius - b.radius - distance)
    return single_point(nx, ny, cx + middle * nx, cy + middle * ny, separation, feature_id(part, 0))


@kernel
def in_front(points: PointRows, a: Core, b: Core) -> bool:
    """Whether the middle of B's points is on the solid's outer side of the segment."""
    x, y = 0.0, 0.0
    for j in range(b.first, b.first + b.count):
        x += points[j, 0]
        y += points[j, 1]
    x = x / b.count + b.x - a.x - points[a.first, 0]
    y = y / b.count + b.y - a.y - points[a.first, 1]
    return bool(points[a.first, 2] * x + points[a.first, 3] * y >= 0.0)


@kernel
def collide_chain(points: PointRows, a: Core, b: Core, margin: float, tolerance: float) -> Manifold:
    """A chain segment A against a circle, edge or polygon B."""
    if b.form == POINT:
        return collide_chain_circle(points, a, b, margin)
    if not in_front(points, a, b):
        return NO_CONTACT
    edge = as_segment(a)
    nx, ny = points[a.first, 2], points[a.first, 3]
    limit = margin + a.radius + b.radius
    vertex = deepest_vertex(points, b, nx, ny)
    x = points[b.first + vertex, 0] + b.x - a.x - points[a.first, 0]
    y = points[b.first + vertex, 1] + b.y - a.y - points[a.first, 1]
    of_a = ReferenceFace(nx * x + ny * y, 0, vertex)
    of_b = find_reference_face(points, b, edge, limit)
    if of_a.separation > limit or of_b.separation > limit:
        return NO_CONTACT
    if of_b.separation > of_a.separation + tolerance:
        row = b.first + of_b.face
        answer = classify_normal(points, a, -points[row, 2], -points[row, 3])
        if answer == SKIP:
            return NO_CONTACT
        if answer == ADMIT:
            return admit_manifold(points, a, flip(collide_face(points, b, edge, of_b, margin)))
    return admit_manifold(points, a, collide_face(points, edge, b, of_a, margin))


@kernel
def admit_manifold(points: PointRows, a: Core, m: Manifold) -> Manifold:
    """The manifold if its normal is the segment's own or one that the joint admits."""
    if m.count == 0 or (m.nx == points[a.first, 2] and m.ny == points[a.first, 3]):
        return m
    return m if classify_normal(points, a, m.nx, m.ny) == ADMIT else NO_CONTACT
