"""Which pair function answers for two forms. All of them obey `manifold`."""

from __future__ import annotations

import math

from ..compile import inlined, kernel
from .chain import as_edge, chain
from .circle import face_round, rounds
from .half_plane import half_plane
from .manifold import CHAIN, FACE, HALF_PLANE, NO_CONTACT, ROUND, Core, Manifold, Points, flipped
from .polygon import faces

# A's face stays the reference unless B's separates better by this part of the margin, so that
# two parallel faces do not take turns by rounding errors. With margin 0 the answer is exact.
PREFER = 0.01


@inlined
def contact(points: Points, a: Core, b: Core, margin: float, tolerance: float) -> Manifold:
    """`collide` with the tolerance for the choice of the reference face said outright."""
    swap = a.form < b.form
    if swap:
        a, b = b, a
    if b.form > FACE:
        return NO_CONTACT
    if a.form == HALF_PLANE:
        m = half_plane(points, a, b, margin)
    elif a.form == CHAIN:
        m = chain(points, a, b, margin, tolerance)
    elif b.form > ROUND:
        m = faces(points, a, b, margin, tolerance)
    elif a.form > ROUND:
        m = face_round(points, a, b, margin)
    else:
        m = rounds(points, a, b, margin)
    return flipped(m) if swap else m


@kernel
def collide(points: Points, a: Core, b: Core, margin: float) -> Manifold:
    """The points where two cores are at most `margin` apart, as `manifold` describes them.

    Exact for rounded cores: the distance of the cores less the radii. Two half-planes or chains
    never meet.
    """
    if a.form == ROUND and b.form == ROUND:  # the commonest pair, and the one that a long way round shows in
        return rounds(points, a, b, margin)
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
