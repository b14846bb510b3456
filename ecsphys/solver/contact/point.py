"""The rules for one point of a contact in one lane: non-penetration, soft or rigid, and friction.

Soft contacts after Catto, *Solver2D* (2024), "soft step". Friction after Coulomb's law, with the normal
impulse of the same point.

The velocities of a lane are read once, as the relative velocity along normal and tangent and both angular
velocities: each impulse then depends on the one before through three multiplications only. Short names as in
`solver.records`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...compile import inlined
from ...settings import StepContext
from ..blocks import set_impulse


class LaneState(NamedTuple):
    """The relative velocity of b along normal and tangent, both angular velocities, and the impulses that
    this pass has applied so far.
    """

    n: float
    t: float
    wa: float
    wb: float
    jn: float
    jt: float
    la: float
    lb: float


@inlined
def load_lane(block: Any, scratch: Any, i: int) -> LaneState:
    """Return the state of a lane at the start of a pass."""
    x = scratch.b[0, i] - scratch.a[0, i]
    y = scratch.b[1, i] - scratch.a[1, i]
    nx, ny = block.nx[i], block.ny[i]
    return LaneState(x * nx + y * ny, x * ny - y * nx, scratch.a[2, i], scratch.b[2, i], 0.0, 0.0, 0.0, 0.0)


@inlined
def store_lane(block: Any, scratch: Any, i: int, lane: LaneState) -> None:
    """Set the impulses that the pass has applied, to be scattered."""
    nx, ny = block.nx[i], block.ny[i]
    x, y = lane.jn * nx + lane.jt * ny, lane.jn * ny - lane.jt * nx
    set_impulse(scratch.a, scratch.b, i, x, y, lane.la, lane.lb)


@inlined
def set_warm_start(block: Any, scratch: Any, i: int, points: int) -> None:
    """Set the impulse with which a lane starts the next sub-step: the sum over its points."""
    nx, ny = block.nx[i], block.ny[i]
    jn, jt = block.jn[0, i], block.jt[0, i]
    la = jn * block.na[0, i] + jt * block.ta[0, i]
    if points == 2:
        jn1, jt1 = block.jn[1, i], block.jt[1, i]
        la += jn1 * block.na[1, i] + jt1 * block.ta[1, i]
        jn += jn1
        jt += jt1
    lb = la + jn * block.shift_n[i] + jt * block.shift_t[i]
    set_impulse(scratch.delta_a, scratch.delta_b, i, jn * nx + jt * ny, jn * ny - jt * nx, la, lb)


@inlined
def normal_speed(block: Any, point: int, i: int, lane: LaneState) -> float:
    """Return the relative velocity of a point along the normal; negative when the surfaces approach."""
    na = block.na[point, i]
    return float(lane.n + (lane.wb * (na + block.shift_n[i]) - lane.wa * na))


@inlined
def apply_normal_impulse(block: Any, point: int, i: int, lane: LaneState, total: float) -> LaneState:
    """Bring the accumulated normal impulse to `total`, or to 0 if that is negative: contacts never pull."""
    jn = max(total, 0.0)
    j = jn - block.jn[point, i]
    block.jn[point, i] = jn
    na = block.na[point, i]
    la, lb = na * j, (na + block.shift_n[i]) * j
    return LaneState(
        lane.n + block.knn[i] * j,
        lane.t + block.knt[i] * j,
        lane.wa - block.ia[i] * la,
        lane.wb + block.ib[i] * lb,
        lane.jn + j,
        lane.jt,
        lane.la + la,
        lane.lb + lb,
    )


@inlined
def solve_friction(block: Any, point: int, i: int, lane: LaneState) -> LaneState:
    """Stop the surfaces from sliding, within the friction cone of the accumulated normal impulse."""
    ta = block.ta[point, i]
    tb = ta + block.shift_t[i]
    limit = block.friction[i] * block.jn[point, i]
    speed = lane.t + (lane.wb * tb - lane.wa * ta)
    jt = max(-limit, min(block.jt[point, i] - block.mass_t[point, i] * speed, limit))
    j = jt - block.jt[point, i]
    block.jt[point, i] = jt
    la, lb = ta * j, tb * j
    return LaneState(
        lane.n + block.knt[i] * j,
        lane.t + block.ktt[i] * j,
        lane.wa - block.ia[i] * la,
        lane.wb + block.ib[i] * lb,
        lane.jn,
        lane.jt + j,
        lane.la + la,
        lane.lb + lb,
    )


@inlined
def blend(x: float, y: float, share: float) -> float:
    """Return x for share 0, y for share 1. A conditional expression would keep LLVM from vectorising."""
    return x + share * (y - x)


@inlined
def solve_soft(block: Any, point: int, i: int, lane: LaneState, context: StepContext) -> LaneState:
    """Solve non-penetration as a damped spring: push an overlapping point out, and let a separated one
    approach no further than to touch.
    """
    separation, fixed = block.separation[point, i], block.fixed[i]
    overlaps = 1.0 if separation <= 0.0 else 0.0
    bias_rate = blend(context.bias_rate, context.static_bias_rate, fixed)
    mass_scale = blend(1.0, blend(context.mass_scale, context.static_mass_scale, fixed), overlaps)
    impulse_scale = blend(context.impulse_scale, context.static_impulse_scale, fixed) * overlaps
    push_out = max(bias_rate * min(separation, 0.0), -context.push_speed)
    bias = max(separation, 0.0) * (1.0 / context.h) + push_out
    speed = normal_speed(block, point, i, lane) + bias
    total = block.jn[point, i] * (1.0 - impulse_scale) - block.mass_n[point, i] * mass_scale * speed
    return apply_normal_impulse(block, point, i, lane, total)


@inlined
def solve_rigid(
    block: Any, scratch: Any, point: int, i: int, lane: LaneState, context: StepContext
) -> LaneState:
    """Solve non-penetration without spring, and bring the separation up to date."""
    separation = current_separation(block, scratch, point, i)
    block.separation[point, i] = separation
    speed = normal_speed(block, point, i, lane) + max(separation, 0.0) * (1.0 / context.h)
    total = block.jn[point, i] - block.mass_n[point, i] * speed
    lane = apply_normal_impulse(block, point, i, lane, total)
    block.total_jn[point, i] += block.jn[point, i]
    return lane


@inlined
def current_separation(block: Any, scratch: Any, point: int, i: int) -> float:
    """Return a point's separation at the present poses of the bodies.

    The arm's coordinates along normal and tangent are, but for signs, the levers of the other impulse.
    """
    na, ta = block.na[point, i], block.ta[point, i]
    nb, tb = na + block.shift_n[i], ta + block.shift_t[i]
    delta_a, delta_b = scratch.delta_a, scratch.delta_b
    x, y = delta_b[0, i] - delta_a[0, i], delta_b[1, i] - delta_a[1, i]
    moved = x * block.nx[i] + y * block.ny[i]
    end_a = delta_a[3, i] * na - delta_a[2, i] * ta
    end_b = delta_b[3, i] * nb - delta_b[2, i] * tb
    return float(block.base_separation[point, i] + moved + (end_b - end_a))
