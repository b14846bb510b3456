"""The touch list: contacts summed up by pair of entities, and the begin, stay, hit and end of each pair."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..arrays import FREE, BodyRows, CrossingRows, EventRows, Ints, ShapeRows
from ..compile import INT, INTS, array, entry, kernel
from ..world.contacts import FILTERED, REMOVED, SEPARATED
from ..world.events import CROSSING, EVENT
from .table import (
    TABLE,
    WORLD_ROWS,
    Table,
    WorldRows,
    find_or_add_pair,
    free_pair,
    has_pair_room,
    link_to_pair,
)
from .touch_events import (
    EVENT_RULES,
    EventRules,
    add_contact_event,
    add_crossing_begin,
    add_event,
    clear_points,
    fill_points,
    hit_speed,
    is_wanted,
    penetration,
    sides_of,
    touch_time,
)

MAX_EVENTS_PER_PAIR = 4


class UpdateResult(NamedTuple):
    """The new count of events; or the pairs and events to reserve, and nothing was done."""

    events: int
    more_pairs: int
    more_events: int


@entry(TABLE, WORLD_ROWS, array(CROSSING), array(EVENT), INT, EVENT_RULES)
def update_touch_list(
    table: Table, rows: WorldRows, crossings: CrossingRows, events: EventRows, count: int, rules: EventRules
) -> UpdateResult:
    """Bring the touch list up to date and append this step's events, at most MAX_EVENTS_PER_PAIR a pair.

    A pair ends after `rules.end_after` steps in a row without touch, or at once when its contacts were
    removed.
    """
    result = update_pairs_touching(table, rows, crossings, events, count, rules)
    fill_points(events, count, result.events, table, rows, crossings)
    return result


@kernel
def update_pairs_touching(
    table: Table, rows: WorldRows, crossings: CrossingRows, events: EventRows, count: int, rules: EventRules
) -> UpdateResult:
    """Do as `update_touch_list`, but for normals and points of events: the same in the plane and in space."""
    touching = list_touching(table)
    more_pairs = count_unpaired(table, touching) + len(crossings)
    more_events = MAX_EVENTS_PER_PAIR * (table.counts[0].active + more_pairs) if rules.wanted != 0 else 0
    if not has_pair_room(table, more_pairs) or count + more_events > len(events):
        return UpdateResult(count, int(more_pairs), int(more_events))
    start_update(table)
    accumulate_pairs(table, rows, touching, rules.dt)
    bodies = rows.bodies
    count = apply_crossings(table, bodies, crossings, events, count, rules)
    active = table.counts[0].active
    for k in range(active):
        row = table.active[k]
        pair = table.pairs[row]
        if pair.touching_count > 0:
            count = update_touching_pair(pair, table, rows, events, count, rules)
        elif pair.active_sides != 0:
            count = update_parted_pair(pair, events, count, rules)
        pair.separation_time = 0.0
        if pair.contact_count == 0 and pair.active_sides == 0:
            free_pair(table, row)
    return UpdateResult(count, 0, 0)


@kernel
def list_touching(table: Table) -> int:
    """Write the rows of all contacts that touch to `table.scratch`; returns their number.

    Free of branches, see `narrow_phase.filter_near`.
    """
    contacts, rows, count = table.contacts, table.scratch, 0
    for row in range(table.counts[0].contacts):
        rows[count] = row
        count += contacts[row].touching == 1
    return count


@kernel
def count_unpaired(table: Table, touching: int) -> int:
    """Count the touching contacts that belong to no pair yet."""
    count = 0
    for k in range(touching):
        count += table.manifolds[table.scratch[k]].pair == FREE
    return count


@kernel
def activate_pair(table: Table, row: int) -> None:
    """Append a pair to the active ones of this update, once."""
    pair, counts = table.pairs[row], table.counts[0]
    if pair.updated_in != counts.updates:
        pair.updated_in = counts.updates
        pair.touching_count = 0
        table.active[counts.active] = row
        counts.active += 1


@kernel
def start_update(table: Table) -> None:
    """Start an update with the active pairs that have not ended; freed rows may hold other pairs by now."""
    counts = table.counts[0]
    last_active, counts.active = counts.active, 0
    counts.updates += 1
    for k in range(last_active):
        row = table.active[k]
        if table.pairs[row].entity_a != FREE and table.pairs[row].active_sides != 0:
            activate_pair(table, row)


@kernel
def accumulate_pairs(table: Table, rows: WorldRows, touching: int, dt: float) -> None:
    """Sum up the touching contacts of every pair: number, impulse, and which of them represent it."""
    contacts, manifolds, pairs, shapes = table.contacts, table.manifolds, table.pairs, rows.shapes
    for k in range(touching):
        row = table.scratch[k]
        contact, manifold = contacts[row], manifolds[row]
        if manifold.pair == FREE:
            a, b = shapes[contact.a].body, shapes[contact.b].body
            link_to_pair(table, rows.filters, row, find_or_add_pair(table, rows.bodies, a, b))
        activate_pair(table, manifold.pair)
        pair = pairs[manifold.pair]
        if pair.touching_count == 0:
            pair.first_contact = row
            pair.deepest_contact = row
            pair.fastest_contact = row
            pair.impulse = 0.0
        else:
            compare_contact(pair, table, shapes, row, dt)
        pair.touching_count += 1
        pair.impulse += manifold.impulse


@kernel
def compare_contact(pair: Any, table: Table, shapes: ShapeRows, row: int, dt: float) -> None:
    """Let a further touching contact represent its pair where it came earlier, is deeper or was faster.

    Of several that touch first the deepest represents the begin. Remaining ties go to the smaller indices of
    shapes in their colliders, first of the smaller entity's: not to the contact that was found first.
    """
    contacts, manifolds = table.contacts, table.manifolds
    contact, manifold = contacts[row], manifolds[row]
    first, deepest, fastest = pair.first_contact, pair.deepest_contact, pair.fastest_contact
    time, first_time = touch_time(contact, manifold, dt), touch_time(contacts[first], manifolds[first], dt)
    depth, first_depth = penetration(contact, manifold), penetration(contacts[first], manifolds[first])
    greatest, speed = penetration(contacts[deepest], manifolds[deepest]), hit_speed(contact, manifold)
    highest = hit_speed(contacts[fastest], manifolds[fastest])
    if time < first_time or (
        time == first_time and is_greater(depth, first_depth, contact, contacts[first], shapes)
    ):
        pair.first_contact = row
    if is_greater(depth, greatest, contact, contacts[deepest], shapes):
        pair.deepest_contact = row
    if is_greater(speed, highest, contact, contacts[fastest], shapes):
        pair.fastest_contact = row


@kernel
def is_greater(value: float, other_value: float, contact: Any, other: Any, shapes: ShapeRows) -> bool:
    """Whether a contact's value is greater than another's, or equal and its shapes have smaller indices."""
    if value != other_value:
        return value > other_value
    a, other_a = shapes[contact.a].index, shapes[other.a].index
    return bool(a < other_a or (a == other_a and shapes[contact.b].index < shapes[other.b].index))


@kernel
def update_touching_pair(
    pair: Any, table: Table, rows: WorldRows, events: EventRows, count: int, rules: EventRules
) -> int:
    """Append the events of a pair that touches; returns the new count.

    A side that was not active begins, any other stays; one that is no trigger any more ends as filtered. A
    hit is an approach over the hit speed in the first step that has one, and never before the begin.
    """
    contacts, manifolds, kinds, wait = table.contacts, table.manifolds, rules.kinds, rules.end_after
    sides, deepest, fastest = sides_of(pair), pair.deepest_contact, pair.fastest_contact
    first, begin_time = pair.first_contact, 0.0
    begun = sides & ~pair.active_sides
    ended = pair.active_sides & ~sides
    staying = sides & pair.active_sides
    if pair.active_sides == 0:
        pair.begin_step = rules.step
    pair.steps_apart = 0
    pair.separation_time = 0.0
    pair.active_sides = sides
    if ended != 0 and is_wanted(rules, kinds.end):
        count = add_event(events, count, kinds.end, pair, ended, FILTERED)
    if begun != 0:
        begin_time = touch_time(contacts[first], manifolds[first], rules.dt)
        if is_wanted(rules, kinds.begin):
            count = add_contact_event(
                events, count, kinds.begin, pair, begun, table, first, rows, begin_time, wait
            )
    if staying != 0 and is_wanted(rules, kinds.stay):
        count = add_contact_event(events, count, kinds.stay, pair, staying, table, deepest, rows, 0.0, wait)
    over = 1 if hit_speed(contacts[fastest], manifolds[fastest]) > rules.hit_speed else 0
    if over > pair.over_hit_speed and is_wanted(rules, kinds.hit):
        time = max(touch_time(contacts[fastest], manifolds[fastest], rules.dt), begin_time)
        count = add_contact_event(events, count, kinds.hit, pair, sides, table, fastest, rows, time, wait)
    pair.over_hit_speed = over
    return count


@kernel
def update_parted_pair(pair: Any, events: EventRows, count: int, rules: EventRules) -> int:
    """End an active pair that has been apart for long enough or lost its contacts; returns the new count."""
    pair.over_hit_speed = 0
    pair.steps_apart += 1
    if pair.steps_apart >= rules.end_after or pair.reason != 0:
        if is_wanted(rules, rules.kinds.end):
            reason = pair.reason if pair.reason != 0 else SEPARATED
            count = add_event(events, count, rules.kinds.end, pair, pair.active_sides, reason)
            events[count - 1].brief = 1 if pair.begin_step == rules.step else 0
        pair.active_sides = 0
    return count


@kernel
def is_same_pair(crossing_a: Any, crossing_b: Any) -> bool:
    """Whether two crossings are of the same bodies."""
    return bool(crossing_a.body_a == crossing_b.body_a and crossing_a.body_b == crossing_b.body_b)


@kernel
def apply_crossings(
    table: Table, bodies: BodyRows, crossings: CrossingRows, events: EventRows, count: int, rules: EventRules
) -> int:
    """Begin the pairs of which one body entered the other in a sweep; returns the new count of events.

    Crossings are sorted by pair, then by time, see `crossings_of`: the first one begins the pair, the latest
    exit ends it, never before the begin. What touches at the end of the step begins with the others.
    """
    k = 0
    while k < len(crossings):
        begin = k
        first = crossings[k]
        exit_time = first.entry_time
        while k < len(crossings) and is_same_pair(crossings[k], first):
            exit_time = max(exit_time, crossings[k].exit_time)
            k += 1
        row = find_or_add_pair(table, bodies, first.body_a, first.body_b)
        activate_pair(table, row)
        pair = table.pairs[row]
        if pair.touching_count > 0:
            table.manifolds[pair.first_contact].time = first.entry_time
            continue
        if pair.active_sides == 0:
            pair.trigger_a = first.trigger_a
            pair.trigger_b = first.trigger_b
            pair.active_sides = sides_of(pair)
            pair.begin_step = rules.step
            pair.steps_apart = 0
            if is_wanted(rules, rules.kinds.begin):
                kind, wait = rules.kinds.begin, rules.end_after
                count = add_crossing_begin(events, count, kind, pair, crossings, begin, wait)
        pair.separation_time = min(exit_time, 1.0)
    return count


@entry(TABLE, array(EVENT), INT, INTS, INT)
def end_pairs_of(table: Table, events: EventRows, count: int, body_reasons: Ints, kind: int) -> int:
    """End all pairs of removed bodies with an event of `kind`; returns the new count of events.

    `body_reasons` has one reason a body. Their contacts are gone, so all of their pairs that remain are
    active.
    """
    end = end_removed_pairs(table, events, count, body_reasons, kind)
    for k in range(count, end):
        clear_points(events[k])
    return end


@kernel
def end_removed_pairs(table: Table, events: EventRows, count: int, body_reasons: Ints, kind: int) -> int:
    """Do as `end_pairs_of`, but for normals and points of events."""
    for k in range(table.counts[0].active):
        row = table.active[k]
        pair = table.pairs[row]
        if pair.entity_a == FREE:
            continue
        if body_reasons[pair.body_a] != REMOVED and body_reasons[pair.body_b] != REMOVED:
            continue
        if pair.active_sides != 0:
            count = add_event(events, count, kind, pair, pair.active_sides, REMOVED)
        free_pair(table, row)
    return count
