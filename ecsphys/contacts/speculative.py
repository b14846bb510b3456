"""Which coming touches the solver leaves to the continuous system."""

from __future__ import annotations

from typing import Any

from .. import constants
from ..collide.manifold import Manifold
from ..compile import inlined, kernel
from ..settings import StepContext
from ..world.bodies import BULLET, OFF, STATIC
from .prediction import smallest_gap

SHALLOW_OVERLAP = 0.7  # share of the shrink margin: sweeps do not see overlaps below it


@kernel
def is_left_to_sweep(body_a: Any, body_b: Any, m: Manifold, least: float, context: StepContext) -> bool:
    """Whether the solver leaves a coming touch to the continuous system.

    True where a fast body approaches head-on: a sweep resolves that at its time of impact. The solver takes
    what slides along a surface, and overlaps that sweeps do not see. Fast is what moves by more than `least`
    half widths in a step.
    """
    dt, slop = context.dt, context.slop
    gap = smallest_gap(m)
    return approaches_fast(body_a, body_b, m.nx * dt, m.ny * dt, gap, least, slop) or approaches_fast(
        body_b, body_a, -m.nx * dt, -m.ny * dt, gap, least, slop
    )


@inlined
def is_jointed(body: Any) -> bool:
    """Whether a joint holds a body, to the world or so that it does not collide with another one."""
    return bool((body.joined | body.hung) == 1)


@kernel
def approaches_fast(
    body: Any, other: Any, wx: float, wy: float, gap: float, least: float, slop: float
) -> bool:
    """Whether a body moves far along w, a unit vector times a duration, and is swept against another one."""
    if body.vx * wx + body.vy * wy <= least * body.half_width or body.continuous == OFF:
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
