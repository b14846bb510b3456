"""Fill the blocks of contacts before the sub-steps, and store their impulses after them."""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined
from ...solver.contact.prepare import impact_speed
from ...world.contacts import Contacts
from ..collide.core import POINT
from ..math3d.vec3 import Vec3
from ..math3d.vector import any_perpendicular, cross, dot, subtract
from ..settings import StepContext3
from .contact import add_warm_start, load_twists, read
from .masses import set_slide_limit, update_masses
from .normals import spring_of
from .reading import normal_speed
from .records import MAX_POINTS
from .rolling import set_rolling
from .workspace import Workspace3, WorldRows3


@inlined
def prepare_contact(
    rows: WorldRows3, work: Workspace3, k: int, constraint: Any, context: StepContext3
) -> None:
    """Fill block k of a contact, and add the stored impulses to the warm start of the first sub-step."""
    block, contacts = work.blocks[k], rows.contacts
    contact, manifold = contacts.rows[constraint.row], contacts.manifolds[constraint.row]
    shape_a, shape_b = rows.shapes[contact.a], rows.shapes[contact.b]
    a, b = work.movers[block.mover_a], work.movers[block.mover_b]
    block.row, block.count = constraint.row, contact.count
    set_normal(block, manifold)
    set_place(block, a, b, rows.bodies[shape_a.body], rows.bodies[shape_b.body])
    load_points(block, manifold, Vec3(a.cx, a.cy, a.cz))
    shift = place_contact(block, a, b, shape_a.form == POINT, shape_b.form == POINT)
    block.radius_a, block.radius_b = shape_a.radius, shape_b.radius
    set_rolling(block, a, b, rows, contact, manifold, shift, context.dt)
    block.friction, block.restitution = manifold.friction, manifold.restitution
    n = Vec3(block.nx, block.ny, block.nz)
    block.acceleration = dot(Vec3(a.ax - b.ax, a.ay - b.ay, a.az - b.az), n) / context.h
    block.elastic = 0
    set_slide_limit(block, a, b)
    block.compliance = spring_of(block, context).compliance
    update_masses(block, a, b)
    load_impulses(block, manifold, context)
    set_impact_speeds(block, a, b, context)
    add_warm_start(block, a, b)


@inlined
def set_normal(block: Any, manifold: Any) -> None:
    """Set normal and tangents."""
    n = Vec3(manifold.nx, manifold.ny, manifold.nz)
    t = any_perpendicular(n)
    u = cross(n, t)
    block.nx, block.ny, block.nz = n.x, n.y, n.z
    block.tx, block.ty, block.tz = t.x, t.y, t.z
    block.ux, block.uy, block.uz = u.x, u.y, u.z


@inlined
def set_place(block: Any, a: Any, b: Any, body_a: Any, body_b: Any) -> None:
    """Set the way between both centres of mass."""
    block.gx = block.start_gx = body_b.x - body_a.x + b.cx - a.cx
    block.gy = block.start_gy = body_b.y - body_a.y + b.cy - a.cy
    block.gz = block.start_gz = body_b.z - body_a.z + b.cz - a.cz


@inlined
def load_points(block: Any, m: Any, center: Vec3) -> None:
    """Set the places of the points from a's centre of mass, their middle and their coordinates about it."""
    load_point(block, 0, subtract(Vec3(m.x0, m.y0, m.z0), center), m.separation0)
    load_point(block, 1, subtract(Vec3(m.x1, m.y1, m.z1), center), m.separation1)
    load_point(block, 2, subtract(Vec3(m.x2, m.y2, m.z2), center), m.separation2)
    load_point(block, 3, subtract(Vec3(m.x3, m.y3, m.z3), center), m.separation3)
    x, y, z, count = 0.0, 0.0, 0.0, block.count
    for i in range(count, MAX_POINTS):  # so that loops over all points need not count them
        load_point(block, i, Vec3(block.px[0], block.py[0], block.pz[0]), m.separation0)
        block.a[i], block.b[i], block.reach[i] = 0.0, 0.0, 0.0
    for i in range(count):
        x, y, z = x + block.px[i], y + block.py[i], z + block.pz[i]
    x, y, z = x / count, y / count, z / count
    block.rx, block.ry, block.rz = x, y, z
    for i in range(count):
        away = Vec3(block.px[i] - x, block.py[i] - y, block.pz[i] - z)
        p = dot(away, Vec3(block.ux, block.uy, block.uz))
        q = -dot(away, Vec3(block.tx, block.ty, block.tz))
        block.a[i], block.b[i], block.reach[i] = p, q, math.sqrt(p * p + q * q)


@inlined
def load_point(block: Any, i: int, place: Vec3, separation: float) -> None:
    """Set a point's place and separation."""
    block.px[i], block.py[i], block.pz[i] = place.x, place.y, place.z
    block.start_separation[i] = block.separation[i] = separation
    block.total_jn[i] = 0.0


@inlined
def place_contact(block: Any, a: Any, b: Any, is_round_a: bool, is_round_b: bool) -> float:
    """Set where impulses act, and how that place moves with the bodies; return how far along the normal it
    lies beside the middle of the points.

    On the surface of the only body that can be pushed, else of the only round one, else halfway. The points
    of an overlap lie halfway between both surfaces; along the normal that matters to friction alone.
    """
    fixed_a, fixed_b = a.mx + a.my + a.mz == 0.0, b.mx + b.my + b.mz == 0.0
    block.fixed = 1 if fixed_a or fixed_b else 0
    share = 0.5
    if fixed_a or fixed_b:
        share = 1.0 if fixed_a else 0.0
    elif is_round_a != is_round_b:
        share = 1.0 if is_round_b else 0.0
    overlap = 0.0
    for i in range(block.count):
        overlap += min(block.start_separation[i], 0.0)
    shift = (share - 0.5) * overlap / block.count
    block.slide_a = share
    block.rx += shift * block.nx
    block.ry += shift * block.ny
    block.rz += shift * block.nz
    block.start_rx, block.start_ry, block.start_rz = block.rx, block.ry, block.rz
    return float(shift)


@inlined
def load_impulses(block: Any, m: Any, context: StepContext3) -> None:
    """Set the impulses with which the first sub-step starts: the sub-step's share of the stored ones."""
    refinement = context.refinement
    share = 1.0 / refinement if refinement >= m.refinement else 0.0  # 0: a heavy load went
    count = block.count
    block.jn[0] = share * m.jn0
    block.jn[1] = share * m.jn1 if count > 1 else 0.0
    block.jn[2] = share * m.jn2 if count > 2 else 0.0
    block.jn[3] = share * m.jn3 if count > 3 else 0.0
    f = Vec3(m.friction_x, m.friction_y, m.friction_z)
    block.jt = share * dot(f, Vec3(block.tx, block.ty, block.tz))
    block.ju = share * dot(f, Vec3(block.ux, block.uy, block.uz))
    block.twist = share * m.twist


@inlined
def set_impact_speeds(block: Any, a: Any, b: Any, context: StepContext3) -> None:
    """Set the approach speeds of all points at the moment of touch."""
    s, acceleration = read(block, load_twists(a, b)), block.acceleration
    for i in range(block.count):
        block.impact_speed[i] = impact_speed(
            -normal_speed(block, i, s), acceleration, block.start_separation[i], context.h
        )


@inlined
def store_contact(block: Any, contacts: Contacts, context: StepContext3) -> None:
    """Store impulses for the next step's warm start and for events; a contact that pushed did touch.

    Those for the warm start are of a sub-step without refinement.
    """
    m, scale = contacts.manifolds[block.row], context.refinement
    m.refinement = scale
    m.jn0, m.jn1, m.jn2, m.jn3 = (
        scale * block.jn[0],
        scale * block.jn[1],
        scale * block.jn[2],
        scale * block.jn[3],
    )
    t, u = scale * block.jt, scale * block.ju
    m.friction_x = t * block.tx + u * block.ux
    m.friction_y = t * block.ty + u * block.uy
    m.friction_z = t * block.tz + u * block.uz
    m.twist = scale * block.twist
    impulse, speed = 0.0, 0.0
    for i in range(block.count):
        impulse += block.total_jn[i]
        speed = max(speed, block.impact_speed[i])
    m.impulse, m.speed = impulse, speed
    if impulse > 0.0:
        contacts.rows[block.row].touching = 1
