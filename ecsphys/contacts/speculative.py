"""Speculative contact points: made while shapes are still apart, if this step's motion leads to a touch.

Such a point limits the motion along the normal of its time. Where a corner or a round side passes by, the
normal turns, and the point would be a ghost collision. So it is first advanced to the time of impact, by
conservative advancement along the relative motion (Mirtich, *Impulse-based Dynamic Simulation*, 1996, section
2.3; translation only).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import constants
from ..arrays import PointRows
from ..collide.dispatch import collide
from ..collide.manifold import NO_CONTACT, Core, Manifold, translate
from ..compile import inlined, kernel
from ..settings import StepContext
from ..world.bodies import BULLET, OFF, STATIC

MAX_ITERATIONS = 12
SHALLOW_OVERLAP = 0.7  # share of the shrink margin: sweeps do not see overlaps below it


@inlined
def is_separated(m: Manifold) -> bool:
    """Whether all points of a manifold have a gap."""
    return bool(
        (m.count == 1 and m.separation0 > 0.0)
        or (m.count == 2 and m.separation0 > 0.0 and m.separation1 > 0.0)
    )


@inlined
def smallest_gap(m: Manifold) -> float:
    """Return the separation of the nearer point of a manifold."""
    return m.separation0 if m.count < 2 else min(m.separation0, m.separation1)


@kernel
def is_left_to_sweep(body_a: Any, body_b: Any, m: Manifold, context: StepContext) -> bool:
    """Whether the solver leaves a coming touch to the continuous system.

    True where a fast body approaches head-on: a sweep resolves that at its time of impact. The solver takes
    what slides along a surface, and overlaps that sweeps do not see.
    """
    dt, slop = context.dt, context.slop
    gap = smallest_gap(m)
    return approaches_fast(body_a, body_b, m.nx * dt, m.ny * dt, gap, slop) or approaches_fast(
        body_b, body_a, -m.nx * dt, -m.ny * dt, gap, slop
    )


@kernel
def approaches_fast(body: Any, other: Any, wx: float, wy: float, gap: float, slop: float) -> bool:
    """Whether a body moves far along w, a unit vector times a duration, and is swept against another one."""
    if body.vx * wx + body.vy * wy <= constants.SWEEP_THRESHOLD * body.half_width or body.continuous == OFF:
        return False
    if gap <= -SHALLOW_OVERLAP * shrink_margin(body.half_width, slop):
        return False
    return is_swept_against(body, other)


@inlined
def is_swept_against(body: Any, other: Any) -> bool:
    """Whether a fast body is swept against another: `auto` against static bodies, `bullet` against all."""
    if other.kind == STATIC:
        return bool(body.continuous != OFF)
    return bool(body.continuous == BULLET or other.continuous == BULLET)


@inlined
def shrink_margin(half_width: float, slop: float) -> float:
    """Return the margin by which sweeps shrink a body's shapes, given half their smallest width."""
    return min(slop, constants.MAX_SHRINK * half_width)


class Touch(NamedTuple):
    """A manifold and the time, in seconds from now, of the poses that it belongs to."""

    m: Manifold
    time: float


@kernel
def predict_touch(
    points: PointRows, a: Core, b: Core, now: Manifold, body_a: Any, body_b: Any, context: StepContext
) -> Touch:
    """Return the manifold at the touch to which this step's motion leads.

    `now` itself, at time 0, if the surfaces do not meet within the step; NO_CONTACT if the shapes pass each
    other.
    """
    vx = body_b.vx - body_a.vx
    vy = body_b.vy - body_a.vy
    horizon = context.dt + context.h  # the last relaxing pass looks one sub-step ahead
    reach = context.speculative + (abs(vx) + abs(vy)) * horizon
    time = 0.0
    m = now
    for iteration in range(MAX_ITERATIONS):
        closing = -(vx * m.nx + vy * m.ny)
        gap = smallest_gap(m)
        if closing * (horizon - time) <= gap:
            return Touch(now if iteration == 0 else NO_CONTACT, 0.0)
        time += gap / closing
        m = collide(points, a, translate(b, vx * time, vy * time), reach)
        if m.count == 0 or smallest_gap(m) < 0.1 * context.slop:
            return Touch(m, time)
    return Touch(NO_CONTACT, 0.0)  # grazing; if it touches after all, the next step finds the overlap


@kernel
def shift_to_start(m: Manifold, x: float, y: float, body_a: Any, body_b: Any) -> Manifold:
    """Shift a manifold, found after B moved by (x, y), to the poses before that motion.

    Its points move with the body that is easier to push, so that the impulse has the lever that it has at the
    touch: none on a circle.
    """
    way = x * m.nx + y * m.ny
    total = body_a.inverse_mass + body_b.inverse_mass
    share = body_b.inverse_mass / total if total > 0.0 else 0.5
    x, y = share * x, share * y
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
