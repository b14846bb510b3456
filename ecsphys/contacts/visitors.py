"""Which areas act on which bodies, from the trigger contacts, once a step before the solver.

Visits are kept from step to step. Those of a body are collected anew when a contact of it came, went or
changed, or an area in which it is: see `visit_changes`.

Areas are taken in the order of their *rank*: higher priority first, then smaller entity. Contacts are sorted
by rank (counting sort), so that an area of several shapes counts once, and so that an area with the mode
"replace" shuts out all that come after it, for the kinds of effects that it has.

Every area has a *token*, another number after each change of it or of its pose. A body's `visits` is the sum
of the tokens of all areas in which it is, but for its highest bits. A sleeping body of which it changes
wakes: that covers areas that change, move, come and go, or leave the body by moving on.
"""

from __future__ import annotations

from typing import Any

from ..arrays import PointRows
from ..collide.dispatch import overlaps
from ..collide.submerged import moments_of_core
from ..compile import REALS2, entry, inlined, kernel
from ..math2d.core import POLYGON
from ..world.areas import (
    ALONG_VECTOR,
    ANGULAR_DAMPING,
    GRAVITY,
    LINEAR_DAMPING,
    LIQUID,
    MOST_TOKEN,
    NO_VISIT,
    REPLACE,
    TO_POINT,
    WIND,
    has_gravity,
)
from ..world.bodies import DYNAMIC
from ..world.contacts import UNKNOWN
from ..world.waking import wake_island
from .narrow_phase import cores_of
from .table import TABLE, Table
from .visit_changes import NO_RANK, VISITORS, Visitors, find_changed, place_areas

KEY = (1 << 32) - 1
CENTRAL = 1e-9  # of a body's reach: a centroid this near to the centre of mass is there


@entry(TABLE, VISITORS, REALS2, REALS2)
def collect_visits(table: Table, v: Visitors, local: PointRows, turned: PointRows) -> int:
    """Bring the effects and visits of bodies up to date and wake visitors whose areas have changed.

    `local` and `turned` are the points of all shapes. Returns how many bodies woke.
    """
    changed = find_changed(table, v, place_areas(v))
    if changed == 0:
        return 0
    for k in range(changed):
        free_visits(v, v.changed[k])
    sort_by_rank(v, find_visitors(table, v, turned))
    begin = 0
    for rank in range(len(v.order)):
        area = v.areas[v.order[rank]]
        for k in range(begin, v.ends[rank]):
            add_visit(v, v.sorted[k], rank, area)
        begin = v.ends[rank]
    woken = 0
    for k in range(changed):
        woken += settle_sum(v, v.changed[k], local)
    v.marks[:] = 0
    return woken


@kernel
def free_visits(v: Visitors, row: int) -> None:
    """Give the rows of a body's visits back."""
    counts, k = v.counts[0], v.heads[row]
    while k != NO_VISIT:
        following = v.visits[k].next
        v.visits[k].next, counts.first_free = counts.first_free, k
        counts.used -= 1
        k = following
    v.heads[row] = NO_VISIT


@inlined
def new_visit(v: Visitors) -> int:
    """Return an unused row of `visits`."""
    counts = v.counts[0]
    counts.used += 1
    k = int(counts.first_free)
    if k == NO_VISIT:
        k = int(counts.end)
        counts.end += 1
    else:
        counts.first_free = v.visits[k].next
    return k


@kernel
def find_visitors(table: Table, v: Visitors, turned: PointRows) -> int:
    """List the areas of changed bodies with their ranks, and count them by rank in `ends`; return how many.

    A key is 2 row + (1 if only near).
    """
    count = 0
    v.ends[:] = 0
    for row in range(table.counts[0].contacts):
        contact = table.contacts[row]
        if v.marks[contact.a] + v.marks[contact.b] == 0:
            continue
        near = 0 if contact.touching == 1 else 1
        if contact.touching == UNKNOWN:
            core_a, core_b = cores_of(v.bodies, v.shapes, contact.a, contact.b)
            near = 0 if overlaps(turned, core_a, core_b) else 1
        count = note_visitor(v, count, contact.b, int(v.rank_of_shape[contact.a]), near)
        count = note_visitor(v, count, contact.a, int(v.rank_of_shape[contact.b]), near)
    return count


@inlined
def note_visitor(v: Visitors, count: int, shape: int, rank: int, near: int) -> int:
    """Append a changed body to an area's, if it is in the area or near to a liquid; return the new count."""
    if rank == NO_RANK or v.marks[shape] == 0:
        return count
    if near == 1 and v.areas[v.order[rank]].effects & LIQUID == 0:
        return count
    v.found[count] = rank << 32 | 2 * int(v.body_of_shape[shape]) + near
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
def add_visit(v: Visitors, key: int, rank: int, area: Any) -> None:
    """Add what an area does to a body, once."""
    row, near = key >> 1, key & 1
    total = v.sums[row]
    again = total.rank == rank + 1
    if again and (near == 1 or total.near == 0):
        return
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
        return
    k = new_visit(v)
    visit = v.visits[k]
    visit.area, visit.effects, visit.near = v.order[rank], placed, near
    visit.next, v.heads[row] = v.heads[row], k
    is_still = placed & LIQUID != 0 and area.flow_x == 0.0 and area.flow_y == 0.0
    visit.calms = 1 if is_still and area.linear_damping > 0.0 else 0


@inlined
def add_constant(total: Any, area: Any, effects: int) -> None:
    """Add gravity along a vector, and damping."""
    if effects & GRAVITY and area.gravity_kind == ALONG_VECTOR:
        total.gx += area.gravity_x
        total.gy += area.gravity_y
    if effects & LINEAR_DAMPING:
        total.damping += area.linear_damping
    if effects & ANGULAR_DAMPING:
        total.spin_damping += area.angular_damping


@kernel
def measure_body(v: Visitors, body: Any, visit: Any, local: PointRows) -> None:
    """Write the area and the centroid of all shapes of a body to a visit."""
    area, x, y, is_whole, i = 0.0, 0.0, 0.0, 1, body.first_shape
    while i >= 0:
        shape = v.shapes[i]
        if shape.form <= POLYGON:
            part = moments_of_core(local, shape.first + 0, shape.count + 0, shape.radius)
            area, x, y = area + part.area, x + part.t, y + part.z
            is_whole &= 1 - shape.upright
        i = shape.next_shape
    visit.body_area, visit.is_whole = area, is_whole if area > 0.0 else 0
    visit.x, visit.y = body.center_x, body.center_y
    if area > 0.0:
        off_x, off_y = x / area - body.center_x, y / area - body.center_y
        if max(abs(off_x), abs(off_y)) > CENTRAL * body.reach:
            visit.x, visit.y = x / area, y / area


@kernel
def settle_sum(v: Visitors, row: int, local: PointRows) -> int:
    """Write the effects of areas on a body, and blank its sum; wake it if its areas have changed.

    Returns how many bodies woke.
    """
    body, total, effect, counts = v.bodies[row], v.sums[row], v.effects[row], v.counts[0]
    counts.acting -= has_gravity(effect)
    effect.gx, effect.gy, effect.replaced = total.gx, total.gy, 1 if total.replaced & GRAVITY else 0
    effect.damping, effect.spin_damping = total.damping, total.spin_damping
    counts.acting += has_gravity(effect)
    measured, k = NO_VISIT, v.heads[row]
    while k != NO_VISIT:
        visit = v.visits[k]
        if visit.effects & LIQUID and measured != NO_VISIT:
            first = v.visits[measured]
            visit.x, visit.y, visit.body_area = first.x, first.y, first.body_area
            visit.is_whole = first.is_whole
        elif visit.effects & LIQUID:
            measure_body(v, body, visit, local)
            measured = k
        k = visit.next
    tokens = total.tokens & MOST_TOKEN
    is_other = body.visits != tokens
    if is_other:
        body.visits = tokens
    total.rank, total.near, total.replaced, total.tokens = 0, 0, 0, 0
    total.gx, total.gy, total.damping, total.spin_damping = 0.0, 0.0, 0.0, 0.0
    return wake_island(v.bodies, row) if is_other and body.awake == 0 and body.kind == DYNAMIC else 0
