"""Resolve an impact: both bodies advance to its time, bounce, and continue their motion.

The impulses are those of a contact that bounces (`solver.bounce`), with all points of the faces that meet.
"""

from __future__ import annotations

import math
from typing import Any

from ... import constants
from ...ccd.records import NOT_SWEPT
from ...ccd.swept_body import invalidate
from ...compile import inlined, kernel
from ...solver.contact.bounce import MAX_PASSES, tolerated
from ...solver.contact.impact import NO_BOUNCE
from ...world.bodies import DYNAMIC, STATIC
from ...world.waking import wake_touching
from ..collide.core import POINT
from ..collide.dispatch import collide_cores
from ..collide.manifold import Manifold, single_point
from ..math3d.quaternion import rotation_of
from ..math3d.symmetric import ZERO, inertia_of, inverse_inertia_of, turned
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, cross, dot, scale, subtract
from ..solver.bounce import finish_bounce, limit_energy, reach_targets, store_stop
from ..solver.contact import load_twists, read
from ..solver.integrate import NOTHING, BodyForces, init_mover, unlocked, unlocked_inverse
from ..solver.keeping import NOTHING_KEPT, Kept, are_free, keep, kept_of, kept_with
from ..solver.masses import update_masses
from ..solver.prepare import load_points, place_contact, set_normal
from ..solver.reading import normal_speed
from ..solver.records import STEADY
from .search import Ccd3, place_core
from .swept_body import (
    Path,
    advance_to,
    begin_sweep,
    path_at,
    rest_on,
    set_velocity,
    stop_motion,
    swept_path,
)
from .turning import momentum_on_path, spin_on_path, turn_on

OWN, OTHER = 1, 2  # movers


@kernel
def resolve_impact(ccd: Ccd3, k: int) -> None:
    """Resolve the next impact of swept body k."""
    bodies, state, context = ccd.bodies, ccd.state, ccd.context
    s, counts = state.swept[k], state.counts[0]
    row = ccd.shapes[s.other_shape].body
    counts.now = s.impact_time
    advance_to(s, s.impact_time, context.dt)
    slot = state.slots[row]
    if slot == NOT_SWEPT and bodies[row].kind == DYNAMIC:
        slot = begin_sweep(bodies, state, row, context)
        counts.woken += wake_touching(bodies, s.body, row)
    if slot != NOT_SWEPT:
        advance_to(state.swept[slot], s.impact_time, context.dt)
    p = path_at(bodies, state.swept, state.slots, row, s.time)
    set_movers(ccd, k, row, slot, p)
    if slot != NOT_SWEPT:
        keep_momentum(ccd, k, slot, p)
    impulse = bounce_off(ccd, s, touch_of(ccd, s, p), p)
    if impulse == 0.0:
        impulse = push_centers(ccd, s, p)
    record_impact(ccd, s, impulse)
    continue_sweep(ccd, k, OWN, bodies[row].kind)
    if bodies[row].kind == DYNAMIC:
        continue_sweep(ccd, slot, OTHER, bodies[s.body].kind)


@inlined
def set_movers(ccd: Ccd3, k: int, row: int, slot: int, p: Path) -> None:
    """Set the movers OWN and OTHER to the bodies of an impact."""
    s, dt = ccd.state.swept[k], ccd.context.dt
    v, w = Vec3(p.d.x / dt, p.d.y / dt, p.d.z / dt), Vec3(p.turn.x / dt, p.turn.y / dt, p.turn.z / dt)
    if slot != NOT_SWEPT:
        g = ccd.state.swept[slot]
        v, w = Vec3(g.vx, g.vy, g.vz), spin_on_path(g, ccd.bodies[row])
    body = ccd.bodies[s.body]
    set_mover(ccd.work.movers[OWN], body, swept_path(s), Vec3(s.vx, s.vy, s.vz), spin_on_path(s, body))
    set_mover(ccd.work.movers[OTHER], ccd.bodies[row], p, v, w)


@kernel
def set_mover(mover: Any, body: Any, p: Path, v: Vec3, w: Vec3) -> None:
    """Set a mover to a body on a path; only dynamic bodies can be pushed."""
    m, inertia, inverse = NOTHING, ZERO, ZERO
    if body.kind == DYNAMIC and body.skin == 0.0:
        m = unlocked(Vec3(body.inverse_mass, body.inverse_mass, body.inverse_mass), body.locks)
        r = rotation_of(p.q.w, p.q.x, p.q.y, p.q.z)
        inertia = turned(inertia_of(body), r)
        inverse = unlocked_inverse(turned(inverse_inertia_of(body), r), body.locks)
    init_mover(mover, BodyForces(v, w, m, inertia, inverse, NOTHING, NOTHING, 1.0, 1.0, STEADY), NOTHING)


@inlined
def keep_momentum(ccd: Ccd3, k: int, slot: int, p: Path) -> None:
    """Let two free bodies have the angular momentum that they have where their paths end: they end here."""
    a, b = ccd.work.movers[OWN], ccd.work.movers[OTHER]
    if not are_free(a, b):
        return
    s, other = ccd.state.swept[k], ccd.state.swept[slot]
    la, lb = momentum_on_path(s, ccd.bodies[s.body]), momentum_on_path(other, ccd.bodies[other.body])
    wa, wb = Vec3(s.wx, s.wy, s.wz), Vec3(other.wx, other.wy, other.wz)
    g, ahead = subtract(p.place, Vec3(s.x, s.y, s.z)), add(momentum_ahead(s, a), momentum_ahead(other, b))
    kept = kept_with(a, b, g, wa, la, wb, lb)
    keep(a, b, g, Kept(add(kept.momentum, ahead), kept.energy))


@inlined
def momentum_ahead(s: Any, mover: Any) -> Vec3:
    """Return what the rest of a path adds to a free body's angular momentum.

    That is nothing where a body flies by its velocity. What the solver pushed within the step took its path
    in another direction.
    """
    if s.ax != 0.0 or s.ay != 0.0 or s.az != 0.0:
        return NOTHING
    return scale((1.0 - s.time) / mover.mx, cross(Vec3(s.dx, s.dy, s.dz), Vec3(s.vx, s.vy, s.vz)))


@inlined
def touch_of(ccd: Ccd3, s: Any, p: Path) -> Manifold:
    """Return the contact points of an impact, relative to the centre of mass of the swept body."""
    shapes, own, n = ccd.shapes, swept_path(s), Vec3(s.nx, s.ny, s.nz)
    other = ccd.bodies[shapes[s.other_shape].body]
    a = place_core(shapes[s.own_shape], ccd.bodies[s.body], own, own.place)
    b = place_core(shapes[s.other_shape], other, p, own.place)
    m = collide_cores(ccd.solids, a, b, ccd.context.slop)
    if m.count == 0 or dot(Vec3(m.nx, m.ny, m.nz), n) < constants.MIN_NORMAL_COSINE:
        return single_point(n, subtract(Vec3(s.px, s.py, s.pz), own.place), 0.0, 0)
    return m


@kernel
def bounce_off(ccd: Ccd3, s: Any, m: Manifold, p: Path) -> float:
    """Let the movers bounce off each other at the points of a manifold; returns the sum of the impulses.

    Stores the fastest approach in `impact_speed` of the block's first point.
    """
    work, row, block = ccd.work, ccd.work.bounces[0], ccd.work.blocks[0]
    a, b = work.movers[OWN], work.movers[OTHER]
    shape_a, shape_b = ccd.shapes[s.own_shape], ccd.shapes[s.other_shape]
    block.mover_a, block.mover_b, block.count, block.elastic = OWN, OTHER, m.count, 0
    set_normal(block, m)
    block.gx, block.gy, block.gz = p.place.x - s.x, p.place.y - s.y, p.place.z - s.z
    load_points(block, m, NOTHING)
    place_contact(block, a, b, shape_a.form == POINT, shape_b.form == POINT)
    block.friction = math.sqrt(shape_a.friction * shape_b.friction)
    restitution = max(shape_a.restitution, shape_b.restitution)
    block.compliance = 0.0
    update_masses(block, a, b)
    block.jt, block.ju, block.twist = 0.0, 0.0, 0.0
    row.block, fastest, reading = 0, 0.0, read(block, load_twists(a, b))
    for i in range(m.count):
        speed = -normal_speed(block, i, reading)
        fastest = max(fastest, speed)
        row.j[i], row.approach[i], row.speed[i] = 0.0, speed, NO_BOUNCE
        if speed > 0.0:
            row.speed[i] = restitution * speed if speed >= ccd.context.restitution_speed else 0.0
    block.impact_speed[0] = fastest
    bounces, row.tolerance = work.bounces[:1], tolerated(fastest, restitution)
    reach_targets(work, bounces, 0.0, MAX_PASSES)
    stored = store_stop(work, bounces)
    reach_targets(work, bounces, 1.0, MAX_PASSES)
    limit_energy(work, bounces, stored)
    finish_bounce(work, row, 0)
    impulse = 0.0
    for i in range(m.count):
        impulse += block.total_jn[i]
    return impulse


@kernel
def push_centers(ccd: Ccd3, s: Any, p: Path) -> float:
    """Let the centres of the movers bounce off each other, where their points part by their spin: sweeps do
    not turn, and would pass through. Returns the impulse.

    It does not act at one place, so a free pair is to keep its angular momentum.
    """
    a, b, own = ccd.work.movers[OWN], ccd.work.movers[OTHER], Vec3(s.x, s.y, s.z)
    free, g = are_free(a, b), subtract(p.place, own)
    kept = kept_of(a, b, g) if free else NOTHING_KEPT
    middle = single_point(Vec3(s.nx, s.ny, s.nz), NOTHING, 0.0, 0)
    impulse = bounce_off(ccd, s, middle, Path(own, p.q, p.d, p.turn))
    if free:
        keep(a, b, g, kept)
    return impulse


@inlined
def record_impact(ccd: Ccd3, s: Any, impulse: float) -> None:
    """Record an impact, seen from the smaller entity."""
    state, block = ccd.state, ccd.work.blocks[0]
    impact = state.impacts[state.counts[0].impacts]
    state.counts[0].impacts += 1
    own, other = ccd.shapes[s.own_shape].body, ccd.shapes[s.other_shape].body
    swap = ccd.bodies[own].entity > ccd.bodies[other].entity
    impact.a = s.other_shape if swap else s.own_shape
    impact.b = s.own_shape if swap else s.other_shape
    impact.time = s.time
    impact.nx = 0.0 - block.nx if swap else block.nx  # not −0.0
    impact.ny = 0.0 - block.ny if swap else block.ny
    impact.nz = 0.0 - block.nz if swap else block.nz
    impact.x, impact.y, impact.z = s.px, s.py, s.pz
    impact.speed = block.impact_speed[0]
    impact.impulse = impulse


@kernel
def continue_sweep(ccd: Ccd3, k: int, number: int, partner: int) -> None:
    """Continue a sweep with the velocity of a mover after an impact with a partner of a kind.

    A body that has spent its impacts stops for the rest of the step: so nothing is passed through. Impacts
    with a static body that follow the last one in no time do not count, up to MAX_AT_ONCE: between the sides
    of a wedge each one leaves a share of the velocity.
    """
    s, mover, block, dt = ccd.state.swept[k], ccd.work.movers[number], ccd.work.blocks[0], ccd.context.dt
    is_at_once = s.time == s.last_time
    s.last_time, s.changed = s.time, 1
    s.at_once += is_at_once
    if not (is_at_once and partner == STATIC and s.at_once < constants.MAX_AT_ONCE):
        s.impacts += 1
    if ccd.bodies[s.body].kind == DYNAMIC:
        v, w = Vec3(mover.vx, mover.vy, mover.vz), Vec3(mover.wx, mover.wy, mover.wz)
        if partner != DYNAMIC:
            sign = 1.0 if number == OWN else -1.0
            n = Vec3(sign * block.nx, sign * block.ny, sign * block.nz)
            rest_on(s, dot(v, n), n, dt)
        set_velocity(s, v, dt)
        turn_on(s, ccd.bodies[s.body], w, dt)
    if s.impacts >= constants.MAX_IMPACTS or (ccd.bodies[s.body].kind != DYNAMIC and partner == STATIC):
        ccd.state.counts[0].stopped += s.impacts == constants.MAX_IMPACTS
        stop_motion(s)
        s.wx, s.wy, s.wz = mover.wx, mover.wy, mover.wz
    invalidate(ccd.state, k)
