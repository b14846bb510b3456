"""Contact of a one-sided chain segment with a shape in front of it.

Only normals of the whole chain's surface are admitted: at a convex joint, those between the normals of the
two segments; at a flat or concave joint, only the segment's own. So a shape that slides over a joint never
catches on it. After Catto, *Ghost Vertices* and `manifold.c` (Box2D v3); Gregorius, *Robust Contact
Creation for Physics Simulations* (GDC 2015), for the Gauss map.
"""

from __future__ import annotations

from ..arrays import PointRows
from ..compile import inlined, kernel
from ..math2d.vec2 import Vec2
from ..math2d.vector import add, add_scaled, cross, divide, dot, length, negate, subtract
from .manifold import (
    BETWEEN,
    CHAIN,
    NO_CONTACT,
    POINT,
    SEGMENT,
    WITH_A,
    Core,
    Manifold,
    feature_id,
    flip,
    mean_point,
    normal_at,
    normal_of,
    origin,
    point_at,
    single_point,
)
from .polygon import ReferenceFace, collide_face, deepest_vertex, find_reference_face

# Sine of the angle (about half a degree) below which a joint counts as flat.
FLAT_SINE = 0.01

ADMIT, SNAP, SKIP, BEHIND = range(4)  # results of `classify_normal`
NONE, START, END, SIDE = -1, 0, 1, 2  # results of `facing_feature`


@kernel
def as_segment(a: Core) -> Core:
    """The segment without its chain, solid from both sides."""
    return Core(SEGMENT, a.first, 2, a.radius, a.x, a.y)


@inlined
def without_chain(core: Core) -> Core:
    """A chain segment as a plain segment, solid from both sides; any other core as it is."""
    return as_segment(core) if core.form == CHAIN else core


@kernel
def is_zero(v: Vec2) -> bool:
    """Whether `v` is (0, 0), as the ghost normal at a chain's open end is."""
    return v.x == 0.0 and v.y == 0.0


@kernel
def classify_normal(points: PointRows, a: Core, normal: Vec2) -> int:
    """Decide on a contact normal that leans to one end of the segment.

    ADMIT it, SNAP to the segment's normal, or SKIP the contact because the neighbour makes it. BEHIND: it
    leans backwards over an open end.
    """
    own = normal_at(points, a.first)
    lean = cross(own, normal)
    # The joint on that side; at the far end signs are as if the chain ran the other way.
    side = -1.0 if lean < 0.0 else 1.0
    ghost = normal_at(points, a.first + (2 if lean < 0.0 else 3))
    if is_zero(ghost):
        return ADMIT if dot(own, normal) >= 0.0 else BEHIND
    if side * cross(own, ghost) < FLAT_SINE:
        return SNAP
    return ADMIT if side * cross(normal, ghost) >= -FLAT_SINE else SKIP


@kernel
def facing_feature(points: PointRows, a: Core, p: Vec2) -> int:
    """The feature of the segment that a point (relative to its start) is in front of.

    SIDE, START, END or NONE. A convex joint belongs to the later segment.
    """
    normal = normal_at(points, a.first)
    front = dot(normal, p) >= 0.0
    if cross(normal, p) < 0.0:
        ghost = normal_at(points, a.first + 2)
        if is_zero(ghost):
            return START if front else NONE
        convex = cross(ghost, normal) > 0.0
        return START if convex and cross(ghost, p) > 0.0 else NONE
    segment = subtract(point_at(points, a.first + 1), point_at(points, a.first))
    if cross(normal, subtract(p, segment)) > 0.0:
        return END if front and is_zero(normal_at(points, a.first + 3)) else NONE
    return SIDE if front else NONE


@kernel
def collide_chain_circle(points: PointRows, a: Core, b: Core, margin: float) -> Manifold:
    """A chain segment A against a circle B."""
    center = add(point_at(points, b.first), origin(b))
    relative = subtract(center, origin(a))
    offset = subtract(relative, point_at(points, a.first))
    normal = normal_at(points, a.first)
    feature = facing_feature(points, a, offset)
    if feature == NONE:
        return NO_CONTACT
    distance = dot(normal, offset)
    if feature != SIDE:
        offset = subtract(relative, point_at(points, a.first + feature))
        distance = length(offset)
        if distance > 0.0:
            normal = divide(offset, distance)
    separation = distance - a.radius - b.radius
    if separation > margin:
        return NO_CONTACT
    point = add_scaled(center, 0.5 * (a.radius - b.radius - distance), normal)
    turns = WITH_A if feature == SIDE else BETWEEN
    return single_point(normal, point, separation, feature_id(feature, 0), turns)


@kernel
def in_front(points: PointRows, a: Core, b: Core) -> bool:
    """Whether the mean of B's points is in front of the segment."""
    offset = subtract(subtract(mean_point(points, b), origin(a)), point_at(points, a.first))
    return bool(dot(normal_at(points, a.first), offset) >= 0.0)


@kernel
def is_behind(points: PointRows, a: Core, b: Core) -> bool:
    """Whether one is a chain segment and the other is behind it."""
    return (b.form == CHAIN and not in_front(points, b, a)) or (
        a.form == CHAIN and not in_front(points, a, b)
    )


@kernel
def collide_chain(points: PointRows, a: Core, b: Core, margin: float, tolerance: float) -> Manifold:
    """A chain segment A against a circle, segment or polygon B."""
    if b.form == POINT:
        return collide_chain_circle(points, a, b, margin)
    if not in_front(points, a, b):
        return NO_CONTACT
    segment = as_segment(a)
    normal = normal_at(points, a.first)
    limit = margin + a.radius + b.radius
    vertex = deepest_vertex(points, b, normal)
    deepest = add(point_at(points, b.first + vertex), origin(b))
    offset = subtract(subtract(deepest, origin(a)), point_at(points, a.first))
    of_a = ReferenceFace(dot(normal, offset), 0, vertex)
    of_b = find_reference_face(points, b, segment, limit)
    if of_a.separation > limit or of_b.separation > limit:
        return NO_CONTACT
    if of_b.separation > of_a.separation + tolerance:
        answer = classify_normal(points, a, negate(normal_at(points, b.first + of_b.face)))
        is_apart = of_b.separation > a.radius + b.radius
        if answer == SKIP or (answer == BEHIND and is_apart):  # it passes the end behind the surface
            return NO_CONTACT
        if answer == ADMIT:
            return admit_manifold(points, a, flip(collide_face(points, b, segment, of_b, margin)))
    elif of_b.separation > of_a.separation:  # as in `collide_polygons`
        of_a = ReferenceFace(of_b.separation, 0, vertex)
    return admit_manifold(points, a, collide_face(points, segment, b, of_a, margin))


@kernel
def admit_manifold(points: PointRows, a: Core, m: Manifold) -> Manifold:
    """The manifold if its normal is the segment's own or admitted at the joint, else NO_CONTACT."""
    own = normal_at(points, a.first)
    if m.count == 0 or (m.nx == own.x and m.ny == own.y):
        return m
    return m if classify_normal(points, a, normal_of(m)) == ADMIT else NO_CONTACT
