"""What was asked of bodies between steps: to be elsewhere, to wake, to sleep."""

from __future__ import annotations

import numpy as np

from ..settings import StepContext
from ..spatial.index_update import refresh_rows
from ..world.state import World
from ..world.waking import sleep_rows, wake_moving, wake_rows
from .table import table_of
from .teleport import invalidate_touches


def apply_pending_edits(world: World, context: StepContext, lent: bool) -> None:
    """Teleports, and what was asked to wake or to sleep; `lent`: velocities may have been written in bulk."""
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
