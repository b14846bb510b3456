"""Which pair function answers for two forms. All of them obey `manifold`."""

from __future__ import annotations

import math

from ..arrays import PointRows
from ..compile import inlined, kernel
from .chain import as_segment, collide_chain
from .circle import collide_circles, collide_polygon_circle
from .half_plane import collide_half_plane
from .manifold import CHAIN, HALF_PLANE, NO_CONTACT, POINT, POLYGON, Core, Manifold, flip
from .polygon import collide_polygons

# A's face stays the reference unless B's separates better by this part of the margin, so that
# two parallel faces do not take turns by rounding errors. With margin 0 the answer is exact.
REFERENCE_TOLERANCE = 0.01


@inlined
def collide_with_tolerance(points: PointRows, a: Core, b: Core, margin: float, tolerance: float) -> Manifold:
    """`collide` with the tolerance for the choice of the reference face said outright."""
    swap = a.form < b.form
    if swap:
        a, b = b, a
    if b.form > POLYGON:
        return NO_CONTACT
    if a.form == HALF_PLANE:
        m = collide_half_plane(points, a, b, margin)
    elif a.form == CHAIN:
        m = collide_chain(points, a, b, margin, tolerance)
    elif b.form > POINT:
        m = collide_polygons(points, a, b, margin, tolerance)
    elif a.form > POINT:
        m = collide_polygon_circle(points, a, b, margin)
    else:
        m = collide_circles(points, a, b, margin)
    return flip(m) if swap else m


@kernel
def collide(points: PointRows, a: Core, b: Core, margin: float) -> Manifold:
    """The points where two cores are at most `margin` apart, as `manifold` describes them.

    Exact for rounded cores: the distance of the cores less the radii. Two half-planes or chains
    never meet.
    """
    if a.form == POINT and b.form == POINT:  # the commonest pair, and the one that a long way round shows in
        return collide_circles(points, a, b, margin)
    return collide_with_tolerance(points, a, b, margin, REFERENCE_TOLERANCE * margin)


@kernel
def overlaps(points: PointRows, a: Core, b: Core) -> bool:
    """Whether two cores touch or overlap."""
    return collide_with_tolerance(points, a, b, 0.0, 0.0).count > 0


@kernel
def separate(points: PointRows, a: Core, b: Core) -> Manifold:
    """The closest points of two cores, or the deepest if they overlap, however far apart they are.

    A chain segment counts from both sides.
    """
    if a.form == CHAIN:
        a = as_segment(a)
    if b.form == CHAIN:
        b = as_segment(b)
    m = collide_with_tolerance(points, a, b, math.inf, 0.0)
    if m.count == 2 and m.separation1 < m.separation0:
        return Manifold(1, m.nx, m.ny, m.x1, m.y1, m.separation1, m.id1, 0.0, 0.0, 0.0, 0)
    return m
