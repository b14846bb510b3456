"""What was asked of bodies between steps: to be elsewhere, to wake, to sleep."""

from __future__ import annotations

import numpy as np

from ..settings import StepContext
from ..spatial.index_update import refresh_rows
from ..world.state import World
from ..world.waking import calm_rows, rouse_moving, wake_rows
from .table import table_of
from .teleport import invalidate_touches


def apply_pending_edits(world: World, context: StepContext, lent: bool) -> None:
    """Teleports, and what was asked to wake or to sleep; `lent`: velocities may have been written in bulk."""
    bodies, woken = world.bodies, 0
    if lent:
        woken += rouse_moving(bodies.rows, bodies.count)
    if bodies.roused:
        woken += wake_rows(bodies.rows, np.unique(bodies.roused))
        bodies.roused.clear()
    if bodies.posed:
        rows = np.unique(bodies.posed)
        woken += wake_rows(bodies.rows, rows)
        for table in (world.solid, world.triggers):
            woken += invalidate_touches(bodies.rows, world.shapes.rows, rows, table_of(table))
        world.has_unknown_touches = True
        refresh_rows(world, rows.tolist(), context)
        bodies.posed.clear()
    bodies.posed_seen = 0
    if bodies.calmed:
        woken += calm_rows(bodies.rows, np.unique(bodies.calmed))
        bodies.calmed.clear()
    world.awake_stale = world.awake_stale or woken > 0
