"""Narrow phase: every contact row gets its manifold, and what a moving body touches wakes up."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import BodyRows, Ints, Rows, ShapeRows
from ..collide.dispatch import collide
from ..collide.manifold import NO_CONTACT, Core, Manifold
from ..compile import AHEAD, INT, INTS, array, entry, inlined, kernel, prefetch, prefetch_ahead
from ..parallel.work_queue import WorkQueue, first_range, next_range, wait_until_done
from ..settings import CONTEXT, StepContext
from ..spatial.filters import gap_to, rect_of
from ..spatial.proxies import PROXIES, Proxies, proxies_of, shape_core
from ..world.bodies import BODY
from ..world.center import center_of
from ..world.contacts import HOOK_DROPPED, TRIGGER_CONTACT, UNKNOWN, PairTable
from ..world.shapes import SHAPE
from ..world.state import World
from ..world.waking import wake_touching
from .one_way import is_on_solid_side, update_passing
from .recycling import cache_pose, clear_cached_pose, hardly_moved, update_separations
from .speculative import is_deferred_to_sweep, is_separated, predict_touch
from .table import CONTACTS, TABLE, Table, init_manifold, prefetch_slot, remove_contact, table_of

MIN_PARALLEL_MANIFOLDS, MIN_PARALLEL_TOUCHES = 3000, 10_000  # contacts worth a thread
CONTACTS_PER_RANGE = 500  # contacts that a thread takes at once
BOX_PREFETCH_DISTANCE = 32  # so many contacts before their turn boxes are asked for
PARTING_RATE = 10.0  # skins a second: slower than that a character stays on a one-way platform


@inlined
def cores_of(bodies: BodyRows, shapes: ShapeRows, a: int, b: int) -> tuple[Core, Core]:
    """Both shapes relative to body A's origin."""
    body_a = bodies[shapes[a].body]
    body_b = bodies[shapes[b].body]
    return (
        shape_core(shapes[a], 0.0, 0.0),
        shape_core(shapes[b], body_b.x - body_a.x, body_b.y - body_a.y),
    )


@inlined
def matched_impulses(count: int, manifold: Any, feature: int) -> tuple[float, float]:
    """The impulses that the same features had in the last step, zero when they did not touch."""
    if count > 0 and manifold.id0 == feature:
        return manifold.jn0, manifold.jt0
    if count > 1 and manifold.id1 == feature:
        return manifold.jn1, manifold.jt1
    return 0.0, 0.0


@inlined
def store_manifold(contact: Any, manifold: Any, m: Manifold) -> None:
    """Write a manifold into a contact's rows, taking over the impulses of equal features."""
    jn0, jt0 = matched_impulses(contact.count, manifold, m.id0)
    jn1, jt1 = matched_impulses(contact.count, manifold, m.id1)
    contact.count = m.count
    manifold.nx = m.nx
    manifold.ny = m.ny
    manifold.x0 = m.x0
    manifold.y0 = m.y0
    manifold.separation0 = m.separation0
    manifold.id0 = m.id0
    manifold.jn0 = jn0
    manifold.jt0 = jt0
    manifold.x1 = m.x1
    manifold.y1 = m.y1
    manifold.separation1 = m.separation1
    manifold.id1 = m.id1
    manifold.jn1 = jn1
    manifold.jt1 = jt1
    clear_cached_pose(manifold)


# What is left to do for a share of the contacts: begin and end of the parts of `table.scratch` with those
# that may wake a body, and those that have parted.
WAKING, WAKING_END, PARTED, PARTED_END = range(4)


@inlined
def prefetch_shapes_of(rows: Rows, contact: Any) -> None:
    """Have what some rows say of a contact's shapes fetched, for it may be anywhere in memory.

    With 100,000 bodies `filter_near` takes 20 ns a contact instead of 32, post-solve touches 7 instead of
    25, manifolds 260 instead of 445 (2026-11-22).
    """
    prefetch(rows, contact.a)
    prefetch(rows, contact.b)


@inlined
def filter_near(proxies: Proxies, table: Table, begin: int, end: int, reach: float) -> tuple[int, int]:
    """Of contacts `begin` ... `end` write to `table.scratch` those whose boxes are at most `reach` apart,
    from `begin` on, and those whose fat boxes parted, as far behind the place for all contacts.
    Returns both ends. Forgets what was known of all that are not near.

    Without branches on how near: in a crowd nobody can foretell them, and a wrong guess costs more than all
    comparisons (late touches of 4,000 contacts: 0.037 to 0.029 ms, 2026-11-21).
    """
    fat, tight, contacts, rows = proxies.fat, proxies.tight, table.contacts, table.scratch
    near, parted = begin, table.counts[CONTACTS] + begin
    for row in range(end - 1, begin - 1, -1):
        contact = contacts[row]
        soon = contacts[max(row - BOX_PREFETCH_DISTANCE, begin)]
        prefetch_shapes_of(tight, soon)
        prefetch_shapes_of(fat, soon)
        a, b = contact.a, contact.b
        is_near = gap_to(tight, a, rect_of(tight, b)) <= reach
        rows[near] = row
        near += is_near
        rows[parted] = row
        parted += (not is_near) & (gap_to(fat, a, rect_of(fat, b)) > 0.0)
        if (not is_near) & (contact.count + contact.touching != 0):
            clear_contact(contact, table.manifolds[row])
    return near, parted


@entry(array(BODY), PROXIES, TABLE, array(np.int64, 2), INTS, CONTEXT)
def narrow_phase(
    bodies: BodyRows, proxies: Proxies, table: Table, left: Ints, queue: WorkQueue, context: StepContext
) -> int:
    """Manifolds of all solid contacts with a body awake, in as many shares as there are rows of `left`.

    Of an only share what is touched wakes, and contacts whose fat boxes parted are dropped; returns how many
    bodies woke. Of several shares `finish_narrow_phase` does that: nothing is written but the share's
    contacts, its part of `table.scratch` and its row of `left`.
    """
    count, shares = table.counts[CONTACTS], len(left)
    number = first_range(queue, shares)
    while number < shares:
        begin, end = count * number // shares, count * (number + 1) // shares
        near_end, parted_end = filter_near(proxies, table, begin, end, context.speculative)
        left[number, WAKING] = begin
        left[number, WAKING_END] = update_manifolds(bodies, proxies, table, begin, near_end, context)
        left[number, PARTED] = count + begin
        left[number, PARTED_END] = parted_end
        number = next_range(queue, shares)
    if shares == 1:
        return int(wake_and_remove(bodies, proxies.shapes, table, left))
    wait_until_done(queue, shares)
    return 0


@inlined
def update_manifolds(
    bodies: BodyRows, proxies: Proxies, table: Table, begin: int, end: int, context: StepContext
) -> int:
    """Manifolds of the contacts in a part of `table.scratch`. Those between a body that is awake and one that
    is not are moved to its beginning; returns the end of these.
    """
    shapes, turned, rows = proxies.shapes, proxies.turned, table.scratch
    waking = begin
    for k in range(begin, end):
        contact, manifold = table.contacts[rows[k]], table.manifolds[rows[k]]
        prefetch_ahead(table.manifolds, rows, k, end)
        prefetch_shapes_of(shapes, table.contacts[rows[min(k + 2 * AHEAD, end - 1)]])
        a = shapes[contact.a].body
        b = shapes[contact.b].body
        if bodies[a].awake + bodies[b].awake == 0 and contact.touching != UNKNOWN:
            continue
        if contact.solid == 0:
            continue
        if contact.has_character == 1 and (bodies[a].floor == b + 1 or bodies[b].floor == a + 1):
            clear_contact(
                contact, manifold
            )  # a character goes with its floor, and is no load to it but by its weight
            continue
        loaded = contact.has_manifold == 1 and manifold.jn0 + manifold.jn1 > 0.0
        if loaded and hardly_moved(manifold, bodies[a], bodies[b], context.recycle_distance):
            reset_step_results(contact, manifold)
            update_separations(manifold, bodies[a], bodies[b])
            rows[waking] = rows[k]
            waking += mark_touching(contact, manifold, bodies[a], bodies[b])
            continue
        core_a, core_b = cores_of(bodies, shapes, contact.a, contact.b)
        m = collide(turned, core_a, core_b, context.speculative)
        if m.count > 0 and not loaded:
            if is_deferred_to_sweep(bodies[a], bodies[b], m, context):
                m = NO_CONTACT
            elif m.count == 1 and is_separated(m):
                m = predict_touch(turned, core_a, core_b, m, bodies[a], bodies[b], context)
        if m.count == 0:
            clear_contact(contact, manifold)
            continue
        init_manifold(contact, manifold, shapes)
        reset_step_results(contact, manifold)
        if contact.one_way != 0 and update_passing(contact, m, shapes, bodies, context):
            contact.count = 0
            continue
        store_manifold(contact, manifold, m)
        if loaded and contact.has_character + contact.one_way == 0:
            cache_pose(manifold, bodies[a], bodies[b])
        rows[waking] = rows[k]
        waking += mark_touching(contact, manifold, bodies[a], bodies[b])
    return waking


@entry(array(BODY), array(SHAPE), TABLE, array(np.int64, 2))
def finish_narrow_phase(bodies: BodyRows, shapes: ShapeRows, table: Table, left: Ints) -> int:
    """What `narrow_phase` has left to do; returns how many bodies woke."""
    return int(wake_and_remove(bodies, shapes, table, left))


@kernel
def wake_and_remove(bodies: BodyRows, shapes: ShapeRows, table: Table, left: Ints) -> int:
    """Wake what is touched and drop what has parted; returns how many bodies woke.

    Goes from the last row down, for a dropped row is replaced by the last one.
    """
    woken = 0
    for share in range(len(left) - 1, -1, -1):
        for k in range(left[share, WAKING], left[share, WAKING_END]):
            contact = table.contacts[table.scratch[k]]
            woken += wake_touching(bodies, shapes[contact.a].body, shapes[contact.b].body)
        first, end = left[share, PARTED], left[share, PARTED_END]
        for k in range(first, end):
            prefetch_slot(table, table.scratch[min(k + AHEAD, end - 1)])
            prefetch_slot(table, max(table.counts[CONTACTS] - 1 - AHEAD, 0))
            remove_contact(table, bodies, shapes, table.scratch[k])
    return woken


def run_narrow_phase(world: World, pairs: PairTable, context: StepContext) -> int:
    """The narrow phase of a table's contacts; returns how many bodies woke."""
    bodies, proxies, table = world.bodies.rows, proxies_of(world), table_of(pairs)
    pool, count = world.pool, pairs.contact_count
    if pool.is_alone(count, MIN_PARALLEL_MANIFOLDS):
        return int(narrow_phase(bodies, proxies, table, pairs.left, pool.queue, context))
    left = np.empty((count // CONTACTS_PER_RANGE + 1, 4), np.int64)
    call = bodies, proxies, table, left, pool.queue, context
    pool.run_queue(narrow_phase, [call] * pool.thread_count(count, MIN_PARALLEL_MANIFOLDS))
    return int(finish_narrow_phase(bodies, proxies.shapes, table, left))


@inlined
def mark_touching(contact: Any, manifold: Any, a: Any, b: Any) -> bool:
    """Note whether the points of a contact touch; returns whether one of the bodies is awake, one not."""
    if manifold.separation0 <= 0.0 or (contact.count > 1 and manifold.separation1 <= 0.0):
        contact.touching = 1
    return bool(a.awake + b.awake == 1)


@inlined
def reset_step_results(contact: Any, manifold: Any) -> None:
    """Nothing is known of this step yet."""
    contact.touching = 0
    manifold.impulse = 0.0
    manifold.speed = 0.0
    manifold.time = -1.0


@kernel
def clear_contact(contact: Any, manifold: Any) -> None:
    """There is no touch and nothing to start from."""
    contact.touching = 0
    if contact.has_manifold == 1:
        reset_step_results(contact, manifold)
        contact.count = 0
        manifold.jn0 = 0.0
        manifold.jn1 = 0.0


@kernel
def approach_speed(bodies: BodyRows, a: int, b: int, manifold: Any) -> float:
    """How fast B's contact point comes towards A's along the normal, from the bodies' velocities."""
    one = bodies[a]
    two = bodies[b]
    ax, ay = velocity_at(one, manifold.x0, manifold.y0)
    bx, by = velocity_at(two, manifold.x0 - (two.x - one.x), manifold.y0 - (two.y - one.y))
    return max(0.0, float((ax - bx) * manifold.nx + (ay - by) * manifold.ny))


@kernel
def velocity_at(body: Any, x: float, y: float) -> tuple[float, float]:
    """Velocity of a body's point, given relative to its origin in world axes."""
    center_x, center_y = center_of(body)
    rx = x - center_x
    ry = y - center_y
    return body.vx - body.angular_velocity * ry, body.vy + body.angular_velocity * rx


def find_post_solve_touches(world: World, pairs: PairTable) -> None:
    """Find what touches now, after the bodies moved, among contacts the solver did not see touch."""
    bodies, proxies, table = world.bodies.rows, proxies_of(world), table_of(pairs)
    pool, count = world.pool, pairs.contact_count
    if pool.is_alone(count, MIN_PARALLEL_TOUCHES):
        post_solve_touches(bodies, proxies, table, 1, pool.queue)
    else:
        call = bodies, proxies, table, count // CONTACTS_PER_RANGE + 1, pool.queue
        pool.run_queue(post_solve_touches, [call] * pool.thread_count(count, MIN_PARALLEL_TOUCHES))


@entry(array(BODY), PROXIES, TABLE, INT, INTS)
def post_solve_touches(
    bodies: BodyRows, proxies: Proxies, table: Table, shares: int, queue: WorkQueue
) -> None:
    """See `find_post_solve_touches`."""
    count = table.counts[CONTACTS]
    number = first_range(queue, shares)
    while number < shares:
        update_post_solve(bodies, proxies, table, count * number // shares, count * (number + 1) // shares)
        number = next_range(queue, shares)
    if shares > 1:
        wait_until_done(queue, shares)


@inlined
def update_post_solve(bodies: BodyRows, proxies: Proxies, table: Table, begin: int, end: int) -> None:
    """Update the touches of contacts `begin` ... `end`; write to these and their part of `scratch` only."""
    shapes, tight, turned, contacts = proxies.shapes, proxies.tight, proxies.turned, table.contacts
    near = begin
    for row in range(begin, end):  # without branches, see `filter_near`
        contact = contacts[row]
        prefetch_shapes_of(tight, contacts[min(row + BOX_PREFETCH_DISTANCE, end - 1)])
        settled = (contact.solid == 1) & ((contact.touching == 1) | (contact.one_way != 0))
        is_open = (contact.hook_state != HOOK_DROPPED) & (not settled)
        is_near = gap_to(tight, contact.a, rect_of(tight, contact.b)) <= 0.0
        table.scratch[near] = row
        near += is_open & is_near
        contact.touching = contact.touching * (is_near | (not is_open))
    for k in range(begin, near):
        contact, manifold = contacts[table.scratch[k]], table.manifolds[table.scratch[k]]
        a = shapes[contact.a].body
        b = shapes[contact.b].body
        if bodies[a].awake + bodies[b].awake == 0 and contact.touching != UNKNOWN:
            continue
        core_a, core_b = cores_of(bodies, shapes, contact.a, contact.b)
        margin = 0.0
        if contact.has_character == 1:
            margin = character_touch_distance(contact, bodies[a], bodies[b])
        m = collide(turned, core_a, core_b, margin)
        is_new = contact.touching != 1
        contact.touching = 0
        if m.count > 0 and (margin == 0.0 or blocks_character(contact, m, shapes, bodies)):
            init_manifold(contact, manifold, shapes)
            store_manifold(contact, manifold, m)
            contact.touching = 1
            manifold.impulse = 0.0
            manifold.speed = approach_speed(bodies, a, b, manifold)
            if is_new and contact.has_character == 1 and contact.solid == 0:
                manifold.speed = impact_speed(bodies[a], bodies[b], manifold)


@kernel
def impact_speed(a: Any, b: Any, manifold: Any) -> float:
    """How fast two bodies, of which one is a character, came together along a contact's normal.

    A character has stopped before the touch is found, so it keeps the velocity that it came with.
    """
    ax, ay = (a.impact_vx, a.impact_vy) if a.skin > 0.0 else (a.vx, a.vy)
    bx, by = (b.impact_vx, b.impact_vy) if b.skin > 0.0 else (b.vx, b.vy)
    return max(0.0, float((ax - bx) * manifold.nx + (ay - by) * manifold.ny))


@kernel
def character_touch_distance(contact: Any, a: Any, b: Any) -> float:
    """So near counts as a touch of a character: it keeps one skin off, and grows no nearer than half of that.

    Triggers take no notice of skins.
    """
    return 0.0 if contact.counted_as == TRIGGER_CONTACT else 2.0 * max(a.skin, b.skin)


@kernel
def blocks_character(contact: Any, m: Manifold, shapes: ShapeRows, bodies: BodyRows) -> bool:
    """Whether a character touches, rather than passes, what is solid from one side only."""
    if contact.one_way == 0:
        return True
    a = shapes[contact.a]
    b = shapes[contact.b]
    one = bodies[a.body]
    two = bodies[b.body]
    parting = (two.vx - one.vx) * m.nx + (two.vy - one.vy) * m.ny
    skin = max(one.skin, two.skin)
    if m.separation0 < -skin or parting > PARTING_RATE * skin:
        return False
    if contact.one_way & 1 and not is_on_solid_side(a, one.angle, m.nx, m.ny):
        return False
    return not (contact.one_way & 2 and not is_on_solid_side(b, two.angle, -m.nx, -m.ny))
