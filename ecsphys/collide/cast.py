"""Linear cast of a core against another.

The distance of two convex shapes, one of which moves along a line, is a convex function of the fraction of
the way: its tangent never passes its zero. So Newton's iteration from the start never steps past the
contact, ends in a few steps on straight sides and converges quadratically on round ones; it is
conservative advancement with the largest safe step. After van den Bergen, *Ray Casting against
General Convex Objects with Application to Continuous Collision Detection* (2004), in another form.
"""

from __future__ import annotations

from typing import NamedTuple

from ..arrays import PointRows
from ..compile import kernel
from ..math2d.vec2 import Vec2
from ..math2d.vector import dot
from .chain import in_front
from .dispatch import collide, separate
from .manifold import CHAIN, INSIDE, Core, normal_of, translate

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


@kernel
def shape_cast(points: PointRows, a: Core, way: Vec2, b: Core) -> Cast:
    """Move A along `way` until it touches B. An overlap at the start is a hit at fraction 0.

    A chain segment is no obstacle to a shape that starts behind it, and the inside of loops, as B, only to a
    shape that starts there.
    """
    if b.form == INSIDE:
        found = collide(points, a, b, 0.0)
        return Cast(0.0, found.nx, found.ny, found.x0, found.y0) if found.count > 0 else MISSED
    if (b.form == CHAIN and not in_front(points, b, a)) or (a.form == CHAIN and not in_front(points, a, b)):
        return MISSED
    fraction = 0.0
    m = separate(points, a, b)
    for _ in range(MAX_STEPS):
        if m.separation0 <= 0.0:
            break
        closing = dot(normal_of(m), way)
        if closing <= 0.0 or m.separation0 > closing * (1.0 - fraction + MIN_STEP):
            return MISSED
        step = m.separation0 / closing
        fraction = min(fraction + step, 1.0)
        m = separate(points, translate(a, fraction * way.x, fraction * way.y), b)
        if step < MIN_STEP:
            break
    return Cast(fraction, m.nx, m.ny, m.x0, m.y0)
