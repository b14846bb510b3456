"""The first hit of a projectile on a leg: a straight part of its way through the step.

A ray is as thick as the *gap*, a length just above rounding errors. So it slips through no joint, and what it
bounced off stays in front of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..arrays import FilterRows, Ints, Rows, wide
from ..ccd.next_event import swept_bounds_ray
from ..ccd.pair_casts import sweep_pair
from ..ccd.sweeps import Motion
from ..ccd.swept_body import body_path
from ..ccd.swept_shape import SweptShape, center_point, full_core, place_swept_shape, points_needed
from ..collide.dispatch import separate
from ..collide.manifold import Core, translate
from ..collide.ray import raycast
from ..collide.time_of_impact import Sweep
from ..compile import inlined, kernel
from ..contacts.one_way import is_on_solid_side, is_one_way
from ..math2d.core import CHAIN, HALF_PLANE, INSIDE, POINT, SEGMENT
from ..math2d.vec2 import Vec2
from ..spatial.filters import may_block, may_collide
from ..spatial.proxies import Proxies, shape_core
from ..spatial.slabs import Ray
from ..spatial.walk import next_on_ray, start_ray
from ..world.center import center_at
from .records import NONE, RAY, Trace
from .turning import Touch, cast_turning, comes_closer

SOLID, GRAZING, THIN = 0, 1, 2  # ways to cast: a shape that may graze, a shape that may not, a ray
MAX_GRAZE = 3.2  # slops: as deep as the sharpest corner of a shrunk shape lies below that of the shape
MIN_FRACTION = 1e-9  # of a leg: nearer hits are touches, which count only if the projectile moves closer
GAP = 3e-7  # as a fraction of the slop: what is left between a projectile and what it bounced off
ON_LINE = 0.5  # gaps: as deep in the thickness of a line none comes that flies, only what begins there
ROUNDING = 1e-13  # … but at least this share of the coordinates and of the way


class Hit(NamedTuple):
    """The first hit on a leg: fraction of the leg (2: none), row of the shape, outward normal, point."""

    fraction: float
    shape: int
    nx: float
    ny: float
    x: float
    y: float


@inlined
def touch_of(hit: Hit) -> Touch:
    """Return a hit without the number of its shape."""
    return Touch(hit.fraction, hit.nx, hit.ny, hit.x, hit.y)


NO_HIT = Hit(2.0, NONE, 0.0, 0.0, 0.0, 0.0)


@inlined
def gap_of(w: Motion, slop: float) -> float:
    """Return the gap on a leg."""
    return float(max(GAP * slop, ROUNDING * (abs(w.x) + abs(w.y) + abs(w.dx) + abs(w.dy))))


@kernel
def path_from(body: Any, time: float) -> Sweep:
    """Return a body's centre of mass at a time, and its motion over a whole step as the solver left it."""
    p = body_path(body)
    return Sweep(p.x + time * p.dx, p.y + time * p.dy, p.angle + time * p.turn, p.dx, p.dy, p.turn)


@inlined
def may_hit(filters: FilterRows, i: int, j: int) -> bool:
    """Whether a projectile's shape i may hit shape j. NONE: a projectile without Collider, on layer 1."""
    other = filters[j]
    if other.trigger == 1 or other.projectile == 1:
        return False
    if i == NONE:
        return bool(other.mask & 1 != 0 and other.layer != 0)
    return may_collide(filters, i, j) and may_block(filters, i, j)


@inlined
def has_pierced(pierced: Rows, row: int, entity: int) -> bool:
    """Whether an entity is in the list that ends in a row of PIERCED."""
    while row != NONE and pierced[row].entity != entity:
        row = pierced[row].before
    return row != NONE


@inlined
def verdict_of(t: Trace, row: int, entity: int) -> int:
    """Return the row of the verdict about an entity in the list that ends in a row of VERDICT, or NONE."""
    while row != NONE and t.bodies[t.verdicts[row].other_body].entity != entity:
        row = t.verdicts[row].before
    return row


@inlined
def contains_value(values: Ints, first: int, count: int, value: int) -> bool:
    """Whether `value` is among the `count` values from index `first` on."""
    k = first
    while k < first + count and values[k] != value:
        k += 1
    return k < first + count


@inlined
def passes(t: Trace, n: int, entity: int) -> bool:
    """Whether projectile n passes an entity.

    It ignores the entity, has pierced it since its last ricochet, or a filter or hook said so in this step.
    """
    p = t.rows[t.order[n]]
    if contains_value(t.ignored, p.first_ignored, p.ignored, entity):
        return True
    if has_pierced(t.pierced, p.last_pierced, entity):
        return True
    row = verdict_of(t, t.courses[n].last_verdict, entity)
    return row != NONE and t.verdicts[row].passes != 0


@kernel
def cast_ray(proxies: Proxies, shape: Any, body: Any, c: SweptShape, w: Motion, p: Sweep, slop: float) -> Hit:
    """Cast a leg of a ray against a shape that does not turn. Inside it the normal is against the way.

    A ray that starts on a line is on neither side of it, and leaves it wherever it goes.
    """
    gap = gap_of(w, slop)
    ox, oy = center_at(body, body.angle)
    core = shape_core(shape, p.x - ox - w.x, p.y - oy - w.y)
    is_flat = core.form == CHAIN or core.form == HALF_PLANE
    if not is_flat:
        core = Core(core.form, core.first, core.count, core.radius + gap, core.x, core.y)
    way = Vec2(w.dx - w.left * p.dx, w.dy - w.left * p.dy)
    fraction, normal = raycast(proxies.turned, core, Vec2(0.0, 0.0), way)
    if fraction > 1.0:
        return NO_HIT
    nx, ny = normal.x, normal.y
    if fraction == 0.0 and core.form != CHAIN:
        m = separate(proxies.turned, center_point(c), core)
        if core.form == SEGMENT and shape.radius == 0.0 and m.separation0 < -ON_LINE * gap:
            return NO_HIT
        if m.separation0 > -slop:  # no deeper than a touch
            nx, ny = 0.0 - m.nx, 0.0 - m.ny
    elif is_flat:
        fraction = max(fraction + gap / min(nx * way.x + ny * way.y, 0.0 - gap), 0.0)
    return Hit(fraction, NONE, nx, ny, w.x + fraction * w.dx, w.y + fraction * w.dy)


@kernel
def turns(is_ray: bool, c: SweptShape, w: Motion, p: Sweep) -> bool:
    """Whether a leg is one on which the projectile or its target turns; a disc around its middle does not."""
    return p.turn != 0.0 or (w.turn != 0.0 and not is_ray and c.upright == 0 and c.reach > c.radius)


@kernel
def cast_against(
    proxies: Proxies, way: int, j: int, last_shape: int, body: Any, c: SweptShape, w: Motion, slop: float
) -> Hit:
    """Cast a leg of a shape or a ray against shape j, which moves with its body.

    A touch is no hit if the surfaces come no closer, or if it has just bounced off that shape.
    """
    is_ray = way == THIN
    shape = proxies.shapes[j]
    if shape.form == INSIDE:  # of chain loops: entered through their segments
        return NO_HIT
    p = path_from(body, w.time)
    if turns(is_ray, c, w, p):
        is_new, gap = j != last_shape, gap_of(w, slop)
        found = cast_turning(proxies, shape, body, c, w, p, is_new, gap, slop)
        return Hit(found.fraction, j, found.nx, found.ny, found.x, found.y)
    if is_ray:
        hit = cast_ray(proxies, shape, body, c, w, p, slop)
    else:
        cast = sweep_pair(proxies.local, proxies.turned, shape, body, c, w, p, True, way == SOLID, slop)
        hit = Hit(cast.fraction, NONE, 0.0 - cast.nx, 0.0 - cast.ny, w.x + cast.x, w.y + cast.y)
    is_touch = hit.fraction < MIN_FRACTION
    if is_touch and (j == last_shape or not comes_closer(shape, c.radius, w, p, touch_of(hit))):
        return NO_HIT
    return Hit(hit.fraction, j, hit.nx, hit.ny, hit.x, hit.y)


@kernel
def still_grazes(
    proxies: Proxies, hit: Hit, body: Any, c: SweptShape, w: Motion, until: float, slop: float
) -> bool:
    """Whether a shape still overlaps another one, that it has touched on a leg, at a later fraction of it."""
    p = path_from(body, w.time)
    if p.turn != 0.0 or w.turn != 0.0:
        return False
    ox, oy = center_at(body, body.angle)
    x, y = p.x - ox - w.x + until * w.left * p.dx, p.y - oy - w.y + until * w.left * p.dy
    core = shape_core(proxies.shapes[hit.shape], x, y)
    m = separate(proxies.turned, translate(full_core(c), until * w.dx, until * w.dy), core)
    return bool(-MAX_GRAZE * slop < m.separation0 < 0.0)


@inlined
def cast_shape(t: Trace, n: int, i: int, c: SweptShape, w: Motion, best: Hit, way: int) -> Hit:
    """Return the earlier of `best` and the first hit of projectile n on a leg, with shape i or as a ray.

    A ray has the layers of shape i; NONE: it has no Collider. Hits at the same fraction go to the smaller
    entity. With GRAZING, what it only grazes on the way to the hit `best`, and still does then.
    """
    shapes, bodies, slop = t.proxies.shapes, t.bodies, t.context.slop
    own_body, last_shape = t.rows[t.order[n]].body, t.courses[n].last_shape
    bounds = Ray(w.x, w.y, w.dx, w.dy, 1.0, 0.0, 0.0)
    if way != THIN:
        bounds = swept_bounds_ray(t.proxies.turned, c, w, 1.0)
    until = best.fraction
    for part in range(2):
        place = start_ray(t.tree, part)
        while True:
            limit = min(best.fraction, 1.0)
            ray = Ray(bounds.x, bounds.y, bounds.dx, bounds.dy, limit, bounds.ex, bounds.ey)
            place = next_on_ray(t.tree, t.proxies.fat, ray, place)
            j = place.proxy
            if j == NONE:
                break
            row = shapes[j].body
            entity = bodies[row].entity
            if row == own_body or not may_hit(t.filters, i, j) or passes(t, n, entity):
                continue
            hit = cast_against(t.proxies, way, j, last_shape, bodies[row], c, w, slop)
            if not (hit.fraction <= 1.0 and hit.fraction <= best.fraction):
                continue
            is_tie = best.shape != NONE and hit.fraction == best.fraction
            if is_tie and bodies[shapes[best.shape].body].entity <= entity:
                continue
            if is_one_way(shapes[j]) and not is_on_solid_side(shapes[j], bodies[row].angle, hit.nx, hit.ny):
                continue
            if way == GRAZING and not still_grazes(t.proxies, hit, bodies[row], c, w, until, slop):
                continue
            best = hit
    return best


@inlined
def place_point(t: Trace) -> SweptShape:
    """Return the swept shape of a ray: a point."""
    for row in range(t.spare, t.spare + points_needed(1)):
        for column in range(4):
            t.proxies.local[row, column] = 0.0
            t.proxies.turned[row, column] = 0.0
    return SweptShape(POINT, t.spare, 1, 0.0, 0.0, 0.0, 0, 0.0, 0.0)


@inlined
def cast_leg(t: Trace, n: int, w: Motion) -> Hit:
    """Return the first hit of projectile n on a leg, with any of its shapes or, as a ray, with its origin.

    What it grazes by less than the slop is no hit, unless it hits something meanwhile: at the seam of two
    flush faces that is the end of the second one, with a normal of its own.
    """
    shapes, local, turned = t.proxies.shapes, t.proxies.local, t.proxies.turned
    p = t.rows[t.order[n]]
    if p.armed == 0:
        return NO_HIT
    body = t.bodies[p.body]
    if p.mode == RAY:
        return cast_shape(t, n, wide(body.first_shape), place_point(t), w, NO_HIT, THIN)
    best = NO_HIT
    for way in (SOLID, GRAZING):
        i = wide(body.first_shape)
        while i != NONE and (way == SOLID or best.shape != NONE):
            c = place_swept_shape(local, turned, shapes[i], body, w.angle, t.spare, t.context.slop)
            best = cast_shape(t, n, i, c, w, best, way)
            i = wide(shapes[i].next_shape)
    return best
