"""Pending edits: teleports, wake and sleep requests that components collected between two steps."""

from __future__ import annotations

import numpy as np

from ..arrays import BodyRows, Ints, ShapeRows
from ..compile import INTS, array, entry, kernel
from ..settings import StepContext
from ..spatial.index_update import refresh_rows
from ..world.bodies import BODY
from ..world.contacts import UNKNOWN
from ..world.shapes import SHAPE
from ..world.state import World
from ..world.waking import sleep_rows, wake_moving, wake_rows, wake_touching
from .table import TABLE, Table, table_of


def apply_pending_edits(world: World, context: StepContext, lent: bool) -> None:
    """Apply and clear the pending edits; `lent`: `Physics.bodies` was read, velocities may have changed."""
    bodies, woken = world.bodies, 0
    if lent:
        woken += wake_moving(bodies.rows, bodies.count)
    if bodies.wake_requests:
        woken += wake_rows(bodies.rows, np.unique(bodies.wake_requests))
        bodies.wake_requests.clear()
    if bodies.teleported:
        rows = np.unique(bodies.teleported)
        woken += wake_rows(bodies.rows, rows)
        for table in (world.solid, world.triggers):
            woken += invalidate_touches(bodies.rows, world.shapes.rows, rows, table_of(table))
        world.has_unknown_touches = True
        refresh_rows(world, rows.tolist(), context)
        bodies.teleported.clear()
    bodies.teleports_seen = 0
    if bodies.sleep_requests:
        woken += sleep_rows(bodies.rows, np.unique(bodies.sleep_requests))
        bodies.sleep_requests.clear()
    world.awake_stale = world.awake_stale or woken > 0


@entry(array(BODY), array(SHAPE), INTS, TABLE)
def invalidate_touches(bodies: BodyRows, shapes: ShapeRows, teleported: Ints, table: Table) -> int:
    """Set the touches of teleported bodies (ascending rows) to UNKNOWN and wake sleeping neighbours.

    Returns how many bodies woke.
    """
    woken = 0
    for row in range(table.counts[0].contacts):
        contact = table.contacts[row]
        a = shapes[contact.a].body
        b = shapes[contact.b].body
        if is_in_sorted(teleported, a) or is_in_sorted(teleported, b):
            contact.touching = UNKNOWN
            if bodies[a].awake + bodies[b].awake == 0:
                woken += wake_touching(bodies, a, b)
    return woken


@kernel
def is_in_sorted(rows: Ints, row: int) -> bool:
    """Whether ascending rows contain a row."""
    at = np.searchsorted(rows, row)
    return bool(at < len(rows) and rows[at] == row)
