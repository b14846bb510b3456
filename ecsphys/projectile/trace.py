"""Projectiles: the motion of one step, cast from hit to hit."""

from __future__ import annotations

import math
from typing import Any

from ..ccd.sweeps import Motion
from ..ccd.swept_body import body_path
from ..collide.time_of_impact import Sweep
from ..compile import entry, inlined, kernel
from ..spatial.proxies import refresh_body
from ..world.center import center_at
from ..world.waking import wake_body
from .cast import MIN_FRACTION, Hit, cast_leg, gap_of, path_from, touch_of, verdict_of
from .records import ENDED, FLYING, KEPT, NEW, NONE, RAY, TRACE, Trace
from .turning import MAX_TURN, closing_way, way_ahead

DONE, FULL, ASK = 0, 1, 2  # results of `advance_projectiles`
MIN_CROSS = 1e-6  # sine of the angle between the surfaces of a corner
MAX_LENGTH = 1e150  # of a way whose square is finite: what is longer is not cast


@inlined
def begin_course(t: Trace, n: int) -> None:
    """Begin the course of projectile n; a spent one stays where it was."""
    p, course = t.rows[t.order[n]], t.courses[n]
    body = t.bodies[p.body]
    s = body_path(body)
    if p.mode == RAY:
        s = Sweep(body.x, body.y, s.angle, 0.0, 0.0, s.turn)
        if body.awake == 1:
            x, y = body.previous_x, body.previous_y
            s = Sweep(x, y, s.angle, body.x - x, body.y - y, s.turn)
    course.time = 0.0
    course.x, course.y, course.angle = s.x, s.y, s.angle
    course.dx, course.dy, course.turn = s.dx, s.dy, s.turn
    course.last_shape, course.last_verdict = NONE, NONE
    course.state = FLYING
    if p.spent == 1:
        land(t, n)
    elif not abs(s.dx) + abs(s.dy) <= MAX_LENGTH:
        course.state = ENDED


@kernel
def land(t: Trace, n: int) -> None:
    """End the course of projectile n where it is, and put its body there."""
    p, course = t.rows[t.order[n]], t.courses[n]
    body, counts = t.bodies[p.body], t.counts[0]
    course.state = ENDED
    if course.time < 1.0 or course.last_shape != NONE:
        body.angle = course.angle + course.time * course.turn
    body.x, body.y = course.x, course.y
    if p.mode != RAY:
        ox, oy = center_at(body, body.angle)
        body.x, body.y = course.x - ox, course.y - oy
    if p.spent == 1:
        body.vx, body.vy, body.angular_velocity = 0.0, 0.0, 0.0
    counts.moved = refresh_body(body, t.proxies, counts.moved, 0, 1.0, t.context)


@kernel
def remaining_leg(course: Any) -> Motion:
    """Return the rest of a course if nothing is in its way."""
    left = 1.0 - course.time
    angle = course.angle + course.time * course.turn
    return Motion(
        course.x, course.y, angle, left * course.dx, left * course.dy, left * course.turn, course.time, left
    )


@kernel
def advance_on(course: Any, p: Any, w: Motion, length: float, fraction: float) -> None:
    """Advance a projectile on a leg."""
    p.distance += fraction * length
    course.x += fraction * w.dx
    course.y += fraction * w.dy
    course.time = min(course.time + fraction * w.left, 1.0)


@inlined
def record_shot(t: Trace, n: int, target: int, shape: int, hit: Hit) -> None:
    """Record a hit at the present velocity; with target 0 the end of the projectile's range."""
    p, course, counts = t.rows[t.order[n]], t.courses[n], t.counts[0]
    body = t.bodies[p.body]
    shot = t.shots[counts.shots]
    counts.shots += 1
    shot.projectile = p.entity
    shot.target = target
    shot.shape = shape
    shot.spent = p.spent
    shot.time = course.time
    shot.x, shot.y = hit.x, hit.y
    shot.nx, shot.ny = hit.nx, hit.ny
    shot.distance = p.distance
    shot.speed = math.sqrt(body.vx * body.vx + body.vy * body.vy)


@inlined
def use_up(t: Trace, p: Any, entity: int) -> bool:
    """Use a pierce, a ricochet or the projectile itself on a hit entity; returns whether it ricochets."""
    if p.pierce > 0:
        p.pierce -= 1
        counts = t.counts[0]
        pierced = t.pierced[counts.pierced]
        pierced.entity, pierced.before = entity, p.last_pierced
        p.last_pierced = counts.pierced
        counts.pierced += 1
        return False
    if p.ricochet > 0:
        p.ricochet -= 1
        p.last_pierced = NONE
        return True
    p.spent = 1
    return False


@kernel
def ask(t: Trace, n: int, w: Motion, hit: Hit) -> None:
    """Write down a question about a hit for filters and hooks; its answer takes part in the next cast."""
    p, course, counts = t.rows[t.order[n]], t.courses[n], t.counts[0]
    other_body = t.proxies.shapes[hit.shape].body
    closing, _ = closing_way(w, path_from(t.bodies[other_body], w.time), touch_of(hit))
    verdict = t.verdicts[counts.verdicts]
    verdict.body, verdict.other_body = p.body, other_body
    verdict.shape, verdict.other_shape = t.bodies[p.body].first_shape, hit.shape
    verdict.nx, verdict.ny, verdict.x, verdict.y = hit.nx, hit.ny, hit.x, hit.y
    verdict.speed = max(closing, 0.0) / (w.left * t.context.dt)
    verdict.passes, verdict.restitution = 0, KEPT
    verdict.before = course.last_verdict
    course.last_verdict = counts.verdicts
    counts.verdicts += 1


@kernel
def restitution_of(t: Trace, body: Any, struck: Any, verdict: int) -> float:
    """Return the restitution of a hit; a projectile without Collider has 1."""
    if verdict != NONE and t.verdicts[verdict].restitution != KEPT:
        return float(t.verdicts[verdict].restitution)
    own = 1.0 if body.first_shape == NONE else t.proxies.shapes[body.first_shape].restitution
    return float(max(own, struck.restitution))


@kernel
def reflect(body: Any, course: Any, p: Sweep, hit: Hit, e: float, dt: float) -> None:
    """Reflect the velocity of a projectile off a surface that moves by `p`, both at the time of a hit."""
    rx, ry = hit.x - course.x, hit.y - course.y
    sx, sy = hit.x - p.x, hit.y - p.y
    own, spin = course.turn / dt, p.turn / dt
    ux, uy = body.vx - (p.dx / dt - spin * sy), body.vy - (p.dy / dt + spin * sx)
    speed = (ux - own * ry) * hit.nx + (uy + own * rx) * hit.ny
    change = -(1.0 + e) * min(speed, 0.0)
    body.vx += change * hit.nx
    body.vy += change * hit.ny


@kernel
def stay_ahead(t: Trace, n: int, p: Sweep, hit: Hit) -> None:
    """Let a projectile leave a surface that turns as fast as keeps it in front for the rest of the step."""
    course = t.courses[n]
    body, left = t.bodies[t.rows[t.order[n]].body], 1.0 - course.time
    time = left * t.context.dt
    if p.turn == 0.0 or left <= 0.0 or abs(left * p.turn) >= MAX_TURN:
        return
    wx, wy = time * body.vx, time * body.vy
    own = 0.0 if body.first_shape == NONE else t.proxies.shapes[body.first_shape].radius
    radius = 0.0 if t.rows[t.order[n]].mode == RAY else own
    ahead = way_ahead(t.proxies.shapes[hit.shape], p, left, wx, wy, radius, touch_of(hit))
    lacking = ahead + gap_of(remaining_leg(course), t.context.slop) - (wx * hit.nx + wy * hit.ny)
    body.vx += max(lacking / time, 0.0) * hit.nx
    body.vy += max(lacking / time, 0.0) * hit.ny


@kernel
def stay_in_corner(body: Any, course: Any, hit: Hit) -> None:
    """Keep a projectile that has bounced off two surfaces at one place in front of both.

    Else it would bounce to and fro between them, ever slower.
    """
    speed = body.vx * hit.nx + body.vy * hit.ny
    lacking = course.speed - (body.vx * course.nx + body.vy * course.ny)
    cross = course.nx * hit.ny - course.ny * hit.nx
    is_here = course.last_shape != NONE and course.time - course.since < MIN_FRACTION
    if is_here and lacking > 0.0 and abs(cross) > MIN_CROSS:
        body.vx = (course.speed * hit.ny - speed * course.ny) / cross
        body.vy = (speed * course.nx - course.speed * hit.nx) / cross
    course.nx, course.ny, course.speed, course.since = hit.nx, hit.ny, speed, course.time


@kernel
def bounce(t: Trace, n: int, hit: Hit, verdict: int) -> None:
    """Let projectile n ricochet off the surface that it has reached."""
    p, course, dt = t.rows[t.order[n]], t.courses[n], t.context.dt
    body, struck = t.bodies[p.body], t.proxies.shapes[hit.shape]
    path = path_from(t.bodies[struck.body], course.time)
    reflect(body, course, path, hit, restitution_of(t, body, struck, verdict), dt)
    stay_ahead(t, n, path, hit)
    stay_in_corner(body, course, hit)
    t.counts[0].woken += wake_body(t.bodies, p.body)
    course.dx, course.dy = body.vx * dt, body.vy * dt
    course.last_shape = hit.shape
    course.angle += course.time * course.turn  # it turns on with the next step
    course.turn = 0.0
    if not abs(course.dx) + abs(course.dy) <= MAX_LENGTH:
        land(t, n)


@inlined
def meet(t: Trace, n: int, w: Motion, length: float, hit: Hit) -> bool:
    """Let projectile n hit what is in its way; returns whether filters and hooks must be asked."""
    p, course = t.rows[t.order[n]], t.courses[n]
    struck = t.proxies.shapes[hit.shape]
    entity = t.bodies[struck.body].entity
    verdict = verdict_of(t, course.last_verdict, entity)
    if t.asks == 1 and verdict == NONE:
        ask(t, n, w, hit)
        return True
    bounces = use_up(t, p, entity)
    fraction = hit.fraction
    if bounces:  # a gap earlier, so that it stays in front
        closing, _ = closing_way(w, path_from(t.bodies[struck.body], w.time), touch_of(hit))
        gap = gap_of(w, t.context.slop)
        fraction = max(fraction - gap / max(closing, gap), 0.0)
    advance_on(course, p, w, length, fraction)
    record_shot(t, n, entity, struck.index, hit)
    if bounces:
        bounce(t, n, hit, verdict)
    elif p.spent == 1:
        land(t, n)
    return False


@inlined
def fly_leg(t: Trace, n: int) -> bool:
    """Fly projectile n to its next hit or its end; returns whether filters and hooks must be asked."""
    p, course = t.rows[t.order[n]], t.courses[n]
    w = remaining_leg(course)
    length = math.sqrt(w.dx * w.dx + w.dy * w.dy)
    range_left = max(p.max_distance - p.distance, 0.0)
    in_range = 1.0 if length <= range_left else range_left / length
    hit = cast_leg(t, n, w)
    if hit.shape != NONE and hit.fraction <= in_range:
        return meet(t, n, w, length, hit)
    advance_on(course, p, w, length, in_range)
    if in_range < 1.0:
        p.spent = 1
        record_shot(t, n, 0, 0, Hit(0.0, NONE, 0.0, 0.0, course.x, course.y))
        land(t, n)
    elif course.last_shape != NONE:
        land(t, n)
    course.state = ENDED
    return False


@inlined
def has_room(t: Trace) -> bool:
    """Whether there is room for what one leg records."""
    counts = t.counts[0]
    return bool(
        counts.shots < len(t.shots)
        and counts.pierced < len(t.pierced)
        and (t.asks == 0 or counts.verdicts < len(t.verdicts))
    )


@entry(TRACE)
def advance_projectiles(t: Trace) -> int:
    """Advance the projectiles that fly, from `counts.next` on.

    FULL: call again with more room. ASK: call again with answers to the new questions in `verdicts`.
    """
    counts = t.counts[0]
    while counts.next < len(t.order):
        n = counts.next
        course = t.courses[n]
        if course.state == NEW:
            begin_course(t, n)
        while course.state == FLYING:
            if not has_room(t):
                return FULL
            if fly_leg(t, n):
                break
        counts.next += 1
    counts.next = 0
    return ASK if counts.verdicts > counts.answered else DONE


@entry(TRACE)
def land_projectiles(t: Trace) -> None:
    """End all courses where they are, since the step cannot go on."""
    for n in range(len(t.order)):
        if t.courses[n].state == NEW:
            begin_course(t, n)
        if t.courses[n].state == FLYING:
            land(t, n)
