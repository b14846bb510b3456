"""The tables of contacts (two shapes) and of pairs (two entities), and how kernels add and remove rows.

Contact rows are dense: the last row replaces a removed one. Most contacts come and go without a manifold; a
contact gets one with its first points (`init_manifold`) and belongs to a pair from its first touch. Pair rows
keep their number, since manifolds refer to them. All order follows from the order in which keys arrive
(sorted).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..arrays import (
    FREE,
    BodyRows,
    ContactRows,
    CountRows,
    FilterRows,
    Index,
    Ints,
    ManifoldRows,
    MoverLists,
    PairRows,
    ShapeRows,
)
from ..compile import INT, INTS, array, entry, group, inlined, kernel
from ..spatial.filters import may_push
from ..spatial.pair_index import INDEX, MISSING, insert, lookup, remove
from ..spatial.pair_keys import is_among, pair_key, split_key
from ..world.base_world import BaseWorld
from ..world.bodies import BODY
from ..world.contacts import (
    CONTACT,
    MANIFOLD,
    ONE_WAY_A,
    ONE_WAY_B,
    PAIR,
    STATIC_CONTACT,
    TABLE_COUNTS,
    TRIGGER_CONTACT,
    UNKNOWN,
    PairTable,
)
from ..world.shapes import FILTER, SHAPE
from ..world.waking import wake_touching
from .manifold_rows import init_manifold
from .mover_lists import MOVER_LISTS, change_row, enter_list, leave_list, mover_of
from .one_way import is_one_way


class Table(NamedTuple):
    """The arrays of a PairTable; see there."""

    contacts: ContactRows
    manifolds: ManifoldRows
    pairs: PairRows
    contact_index: Index
    pair_index: Index
    lists: MoverLists
    counts: CountRows
    active: Ints
    scratch: Ints


class WorldRows(NamedTuple):
    """Bodies, and their shapes with surfaces and filters."""

    bodies: BodyRows
    shapes: ShapeRows
    filters: FilterRows


TABLE = group(
    Table,
    array(CONTACT),
    array(MANIFOLD),
    array(PAIR),
    INDEX,
    INDEX,
    MOVER_LISTS,
    array(TABLE_COUNTS),
    INTS,
    INTS,
)
WORLD_ROWS = group(WorldRows, array(BODY), array(SHAPE), array(FILTER))


def table_of(table: PairTable) -> Table:
    """Return the arrays of a PairTable as the group that kernels take."""
    known: Table | None = table.group
    if known is None:
        table.group = known = Table(
            table.contacts,
            table.manifolds,
            table.pairs,
            table.contact_index,
            table.pair_index,
            table.lists,
            table.counts,
            table.active,
            table.scratch,
        )
    return known


def world_rows_of(world: BaseWorld) -> WorldRows:
    """Return bodies, shapes and filters as the group that kernels take."""
    bodies, shapes = world.bodies.rows, world.shapes
    known: WorldRows | None = shapes.world_rows
    if known is None or known.bodies is not bodies:
        shapes.world_rows = known = WorldRows(bodies, shapes.rows, shapes.filters)
    return known


@kernel
def find_or_add_pair(table: Table, bodies: BodyRows, body_a: int, body_b: int) -> int:
    """Return the pair row of two bodies (A of the smaller entity); add one if there is none."""
    key = pair_key(body_a, body_b)
    row = lookup(table.pair_index, key)
    if row != MISSING:
        return row
    counts = table.counts[0]
    if counts.first_free_pair != FREE:
        row = counts.first_free_pair
        counts.first_free_pair = table.pairs[row].next_free
    else:
        row = counts.pairs_end
        counts.pairs_end += 1
    counts.pairs += 1
    pair = table.pairs[row]
    pair.entity_a = bodies[body_a].entity
    pair.entity_b = bodies[body_b].entity
    pair.body_a = body_a
    pair.body_b = body_b
    pair.contact_count = 0
    pair.touching_count = 0
    pair.updated_in = 0
    pair.active_sides = 0
    pair.steps_apart = 0
    pair.begin_step = 0
    pair.reason = 0
    pair.over_hit_speed = 0
    pair.separation_time = 0.0
    insert(table.pair_index, key, row)
    return int(row)


@inlined
def has_pair_room(table: Table, more: int) -> bool:
    """Whether `more` pairs can be added without growing arrays."""
    pairs = table.counts[0].pairs_end + more
    return bool(pairs <= len(table.pairs) and 2 * pairs <= len(table.pair_index))


@kernel
def free_pair(table: Table, row: int) -> None:
    """Remove a pair; its row joins the free list."""
    pair, counts = table.pairs[row], table.counts[0]
    remove(table.pair_index, pair_key(pair.body_a, pair.body_b))
    pair.entity_a = FREE
    pair.next_free = counts.first_free_pair
    counts.first_free_pair = row
    counts.pairs -= 1


@inlined
def link_to_pair(table: Table, filters: FilterRows, row: int, pair_row: int) -> None:
    """Make a contact, whose manifold is valid, belong to a pair."""
    contact, pair = table.contacts[row], table.pairs[pair_row]
    table.manifolds[row].pair = pair_row
    pair.contact_count += 1
    pair.reason = 0
    pair.trigger_a = filters[contact.a].trigger
    pair.trigger_b = filters[contact.b].trigger


@inlined
def pair_of(table: Table, row: int) -> int:
    """Return the row of a contact's pair, FREE before its first touch."""
    return int(table.manifolds[row].pair) if table.contacts[row].has_manifold == 1 else FREE


@inlined
def counter_of(filter_a: Any, filter_b: Any) -> int:
    """Return the counter of a contact: TRIGGER_CONTACT, STATIC_CONTACT, or 0 between two solid movers."""
    if filter_a.trigger + filter_b.trigger != 0:
        return TRIGGER_CONTACT
    return STATIC_CONTACT if filter_a.mobile == 0 or filter_b.mobile == 0 else 0


@inlined
def change_counters(counter: int, body_a: Any, body_b: Any, change: int) -> None:
    """Add to one of the contact counters of two bodies, from which the sweeps' candidates are chosen."""
    if counter == STATIC_CONTACT:
        body_a.static_contacts += change
        body_b.static_contacts += change
    elif counter == TRIGGER_CONTACT:
        body_a.trigger_contacts += change
        body_b.trigger_contacts += change


@inlined
def has_contact_room(table: Table, more: int) -> bool:
    """Whether so many contacts can be added before arrays grow."""
    contacts = table.counts[0].contacts + more
    return bool(contacts <= len(table.contacts) and 2 * contacts <= len(table.contact_index))


@inlined
def add_contact(table: Table, rows: WorldRows, a: int, b: int, response: int) -> None:
    """Append the contact of shapes a (of the smaller entity) and b; link it to their pair if there is one."""
    row = table.counts[0].contacts
    table.counts[0].contacts += 1
    insert(table.contact_index, pair_key(a, b), row)
    bodies, shapes, filters = rows.bodies, rows.shapes, rows.filters
    shape_a, shape_b = shapes[a], shapes[b]
    contact = table.contacts[row]
    contact.a = a
    contact.b = b
    contact.solid = 1 if response == 1 and may_push(filters, a, b) else 0
    enter_list(table.lists, row, mover_of(filters, contact))
    contact.counted_as = counter_of(filters[a], filters[b])
    change_counters(contact.counted_as, bodies[shape_a.body], bodies[shape_b.body], 1)
    contact.one_way = ONE_WAY_A * is_one_way(shape_a) + ONE_WAY_B * is_one_way(shape_b)
    contact.has_manifold = 0
    contact.touching = UNKNOWN
    contact.hook_state = 0
    contact.has_character = 1 if bodies[shape_a.body].skin + bodies[shape_b.body].skin > 0.0 else 0
    contact.count = 0
    pair_row = lookup(table.pair_index, pair_key(shape_a.body, shape_b.body))
    if pair_row != MISSING:
        init_manifold(contact, table.manifolds[row], shapes)
        link_to_pair(table, filters, row, pair_row)


@kernel
def remove_contact(table: Table, bodies: BodyRows, shapes: ShapeRows, row: int) -> None:
    """Remove a contact; the last row takes its place. Its pair goes too if nothing of it is left to end."""
    contacts, manifolds, counts = table.contacts, table.manifolds, table.counts[0]
    contact = contacts[row]
    change_counters(contact.counted_as, bodies[shapes[contact.a].body], bodies[shapes[contact.b].body], -1)
    pair_row = pair_of(table, row)
    if pair_row != FREE:
        pair = table.pairs[pair_row]
        pair.contact_count -= 1
        if pair.contact_count == 0 and pair.active_sides == 0:
            free_pair(table, pair_row)
    remove(table.contact_index, pair_key(contact.a, contact.b))
    leave_list(table.lists, row)
    last = counts.contacts - 1
    counts.contacts = last
    if row != last:
        contacts[row] = contacts[last]
        if contacts[row].has_manifold == 1:
            manifolds[row] = manifolds[last]
        change_row(table.lists, last, row)
        insert(table.contact_index, pair_key(contact.a, contact.b), row)


@entry(TABLE, TABLE, WORLD_ROWS, INTS, INTS, INT)
def add_contacts(
    solid: Table, triggers: Table, rows: WorldRows, keys: Ints, apart: Ints, response: int
) -> int:
    """Add the contacts of sorted new pair keys, to `triggers` where a shape is a trigger, else to `solid`.

    Pairs of entities whose keys are in `apart`, ascending, get none. A new contact of a sleeping body wakes
    it. Returns how many bodies woke.
    """
    return add_new_contacts(solid, triggers, rows, keys, apart, response)


@kernel
def add_new_contacts(
    solid: Table, triggers: Table, rows: WorldRows, keys: Ints, apart: Ints, response: int
) -> int:
    """See `add_contacts`."""
    woken = 0
    bodies, shapes, filters = rows.bodies, rows.shapes, rows.filters
    for key in keys:
        a, b = split_key(key)
        is_trigger = filters[a].trigger | filters[b].trigger != 0
        table = triggers if is_trigger else solid
        if not is_trigger and filters[a].projectile + filters[b].projectile != 0:
            continue
        body_a = shapes[a].body
        body_b = shapes[b].body
        if bodies[body_a].joined & bodies[body_b].joined == 1 and is_among(
            pair_key(bodies[body_a].entity, bodies[body_b].entity), apart
        ):
            continue
        if bodies[body_a].awake + bodies[body_b].awake == 0:
            woken += wake_touching(bodies, body_a, body_b)
        if bodies[body_a].entity > bodies[body_b].entity:
            a, b = b, a
        add_contact(table, rows, a, b, 0 if is_trigger else response)
    return woken


@entry(TABLE, array(BODY), array(SHAPE), INTS, INTS)
def remove_contacts_of(
    table: Table, bodies: BodyRows, shapes: ShapeRows, body_reasons: Ints, contact_reasons: Ints
) -> int:
    """Remove the contacts for which a reason is given, and store it in their pairs.

    `body_reasons` has one reason (index in REASONS, 0: none) a body, `contact_reasons` one a contact, or no
    entries at all. The bodies of removed contacts wake. Returns how many woke.
    """
    woken = 0
    for row in range(table.counts[0].contacts - 1, -1, -1):
        contact = table.contacts[row]
        a, b = shapes[contact.a].body, shapes[contact.b].body
        reason = max(body_reasons[a], body_reasons[b])
        if len(contact_reasons) > 0:
            reason = max(reason, contact_reasons[row])
        if reason == 0:
            continue
        pair_row = pair_of(table, row)
        if pair_row != FREE:
            pair = table.pairs[pair_row]
            if pair.active_sides != 0:
                woken += wake_touching(bodies, a, b)
            pair.reason = reason
        remove_contact(table, bodies, shapes, row)
    return woken


def bodies_of(world: BaseWorld, table: PairTable) -> tuple[Ints, Ints]:
    """Return the body rows of all contacts of a table, those of the smaller entities first."""
    contacts = table.contacts[: table.contact_count].view(np.ndarray)
    bodies = world.shapes.rows.view(np.ndarray)["body"]
    return bodies[contacts["a"]], bodies[contacts["b"]]
