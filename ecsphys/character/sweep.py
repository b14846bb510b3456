"""Casts of a character with its skin: linear motion until something is as near as the skin.

The distance of two convex shapes, one of which moves along a line, is a convex function of the motion. So
Newton's iteration on `distance - skin` never passes the touch (`collide.cast` does the same without a skin).
Only motion into a surface is a hit: motion away from or along a touching surface is not. At seams of tiles
the skin acts as a rounding, whose normal differs from the floor's by less than rounding errors.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ..arrays import PointRows, wide
from ..collide.chain import in_front
from ..collide.dispatch import separate
from ..collide.manifold import Core, Manifold, translate
from ..compile import inlined, kernel
from ..contacts.one_way import is_on_solid_side, is_one_way
from ..math2d.core import CHAIN, INSIDE
from ..world.bodies import DYNAMIC
from .neighbours import Neighbours, box_in_reach, own_core, relative_core
from .records import NONE

MAX_STEPS = 32
TOLERANCE = 1e-6  # as a fraction of the skin: of the distance at a touch
SIMULTANEOUS = 1e-3  # as a fraction of the skin: hits closer together count as simultaneous
GRAZE = 0.01  # as a fraction of the skin: a motion that comes no nearer than this passes
PARALLEL = 1e-6  # sine of the angle to a surface below which a motion counts as parallel


class SkinCast(NamedTuple):
    """The first moment at which a moving core is as near as its skin; fraction 2 if there is none.

    `start` is the separation before. The normal points towards the moving core; the point is relative to its
    origin at the touch.
    """

    fraction: float
    start: float
    nx: float
    ny: float
    x: float
    y: float


class Touch(NamedTuple):
    """The first hit of a character: a proxy (NONE: no hit) and its body's row; the rest as in `SkinCast`."""

    proxy: int
    row: int
    fraction: float
    nx: float
    ny: float
    x: float
    y: float


MISSED = SkinCast(2.0, 0.0, 0.0, 0.0, 0.0, 0.0)
NO_TOUCH = Touch(NONE, NONE, 2.0, 0.0, 0.0, 0.0, 0.0)


@kernel
def cast_with_skin(points: PointRows, a: Core, dx: float, dy: float, b: Core, skin: float) -> SkinCast:
    """Move A by (dx, dy) until it is within `skin` of B and still approaching.

    A motion along which the skin would be touched by rounding errors only passes: a tunnel may be as narrow
    as the character with its skin. The inside of chain loops stops nothing: their segments do.
    """
    if b.form == INSIDE or (b.form == CHAIN and not in_front(points, b, a)):
        return MISSED
    graze = PARALLEL * (abs(dx) + abs(dy))
    fraction = 0.0
    m = separate(points, a, b)
    start = m.separation0
    for k in range(MAX_STEPS):
        if k > 0:
            m = separate(points, translate(a, fraction * dx, fraction * dy), b)
        closing = m.nx * dx + m.ny * dy
        gap = m.separation0 - skin
        if closing <= graze:
            return MISSED
        if gap <= TOLERANCE * skin:
            break
        if gap > closing * (1.0 - fraction):
            return MISSED
        fraction += gap / closing
    if start > 0.0 and is_grazing(points, a, dx, dy, b, fraction, m, skin * (1.0 - GRAZE)):
        return MISSED
    return SkinCast(fraction, start, 0.0 - m.nx, 0.0 - m.ny, m.x0 - fraction * dx, m.y0 - fraction * dy)


@kernel
def is_grazing(
    points: PointRows, a: Core, dx: float, dy: float, b: Core, fraction: float, m: Manifold, nearest: float
) -> bool:
    """Whether A, moved on along (dx, dy) from a fraction with manifold `m`, always stays `nearest` from B."""
    graze = PARALLEL * (abs(dx) + abs(dy))
    for _ in range(MAX_STEPS):
        closing = m.nx * dx + m.ny * dy
        if closing <= graze:
            return True
        gap = m.separation0 - nearest
        if gap <= 0.0:
            return False
        fraction += gap / closing
        m = separate(points, translate(a, fraction * dx, fraction * dy), b)
    return False


@inlined
def is_own_floor(c: Any, proxy: int) -> bool:
    """Whether a character stands on a proxy."""
    return bool(c.on_floor == 1 and c.floor_proxy == proxy)


@kernel
def passes_one_way(c: Any, proxy: int, shape: Any, angle: float, start: float, nx: float, ny: float) -> bool:
    """Whether a one-way shape lets the character through: it came from inside or from another side.

    One that it stands on holds it in any case: its own shape may have grown into it.
    """
    if not is_one_way(shape):
        return False
    if c.dropping > 0.0 or (start < 0.0 and not is_own_floor(c, proxy)):
        return True
    return not is_on_solid_side(shape, angle, nx, ny)


@kernel
def cast_character(neighbours: Neighbours, c: Any, body: Any, dx: float, dy: float, ignored: int) -> Touch:
    """Return the first hit of a motion by (dx, dy), leaving out the body `ignored`.

    Of simultaneous hits the floor on which it stands wins, else in a valley it could not leave one slope for
    the other, then the one most against the motion, then the smaller proxy.
    """
    bodies, shapes, turned, tight, ids = neighbours
    best = NO_TOUCH
    against = 0.0
    skin = body.skin
    slack = SIMULTANEOUS * skin / max(abs(dx) + abs(dy), SIMULTANEOUS * skin)
    own = own_core(shapes, c)
    for k in range(c.neighbours):
        i = ids[k]
        shape = shapes[i]
        if shape.body == ignored or not box_in_reach(tight, c, body, i, dx, dy, 2.0 * skin):
            continue
        other = bodies[shape.body]
        s = cast_with_skin(turned, own, dx, dy, relative_core(shape, body, other), skin)
        if s.fraction > min(best.fraction + slack, 1.0):
            continue
        if passes_one_way(c, i, shape, other.angle, s.start, s.nx, s.ny):
            continue
        facing_it = -(s.nx * dx + s.ny * dy)
        if is_own_floor(c, i) and s.ny >= c.min_floor:
            facing_it = math.inf
        if s.fraction < best.fraction - slack or facing_it > against:
            against = facing_it
            best = Touch(i, wide(shape.body), min(s.fraction, best.fraction), s.nx, s.ny, s.x, s.y)
    return best


@kernel
def cast_pushing(neighbours: Neighbours, c: Any, body: Any, dx: float, dy: float) -> Touch:
    """Return the first hit like `cast_character`; while the character pushes, up to a skin further.

    What it pushes moves on at its own speed, and would be out of touch in every other step. A dynamic body
    within that skin is a hit with a fraction above 1.
    """
    length = math.sqrt(dx * dx + dy * dy)
    further = 1.0 + body.skin / length if c.push_age == 1 and length > 0.0 else 1.0
    touch = cast_character(neighbours, c, body, further * dx, further * dy, NONE)
    if touch.proxy == NONE:
        return touch
    fraction = touch.fraction * further
    if fraction > 1.0 and neighbours.bodies[touch.row].kind != DYNAMIC:
        return NO_TOUCH
    return Touch(touch.proxy, touch.row, fraction, touch.nx, touch.ny, touch.x, touch.y)
