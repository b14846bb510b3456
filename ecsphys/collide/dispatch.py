"""The pair function for two core forms; all of them follow the conventions of `manifold`."""

from __future__ import annotations

import math

from ..arrays import PointRows
from ..compile import inlined, kernel
from ..math2d.vec2 import Vec2
from .chain import collide_chain, without_chain
from .circle import collide_circles, collide_polygon_circle
from .half_plane import collide_half_plane
from .inside import as_polygon, collide_inside, holds
from .manifold import (
    CHAIN,
    HALF_PLANE,
    INSIDE,
    NO_CONTACT,
    POINT,
    POLYGON,
    STEADY,
    Core,
    Manifold,
    flip,
    mean_point,
    normal_of,
    single_point,
)
from .polygon import collide_polygons

# The face of A (or of the core that cannot be pushed) stays the reference unless the other's separation is
# larger by this part of the margin, so that rounding errors do not alternate between two parallel faces, and
# a floor's normal does not follow what lies on it. With margin 0 the reference is exact.
REFERENCE_TOLERANCE = 0.01


@inlined
def collide_with_tolerance(points: PointRows, a: Core, b: Core, margin: float, tolerance: float) -> Manifold:
    """`collide` with an explicit tolerance for the choice of the reference face; a negative one prefers B."""
    swap = a.form < b.form
    if swap:
        a, b, tolerance = b, a, -tolerance
    if b.form > POLYGON:
        return NO_CONTACT
    if a.form == HALF_PLANE:
        m = collide_half_plane(points, a, b, margin)
    elif a.form == CHAIN:
        m = collide_chain(points, a, b, margin, tolerance)
    elif a.form == INSIDE:
        m = collide_inside(points, a, b)
    elif b.form > POINT:
        m = collide_polygons(points, a, b, margin, tolerance)
    elif a.form > POINT:
        m = collide_polygon_circle(points, a, b, margin)
    else:
        m = collide_circles(points, a, b, margin)
    return flip(m) if swap else m


@kernel
def collide(points: PointRows, a: Core, b: Core, margin: float) -> Manifold:
    """The contact points of two cores at most `margin` apart, by the conventions of `manifold`.

    Exact for rounded cores: the distance of the cores less the radii. Two half-planes or chains
    never touch.
    """
    return collide_on(points, a, b, margin, False)


@inlined
def collide_on(points: PointRows, a: Core, b: Core, margin: float, prefer_b: bool) -> Manifold:
    """`collide`, where of two parallel faces A's or B's is preferred as the reference."""
    if a.form == POINT and b.form == POINT:  # the most frequent pair, measurably slower by the general path
        return collide_circles(points, a, b, margin)
    tolerance = REFERENCE_TOLERANCE * margin
    return collide_with_tolerance(points, a, b, margin, -tolerance if prefer_b else tolerance)


@kernel
def overlaps(points: PointRows, a: Core, b: Core) -> bool:
    """Whether two cores touch or overlap; with the inside of loops, also where no way out is needed."""
    a = as_polygon(points, a) if a.form == INSIDE else a
    b = as_polygon(points, b) if b.form == INSIDE else b
    return collide_with_tolerance(points, a, b, 0.0, 0.0).count > 0


@inlined
def as_solid(points: PointRows, a: Core) -> Core:
    """A core as one that is solid from all sides: a chain's segment as a segment, an inside as a polygon."""
    return as_polygon(points, a) if a.form == INSIDE else without_chain(a)


@kernel
def are_apart(points: PointRows, a: Core, b: Core, gap: float) -> bool:
    """Whether two cores, solid from all sides, are more than `gap` apart."""
    if a.form == POINT and b.form == POINT:
        x = points[b.first, 0] + b.x - points[a.first, 0] - a.x
        y = points[b.first, 1] + b.y - points[a.first, 1] - a.y
        reach = a.radius + b.radius + gap
        return bool(x * x + y * y > reach * reach)
    return collide_with_tolerance(points, as_solid(points, a), as_solid(points, b), gap, 0.0).count == 0


@inlined
def without_exits(points: PointRows, a: Core, b: Core) -> Core:
    """A core, as a polygon if it is a part of the inside of loops from which B needs no way out."""
    if a.form == INSIDE and not holds(points, a, mean_point(points, b)):
        return as_polygon(points, a)
    return a


@kernel
def separate(points: PointRows, a: Core, b: Core) -> Manifold:
    """The closest points of two cores, or the deepest if they overlap, at any distance.

    A chain segment is solid from both sides here. A part of the inside of loops is left by the shortest way.
    """
    a, b = without_exits(points, a, b), without_exits(points, b, a)
    m = collide_with_tolerance(points, without_chain(a), without_chain(b), math.inf, 0.0)
    if m.count == 2 and m.separation1 < m.separation0:
        return single_point(normal_of(m), Vec2(m.x1, m.y1), m.separation1, m.id1, STEADY)
    return m
