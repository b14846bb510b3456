"""Contacts to constraint rows, before the sub-steps."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import kernel
from ..settings import StepContext
from .contact import Masses, closing_speed, masses_of, velocities_of
from .rows import Workspace

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]


@kernel
def inverse_mass_along(m: Masses, p: Any, nx: float, ny: float) -> float:
    """How much velocity along (nx, ny) a unit impulse at the point gives."""
    ra = p.rax * ny - p.ray * nx
    rb = p.rbx * ny - p.rby * nx
    return float(nx * nx * (m.ax + m.bx) + ny * ny * (m.ay + m.by) + m.ai * ra * ra + m.bi * rb * rb)


@kernel
def inverse(x: float) -> float:
    """1 / x, and 0 for what nothing can move."""
    return 1.0 / x if x > 0.0 else 0.0


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
    m = masses_of(a, b)
    p.mass_n = inverse(inverse_mass_along(m, p, nx, ny))
    p.mass_t = inverse(inverse_mass_along(m, p, ny, -nx))
    p.total = 0.0
    p.pull = -((b.ax - a.ax) * nx + (b.ay - a.ay) * ny) / h
    p.approach = touch_speed(-closing_speed(velocities_of(a, b), p, nx, ny), p.pull, gap, lag_time)


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
def prepare_constraint(contact: Any, con: Any, a: Any, b: Any, context: StepContext) -> None:
    """Fill a constraint row but for who is in it."""
    con.count = contact.count
    con.nx = contact.nx
    con.ny = contact.ny
    con.friction = contact.friction
    con.surface_speed = contact.surface_speed
    con.restitution = contact.restitution
    fixed = a.mx + a.my == 0.0 or b.mx + b.my == 0.0
    con.rate = context.static_rate if fixed else context.rate
    con.mass_scale = context.static_mass_scale if fixed else context.mass_scale
    con.impulse_scale = context.static_impulse_scale if fixed else context.impulse_scale


@kernel
def prepare(bodies: Rows, shapes: Rows, contacts: Rows, work: Workspace, context: StepContext, count: int) -> None:
    """A constraint for each of the first `count` contacts of `work.order`."""
    points = 0
    for k in range(count):
        contact = contacts[work.order[k]]
        row_a = shapes[contact.a].body
        row_b = shapes[contact.b].body
        con = work.constraints[k]
        con.contact = work.order[k]
        con.a = work.slots[row_a] if bodies[row_a].awake == 1 else 0
        con.b = work.slots[row_b] if bodies[row_b].awake == 1 else 0
        con.first = points
        a = work.movers[con.a]
        b = work.movers[con.b]
        prepare_constraint(contact, con, a, b, context)
        for which in range(contact.count):
            prepare_point(contact, bodies[row_a], bodies[row_b], a, b, work.points[points], which, context)
            points += 1
