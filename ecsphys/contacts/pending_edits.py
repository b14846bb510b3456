"""Pending edits: teleports, wake and sleep requests that components collected between two steps."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import BodyRows, Ints, ShapeRows
from ..compile import INTS, array, entry, kernel
from ..spatial.index_update import refresh_rows
from ..world.base_world import BaseWorld
from ..world.bodies import BODY
from ..world.contacts import UNKNOWN
from ..world.shapes import SHAPE
from ..world.waking import wake_touching
from .table import TABLE, Table, table_of


def apply_pending_edits(world: BaseWorld, context: Any, lent: bool) -> None:
    """Apply and clear the pending edits; `lent`: `Physics.bodies` was read, velocities may have changed."""
    bodies, dimension, woken = world.bodies, world.dimension, 0
    if lent:
        woken += dimension.wake_moving(bodies.rows, bodies.count)
    if bodies.wake_requests:
        woken += dimension.wake_rows(bodies.rows, np.unique(bodies.wake_requests))
        bodies.wake_requests.clear()
    if bodies.teleported:
        rows = np.unique(bodies.teleported)
        woken += dimension.wake_rows(bodies.rows, rows)
        for table in (world.solid, world.triggers):
            woken += dimension.invalidate_touches(bodies.rows, world.shapes.rows, rows, table_of(table))
        world.has_unknown_touches = True
        refresh_rows(world, rows.tolist(), context)
        bodies.teleported.clear()
    bodies.teleports_seen = 0
    if bodies.sleep_requests:
        woken += dimension.sleep_rows(bodies.rows, np.unique(bodies.sleep_requests))
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
