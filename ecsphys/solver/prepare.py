"""Contacts to the lanes of blocks, before the sub-steps."""

from __future__ import annotations

import math
from typing import Any

from ..arrays import BlockRows, BodyRows, MotionRows, ShapeRows
from ..compile import inlined, kernel, prefetch_ahead
from ..settings import StepContext
from ..world.contacts import Contacts
from .blocks import add_warm_start, gather_velocities, set_warm_start
from .records import STATIC_MOVER, Workspace


@inlined
def inverse(x: float) -> float:
    """1 / x, and 0 for what nothing can move."""
    return 1.0 / x if x > 0.0 else 0.0


@inlined
def impact_speed(speed: float, pull: float, gap: float, lag_time: float) -> float:
    """Approach speed when the gap has closed (or had opened, if it is negative), 0 for bodies that part.

    By energy, v² = speed² + 2 pull gap. Stepping by Euler's rule loses (or adds) the energy of
    `acceleration` acting over half a sub-step, which is given back: `lag_time` is the sub-step, signed,
    0 for an integrator without that error.
    """
    if speed <= 0.0:
        return 0.0
    return math.sqrt(max(speed * speed + pull * (lag_time * speed + 2.0 * gap), 0.0))


@inlined
def set_masses(block: Any, i: int, a: Any, b: Any, h: float) -> None:
    """What an impulse between two movers does."""
    nx, ny = block.nx[i], block.ny[i]
    mx = a.mx + b.mx
    my = a.my + b.my
    block.nn[i] = nx * nx * mx + ny * ny * my
    block.nt[i] = nx * ny * (mx - my)
    block.tt[i] = ny * ny * mx + nx * nx * my
    block.ia[i] = a.i
    block.ib[i] = b.i
    block.fixed[i] = 1.0 if a.mx + a.my == 0.0 or b.mx + b.my == 0.0 else 0.0
    block.acceleration[i] = ((a.ax - b.ax) * nx + (a.ay - b.ay) * ny) / h


@inlined
def set_levers(block: Any, which: int, i: int, x: float, y: float) -> None:
    """Levers of a point, given how far it is from the centre of A."""
    nx, ny = block.nx[i], block.ny[i]
    block.na[which, i] = x * ny - y * nx
    block.ta[which, i] = -x * nx - y * ny


@inlined
def load_contact(manifold: Any, block: Any, i: int, ax: float, ay: float, bx: float, by: float) -> None:
    """Fill a lane with what the contact says, given both centres.

    Contact points and centres are relative to the origin of A.
    """
    block.nx[i] = manifold.nx
    block.ny[i] = manifold.ny
    block.friction[i] = manifold.friction
    block.surface_speed[i] = manifold.surface_speed
    block.has_surface_speed |= manifold.surface_speed != 0.0
    block.restitution[i] = manifold.restitution
    x, y = bx - ax, by - ay
    block.dn[i] = y * manifold.nx - x * manifold.ny
    block.dt[i] = x * manifold.nx + y * manifold.ny
    set_levers(block, 0, i, manifold.x0 - ax, manifold.y0 - ay)
    block.gap[0, i] = manifold.separation0
    block.jn[0, i] = manifold.jn0
    block.jt[0, i] = manifold.jt0
    if block.points == 2:
        set_levers(block, 1, i, manifold.x1 - ax, manifold.y1 - ay)
        block.gap[1, i] = manifold.separation1
        block.jn[1, i] = manifold.jn1
        block.jt[1, i] = manifold.jt1


@inlined
def prepare_points(block: Any, motion: Any, which: int, context: StepContext) -> None:
    """Masses of points, how fast they come, and from what their separation will be measured."""
    lag_time = context.h * (1.0 - 2.0 * context.velocity_lag)
    for i in range(block.lanes):
        ia, ib = block.ia[i], block.ib[i]
        na, ta = block.na[which, i], block.ta[which, i]
        nb, tb = na + block.dn[i], ta + block.dt[i]
        gap = block.gap[which, i]
        x, y = motion.b[0, i] - motion.a[0, i], motion.b[1, i] - motion.a[1, i]
        speed = x * block.nx[i] + y * block.ny[i] + (motion.b[2, i] * nb - motion.a[2, i] * na)
        block.mass_n[which, i] = inverse(block.nn[i] + ia * na * na + ib * nb * nb)
        block.mass_t[which, i] = inverse(block.tt[i] + ia * ta * ta + ib * tb * tb)
        block.base_separation[which, i] = gap - block.ra[i] - block.rb[i] + block.dt[i]
        block.impact_speed[which, i] = impact_speed(-speed, block.acceleration[i], gap, lag_time)
        block.total_jn[which, i] = 0.0


@kernel
def prepare(
    bodies: BodyRows,
    shapes: ShapeRows,
    contacts: Contacts,
    work: Workspace,
    blocks: BlockRows,
    motion: MotionRows,
    context: StepContext,
) -> None:
    """Fill blocks, which `order_contacts` has laid out."""
    movers, slots, order, lanes = work.movers, work.mover_index, work.order, motion[0]
    for k in range(len(blocks)):
        block = blocks[k]
        block.has_surface_speed, block.has_radius = 0, 0
        for i in range(block.count):
            row = order[block.first + i]
            contact = contacts.rows[row]
            prefetch_ahead(contacts.manifolds, order, block.first + i, len(order))
            shape_a, shape_b = shapes[contact.a], shapes[contact.b]
            body_a, body_b = bodies[shape_a.body], bodies[shape_b.body]
            block.contact[i] = row
            block.a[i] = slots[shape_a.body] if body_a.awake == 1 else STATIC_MOVER
            block.b[i] = slots[shape_b.body] if body_b.awake == 1 else STATIC_MOVER
            a, b = movers[block.a[i]], movers[block.b[i]]
            bx, by = body_b.x - body_a.x + b.cx, body_b.y - body_a.y + b.cy
            load_contact(contacts.manifolds[row], block, i, a.cx, a.cy, bx, by)
            block.ra[i], block.rb[i] = shape_a.radius, shape_b.radius
            block.has_radius |= shape_a.radius + shape_b.radius > 0.0
            set_masses(block, i, a, b, context.h)
        gather_velocities(movers, block, lanes, 0, block.count)
        prepare_points(block, lanes, 0, context)
        if block.points == 2:
            prepare_points(block, lanes, 1, context)
        for i in range(block.lanes):
            set_warm_start(block, lanes, i, block.points)
        add_warm_start(movers, block, lanes, 0, block.count)
