"""Contact constraints: soft, with friction, solved point by point.

Soft contacts after Catto, *Solver2D* (2024), "soft step": overlap is pushed out by a damped spring
while positions are solved, and the velocity that this adds is taken away again by a second,
rigid pass (relax). Friction after the Coulomb law with the normal impulse of the same point.
Restitution is applied once after the sub-steps. Changed here: the speed that bounces is the one
at the moment of touch, found from energy (`touch_speed`), so that a bounce does not depend on where within a
step it falls.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import kernel
from ..settings import StepContext
from .rows import Workspace

Rows = npt.NDArray[Any]


@kernel
def inverse_mass_along(a: Any, b: Any, p: Any, nx: float, ny: float) -> float:
    """How much velocity along (nx, ny) a unit impulse at the point gives."""
    ra = p.rax * ny - p.ray * nx
    rb = p.rbx * ny - p.rby * nx
    return float(nx * nx * (a.mx + b.mx) + ny * ny * (a.my + b.my) + a.i * ra * ra + b.i * rb * rb)


@kernel
def inverse(x: float) -> float:
    """1 / x, and 0 for what nothing can move."""
    return 1.0 / x if x > 0.0 else 0.0


@kernel
def closing_speed(a: Any, b: Any, p: Any, nx: float, ny: float) -> float:
    """Velocity of B's point relative to A's along (nx, ny); negative: towards each other."""
    vx = b.vx - b.w * p.rby - a.vx + a.w * p.ray
    vy = b.vy + b.w * p.rbx - a.vy - a.w * p.rax
    return float(vx * nx + vy * ny)


@kernel
def apply(a: Any, b: Any, p: Any, jx: float, jy: float) -> None:
    """An impulse at a contact point: on B, and its opposite on A."""
    a.vx -= a.mx * jx
    a.vy -= a.my * jy
    a.w -= a.i * (p.rax * jy - p.ray * jx)
    b.vx += b.mx * jx
    b.vy += b.my * jy
    b.w += b.i * (p.rbx * jy - p.rby * jx)


@kernel
def separation(a: Any, b: Any, p: Any, nx: float, ny: float) -> float:
    """The point's separation now that the bodies have moved and turned."""
    x = b.dx - a.dx + b.c * p.rbx - b.s * p.rby - a.c * p.rax + a.s * p.ray
    y = b.dy - a.dy + b.s * p.rbx + b.c * p.rby - a.s * p.rax - a.c * p.ray
    return float(p.rest + x * nx + y * ny)


@kernel
def prepare_point(contact: Any, body_a: Any, body_b: Any, a: Any, b: Any, p: Any, which: int, context: StepContext) -> None:
    """Fill a point row from its contact: arms, effective masses, the speed at which it will touch."""
    h = context.h
    lag_time = h * (1.0 - 2.0 * context.lag)
    x, y, gap = contact.x0, contact.y0, contact.separation0
    p.jn = contact.jn0
    p.jt = contact.jt0
    if which == 1:
        x, y, gap = contact.x1, contact.y1, contact.separation1
        p.jn = contact.jn1
        p.jt = contact.jt1
    nx = contact.nx
    ny = contact.ny
    c, s = math.cos(body_a.angle), math.sin(body_a.angle)
    p.rax = x - (c * body_a.center_x - s * body_a.center_y)
    p.ray = y - (s * body_a.center_x + c * body_a.center_y)
    c, s = math.cos(body_b.angle), math.sin(body_b.angle)
    p.rbx = x - (body_b.x - body_a.x) - (c * body_b.center_x - s * body_b.center_y)
    p.rby = y - (body_b.y - body_a.y) - (s * body_b.center_x + c * body_b.center_y)
    p.rest = gap - (p.rbx - p.rax) * nx - (p.rby - p.ray) * ny
    p.mass_n = inverse(inverse_mass_along(a, b, p, nx, ny))
    p.mass_t = inverse(inverse_mass_along(a, b, p, ny, -nx))
    p.total = 0.0
    p.pull = -((b.ax - a.ax) * nx + (b.ay - a.ay) * ny) / h
    p.approach = touch_speed(-closing_speed(a, b, p, nx, ny), p.pull, gap, lag_time)


@kernel
def touch_speed(speed: float, pull: float, gap: float, lag_time: float) -> float:
    """Approach speed when the gap has closed (or had opened, if it is negative), 0 for bodies that part.

    By energy, v² = speed² + 2 pull gap. Stepping by Euler's rule loses (or adds) the energy of
    `pull` acting over half a sub-step, which is given back: `lag_time` is the sub-step, signed, 0 for an
    integrator without that error.
    """
    if speed <= 0.0:
        return 0.0
    return math.sqrt(max(speed * speed + pull * (lag_time * speed + 2.0 * gap), 0.0))


@kernel
def leave_speed(speed: float, pull: float, gap: float, lag_time: float) -> float:
    """The inverse of `touch_speed`: what to leave with from an overlap to have `speed` at the surface."""
    half = 0.5 * pull * lag_time
    return half + math.sqrt(max(half * half + speed * speed - 2.0 * pull * gap, 0.0))


@kernel
def prepare(bodies: Rows, shapes: Rows, contacts: Rows, work: Workspace, context: StepContext) -> int:
    """A constraint for every solid contact with points and a body awake; returns how many."""
    count = 0
    points = 0
    for row in range(len(contacts)):
        contact = contacts[row]
        if contact.count == 0:
            continue
        row_a = shapes[contact.a].body
        row_b = shapes[contact.b].body
        body_a = bodies[row_a]
        body_b = bodies[row_b]
        if body_a.awake + body_b.awake == 0:
            continue
        slot_a = work.slots[row_a] if body_a.awake == 1 else 0
        slot_b = work.slots[row_b] if body_b.awake == 1 else 0
        a = work.movers[slot_a]
        b = work.movers[slot_b]
        a.lag = 0.0
        b.lag = 0.0
        constraint = work.constraints[count]
        constraint.a = slot_a
        constraint.b = slot_b
        constraint.first = points
        constraint.count = contact.count
        constraint.nx = contact.nx
        constraint.ny = contact.ny
        constraint.friction = contact.friction
        constraint.surface_speed = contact.surface_speed
        constraint.restitution = contact.restitution
        constraint.contact = row
        fixed = a.mx + a.my == 0.0 or b.mx + b.my == 0.0
        constraint.rate = context.static_rate if fixed else context.rate
        constraint.mass_scale = context.static_mass_scale if fixed else context.mass_scale
        constraint.impulse_scale = context.static_impulse_scale if fixed else context.impulse_scale
        for which in range(contact.count):
            prepare_point(contact, body_a, body_b, a, b, work.points[points], which, context)
            points += 1
        count += 1
    return count


@kernel
def warm_start(work: Workspace, count: int) -> None:
    """Begin with the impulses of the last sub-step."""
    for k in range(count):
        con = work.constraints[k]
        a = work.movers[con.a]
        b = work.movers[con.b]
        for i in range(con.first, con.first + con.count):
            p = work.points[i]
            apply(a, b, p, p.jn * con.nx + p.jt * con.ny, p.jn * con.ny - p.jt * con.nx)


@kernel
def rub(a: Any, b: Any, con: Any, points: Rows) -> None:
    """Friction: hold the surfaces together along the tangent, as far as the normal impulse lets it."""
    tx = con.ny
    ty = -con.nx
    for i in range(con.first, con.first + con.count):
        p = points[i]
        limit = con.friction * p.jn
        wish = p.jt - p.mass_t * (closing_speed(a, b, p, tx, ty) - con.surface_speed)
        jt = max(-limit, min(wish, limit))
        change = jt - p.jt
        p.jt = jt
        apply(a, b, p, change * tx, change * ty)


@kernel
def push(a: Any, b: Any, con: Any, points: Rows, context: StepContext, relax: bool) -> None:
    """Keep the surfaces from overlapping; softly push out what overlaps, unless `relax`."""
    nx = con.nx
    ny = con.ny
    for i in range(con.first, con.first + con.count):
        p = points[i]
        gap = separation(a, b, p, nx, ny)
        speed = closing_speed(a, b, p, nx, ny)
        if gap > 0.0:
            wish = p.jn - p.mass_n * (speed + gap / context.h)
        elif relax:
            wish = p.jn - p.mass_n * speed
        else:
            bias = max(con.rate * gap, -context.push_speed)
            wish = (1.0 - con.impulse_scale) * p.jn - p.mass_n * con.mass_scale * (speed + bias)
        jn = max(wish, 0.0)
        change = jn - p.jn
        p.jn = jn
        if relax:
            p.total += jn
        apply(a, b, p, change * nx, change * ny)


@kernel
def solve(work: Workspace, count: int, context: StepContext) -> None:
    """One soft pass over all constraints. The normal comes last, for not overlapping matters more."""
    for k in range(count):
        con = work.constraints[k]
        a = work.movers[con.a]
        b = work.movers[con.b]
        rub(a, b, con, work.points)
        push(a, b, con, work.points, context, False)


@kernel
def relax(work: Workspace, count: int, context: StepContext) -> None:
    """One rigid pass: takes away the velocity that pushing out has added.

    Friction comes last, under the normal impulse that really acts; the soft one is a little smaller.
    """
    for k in range(count):
        con = work.constraints[k]
        a = work.movers[con.a]
        b = work.movers[con.b]
        push(a, b, con, work.points, context, True)
        rub(a, b, con, work.points)


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
            speed = closing_speed(a, b, p, con.nx, con.ny)
            jn = max(p.jn + p.mass_n * (wish - speed), 0.0)
            change = jn - p.jn
            p.jn = jn
            p.total += change
            apply(a, b, p, change * con.nx, change * con.ny)


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
