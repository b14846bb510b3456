"""Contact points ahead of a touch, kept only if the touch will come.

A point made while two surfaces are still apart holds their motion back along the normal of that
moment. Where a corner or a round side passes by, that normal turns, and the point would be a
ghost to bump into. So it is followed to the moment of touch first, by conservative advancement along the
relative motion (Mirtich, *Impulse-based Dynamic Simulation*, 1996, section 2.3; translation only).
"""

from __future__ import annotations

from typing import Any

from .. import constants
from ..arrays import PointRows
from ..collide.dispatch import collide
from ..collide.manifold import NO_CONTACT, Core, Manifold, translate
from ..compile import inlined, kernel
from ..settings import StepContext
from ..world.bodies import BULLET, OFF, STATIC

ITERATIONS = 12
SHALLOW_OVERLAP = 0.7  # of what a swept shape is drawn in by: an overlap of less is none to a sweep


@inlined
def is_separated(m: Manifold) -> bool:
    """Whether all points of a manifold are still apart."""
    return bool(
        (m.count == 1 and m.separation0 > 0.0)
        or (m.count == 2 and m.separation0 > 0.0 and m.separation1 > 0.0)
    )


@kernel
def is_deferred_to_sweep(body_a: Any, body_b: Any, m: Manifold, context: StepContext) -> bool:
    """Whether a touch to come is the continuous system's, which lets a body bounce when it gets there.

    That is so where a fast body comes head on; what slides along is the solver's, and what overlaps by
    more than sweeps let through.
    """
    dt, slop = context.dt, context.slop
    gap = m.separation0 if m.count < 2 else min(m.separation0, m.separation1)
    return approaches_fast(body_a, body_b, m.nx * dt, m.ny * dt, gap, slop) or approaches_fast(
        body_b, body_a, -m.nx * dt, -m.ny * dt, gap, slop
    )


@kernel
def approaches_fast(body: Any, other: Any, wx: float, wy: float, gap: float, slop: float) -> bool:
    """Whether a body moves far along w, a direction times a duration, and is swept against another one."""
    if body.vx * wx + body.vy * wy <= constants.SWEEP_THRESHOLD * body.half_width or body.continuous == OFF:
        return False
    if gap <= -SHALLOW_OVERLAP * drawn_in(body.half_width, slop):
        return False
    return is_swept_against(body, other)


@inlined
def is_swept_against(body: Any, other: Any) -> bool:
    """Whether a fast body is swept against another: `auto` only against what is static, `bullet` all."""
    if other.kind == STATIC:
        return bool(body.continuous != OFF)
    return bool(body.continuous == BULLET or other.continuous == BULLET)


@inlined
def drawn_in(thin: float, slop: float) -> float:
    """By how much a sweep makes a shape smaller, given half its smallest width."""
    return min(slop, constants.MAX_SHRINK * thin)


@kernel
def predict_touch(
    points: PointRows, a: Core, b: Core, now: Manifold, body_a: Any, body_b: Any, context: StepContext
) -> Manifold:
    """The manifold of the touch that the motion of this step leads to, as seen from now.

    `now` itself while the bodies do not close in within the step; NO_CONTACT when they pass by.
    """
    vx = body_b.vx - body_a.vx
    vy = body_b.vy - body_a.vy
    horizon = context.dt + context.h  # the last relaxing pass looks one sub-step ahead
    reach = context.speculative + (abs(vx) + abs(vy)) * horizon
    time = 0.0
    m = now
    for iteration in range(ITERATIONS):
        closing = -(vx * m.nx + vy * m.ny)
        if closing * (horizon - time) <= m.separation0:
            return now if iteration == 0 else NO_CONTACT
        time += m.separation0 / closing
        m = collide(points, a, translate(b, vx * time, vy * time), reach)
        if m.count == 0:
            return NO_CONTACT
        if m.separation0 < 0.1 * context.slop:
            return shift_to_start(m, vx * time, vy * time)
    return NO_CONTACT  # grazing: should it touch after all, it is found as overlap in the next step


@kernel
def shift_to_start(m: Manifold, x: float, y: float) -> Manifold:
    """A manifold that holds once B has moved by (x, y), for the time before."""
    way = x * m.nx + y * m.ny
    x, y = 0.5 * x, 0.5 * y  # points are shared out between the two bodies
    return Manifold(
        m.count,
        m.nx,
        m.ny,
        m.x0 - x,
        m.y0 - y,
        m.separation0 - way,
        m.id0,
        m.x1 - x,
        m.y1 - y,
        m.separation1 - way,
        m.id1,
    )
