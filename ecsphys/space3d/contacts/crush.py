"""Bodies that are squeezed, in space: see `contacts.crush`, the plane's."""

from __future__ import annotations

from ...arrays import CrossingRows, EventRows, Ints
from ...compile import INT, INTS, REAL, array, entry
from ...contacts.crush import axes_of, is_of_squeezed, list_pressing, row_of, squeeze
from ...contacts.table import Table, WorldRows
from ...contacts.touch_events import EVENT_RULES, EventRules
from ..world.event_records import CROSSING3, EVENT3
from ..world.groups import WORLD_ROWS3
from .manifold_rows import clear_friction
from .scene import TABLE3
from .touch_list import fill_points


@entry(TABLE3, WORLD_ROWS3, INTS, array(CROSSING3), array(EVENT3), INT, EVENT_RULES, REAL)
def find_squeezed3(
    table: Table, rows: WorldRows, awake: Ints, crossings: CrossingRows,
    events: EventRows, count: int, rules: EventRules, slop: float,
) -> int:  # fmt: skip
    """Set `squeezed` of all bodies awake and append the events of those that were not before.

    Returns the new count of events; at most one for each body is appended.
    """
    pressing = 0
    for row in range(table.counts[0].contacts):
        contact = table.contacts[row]
        if contact.solid == 1 and contact.count > 0 and table.manifolds[row].impulse > 0.0:
            m = table.manifolds[row]
            pressing = list_pressing(table, pressing, row, axes_of(m.nx, m.ny, m.nz), -m.separation0 > slop)
    end = squeeze(table, rows, awake, pressing, events, count, rules)
    fill_points(events, count, end, table, rows, crossings)
    for k in range(pressing):
        if is_of_squeezed(table, rows, k):
            m = table.manifolds[row_of(table, k)]
            m.jn0, m.jn1, m.jn2, m.jn3 = 0.0, 0.0, 0.0, 0.0
            clear_friction(m)
    return end
