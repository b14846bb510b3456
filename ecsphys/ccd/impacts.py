"""What happens when a flyer meets something: both are brought there, bounce, and fly on."""

from __future__ import annotations

from typing import Any

from .. import constants
from ..arrays import BodyRows, ShapeRows
from ..collide.dispatch import collide
from ..collide.manifold import Manifold, single_point
from ..compile import inlined
from ..spatial.proxies import core_from
from ..world.bodies import DYNAMIC, LOCK_X, LOCK_Y, STATIC
from ..world.waking import wake_touched
from .impulses import Side, Surface, strike
from .next_event import Sky
from .records import DROPPED, IMPACTS, NOBODY, WOKEN, Flight
from .swept_body import lie_on, move_on, note_change, path_at, set_path, stop, take_off
from .swept_shape import lay


@inlined
def side_of(body: Any, vx: float, vy: float, w: float) -> Side:
    """A body with a velocity; what is not dynamic has no inverse mass."""
    if body.kind != DYNAMIC:
        return Side(vx, vy, w, 0.0, 0.0, 0.0)
    mx = 0.0 if body.locks & LOCK_X else body.inverse_mass
    my = 0.0 if body.locks & LOCK_Y else body.inverse_mass
    return Side(vx, vy, w, mx, my, body.inverse_inertia)


@inlined
def touch_of(sky: Sky, f: Any) -> Manifold:
    """The contact points of a flyer and what it meets, now, relative to its centre of mass."""
    local, turned, shapes = sky.proxies.local, sky.proxies.turned, sky.proxies.shapes
    own, other = shapes[f.own], shapes[f.other]
    first = sky.spare
    lay(local, turned, own, sky.bodies[own.body], f.angle, first)
    p = path_at(sky.bodies, sky.flight.flyers, sky.flight.slots, other.body, f.time)
    second = first + own.count
    lay(local, turned, other, sky.bodies[other.body], p.angle, second)
    a = core_from(own, first, 0.0, 0.0)
    b = core_from(other, second, p.x - f.x, p.y - f.y)
    m = collide(turned, a, b, sky.context.slop)
    if m.count == 0 or m.nx * f.nx + m.ny * f.ny < constants.MIN_NORMAL_COSINE:
        return single_point(f.nx, f.ny, f.px - f.x, f.py - f.y, 0.0, 0)
    return m


@inlined
def hit(sky: Sky, k: int) -> None:
    """Flyer k meets what is due."""
    bodies, shapes, flight, context = sky.bodies, sky.proxies.shapes, sky.flight, sky.context
    flyers, slots, counts = flight.flyers, flight.slots, flight.counts
    f = flyers[k]
    row = shapes[f.other].body
    time = f.due
    move_on(f, time, context.dt)
    slot = slots[row]
    if slot == NOBODY and bodies[row].kind == DYNAMIC:
        slot = take_off(bodies, flight, row, context)
        counts[WOKEN] += wake_touched(bodies, f.body, row)
    if slot != NOBODY:
        move_on(flyers[slot], time, context.dt)
    bounce_off(sky, k, slot, row)


@inlined
def bounce_off(sky: Sky, k: int, slot: int, row: int) -> None:
    """Flyer k and a body, which has a flyer too if it can be moved, touch now."""
    bodies, shapes, flight, context = sky.bodies, sky.proxies.shapes, sky.flight, sky.context
    f = flight.flyers[k]
    body, other = bodies[f.body], bodies[row]
    m = touch_of(sky, f)
    p = path_at(bodies, flight.flyers, flight.slots, row, f.time)
    dt = context.dt
    a = side_of(body, f.vx, f.vy, f.w)
    if slot != NOBODY and other.kind == DYNAMIC:
        g = flight.flyers[slot]
        b = side_of(other, g.vx, g.vy, g.w)
    else:
        b = side_of(other, p.dx / dt, p.dy / dt, p.turn / dt)
    surface = Surface(f.friction, f.restitution, f.surface_speed, context.restitution_speed)
    s = strike(a, b, m, p.x - f.x, p.y - f.y, surface)
    log_impact(flight, bodies, shapes, f, m, s.approach, s.impulse)
    if other.kind != DYNAMIC:
        lie_on(f, s.a.vx - s.b.vx, s.a.vy - s.b.vy, m.nx, m.ny, dt)
    fly_on(flight, k, body, s.a, dt)
    if body.kind != DYNAMIC and other.kind == STATIC:
        stop(f)
    if other.kind == DYNAMIC:
        fly_on(flight, slot, other, s.b, dt)


@inlined
def fly_on(flight: Flight, k: int, body: Any, a: Side, dt: float) -> None:
    """A flyer spends the rest of the step with its new velocity, unless it had its share of impacts."""
    f = flight.flyers[k]
    f.impacts += 1
    if body.kind == DYNAMIC:
        set_path(f, a.vx, a.vy, a.w, dt)
    if f.impacts >= constants.MAX_IMPACTS:
        stop(f)
        flight.counts[DROPPED] += 1
    note_change(flight, k, body.reach)


@inlined
def log_impact(
    flight: Flight, bodies: BodyRows, shapes: ShapeRows, f: Any, m: Manifold, speed: float, impulse: float
) -> None:
    """Write down an impact, seen from the smaller entity."""
    impact = flight.impacts[flight.counts[IMPACTS]]
    flight.counts[IMPACTS] += 1
    swap = bodies[f.body].entity > bodies[shapes[f.other].body].entity
    impact.a = f.other if swap else f.own
    impact.b = f.own if swap else f.other
    impact.time = f.time
    impact.nx = 0.0 - m.nx if swap else m.nx  # not -0.0
    impact.ny = 0.0 - m.ny if swap else m.ny
    impact.x, impact.y = f.px, f.py
    impact.speed = speed
    impact.impulse = impulse
