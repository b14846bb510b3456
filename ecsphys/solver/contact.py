"""Contact constraints: soft, with friction, solved point by point.

Soft contacts after Catto, *Solver2D* (2024), "soft step": overlap is pushed out by a damped spring
while positions are solved, and the velocity that this adds is taken away again by a second,
rigid pass (relax). Friction after the Coulomb law with the normal impulse of the same point.
Restitution is applied once after the sub-steps, to the speed at the moment of touch (`prepare.touch_speed`).

The velocities of a constraint are read once, as the relative velocity along normal and tangent and both
spins: each impulse then depends on the one before through three multiplications only. Constraints
come in an order in which neighbours share no body (`coloring`), so that the processor can overlap them.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy.typing as npt

from .._jit import kernel
from ..settings import StepContext

Rows = npt.NDArray[Any]


class Motion(NamedTuple):
    """Of the movers of a constraint: B's velocity relative to A's along normal and tangent (the normal
    turned a quarter clockwise), both spins, and the impulses along both since it was read.
    """

    n: float
    t: float
    wa: float
    wb: float
    jn: float
    jt: float


@kernel
def read_motion(a: Any, b: Any, nx: float, ny: float) -> Motion:
    """Gather."""
    x = b.vx - a.vx
    y = b.vy - a.vy
    return Motion(x * nx + y * ny, x * ny - y * nx, a.w, b.w, 0.0, 0.0)


@kernel
def write_motion(a: Any, b: Any, con: Any, v: Motion) -> None:
    """Scatter."""
    jx = v.jn * con.nx + v.jt * con.ny
    jy = v.jn * con.ny - v.jt * con.nx
    a.vx -= a.mx * jx
    a.vy -= a.my * jy
    a.w = v.wa
    b.vx += b.mx * jx
    b.vy += b.my * jy
    b.w = v.wb


@kernel
def normal_speed(v: Motion, p: Any) -> float:
    """Velocity of B's point relative to A's along the normal; negative: towards each other."""
    return float(v.n + (v.wb * p.nb - v.wa * p.na))


@kernel
def pushed(v: Motion, con: Any, p: Any, j: float) -> Motion:
    """After an impulse along the normal."""
    return Motion(
        v.n + con.nn * j,
        v.t + con.nt * j,
        v.wa - con.ia * p.na * j,
        v.wb + con.ib * p.nb * j,
        v.jn + j,
        v.jt,
    )


@kernel
def rubbed(v: Motion, con: Any, p: Any, j: float) -> Motion:
    """After an impulse along the tangent."""
    return Motion(
        v.n + con.nt * j,
        v.t + con.tt * j,
        v.wa - con.ia * p.ta * j,
        v.wb + con.ib * p.tb * j,
        v.jn,
        v.jt + j,
    )


@kernel
def push(v: Motion, con: Any, p: Any, wish: float) -> Motion:
    """Bring the normal impulse to what is wished for; it cannot pull."""
    jn = max(wish, 0.0)
    change = jn - p.jn
    p.jn = jn
    return pushed(v, con, p, change)


@kernel
def rub(v: Motion, con: Any, p: Any) -> Motion:
    """Friction: hold the surfaces together along the tangent, as far as the normal impulse lets it."""
    limit = con.friction * p.jn
    speed = v.t + (v.wb * p.tb - v.wa * p.ta)
    jt = max(-limit, min(p.jt - p.mass_t * (speed - con.surface_speed), limit))
    change = jt - p.jt
    p.jt = jt
    return rubbed(v, con, p, change)


@kernel
def separation(a: Any, b: Any, p: Any, nx: float, ny: float) -> float:
    """The point's separation now that the bodies have moved and turned."""
    x = b.dx - a.dx + b.c * p.rbx - b.s * p.rby - a.c * p.rax + a.s * p.ray
    y = b.dy - a.dy + b.s * p.rbx + b.c * p.rby - a.s * p.rax - a.c * p.ray
    return float(p.rest + x * nx + y * ny)


@kernel
def resumed(v: Motion, con: Any, p: Any) -> Motion:
    """After the impulses of the last sub-step."""
    return rubbed(pushed(v, con, p, p.jn), con, p, p.jt)


@kernel
def push_out(v: Motion, con: Any, p: Any, inverse_h: float, push_speed: float) -> Motion:
    """Hold a point back that would overlap, or push it out as a damped spring does."""
    if p.gap > 0.0:
        wish = p.jn - p.mass_n * (normal_speed(v, p) + p.gap * inverse_h)
    else:
        bias = max(con.rate * p.gap, -push_speed)
        soft = p.mass_n * con.mass_scale
        wish = (1.0 - con.impulse_scale) * p.jn - soft * (normal_speed(v, p) + bias)
    return push(v, con, p, wish)


@kernel
def hold(v: Motion, con: Any, a: Any, b: Any, p: Any, inverse_h: float) -> Motion:
    """Stop a point that approaches, without spring, and note its new gap."""
    p.gap = separation(a, b, p, con.nx, con.ny)
    bias = max(p.gap, 0.0) * inverse_h
    v = push(v, con, p, p.jn - p.mass_n * (normal_speed(v, p) + bias))
    p.total += p.jn
    return v


@kernel
def warm_start(movers: Rows, constraints: Rows, points: Rows) -> None:
    """Begin with the impulses of the last sub-step."""
    for k in range(len(constraints)):
        con = constraints[k]
        a = movers[con.a]
        b = movers[con.b]
        v = resumed(Motion(0.0, 0.0, a.w, b.w, 0.0, 0.0), con, points[con.first])
        if con.count > 1:
            v = resumed(v, con, points[con.first + 1])
        write_motion(a, b, con, v)


@kernel
def solve(movers: Rows, constraints: Rows, points: Rows, context: StepContext) -> None:
    """One soft pass over all constraints: what overlaps is pushed out by a damped spring.

    The normal comes last, for not overlapping matters more.
    """
    inverse_h = 1.0 / context.h
    for k in range(len(constraints)):
        con = constraints[k]
        a = movers[con.a]
        b = movers[con.b]
        p, q = points[con.first], points[con.first + con.count - 1]
        v = rub(read_motion(a, b, con.nx, con.ny), con, p)
        if con.count > 1:
            v = rub(v, con, q)
        v = push_out(v, con, p, inverse_h, context.push_speed)
        if con.count > 1:
            v = push_out(v, con, q, inverse_h, context.push_speed)
        write_motion(a, b, con, v)


@kernel
def relax(movers: Rows, constraints: Rows, points: Rows, context: StepContext) -> None:
    """One rigid pass: takes away the velocity that pushing out has added, and notes the new gaps.

    Friction comes last, under the normal impulse that really acts; the soft one is a little smaller.
    """
    inverse_h = 1.0 / context.h
    for k in range(len(constraints)):
        con = constraints[k]
        a = movers[con.a]
        b = movers[con.b]
        p, q = points[con.first], points[con.first + con.count - 1]
        v = hold(read_motion(a, b, con.nx, con.ny), con, a, b, p, inverse_h)
        if con.count > 1:
            v = hold(v, con, a, b, q, inverse_h)
        v = rub(v, con, p)
        if con.count > 1:
            v = rub(v, con, q)
        write_motion(a, b, con, v)


@kernel
def restitute(movers: Rows, constraints: Rows, points: Rows, context: StepContext) -> None:
    """Let points that came in fast enough and were pushed bounce."""
    lag_time = context.h * (1.0 - 2.0 * context.lag)
    for k in range(len(constraints)):
        con = constraints[k]
        if con.restitution == 0.0:
            continue
        a = movers[con.a]
        b = movers[con.b]
        for i in range(con.first, con.first + con.count):
            p = points[i]
            if p.approach < context.restitution_speed or p.total == 0.0:
                continue
            wish = leave_speed(con.restitution * p.approach, p.pull, min(p.gap, 0.0), lag_time)
            v = read_motion(a, b, con.nx, con.ny)
            before = p.jn
            v = push(v, con, p, p.jn + p.mass_n * (wish - normal_speed(v, p)))
            p.total += p.jn - before
            write_motion(a, b, con, v)


@kernel
def leave_speed(speed: float, pull: float, gap: float, lag_time: float) -> float:
    """The inverse of `prepare.touch_speed`: what takes a body out of an overlap to `speed` at the surface."""
    half = 0.5 * pull * lag_time
    return half + math.sqrt(max(half * half + speed * speed - 2.0 * pull * gap, 0.0))


@kernel
def store(contacts: Rows, constraints: Rows, points: Rows) -> None:
    """Keep impulses for the next step's warm start and for events; pushed points did touch."""
    for k in range(len(constraints)):
        con = constraints[k]
        contact = contacts[con.contact]
        p = points[con.first]
        contact.jn0 = p.jn
        contact.jt0 = p.jt
        contact.impulse = p.total
        contact.speed = p.approach
        if con.count > 1:
            p = points[con.first + 1]
            contact.jn1 = p.jn
            contact.jt1 = p.jt
            contact.impulse += p.total
            contact.speed = max(contact.speed, p.approach)
        if contact.impulse > 0.0:
            contact.touching = 1
