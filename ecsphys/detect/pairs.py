"""The two tables of pairs: contacts (two shapes) and the pairs of entities that they belong to.

Contact rows are dense: a dropped row is replaced by the last one. Pair rows stay where they are,
for contacts point at them. All order follows from the order in which keys arrive (sorted).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._jit import INT, INTS, array, entry, group, inlined, kernel
from ..world.layout import BODY, CONTACT, FILTER, FREE, PAIR, SHAPE, UNKNOWN
from ..world.state import PairTable, World, empty_index, grown
from ..world.waking import wake_touched
from .filters import may_push
from .hashing import MISSING, erase, find, pair_key, put
from .one_way import is_one_way

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
CONTACTS, PAIRS_END, FREE_PAIR, PAIRS, ACTIVE, LISTINGS = range(6)  # places in `counts`


class Table(NamedTuple):
    """The arrays of a PairTable."""

    contacts: Rows
    pairs: Rows
    contact_index: Ints
    pair_index: Ints
    counts: Ints
    active: Ints
    near: Ints  # scratch: rows of contacts


class Owners(NamedTuple):
    """Who the shapes belong to and whom they may meet."""

    bodies: Rows
    shapes: Rows
    filters: Rows


_INDEX = array(np.int64, 2)
TABLE = group(Table, array(CONTACT), array(PAIR), _INDEX, _INDEX, INTS, INTS, INTS)
OWNERS = group(Owners, array(BODY), array(SHAPE), array(FILTER))


@kernel
def take_pair(table: Table, bodies: Rows, body_a: int, body_b: int) -> int:
    """The pair row of two bodies (A the smaller entity), made when there is none."""
    key = pair_key(body_a, body_b)
    row = find(table.pair_index, key)
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
    pair.contacts = 0
    pair.touched = 0
    pair.listed = 0
    pair.together = 0
    pair.apart = 0
    pair.since = 0
    pair.reason = 0
    pair.cut = 0
    pair.fast = 0
    pair.left = 0.0
    put(table.pair_index, key, row)
    return int(row)


@kernel
def free_pair(table: Table, row: int) -> None:
    """Give a pair row back."""
    pair = table.pairs[row]
    erase(table.pair_index, pair_key(pair.body_a, pair.body_b))
    pair.entity_a = FREE
    pair.next_free = table.counts[FREE_PAIR]
    table.counts[FREE_PAIR] = row
    table.counts[PAIRS] -= 1


@inlined
def mix_surfaces(contact: Any, one: Any, two: Any) -> None:
    """Set a contact's surface from those of its shapes."""
    contact.friction = math.sqrt(one.friction * two.friction)
    contact.restitution = max(one.restitution, two.restitution)
    contact.surface_speed = one.surface_speed + two.surface_speed


@inlined
def nearness(a: Any, b: Any) -> int:
    """2 if one of two rows of FILTER is a trigger, else 1 if one is static: what fast bodies may pass."""
    if a.trigger + b.trigger != 0:
        return 2
    return 1 if a.mobile == 0 or b.mobile == 0 else 0


@inlined
def count_near(near: int, a: Any, b: Any, change: int) -> None:
    """Count a contact in, or out, of its bodies."""
    if near == 1:
        a.near += change
        b.near += change
    elif near == 2:
        a.near_triggers += change
        b.near_triggers += change


@inlined
def add_contact(table: Table, owners: Owners, a: int, b: int, response: int) -> None:
    """Append the contact of shapes a (of the smaller entity) and b."""
    row = table.counts[CONTACTS]
    table.counts[CONTACTS] += 1
    put(table.contact_index, pair_key(a, b), row)
    one = owners.shapes[a]
    two = owners.shapes[b]
    contact = table.contacts[row]
    contact.a = a
    contact.b = b
    contact.pair = take_pair(table, owners.bodies, one.body, two.body)
    contact.solid = 1 if response == 1 and may_push(owners.filters, a, b) else 0
    contact.near = nearness(owners.filters[a], owners.filters[b])
    count_near(contact.near, owners.bodies[one.body], owners.bodies[two.body], 1)
    contact.one_way = is_one_way(one) + 2 * is_one_way(two)
    contact.passing = 0
    contact.hooked = 0
    contact.character = 1 if owners.bodies[one.body].skin + owners.bodies[two.body].skin > 0.0 else 0
    contact.touching = UNKNOWN
    contact.count = 0
    contact.jn0 = 0.0
    contact.jn1 = 0.0
    contact.impulse = 0.0
    contact.speed = 0.0
    contact.time = -1.0
    mix_surfaces(contact, one, two)
    pair = table.pairs[contact.pair]
    pair.contacts += 1
    pair.reason = 0
    pair.cut = 0
    pair.trigger_a = owners.filters[a].trigger
    pair.trigger_b = owners.filters[b].trigger


@kernel
def drop_contact(table: Table, bodies: Rows, row: int) -> None:
    """Remove a contact; the last row takes its place. A pair that was never together goes too."""
    contact = table.contacts[row]
    pair = table.pairs[contact.pair]
    count_near(contact.near, bodies[pair.body_a], bodies[pair.body_b], -1)
    pair.contacts -= 1
    if pair.contacts == 0 and pair.together == 0:
        free_pair(table, contact.pair)
    erase(table.contact_index, pair_key(contact.a, contact.b))
    last = table.counts[CONTACTS] - 1
    table.counts[CONTACTS] = last
    if row != last:
        table.contacts[row] = table.contacts[last]
        put(table.contact_index, pair_key(contact.a, contact.b), row)


@entry(TABLE, TABLE, OWNERS, INTS, INT)
def add_contacts(solid: Table, triggers: Table, owners: Owners, keys: Ints, response: int) -> int:
    """Add the contacts of sorted pair keys that are not there yet; to `triggers` if one shape is a trigger.

    Returns how many bodies woke: something new beside a sleeping body wakes it.
    """
    woken = 0
    bodies, shapes, filters = owners.bodies, owners.shapes, owners.filters
    for key in keys:
        a = key >> 32
        b = key & 0xFFFFFFFF
        is_trigger = filters[a].trigger | filters[b].trigger != 0
        table = triggers if is_trigger else solid
        if find(table.contact_index, key) != MISSING:
            continue
        if not is_trigger and filters[a].projectile + filters[b].projectile != 0:
            continue
        body_a = shapes[a].body
        body_b = shapes[b].body
        if bodies[body_a].awake + bodies[body_b].awake == 0:
            woken += wake_touched(bodies, body_a, body_b)
        if bodies[body_a].entity > bodies[body_b].entity:
            a, b = b, a
        add_contact(table, owners, a, b, 0 if is_trigger else response)
    return woken


@entry(TABLE, array(BODY), INTS)
def drop_contacts_of(table: Table, bodies: Rows, marks: Ints) -> int:
    """Drop the contacts of all shapes whose body has a mark, and of pairs that are to be cut; the mark
    is the reason that their pairs keep.

    Wakes the bodies that lose a contact; returns how many woke.
    """
    woken = 0
    for row in range(table.counts[CONTACTS] - 1, -1, -1):
        pair = table.pairs[table.contacts[row].pair]
        reason = max(marks[pair.body_a], marks[pair.body_b], pair.cut)
        if reason == 0:
            continue
        if pair.together != 0:
            woken += wake_touched(bodies, pair.body_a, pair.body_b)
        pair.reason = reason
        drop_contact(table, bodies, row)
    return woken


def table_of(table: PairTable) -> Table:
    """The arrays as the group that kernels take."""
    return Table(
        table.contacts,
        table.pairs,
        table.contact_index,
        table.pair_index,
        table.counts,
        table.active,
        table.near,
    )


def owners_of(world: World) -> Owners:
    """The arrays as the group that kernels take."""
    return Owners(world.bodies.rows, world.shapes.rows, world.shapes.filters)


def reserve(table: PairTable, more: int) -> None:
    """Make room for `more` contacts in as many new pairs."""
    contacts = table.contact_count + more
    if contacts > len(table.contacts):
        table.contacts = grown(table.contacts[: table.contact_count], 2 * contacts)
        table.near = np.zeros(4 * contacts + 1, np.int64)
    pairs = table.pair_count + more
    if pairs > len(table.pairs):
        table.pairs = grown(table.pairs[: table.pair_count], 2 * pairs)
        table.active = grown(table.active, 2 * pairs)
    if 2 * contacts > len(table.contact_index):
        table.contact_index = rehashed(table.contact_index, 2 * contacts)
    if 2 * pairs > len(table.pair_index):
        table.pair_index = rehashed(table.pair_index, 2 * pairs)


@entry(_INDEX, _INDEX)
def copy_index(old: Ints, new: Ints) -> None:
    """Put every entry of an index into an empty one."""
    for i in range(len(old)):
        if old[i, 0] != MISSING:
            put(new, old[i, 0], old[i, 1])


def rehashed(old: Ints, capacity: int) -> Ints:
    """The same index with more room."""
    new = empty_index(capacity)
    copy_index(old, new)
    return new


@entry(TABLE)
def index_pairs(table: Table) -> None:
    """Enter all pairs into an empty index."""
    for row in range(table.counts[PAIRS_END]):
        pair = table.pairs[row]
        if pair.entity_a != FREE:
            put(table.pair_index, pair_key(pair.body_a, pair.body_b), row)


def reindex_pairs(table: PairTable) -> None:
    """Build the index of pairs anew, after body rows were renumbered."""
    table.pair_index = empty_index(len(table.pair_index))
    index_pairs(table_of(table))
