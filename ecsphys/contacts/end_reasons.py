"""Why pairs ended whose contacts were taken away and did not come back: read from how things are now.

What a game did may be taken in bit by bit, by queries between two steps, so the last thing done to a pair
need not be what parted it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import FREE
from ..compile import plain
from ..spatial.filters import may_collide
from ..world.contacts import DISABLED, FILTERED, REMOVED, SEPARATED, PairTable
from ..world.state import World
from .table import ACTIVE

_may_meet: Any = plain(may_collide) or may_collide


def update_end_reasons(world: World, table: PairTable) -> None:
    """Correct the reasons of the pairs of a table that are together and lost all contacts."""
    if not world.contacts_removed:
        return
    pairs, rows = table.pairs.view(np.ndarray), table.active[: table.counts[ACTIVE]]
    rows = rows[(pairs["contact_count"][rows] == 0) & (pairs["active_sides"][rows] != 0)]
    for row in rows.tolist():
        pair = pairs[row]
        if pair["entity_a"] > 0 and pair["reason"] not in (0, FILTERED):
            pair["reason"] = _reason(world, pair, table is world.triggers)


def _reason(world: World, pair: Any, on_trigger: bool) -> int:
    """Why two entities are not together any more."""
    first = [int(world.bodies.rows["first_shape"][pair[name]]) for name in ("body_a", "body_b")]
    if FREE in first:
        off = [int(pair[name]) in world.disabled for name in ("entity_a", "entity_b")]
        missing = any(shape == FREE and not disabled for shape, disabled in zip(first, off, strict=True))
        return REMOVED if missing else DISABLED
    filters = world.shapes.filters.view(np.recarray)
    meet = _may_meet(filters, *first)
    triggers = filters[first[0]].trigger + filters[first[1]].trigger > 0
    return SEPARATED if meet and triggers == on_trigger else FILTERED
