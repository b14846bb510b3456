"""The collision list: contacts summed up by pair of entities, and the begin, stay and end of each pair."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._jit import INT, INTS, REAL, array, entry, kernel, value
from ..world.layout import (
    BEGIN,
    BODY,
    CROSSING,
    END,
    EVENT,
    FILTERED,
    FREE,
    HIT,
    REMOVED,
    SEPARATED,
    STAY,
)
from .pairs import ACTIVE, CONTACTS, LISTINGS, TABLE, Table, free_pair, take_pair

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
EVENTS_A_PAIR = 4


@kernel
def depth(contact: Any) -> float:
    """The deeper point's penetration."""
    if contact.count > 1:
        return float(-min(contact.separation0, contact.separation1))
    return float(-contact.separation0)


@kernel
def hit_speed(contact: Any) -> float:
    """How fast a contact closed in, if it was a blow: a solid one must have pushed."""
    if contact.solid == 1 and contact.impulse <= 0.0:
        return 0.0
    return float(contact.speed)


@kernel
def list_pair(table: Table, row: int) -> None:
    """Make a pair one of the active ones of this listing, if it is not."""
    pair, counts = table.pairs[row], table.counts
    if pair.listed != counts[LISTINGS]:
        pair.listed = counts[LISTINGS]
        pair.touched = 0
        table.active[counts[ACTIVE]] = row
        counts[ACTIVE] += 1


@kernel
def begin_listing(table: Table) -> None:
    """Keep those active that are together; a row may belong to another pair by now."""
    counts = table.counts
    known, counts[ACTIVE] = counts[ACTIVE], 0
    counts[LISTINGS] += 1
    for k in range(known):
        row = table.active[k]
        if table.pairs[row].entity_a != FREE and table.pairs[row].together != 0:
            list_pair(table, row)


@kernel
def sum_up(table: Table) -> None:
    """For every pair that touches: how many contacts do, their impulse, the deepest and fastest of them."""
    contacts, pairs = table.contacts, table.pairs
    for row in range(table.counts[CONTACTS]):
        contact = contacts[row]
        if contact.touching != 1:
            continue
        list_pair(table, contact.pair)
        pair = pairs[contact.pair]
        if pair.touched == 0:
            pair.contact = row
            pair.fastest = row
            pair.impulse = 0.0
        else:
            if depth(contact) > depth(contacts[pair.contact]):
                pair.contact = row
            if hit_speed(contact) > hit_speed(contacts[pair.fastest]):
                pair.fastest = row
        pair.touched += 1
        pair.impulse += contact.impulse


@kernel
def touch_time(contact: Any, dt: float) -> float:
    """When in the step the shapes met, as a fraction of it: found by a sweep, or from gap and speed."""
    if contact.time >= 0.0:
        return float(contact.time)
    way = contact.speed * dt
    if way <= 0.0:
        return 0.0
    if contact.impulse > 0.0:
        return float(min(max(-depth(contact), 0.0) / way, 1.0))
    return float(1.0 - min(max(depth(contact), 0.0) / way, 1.0))


@kernel
def sides(pair: Any) -> int:
    """Whose events a pair makes, as bits: 1 and 2 for triggers A and B, 4 for a solid pair's one."""
    if pair.trigger_a + pair.trigger_b == 0:
        return 4
    return int(pair.trigger_a | pair.trigger_b << 1)


@kernel
def add_event(events: Rows, count: int, what: int, pair: Any, bits: int, reason: int) -> int:
    """Append an event without contact data for the sides in `bits`; returns the new count."""
    event = events[count]
    event.what = what
    event.entity_a = pair.entity_a
    event.entity_b = pair.entity_b
    event.nx = 0.0
    event.ny = 0.0
    event.x = 0.0
    event.y = 0.0
    event.penetration = 0.0
    event.speed = 0.0
    event.impulse = 0.0
    event.time = pair.left
    event.reason = reason
    event.trigger_a = bits & 1
    event.trigger_b = bits >> 1 & 1
    return count + 1


@kernel
def add_touch(
    events: Rows, count: int, what: int, pair: Any, bits: int, contact: Any, body_a: Any, time: float
) -> int:
    """Append an event with the data of a contact of the pair; returns the new count."""
    add_event(events, count, what, pair, bits, 0)
    event = events[count]
    event.nx = contact.nx
    event.ny = contact.ny
    second = contact.count > 1 and contact.separation1 < contact.separation0
    event.x = body_a.x + (contact.x1 if second else contact.x0)
    event.y = body_a.y + (contact.y1 if second else contact.y0)
    event.penetration = depth(contact)
    event.speed = contact.speed
    event.impulse = pair.impulse
    event.time = time
    return count + 1


class Rules(NamedTuple):
    """How this step's events are made. `wanted`: bits 1 << BEGIN, STAY, … of those that have a listener."""

    step: int
    end_after: int
    wanted: int
    dt: float
    hit_speed: float


@kernel
def list_touch(pair: Any, contacts: Rows, body_a: Any, events: Rows, count: int, rules: Rules) -> int:
    """A pair that touches: begin, or stay, perhaps a hit; and ends of sides that are no trigger any more."""
    contact = contacts[pair.contact]
    own = sides(pair)
    begun = own & ~pair.together
    ended = pair.together & ~own
    stays = own & pair.together
    if pair.together == 0:
        pair.since = rules.step
    pair.apart = 0
    pair.left = 0.0
    pair.together = own
    if ended != 0 and rules.wanted >> END & 1:
        count = add_event(events, count, END, pair, ended, FILTERED)
    if begun != 0 and rules.wanted >> BEGIN & 1:
        time = touch_time(contact, rules.dt)
        count = add_touch(events, count, BEGIN, pair, begun, contact, body_a, time)
    if stays != 0 and rules.wanted >> STAY & 1:
        count = add_touch(events, count, STAY, pair, stays, contact, body_a, 0.0)
    fastest = contacts[pair.fastest]
    fast = 1 if hit_speed(fastest) > rules.hit_speed else 0
    if fast > pair.fast and rules.wanted >> HIT & 1:
        time = touch_time(fastest, rules.dt)
        count = add_touch(events, count, HIT, pair, own, fastest, body_a, time)
    pair.fast = fast
    return count


@kernel
def is_same_pair(a: Any, b: Any) -> bool:
    """Whether two crossings are of the same bodies."""
    return bool(a.body_a == b.body_a and a.body_b == b.body_b)


@kernel
def list_crossings(
    table: Table, bodies: Rows, crossings: Rows, events: Rows, count: int, rules: Rules
) -> int:
    """Pairs of which one body passed through the other in this step. Sorted by pair, then by time."""
    k = 0
    while k < len(crossings):
        first = crossings[k]
        left = first.left
        k += 1
        while k < len(crossings) and is_same_pair(crossings[k], first):
            left = crossings[k].left
            k += 1
        row = take_pair(table, bodies, first.body_a, first.body_b)
        list_pair(table, row)
        pair = table.pairs[row]
        if pair.touched > 0:
            table.contacts[pair.contact].time = first.entered
            continue
        if pair.together == 0:
            pair.trigger_a = first.trigger_a
            pair.trigger_b = first.trigger_b
            pair.together = sides(pair)
            pair.since = rules.step
            pair.apart = 0
            if rules.wanted >> BEGIN & 1:
                count = add_passage(events, count, pair, first)
        pair.left = min(left, 1.0)
    return count


@kernel
def add_passage(events: Rows, count: int, pair: Any, crossing: Any) -> int:
    """Append the begin of a pair that passes through each other; returns the new count."""
    add_event(events, count, BEGIN, pair, pair.together, 0)
    event = events[count]
    event.nx = crossing.nx
    event.ny = crossing.ny
    event.x = crossing.x
    event.y = crossing.y
    event.speed = crossing.speed
    event.time = crossing.entered
    return count + 1


@entry(TABLE, array(BODY), array(CROSSING), array(EVENT), INT, value(Rules, INT, INT, INT, REAL, REAL))
def list_collisions(
    table: Table, bodies: Rows, crossings: Rows, events: Rows, count: int, rules: Rules
) -> int:
    """Bring the list up to date and append this step's events (at most EVENTS_A_PAIR a pair).

    A pair has ended after `rules.end_after` steps in a row without touch, or at once when its contacts
    were taken away. Returns the new count of events.
    """
    begin_listing(table)
    sum_up(table)
    count = list_crossings(table, bodies, crossings, events, count, rules)
    contacts, pairs = table.contacts, table.pairs
    for k in range(table.counts[ACTIVE]):
        row = table.active[k]
        pair = pairs[row]
        if pair.touched > 0:
            count = list_touch(pair, contacts, bodies[pair.body_a], events, count, rules)
        elif pair.together != 0:
            pair.fast = 0
            pair.apart += 1
            if pair.apart >= rules.end_after or pair.reason != 0:
                if rules.wanted >> END & 1:
                    reason = pair.reason if pair.reason != 0 else SEPARATED
                    count = add_event(events, count, END, pair, pair.together, reason)
                pair.together = 0
        pair.left = 0.0
        if pair.contacts == 0 and pair.together == 0:
            free_pair(table, row)
    return count


@entry(TABLE, array(EVENT), INT, INTS)
def end_pairs_of(table: Table, events: Rows, count: int, marks: Ints) -> int:
    """End all pairs of bodies marked as removed; returns the new count of events.

    Their contacts are gone, so what is left of them was together: it is among the active ones.
    """
    for k in range(table.counts[ACTIVE]):
        row = table.active[k]
        pair = table.pairs[row]
        if pair.entity_a == FREE or (marks[pair.body_a] != REMOVED and marks[pair.body_b] != REMOVED):
            continue
        if pair.together != 0:
            count = add_event(events, count, END, pair, pair.together, REMOVED)
        free_pair(table, row)
    return count
