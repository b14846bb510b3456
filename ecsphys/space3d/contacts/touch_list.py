"""The touch list of space: the plane's, with normals and points of its own in the events."""

from __future__ import annotations

from typing import Any

from ...arrays import CrossingRows, EventRows, Ints
from ...compile import INT, INTS, array, entry, inlined, kernel
from ...contacts.table import Table, WorldRows
from ...contacts.touch_events import EVENT_RULES, EventRules
from ...contacts.touch_list import UpdateResult, end_removed_pairs, update_pairs_touching
from ..world.event_records import CROSSING3, EVENT3
from ..world.groups import WORLD_ROWS3
from .scene import TABLE3


@entry(TABLE3, WORLD_ROWS3, array(CROSSING3), array(EVENT3), INT, EVENT_RULES)
def update_touch_list3(
    table: Table, rows: WorldRows, crossings: CrossingRows, events: EventRows, count: int, rules: EventRules
) -> UpdateResult:
    """Bring the touch list up to date and append this step's events; see `contacts.touch_list`."""
    result = update_pairs_touching(table, rows, crossings, events, count, rules)
    fill_points(events, count, result.events, table, rows, crossings)
    return result


@entry(TABLE3, array(EVENT3), INT, INTS, INT)
def end_pairs_of3(table: Table, events: EventRows, count: int, body_reasons: Ints, kind: int) -> int:
    """End all pairs of removed bodies with an event of `kind`; returns the new count of events."""
    end = end_removed_pairs(table, events, count, body_reasons, kind)
    for k in range(count, end):
        clear_points(events[k])
    return end


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
            fill_contact_points(event, manifold, rows.bodies[rows.shapes[contact.a].body])
        elif event.source < 0:
            crossing = crossings[-1 - event.source]
            event.nx, event.ny, event.nz = crossing.nx, crossing.ny, crossing.nz
            event.x, event.y, event.z = crossing.x, crossing.y, crossing.z
        event.source = 0


@inlined
def clear_points(event: Any) -> None:
    """Clear normal and points of an event."""
    event.nx, event.ny, event.nz = 0.0, 0.0, 0.0
    event.x, event.y, event.z, event.penetration = 0.0, 0.0, 0.0, 0.0
    event.x1, event.y1, event.z1, event.penetration1 = 0.0, 0.0, 0.0, 0.0
    event.x2, event.y2, event.z2, event.penetration2 = 0.0, 0.0, 0.0, 0.0
    event.x3, event.y3, event.z3, event.penetration3 = 0.0, 0.0, 0.0, 0.0


@inlined
def fill_contact_points(event: Any, m: Any, a: Any) -> None:
    """Fill in normal and points from a manifold; the deepest point comes first there as well."""
    event.nx, event.ny, event.nz = m.nx, m.ny, m.nz
    event.x, event.y, event.z, event.penetration = a.x + m.x0, a.y + m.y0, a.z + m.z0, -m.separation0
    if event.point_count > 1:
        event.x1, event.y1, event.z1 = a.x + m.x1, a.y + m.y1, a.z + m.z1
        event.penetration1 = -m.separation1
    if event.point_count > 2:
        event.x2, event.y2, event.z2 = a.x + m.x2, a.y + m.y2, a.z + m.z2
        event.penetration2 = -m.separation2
    if event.point_count > 3:
        event.x3, event.y3, event.z3 = a.x + m.x3, a.y + m.y3, a.z + m.z3
        event.penetration3 = -m.separation3
