"""The collision list: contacts summed up by pair of entities, and the begin, stay and end of each pair."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..arrays import FREE, BodyRows, CrossingRows, EventRows, Ints
from ..compile import AHEAD, INT, INTS, REAL, array, entry, kernel, prefetch, prefetch_ahead, value
from ..world.contacts import FILTERED, REMOVED, SEPARATED
from ..world.events import BEGIN, CROSSING, END, EVENT, HIT, STAY
from .table import (
    ACTIVE,
    CONTACTS,
    LISTINGS,
    OWNERS,
    TABLE,
    Owners,
    Table,
    free_pair,
    has_room_for,
    join_pair,
    take_pair,
)

EVENTS_A_PAIR = 4


@kernel
def depth(contact: Any, kept: Any) -> float:
    """The deeper point's penetration."""
    if contact.count > 1:
        return float(-min(kept.separation0, kept.separation1))
    return float(-kept.separation0)


@kernel
def hit_speed(contact: Any, kept: Any) -> float:
    """How fast a contact closed in, if it was a blow: a solid one must have pushed."""
    if contact.solid == 1 and kept.impulse <= 0.0:
        return 0.0
    return float(kept.speed)


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
        prefetch_ahead(table.pairs, table.active, k, known)
        row = table.active[k]
        if table.pairs[row].entity_a != FREE and table.pairs[row].together != 0:
            list_pair(table, row)


@kernel
def gather_touching(table: Table) -> int:
    """Write the rows of all contacts that touch to `table.near`; returns how many there are."""
    contacts, rows, count = table.contacts, table.near, 0
    for row in range(table.counts[CONTACTS]):
        rows[count] = row  # no branch, see `narrow.sift`
        count += contacts[row].touching == 1
    return count


@kernel
def count_pairless(table: Table, touching: int) -> int:
    """How many of the contacts that touch belong to no pair yet."""
    count = 0
    for k in range(touching):
        count += table.manifolds[table.near[k]].pair == FREE
    return count


@kernel
def sum_up(table: Table, owners: Owners, touching: int) -> None:
    """For every pair that touches: how many contacts do, their impulse, the deepest and fastest of them."""
    contacts, manifolds, pairs, shapes = table.contacts, table.manifolds, table.pairs, owners.shapes
    for k in range(touching):
        row = table.near[k]
        prefetch(pairs, manifolds[table.near[min(k + AHEAD, touching - 1)]].pair)
        contact, kept = contacts[row], manifolds[row]
        if kept.pair == FREE:
            a, b = shapes[contact.a].body, shapes[contact.b].body
            join_pair(table, owners.filters, row, take_pair(table, owners.bodies, a, b))
        list_pair(table, kept.pair)
        pair = pairs[kept.pair]
        if pair.touched == 0:
            pair.contact = row
            pair.fastest = row
            pair.impulse = 0.0
        else:
            if depth(contact, kept) > depth(contacts[pair.contact], manifolds[pair.contact]):
                pair.contact = row
            if hit_speed(contact, kept) > hit_speed(contacts[pair.fastest], manifolds[pair.fastest]):
                pair.fastest = row
        pair.touched += 1
        pair.impulse += kept.impulse


@kernel
def touch_time(contact: Any, kept: Any, dt: float) -> float:
    """When in the step the shapes met, as a fraction of it: found by a sweep, or from gap and speed."""
    if kept.time >= 0.0:
        return float(kept.time)
    way = kept.speed * dt
    if way <= 0.0:
        return 0.0
    if kept.impulse > 0.0:
        return float(min(max(-depth(contact, kept), 0.0) / way, 1.0))
    return float(1.0 - min(max(depth(contact, kept), 0.0) / way, 1.0))


@kernel
def sides(pair: Any) -> int:
    """Whose events a pair makes, as bits: 1 and 2 for triggers A and B, 4 for a solid pair's one."""
    if pair.trigger_a + pair.trigger_b == 0:
        return 4
    return int(pair.trigger_a | pair.trigger_b << 1)


@kernel
def add_event(events: EventRows, count: int, what: int, pair: Any, bits: int, reason: int) -> int:
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
    events: EventRows,
    count: int,
    what: int,
    pair: Any,
    bits: int,
    table: Table,
    row: int,
    body_a: Any,
    time: float,
) -> int:
    """Append an event with the data of a contact of the pair; returns the new count."""
    add_event(events, count, what, pair, bits, 0)
    event = events[count]
    contact, kept = table.contacts[row], table.manifolds[row]
    event.nx = kept.nx
    event.ny = kept.ny
    second = contact.count > 1 and kept.separation1 < kept.separation0
    event.x = body_a.x + (kept.x1 if second else kept.x0)
    event.y = body_a.y + (kept.y1 if second else kept.y0)
    event.penetration = depth(contact, kept)
    event.speed = kept.speed
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
def list_touch(pair: Any, table: Table, body_a: Any, events: EventRows, count: int, rules: Rules) -> int:
    """A pair that touches: begin, or stay, perhaps a hit; and ends of sides that are no trigger any more."""
    contacts, manifolds = table.contacts, table.manifolds
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
        time = touch_time(contacts[pair.contact], manifolds[pair.contact], rules.dt)
        count = add_touch(events, count, BEGIN, pair, begun, table, pair.contact, body_a, time)
    if stays != 0 and rules.wanted >> STAY & 1:
        count = add_touch(events, count, STAY, pair, stays, table, pair.contact, body_a, 0.0)
    fastest, its = contacts[pair.fastest], manifolds[pair.fastest]
    fast = 1 if hit_speed(fastest, its) > rules.hit_speed else 0
    if fast > pair.fast and rules.wanted >> HIT & 1:
        time = touch_time(fastest, its, rules.dt)
        count = add_touch(events, count, HIT, pair, own, table, pair.fastest, body_a, time)
    pair.fast = fast
    return count


@kernel
def is_same_pair(a: Any, b: Any) -> bool:
    """Whether two crossings are of the same bodies."""
    return bool(a.body_a == b.body_a and a.body_b == b.body_b)


@kernel
def list_crossings(
    table: Table, bodies: BodyRows, crossings: CrossingRows, events: EventRows, count: int, rules: Rules
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
            table.manifolds[pair.contact].time = first.entered
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
def add_passage(events: EventRows, count: int, pair: Any, crossing: Any) -> int:
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


class Listed(NamedTuple):
    """The new count of events. If there was no room for so many more pairs and events nothing was done."""

    events: int
    more_pairs: int
    more_events: int


@entry(TABLE, OWNERS, array(CROSSING), array(EVENT), INT, value(Rules, INT, INT, INT, REAL, REAL))
def list_collisions(
    table: Table, owners: Owners, crossings: CrossingRows, events: EventRows, count: int, rules: Rules
) -> Listed:
    """Bring the list up to date and append this step's events (at most EVENTS_A_PAIR a pair).

    A pair has ended after `rules.end_after` steps in a row without touch, or at once when its contacts
    were taken away.
    """
    touching = gather_touching(table)
    more_pairs = count_pairless(table, touching) + len(crossings)
    more_events = EVENTS_A_PAIR * (table.counts[ACTIVE] + more_pairs) if rules.wanted != 0 else 0
    if not has_room_for(table, more_pairs) or count + more_events > len(events):
        return Listed(count, int(more_pairs), int(more_events))
    begin_listing(table)
    sum_up(table, owners, touching)
    bodies = owners.bodies
    count = list_crossings(table, bodies, crossings, events, count, rules)
    active = table.counts[ACTIVE]
    for k in range(active):
        prefetch_ahead(table.pairs, table.active, k, active)
        row = table.active[k]
        pair = table.pairs[row]
        if pair.touched > 0:
            count = list_touch(pair, table, bodies[pair.body_a], events, count, rules)
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
    return Listed(count, 0, 0)


@entry(TABLE, array(EVENT), INT, INTS)
def end_pairs_of(table: Table, events: EventRows, count: int, marks: Ints) -> int:
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
