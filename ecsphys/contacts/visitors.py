"""Which areas act on which bodies: the trigger contacts, gone through once a step before the solver.

Areas are taken in the order of their *rank*: higher priority first, then smaller entity. Contacts are sorted
by rank (counting sort), so that an area of several shapes counts once, and so that an area with the mode
"replace" shuts out all that come after it, for the kinds of effects that it has.

Every area has a *token*, another number after each change of it or of its pose. A body's `visits` is the sum
of the tokens of all areas in which it is, but for its highest bits. A sleeping body of which it changes
wakes: that covers areas that change, move, come and go, or leave the body by moving on.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..arrays import BodyRows, Ints, Ints32, PointRows, Rows, ShapeRows
from ..collide.dispatch import overlaps
from ..collide.submerged import moments_of_core
from ..compile import INTS, REALS2, array, entry, group, inlined, kernel, prefetch
from ..math2d.core import POLYGON
from ..settings import CONTEXT, StepContext
from ..world.areas import (
    ALONG_VECTOR,
    ANGULAR_DAMPING,
    AREA,
    EFFECT,
    GRAVITY,
    LINEAR_DAMPING,
    LIQUID,
    MOST_TOKEN,
    NO_VISIT,
    REPLACE,
    TO_POINT,
    VISIT,
    WIND,
)
from ..world.bodies import BODY, DYNAMIC, PUT_ASIDE
from ..world.center import center_of
from ..world.contacts import UNKNOWN
from ..world.shapes import SHAPE
from ..world.waking import wake_island
from .narrow_phase import cores_of
from .table import TABLE, Table

# What areas do to one body, summed up rank by rank; blank between two steps.
SUM = np.dtype(
    [
        ("rank", "i4"),  # of the area that came last, plus 1; 0 before the first
        ("near", "i2"),  # 1: the body has only come near to that area
        ("replaced", "i2"),  # bits: effects that an area of the mode "replace" has shut out
        ("tokens", "i8"),
        ("ax", "f8"),
        ("ay", "f8"),
        ("damping", "f8"),
        ("spin_damping", "f8"),
    ]
)
NO_RANK = -1
SUMS_AHEAD = 8  # visitors between the prefetch of their sum and their turn
KEY = (1 << 32) - 1


class Visitors(NamedTuple):
    """The arrays from which visits are collected, and those that get them."""

    bodies: BodyRows
    shapes: ShapeRows
    turned: PointRows
    areas: Rows
    order: Ints  # rows of `areas` by rank
    awake: Ints  # rows of `bodies` that are awake, ascending
    rank_of_shape: Ints32  # by shape row; NO_RANK for a shape of no area
    body_of_shape: Ints32  # by shape row
    ends: Ints  # scratch by rank: the end of its rows in `sorted`
    found: Ints  # scratch: rank << 32 | key of a visitor
    sorted: Ints  # scratch: keys of visitors, by rank
    sums: Rows  # by body row
    heads: Ints  # by body row: see `Influences`
    visits: Rows
    effects: Rows  # by body row


VISITORS = group(
    Visitors,
    *(array(BODY), array(SHAPE), REALS2, array(AREA), INTS, INTS, array(np.int32), array(np.int32)),
    *(INTS, INTS, INTS, array(SUM), INTS, array(VISIT), array(EFFECT)),
)


class Visited(NamedTuple):
    """How many rows of `visits` are in use, and how many bodies woke."""

    visits: int
    woken: int


@entry(TABLE, VISITORS, CONTEXT)
def collect_visits(table: Table, v: Visitors, context: StepContext) -> Visited:
    """Sum up the constant effects of areas in `effects`, list the others in `visits`, and wake visitors whose
    areas have changed.
    """
    for row in v.order:
        place_area(v.areas[row], v.bodies)
    sort_by_rank(v, find_visitors(table, v))
    count, begin = 0, 0
    for rank in range(len(v.order)):
        area = v.areas[v.order[rank]]
        for k in range(begin, v.ends[rank]):
            prefetch(v.sums, v.sorted[min(k + SUMS_AHEAD, v.ends[rank] - 1)] >> 1)
            count = add_visit(v, v.sorted[k], rank, area, count)
        begin = v.ends[rank]
    woken = wake_changed(v)
    settle_others(v, context)
    for row in v.awake:
        settle_sum(v, row, context)
    return Visited(count, woken)


@kernel
def wake_changed(v: Visitors) -> int:
    """Wake sleeping bodies whose areas have changed; return how many."""
    woken, row = 0, 0
    for k in range(len(v.awake) + 1):
        end = v.awake[k] if k < len(v.awake) else len(v.sums)
        while row < end:
            body = v.bodies[row]
            if body.awake == 0 and body.kind == DYNAMIC and body.visits != v.sums[row].tokens & MOST_TOKEN:
                woken += wake_island(v.bodies, row)
            row += 1
        row += 1
    return woken


@kernel
def settle_others(v: Visitors, context: StepContext) -> None:
    """Settle the bodies that have just woken, and blank the sums of those that sleep on."""
    row = 0
    for k in range(len(v.awake) + 1):
        end = v.awake[k] if k < len(v.awake) else len(v.sums)
        while row < end:
            if v.bodies[row].awake == 1:
                settle_sum(v, row, context)
            else:
                blank(v.sums[row])
                v.heads[row] = NO_VISIT
            row += 1
        row += 1


@inlined
def next_token(token: int) -> int:
    """Return another token, without regularity (D. Knuth, *Seminumerical Algorithms*, 3.2.1)."""
    return (token * 1103515245 + 12345) & MOST_TOKEN


@kernel
def place_area(area: Any, bodies: BodyRows) -> None:
    """Derive what depends on an area's pose; another pose is a change."""
    body = bodies[area.body]
    if body.x != area.x or body.y != area.y or body.angle != area.angle:
        area.x, area.y, area.angle = body.x, body.y, body.angle
        area.token = next_token(area.token)
    c, s = math.cos(body.angle), math.sin(body.angle)
    area.nx, area.ny = -s, c
    area.level = area.top - s * body.x + c * body.y
    area.center_x = body.x + c * area.point_x - s * area.point_y
    area.center_y = body.y + s * area.point_x + c * area.point_y


@inlined
def blank(total: Any) -> None:
    """Let no area act on a body."""
    total.rank, total.near, total.replaced, total.tokens = 0, 0, 0, 0
    total.ax, total.ay, total.damping, total.spin_damping = 0.0, 0.0, 0.0, 0.0


@kernel
def find_visitors(table: Table, v: Visitors) -> int:
    """List the visitors of all areas with their ranks, and count them by rank in `ends`; return how many.

    A key is 2 row + (1 if only near).
    """
    count = 0
    v.ends[:] = 0
    for row in range(table.counts[0].contacts):
        contact = table.contacts[row]
        rank_a, rank_b = int(v.rank_of_shape[contact.a]), int(v.rank_of_shape[contact.b])
        if rank_a + rank_b == 2 * NO_RANK:
            continue
        near = 0 if contact.touching == 1 else 1
        if contact.touching == UNKNOWN:
            core_a, core_b = cores_of(v.bodies, v.shapes, contact.a, contact.b)
            near = 0 if overlaps(v.turned, core_a, core_b) else 1
        if rank_a != NO_RANK:
            count = note_visitor(v, count, int(v.body_of_shape[contact.b]), rank_a, near)
        if rank_b != NO_RANK:
            count = note_visitor(v, count, int(v.body_of_shape[contact.a]), rank_b, near)
    return count


@inlined
def note_visitor(v: Visitors, count: int, body: int, rank: int, near: int) -> int:
    """Append a visitor, if it is in the area or near to a liquid; return the new count."""
    if near == 1 and v.areas[v.order[rank]].effects & LIQUID == 0:
        return count
    v.found[count] = rank << 32 | 2 * body + near
    v.ends[rank] += 1
    return count + 1


@kernel
def sort_by_rank(v: Visitors, count: int) -> None:
    """Write the keys of visitors to `sorted`, rank by rank, and where each rank ends."""
    total = 0
    for rank in range(len(v.order)):
        total, v.ends[rank] = total + v.ends[rank], total
    for k in range(count):
        rank = v.found[k] >> 32
        v.sorted[v.ends[rank]] = v.found[k] & KEY
        v.ends[rank] += 1


@kernel
def add_visit(v: Visitors, key: int, rank: int, area: Any, count: int) -> int:
    """Add what an area does to a body, once; return the new count of visits."""
    row, near = key >> 1, key & 1
    total = v.sums[row]
    again = total.rank == rank + 1
    if again and (near == 1 or total.near == 0):
        return count
    effects = area.effects & ~total.replaced
    if again:  # now inside: what only came near was its last visit, of the liquid alone
        if v.heads[row] != NO_VISIT and v.visits[v.heads[row]].area == v.order[rank]:
            v.visits[v.heads[row]].near = 0
        effects &= ~LIQUID
    total.rank, total.near = rank + 1, near
    if near == 1:
        effects &= LIQUID
    else:
        total.tokens += area.token
        if area.mode == REPLACE:
            total.replaced |= area.effects
        add_constant(total, area, effects)
    placed = effects & (WIND | LIQUID)
    if effects & GRAVITY and area.gravity_kind == TO_POINT:
        placed |= GRAVITY
    if placed == 0:
        return count
    visit = v.visits[count]
    visit.area, visit.effects, visit.near = v.order[rank], placed, near
    visit.next, v.heads[row] = v.heads[row], count
    is_still = placed & LIQUID != 0 and area.flow_x == 0.0 and area.flow_y == 0.0
    visit.calms = 1 if is_still and area.linear_damping > 0.0 else 0
    return count + 1


@inlined
def add_constant(total: Any, area: Any, effects: int) -> None:
    """Add gravity along a vector, and damping."""
    if effects & GRAVITY and area.gravity_kind == ALONG_VECTOR:
        total.ax += area.gravity_x
        total.ay += area.gravity_y
    if effects & LINEAR_DAMPING:
        total.damping += area.linear_damping
    if effects & ANGULAR_DAMPING:
        total.spin_damping += area.angular_damping


@kernel
def measure_body(v: Visitors, body: Any, visit: Any) -> None:
    """Write the area and the centroid of all shapes of a body to a visit."""
    area, x, y, is_whole, i = 0.0, 0.0, 0.0, 1, body.first_shape
    while i >= 0:
        shape = v.shapes[i]
        if shape.form <= POLYGON:
            part = moments_of_core(v.turned, shape.first + 0, shape.count + 0, shape.radius)
            area, x, y = area + part.area, x + part.t, y + part.z
            is_whole &= 1 - shape.upright
        i = shape.next_shape
    visit.body_area, visit.is_whole = area, is_whole if area > 0.0 else 0
    if area > 0.0:
        cx, cy = center_of(body)
        visit.x, visit.y = x / area - cx, y / area - cy


@kernel
def settle_sum(v: Visitors, row: int, context: StepContext) -> None:
    """Write the constant effects on a body that is awake, and blank its sum.

    Replaced gravity takes that of the world away. No area acts on what is not dynamic.
    """
    body, total = v.bodies[row], v.sums[row]
    if body.kind != DYNAMIC or body.lost == PUT_ASIDE:
        blank(total)
        v.heads[row] = NO_VISIT
    effect = v.effects[row]
    effect.ax, effect.ay = body.gravity_scale * total.ax, body.gravity_scale * total.ay
    if total.replaced & GRAVITY:
        effect.ax -= context.gravity_x * body.gravity_scale
        effect.ay -= context.gravity_y * body.gravity_scale
    effect.damping, effect.spin_damping = total.damping, total.spin_damping
    body.visits = total.tokens & MOST_TOKEN
    blank(total)
    measured, k = NO_VISIT, v.heads[row]
    while k != NO_VISIT:
        visit = v.visits[k]
        if visit.effects & LIQUID and measured != NO_VISIT:
            first = v.visits[measured]
            visit.x, visit.y, visit.body_area = first.x, first.y, first.body_area
            visit.is_whole = first.is_whole
        elif visit.effects & LIQUID:
            measure_body(v, body, visit)
            measured = k
        k = visit.next
