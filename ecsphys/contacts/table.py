"""The two tables of pairs: contacts (two shapes) and the pairs of entities that they belong to.

Contact rows are dense: a dropped row is replaced by the last one. Most contacts come and go without being
near: their manifold is written when they have points (`init_manifold`), and they belong to a pair when they
touch. Pair rows stay where they are, for contacts point at them. All order follows from the
order in which keys arrive (sorted).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..arrays import (
    FREE,
    BodyRows,
    ContactRows,
    FilterRows,
    Ints,
    ManifoldRows,
    PairRows,
    ShapeRows,
    grown,
)
from ..compile import AHEAD, INT, INTS, array, entry, group, inlined, kernel, prefetch
from ..spatial.filters import may_push
from ..spatial.pair_index import MISSING, insert, lookup, prefetch_key, remove
from ..spatial.pair_keys import pair_key, split_key
from ..world.bodies import BODY
from ..world.contacts import (
    CONTACT,
    MANIFOLD,
    PAIR,
    STATIC_CONTACT,
    TRIGGER_CONTACT,
    UNKNOWN,
    PairTable,
    empty_index,
)
from ..world.shapes import FILTER, SHAPE
from ..world.state import World
from ..world.waking import wake_touching
from .one_way import is_one_way

CONTACTS, PAIRS_END, FREE_PAIR, PAIRS, ACTIVE, LISTINGS = range(6)  # places in `counts`


class Table(NamedTuple):
    """The arrays of a PairTable."""

    contacts: ContactRows
    manifolds: ManifoldRows  # row by row
    pairs: PairRows
    contact_index: Ints
    pair_index: Ints
    counts: Ints
    active: Ints
    scratch: Ints  # rows of contacts, see PairTable


class WorldRows(NamedTuple):
    """Who the shapes belong to and whom they may meet."""

    bodies: BodyRows
    shapes: ShapeRows
    filters: FilterRows


_INDEX = array(np.int64, 2)
TABLE = group(Table, array(CONTACT), array(MANIFOLD), array(PAIR), _INDEX, _INDEX, INTS, INTS, INTS)
WORLD_ROWS = group(WorldRows, array(BODY), array(SHAPE), array(FILTER))


@kernel
def find_or_add_pair(table: Table, bodies: BodyRows, body_a: int, body_b: int) -> int:
    """The pair row of two bodies (A the smaller entity), made when there is none."""
    key = pair_key(body_a, body_b)
    row = lookup(table.pair_index, key)
    if row != MISSING:
        return row
    counts = table.counts
    if counts[FREE_PAIR] != FREE:
        row = counts[FREE_PAIR]
        counts[FREE_PAIR] = table.pairs[row].next_free
    else:
        row = counts[PAIRS_END]
        counts[PAIRS_END] += 1
    counts[PAIRS] += 1
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
    """Whether `more` pairs can be made."""
    pairs = table.counts[PAIRS_END] + more
    return bool(pairs <= len(table.pairs) and 2 * pairs <= len(table.pair_index))


@kernel
def free_pair(table: Table, row: int) -> None:
    """Give a pair row back."""
    pair = table.pairs[row]
    remove(table.pair_index, pair_key(pair.body_a, pair.body_b))
    pair.entity_a = FREE
    pair.next_free = table.counts[FREE_PAIR]
    table.counts[FREE_PAIR] = row
    table.counts[PAIRS] -= 1


@inlined
def mix_surfaces(manifold: Any, one: Any, two: Any) -> None:
    """Set a contact's surface from those of its shapes."""
    manifold.friction = math.sqrt(one.friction * two.friction)
    manifold.restitution = max(one.restitution, two.restitution)
    manifold.surface_speed = one.surface_speed + two.surface_speed


@inlined
def init_manifold(contact: Any, manifold: Any, shapes: ShapeRows) -> None:
    """Begin to keep what becomes known of a contact, if that has not begun yet."""
    if contact.has_manifold == 0:
        contact.has_manifold = 1
        mix_surfaces(manifold, shapes[contact.a], shapes[contact.b])
        manifold.pair = FREE
        manifold.impulse = 0.0
        manifold.speed = 0.0
        manifold.time = -1.0
        manifold.jn0 = 0.0
        manifold.jn1 = 0.0


@inlined
def link_to_pair(table: Table, filters: FilterRows, row: int, pair_row: int) -> None:
    """Let a contact that was met belong to its pair."""
    contact, pair = table.contacts[row], table.pairs[pair_row]
    table.manifolds[row].pair = pair_row
    pair.contact_count += 1
    pair.reason = 0
    pair.trigger_a = filters[contact.a].trigger
    pair.trigger_b = filters[contact.b].trigger


@inlined
def pair_of(table: Table, row: int) -> int:
    """The row of a contact's pair, FREE while it has none."""
    return int(table.manifolds[row].pair) if table.contacts[row].has_manifold == 1 else FREE


@inlined
def counter_of(a: Any, b: Any) -> int:
    """What fast bodies may pass: OF_TRIGGER if one of two rows of FILTER is one, else OF_STATIC if one is."""
    if a.trigger + b.trigger != 0:
        return TRIGGER_CONTACT
    return STATIC_CONTACT if a.mobile == 0 or b.mobile == 0 else 0


@inlined
def change_counters(near: int, a: Any, b: Any, change: int) -> None:
    """Count a contact in, or out, of its bodies."""
    if near == STATIC_CONTACT:
        a.static_contacts += change
        b.static_contacts += change
    elif near == TRIGGER_CONTACT:
        a.trigger_contacts += change
        b.trigger_contacts += change


@inlined
def add_contact(table: Table, owners: WorldRows, a: int, b: int, response: int) -> None:
    """Append the contact of shapes a (of the smaller entity) and b. It joins their pair if there is one."""
    row = table.counts[CONTACTS]
    table.counts[CONTACTS] += 1
    insert(table.contact_index, pair_key(a, b), row)
    bodies, shapes, filters = owners.bodies, owners.shapes, owners.filters
    one, two = shapes[a], shapes[b]
    contact = table.contacts[row]
    contact.a = a
    contact.b = b
    contact.solid = 1 if response == 1 and may_push(filters, a, b) else 0
    contact.counted_as = counter_of(filters[a], filters[b])
    change_counters(contact.counted_as, bodies[one.body], bodies[two.body], 1)
    contact.one_way = is_one_way(one) + 2 * is_one_way(two)
    contact.has_manifold = 0
    contact.touching = UNKNOWN
    contact.hook_state = 0
    contact.has_character = 1 if bodies[one.body].skin + bodies[two.body].skin > 0.0 else 0
    contact.count = 0
    known = lookup(table.pair_index, pair_key(one.body, two.body))
    if known != MISSING:
        init_manifold(contact, table.manifolds[row], shapes)
        link_to_pair(table, filters, row, known)


@inlined
def prefetch_slot(table: Table, row: int) -> None:
    """Have fetched where the index has a contact."""
    contact = table.contacts[row]
    prefetch_key(table.contact_index, pair_key(contact.a, contact.b))


@kernel
def remove_contact(table: Table, bodies: BodyRows, shapes: ShapeRows, row: int) -> None:
    """Remove a contact; the last row takes its place. A pair that was never together goes too."""
    contacts, manifolds = table.contacts, table.manifolds
    contact = contacts[row]
    change_counters(contact.counted_as, bodies[shapes[contact.a].body], bodies[shapes[contact.b].body], -1)
    pair_row = pair_of(table, row)
    if pair_row != FREE:
        pair = table.pairs[pair_row]
        pair.contact_count -= 1
        if pair.contact_count == 0 and pair.active_sides == 0:
            free_pair(table, pair_row)
    remove(table.contact_index, pair_key(contact.a, contact.b))
    last = table.counts[CONTACTS] - 1
    table.counts[CONTACTS] = last
    if row != last:
        contacts[row] = contacts[last]
        if contacts[row].has_manifold == 1:
            manifolds[row] = manifolds[last]
        insert(table.contact_index, pair_key(contact.a, contact.b), row)


@inlined
def prefetch_shape(owners: WorldRows, row: int) -> None:
    """Have fetched what is known of a shape."""
    prefetch(owners.shapes, row)
    prefetch(owners.filters, row)


@entry(TABLE, TABLE, WORLD_ROWS, INTS, INT)
def add_contacts(solid: Table, triggers: Table, owners: WorldRows, keys: Ints, response: int) -> int:
    """Add the contacts of sorted pair keys, none of which is there yet; to `triggers` if one shape is one.

    Returns how many bodies woke: something new beside a sleeping body wakes it.
    """
    woken = 0
    bodies, shapes, filters = owners.bodies, owners.shapes, owners.filters
    for k in range(len(keys)):
        key, soon = keys[k], keys[min(k + AHEAD, len(keys) - 1)]
        prefetch_key(solid.contact_index, soon)
        soon_a, soon_b = split_key(soon)
        prefetch_shape(owners, soon_a)
        prefetch_shape(owners, soon_b)
        a, b = split_key(key)
        is_trigger = filters[a].trigger | filters[b].trigger != 0
        table = triggers if is_trigger else solid
        if not is_trigger and filters[a].projectile + filters[b].projectile != 0:
            continue
        body_a = shapes[a].body
        body_b = shapes[b].body
        if bodies[body_a].awake + bodies[body_b].awake == 0:
            woken += wake_touching(bodies, body_a, body_b)
        if bodies[body_a].entity > bodies[body_b].entity:
            a, b = b, a
        add_contact(table, owners, a, b, 0 if is_trigger else response)
    return woken


@entry(TABLE, array(BODY), array(SHAPE), INTS, INTS)
def remove_contacts_of(table: Table, bodies: BodyRows, shapes: ShapeRows, marks: Ints, cuts: Ints) -> int:
    """Drop the contacts of all shapes whose body has a mark, and those that have one themselves in `cuts`
    (one a contact, or none at all); the mark is the reason that their pairs keep.

    Wakes the bodies that lose a contact; returns how many woke.
    """
    woken = 0
    for row in range(table.counts[CONTACTS] - 1, -1, -1):
        contact = table.contacts[row]
        a, b = shapes[contact.a].body, shapes[contact.b].body
        reason = max(marks[a], marks[b])
        if len(cuts) > 0:
            reason = max(reason, cuts[row])
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


def table_of(table: PairTable) -> Table:
    """The arrays as the group that kernels take."""
    return Table(
        table.contacts,
        table.manifolds,
        table.pairs,
        table.contact_index,
        table.pair_index,
        table.counts,
        table.active,
        table.scratch,
    )


def world_rows_of(world: World) -> WorldRows:
    """The arrays as the group that kernels take."""
    return WorldRows(world.bodies.rows, world.shapes.rows, world.shapes.filters)


def reserve_contacts(table: PairTable, more: int) -> None:
    """Make room for `more` contacts."""
    contacts = table.contact_count + more
    if contacts > len(table.contacts):
        table.contacts = grown(table.contacts[: table.contact_count], 2 * contacts)
        table.manifolds = grown(table.manifolds[: table.contact_count], 2 * contacts)
        table.scratch = np.zeros(4 * contacts + 1, np.int64)
    if 2 * contacts > len(table.contact_index):
        table.contact_index = rehash(table.contact_index, 2 * contacts)


def reserve_pairs(table: PairTable, more: int) -> None:
    """Make room for `more` pairs."""
    pairs = table.pair_count + more
    if pairs > len(table.pairs):
        table.pairs = grown(table.pairs[: table.pair_count], 2 * pairs)
        table.active = grown(table.active, 2 * pairs)
    if 2 * pairs > len(table.pair_index):
        table.pair_index = rehash(table.pair_index, 2 * pairs)


@entry(_INDEX, _INDEX)
def copy_entries(old: Ints, new: Ints) -> None:
    """Put every entry of an index into an empty one."""
    for i in range(len(old)):
        if old[i, 0] != MISSING:
            insert(new, old[i, 0], old[i, 1])


def rehash(old: Ints, capacity: int) -> Ints:
    """The same index with more room."""
    new = empty_index(capacity)
    copy_entries(old, new)
    return new


@entry(TABLE)
def index_pairs(table: Table) -> None:
    """Enter all pairs into an empty index."""
    for row in range(table.counts[PAIRS_END]):
        pair = table.pairs[row]
        if pair.entity_a != FREE:
            insert(table.pair_index, pair_key(pair.body_a, pair.body_b), row)


def reindex_pairs(table: PairTable) -> None:
    """Build the index of pairs anew, after body rows were renumbered."""
    table.pair_index = empty_index(len(table.pair_index))
    index_pairs(table_of(table))


def bodies_of(world: World, table: PairTable) -> tuple[Ints, Ints]:
    """The rows of the bodies of all contacts of a table, that of the smaller entity first."""
    contacts = table.contacts[: table.contact_count].view(np.ndarray)
    bodies = world.shapes.rows.view(np.ndarray)["body"]
    return bodies[contacts["a"]], bodies[contacts["b"]]
