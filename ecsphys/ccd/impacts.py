"""Resolve an impact: both bodies advance to its time, bounce, and continue their motion."""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import constants
from ..arrays import BodyRows, ShapeRows
from ..collide.dispatch import collide
from ..collide.manifold import STEADY, Manifold, single_point
from ..collide.time_of_impact import Sweep
from ..compile import inlined
from ..contacts.speculative import is_jointed
from ..math2d.vec2 import Vec2
from ..settings import StepContext
from ..spatial.pair_index import MISSING, insert
from ..spatial.pair_keys import pair_key
from ..spatial.proxies import core_from
from ..world.bodies import DYNAMIC, KINEMATIC, LOCK_X, LOCK_Y, STATIC
from ..world.foreseen import foreseen_on
from ..world.waking import wake_touching
from .impulses import BodyVelocity, Surface, fastest_approach, is_without_effect, solve_impact
from .keeping import are_free, give_momentum, momentum_ahead, solve_as_cast
from .next_event import CcdContext
from .records import NOT_SWEPT, CcdState
from .swept_body import (
    advance_to,
    begin_sweep,
    carry,
    free_fall,
    path_at,
    path_changed,
    rest_on,
    set_velocity,
    stop_motion,
)
from .swept_shape import copy_points

RATTLING = 3  # impacts of a body in a step, after which one more with the same shape is elastic


@inlined
def velocity_of(body: Any, vx: float, vy: float, w: float) -> BodyVelocity:
    """Return a body with a velocity; only dynamic bodies have inverse masses."""
    if body.kind != DYNAMIC:
        return BodyVelocity(vx, vy, w, 0.0, 0.0, 0.0)
    mx = 0.0 if body.locks & LOCK_X else body.inverse_mass
    my = 0.0 if body.locks & LOCK_Y else body.inverse_mass
    return BodyVelocity(vx, vy, w, mx, my, body.inverse_inertia)


@inlined
def contact_manifold(ccd: CcdContext, s: Any) -> Manifold:
    """Return the contact points of an impact, relative to the centre of mass of the swept body."""
    local, turned, shapes = ccd.proxies.local, ccd.proxies.turned, ccd.proxies.shapes
    own, other = shapes[s.own_shape], shapes[s.other_shape]
    first = ccd.spare
    copy_points(local, turned, own, ccd.bodies[own.body], s.angle, first)
    p = path_at(ccd.bodies, ccd.state.swept, ccd.state.slots, other.body, s.time)
    second = first + own.count
    copy_points(local, turned, other, ccd.bodies[other.body], p.angle, second)
    a = core_from(own, first, 0.0, 0.0)
    b = core_from(other, second, p.x - s.x, p.y - s.y)
    m = collide(turned, a, b, ccd.context.slop)
    if m.count == 0 or m.nx * s.nx + m.ny * s.ny < constants.MIN_NORMAL_COSINE:
        return single_point(Vec2(s.nx, s.ny), Vec2(s.px - s.x, s.py - s.y), 0.0, 0, STEADY)
    return m


@inlined
def resolve_impact(ccd: CcdContext, k: int) -> None:
    """Resolve the next impact of swept body k."""
    bodies, shapes, state, context = ccd.bodies, ccd.proxies.shapes, ccd.state, ccd.context
    swept, slots, counts = state.swept, state.slots, state.counts[0]
    s = swept[k]
    row = shapes[s.other_shape].body
    time = s.impact_time
    counts.now = time
    advance_to(s, time, context.dt)
    slot = slots[row]
    if slot == NOT_SWEPT and bodies[row].kind == DYNAMIC:
        slot = begin_sweep(bodies, state, row, ccd.effects, context)
        counts.woken += wake_touching(bodies, s.body, row)
    if slot != NOT_SWEPT:
        advance_to(swept[slot], time, context.dt)
    apply_impact(ccd, k, slot, row)


@inlined
def apply_impact(ccd: CcdContext, k: int, slot: int, row: int) -> None:
    """Apply the impulses of an impact of swept body k and the body in `row`, swept too if it can move."""
    bodies, shapes, state, context = ccd.bodies, ccd.proxies.shapes, ccd.state, ccd.context
    s = state.swept[k]
    body, other = bodies[s.body], bodies[row]
    m = contact_manifold(ccd, s)
    p = path_at(bodies, state.swept, state.slots, row, s.time)
    dt = context.dt
    a = velocity_of(body, s.vx, s.vy, s.w)
    if slot != NOT_SWEPT and other.kind == DYNAMIC:
        g = state.swept[slot]
        b = velocity_of(other, g.vx, g.vy, g.w)
        if are_free(a, b) and body.skin + other.skin == 0.0:  # they end their paths here
            ahead = momentum_ahead(s, a) + momentum_ahead(g, b)
            if ahead != 0.0:
                a, b = give_momentum(a, b, Vec2(p.x - s.x, p.y - s.y), ahead)
    else:
        b = velocity_of(other, p.dx / dt, p.dy / dt, p.turn / dt)
    surface = Surface(s.friction, restitution_of(s), s.surface_speed, context.restitution_speed)
    result = solve_impact(a, b, m, p.x - s.x, p.y - s.y, surface)
    if is_without_effect(a, b, result):
        result = solve_as_cast(
            a, b, Vec2(s.nx, s.ny), Vec2(s.px - s.x, s.py - s.y), Vec2(p.x - s.x, p.y - s.y)
        )
        if result.impulse == 0.0 and result.approach > 0.0:
            let_turn(state, pair_key(s.body, row))
    record_impact(state, bodies, shapes, s, m, result.approach, result.impulse)
    if is_left_to_joints(s, body, other, result.approach, context):
        leave_to_joints(s, body, free_fall(body, foreseen_on(ccd.effects, s.body), context), context)
        path_changed(state, k, body.reach)
        return
    if other.kind != DYNAMIC:
        approach = fastest_approach(result.a, result.b, m, Vec2(p.x - s.x, p.y - s.y))
        rest_on(s, approach, m.nx, m.ny, dt)
    own, others = partner_of(state, k, body), partner_of(state, slot, other)
    q = path_at(bodies, state.swept, state.slots, s.body, s.time)
    continue_sweep(state, k, body, result.a, p, others, dt)
    if body.kind != DYNAMIC and other.kind == STATIC:
        stop_motion(s)
    if other.kind == DYNAMIC or (
        own.is_fixed and slot != NOT_SWEPT and state.swept[slot].impacts < constants.MAX_IMPACTS
    ):
        continue_sweep(state, slot, other, result.b, q, own, dt)


@inlined
def let_turn(state: CcdState, key: int) -> None:
    """Let two bodies that turn nearly as one move on in this step: only so do their centres approach.

    Stopped for the rest of each step, they would be held in the air and gather speed. What there is no room
    for is stopped.
    """
    counts = state.counts[0]
    if counts.ignored_pairs == 0:
        state.ignored_index[:, 0] = MISSING  # where nobody is asked, no step clears it
    if 2 * (counts.ignored_pairs + 1) <= len(state.ignored_index):
        insert(state.ignored_index, key, 0)
        counts.ignored_pairs += 1


@inlined
def is_left_to_joints(s: Any, body: Any, other: Any, approach: float, context: StepContext) -> bool:
    """Whether a body bounces that a joint holds; once in a step, or what pushes it would pass through it."""
    bounces = s.restitution > 0.0 and approach >= context.restitution_speed
    first = body.kind == DYNAMIC and other.kind != DYNAMIC and s.impacts < constants.MAX_IMPACTS
    return bool(bounces and first and is_jointed(body))


@inlined
def leave_to_joints(s: Any, body: Any, fall: Vec2, context: StepContext) -> None:
    """Stop a body at the touch with the velocity that it has: the next step knows joints, and lets it bounce.

    What gravity would have done behind the touch goes. What does not bounce slides on in this step.
    """
    late = (1.0 - s.time) * context.dt
    s.vx -= 0.0 if s.ax != 0.0 else late * fall.x
    s.vy -= 0.0 if s.ay != 0.0 else late * fall.y
    s.ax, s.ay = 0.0, 0.0
    s.impacts = constants.MAX_IMPACTS
    stop_motion(s)


@inlined
def restitution_of(s: Any) -> float:
    """Return the restitution of an impact: 1 where a body rattles on the shape that it has met just before.

    A corner that slides along a turning face is pushed all the time. Without a bounce the pushes would follow
    each other faster and faster, and spend all impacts of the body at once.
    """
    rattles = s.last_shape == s.other_shape and s.impacts >= RATTLING
    s.last_shape = s.other_shape
    return 1.0 if rattles else float(s.restitution)


class Partner(NamedTuple):
    """The partner in an impact: whether it is static; pushes on, as it is kinematic or carried; has impacts
    left; or stays where it is, as it was crushed.
    """

    is_static: bool
    pushes: bool
    bounces: bool
    is_fixed: bool


@inlined
def partner_of(state: CcdState, slot: int, body: Any) -> Partner:
    """Return what a body, swept or not, is to its partner in an impact."""
    if body.kind != DYNAMIC:
        return Partner(body.kind == STATIC, body.kind == KINEMATIC, False, False)
    s = state.swept[slot]
    return Partner(
        False, s.carried == 1, s.impacts < constants.MAX_IMPACTS, s.impacts >= constants.LAST_IMPACT
    )


@inlined
def continue_sweep(
    state: CcdState, k: int, body: Any, a: BodyVelocity, path: Sweep, partner: Partner, dt: float
) -> None:
    """Continue a sweep with the velocity `a` after an impact with a partner on a path."""
    s = state.swept[k]
    count_impact(s, partner)
    if body.kind != DYNAMIC:
        if partner.is_fixed:
            s.impacts = constants.MAX_IMPACTS
    elif s.impacts < constants.MAX_IMPACTS:
        set_velocity(s, a.vx, a.vy, a.w, dt)
    else:
        s.vx, s.vy, s.w = a.vx, a.vy, a.w
    if s.impacts >= constants.MAX_IMPACTS:
        state.counts[0].stopped += s.impacts == constants.MAX_IMPACTS
        continue_spent(s, body, path, partner)
    path_changed(state, k, body.reach)


@inlined
def count_impact(s: Any, partner: Partner) -> None:
    """Count an impact, but none with a static body that follows the last one in no time.

    Between the sides of a wedge each impact leaves a share of the velocity, and the body would spend its
    impacts without a motion. So up to MAX_AT_ONCE in a step do not count.
    """
    is_at_once = s.time == s.last_time and s.impacts < constants.MAX_IMPACTS
    s.last_time = s.time
    s.at_once += is_at_once
    if not (is_at_once and partner.is_static and s.at_once < constants.MAX_AT_ONCE):
        s.impacts += s.impacts < constants.MAX_IMPACTS or not partner.bounces


@inlined
def continue_spent(s: Any, body: Any, path: Sweep, partner: Partner) -> None:
    """Stop a body that has spent its impacts for the rest of the step; or carry it, if the partner pushes.

    So nothing is passed through. What is carried into a static body stays there, and stops who carried it.
    """
    if partner.is_static and s.carried == 1:
        s.impacts = constants.LAST_IMPACT
    if s.impacts >= constants.LAST_IMPACT or body.kind != DYNAMIC:
        stop_motion(s)
    elif partner.pushes and s.time < 1.0:
        carry(s, body, path)
    elif s.carried == 0:
        stop_motion(s)


@inlined
def record_impact(
    state: CcdState, bodies: BodyRows, shapes: ShapeRows, s: Any, m: Manifold, speed: float, impulse: float
) -> None:
    """Record an impact, seen from the smaller entity."""
    impact = state.impacts[state.counts[0].impacts]
    state.counts[0].impacts += 1
    swap = bodies[s.body].entity > bodies[shapes[s.other_shape].body].entity
    impact.a = s.other_shape if swap else s.own_shape
    impact.b = s.own_shape if swap else s.other_shape
    impact.time = s.time
    impact.nx = 0.0 - m.nx if swap else m.nx  # not −0.0
    impact.ny = 0.0 - m.ny if swap else m.ny
    impact.x, impact.y = s.px, s.py
    impact.speed = speed
    impact.impulse = impulse
