"""Which pair function answers for two forms. All of them obey `manifold`."""

from __future__ import annotations

import math

from .._jit import kernel
from .chain import as_edge, chain
from .faces import faces
from .half_plane import half_plane
from .manifold import CHAIN, HALF_PLANE, NO_CONTACT, ROUND, Core, Manifold, Points, flipped
from .round import face_round, rounds

# A's face stays the reference unless B's separates better by this part of the margin, so that
# two parallel faces do not take turns by rounding errors. With margin 0 the answer is exact.
PREFER = 0.01


@kernel
def contact(points: Points, a: Core, b: Core, margin: float, tolerance: float) -> Manifold:
    """`collide` with the tolerance for the choice of the reference face said outright."""
    if a.form == ROUND and b.form == ROUND:
        return rounds(points, a, b, margin)
    if a.form == HALF_PLANE:
        return NO_CONTACT if b.form == CHAIN else half_plane(points, a, b, margin)
    if b.form == HALF_PLANE:
        return NO_CONTACT if a.form == CHAIN else flipped(half_plane(points, b, a, margin))
    if a.form == CHAIN:
        return NO_CONTACT if b.form == CHAIN else chain(points, a, b, margin, tolerance)
    if b.form == CHAIN:
        return flipped(chain(points, b, a, margin, tolerance))
    if b.form == ROUND:
        return face_round(points, a, b, margin)
    if a.form == ROUND:
        return flipped(face_round(points, b, a, margin))
    return faces(points, a, b, margin, tolerance)


@kernel
def collide(points: Points, a: Core, b: Core, margin: float) -> Manifold:
    """The points where two cores are at most `margin` apart, as `manifold` describes them.

    Exact for rounded cores: the distance of the cores less the radii. Two half-planes or chains
    never meet.
    """
    return contact(points, a, b, margin, PREFER * margin)


@kernel
def overlaps(points: Points, a: Core, b: Core) -> bool:
    """Whether two cores touch or overlap."""
    return contact(points, a, b, 0.0, 0.0).count > 0


@kernel
def separate(points: Points, a: Core, b: Core) -> Manifold:
    """The closest points of two cores, or the deepest if they overlap, however far apart they are.

    A chain segment counts from both sides.
    """
    if a.form == CHAIN:
        a = as_edge(a)
    if b.form == CHAIN:
        b = as_edge(b)
    m = contact(points, a, b, math.inf, 0.0)
    if m.count == 2 and m.separation1 < m.separation0:
        return Manifold(1, m.nx, m.ny, m.x1, m.y1, m.separation1, m.id1, 0.0, 0.0, 0.0, 0)
    return m
