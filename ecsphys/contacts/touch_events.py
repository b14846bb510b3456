"""The events of a pair: rules of this step, and rows that kernels append."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..arrays import CrossingRows, EventRows
from ..compile import INT, REAL, inlined, kernel, value
from ..world.contacts import SIDE_SOLID, SIDE_TRIGGER_A, SIDE_TRIGGER_B
from ..world.events import TOUCH_KINDS, TouchKinds
from .manifold_rows import is_second_deeper
from .table import Table, WorldRows


class EventRules(NamedTuple):
    """How a table's events of this step are made. `wanted` is the mask of its kinds that are listened to."""

    step: int
    end_after: int  # steps in a row without touch after which a pair ends
    wanted: int
    dt: float
    hit_speed: float
    kinds: TouchKinds


EVENT_RULES = value(EventRules, INT, INT, INT, REAL, REAL, TOUCH_KINDS)


@inlined
def is_wanted(rules: EventRules, kind: int) -> bool:
    """Whether events of a kind are listened to."""
    return rules.wanted >> kind & 1 != 0


@kernel
def penetration(contact: Any, manifold: Any) -> float:
    """Return the deeper point's penetration."""
    if contact.count > 1:
        return float(-min(manifold.separation0, manifold.separation1))
    return float(-manifold.separation0)


@kernel
def hit_speed(contact: Any, manifold: Any) -> float:
    """Return a contact's approach speed as a hit: 0 for a solid contact that did not push."""
    if contact.solid == 1 and manifold.impulse <= 0.0:
        return 0.0
    return float(manifold.speed)


@kernel
def touch_time(contact: Any, manifold: Any, dt: float) -> float:
    """Return the time of the first touch as a fraction of the step.

    Found by a sweep, or estimated from the approach speed: a contact that pushed met when the gap of the
    step's beginning had closed; any other reached its depth at the end of the step.
    """
    if manifold.time >= 0.0:
        return float(manifold.time)
    way = manifold.speed * dt
    if way <= 0.0:
        return 0.0
    if manifold.impulse > 0.0:
        return float(min(max(-penetration(contact, manifold), 0.0) / way, 1.0))
    return float(1.0 - min(max(penetration(contact, manifold), 0.0) / way, 1.0))


@kernel
def add_event(events: EventRows, count: int, kind: int, pair: Any, sides: int, reason: int) -> int:
    """Append an event of some sides of a pair, without contact data; returns the new count.

    Normal and points are filled in afterwards (`fill_points`): in them alone the plane and space differ.
    """
    event = events[count]
    event.kind = kind
    event.entity_a = pair.entity_a
    event.entity_b = pair.entity_b
    event.speed = 0.0
    event.impulse = 0.0
    event.time = pair.separation_time
    event.shape_a = 0
    event.shape_b = 0
    event.frames_left = 0
    event.point_count = 0
    event.brief = 0
    event.source = 0
    event.reason = reason
    event.trigger_a = 1 if sides & SIDE_TRIGGER_A else 0
    event.trigger_b = 1 if sides & SIDE_TRIGGER_B else 0
    return count + 1


@kernel
def add_contact_event(
    events: EventRows,
    count: int,
    kind: int,
    pair: Any,
    sides: int,
    table: Table,
    row: int,
    rows: WorldRows,
    time: float,
    end_after: int,
) -> int:
    """Append an event with the data of a contact of the pair, given by row; returns the new count."""
    add_event(events, count, kind, pair, sides, 0)
    event, contact = events[count], table.contacts[row]
    event.source = row + 1
    event.point_count = contact.count
    event.shape_a = rows.shapes[contact.a].index
    event.shape_b = rows.shapes[contact.b].index
    event.frames_left = end_after
    event.speed = table.manifolds[row].speed
    event.impulse = pair.impulse
    event.time = time
    return count + 1


@kernel
def add_crossing_begin(
    events: EventRows, count: int, kind: int, pair: Any, crossings: CrossingRows, k: int, end_after: int
) -> int:
    """Append the begin of a pair that one body's sweep entered, in row k; returns the new count."""
    add_event(events, count, kind, pair, pair.active_sides, 0)
    event, crossing = events[count], crossings[k]
    event.source = -1 - k
    event.speed = crossing.speed
    event.time = crossing.entry_time
    event.point_count = 1
    event.shape_a = crossing.shape_a
    event.shape_b = crossing.shape_b
    event.frames_left = end_after
    return count + 1


@kernel
def fill_points(
    events: EventRows, begin: int, end: int, table: Table, rows: WorldRows, crossings: CrossingRows
) -> None:
    """Fill in normal and points of the events from `begin` to `end`."""
    for k in range(begin, end):
        event = events[k]
        clear_points(event)
        if event.source > 0:
            contact, manifold = table.contacts[event.source - 1], table.manifolds[event.source - 1]
            fill_contact_points(event, contact, manifold, rows.bodies[rows.shapes[contact.a].body])
        elif event.source < 0:
            crossing = crossings[-1 - event.source]
            event.nx = crossing.nx
            event.ny = crossing.ny
            event.x = crossing.x
            event.y = crossing.y
        event.source = 0


@inlined
def clear_points(event: Any) -> None:
    """Clear normal and points of an event."""
    event.nx = 0.0
    event.ny = 0.0
    event.x = 0.0
    event.y = 0.0
    event.penetration = 0.0
    event.x1 = 0.0
    event.y1 = 0.0
    event.penetration1 = 0.0


@inlined
def fill_contact_points(event: Any, contact: Any, manifold: Any, body_a: Any) -> None:
    """Fill in normal and points from a manifold, the deeper point first."""
    event.nx = manifold.nx
    event.ny = manifold.ny
    x0, y0, separation0 = manifold.x0, manifold.y0, manifold.separation0
    if contact.count > 1:
        x1, y1, separation1 = manifold.x1, manifold.y1, manifold.separation1
        if is_second_deeper(contact, manifold):
            x0, y0, separation0, x1, y1, separation1 = x1, y1, separation1, x0, y0, separation0
        event.x1 = body_a.x + x1
        event.y1 = body_a.y + y1
        event.penetration1 = -separation1
    event.x = body_a.x + x0
    event.y = body_a.y + y0
    event.penetration = -separation0


@kernel
def sides_of(pair: Any) -> int:
    """Return the sides of a pair that report events, as bits SIDE_…."""
    if pair.trigger_a + pair.trigger_b == 0:
        return SIDE_SOLID
    return int(SIDE_TRIGGER_A * pair.trigger_a | SIDE_TRIGGER_B * pair.trigger_b)
