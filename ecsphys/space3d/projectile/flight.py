"""Projectiles in space: the motion of one step, cast from hit to hit.

As in the plane (`ecsphys.projectile`), but for turning: a projectile is cast with the orientation that it has
at the end of the step, and so is what it may hit; both move along straight lines.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...arrays import wide
from ...compile import entry, kernel
from ...contacts.table import WorldRows
from ...projectile.cast import may_hit
from ...projectile.records import ENDED, FLYING, KEPT, NEW, NONE, RAY
from ...projectile.trace import ASK, DONE, FULL
from ..collide.core import POINT, Core
from ..collide.dispatch import bounds_of, cast_cores, ray_core
from ..contacts.manifold_rows import velocity_at
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, add_scaled, dot, length, scale, subtract
from ..query.shared import is_before
from ..spatial.slabs import Ray, slabs_of
from ..spatial.walk import next_on_ray, start_walk
from ..world.center import place_of, way_of
from ..world.cores import IDENTITY, shape_core
from ..world.proxies import refresh_body
from ..world.waking import wake_body3
from .records import TRACE3, Trace3
from .shared import has_room, passes, use_up, verdict_of

NOWHERE = Vec3(0.0, 0.0, 0.0)
POINT_RAY = Core(POINT, 0, 0.0, NOWHERE, NOWHERE, IDENTITY)
GAP = 1e-3  # as a fraction of the slop: what is left between a projectile and what it bounced off
MIN_FRACTION = 1e-9  # of a leg: nearer hits are touches, which count only if the projectile moves closer
MAX_LENGTH = 1e150  # of a way whose square is finite: what is longer is not cast


class Struck(NamedTuple):
    """The first hit on a leg: fraction of the leg, row of the shape (NONE), outward normal, point."""

    fraction: float
    shape: int
    normal: Vec3
    point: Vec3


NOTHING = Struck(2.0, NONE, NOWHERE, NOWHERE)


@kernel
def begin_course(t: Trace3, n: int) -> None:
    """Begin the course of projectile n; a spent one stays where it was."""
    p, course = t.rows[t.order[n]], t.courses[n]
    body = t.bodies[p.body]
    way = way_of(body)
    if p.mode == RAY and body.awake == 1:
        way = Vec3(body.x - body.previous_x, body.y - body.previous_y, body.z - body.previous_z)
    course.time = 0.0
    course.x, course.y, course.z = body.x - way.x, body.y - way.y, body.z - way.z
    course.dx, course.dy, course.dz = way.x, way.y, way.z
    course.bounced, course.last_verdict, course.state = 0, NONE, FLYING
    if p.spent == 1:
        land(t, n)
    elif not abs(way.x) + abs(way.y) + abs(way.z) <= MAX_LENGTH:
        course.state = ENDED


@kernel
def land(t: Trace3, n: int) -> None:
    """End the course of projectile n where it is, and put its body there."""
    p, course, counts = t.rows[t.order[n]], t.courses[n], t.counts[0]
    body = t.bodies[p.body]
    course.state = ENDED
    body.x, body.y, body.z = course.x, course.y, course.z
    if p.spent == 1:
        body.vx, body.vy, body.vz = 0.0, 0.0, 0.0
        body.wx, body.wy, body.wz = 0.0, 0.0, 0.0
    counts.moved = refresh_body(body, t.proxies, counts.moved, 0, 1.0, t.context)


@kernel
def cast_at(t: Trace3, n: int, own: Core, i: int, start: Vec3, way: Vec3) -> Struck:
    """Return where the remaining leg of projectile n meets shape i, which moves as well."""
    p, left = t.rows[t.order[n]], 1.0 - t.courses[n].time
    shape = t.proxies.shapes[i]
    body = t.bodies[shape.body]
    other_way = scale(left, way_of(body))
    place = subtract(subtract(place_of(body), other_way), start)
    core, relative = shape_core(shape, body, place), subtract(way, other_way)
    if p.mode == RAY:
        hit = ray_core(t.proxies.solids, core, NOWHERE, relative)
    else:
        hit = cast_cores(t.proxies.solids, own, relative, core)
    if hit.found == 0:
        return NOTHING
    closing = dot(hit.normal, relative)
    normal = hit.normal if closing <= 0.0 else scale(-1.0, hit.normal)
    if hit.fraction <= MIN_FRACTION and closing == 0.0:
        return NOTHING  # it slides along
    return Struck(hit.fraction, i, normal, add(start, add_scaled(hit.point, hit.fraction, other_way)))


@kernel
def cast_solid(t: Trace3, n: int, own: Core, own_row: int, start: Vec3, way: Vec3, best: Struck) -> Struck:
    """Return the earlier of a hit and the first one of a solid of projectile n on its remaining leg."""
    scene = WorldRows(t.bodies, t.proxies.shapes, t.filters)
    lx, ly, lz, ux, uy, uz = bounds_of(t.proxies.solids, own)
    x, y, z = 0.5 * (lx + ux), 0.5 * (ly + uy), 0.5 * (lz + uz)
    middle = Vec3(start.x + x, start.y + y, start.z + z)
    ray = Ray(middle.x, middle.y, middle.z, way.x, way.y, way.z, 1.0, ux - x, uy - y, uz - z)
    slabs = slabs_of(ray)
    for part in range(2):
        state = next_on_ray(t.tree, slabs, min(best.fraction, 1.0), start_walk(t.tree, part))
        while state.proxy != NONE:
            i = state.proxy
            body = t.proxies.shapes[i].body
            if may_hit(t.filters, own_row, i) and not passes(t, n, t.bodies[body].entity):
                hit = cast_at(t, n, own, i, start, way)
                is_tie = hit.shape != NONE and hit.fraction == best.fraction
                if hit.fraction < best.fraction or (is_tie and is_before(scene, i, best.shape)):
                    best = hit
            state = next_on_ray(t.tree, slabs, min(best.fraction, 1.0), state)
    return best


@kernel
def cast_leg(t: Trace3, n: int, start: Vec3, way: Vec3) -> Struck:
    """Return the first hit of projectile n on its remaining leg."""
    p, best = t.rows[t.order[n]], NOTHING
    body = t.bodies[p.body]
    i = wide(body.first_shape)
    if p.armed == 0:
        return best
    if p.mode == RAY:
        return cast_solid(t, n, POINT_RAY, i, start, way, best)
    while i != NONE:
        shape = t.proxies.shapes[i]
        best = cast_solid(t, n, shape_core(shape, body, NOWHERE), i, start, way, best)
        i = wide(shape.next_shape)
    return best


@kernel
def record_shot(t: Trace3, n: int, target: int, shape: int, hit: Struck) -> None:
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
    shot.x, shot.y, shot.z = hit.point.x, hit.point.y, hit.point.z
    shot.nx, shot.ny, shot.nz = hit.normal.x, hit.normal.y, hit.normal.z
    shot.distance = p.distance
    shot.speed = length(Vec3(body.vx, body.vy, body.vz))


@kernel
def ask(t: Trace3, n: int, shape: int) -> None:
    """Write down a question about a hit for filters; its answer takes part in the next cast."""
    p, course, counts = t.rows[t.order[n]], t.courses[n], t.counts[0]
    verdict = t.verdicts[counts.verdicts]
    verdict.body, verdict.other_body = p.body, t.proxies.shapes[shape].body
    verdict.passes, verdict.restitution = 0, KEPT
    verdict.before = course.last_verdict
    course.last_verdict = counts.verdicts
    counts.verdicts += 1


@kernel
def bounce(t: Trace3, n: int, hit: Struck) -> None:
    """Let projectile n ricochet off the surface that it has reached."""
    p, course, dt = t.rows[t.order[n]], t.courses[n], t.context.dt
    body, struck = t.bodies[p.body], t.proxies.shapes[hit.shape]
    other = t.bodies[struck.body]
    own = 1.0 if body.first_shape == NONE else t.proxies.shapes[body.first_shape].restitution
    e = max(own, struck.restitution)
    v, normal = Vec3(body.vx, body.vy, body.vz), hit.normal
    u = subtract(v, velocity_at(other, subtract(hit.point, place_of(other))))
    v = add_scaled(v, -(1.0 + e) * min(dot(u, normal), 0.0), normal)
    body.vx, body.vy, body.vz = v.x, v.y, v.z
    t.counts[0].woken += wake_body3(t.bodies, p.body)
    course.dx, course.dy, course.dz = v.x * dt, v.y * dt, v.z * dt
    course.bounced = 1
    if not abs(course.dx) + abs(course.dy) + abs(course.dz) <= MAX_LENGTH:
        land(t, n)


@kernel
def advance_on(course: Any, p: Any, way: Vec3, fraction: float) -> None:
    """Advance a projectile on a leg."""
    p.distance += fraction * length(way)
    course.x += fraction * way.x
    course.y += fraction * way.y
    course.z += fraction * way.z
    course.time = min(course.time + fraction * (1.0 - course.time), 1.0)


@kernel
def meet(t: Trace3, n: int, way: Vec3, hit: Struck) -> bool:
    """Let projectile n hit what is in its way; returns whether filters must be asked."""
    p, course = t.rows[t.order[n]], t.courses[n]
    struck = t.proxies.shapes[hit.shape]
    entity = t.bodies[struck.body].entity
    if t.asks == 1 and verdict_of(t, course.last_verdict, entity) == NONE:
        ask(t, n, hit.shape)
        return True
    bounces, fraction = use_up(t, p, entity), hit.fraction
    if bounces:  # a gap earlier, so that it stays in front
        other_way = scale(1.0 - course.time, way_of(t.bodies[struck.body]))
        gap = GAP * t.context.slop
        fraction = max(fraction - gap / max(-dot(hit.normal, subtract(way, other_way)), gap), 0.0)
    advance_on(course, p, way, fraction)
    record_shot(t, n, entity, struck.index, hit)
    if bounces:
        bounce(t, n, hit)
    elif p.spent == 1:
        land(t, n)
    return False


@kernel
def fly_leg(t: Trace3, n: int) -> bool:
    """Fly projectile n to its next hit or its end; returns whether filters must be asked."""
    p, course = t.rows[t.order[n]], t.courses[n]
    start, left = Vec3(course.x, course.y, course.z), 1.0 - course.time
    way = Vec3(left * course.dx, left * course.dy, left * course.dz)
    long, range_left = length(way), max(p.max_distance - p.distance, 0.0)
    in_range = 1.0 if long <= range_left else range_left / long
    hit = cast_leg(t, n, start, way)
    if hit.shape != NONE and hit.fraction <= in_range:
        return meet(t, n, way, hit)
    advance_on(course, p, way, in_range)
    if in_range < 1.0:
        p.spent = 1
        record_shot(t, n, 0, 0, Struck(0.0, NONE, NOWHERE, Vec3(course.x, course.y, course.z)))
        land(t, n)
    elif course.bounced == 1:
        land(t, n)
    course.state = ENDED
    return False


@entry(TRACE3)
def advance_projectiles3(t: Trace3) -> int:
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


@entry(TRACE3)
def land_projectiles3(t: Trace3) -> None:
    """End all courses where they are, since the step cannot go on."""
    for n in range(len(t.order)):
        if t.courses[n].state == NEW:
            begin_course(t, n)
        if t.courses[n].state == FLYING:
            land(t, n)
