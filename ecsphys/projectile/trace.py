"""The flight of a projectile through one step, hit by hit."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..arrays import BodyRows, FilterRows, Ints, PointRows, Rows, ShotRows
from ..ccd.next_event import contains_value, sweep_pair, swept_bounds_ray
from ..ccd.sweeps import Motion
from ..ccd.swept_body import body_path
from ..ccd.swept_shape import SweptShape, place_swept_shape
from ..collide.ray import raycast
from ..collide.time_of_impact import Sweep
from ..compile import INT, INTS, array, entry, inlined, kernel
from ..contacts.one_way import is_on_solid_side, is_one_way
from ..settings import CONTEXT, StepContext
from ..spatial.filters import may_block
from ..spatial.proxies import PROXIES, Proxies, refresh_body, shape_core
from ..spatial.quadtree.nodes import TREE, Tree
from ..spatial.walk import Ray, next_on_ray, start_ray
from ..world.bodies import BODY
from ..world.center import center_at
from ..world.shapes import FILTER
from .records import MOST_HITS, NONE, PAST, PROJECTILE, RAY, SHOT

NEXT, SHOTS, MOVED = 0, 1, 2  # places in `counts`
DONE, FULL = 0, 1
SAME = 1e-9  # of the way: a projectile does not hit again what it has just left
MISS = 2.0
_INTS2 = array(np.int64, 2)


class Struck(NamedTuple):
    """What a projectile hits first on a leg: the part of the leg, the shape, normal outward and point."""

    fraction: float
    shape: int
    nx: float
    ny: float
    x: float
    y: float


NO_SHAPE = SweptShape(0, 0, 0, 0.0, 0.0, 0.0, 0, 0.0, 0.0)  # what a ray carries
NOTHING = Struck(MISS, NONE, 0.0, 0.0, 0.0, 0.0)


@inlined
def may_hit(filters: FilterRows, i: int, j: int) -> bool:
    """Whether a projectile of shape i may hit shape j; NONE: without Collider, on layer 1, after all."""
    other = filters[j]
    if other.trigger == 1 or other.projectile == 1:
        return False
    return may_block(filters, i, j) if i != NONE else other.mask & 1 != 0


@kernel
def strike_at(
    local: PointRows, turned: PointRows, i: int, shape: Any, body: Any, c: SweptShape, w: Motion, slop: float
) -> Struck:
    """Where a leg of a projectile (shape i, NONE for a ray) meets one shape, which moves as its body did."""
    p = body_path(body)
    p = Sweep(p.x + w.time * p.dx, p.y + w.time * p.dy, p.angle, p.dx, p.dy, 0.0)
    if i != NONE:
        hit = sweep_pair(local, turned, shape, body, c, w, p, True, False, slop)
        return Struck(hit.fraction, NONE, 0.0 - hit.nx, 0.0 - hit.ny, w.x + hit.x, w.y + hit.y)
    ox, oy = center_at(body, body.angle)
    core = shape_core(shape, p.x - ox - w.x, p.y - oy - w.y)
    dx, dy = w.dx - w.left * p.dx, w.dy - w.left * p.dy
    fraction, nx, ny = raycast(turned, core, 0.0, 0.0, dx, dy)
    return Struck(fraction, NONE, nx, ny, w.x + fraction * w.dx, w.y + fraction * w.dy)


@inlined
def look_along(
    tree: Tree,
    bodies: BodyRows,
    proxies: Proxies,
    filters: FilterRows,
    p: Any,
    i: int,
    ignored: Ints,
    past: Ints,
    c: SweptShape,
    w: Motion,
    left: int,
    best: Struck,
    slop: float,
) -> Struck:
    """The first of `best` and what one shape of a projectile hits on a leg; `left` is what it comes from."""
    shapes, fat, _, local, turned, _ = proxies
    ray = Ray(w.x, w.y, w.dx, w.dy, 1.0, 0.0, 0.0)
    if i != NONE:
        ray = swept_bounds_ray(turned, c, w, 1.0)
    for part in range(2):
        place = start_ray(tree, part)
        while True:
            ray = Ray(ray.x, ray.y, ray.dx, ray.dy, min(best.fraction, 1.0), ray.ex, ray.ey)
            place = next_on_ray(tree, fat, ray, place)
            j = place.proxy
            if j == NONE:
                break
            row = shapes[j].body
            entity = bodies[row].entity
            if row == p.body or not may_hit(filters, i, j):
                continue
            if contains_value(ignored, p.first_ignored, p.ignored, entity) or contains_value(
                past, 0, p.passed, entity
            ):
                continue
            hit = strike_at(local, turned, i, shapes[j], bodies[row], c, w, slop)
            if hit.fraction > 1.0 or hit.fraction > best.fraction or (j == left and hit.fraction < SAME):
                continue
            if hit.fraction == best.fraction and bodies[shapes[best.shape].body].entity <= entity:
                continue
            if is_one_way(shapes[j]) and not is_on_solid_side(shapes[j], bodies[row].angle, hit.nx, hit.ny):
                continue
            best = Struck(hit.fraction, j, hit.nx, hit.ny, hit.x, hit.y)
    return best


@kernel
def reflected(body: Any, own: float, other: Any, shape: Any, s: Struck, dt: float) -> tuple[float, float]:
    """The velocity after a ricochet off a moving surface; `own` is the projectile's restitution."""
    e = max(own, shape.restitution)
    wx = (other.x - other.previous_x) / dt if other.awake == 1 else 0.0
    wy = (other.y - other.previous_y) / dt if other.awake == 1 else 0.0
    speed = min((body.vx - wx) * s.nx + (body.vy - wy) * s.ny, 0.0)
    return body.vx - (1.0 + e) * speed * s.nx, body.vy - (1.0 + e) * speed * s.ny


@inlined
def log_shot(
    shots: ShotRows, counts: Ints, p: Any, target: int, shape: int, s: Struck, time: float, body: Any
) -> None:
    """Write down a hit, or with target 0 the end of a flight; `body` is as fast as it came."""
    shot = shots[counts[SHOTS]]
    counts[SHOTS] += 1
    shot.projectile = p.entity
    shot.target = target
    shot.shape = shape
    shot.spent = p.spent
    shot.time = time
    shot.x, shot.y = s.x, s.y
    shot.nx, shot.ny = s.nx, s.ny
    shot.distance = p.distance
    shot.speed = math.sqrt(body.vx * body.vx + body.vy * body.vy)


@inlined
def first_struck(
    tree: Tree,
    bodies: BodyRows,
    proxies: Proxies,
    filters: FilterRows,
    p: Any,
    ignored: Ints,
    past: Ints,
    w: Motion,
    left: int,
    context: StepContext,
    spare: int,
) -> Struck:
    """What a projectile hits first on a leg, with any of its shapes or, as a ray, with its origin."""
    shapes, _, _, local, turned, _ = proxies
    body = bodies[p.body]
    best = NOTHING
    i = NONE if p.mode == RAY else body.first_shape
    while True:
        c = NO_SHAPE
        if i != NONE:
            c = place_swept_shape(local, turned, shapes[i], body, w.angle, spare, context.slop)
        best = look_along(tree, bodies, proxies, filters, p, i, ignored, past, c, w, left, best, context.slop)
        i = shapes[i].next_shape if i != NONE else NONE
        if i == NONE:
            return best


@inlined
def spend(p: Any, past: Ints, entity: int) -> bool:
    """Let a projectile pierce, ricochet or end at an entity that it has hit; returns whether it ricochets."""
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
def fly_one(
    tree: Tree,
    bodies: BodyRows,
    proxies: Proxies,
    filters: FilterRows,
    p: Any,
    ignored: Ints,
    past: Ints,
    shots: ShotRows,
    counts: Ints,
    context: StepContext,
    spare: int,
) -> bool:
    """Fly one projectile through the step; returns whether its body is elsewhere now than it was brought."""
    shapes, body = proxies.shapes, bodies[p.body]
    start = body_path(body)
    x, y, dx, dy = start.x, start.y, start.dx, start.dy
    own = 1.0 if body.first_shape == NONE else shapes[body.first_shape].restitution
    time, came_from = 0.0, NONE
    for _ in range(MOST_HITS):
        left = 1.0 - time
        w = Motion(x, y, start.angle, left * dx, left * dy, 0.0, time, left)
        length = math.sqrt(w.dx * w.dx + w.dy * w.dy)
        if length == 0.0:
            return came_from != NONE
        share = min((p.max_distance - p.distance) / length, 1.0)
        best = first_struck(tree, bodies, proxies, filters, p, ignored, past, w, came_from, context, spare)
        part = min(best.fraction, share)
        p.distance += part * length
        x += part * w.dx
        y += part * w.dy
        time += part * left
        if best.fraction > share:
            if share < 1.0:  # the end of its distance
                p.spent = 1
                log_shot(shots, counts, p, 0, 0, Struck(part, NONE, 0.0, 0.0, x, y), time, body)
            elif came_from == NONE:
                return False
            break
        struck = shapes[best.shape]
        other = bodies[struck.body]
        vx, vy = body.vx, body.vy
        bounces = spend(p, past, other.entity)
        if bounces:
            vx, vy = reflected(body, own, other, struck, best, context.dt)
        log_shot(shots, counts, p, other.entity, struck.index, best, time, body)
        if p.spent == 1:
            break
        if bounces:
            body.vx, body.vy = vx, vy
            dx, dy = vx * context.dt, vy * context.dt
            came_from = best.shape
    ox, oy = center_at(body, body.angle)
    body.x, body.y = x - ox, y - oy
    if p.spent == 1:
        stop(body)
    return True


@kernel
def stop(body: Any) -> None:
    """Take away all motion."""
    body.vx, body.vy, body.angular_velocity = 0.0, 0.0, 0.0


@entry(
    array(PROJECTILE),
    INTS,
    _INTS2,
    INTS,
    array(BODY),
    PROXIES,
    array(FILTER),
    TREE,
    array(SHOT),
    INTS,
    CONTEXT,
    INT,
)
def fly_projectiles(
    rows: Rows,
    order: Ints,
    past: npt.NDArray[np.int64],
    ignored: Ints,
    bodies: BodyRows,
    proxies: Proxies,
    filters: FilterRows,
    tree: Tree,
    shots: ShotRows,
    counts: Ints,
    context: StepContext,
    spare: int,
) -> int:
    """Fly the projectiles in `order` from where a call ended FULL: `shots` needs more room then."""
    while counts[NEXT] < len(order):
        if counts[SHOTS] + MOST_HITS > len(shots):
            return FULL
        k = order[counts[NEXT]]
        counts[NEXT] += 1
        p = rows[k]
        body = bodies[p.body]
        if p.spent == 1:
            body.x, body.y, body.angle = body.previous_x, body.previous_y, body.previous_angle
            stop(body)
            elsewhere = True
        else:
            elsewhere = fly_one(
                tree, bodies, proxies, filters, p, ignored, past[k], shots, counts, context, spare
            )
        if elsewhere:
            counts[MOVED] = refresh_body(body, proxies, counts[MOVED], 0, context)
    return DONE
