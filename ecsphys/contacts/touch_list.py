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
    TABLE,
    WORLD_ROWS,
    Table,
    WorldRows,
    find_or_add_pair,
    free_pair,
    has_pair_room,
    link_to_pair,
)

MAX_EVENTS_PER_PAIR = 4


@kernel
def penetration(contact: Any, manifold: Any) -> float:
    """The deeper point's penetration."""
    if contact.count > 1:
        return float(-min(manifold.separation0, manifold.separation1))
    return float(-manifold.separation0)


@kernel
def hit_speed(contact: Any, manifold: Any) -> float:
    """How fast a contact closed in, if it was a blow: a solid one must have pushed."""
    if contact.solid == 1 and manifold.impulse <= 0.0:
        return 0.0
    return float(manifold.speed)


@kernel
def activate_pair(table: Table, row: int) -> None:
    """Make a pair one of the active ones of this listing, if it is not."""
    pair, counts = table.pairs[row], table.counts
    if pair.updated_in != counts[LISTINGS]:
        pair.updated_in = counts[LISTINGS]
        pair.touching_count = 0
        table.active[counts[ACTIVE]] = row
        counts[ACTIVE] += 1


@kernel
def start_update(table: Table) -> None:
    """Keep those active that are together; a row may belong to another pair by now."""
    counts = table.counts
    known, counts[ACTIVE] = counts[ACTIVE], 0
    counts[LISTINGS] += 1
    for k in range(known):
        prefetch_ahead(table.pairs, table.active, k, known)
        row = table.active[k]
        if table.pairs[row].entity_a != FREE and table.pairs[row].active_sides != 0:
            activate_pair(table, row)


@kernel
def gather_touching(table: Table) -> int:
    """Write the rows of all contacts that touch to `table.scratch`; returns how many there are."""
    contacts, rows, count = table.contacts, table.scratch, 0
    for row in range(table.counts[CONTACTS]):
        rows[count] = row  # no branch, see `narrow.sift`
        count += contacts[row].touching == 1
    return count


@kernel
def count_unpaired(table: Table, touching: int) -> int:
    """How many of the contacts that touch belong to no pair yet."""
    count = 0
    for k in range(touching):
        count += table.manifolds[table.scratch[k]].pair == FREE
    return count


@kernel
def accumulate_pairs(table: Table, owners: WorldRows, touching: int) -> None:
    """For every pair that touches: how many contacts do, their impulse, the deepest and fastest of them."""
    contacts, manifolds, pairs, shapes = table.contacts, table.manifolds, table.pairs, owners.shapes
    for k in range(touching):
        row = table.scratch[k]
        prefetch(pairs, manifolds[table.scratch[min(k + AHEAD, touching - 1)]].pair)
        contact, manifold = contacts[row], manifolds[row]
        if manifold.pair == FREE:
            a, b = shapes[contact.a].body, shapes[contact.b].body
            link_to_pair(table, owners.filters, row, find_or_add_pair(table, owners.bodies, a, b))
        activate_pair(table, manifold.pair)
        pair = pairs[manifold.pair]
        if pair.touching_count == 0:
            pair.deepest_contact = row
            pair.fastest_contact = row
            pair.impulse = 0.0
        else:
            if penetration(contact, manifold) > penetration(
                contacts[pair.deepest_contact], manifolds[pair.deepest_contact]
            ):
                pair.deepest_contact = row
            if hit_speed(contact, manifold) > hit_speed(
                contacts[pair.fastest_contact], manifolds[pair.fastest_contact]
            ):
                pair.fastest_contact = row
        pair.touching_count += 1
        pair.impulse += manifold.impulse


@kernel
def time_of_touch(contact: Any, manifold: Any, dt: float) -> float:
    """When in the step the shapes met, as a fraction of it: found by a sweep, or from gap and speed."""
    if manifold.time >= 0.0:
        return float(manifold.time)
    way = manifold.speed * dt
    if way <= 0.0:
        return 0.0
    if manifold.impulse > 0.0:
        return float(min(max(-penetration(contact, manifold), 0.0) / way, 1.0))
    return float(1.0 - min(max(penetration(contact, manifold), 0.0) / way, 1.0))


@kernel
def sides_of(pair: Any) -> int:
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
    event.time = pair.separation_time
    event.reason = reason
    event.trigger_a = bits & 1
    event.trigger_b = bits >> 1 & 1
    return count + 1


@kernel
def add_contact_event(
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
    contact, manifold = table.contacts[row], table.manifolds[row]
    event.nx = manifold.nx
    event.ny = manifold.ny
    second = contact.count > 1 and manifold.separation1 < manifold.separation0
    event.x = body_a.x + (manifold.x1 if second else manifold.x0)
    event.y = body_a.y + (manifold.y1 if second else manifold.y0)
    event.penetration = penetration(contact, manifold)
    event.speed = manifold.speed
    event.impulse = pair.impulse
    event.time = time
    return count + 1


class EventRules(NamedTuple):
    """How this step's events are made. `wanted`: bits 1 << BEGIN, STAY, … of those that have a listener."""

    step: int
    end_after: int
    wanted: int
    dt: float
    hit_speed: float


@kernel
def update_touching_pair(
    pair: Any, table: Table, body_a: Any, events: EventRows, count: int, rules: EventRules
) -> int:
    """A pair that touches: begin, or stay, perhaps a hit; and ends of sides that are no trigger any more."""
    contacts, manifolds = table.contacts, table.manifolds
    own = sides_of(pair)
    deepest = pair.deepest_contact
    begun = own & ~pair.active_sides
    ended = pair.active_sides & ~own
    stays = own & pair.active_sides
    if pair.active_sides == 0:
        pair.begin_step = rules.step
    pair.steps_apart = 0
    pair.separation_time = 0.0
    pair.active_sides = own
    if ended != 0 and rules.wanted >> END & 1:
        count = add_event(events, count, END, pair, ended, FILTERED)
    if begun != 0 and rules.wanted >> BEGIN & 1:
        time = time_of_touch(contacts[deepest], manifolds[deepest], rules.dt)
        count = add_contact_event(events, count, BEGIN, pair, begun, table, deepest, body_a, time)
    if stays != 0 and rules.wanted >> STAY & 1:
        count = add_contact_event(events, count, STAY, pair, stays, table, deepest, body_a, 0.0)
    fastest, its = contacts[pair.fastest_contact], manifolds[pair.fastest_contact]
    fast = 1 if hit_speed(fastest, its) > rules.hit_speed else 0
    if fast > pair.over_hit_speed and rules.wanted >> HIT & 1:
        time = time_of_touch(fastest, its, rules.dt)
        count = add_contact_event(events, count, HIT, pair, own, table, pair.fastest_contact, body_a, time)
    pair.over_hit_speed = fast
    return count


@kernel
def is_same_pair(a: Any, b: Any) -> bool:
    """Whether two crossings are of the same bodies."""
    return bool(a.body_a == b.body_a and a.body_b == b.body_b)


@kernel
def apply_crossings(
    table: Table, bodies: BodyRows, crossings: CrossingRows, events: EventRows, count: int, rules: EventRules
) -> int:
    """Pairs of which one body passed through the other in this step. Sorted by pair, then by time."""
    k = 0
    while k < len(crossings):
        first = crossings[k]
        left = first.exit_time
        k += 1
        while k < len(crossings) and is_same_pair(crossings[k], first):
            left = crossings[k].exit_time
            k += 1
        row = find_or_add_pair(table, bodies, first.body_a, first.body_b)
        activate_pair(table, row)
        pair = table.pairs[row]
        if pair.touching_count > 0:
            table.manifolds[pair.deepest_contact].time = first.entry_time
            continue
        if pair.active_sides == 0:
            pair.trigger_a = first.trigger_a
            pair.trigger_b = first.trigger_b
            pair.active_sides = sides_of(pair)
            pair.begin_step = rules.step
            pair.steps_apart = 0
            if rules.wanted >> BEGIN & 1:
                count = add_passage_begin(events, count, pair, first)
        pair.separation_time = min(left, 1.0)
    return count


@kernel
def add_passage_begin(events: EventRows, count: int, pair: Any, crossing: Any) -> int:
    """Append the begin of a pair that passes through each other; returns the new count."""
    add_event(events, count, BEGIN, pair, pair.active_sides, 0)
    event = events[count]
    event.nx = crossing.nx
    event.ny = crossing.ny
    event.x = crossing.x
    event.y = crossing.y
    event.speed = crossing.speed
    event.time = crossing.entry_time
    return count + 1


class UpdateResult(NamedTuple):
    """The new count of events. If there was no room for so many more pairs and events nothing was done."""

    events: int
    more_pairs: int
    more_events: int


@entry(TABLE, WORLD_ROWS, array(CROSSING), array(EVENT), INT, value(EventRules, INT, INT, INT, REAL, REAL))
def update_touch_list(
    table: Table, owners: WorldRows, crossings: CrossingRows, events: EventRows, count: int, rules: EventRules
) -> UpdateResult:
    """Bring the list up to date and append this step's events (at most EVENTS_A_PAIR a pair).

    A pair has ended after `rules.end_after` steps in a row without touch, or at once when its contacts
    were taken away.
    """
    touching = gather_touching(table)
    more_pairs = count_unpaired(table, touching) + len(crossings)
    more_events = MAX_EVENTS_PER_PAIR * (table.counts[ACTIVE] + more_pairs) if rules.wanted != 0 else 0
    if not has_pair_room(table, more_pairs) or count + more_events > len(events):
        return UpdateResult(count, int(more_pairs), int(more_events))
    start_update(table)
    accumulate_pairs(table, owners, touching)
    bodies = owners.bodies
    count = apply_crossings(table, bodies, crossings, events, count, rules)
    active = table.counts[ACTIVE]
    for k in range(active):
        prefetch_ahead(table.pairs, table.active, k, active)
        row = table.active[k]
        pair = table.pairs[row]
        if pair.touching_count > 0:
            count = update_touching_pair(pair, table, bodies[pair.body_a], events, count, rules)
        elif pair.active_sides != 0:
            pair.over_hit_speed = 0
            pair.steps_apart += 1
            if pair.steps_apart >= rules.end_after or pair.reason != 0:
                if rules.wanted >> END & 1:
                    reason = pair.reason if pair.reason != 0 else SEPARATED
                    count = add_event(events, count, END, pair, pair.active_sides, reason)
                pair.active_sides = 0
        pair.separation_time = 0.0
        if pair.contact_count == 0 and pair.active_sides == 0:
            free_pair(table, row)
    return UpdateResult(count, 0, 0)


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
        if pair.active_sides != 0:
            count = add_event(events, count, END, pair, pair.active_sides, REMOVED)
        free_pair(table, row)
    return count
