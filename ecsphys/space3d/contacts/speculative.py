"""Which coming touches the solver leaves to the continuous system; see the plane's `contacts.speculative`."""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ...contacts.speculative import SHALLOW_OVERLAP, is_swept_against, shrink_margin
from ...world.bodies import OFF
from ..collide.manifold import Manifold
from ..settings import StepContext3

__all__ = ["is_left_to_sweep", "is_swept_against", "shrink_margin"]


@kernel
def is_left_to_sweep(body_a: Any, body_b: Any, m: Manifold, least: float, context: StepContext3) -> bool:
    """Whether the solver leaves a coming touch to the continuous system.

    True where a fast body approaches head-on: a sweep resolves that at its time of impact. Fast is what
    moves by more than `least` half widths in a step.
    """
    dt, slop = context.dt, context.slop
    return approaches_fast(body_a, body_b, m, dt, least, slop) or approaches_fast(
        body_b, body_a, m, -dt, least, slop
    )


@inlined
def approaches_fast(body: Any, other: Any, m: Manifold, dt: float, least: float, slop: float) -> bool:
    """Whether a body moves far along the normal, times the sign of dt, and is swept against another one."""
    way = dt * (body.vx * m.nx + body.vy * m.ny + body.vz * m.nz)
    if way <= least * body.half_width or body.continuous == OFF:
        return False
    if m.separation0 <= -SHALLOW_OVERLAP * shrink_margin(body.half_width, slop):
        return False
    return is_swept_against(body, other)
