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
from ..math2d.vector import dot, negate, subtract
from .chain import is_behind, is_zero, without_chain
from .dispatch import collide, separate
from .manifold import (
    HALF_PLANE,
    INSIDE,
    Core,
    Manifold,
    normal_at,
    normal_of,
    origin,
    translate,
)
from .polygon import face_separation
from .time_of_impact import ADVANCING, HIT, SEPARATED

# A step shorter than this part of the way ends the search. Grazing contacts halve the step.
MIN_STEP = 1e-11
MAX_STEPS = 64
# Part of distance and way below which an overlap at the start is a touch, a hit only if the way leads in.
TOUCHING = 1e-9
ANY_TOUCH = -1.0  # in place of that length: each touch at the start hits


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
def touching_noise(a: Core, way: Vec2, b: Core) -> float:
    """The length below which an overlap of two cores at the start of a cast is a touch."""
    return TOUCHING * (abs(a.x - b.x) + abs(a.y - b.y) + abs(way.x) + abs(way.y))


@kernel
def keeps_in_front(points: PointRows, a: Core, way: Vec2, b: Core, noise: float) -> bool:
    """Whether A, on its way, stays in front of a face of B, which it may touch.

    Corners that touch have several normals; the way is open if it leads along or away from one of them.
    """
    if a.form == HALF_PLANE:
        return False
    offset, reach = subtract(origin(a), origin(b)), a.radius + b.radius - noise
    for row in range(b.first, b.first + b.count):
        normal = normal_at(points, row)
        is_open = dot(normal, way) >= -noise and not is_zero(normal)
        if is_open and face_separation(points, row, a, offset) >= reach:
            return True
    return False


@inlined
def leaves_touch(points: PointRows, a: Core, way: Vec2, b: Core, m: Manifold, noise: float) -> bool:
    """Whether A and B touch at the start, by `noise` at most, and the way leads along or away."""
    if abs(m.separation0) > noise:
        return False
    return bool(
        dot(normal_of(m), way) <= noise
        or keeps_in_front(points, a, way, b, noise)
        or keeps_in_front(points, b, negate(way), a, noise)
    )


@kernel
def first_touch(points: PointRows, a: Core, way: Vec2, b: Core, noise: float) -> Cast:
    """Move A along `way` until it touches B. An overlap at the start is a hit at fraction 0.

    An overlap of `noise` at most is a hit only if the way leads deeper; with ANY_TOUCH it is one like all. A
    chain segment is no obstacle to a shape that starts behind it, and the inside of loops, as B, only to a
    shape that starts there.
    """
    if b.form == INSIDE:
        found = collide(points, a, b, 0.0)
        return Cast(0.0, found.nx, found.ny, found.x0, found.y0) if found.count > 0 else MISSED
    if is_behind(points, a, b):
        return MISSED
    fraction, advance = 0.0, math.inf
    m = separate(points, a, b)
    if leaves_touch(points, without_chain(a), way, without_chain(b), m, noise):
        return MISSED
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


@kernel
def shape_cast(points: PointRows, a: Core, way: Vec2, b: Core) -> Cast:
    """Move A along `way` until it touches B; along or away from what it touches at the start it is free."""
    return first_touch(points, a, way, b, touching_noise(a, way, b))
