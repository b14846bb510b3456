"""Contacts to constraint rows, before the sub-steps."""

from __future__ import annotations

import math
from typing import Any

import numpy.typing as npt

from .._jit import inlined, kernel
from ..settings import StepContext
from ..world.center import center_of
from .contact import normal_speed, read_motion
from .rows import Workspace

Rows = npt.NDArray[Any]


@kernel
def inverse(x: float) -> float:
    """1 / x, and 0 for what nothing can move."""
    return 1.0 / x if x > 0.0 else 0.0


@inlined
def take_point(contact: Any, p: Any, which: int) -> tuple[float, float, float]:
    """Start from the impulses of a contact point; returns where it is and its separation."""
    if which == 0:
        p.jn = contact.jn0
        p.jt = contact.jt0
        return contact.x0, contact.y0, contact.separation0
    p.jn = contact.jn1
    p.jt = contact.jt1
    return contact.x1, contact.y1, contact.separation1


@inlined
def prepare_point(con: Any, p: Any, gap: float, radius_a: float, radius_b: float) -> None:
    """Fill a point's levers and masses, given its arms and its separation.

    Afterwards the arms end at the cores: a rounded surface stays where it is when its core turns.
    """
    nx = con.nx
    ny = con.ny
    p.na = p.rax * ny - p.ray * nx
    p.nb = p.rbx * ny - p.rby * nx
    p.ta = -p.rax * nx - p.ray * ny
    p.tb = -p.rbx * nx - p.rby * ny
    p.rax -= radius_a * nx
    p.ray -= radius_a * ny
    p.rbx += radius_b * nx
    p.rby += radius_b * ny
    p.gap = gap
    p.rest = gap - (p.rbx - p.rax) * nx - (p.rby - p.ray) * ny
    p.mass_n = inverse(con.nn + con.ia * p.na * p.na + con.ib * p.nb * p.nb)
    p.mass_t = inverse(con.tt + con.ia * p.ta * p.ta + con.ib * p.tb * p.tb)
    p.total = 0.0


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


@inlined
def prepare_constraint(contact: Any, con: Any, a: Any, b: Any, context: StepContext) -> None:
    """Fill a constraint row but for who is in it."""
    nx = contact.nx
    ny = contact.ny
    mx = a.mx + b.mx
    my = a.my + b.my
    con.count = contact.count
    con.nx = nx
    con.ny = ny
    con.nn = nx * nx * mx + ny * ny * my
    con.nt = nx * ny * (mx - my)
    con.tt = ny * ny * mx + nx * nx * my
    con.ia = a.i
    con.ib = b.i
    con.friction = contact.friction
    con.surface_speed = contact.surface_speed
    con.restitution = contact.restitution
    fixed = a.mx + a.my == 0.0 or b.mx + b.my == 0.0
    con.rate = context.static_rate if fixed else context.rate
    con.mass_scale = context.static_mass_scale if fixed else context.mass_scale
    con.impulse_scale = context.static_impulse_scale if fixed else context.impulse_scale


@inlined
def prepare_points(
    contact: Any, con: Any, points: Rows, shapes: Rows, bodies: Rows, a: Any, b: Any, context: StepContext
) -> None:
    """Fill the point rows of a constraint."""
    shape_a = shapes[contact.a]
    shape_b = shapes[contact.b]
    body_a = bodies[shape_a.body]
    body_b = bodies[shape_b.body]
    ax, ay = center_of(body_a)
    bx, by = center_of(body_b)
    bx += body_b.x - body_a.x
    by += body_b.y - body_a.y
    v = read_motion(a, b, con.nx, con.ny)
    pull = -((b.ax - a.ax) * con.nx + (b.ay - a.ay) * con.ny) / context.h
    lag_time = context.h * (1.0 - 2.0 * context.lag)
    for which in range(con.count):
        p = points[con.first + which]
        x, y, gap = take_point(contact, p, which)
        p.rax = x - ax
        p.ray = y - ay
        p.rbx = x - bx
        p.rby = y - by
        prepare_point(con, p, gap, shape_a.radius, shape_b.radius)
        p.pull = pull
        p.approach = touch_speed(-normal_speed(v, p), pull, gap, lag_time)


@kernel
def prepare(
    bodies: Rows, shapes: Rows, contacts: Rows, work: Workspace, context: StepContext, count: int
) -> None:
    """A constraint for each of the first `count` contacts of `work.order`."""
    movers, constraints, points = work.movers, work.constraints, work.points
    slots, order = work.slots, work.order
    first = 0
    for k in range(count):
        contact = contacts[order[k]]
        body_a = bodies[shapes[contact.a].body]
        body_b = bodies[shapes[contact.b].body]
        con = constraints[k]
        con.contact = order[k]
        con.a = slots[shapes[contact.a].body] if body_a.awake == 1 else 0
        con.b = slots[shapes[contact.b].body] if body_b.awake == 1 else 0
        con.first = first
        first += contact.count
        a = movers[con.a]
        b = movers[con.b]
        prepare_constraint(contact, con, a, b, context)
        prepare_points(contact, con, points, shapes, bodies, a, b, context)
