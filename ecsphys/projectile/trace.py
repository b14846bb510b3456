"""Projectiles: the motion of one step, cast from hit to hit."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..arrays import BodyRows, FilterRows, Ints, Ints2, Rows, ShotRows
from ..ccd.next_event import contains_value, sweep_pair, swept_bounds_ray
from ..ccd.sweeps import Motion
from ..ccd.swept_body import body_path
from ..ccd.swept_shape import SweptShape, place_swept_shape
from ..collide.ray import raycast
from ..collide.time_of_impact import Sweep
from ..compile import INT, INTS, array, entry, group, inlined, kernel
from ..contacts.one_way import is_on_solid_side, is_one_way
from ..math2d.core import INSIDE
from ..math2d.vec2 import Vec2
from ..settings import CONTEXT, StepContext
from ..spatial.filters import may_block
from ..spatial.proxies import PROXIES, Proxies, refresh_body, shape_core
from ..spatial.slabs import Ray
from ..spatial.walk import PROXY_TREE, ProxyTree, next_on_ray, start_ray
from ..world.bodies import BODY
from ..world.center import center_at
from ..world.shapes import FILTER
from .records import MOST_HITS, NONE, PAST, PROJECTILE, RAY, SHOT

DONE, FULL = 0, 1  # results of `advance_projectiles`
MIN_FRACTION = 1e-9  # of a leg: nearer hits of the shape that was just left are ignored

TRACE_COUNTS = np.dtype(
    [
        ("next", "i8"),  # index in `order` of the next projectile
        ("shots", "i8"),  # rows of `shots` in use
        ("moved", "i8"),  # rows of `proxies.moved` in use
    ]
)


class Trace(NamedTuple):
    """The projectiles of a world, and the arrays that they are cast through.

    `order`: rows of PROJECTILE that fly, ascending. `past`: by row, the entities pierced last. `ignored`: the
    entities that projectiles ignore, one after the other. `spare`: first free row of the point pools.
    """

    rows: Rows
    order: Ints
    past: Ints2
    ignored: Ints
    bodies: BodyRows
    proxies: Proxies
    filters: FilterRows
    tree: ProxyTree
    shots: ShotRows
    counts: Rows  # one row
    context: StepContext
    spare: int


TRACE = group(
    Trace,
    array(PROJECTILE),
    INTS,
    array(np.int64, 2),
    INTS,
    array(BODY),
    PROXIES,
    array(FILTER),
    PROXY_TREE,
    array(SHOT),
    array(TRACE_COUNTS),
    CONTEXT,
    INT,
)


class Hit(NamedTuple):
    """The first hit on a leg: fraction of the leg (2: none), row of the shape, outward normal, point."""

    fraction: float
    shape: int
    nx: float
    ny: float
    x: float
    y: float


RAY_SHAPE = SweptShape(0, 0, 0, 0.0, 0.0, 0.0, 0, 0.0, 0.0)  # of a ray, which has none
NO_HIT = Hit(2.0, NONE, 0.0, 0.0, 0.0, 0.0)


@inlined
def may_hit(filters: FilterRows, i: int, j: int) -> bool:
    """Whether a projectile's shape i may hit shape j. NONE: a projectile without Collider, on layer 1."""
    other = filters[j]
    if other.trigger == 1 or other.projectile == 1:
        return False
    return may_block(filters, i, j) if i != NONE else other.mask & 1 != 0


@inlined
def is_ignored(t: Trace, k: int, entity: int) -> bool:
    """Whether projectile k ignores an entity, or has pierced it since its last ricochet."""
    p = t.rows[k]
    return contains_value(t.ignored, p.first_ignored, p.ignored, entity) or contains_value(
        t.past[k], 0, p.passed, entity
    )


@kernel
def cast_against(proxies: Proxies, i: int, j: int, body: Any, c: SweptShape, w: Motion, slop: float) -> Hit:
    """Cast a leg of a projectile's shape i (NONE: a ray) against shape j, which moves with its body."""
    shape = proxies.shapes[j]
    if shape.form == INSIDE:  # of chain loops: entered through their segments
        return NO_HIT
    p = body_path(body)
    p = Sweep(p.x + w.time * p.dx, p.y + w.time * p.dy, p.angle, p.dx, p.dy, 0.0)
    if i != NONE:
        hit = sweep_pair(proxies.local, proxies.turned, shape, body, c, w, p, True, False, slop)
        return Hit(hit.fraction, NONE, 0.0 - hit.nx, 0.0 - hit.ny, w.x + hit.x, w.y + hit.y)
    ox, oy = center_at(body, body.angle)
    core = shape_core(shape, p.x - ox - w.x, p.y - oy - w.y)
    way = Vec2(w.dx - w.left * p.dx, w.dy - w.left * p.dy)
    fraction, normal = raycast(proxies.turned, core, Vec2(0.0, 0.0), way)
    return Hit(fraction, NONE, normal.x, normal.y, w.x + fraction * w.dx, w.y + fraction * w.dy)


@inlined
def cast_shape(t: Trace, k: int, i: int, c: SweptShape, w: Motion, left: int, best: Hit) -> Hit:
    """Return the earlier of `best` and the first hit of shape i of projectile k on a leg.

    `left` is the shape of the last ricochet. Hits at the same fraction go to the smaller entity.
    """
    shapes, bodies = t.proxies.shapes, t.bodies
    own_body = t.rows[k].body
    ray = Ray(w.x, w.y, w.dx, w.dy, 1.0, 0.0, 0.0)
    if i != NONE:
        ray = swept_bounds_ray(t.proxies.turned, c, w, 1.0)
    for part in range(2):
        place = start_ray(t.tree, part)
        while True:
            ray = Ray(ray.x, ray.y, ray.dx, ray.dy, min(best.fraction, 1.0), ray.ex, ray.ey)
            place = next_on_ray(t.tree, t.proxies.fat, ray, place)
            j = place.proxy
            if j == NONE:
                break
            row = shapes[j].body
            entity = bodies[row].entity
            if row == own_body or not may_hit(t.filters, i, j) or is_ignored(t, k, entity):
                continue
            hit = cast_against(t.proxies, i, j, bodies[row], c, w, t.context.slop)
            if (
                hit.fraction > 1.0
                or hit.fraction > best.fraction
                or (j == left and hit.fraction < MIN_FRACTION)
            ):
                continue
            if hit.fraction == best.fraction and bodies[shapes[best.shape].body].entity <= entity:
                continue
            if is_one_way(shapes[j]) and not is_on_solid_side(shapes[j], bodies[row].angle, hit.nx, hit.ny):
                continue
            best = Hit(hit.fraction, j, hit.nx, hit.ny, hit.x, hit.y)
    return best


@inlined
def cast_leg(t: Trace, k: int, w: Motion, left: int) -> Hit:
    """Return the first hit of projectile k on a leg, with any of its shapes or, as a ray, with its origin."""
    shapes, local, turned = t.proxies.shapes, t.proxies.local, t.proxies.turned
    p = t.rows[k]
    body = t.bodies[p.body]
    best = NO_HIT
    i = NONE if p.mode == RAY else body.first_shape
    while True:
        c = RAY_SHAPE
        if i != NONE:
            c = place_swept_shape(local, turned, shapes[i], body, w.angle, t.spare, t.context.slop)
        best = cast_shape(t, k, i, c, w, left, best)
        i = shapes[i].next_shape if i != NONE else NONE
        if i == NONE:
            return best


@kernel
def reflect(body: Any, own: float, other: Any, shape: Any, hit: Hit, dt: float) -> tuple[float, float]:
    """Return the velocity after a ricochet off a moving surface; `own` is the projectile's restitution."""
    e = max(own, shape.restitution)
    wx = (other.x - other.previous_x) / dt if other.awake == 1 else 0.0
    wy = (other.y - other.previous_y) / dt if other.awake == 1 else 0.0
    speed = min((body.vx - wx) * hit.nx + (body.vy - wy) * hit.ny, 0.0)
    return body.vx - (1.0 + e) * speed * hit.nx, body.vy - (1.0 + e) * speed * hit.ny


@inlined
def record_shot(t: Trace, p: Any, target: int, shape: int, hit: Hit, time: float) -> None:
    """Record a hit at the present velocity; with target 0 the end of the projectile's range."""
    counts, body = t.counts[0], t.bodies[p.body]
    shot = t.shots[counts.shots]
    counts.shots += 1
    shot.projectile = p.entity
    shot.target = target
    shot.shape = shape
    shot.spent = p.spent
    shot.time = time
    shot.x, shot.y = hit.x, hit.y
    shot.nx, shot.ny = hit.nx, hit.ny
    shot.distance = p.distance
    shot.speed = math.sqrt(body.vx * body.vx + body.vy * body.vy)


@inlined
def use_up(p: Any, past: Ints, entity: int) -> bool:
    """Use a pierce, a ricochet or the projectile itself on a hit entity; returns whether it ricochets."""
    if p.pierce > 0:
        p.pierce -= 1
        past[p.passed % PAST] = entity
        p.passed = min(p.passed + 1, PAST)
        return False
    if p.ricochet > 0:
        p.ricochet -= 1
        p.passed = 0
        return True
    p.spent = 1
    return False


@inlined
def advance_projectile(t: Trace, k: int) -> bool:
    """Cast projectile k through the step; returns whether its body moved from where the solver left it."""
    p, shapes = t.rows[k], t.proxies.shapes
    body, dt = t.bodies[p.body], t.context.dt
    start = body_path(body)
    x, y, dx, dy = start.x, start.y, start.dx, start.dy
    own = 1.0 if body.first_shape == NONE else shapes[body.first_shape].restitution
    time, last_shape = 0.0, NONE
    for _ in range(MOST_HITS):
        left = 1.0 - time
        w = Motion(x, y, start.angle, left * dx, left * dy, 0.0, time, left)
        length = math.sqrt(w.dx * w.dx + w.dy * w.dy)
        if length == 0.0:
            return last_shape != NONE
        in_range = min((p.max_distance - p.distance) / length, 1.0)
        hit = cast_leg(t, k, w, last_shape)
        fraction = min(hit.fraction, in_range)
        p.distance += fraction * length
        x += fraction * w.dx
        y += fraction * w.dy
        time += fraction * left
        if hit.fraction > in_range:
            if in_range < 1.0:  # end of its range
                p.spent = 1
                record_shot(t, p, 0, 0, Hit(fraction, NONE, 0.0, 0.0, x, y), time)
            elif last_shape == NONE:
                return False
            break
        struck = shapes[hit.shape]
        other = t.bodies[struck.body]
        vx, vy = body.vx, body.vy
        bounces = use_up(p, t.past[k], other.entity)
        if bounces:
            vx, vy = reflect(body, own, other, struck, hit, dt)
        record_shot(t, p, other.entity, struck.index, hit, time)
        if p.spent == 1:
            break
        if bounces:
            body.vx, body.vy = vx, vy
            dx, dy = vx * dt, vy * dt
            last_shape = hit.shape
    ox, oy = center_at(body, body.angle)
    body.x, body.y = x - ox, y - oy
    if p.spent == 1:
        stop_body(body)
    return True


@kernel
def stop_body(body: Any) -> None:
    """Set all velocities to zero."""
    body.vx, body.vy, body.angular_velocity = 0.0, 0.0, 0.0


@entry(TRACE)
def advance_projectiles(t: Trace) -> int:
    """Advance the projectiles from `counts.next` on; FULL: call again with more room in `shots`."""
    counts = t.counts[0]
    while counts.next < len(t.order):
        if counts.shots + MOST_HITS > len(t.shots):
            return FULL
        k = t.order[counts.next]
        counts.next += 1
        p = t.rows[k]
        body = t.bodies[p.body]
        if p.spent == 1:
            body.x, body.y, body.angle = body.previous_x, body.previous_y, body.previous_angle
            stop_body(body)
            has_moved = True
        else:
            has_moved = advance_projectile(t, k)
        if has_moved:
            counts.moved = refresh_body(body, t.proxies, counts.moved, 0, t.context)
    return DONE
