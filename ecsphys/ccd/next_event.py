"""What a flyer meets next, or passed: its shapes swept through the tree of the broad phase."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from .. import constants
from ..arrays import BodyRows, ContactRows, FilterRows, Ints, PointRows, ShapeRows, SweptRows, wide
from ..collide.bounds import core_bounds
from ..collide.cast import Cast, shape_cast
from ..collide.manifold import translate
from ..collide.time_of_impact import Sweep
from ..compile import INT, array, group, inlined, kernel
from ..contacts.one_way import is_on_solid_side, is_one_way
from ..contacts.speculative import is_swept_against
from ..contacts.table import TABLE, Table, mix_surfaces
from ..settings import CONTEXT, StepContext
from ..spatial.filters import may_block, may_collide
from ..spatial.pair_index import MISSING, lookup
from ..spatial.pair_keys import pair_key
from ..spatial.proxies import PROXIES, Proxies, core_from, shape_core
from ..spatial.quadtree.nodes import NONE, TREE, Tree
from ..spatial.walk import Ray, WalkState, next_on_ray, start_ray
from ..world.bodies import BODY
from ..world.center import center_at
from ..world.contacts import PASSING
from ..world.events import BEYOND
from ..world.shapes import FILTER
from .records import CHANGED, CROSSINGS, EXCUSED, FLIGHT, NOBODY, Flight
from .sweeps import Way, sweep_straight, sweep_turning
from .swept_body import path_at
from .swept_shape import Carried, carry, lay, rows_of, whole

AHEAD, PASSED = 0, 1  # what is looked for: the next impact, or what a leg of the way went through


class Sky(NamedTuple):
    """All that a flight needs of its world.

    `spare` is the first free row of the point pools; `watched` says in bits who wants to know what is passed:
    1 for solid shapes that do not push, 2 for triggers, 4 if masks alone keep some from pushing; `asks` is 1
    if filters or hooks are to be asked; `parts` of the tree are searched, 1 if what moves does not matter.
    """

    tree: Tree
    bodies: BodyRows
    proxies: Proxies
    filters: FilterRows
    solid: Table
    flight: Flight
    context: StepContext
    spare: int
    watched: int
    asks: int
    parts: int


SKY = group(Sky, TREE, array(BODY), PROXIES, array(FILTER), TABLE, FLIGHT, CONTEXT, INT, INT, INT, INT)


@kernel
def pushes(filters: FilterRows, i: int, j: int, response: int) -> bool:
    """Whether shape i, that may meet shape j, is stopped by it; what is kinematic is by static ones."""
    a, b = filters[i], filters[j]
    if response == 0 or a.trigger + b.trigger + a.projectile + b.projectile != 0:
        return False
    if not may_block(filters, i, j):
        return False
    return bool(a.dynamic + b.dynamic > 0 or b.mobile == 0)


@inlined
def looks_for(filters: FilterRows, i: int, j: int, task: int, response: int, watched: int) -> bool:
    """Whether a search for AHEAD or PASSED is about shapes i and j."""
    if not may_collide(filters, i, j):
        return False
    if task == AHEAD:
        return pushes(filters, i, j, response)
    if filters[i].trigger + filters[j].trigger != 0:
        return watched & 2 != 0
    if filters[i].projectile + filters[j].projectile != 0:
        return False
    return watched & 1 != 0 and not pushes(filters, i, j, response)


@kernel
def way_of(f: Any, until: float) -> Way:
    """A flyer's way from where it is to a time."""
    left = until - f.time
    return Way(f.x, f.y, f.angle, left * f.dx, left * f.dy, left * f.turn, f.time, left)


@kernel
def swept_box(turned: PointRows, c: Carried, w: Way, limit: float) -> Ray:
    """The way of a carried shape as a ray with the half sides of its box; of its circle if it turns."""
    if w.turn != 0.0 and c.upright == 0:
        return Ray(w.x, w.y, w.dx, w.dy, limit, c.reach, c.reach)
    lx, ly, ux, uy = core_bounds(turned, whole(c))
    x, y = 0.5 * (lx + ux), 0.5 * (ly + uy)
    return Ray(w.x + x, w.y + y, w.dx, w.dy, limit, ux - x, uy - y)


@inlined
def paths_meet(a: Any, b: Any) -> bool:
    """Whether the boxes around what is left of two flyers' paths overlap."""
    return bool((a.lx <= b.ux) & (b.lx <= a.ux) & (a.ly <= b.uy) & (b.ly <= a.uy))


@kernel
def next_changed(
    bodies: BodyRows, flyers: SweptRows, shapes: ShapeRows, changed: Ints, count: int, k: int, at: int, j: int
) -> WalkState:
    """The next shape of a flyer whose path changed and may cross that of flyer k; NONE after the last.

    `at` is its place in `changed` and `j` the shape before (NONE at first), as in `next_on_ray`.
    """
    if j != NONE:
        j = shapes[j].next_shape
        if j != NONE:
            return WalkState(at, wide(j))
        at += 1
    f = flyers[k]
    while at < count:
        other = flyers[changed[at]]
        if changed[at] != k and paths_meet(f, other):
            first = wide(bodies[other.body].first_shape)
            if first != NONE:
                return WalkState(at, first)
        at += 1
    return WalkState(at, NONE)


@inlined
def look(sky: Sky, k: int, task: int, until: float) -> None:
    """Look for what flyer k meets next (AHEAD: noted in it), or what it went through (PASSED: logged)."""
    tree = sky.tree
    shapes, fat, _, local, turned, _ = sky.proxies
    flyers, slots, _, _, changed, excused, _, _, crossings, counts = sky.flight
    bodies, filters = sky.bodies, sky.filters
    contacts, contact_index = sky.solid.contacts, sky.solid.contact_index
    response, slop, dt = sky.context.response, sky.context.slop, sky.context.dt
    f = flyers[k]
    w = way_of(f, until)
    i = bodies[f.body].first_shape
    while i != NONE:
        if (task == AHEAD and filters[i].trigger == 1) or w.left <= 0.0:
            i = shapes[i].next_shape
            continue
        c = carry(local, turned, shapes[i], bodies[f.body], f.angle, sky.spare, slop)
        box = swept_box(turned, c, w, 1.0)
        for part in range(sky.parts + 1):
            in_tree = part < sky.parts
            place = start_ray(tree, part) if in_tree else WalkState(0, NONE)
            while True:
                limit = min((f.due - w.time) / w.left, 1.0) if task == AHEAD else 1.0
                if in_tree:
                    ray = Ray(box.x, box.y, box.dx, box.dy, limit, box.ex, box.ey)
                    place = next_on_ray(tree, fat, ray, place)
                else:
                    place = next_changed(
                        bodies, flyers, shapes, changed, counts[CHANGED], k, place.top, place.proxy
                    )
                j = place.proxy
                if j == NONE:
                    break
                if not looks_for(filters, i, j, task, response, sky.watched):
                    continue
                other = shapes[j].body
                slot = slots[other]
                if in_tree and slot != NOBODY and flyers[slot].changed == 1:
                    continue  # its path is not where the tree has it
                if task == AHEAD and not is_swept_against(bodies[f.body], bodies[other]):
                    continue
                if has(excused, 0, counts[EXCUSED], pair_key(f.body, other)):
                    continue
                p = path_at(bodies, flyers, slots, other, w.time)
                hit = sweep_pair(
                    local, turned, shapes[j], bodies[other], c, w, p, slot == NOBODY, task == AHEAD, slop
                )
                if hit.fraction > 1.0:
                    continue
                if task == PASSED:
                    left = time_out(turned, c, w, shapes[j], bodies[other], p)
                    row = counts[CROSSINGS]
                    counts[CROSSINGS] += 1
                    if row < len(crossings):
                        log_crossing(crossings[row], bodies, filters, i, j, w, hit, left, dt)
                    continue
                if one_way_passes(shapes, bodies, contacts, contact_index, i, j, hit):
                    continue
                note_meeting(f, shapes, i, j, w, hit, flyers[slot].version if slot != NOBODY else 0)
        i = shapes[i].next_shape


@inlined
def has(values: Ints, first: int, count: int, value: int) -> bool:
    """Whether one of `count` values from `first` on is the one looked for."""
    k = first
    while k < first + count and values[k] != value:
        k += 1
    return k < first + count


@kernel
def sweep_pair(
    local: PointRows,
    turned: PointRows,
    shape: Any,
    body: Any,
    c: Carried,
    w: Way,
    path: Sweep,
    settled: bool,
    solid: bool,
    slop: float,
) -> Cast:
    """The first touch of a carried shape and another on the way; lengths count from the way's start.

    `path` is the other body's, for a whole step; `settled` says that its rows in `turned` are turned as
    they should be if it does not turn.
    """
    p = Sweep(path.x - w.x, path.y - w.y, path.angle, w.left * path.dx, w.left * path.dy, w.left * path.turn)
    # Points of a rounded shape are no further out than this: a disc about its centre may turn as it likes.
    arm, other_arm = max(c.reach - c.radius, 0.0), max(body.reach - shape.radius, 0.0)
    far = abs(w.turn) * arm + abs(p.turn) * other_arm > constants.SPIN_THRESHOLD * min(slop, c.thin)
    if p.turn == 0.0 and settled and not far:
        ox, oy = center_at(body, body.angle)
        b = shape_core(shape, p.x - ox, p.y - oy)
        return sweep_straight(turned, c, w, p, b, solid, slop)
    first = c.first + rows_of(c.count)
    lay(local, turned, shape, body, p.angle, first)
    b = core_from(shape, first, p.x, p.y)
    if not far:
        return sweep_straight(turned, c, w, p, b, solid, slop)
    if shape.upright == 1:
        p = Sweep(p.x, p.y, 0.0, p.dx, p.dy, 0.0)
    return sweep_turning(local, turned, c, w, b, p, solid, slop)


@kernel
def time_out(turned: PointRows, c: Carried, w: Way, shape: Any, body: Any, path: Sweep) -> float:
    """When a carried shape has left another one on its way, BEYOND if it has not: the cast backwards."""
    dx, dy = w.dx - w.left * path.dx, w.dy - w.left * path.dy
    ox, oy = center_at(body, body.angle)
    b = shape_core(shape, path.x - w.x - ox, path.y - w.y - oy)
    hit = shape_cast(turned, translate(whole(c), dx, dy), -dx, -dy, b)
    if hit.fraction == 0.0 or hit.fraction > 1.0:
        return BEYOND
    return w.time + (1.0 - hit.fraction) * w.left


@kernel
def one_way_passes(
    shapes: ShapeRows, bodies: BodyRows, contacts: ContactRows, contact_index: Ints, i: int, j: int, hit: Cast
) -> bool:
    """Whether a one-way shape lets through what hits it so, or has let it in before."""
    a, b = shapes[i], shapes[j]
    of_a, of_b = is_one_way(a), is_one_way(b)
    if not (of_a or of_b):
        return False
    row = lookup(contact_index, pair_key(i, j))
    if row != MISSING and contacts[row].one_way & PASSING != 0:
        return True
    if of_a and not is_on_solid_side(a, bodies[a.body].angle, hit.nx, hit.ny):
        return True
    return bool(of_b and not is_on_solid_side(b, bodies[b.body].angle, -hit.nx, -hit.ny))


@kernel
def note_meeting(f: Any, shapes: ShapeRows, i: int, j: int, w: Way, hit: Cast, version: int) -> None:
    """Note what a flyer meets, if it comes before what it met so far; at the same time the smaller shape."""
    time = w.time + hit.fraction * w.left
    if time > f.due or (time == f.due and j > f.other):
        return
    f.due = time
    f.own = i
    f.other = j
    f.other_version = version
    f.judged = 0
    mix_surfaces(f, shapes[i], shapes[j])
    f.nx, f.ny = hit.nx, hit.ny
    f.px, f.py = w.x + hit.x, w.y + hit.y


@kernel
def log_crossing(
    crossing: Any,
    bodies: BodyRows,
    filters: FilterRows,
    i: int,
    j: int,
    w: Way,
    hit: Cast,
    left: float,
    dt: float,
) -> None:
    """Write down that shape i went into shape j, seen from the smaller entity."""
    nx, ny = hit.nx, hit.ny
    speed = (w.dx * nx + w.dy * ny) / (w.left * dt)
    if bodies[filters[i].body].entity > bodies[filters[j].body].entity:
        i, j, nx, ny = j, i, 0.0 - nx, 0.0 - ny
    crossing.body_a = filters[i].body
    crossing.body_b = filters[j].body
    crossing.trigger_a = filters[i].trigger
    crossing.trigger_b = filters[j].trigger
    crossing.entry_time = w.time + hit.fraction * w.left
    crossing.exit_time = left
    crossing.nx, crossing.ny = nx, ny
    crossing.x, crossing.y = w.x + hit.x, w.y + hit.y
    crossing.speed = max(speed, 0.0)


@kernel
def start_search(f: Any) -> None:
    """Forget what a flyer was to meet."""
    f.due = math.inf
    f.other = NONE
