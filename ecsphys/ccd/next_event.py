"""The next impact of a swept body, or its passages, found by sweeping its shapes through the broad phase."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from .. import constants
from ..arrays import BodyRows, Boxes, ContactRows, FilterRows, Ints, PointRows, Rows, ShapeRows, wide
from ..collide.bounds import core_bounds
from ..collide.cast import Cast
from ..collide.time_of_impact import Sweep
from ..compile import INT, array, group, inlined, kernel
from ..contacts.manifold_rows import mix_surfaces
from ..contacts.one_way import is_on_solid_side, is_one_way
from ..contacts.speculative import is_swept_against
from ..contacts.table import TABLE, Table
from ..math2d.core import HALF_PLANE
from ..settings import CONTEXT, StepContext
from ..spatial.filters import may_block, may_collide
from ..spatial.pair_index import MISSING, lookup
from ..spatial.pair_keys import pair_key
from ..spatial.proxies import PROXIES, Proxies
from ..spatial.slabs import Ray
from ..spatial.walk import NONE, PROXY_TREE, ProxyTree, WalkState, next_on_ray, start_ray
from ..world.areas import EFFECT
from ..world.bodies import BODY, DYNAMIC, KINEMATIC, STATIC
from ..world.contacts import PASSING
from ..world.shapes import FILTER
from .pair_casts import exit_time, sweep_other, sweep_pair, sweeps_other
from .records import CCD_STATE, NOT_SWEPT, CcdState
from .sweeps import Motion
from .swept_body import path_at
from .swept_shape import SweptShape, full_core, place_swept_shape

FIND_IMPACT, FIND_PASSAGES = 0, 1  # tasks: the next impact, or all passages on a part of the path
# Bits of `watched`: the passages that listeners need.
WATCH_SOLIDS, WATCH_TRIGGERS, WATCH_MASKED = 1, 2, 4


class CcdContext(NamedTuple):
    """The state of continuous collision, and the arrays of the world that it reads.

    `spare` is the first free row of the point pools. `watched` has the bits WATCH_SOLIDS (solid shapes that
    do not push), WATCH_TRIGGERS, and WATCH_MASKED (some shapes detect what their mask does not push).
    `asks` has the bits ASK_FILTERS, ASK_HOOKS and ASK_JOINTS if they decide about impacts. `parts` of the
    tree are searched: 1 without moving proxies. `effects`: see `world.areas`.
    """

    tree: ProxyTree
    bodies: BodyRows
    proxies: Proxies
    filters: FilterRows
    solid: Table
    state: CcdState
    context: StepContext
    spare: int
    watched: int
    asks: int
    parts: int
    effects: Rows


CCD_CONTEXT = group(
    CcdContext, PROXY_TREE, array(BODY), PROXIES, array(FILTER), TABLE, CCD_STATE, CONTEXT, INT, INT, INT,
    INT, array(EFFECT),
)  # fmt: skip


@kernel
def is_stopped_by(filters: FilterRows, i: int, j: int, response: int) -> bool:
    """Whether shape j stops shape i. Kinematic shapes are stopped by static ones only."""
    a, b = filters[i], filters[j]
    if response == 0 or a.trigger + b.trigger + a.projectile + b.projectile != 0:
        return False
    if not may_block(filters, i, j):
        return False
    return bool(a.dynamic + b.dynamic > 0 or b.mobile == 0)


@inlined
def is_relevant(filters: FilterRows, i: int, j: int, task: int, response: int, watched: int) -> bool:
    """Whether shapes i and j take part in a search."""
    if not may_collide(filters, i, j):
        return False
    if task == FIND_IMPACT:
        return is_stopped_by(filters, i, j, response)
    if filters[i].trigger + filters[j].trigger != 0:
        return watched & WATCH_TRIGGERS != 0
    if filters[i].projectile + filters[j].projectile != 0:
        return False
    return watched & WATCH_SOLIDS != 0 and not is_stopped_by(filters, i, j, response)


@kernel
def motion_between(s: Any, begin: float, until: float) -> Motion:
    """Return the motion of a swept body on its present path between two times."""
    since, left = begin - s.time, until - begin
    x, y, angle = s.x + since * s.dx, s.y + since * s.dy, s.angle + since * s.turn
    return Motion(x, y, angle, left * s.dx, left * s.dy, left * s.turn, begin, left)


@kernel
def swept_bounds_ray(turned: PointRows, c: SweptShape, w: Motion, limit: float) -> Ray:
    """Return a shape's bounds in motion as a ray with half extents; its bounding circle if it turns."""
    if w.turn != 0.0 and c.upright == 0:
        return Ray(w.x, w.y, w.dx, w.dy, limit, c.reach, c.reach)
    lx, ly, ux, uy = core_bounds(turned, full_core(c))
    x, y = 0.5 * (lx + ux), 0.5 * (ly + uy)
    return Ray(w.x + x, w.y + y, w.dx, w.dy, limit, ux - x, uy - y)


@inlined
def bounds_overlap(a: Any, boxes: Boxes, at: int) -> bool:
    """Whether the bounds of the remaining paths of a swept body and of a changed one overlap."""
    return bool(
        (a.lx <= boxes[at, 2]) & (boxes[at, 0] <= a.ux) & (a.ly <= boxes[at, 3]) & (boxes[at, 1] <= a.uy)
    )


@kernel
def next_changed(bodies: BodyRows, state: CcdState, shapes: ShapeRows, k: int, at: int, j: int) -> WalkState:
    """Return the next shape of a body with a changed path that may cross swept body k, NONE at the end.

    `at` is the index in `state.changed`, `j` the shape before (NONE at first), as in `next_on_ray`.
    """
    if j != NONE:
        j = shapes[j].next_shape
        if j != NONE:
            return WalkState(at, NONE, wide(j))
        at += 1
    s, changed = state.swept[k], state.changed
    while at < state.counts[0].changed:
        if bounds_overlap(s, state.changed_bounds, at) and changed[at] != k:
            first = wide(bodies[state.swept[changed[at]].body].first_shape)
            if first != NONE:
                return WalkState(at, NONE, first)
        at += 1
    return WalkState(at, NONE, NONE)


@inlined
def find_meetings(ccd: CcdContext, k: int, task: int, until: float) -> None:
    """Search the next impact of swept body k (FIND_IMPACT), or record its passages (FIND_PASSAGES).

    Impacts are searched from the last one on: before that time, others may have been on another path.
    """
    shapes, local, turned = ccd.proxies.shapes, ccd.proxies.local, ccd.proxies.turned
    s = ccd.state.swept[k]
    begin = max(s.time, ccd.state.counts[0].now if task == FIND_IMPACT else s.scanned)
    w = motion_between(s, begin, until)
    body = ccd.bodies[s.body]
    i = body.first_shape
    while i != NONE:
        if w.left > 0.0 and not (task == FIND_IMPACT and ccd.filters[i].trigger == 1):
            c = place_swept_shape(local, turned, shapes[i], body, w.angle, ccd.spare, ccd.context.slop)
            bounds = swept_bounds_ray(turned, c, w, 1.0)
            for part in range(ccd.parts + 1):
                search_part(ccd, k, task, i, c, w, bounds, part)
        i = shapes[i].next_shape


@inlined
def search_part(
    ccd: CcdContext, k: int, task: int, i: int, c: SweptShape, w: Motion, bounds: Ray, part: int
) -> None:
    """Test shape i of swept body k against a part of the tree; the last part: bodies with changed paths."""
    state, shapes, slop = ccd.state, ccd.proxies.shapes, ccd.context.slop
    local, turned, swept, slots = ccd.proxies.local, ccd.proxies.turned, state.swept, state.slots
    s = swept[k]
    in_tree = part < ccd.parts
    place = start_ray(ccd.tree, part) if in_tree else WalkState(0, NONE, NONE)
    while True:
        limit = min((s.impact_time - w.time) / w.left, 1.0) if task == FIND_IMPACT else 1.0
        if in_tree:
            ray = Ray(bounds.x, bounds.y, bounds.dx, bounds.dy, limit, bounds.ex, bounds.ey)
            place = next_on_ray(ccd.tree, ccd.proxies.fat, ray, place)
        else:
            place = next_changed(ccd.bodies, state, shapes, k, place.top, place.proxy)
        j = place.proxy
        if j == NONE:
            break
        if not is_candidate(ccd, s, i, j, task, in_tree):
            continue
        other = shapes[j].body
        slot = slots[other]
        path = path_at(ccd.bodies, swept, slots, other, w.time)
        if shapes[j].form != HALF_PLANE and stay_apart(c, w, ccd.bodies[other], path, limit, slop):
            continue
        if task == FIND_PASSAGES:
            find_passage(ccd, s, i, j, c, w, path)
            continue
        if sweeps_other(c, ccd.bodies[other]):
            hit = sweep_other(local, turned, shapes[j], ccd.bodies[other], c, w, path, slop)
        else:
            hit = sweep_pair(
                local, turned, shapes[j], ccd.bodies[other], c, w, path, slot == NOT_SWEPT, True, slop
            )
        if hit.fraction <= 1.0 and not passes_one_way(
            shapes, ccd.bodies, ccd.solid.contacts, ccd.solid.contact_index, i, j, hit
        ):
            version = swept[slot].version if slot != NOT_SWEPT else 0
            record_impact_candidate(s, shapes, i, j, w, hit, version)


@inlined
def find_passage(ccd: CcdContext, s: Any, i: int, j: int, c: SweptShape, w: Motion, path: Sweep) -> None:
    """Record the passage of shape i of a swept body through shape j, if there is one."""
    shape, swept, slot = ccd.proxies.shapes[j], ccd.state.swept, ccd.state.slots[ccd.proxies.shapes[j].body]
    begin = w.time if slot == NOT_SWEPT else swept[slot].time
    if begin <= w.time:
        cast_passage(ccd, i, j, c, w, path)
    elif begin < w.time + w.left:
        # The present path of the other body begins later; up to there its own passages are known.
        local, turned, slop = ccd.proxies.local, ccd.proxies.turned, ccd.context.slop
        own, body = ccd.proxies.shapes[i], ccd.bodies[s.body]
        rest = motion_between(s, begin, w.time + w.left)
        later = place_swept_shape(local, turned, own, body, rest.angle, c.first, slop)
        path = path_at(ccd.bodies, swept, ccd.state.slots, shape.body, begin)
        cast_passage(ccd, i, j, later, rest, path)
        place_swept_shape(local, turned, own, body, w.angle, c.first, slop)


@inlined
def cast_passage(ccd: CcdContext, i: int, j: int, c: SweptShape, w: Motion, path: Sweep) -> None:
    """Cast a swept shape against what does not stop it, and record a hit."""
    shape = ccd.proxies.shapes[j]
    hit = sweep_pair(
        ccd.proxies.local, ccd.proxies.turned, shape, ccd.bodies[shape.body], c, w, path, False, False,
        ccd.context.slop,
    )  # fmt: skip
    if hit.fraction <= 1.0:
        record_crossing(ccd, i, j, c, w, hit, path)


@inlined
def stay_apart(c: SweptShape, w: Motion, body: Any, path: Sweep, limit: float, slop: float) -> bool:
    """Whether the discs around a swept body and another one stay further apart than the slop.

    Up to a fraction of the motion. Most boxes of fast bodies overlap, few of their paths come close.
    """
    x, y = path.x - w.x, path.y - w.y
    dx, dy = w.left * path.dx - w.dx, w.left * path.dy - w.dy
    closing, speed = -(x * dx + y * dy), dx * dx + dy * dy
    nearest = 0.0
    if closing > 0.0:
        nearest = limit if closing >= limit * speed else closing / speed
    x, y = x + nearest * dx, y + nearest * dy
    reach = c.reach + body.reach + slop
    return bool(x * x + y * y > reach * reach)


@inlined
def is_candidate(ccd: CcdContext, s: Any, i: int, j: int, task: int, in_tree: bool) -> bool:
    """Whether shape i of a swept body must be cast against shape j."""
    state = ccd.state
    if not is_relevant(ccd.filters, i, j, task, ccd.context.response, ccd.watched):
        return False
    other = ccd.proxies.shapes[j].body
    slot = state.slots[other]
    if in_tree and slot != NOT_SWEPT and state.swept[slot].changed != 0:
        return False  # the tree holds the path it had before
    if task == FIND_IMPACT and not is_obstacle(ccd, s, other):
        return False
    key = pair_key(s.body, other)
    return state.counts[0].ignored_pairs == 0 or lookup(state.ignored_index, key) == MISSING


@inlined
def is_obstacle(ccd: CcdContext, s: Any, other: int) -> bool:
    """Whether an impact of a swept body with another one counts.

    What has spent its impacts looks for bodies that still bounce off it, carry it or are stopped by it: its
    path has just changed, and they do not look again.
    """
    body = ccd.bodies[other]
    if not is_swept_against(ccd.bodies[s.body], body):
        return False
    if s.impacts < constants.MAX_IMPACTS or s.carried == 1:
        return True
    slot = ccd.state.slots[other]
    if body.kind == STATIC:
        return False
    if body.kind == KINEMATIC and s.impacts < constants.LAST_IMPACT:
        return True
    if slot == NOT_SWEPT:
        return bool(body.kind == DYNAMIC)
    return bool(ccd.state.swept[slot].impacts < constants.MAX_IMPACTS or ccd.state.swept[slot].carried == 1)


@kernel
def passes_one_way(
    shapes: ShapeRows, bodies: BodyRows, contacts: ContactRows, contact_index: Ints, i: int, j: int, hit: Cast
) -> bool:
    """Whether a one-way shape lets this hit through, or has let the other shape in before."""
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
def record_impact_candidate(
    s: Any, shapes: ShapeRows, i: int, j: int, w: Motion, hit: Cast, version: int
) -> None:
    """Keep an impact if it is earlier than the one known so far; ties go to the smaller row of SHAPE."""
    time = w.time + hit.fraction * w.left
    if time > s.impact_time or (time == s.impact_time and j > s.other_shape):
        return
    s.impact_time = time
    s.own_shape = i
    s.other_shape = j
    s.other_version = version
    s.asked = 0
    mix_surfaces(s, shapes[i], shapes[j])
    s.nx, s.ny = hit.nx, hit.ny
    s.px, s.py = w.x + hit.x, w.y + hit.y


@inlined
def record_crossing(
    ccd: CcdContext, i: int, j: int, c: SweptShape, w: Motion, hit: Cast, path: Sweep
) -> None:
    """Record that shape i passed into shape j, seen from the smaller entity; without room only count it."""
    counts, crossings, filters = ccd.state.counts[0], ccd.state.crossings, ccd.filters
    if counts.crossings == len(crossings):
        counts.missing += 1
        return
    shapes = ccd.proxies.shapes
    other = shapes[j]
    crossing = crossings[counts.crossings]
    counts.crossings += 1
    entry = min(w.time + hit.fraction * w.left, 1.0)
    crossing.entry_time = entry
    left_at = exit_time(
        ccd.proxies.local,
        ccd.proxies.turned,
        other,
        ccd.bodies[other.body],
        c,
        w,
        path,
        entry,
        ccd.context.slop,
    )
    crossing.exit_time = min(left_at, w.time + w.left)  # still inside: the next leg goes on from there
    nx, ny = hit.nx, hit.ny
    speed = (w.dx * nx + w.dy * ny) / (w.left * ccd.context.dt)
    if ccd.bodies[filters[i].body].entity > ccd.bodies[filters[j].body].entity:
        i, j, nx, ny = j, i, 0.0 - nx, 0.0 - ny
    a, b = filters[i], filters[j]
    crossing.shape_a, crossing.shape_b = shapes[i].index, shapes[j].index
    crossing.body_a = a.body
    crossing.body_b = b.body
    crossing.trigger_a = a.trigger
    crossing.trigger_b = b.trigger
    crossing.nx, crossing.ny = nx, ny
    crossing.x, crossing.y = w.x + hit.x, w.y + hit.y
    crossing.speed = max(speed, 0.0)


@kernel
def reset_impact(s: Any) -> None:
    """Clear the next impact of a swept body."""
    s.impact_time = math.inf
    s.other_shape = NONE
