"""How far a character can go along a line before its skin touches something.

The distance of two convex shapes of which one moves along a line is convex in the way, so Newton's
iteration on `distance - skin` never steps past the touch (see `collide.cast`, which does the same
without a skin). A surface is only in the way of a motion into it: what touches already and is
left, or followed, is no hit. So the joints of tiles are met with the round of the skin at least, whose
normal there differs from the floor's by less than rounding errors show.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..arrays import PointRows, wide
from ..collide.chain import in_front
from ..collide.dispatch import separate
from ..collide.manifold import CHAIN, Core, translate
from ..compile import kernel
from ..contacts.one_way import is_on_solid_side, is_one_way
from .neighbours import Near, core_at, in_reach, own_core
from .records import NONE

STEPS = 32
CLOSE = 1e-6  # of the skin: nearer than that has arrived
SAME = 1e-3  # of the skin: surfaces met within this are met at once
GRAZE = 1e-6  # sine of the angle to a surface below which a motion follows it


class Sweep(NamedTuple):
    """Where a core that moves is first as near as its skin; fraction 2 if it never is.

    `start` is the separation before. The normal points to the moving core; the point is relative to
    its origin at the touch.
    """

    fraction: float
    start: float
    nx: float
    ny: float
    x: float
    y: float


class Touch(NamedTuple):
    """What a character meets: a proxy (NONE: nothing) and its body's row; the rest as in `Sweep`."""

    proxy: int
    row: int
    fraction: float
    nx: float
    ny: float
    x: float
    y: float


MISSED = Sweep(2.0, 0.0, 0.0, 0.0, 0.0, 0.0)
NO_TOUCH = Touch(NONE, NONE, 2.0, 0.0, 0.0, 0.0, 0.0)


@kernel
def sweep(points: PointRows, a: Core, dx: float, dy: float, b: Core, skin: float) -> Sweep:
    """Move A by (dx, dy) until it is within `skin` of B and still going nearer."""
    if b.form == CHAIN and not in_front(points, b, a):
        return MISSED
    graze = GRAZE * (abs(dx) + abs(dy))
    fraction = 0.0
    m = separate(points, a, b)
    start = m.separation0
    for k in range(STEPS):
        if k > 0:
            m = separate(points, translate(a, fraction * dx, fraction * dy), b)
        closing = m.nx * dx + m.ny * dy
        gap = m.separation0 - skin
        if closing <= graze:
            return MISSED
        if gap <= CLOSE * skin:
            break
        if gap > closing * (1.0 - fraction):
            return MISSED
        fraction += gap / closing
    return Sweep(fraction, start, 0.0 - m.nx, 0.0 - m.ny, m.x0 - fraction * dx, m.y0 - fraction * dy)


@kernel
def is_open(c: Any, shape: Any, angle: float, start: float, nx: float, ny: float) -> bool:
    """Whether a one-way shape lets the character through: it came from inside or from another side."""
    if not is_one_way(shape):
        return False
    if c.dropping > 0.0 or start < 0.0:
        return True
    return not is_on_solid_side(shape, angle, nx, ny)


@kernel
def first_touch(near: Near, c: Any, body: Any, dx: float, dy: float, ignored: int) -> Touch:
    """The first surface on the way along (dx, dy), not of the body `ignored`.

    Of several met at once the one that is most against the motion; else the smaller proxy.
    """
    bodies, shapes, turned, tight, ids = near
    best = NO_TOUCH
    against = 0.0
    skin = body.skin
    slack = SAME * skin / max(abs(dx) + abs(dy), SAME * skin)
    own = own_core(shapes, c)
    for k in range(c.near):
        i = ids[k]
        shape = shapes[i]
        if shape.body == ignored or not in_reach(tight, c, body, i, dx, dy, 2.0 * skin):
            continue
        other = bodies[shape.body]
        s = sweep(turned, own, dx, dy, core_at(shape, body, other), skin)
        if s.fraction > min(best.fraction + slack, 1.0):
            continue
        if is_open(c, shape, other.angle, s.start, s.nx, s.ny):
            continue
        facing_it = -(s.nx * dx + s.ny * dy)
        if s.fraction < best.fraction - slack or facing_it > against:
            against = facing_it
            best = Touch(i, wide(shape.body), min(s.fraction, best.fraction), s.nx, s.ny, s.x, s.y)
    return best
