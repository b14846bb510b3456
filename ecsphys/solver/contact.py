"""Contact constraints: soft, with friction, solved point by point.

Soft contacts after Catto, *Solver2D* (2024), "soft step": overlap is pushed out by a damped spring
while positions are solved, and the velocity that this adds is taken away again by a second,
rigid pass (relax). Friction after the Coulomb law with the normal impulse of the same point.
Restitution is applied once after the sub-steps, to the speed at the moment of touch (`prepare.impact_speed`).

The velocities of a constraint are read once, as the relative velocity along normal and tangent and both
spins: each impulse then depends on the one before through three multiplications only. All rules of a pass are
one loop over the lanes of a block, where they become vector instructions.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ..arrays import BlockRows, MotionRows, MoverRows
from ..compile import inlined, kernel
from ..settings import StepContext
from ..world.contacts import Contacts
from .blocks import (
    add_warm_start,
    apply_impulses,
    gather_deltas,
    gather_velocities,
    lane_range,
    part_count,
    set_impulse,
    set_warm_start,
)


class Speeds(NamedTuple):
    """Of one constraint: B's velocity relative to A's along normal and tangent (the normal turned a quarter
    clockwise), and both spins; and the impulses so far, along both and about both centres.
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
def load_speeds(block: Any, motion: Any, i: int) -> Speeds:
    """The speeds of a lane as they were gathered."""
    x = motion.b[0, i] - motion.a[0, i]
    y = motion.b[1, i] - motion.a[1, i]
    nx, ny = block.nx[i], block.ny[i]
    return Speeds(x * nx + y * ny, x * ny - y * nx, motion.a[2, i], motion.b[2, i], 0.0, 0.0, 0.0, 0.0)


@inlined
def store_impulse(block: Any, motion: Any, i: int, now: Speeds) -> None:
    """What is to be scattered of a lane."""
    nx, ny = block.nx[i], block.ny[i]
    x, y = now.jn * nx + now.jt * ny, now.jn * ny - now.jt * nx
    set_impulse(motion.a, motion.b, i, x, y, now.la, now.lb)


@inlined
def normal_speed(block: Any, which: int, i: int, now: Speeds) -> float:
    """Velocity of B's point relative to A's along the normal; negative: towards each other."""
    na = block.na[which, i]
    return float(now.n + (now.wb * (na + block.dn[i]) - now.wa * na))


@inlined
def apply_normal_impulse(block: Any, which: int, i: int, now: Speeds, wish: float) -> Speeds:
    """Bring the normal impulse to what is wished for; it cannot pull."""
    jn = max(wish, 0.0)
    j = jn - block.jn[which, i]
    block.jn[which, i] = jn
    na = block.na[which, i]
    la, lb = na * j, (na + block.dn[i]) * j
    return Speeds(
        now.n + block.nn[i] * j,
        now.t + block.nt[i] * j,
        now.wa - block.ia[i] * la,
        now.wb + block.ib[i] * lb,
        now.jn + j,
        now.jt,
        now.la + la,
        now.lb + lb,
    )


@inlined
def solve_friction(block: Any, which: int, i: int, now: Speeds) -> Speeds:
    """Friction: hold the surfaces together along the tangent, as far as the normal impulse lets it."""
    ta = block.ta[which, i]
    tb = ta + block.dt[i]
    limit = block.friction[i] * block.jn[which, i]
    speed = now.t + (now.wb * tb - now.wa * ta)
    jt = max(-limit, min(block.jt[which, i] - block.mass_t[which, i] * speed, limit))
    j = jt - block.jt[which, i]
    block.jt[which, i] = jt
    la, lb = ta * j, tb * j
    return Speeds(
        now.n + block.nt[i] * j,
        now.t + block.tt[i] * j,
        now.wa - block.ia[i] * la,
        now.wb + block.ib[i] * lb,
        now.jn,
        now.jt + j,
        now.la + la,
        now.lb + lb,
    )


@inlined
def blend(x: float, y: float, share: float) -> float:
    """Between x, for share 0, and y, for 1. Where a condition chose, LLVM would make no vectors."""
    return x + share * (y - x)


@inlined
def solve_soft(block: Any, which: int, i: int, now: Speeds, context: StepContext) -> Speeds:
    """Hold a point back that would overlap, and push one out that does, as a damped spring does."""
    gap, fixed = block.gap[which, i], block.fixed[i]
    overlaps = 1.0 if gap <= 0.0 else 0.0
    rate = blend(context.bias_rate, context.static_bias_rate, fixed)
    soft = blend(1.0, blend(context.mass_scale, context.static_mass_scale, fixed), overlaps)
    less = blend(context.impulse_scale, context.static_impulse_scale, fixed) * overlaps
    bias = max(gap, 0.0) * (1.0 / context.h) + max(rate * min(gap, 0.0), -context.push_speed)
    speed = normal_speed(block, which, i, now) + bias
    wish = block.jn[which, i] * (1.0 - less) - block.mass_n[which, i] * soft * speed
    return apply_normal_impulse(block, which, i, now, wish)


@inlined
def solve_rigid(block: Any, motion: Any, which: int, i: int, now: Speeds, context: StepContext) -> Speeds:
    """Stop a point that approaches, without spring, and note its new gap."""
    gap = separation(block, motion, which, i)
    block.gap[which, i] = gap
    speed = normal_speed(block, which, i, now) + max(gap, 0.0) * (1.0 / context.h)
    now = apply_normal_impulse(block, which, i, now, block.jn[which, i] - block.mass_n[which, i] * speed)
    block.total_jn[which, i] += block.jn[which, i]
    return now


@inlined
def separation(block: Any, motion: Any, which: int, i: int) -> float:
    """A point's separation now that the bodies have moved and turned.

    A point is as far along the tangent as its levers along the normal say, and the other way round.
    """
    na, ta = block.na[which, i], block.ta[which, i]
    nb, tb = na + block.dn[i], ta + block.dt[i]
    place_a, place_b = motion.delta_a, motion.delta_b
    x, y = place_b[0, i] - place_a[0, i], place_b[1, i] - place_a[1, i]
    moved = x * block.nx[i] + y * block.ny[i]
    end_a = place_a[3, i] * na - place_a[2, i] * ta
    end_b = place_b[3, i] * nb - place_b[2, i] * tb
    return float(block.base_separation[which, i] + moved + (end_b - end_a))


@inlined
def add_core_roll(block: Any, motion: Any, lo: int, hi: int) -> None:
    """A rounded surface stays where it is when its core turns: arms end at cores, a radius from the point."""
    if block.has_radius != 0:
        for i in range(lo, hi):
            far = motion.delta_a[2, i] * block.ra[i] + motion.delta_b[2, i] * block.rb[i]
            motion.delta_b[0, i] += far * block.nx[i]
            motion.delta_b[1, i] += far * block.ny[i]


@inlined
def subtract_surface_speed(block: Any, motion: Any, lo: int, hi: int) -> None:
    """See the motion of B as from the moving surface."""
    if block.has_surface_speed != 0:
        for i in range(lo, hi):
            motion.b[0, i] -= block.surface_speed[i] * block.ny[i]
            motion.b[1, i] += block.surface_speed[i] * block.nx[i]


@inlined
def solve_points(block: Any, motion: Any, lo: int, end: int, points: int, context: StepContext) -> None:
    """The rules of the soft pass. The normal comes last, for not overlapping matters more."""
    for i in range(lo, end):
        now = solve_friction(block, 0, i, load_speeds(block, motion, i))
        if points == 2:
            now = solve_friction(block, 1, i, now)
        now = solve_soft(block, 0, i, now, context)
        if points == 2:
            now = solve_soft(block, 1, i, now, context)
        store_impulse(block, motion, i, now)


@inlined
def relax_points(block: Any, motion: Any, lo: int, end: int, points: int, context: StepContext) -> None:
    """The rules of the rigid pass. Friction comes last, under the normal impulse that really acts; the soft
    one is a little smaller.
    """
    for i in range(lo, end):
        now = solve_rigid(block, motion, 0, i, load_speeds(block, motion, i), context)
        if points == 2:
            now = solve_rigid(block, motion, 1, i, now, context)
        now = solve_friction(block, 0, i, now)
        if points == 2:
            now = solve_friction(block, 1, i, now)
        store_impulse(block, motion, i, now)
        set_warm_start(block, motion, i, points)


@kernel
def solve_block(
    movers: MoverRows, block: Any, motion: Any, lo: int, hi: int, end: int, context: StepContext
) -> None:
    """The soft pass over the lanes from `lo` to before `hi`; those to before `end` may take part."""
    gather_velocities(movers, block, motion, lo, hi)
    subtract_surface_speed(block, motion, lo, hi)
    if block.points == 2:  # two loops without branches
        solve_points(block, motion, lo, end, 2, context)
    else:
        solve_points(block, motion, lo, end, 1, context)
    apply_impulses(movers, block, motion, lo, hi)


@kernel
def relax_block(
    movers: MoverRows, block: Any, motion: Any, lo: int, hi: int, end: int, context: StepContext
) -> None:
    """The rigid pass."""
    gather_velocities(movers, block, motion, lo, hi)
    subtract_surface_speed(block, motion, lo, hi)
    gather_deltas(movers, block, motion, lo, hi)
    add_core_roll(block, motion, lo, hi)
    if block.points == 2:
        relax_points(block, motion, lo, end, 2, context)
    else:
        relax_points(block, motion, lo, end, 1, context)
    apply_impulses(movers, block, motion, lo, hi)
    add_warm_start(movers, block, motion, lo, hi)


@kernel
def solve(movers: MoverRows, blocks: BlockRows, motion: MotionRows, context: StepContext) -> None:
    """One soft pass over all constraints: what overlaps is pushed out by a damped spring."""
    for k in range(len(blocks)):
        block = blocks[k]
        for part in range(part_count(block)):
            lo, hi, end = lane_range(block, part)
            solve_block(movers, block, motion[0], lo, hi, end, context)


@kernel
def relax(movers: MoverRows, blocks: BlockRows, motion: MotionRows, context: StepContext) -> None:
    """One rigid pass: takes away the velocity that pushing out has added, and notes the new gaps."""
    for k in range(len(blocks)):
        block = blocks[k]
        for part in range(part_count(block)):
            lo, hi, end = lane_range(block, part)
            relax_block(movers, block, motion[0], lo, hi, end, context)


@kernel
def restitute(movers: MoverRows, blocks: BlockRows, motion: MotionRows, context: StepContext) -> None:
    """Let points that came in fast enough and were pushed bounce."""
    for k in range(len(blocks)):
        block = blocks[k]
        for i in range(block.count):
            if block.restitution[i] > 0.0:
                bounce(movers, block, motion[0], i, context)


@kernel
def bounce(movers: MoverRows, block: Any, motion: Any, i: int, context: StepContext) -> None:
    """Let the points of one constraint bounce."""
    lag_time = context.h * (1.0 - 2.0 * context.velocity_lag)
    for which in range(block.points):
        approach = block.impact_speed[which, i]
        if approach < context.restitution_speed or block.total_jn[which, i] == 0.0:
            continue
        gap = min(block.gap[which, i], 0.0)
        wish = rebound_speed(block.restitution[i] * approach, block.acceleration[i], gap, lag_time)
        gather_velocities(movers, block, motion, i, i + 1)
        now = load_speeds(block, motion, i)
        before = block.jn[which, i]
        missing = wish - normal_speed(block, which, i, now)
        now = apply_normal_impulse(block, which, i, now, before + block.mass_n[which, i] * missing)
        store_impulse(block, motion, i, now)
        block.total_jn[which, i] += block.jn[which, i] - before
        apply_impulses(movers, block, motion, i, i + 1)


@kernel
def rebound_speed(speed: float, pull: float, gap: float, lag_time: float) -> float:
    """Inverse of `prepare.impact_speed`: what takes a body out of an overlap to `speed` at the surface."""
    half = 0.5 * pull * lag_time
    return half + math.sqrt(max(half * half + speed * speed - 2.0 * pull * gap, 0.0))


@kernel
def store(contacts: Contacts, blocks: BlockRows) -> None:
    """Keep impulses for the next step's warm start and for events; pushed points did touch."""
    for k in range(len(blocks)):
        block = blocks[k]
        for i in range(block.count):
            manifold = contacts.manifolds[block.contact[i]]
            manifold.jn0 = block.jn[0, i]
            manifold.jt0 = block.jt[0, i]
            manifold.impulse = block.total_jn[0, i]
            manifold.speed = block.impact_speed[0, i]
            if block.points == 2:
                manifold.jn1 = block.jn[1, i]
                manifold.jt1 = block.jt[1, i]
                manifold.impulse += block.total_jn[1, i]
                manifold.speed = max(manifold.speed, block.impact_speed[1, i])
            if manifold.impulse > 0.0:
                contacts.rows[block.contact[i]].touching = 1
