"""Contact constraints: soft, with friction, solved point by point.

Soft contacts after Catto, *Solver2D* (2024), "soft step": overlap is pushed out by a damped spring
while positions are solved, and the velocity that this adds is taken away again by a second,
rigid pass (relax). Friction after the Coulomb law with the normal impulse of the same point.
Restitution is applied once after the sub-steps, to the speed at the moment of touch (`prepare.touch_speed`).

The velocities of a constraint are read once, as the relative velocity along normal and tangent and both
spins: each impulse then depends on the one before through three multiplications only. Each rule is a loop
over the lanes of a block, where it becomes vector instructions (whole steps, 2026-11-21: pyramid-40 1.02 to
0.65 ms, pyramid-100 7.1 to 4.8, tumble-2k 1.02 to 0.90).
"""

from __future__ import annotations

import math
from typing import Any

import numpy.typing as npt

from .._jit import inlined, kernel
from ..settings import StepContext
from ..world.contacts import Contacts
from .lanes import keep_impulses, lanes_of, parts_of, read_motion, read_places, write_motion

Rows = npt.NDArray[Any]


@inlined
def normal_speed(block: Any, motion: Any, which: int, i: int) -> float:
    """Velocity of B's point relative to A's along the normal; negative: towards each other."""
    turning = motion.wb[i] * block.nb[which, i] - motion.wa[i] * block.na[which, i]
    return float(motion.n[i] + turning)


@inlined
def push(block: Any, motion: Any, which: int, i: int, wish: float) -> None:
    """Bring the normal impulse to what is wished for; it cannot pull."""
    jn = max(wish, 0.0)
    j = jn - block.jn[which, i]
    block.jn[which, i] = jn
    motion.n[i] += block.nn[i] * j
    motion.t[i] += block.nt[i] * j
    motion.wa[i] -= block.ia[i] * block.na[which, i] * j
    motion.wb[i] += block.ib[i] * block.nb[which, i] * j
    motion.jn[i] += j


@inlined
def rub(block: Any, motion: Any, which: int, lo: int, hi: int) -> None:
    """Friction: hold the surfaces together along the tangent, as far as the normal impulse lets it."""
    for i in range(lo, hi):
        limit = block.friction[i] * block.jn[which, i]
        turning = motion.wb[i] * block.tb[which, i] - motion.wa[i] * block.ta[which, i]
        speed = motion.t[i] + turning - block.surface_speed[i]
        jt = max(-limit, min(block.jt[which, i] - block.mass_t[which, i] * speed, limit))
        j = jt - block.jt[which, i]
        block.jt[which, i] = jt
        motion.n[i] += block.nt[i] * j
        motion.t[i] += block.tt[i] * j
        motion.wa[i] -= block.ia[i] * block.ta[which, i] * j
        motion.wb[i] += block.ib[i] * block.tb[which, i] * j
        motion.jt[i] += j


@inlined
def push_out(block: Any, motion: Any, which: int, lo: int, hi: int, context: StepContext) -> None:
    """Hold points back that would overlap, and push those out that do, as a damped spring does."""
    inverse_h = 1.0 / context.h
    for i in range(lo, hi):
        fixed = block.fixed[i] > 0.0
        rate = context.static_rate if fixed else context.rate
        soft = context.static_mass_scale if fixed else context.mass_scale
        keep = 1.0 - (context.static_impulse_scale if fixed else context.impulse_scale)
        gap = block.gap[which, i]
        apart = gap > 0.0
        bias = gap * inverse_h if apart else max(rate * gap, -context.push_speed)
        mass = block.mass_n[which, i] * (1.0 if apart else soft)
        before = block.jn[which, i] * (1.0 if apart else keep)
        push(block, motion, which, i, before - mass * (normal_speed(block, motion, which, i) + bias))


@inlined
def hold(block: Any, motion: Any, which: int, lo: int, hi: int, context: StepContext) -> None:
    """Stop points that approach, without spring, and note their new gaps."""
    inverse_h = 1.0 / context.h
    for i in range(lo, hi):
        gap = separation(block, motion, which, i)
        block.gap[which, i] = gap
        speed = normal_speed(block, motion, which, i) + max(gap, 0.0) * inverse_h
        push(block, motion, which, i, block.jn[which, i] - block.mass_n[which, i] * speed)
        block.total[which, i] += block.jn[which, i]


@inlined
def separation(block: Any, motion: Any, which: int, i: int) -> float:
    """A point's separation now that the bodies have moved and turned."""
    rax, ray = block.rax[which, i], block.ray[which, i]
    rbx, rby = block.rbx[which, i], block.rby[which, i]
    x = motion.dx[i] + motion.cb[i] * rbx - motion.sb[i] * rby - motion.ca[i] * rax + motion.sa[i] * ray
    y = motion.dy[i] + motion.sb[i] * rbx + motion.cb[i] * rby - motion.sa[i] * rax - motion.ca[i] * ray
    return float(block.rest[which, i] + x * block.nx[i] + y * block.ny[i])


@kernel
def solve_lanes(
    movers: Rows, block: Any, motion: Any, lo: int, hi: int, end: int, context: StepContext
) -> None:
    """The soft pass over the lanes from `lo` to before `hi`; those to before `end` may take part.

    The normal comes last, for not overlapping matters more.
    """
    read_motion(movers, block, motion, lo, hi)
    rub(block, motion, 0, lo, end)
    if block.points == 2:
        rub(block, motion, 1, lo, end)
    push_out(block, motion, 0, lo, end, context)
    if block.points == 2:
        push_out(block, motion, 1, lo, end, context)
    write_motion(movers, block, motion, lo, hi)


@kernel
def relax_lanes(
    movers: Rows, block: Any, motion: Any, lo: int, hi: int, end: int, context: StepContext
) -> None:
    """The rigid pass. Friction comes last, under the normal impulse that really acts; the soft one is
    a little smaller.
    """
    read_motion(movers, block, motion, lo, hi)
    read_places(movers, block, motion, lo, hi)
    hold(block, motion, 0, lo, end, context)
    if block.points == 2:
        hold(block, motion, 1, lo, end, context)
    rub(block, motion, 0, lo, end)
    if block.points == 2:
        rub(block, motion, 1, lo, end)
    write_motion(movers, block, motion, lo, hi)
    keep_impulses(movers, block, lo, hi)


@kernel
def solve(movers: Rows, blocks: Rows, motion: Rows, context: StepContext) -> None:
    """One soft pass over all constraints: what overlaps is pushed out by a damped spring."""
    for k in range(len(blocks)):
        block = blocks[k]
        for part in range(parts_of(block)):
            lo, hi, end = lanes_of(block, part)
            solve_lanes(movers, block, motion[0], lo, hi, end, context)


@kernel
def relax(movers: Rows, blocks: Rows, motion: Rows, context: StepContext) -> None:
    """One rigid pass: takes away the velocity that pushing out has added, and notes the new gaps."""
    for k in range(len(blocks)):
        block = blocks[k]
        for part in range(parts_of(block)):
            lo, hi, end = lanes_of(block, part)
            relax_lanes(movers, block, motion[0], lo, hi, end, context)


@kernel
def restitute(movers: Rows, blocks: Rows, motion: Rows, context: StepContext) -> None:
    """Let points that came in fast enough and were pushed bounce."""
    for k in range(len(blocks)):
        block = blocks[k]
        for i in range(block.count):
            if block.restitution[i] > 0.0:
                bounce(movers, block, motion[0], i, context)


@kernel
def bounce(movers: Rows, block: Any, motion: Any, i: int, context: StepContext) -> None:
    """Let the points of one constraint bounce."""
    lag_time = context.h * (1.0 - 2.0 * context.lag)
    for which in range(block.points):
        approach = block.approach[which, i]
        if approach < context.restitution_speed or block.total[which, i] == 0.0:
            continue
        gap = min(block.gap[which, i], 0.0)
        wish = leave_speed(block.restitution[i] * approach, block.pull[i], gap, lag_time)
        read_motion(movers, block, motion, i, i + 1)
        before = block.jn[which, i]
        missing = wish - normal_speed(block, motion, which, i)
        push(block, motion, which, i, before + block.mass_n[which, i] * missing)
        block.total[which, i] += block.jn[which, i] - before
        write_motion(movers, block, motion, i, i + 1)


@kernel
def leave_speed(speed: float, pull: float, gap: float, lag_time: float) -> float:
    """The inverse of `prepare.touch_speed`: what takes a body out of an overlap to `speed` at the surface."""
    half = 0.5 * pull * lag_time
    return half + math.sqrt(max(half * half + speed * speed - 2.0 * pull * gap, 0.0))


@kernel
def store(contacts: Contacts, blocks: Rows) -> None:
    """Keep impulses for the next step's warm start and for events; pushed points did touch."""
    for k in range(len(blocks)):
        block = blocks[k]
        for i in range(block.count):
            kept = contacts.manifolds[block.contact[i]]
            kept.jn0 = block.jn[0, i]
            kept.jt0 = block.jt[0, i]
            kept.impulse = block.total[0, i]
            kept.speed = block.approach[0, i]
            if block.points == 2:
                kept.jn1 = block.jn[1, i]
                kept.jt1 = block.jt[1, i]
                kept.impulse += block.total[1, i]
                kept.speed = max(kept.speed, block.approach[1, i])
            if kept.impulse > 0.0:
                contacts.rows[block.contact[i]].touching = 1
