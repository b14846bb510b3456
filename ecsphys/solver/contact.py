"""Contact constraints: soft, with friction, solved point by point.

Soft contacts after Catto, *Solver2D* (2024), "soft step": overlap is pushed out by a damped spring
while positions are solved, and the velocity that this adds is taken away again by a second,
rigid pass (relax). Friction after the Coulomb law with the normal impulse of the same point.
Restitution is applied once after the sub-steps, to the speed at the moment of touch (`prepare.touch_speed`).

A body's velocity is read once a constraint and held in registers; constraints come in an order in which
neighbours share no body (`coloring`), so that the processor can work on several at a time.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._jit import kernel
from ..settings import StepContext
from .rows import Workspace

Rows = npt.NDArray[Any]


class Velocities(NamedTuple):
    """Of both movers of a constraint, held in registers while its points are solved."""

    ax: float
    ay: float
    aw: float
    bx: float
    by: float
    bw: float


class Masses(NamedTuple):
    """Inverse masses along both axes and inverse inertias of both movers of a constraint."""

    ax: float
    ay: float
    ai: float
    bx: float
    by: float
    bi: float


@kernel
def velocities_of(a: Any, b: Any) -> Velocities:
    """Gather."""
    return Velocities(a.vx, a.vy, a.w, b.vx, b.vy, b.w)


@kernel
def masses_of(a: Any, b: Any) -> Masses:
    """Gather."""
    return Masses(a.mx, a.my, a.i, b.mx, b.my, b.i)


@kernel
def set_velocities(a: Any, b: Any, v: Velocities) -> None:
    """Scatter."""
    a.vx = v.ax
    a.vy = v.ay
    a.w = v.aw
    b.vx = v.bx
    b.vy = v.by
    b.w = v.bw


@kernel
def closing_speed(v: Velocities, p: Any, nx: float, ny: float) -> float:
    """Velocity of B's point relative to A's along (nx, ny); negative: towards each other."""
    x = v.bx - v.bw * p.rby - v.ax + v.aw * p.ray
    y = v.by + v.bw * p.rbx - v.ay - v.aw * p.rax
    return float(x * nx + y * ny)


@kernel
def pushed(v: Velocities, m: Masses, p: Any, jx: float, jy: float) -> Velocities:
    """The velocities after an impulse at a contact point: on B, and its opposite on A."""
    return Velocities(
        v.ax - m.ax * jx,
        v.ay - m.ay * jy,
        v.aw - m.ai * (p.rax * jy - p.ray * jx),
        v.bx + m.bx * jx,
        v.by + m.by * jy,
        v.bw + m.bi * (p.rbx * jy - p.rby * jx),
    )


@kernel
def separation(a: Any, b: Any, p: Any, nx: float, ny: float) -> float:
    """The point's separation now that the bodies have moved and turned."""
    x = b.dx - a.dx + b.c * p.rbx - b.s * p.rby - a.c * p.rax + a.s * p.ray
    y = b.dy - a.dy + b.s * p.rbx + b.c * p.rby - a.s * p.rax - a.c * p.ray
    return float(p.rest + x * nx + y * ny)


@kernel
def leave_speed(speed: float, pull: float, gap: float, lag_time: float) -> float:
    """The inverse of `prepare.touch_speed`: what to leave with from an overlap to have `speed` at the surface."""
    half = 0.5 * pull * lag_time
    return half + math.sqrt(max(half * half + speed * speed - 2.0 * pull * gap, 0.0))


@kernel
def warm_start(work: Workspace, count: int) -> None:
    """Begin with the impulses of the last sub-step."""
    for k in range(count):
        con = work.constraints[k]
        a = work.movers[con.a]
        b = work.movers[con.b]
        v = velocities_of(a, b)
        m = masses_of(a, b)
        for i in range(con.first, con.first + con.count):
            p = work.points[i]
            v = pushed(v, m, p, p.jn * con.nx + p.jt * con.ny, p.jn * con.ny - p.jt * con.nx)
        set_velocities(a, b, v)


@kernel
def rub(v: Velocities, m: Masses, con: Any, p: Any) -> Velocities:
    """Friction: hold the surfaces together along the tangent, as far as the normal impulse lets it."""
    tx = con.ny
    ty = -con.nx
    limit = con.friction * p.jn
    wish = p.jt - p.mass_t * (closing_speed(v, p, tx, ty) - con.surface_speed)
    jt = max(-limit, min(wish, limit))
    change = jt - p.jt
    p.jt = jt
    return pushed(v, m, p, change * tx, change * ty)


@kernel
def push(v: Velocities, m: Masses, con: Any, p: Any, wish: float) -> Velocities:
    """Bring the normal impulse to what is wished for; it cannot pull."""
    jn = max(wish, 0.0)
    change = jn - p.jn
    p.jn = jn
    return pushed(v, m, p, change * con.nx, change * con.ny)


@kernel
def solve(work: Workspace, count: int, context: StepContext) -> None:
    """One soft pass over all constraints: what overlaps is pushed out by a damped spring.

    The normal comes last, for not overlapping matters more.
    """
    inverse_h = 1.0 / context.h
    for k in range(count):
        con = work.constraints[k]
        a = work.movers[con.a]
        b = work.movers[con.b]
        v = velocities_of(a, b)
        m = masses_of(a, b)
        for i in range(con.first, con.first + con.count):
            v = rub(v, m, con, work.points[i])
        for i in range(con.first, con.first + con.count):
            p = work.points[i]
            gap = separation(a, b, p, con.nx, con.ny)
            speed = closing_speed(v, p, con.nx, con.ny)
            if gap > 0.0:
                wish = p.jn - p.mass_n * (speed + gap * inverse_h)
            else:
                bias = max(con.rate * gap, -context.push_speed)
                wish = (1.0 - con.impulse_scale) * p.jn - p.mass_n * con.mass_scale * (speed + bias)
            v = push(v, m, con, p, wish)
        set_velocities(a, b, v)


@kernel
def relax(work: Workspace, count: int, context: StepContext) -> None:
    """One rigid pass: takes away the velocity that pushing out has added.

    Friction comes last, under the normal impulse that really acts; the soft one is a little smaller.
    """
    inverse_h = 1.0 / context.h
    for k in range(count):
        con = work.constraints[k]
        a = work.movers[con.a]
        b = work.movers[con.b]
        v = velocities_of(a, b)
        m = masses_of(a, b)
        for i in range(con.first, con.first + con.count):
            p = work.points[i]
            gap = max(separation(a, b, p, con.nx, con.ny), 0.0)
            speed = closing_speed(v, p, con.nx, con.ny)
            v = push(v, m, con, p, p.jn - p.mass_n * (speed + gap * inverse_h))
            p.total += p.jn
        for i in range(con.first, con.first + con.count):
            v = rub(v, m, con, work.points[i])
        set_velocities(a, b, v)


@kernel
def restitute(work: Workspace, count: int, context: StepContext) -> None:
    """Let points that came in fast enough and were pushed bounce."""
    lag_time = context.h * (1.0 - 2.0 * context.lag)
    for k in range(count):
        con = work.constraints[k]
        if con.restitution == 0.0:
            continue
        a = work.movers[con.a]
        b = work.movers[con.b]
        for i in range(con.first, con.first + con.count):
            p = work.points[i]
            if p.approach < context.restitution_speed or p.total == 0.0:
                continue
            gap = min(separation(a, b, p, con.nx, con.ny), 0.0)
            wish = leave_speed(con.restitution * p.approach, p.pull, gap, lag_time)
            v = velocities_of(a, b)
            before = p.jn
            v = push(v, masses_of(a, b), con, p, p.jn + p.mass_n * (wish - closing_speed(v, p, con.nx, con.ny)))
            p.total += p.jn - before
            set_velocities(a, b, v)


@kernel
def store(contacts: Rows, work: Workspace, count: int) -> None:
    """Keep impulses for the next step's warm start and for events; pushed points did touch."""
    for k in range(count):
        con = work.constraints[k]
        contact = contacts[con.contact]
        p = work.points[con.first]
        contact.jn0 = p.jn
        contact.jt0 = p.jt
        contact.impulse = p.total
        contact.speed = p.approach
        if con.count > 1:
            p = work.points[con.first + 1]
            contact.jn1 = p.jn
            contact.jt1 = p.jt
            contact.impulse += p.total
            contact.speed = max(contact.speed, p.approach)
        if contact.impulse > 0.0:
            contact.touching = 1
