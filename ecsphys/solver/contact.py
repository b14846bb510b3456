"""Contact constraints: soft, with friction, solved point by point.

Soft contacts after Catto, *Solver2D* (2024), "soft step": overlap is pushed out by a damped spring
while positions are solved, and the velocity that this adds is taken away again by a second,
rigid pass (relax). Friction after the Coulomb law with the normal impulse of the same point.
Restitution is applied once after the sub-steps, to the speed at the moment of touch (`prepare.touch_speed`).

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
from .blocks import keep, keep_next, lanes_of, parts_of, read_motion, read_places, write_motion, write_next


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
def speeds_of(block: Any, motion: Any, i: int) -> Speeds:
    """The speeds of a lane as they were gathered."""
    x = motion.b[0, i] - motion.a[0, i]
    y = motion.b[1, i] - motion.a[1, i]
    nx, ny = block.nx[i], block.ny[i]
    return Speeds(x * nx + y * ny, x * ny - y * nx, motion.a[2, i], motion.b[2, i], 0.0, 0.0, 0.0, 0.0)


@inlined
def keep_speeds(block: Any, motion: Any, i: int, now: Speeds) -> None:
    """What is to be scattered of a lane."""
    nx, ny = block.nx[i], block.ny[i]
    x, y = now.jn * nx + now.jt * ny, now.jn * ny - now.jt * nx
    keep(motion.a, motion.b, i, x, y, now.la, now.lb)


@inlined
def normal_speed(block: Any, which: int, i: int, now: Speeds) -> float:
    """Velocity of B's point relative to A's along the normal; negative: towards each other."""
    na = block.na[which, i]
    return float(now.n + (now.wb * (na + block.dn[i]) - now.wa * na))


@inlined
def push(block: Any, which: int, i: int, now: Speeds, wish: float) -> Speeds:
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
def rub(block: Any, which: int, i: int, now: Speeds) -> Speeds:
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
def mix(x: float, y: float, share: float) -> float:
    """Between x, for share 0, and y, for 1. Where a condition chose, LLVM would make no vectors."""
    return x + share * (y - x)


@inlined
def push_out(block: Any, which: int, i: int, now: Speeds, context: StepContext) -> Speeds:
    """Hold a point back that would overlap, and push one out that does, as a damped spring does."""
    gap, fixed = block.gap[which, i], block.fixed[i]
    overlaps = 1.0 if gap <= 0.0 else 0.0
    rate = mix(context.rate, context.static_rate, fixed)
    soft = mix(1.0, mix(context.mass_scale, context.static_mass_scale, fixed), overlaps)
    less = mix(context.impulse_scale, context.static_impulse_scale, fixed) * overlaps
    bias = max(gap, 0.0) * (1.0 / context.h) + max(rate * min(gap, 0.0), -context.push_speed)
    speed = normal_speed(block, which, i, now) + bias
    wish = block.jn[which, i] * (1.0 - less) - block.mass_n[which, i] * soft * speed
    return push(block, which, i, now, wish)


@inlined
def hold(block: Any, motion: Any, which: int, i: int, now: Speeds, context: StepContext) -> Speeds:
    """Stop a point that approaches, without spring, and note its new gap."""
    gap = separation(block, motion, which, i)
    block.gap[which, i] = gap
    speed = normal_speed(block, which, i, now) + max(gap, 0.0) * (1.0 / context.h)
    now = push(block, which, i, now, block.jn[which, i] - block.mass_n[which, i] * speed)
    block.total[which, i] += block.jn[which, i]
    return now


@inlined
def separation(block: Any, motion: Any, which: int, i: int) -> float:
    """A point's separation now that the bodies have moved and turned.

    A point is as far along the tangent as its levers along the normal say, and the other way round.
    """
    na, ta = block.na[which, i], block.ta[which, i]
    nb, tb = na + block.dn[i], ta + block.dt[i]
    place_a, place_b = motion.place_a, motion.place_b
    x, y = place_b[0, i] - place_a[0, i], place_b[1, i] - place_a[1, i]
    moved = x * block.nx[i] + y * block.ny[i]
    end_a = place_a[3, i] * na - place_a[2, i] * ta
    end_b = place_b[3, i] * nb - place_b[2, i] * tb
    return float(block.rest[which, i] + moved + (end_b - end_a))


@inlined
def roll(block: Any, motion: Any, lo: int, hi: int) -> None:
    """A rounded surface stays where it is when its core turns: arms end at cores, a radius from the point."""
    if block.rounded != 0:
        for i in range(lo, hi):
            far = motion.place_a[2, i] * block.ra[i] + motion.place_b[2, i] * block.rb[i]
            motion.place_b[0, i] += far * block.nx[i]
            motion.place_b[1, i] += far * block.ny[i]


@inlined
def ride_along(block: Any, motion: Any, lo: int, hi: int) -> None:
    """See the motion of B as from the moving surface."""
    if block.conveys != 0:
        for i in range(lo, hi):
            motion.b[0, i] -= block.surface_speed[i] * block.ny[i]
            motion.b[1, i] += block.surface_speed[i] * block.nx[i]


@inlined
def soften(block: Any, motion: Any, lo: int, end: int, points: int, context: StepContext) -> None:
    """The rules of the soft pass. The normal comes last, for not overlapping matters more."""
    for i in range(lo, end):
        now = rub(block, 0, i, speeds_of(block, motion, i))
        if points == 2:
            now = rub(block, 1, i, now)
        now = push_out(block, 0, i, now, context)
        if points == 2:
            now = push_out(block, 1, i, now, context)
        keep_speeds(block, motion, i, now)


@inlined
def stiffen(block: Any, motion: Any, lo: int, end: int, points: int, context: StepContext) -> None:
    """The rules of the rigid pass. Friction comes last, under the normal impulse that really acts; the soft
    one is a little smaller.
    """
    for i in range(lo, end):
        now = hold(block, motion, 0, i, speeds_of(block, motion, i), context)
        if points == 2:
            now = hold(block, motion, 1, i, now, context)
        now = rub(block, 0, i, now)
        if points == 2:
            now = rub(block, 1, i, now)
        keep_speeds(block, motion, i, now)
        keep_next(block, motion, i, points)


@kernel
def solve_lanes(
    movers: MoverRows, block: Any, motion: Any, lo: int, hi: int, end: int, context: StepContext
) -> None:
    """The soft pass over the lanes from `lo` to before `hi`; those to before `end` may take part."""
    read_motion(movers, block, motion, lo, hi)
    ride_along(block, motion, lo, hi)
    if block.points == 2:  # two loops without branches
        soften(block, motion, lo, end, 2, context)
    else:
        soften(block, motion, lo, end, 1, context)
    write_motion(movers, block, motion, lo, hi)


@kernel
def relax_lanes(
    movers: MoverRows, block: Any, motion: Any, lo: int, hi: int, end: int, context: StepContext
) -> None:
    """The rigid pass."""
    read_motion(movers, block, motion, lo, hi)
    ride_along(block, motion, lo, hi)
    read_places(movers, block, motion, lo, hi)
    roll(block, motion, lo, hi)
    if block.points == 2:
        stiffen(block, motion, lo, end, 2, context)
    else:
        stiffen(block, motion, lo, end, 1, context)
    write_motion(movers, block, motion, lo, hi)
    write_next(movers, block, motion, lo, hi)


@kernel
def solve(movers: MoverRows, blocks: BlockRows, motion: MotionRows, context: StepContext) -> None:
    """One soft pass over all constraints: what overlaps is pushed out by a damped spring."""
    for k in range(len(blocks)):
        block = blocks[k]
        for part in range(parts_of(block)):
            lo, hi, end = lanes_of(block, part)
            solve_lanes(movers, block, motion[0], lo, hi, end, context)


@kernel
def relax(movers: MoverRows, blocks: BlockRows, motion: MotionRows, context: StepContext) -> None:
    """One rigid pass: takes away the velocity that pushing out has added, and notes the new gaps."""
    for k in range(len(blocks)):
        block = blocks[k]
        for part in range(parts_of(block)):
            lo, hi, end = lanes_of(block, part)
            relax_lanes(movers, block, motion[0], lo, hi, end, context)


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
    lag_time = context.h * (1.0 - 2.0 * context.lag)
    for which in range(block.points):
        approach = block.approach[which, i]
        if approach < context.restitution_speed or block.total[which, i] == 0.0:
            continue
        gap = min(block.gap[which, i], 0.0)
        wish = leave_speed(block.restitution[i] * approach, block.pull[i], gap, lag_time)
        read_motion(movers, block, motion, i, i + 1)
        now = speeds_of(block, motion, i)
        before = block.jn[which, i]
        missing = wish - normal_speed(block, which, i, now)
        now = push(block, which, i, now, before + block.mass_n[which, i] * missing)
        keep_speeds(block, motion, i, now)
        block.total[which, i] += block.jn[which, i] - before
        write_motion(movers, block, motion, i, i + 1)


@kernel
def leave_speed(speed: float, pull: float, gap: float, lag_time: float) -> float:
    """The inverse of `prepare.touch_speed`: what takes a body out of an overlap to `speed` at the surface."""
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
            manifold.impulse = block.total[0, i]
            manifold.speed = block.approach[0, i]
            if block.points == 2:
                manifold.jn1 = block.jn[1, i]
                manifold.jt1 = block.jt[1, i]
                manifold.impulse += block.total[1, i]
                manifold.speed = max(manifold.speed, block.approach[1, i])
            if manifold.impulse > 0.0:
                contacts.rows[block.contact[i]].touching = 1
