"""Fill blocks of contacts before the sub-steps."""

from __future__ import annotations

import math
from typing import Any

from ...arrays import MoverRows, wide
from ...compile import inlined, kernel
from ...settings import StepContext
from ..blocks import add_warm_start, can_be_pushed, gather_velocities, lane_indices
from ..constraint import TWO_POINTS
from ..workspace import Workspace, WorldRows
from .masses import slide_limit, update_masses, update_pair_masses
from .point import set_warm_start
from .rolling import set_rolling


@inlined
def lost_time(context: StepContext) -> float:
    """Return the sub-step, signed by the integrator's error of energy.

    Semi-implicit Euler loses the energy of an acceleration acting over half a sub-step, explicit Euler gains
    it (negative), velocity Verlet has no such error (0).
    """
    return context.h * (1.0 - 2.0 * context.velocity_lag)


@inlined
def impact_speed(speed: float, acceleration: float, separation: float, lost_time: float) -> float:
    """Return the approach speed at the moment of touch, 0 for bodies that part.

    By energy, v² = speed² + 2 acceleration separation, for overlaps (negative separations) too; the error of
    the integrator (`lost_time`) is made good.
    """
    if speed <= 0.0:
        return 0.0
    return math.sqrt(max(speed * speed + acceleration * (lost_time * speed + 2.0 * separation), 0.0))


@inlined
def set_masses(block: Any, i: int, a: Any, b: Any, h: float) -> None:
    """Set the effective masses of a lane, but for those of its points."""
    nx, ny = block.nx[i], block.ny[i]
    mx = a.mx + b.mx
    my = a.my + b.my
    block.knn[i] = nx * nx * mx + ny * ny * my
    block.knt[i] = nx * ny * (mx - my)
    block.ktt[i] = ny * ny * mx + nx * nx * my
    block.ia[i] = a.i
    block.ib[i] = b.i
    block.fixed[i] = 1.0 if a.mx + a.my == 0.0 or b.mx + b.my == 0.0 else 0.0
    block.slide_both[i] = 1.0 - block.fixed[i]
    block.acceleration[i] = ((a.ax - b.ax) * nx + (a.ay - b.ay) * ny) / h


@inlined
def set_levers(block: Any, point: int, i: int, x: float, y: float) -> None:
    """Set the levers of a point at (x, y) from a's centre of mass."""
    nx, ny = block.nx[i], block.ny[i]
    block.na[point, i] = x * ny - y * nx
    block.ta[point, i] = -x * nx - y * ny


@inlined
def load_manifold(
    block: Any, i: int, kind: int, manifold: Any, ax: float, ay: float, bx: float, by: float, share: float
) -> None:
    """Fill a lane from the contact's manifold; (ax, ay) and (bx, by) are the centres of mass, from a's origin
    like the manifold's points. `share` is the sub-step's share of the stored impulses.
    """
    block.nx[i] = manifold.nx
    block.ny[i] = manifold.ny
    block.friction[i] = manifold.friction
    block.surface_speed[i] = manifold.surface_speed
    block.has_surface_speed |= manifold.surface_speed != 0.0
    block.restitution[i] = manifold.restitution
    block.bounces |= manifold.restitution > 0.0
    x, y = bx - ax, by - ay
    block.base_shift_n[i] = y * manifold.nx - x * manifold.ny
    block.base_shift_t[i] = x * manifold.nx + y * manifold.ny
    block.shift_n[i], block.shift_t[i] = block.base_shift_n[i], block.base_shift_t[i]
    block.slide_n[i], block.slide_t[i] = 0.0, 0.0
    block.elastic[i] = 0.0
    set_levers(block, 0, i, manifold.x0 - ax, manifold.y0 - ay)
    block.separation[0, i] = manifold.separation0
    block.jn[0, i] = manifold.jn0 * share
    block.jt[i] = manifold.jt0 * share
    block.tf[i] = block.ta[0, i]
    if kind == TWO_POINTS:
        set_levers(block, 1, i, manifold.x1 - ax, manifold.y1 - ay)
        block.separation[1, i] = manifold.separation1
        block.jn[1, i] = manifold.jn1 * share
        block.jt[i] += manifold.jt1 * share
        block.tf[i] = 0.5 * (block.ta[0, i] + block.ta[1, i])


@inlined
def prepare_points(block: Any, scratch: Any, point: int, lanes: int, context: StepContext) -> None:
    """Set the impact speed of the first or second points of all lanes."""
    lost = lost_time(context)
    for i in range(lanes):
        na = block.na[point, i]
        nb = na + block.shift_n[i]
        separation = block.separation[point, i]
        x, y = scratch.b[0, i] - scratch.a[0, i], scratch.b[1, i] - scratch.a[1, i]
        speed = x * block.nx[i] + y * block.ny[i] + (scratch.b[2, i] * nb - scratch.a[2, i] * na)
        block.impact_speed[point, i] = impact_speed(-speed, block.acceleration[i], separation, lost)
        block.total_jn[point, i] = 0.0


@inlined
def round_share(shape_a: Any, shape_b: Any) -> float:
    """Return where a contact's place is: 0 on a's surface if only that is round, 1 on b's, else halfway."""
    round_a, round_b = shape_a.count == 1, shape_b.count == 1
    return 0.5 + 0.5 * (wide(round_b) - wide(round_a))


@inlined
def place_contact(block: Any, i: int, kind: int, a: Any, b: Any, share: float) -> None:
    """Set where the impulses of a lane act, and how that place moves with the bodies.

    On the surface of the only body that can be pushed, else by `share`. The points of an overlap lie halfway
    between both surfaces, speculative ones on the lighter body's; along the normal that matters to friction
    alone.
    """
    both = block.slide_both[i]
    share = share * both + (1.0 - both) * (1.0 if a.mx + a.my == 0.0 else 0.0)
    overlap = min(block.separation[0, i], 0.0)
    if kind == TWO_POINTS:
        overlap = 0.5 * (overlap + min(block.separation[1, i], 0.0))
    block.slide_a[i] = share * both
    block.tf[i] += (0.5 - share) * overlap


@inlined
def is_bounce(restitution: float, speed: float, acceleration: float, context: Any) -> bool:
    """Whether what touches at this speed bounces: it is fast enough, and its rebound outlasts a sub-step.

    A slower rebound ends before it can be seen. In a pile with restitution 0.1 nearly all are of that kind.
    `context`: of the plane or of space.
    """
    fast = speed >= context.restitution_speed
    return fast and restitution > 0.0 and restitution * speed > context.h * acceleration


@kernel
def mark_lively(head: Any, block: Any, point: int, movers: MoverRows, context: StepContext) -> None:
    """Mark the bodies of contacts that may bounce in this step: they approach fast enough."""
    for i in range(head.count):
        if is_bounce(block.restitution[i], block.impact_speed[point, i], block.acceleration[i], context):
            set_lively(movers[head.a[i]], 1)
            set_lively(movers[head.b[i]], 1)


@inlined
def set_lively(mover: Any, stamp: int) -> None:
    """Let the contacts of a mover be searched for impacts. Movers that cannot be pushed are shared by
    blocks.
    """
    if can_be_pushed(mover):
        mover.lively = stamp


@inlined
def prepare_contacts(
    head: Any, block: Any, scratch: Any, rows: WorldRows, work: Workspace, context: StepContext
) -> None:
    """Fill a block, and add the stored impulses to the warm start of the first sub-step."""
    bodies, shapes, contacts = rows.bodies, rows.shapes, rows.contacts
    movers, ordered = work.movers, work.ordered
    block.has_surface_speed, block.bounces = 0, 0
    refinement = context.refinement
    for i in range(head.count):
        place = head.first + i
        constraint = ordered[place]
        contact = contacts.rows[constraint.row]
        shape_a, shape_b = shapes[contact.a], shapes[contact.b]
        body_a, body_b = bodies[shape_a.body], bodies[shape_b.body]
        head.a[i], head.b[i] = constraint.mover_a, constraint.mover_b
        a, b = movers[constraint.mover_a], movers[constraint.mover_b]
        bx, by = body_b.x - body_a.x + b.cx, body_b.y - body_a.y + b.cy
        manifold = contacts.manifolds[constraint.row]
        share = 1.0 / refinement if refinement >= manifold.refinement else 0.0  # 0: a heavy load went
        load_manifold(block, i, head.kind, manifold, a.cx, a.cy, bx, by, share)
        block.ra[i], block.rb[i] = shape_a.radius, shape_b.radius
        set_masses(block, i, a, b, context.h)
        place_contact(block, i, head.kind, a, b, round_share(shape_a, shape_b))
        block.slide_limit[i] = slide_limit(block, i)
        if head.kind == TWO_POINTS:
            for point in range(2):
                ends = block.base_shift_t[i] - block.ra[i] - block.rb[i]
                block.base_separation[point, i] = block.separation[point, i] + ends
        else:
            set_rolling(block, i, manifold.id1, a, b, context.dt)
    gather_velocities(movers, head, scratch, 0, head.count)
    prepare_points(block, scratch, 0, head.lanes, context)
    if head.kind == TWO_POINTS:
        prepare_points(block, scratch, 1, head.lanes, context)
        for i in lane_indices(0, head.lanes):
            update_pair_masses(block, i)
            set_warm_start(block, scratch, i, 2)
    else:
        for i in lane_indices(0, head.lanes):
            update_masses(block, i)
            set_warm_start(block, scratch, i, 1)
    if block.bounces != 0:
        for point in range(2 if head.kind == TWO_POINTS else 1):
            mark_lively(head, block, point, movers, context)
    add_warm_start(movers, head, scratch, 0, head.count)
