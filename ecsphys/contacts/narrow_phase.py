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
from ..spatial.filters import box_of, gap_to
from ..spatial.proxies import PROXIES, Proxies, proxies_of, shape_core
from ..world.bodies import BODY
from ..world.center import center_of
from ..world.contacts import DROPPED, OF_TRIGGER, UNKNOWN, PairTable
from ..world.shapes import SHAPE
from ..world.state import World
from ..world.waking import wake_touched
from .one_way import facing, lets_through
from .recycling import follow, forget_base, is_still, remember
from .speculative import foreseen, is_ahead, is_left_to_sweep
from .table import CONTACTS, TABLE, Table, ask_for_contact, drop_contact, meet, table_of

LEAST_TO_MEET, LEAST_TO_TOUCH = 3000, 10_000  # contacts worth a thread
SHARE = 500  # contacts that a thread takes at once
BOXES_AHEAD = 32  # so many contacts before their turn boxes are asked for
PARTING = 10.0  # skins a second: slower than that a character stays on a one-way platform


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
def old_impulses(count: int, kept: Any, feature: int) -> tuple[float, float]:
    """The impulses that the same features had in the last step, zero when they did not touch."""
    if count > 0 and kept.id0 == feature:
        return kept.jn0, kept.jt0
    if count > 1 and kept.id1 == feature:
        return kept.jn1, kept.jt1
    return 0.0, 0.0


@inlined
def store_manifold(contact: Any, kept: Any, manifold: Manifold) -> None:
    """Write a manifold into a contact's rows, taking over the impulses of equal features."""
    jn0, jt0 = old_impulses(contact.count, kept, manifold.id0)
    jn1, jt1 = old_impulses(contact.count, kept, manifold.id1)
    contact.count = manifold.count
    kept.nx = manifold.nx
    kept.ny = manifold.ny
    kept.x0 = manifold.x0
    kept.y0 = manifold.y0
    kept.separation0 = manifold.separation0
    kept.id0 = manifold.id0
    kept.jn0 = jn0
    kept.jt0 = jt0
    kept.x1 = manifold.x1
    kept.y1 = manifold.y1
    kept.separation1 = manifold.separation1
    kept.id1 = manifold.id1
    kept.jn1 = jn1
    kept.jt1 = jt1
    forget_base(kept)


# What is left to do for a share of the contacts: begin and end of the parts of `table.near` with those that
# may wake a body, and those that have parted.
WAKING, WAKING_END, PARTED, PARTED_END = range(4)


@inlined
def ask_for(rows: Rows, contact: Any) -> None:
    """Have what some rows say of a contact's shapes fetched, for it may be anywhere in memory.

    With 100,000 bodies `sift` 32 to 20 ns a contact, late touches 25 to 7, manifolds 445 to 260 (2026-11-22).
    """
    prefetch(rows, contact.a)
    prefetch(rows, contact.b)


@inlined
def sift(proxies: Proxies, table: Table, begin: int, end: int, reach: float) -> tuple[int, int]:
    """Of contacts `begin` ... `end` write to `table.near` those whose boxes are at most `reach` apart, from
    `begin` on, and those whose fat boxes parted, as far behind the place for all contacts. Returns both ends.
    Forgets what was known of all that are not near.

    Without branches on how near: in a crowd nobody can foretell them, and a wrong guess costs more than all
    comparisons (late touches of 4,000 contacts: 0.037 to 0.029 ms, 2026-11-21).
    """
    fat, tight, contacts, rows = proxies.fat, proxies.tight, table.contacts, table.near
    near, parted = begin, table.counts[CONTACTS] + begin
    for row in range(end - 1, begin - 1, -1):
        contact = contacts[row]
        soon = contacts[max(row - BOXES_AHEAD, begin)]
        ask_for(tight, soon)
        ask_for(fat, soon)
        a, b = contact.a, contact.b
        is_near = gap_to(tight, a, box_of(tight, b)) <= reach
        rows[near] = row
        near += is_near
        rows[parted] = row
        parted += (not is_near) & (gap_to(fat, a, box_of(fat, b)) > 0.0)
        if (not is_near) & (contact.count + contact.touching != 0):
            forget(contact, table.manifolds[row])
    return near, parted


@entry(array(BODY), PROXIES, TABLE, array(np.int64, 2), INTS, CONTEXT)
def narrow_phase(
    bodies: BodyRows, proxies: Proxies, table: Table, left: Ints, queue: WorkQueue, context: StepContext
) -> int:
    """Manifolds of all solid contacts with a body awake, in as many shares as there are rows of `left`.

    Of an only share what is touched wakes, and contacts whose fat boxes parted are dropped; returns how many
    bodies woke. Of several shares that is left to `settle`: nothing is written but the share's contacts, its
    part of `table.near` and its row of `left`.
    """
    count, shares = table.counts[CONTACTS], len(left)
    number = first_range(queue, shares)
    while number < shares:
        begin, end = count * number // shares, count * (number + 1) // shares
        near_end, parted_end = sift(proxies, table, begin, end, context.speculative)
        left[number, WAKING] = begin
        left[number, WAKING_END] = collide_near(bodies, proxies, table, begin, near_end, context)
        left[number, PARTED] = count + begin
        left[number, PARTED_END] = parted_end
        number = next_range(queue, shares)
    if shares == 1:
        return int(wake_and_drop(bodies, proxies.shapes, table, left))
    wait_until_done(queue, shares)
    return 0


@inlined
def collide_near(
    bodies: BodyRows, proxies: Proxies, table: Table, begin: int, end: int, context: StepContext
) -> int:
    """Manifolds of the contacts in a part of `table.near`. Those between a body that is awake and one that
    is not are moved to its beginning; returns the end of these.
    """
    shapes, turned, rows = proxies.shapes, proxies.turned, table.near
    waking = begin
    for k in range(begin, end):
        contact, kept = table.contacts[rows[k]], table.manifolds[rows[k]]
        prefetch_ahead(table.manifolds, rows, k, end)
        ask_for(shapes, table.contacts[rows[min(k + 2 * AHEAD, end - 1)]])
        a = shapes[contact.a].body
        b = shapes[contact.b].body
        if bodies[a].awake + bodies[b].awake == 0 and contact.touching != UNKNOWN:
            continue
        if contact.solid == 0:
            continue
        if contact.character == 1 and (bodies[a].floor == b + 1 or bodies[b].floor == a + 1):
            forget(contact, kept)  # a character goes with its floor, and is no load to it but by its weight
            continue
        loaded = contact.met == 1 and kept.jn0 + kept.jn1 > 0.0
        if loaded and is_still(kept, bodies[a], bodies[b], context.still):
            start_anew(contact, kept)
            follow(kept, bodies[a], bodies[b])
            rows[waking] = rows[k]
            waking += touch(contact, kept, bodies[a], bodies[b])
            continue
        core_a, core_b = cores_of(bodies, shapes, contact.a, contact.b)
        manifold = collide(turned, core_a, core_b, context.speculative)
        if manifold.count > 0 and not loaded:
            if is_left_to_sweep(bodies[a], bodies[b], manifold, context):
                manifold = NO_CONTACT
            elif manifold.count == 1 and is_ahead(manifold):
                manifold = foreseen(turned, core_a, core_b, manifold, bodies[a], bodies[b], context)
        if manifold.count == 0:
            forget(contact, kept)
            continue
        meet(contact, kept, shapes)
        start_anew(contact, kept)
        if contact.one_way != 0 and lets_through(contact, manifold, shapes, bodies, context):
            contact.count = 0
            continue
        store_manifold(contact, kept, manifold)
        if loaded and contact.character + contact.one_way == 0:
            remember(kept, bodies[a], bodies[b])
        rows[waking] = rows[k]
        waking += touch(contact, kept, bodies[a], bodies[b])
    return waking


@entry(array(BODY), array(SHAPE), TABLE, array(np.int64, 2))
def settle(bodies: BodyRows, shapes: ShapeRows, table: Table, left: Ints) -> int:
    """What `narrow_phase` has left to do; returns how many bodies woke."""
    return int(wake_and_drop(bodies, shapes, table, left))


@kernel
def wake_and_drop(bodies: BodyRows, shapes: ShapeRows, table: Table, left: Ints) -> int:
    """Wake what is touched and drop what has parted; returns how many bodies woke.

    Goes from the last row down, for a dropped row is replaced by the last one.
    """
    woken = 0
    for share in range(len(left) - 1, -1, -1):
        for k in range(left[share, WAKING], left[share, WAKING_END]):
            contact = table.contacts[table.near[k]]
            woken += wake_touched(bodies, shapes[contact.a].body, shapes[contact.b].body)
        first, end = left[share, PARTED], left[share, PARTED_END]
        for k in range(first, end):
            ask_for_contact(table, table.near[min(k + AHEAD, end - 1)])
            ask_for_contact(table, max(table.counts[CONTACTS] - 1 - AHEAD, 0))
            drop_contact(table, bodies, shapes, table.near[k])
    return woken


def find_contacts(world: World, pairs: PairTable, context: StepContext) -> int:
    """The narrow phase of a table's contacts; returns how many bodies woke."""
    bodies, proxies, table = world.bodies.rows, proxies_of(world), table_of(pairs)
    pool, count = world.pool, pairs.contact_count
    if pool.is_alone(count, LEAST_TO_MEET):
        return int(narrow_phase(bodies, proxies, table, pairs.left, pool.queue, context))
    left = np.empty((count // SHARE + 1, 4), np.int64)
    call = bodies, proxies, table, left, pool.queue, context
    pool.run_queue(narrow_phase, [call] * pool.thread_count(count, LEAST_TO_MEET))
    return int(settle(bodies, proxies.shapes, table, left))


@inlined
def touch(contact: Any, kept: Any, a: Any, b: Any) -> bool:
    """Note whether the points of a contact touch; returns whether one of the bodies is awake, one not."""
    if kept.separation0 <= 0.0 or (contact.count > 1 and kept.separation1 <= 0.0):
        contact.touching = 1
    return bool(a.awake + b.awake == 1)


@inlined
def start_anew(contact: Any, kept: Any) -> None:
    """Nothing is known of this step yet."""
    contact.touching = 0
    kept.impulse = 0.0
    kept.speed = 0.0
    kept.time = -1.0


@kernel
def forget(contact: Any, kept: Any) -> None:
    """There is no touch and nothing to start from."""
    contact.touching = 0
    if contact.met == 1:
        start_anew(contact, kept)
        contact.count = 0
        kept.jn0 = 0.0
        kept.jn1 = 0.0


@kernel
def approach_speed(bodies: BodyRows, a: int, b: int, kept: Any) -> float:
    """How fast B's contact point comes towards A's along the normal, from the bodies' velocities."""
    one = bodies[a]
    two = bodies[b]
    ax, ay = velocity_at(one, kept.x0, kept.y0)
    bx, by = velocity_at(two, kept.x0 - (two.x - one.x), kept.y0 - (two.y - one.y))
    return max(0.0, float((ax - bx) * kept.nx + (ay - by) * kept.ny))


@kernel
def velocity_at(body: Any, x: float, y: float) -> tuple[float, float]:
    """Velocity of a body's point, given relative to its origin in world axes."""
    center_x, center_y = center_of(body)
    rx = x - center_x
    ry = y - center_y
    return body.vx - body.angular_velocity * ry, body.vy + body.angular_velocity * rx


def find_late_touches(world: World, pairs: PairTable) -> None:
    """Find what touches now, after the bodies moved, among contacts the solver did not see touch."""
    bodies, proxies, table = world.bodies.rows, proxies_of(world), table_of(pairs)
    pool, count = world.pool, pairs.contact_count
    if pool.is_alone(count, LEAST_TO_TOUCH):
        late_touches(bodies, proxies, table, 1, pool.queue)
    else:
        call = bodies, proxies, table, count // SHARE + 1, pool.queue
        pool.run_queue(late_touches, [call] * pool.thread_count(count, LEAST_TO_TOUCH))


@entry(array(BODY), PROXIES, TABLE, INT, INTS)
def late_touches(bodies: BodyRows, proxies: Proxies, table: Table, shares: int, queue: WorkQueue) -> None:
    """See `find_late_touches`."""
    count = table.counts[CONTACTS]
    number = first_range(queue, shares)
    while number < shares:
        touch_late(bodies, proxies, table, count * number // shares, count * (number + 1) // shares)
        number = next_range(queue, shares)
    if shares > 1:
        wait_until_done(queue, shares)


@inlined
def touch_late(bodies: BodyRows, proxies: Proxies, table: Table, begin: int, end: int) -> None:
    """Late touches of contacts `begin` ... `end`; only to these and their part of `table.near` is written."""
    shapes, tight, turned, contacts = proxies.shapes, proxies.tight, proxies.turned, table.contacts
    near = begin
    for row in range(begin, end):  # without branches, see `sift`
        contact = contacts[row]
        ask_for(tight, contacts[min(row + BOXES_AHEAD, end - 1)])
        settled = (contact.solid == 1) & ((contact.touching == 1) | (contact.one_way != 0))
        is_open = (contact.hooked != DROPPED) & (not settled)
        is_near = gap_to(tight, contact.a, box_of(tight, contact.b)) <= 0.0
        table.near[near] = row
        near += is_open & is_near
        contact.touching = contact.touching * (is_near | (not is_open))
    for k in range(begin, near):
        contact, kept = contacts[table.near[k]], table.manifolds[table.near[k]]
        a = shapes[contact.a].body
        b = shapes[contact.b].body
        if bodies[a].awake + bodies[b].awake == 0 and contact.touching != UNKNOWN:
            continue
        core_a, core_b = cores_of(bodies, shapes, contact.a, contact.b)
        margin = 0.0
        if contact.character == 1:
            margin = character_margin(contact, bodies[a], bodies[b])
        manifold = collide(turned, core_a, core_b, margin)
        is_new = contact.touching != 1
        contact.touching = 0
        if manifold.count > 0 and (margin == 0.0 or holds_character(contact, manifold, shapes, bodies)):
            meet(contact, kept, shapes)
            store_manifold(contact, kept, manifold)
            contact.touching = 1
            kept.impulse = 0.0
            kept.speed = approach_speed(bodies, a, b, kept)
            if is_new and contact.character == 1 and contact.solid == 0:
                kept.speed = impact_speed(bodies[a], bodies[b], kept)


@kernel
def impact_speed(a: Any, b: Any, kept: Any) -> float:
    """How fast two bodies, of which one is a character, came together along a contact's normal.

    A character has stopped before the touch is found, so it keeps the velocity that it came with.
    """
    ax, ay = (a.impact_vx, a.impact_vy) if a.skin > 0.0 else (a.vx, a.vy)
    bx, by = (b.impact_vx, b.impact_vy) if b.skin > 0.0 else (b.vx, b.vy)
    return max(0.0, float((ax - bx) * kept.nx + (ay - by) * kept.ny))


@kernel
def character_margin(contact: Any, a: Any, b: Any) -> float:
    """So near counts as a touch of a character: it keeps one skin off, and grows no nearer than half of that.

    Triggers take no notice of skins.
    """
    return 0.0 if contact.near == OF_TRIGGER else 2.0 * max(a.skin, b.skin)


@kernel
def holds_character(contact: Any, m: Manifold, shapes: ShapeRows, bodies: BodyRows) -> bool:
    """Whether a character touches, rather than passes, what is solid from one side only."""
    if contact.one_way == 0:
        return True
    a = shapes[contact.a]
    b = shapes[contact.b]
    one = bodies[a.body]
    two = bodies[b.body]
    parting = (two.vx - one.vx) * m.nx + (two.vy - one.vy) * m.ny
    skin = max(one.skin, two.skin)
    if m.separation0 < -skin or parting > PARTING * skin:
        return False
    if contact.one_way & 1 and not facing(a, one.angle, m.nx, m.ny):
        return False
    return not (contact.one_way & 2 and not facing(b, two.angle, -m.nx, -m.ny))
