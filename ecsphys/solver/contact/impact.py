"""What impacts share: how fast points approach, and what they leave to do, their sums and their friction."""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ..blocks import apply_impulses, gather_velocities
from ..constraint import TWO_POINTS
from ..workspace import Workspace
from .masses import inverse, tangent_coupling
from .point import apply_tangent_impulse, load_lane, slip_speed, store_lane, subtract_surface_speed

NO_BOUNCE = -1.0  # in the place of a rebound's speed
RATE = 60.0  # steps a second; of shorter ones as many slops in a second as at this rate are a landing


@inlined
def sinking_speed(slops: float, context: Any) -> float:
    """Return the speed of that many slops in a step, in a sixtieth second if that is longer. In plane and
    space.
    """
    return float(slops * context.slop * min(1.0 / context.dt, RATE))


@inlined
def push_mover(mover: Any, x: float, y: float, turn: float) -> None:
    """Apply an impulse and an angular impulse to a mover."""
    mover.vx += mover.mx * x
    mover.vy += mover.my * y
    mover.w += mover.i * turn


@inlined
def warm_up(mover: Any, x: float, y: float, turn: float) -> None:
    """Let a mover start the next sub-step with an impulse and an angular impulse more."""
    mover.warm_x += mover.mx * x
    mover.warm_y += mover.my * y
    mover.warm_w += mover.i * turn


@inlined
def approach_of(block: Any, a: Any, b: Any, point: int, i: int) -> float:
    """Return how fast a point of lane i approaches along the normal."""
    na = block.na[point, i] + block.slide_n[i]
    turning = b.w * (na + block.shift_n[i]) - a.w * na
    return -float((b.vx - a.vx) * block.nx[i] + (b.vy - a.vy) * block.ny[i] + turning)


@kernel
def finish_impulses(work: Workspace, row: Any) -> None:
    """Account for the impulses of an impact, and apply friction."""
    load = row.j[0] + row.j[1]
    head, block, scratch, i = work.heads[row.block], work.contact_blocks[row.block], work.scratch[0], row.lane
    block.total_jn[0, i] += row.j[0]
    block.total_jn[1, i] += row.j[1]
    limit = block.friction[i] * load
    if limit == 0.0:
        return
    one_of_two = head.kind == TWO_POINTS and (row.j[0] == 0.0 or row.j[1] == 0.0)
    ta = (block.ta[0 if row.j[0] > 0.0 else 1, i] if one_of_two else block.tf[i]) + block.slide_t[i]
    gather_velocities(work.movers, head, scratch, i, i + 1)
    subtract_surface_speed(block, scratch, i, i + 1)
    lane = load_lane(block, scratch, i)
    mass = inverse(tangent_coupling(block, i, ta))
    jt = max(-limit, min(-mass * slip_speed(block, i, lane, ta), limit))
    store_lane(block, scratch, i, apply_tangent_impulse(block, i, lane, jt, ta * jt))
    apply_impulses(work.movers, head, scratch, i, i + 1)
