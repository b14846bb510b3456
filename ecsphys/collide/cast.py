"""Linear cast of a core against another.

The distance of two convex shapes, one of which moves along a line, is a convex function of the fraction of
the way: its tangent never passes its zero. So Newton's iteration from the start never steps past the
contact, ends in a few steps on straight sides and converges quadratically on round ones; it is
conservative advancement with the largest safe step. After van den Bergen, *Ray Casting against
General Convex Objects with Application to Continuous Collision Detection* (2004), in another form.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..arrays import PointRows
from ..compile import inlined, kernel
from ..math2d.vec2 import Vec2
from ..math2d.vector import dot
from .chain import is_behind
from .dispatch import collide, separate
from .manifold import INSIDE, Core, Manifold, normal_of, translate
from .time_of_impact import ADVANCING, HIT, SEPARATED

# A step shorter than this part of the way ends the search. Grazing contacts halve the step.
MIN_STEP = 1e-11
MAX_STEPS = 64


class Cast(NamedTuple):
    """The first touch of a moving core: fraction of the way (2: no touch), normal from A to B, point."""

    fraction: float
    nx: float
    ny: float
    x: float
    y: float


MISSED = Cast(2.0, 0.0, 0.0, 0.0, 0.0)


class CastStep(NamedTuple):
    """What one step of a cast decides: a status, and by what fraction of the way A may advance.

    `closing`: how much of a gap the whole way closes along the normal of this step.
    """

    status: int
    closing: float
    advance: float


@inlined
def cast_step(m: Manifold, way: Vec2, fraction: float, last_advance: float) -> CastStep:
    """Whether A touches B at `fraction`, does not reach it, or how far it may advance."""
    closing = dot(normal_of(m), way)
    if m.separation0 <= 0.0 or last_advance < MIN_STEP:
        return CastStep(HIT, closing, 0.0)
    if closing <= 0.0 or m.separation0 > closing * (1.0 - fraction + MIN_STEP):
        return CastStep(SEPARATED, closing, 0.0)
    return CastStep(ADVANCING, closing, m.separation0 / closing)


@kernel
def shape_cast(points: PointRows, a: Core, way: Vec2, b: Core) -> Cast:
    """Move A along `way` until it touches B. An overlap at the start is a hit at fraction 0.

    A chain segment is no obstacle to a shape that starts behind it, and the inside of loops, as B, only to a
    shape that starts there.
    """
    if b.form == INSIDE:
        found = collide(points, a, b, 0.0)
        return Cast(0.0, found.nx, found.ny, found.x0, found.y0) if found.count > 0 else MISSED
    if is_behind(points, a, b):
        return MISSED
    fraction, advance = 0.0, math.inf
    m = separate(points, a, b)
    for _ in range(MAX_STEPS):
        step = cast_step(m, way, fraction, advance)
        if step.status == SEPARATED:
            return MISSED
        if step.status == HIT:
            break
        advance = step.advance
        fraction = min(fraction + advance, 1.0)
        m = separate(points, translate(a, fraction * way.x, fraction * way.y), b)
    return Cast(fraction, m.nx, m.ny, m.x0, m.y0)
