"""Why pairs ended whose contacts were removed and did not come back, derived from the state of the world.

Changes between two steps may be taken in bit by bit (by queries), so the last removal of a contact need not
be what parted its pair.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import FREE
from ..compile import python_function
from ..spatial.filters import may_collide
from ..world.base_world import BaseWorld
from ..world.contacts import DISABLED, FILTERED, REMOVED, SEPARATED, PairTable

_may_collide: Any = python_function(may_collide) or may_collide


def update_end_reasons(world: BaseWorld, table: PairTable) -> None:
    """Correct the reasons of a table's active pairs that lost all contacts."""
    pairs, rows = table.pairs.view(np.ndarray), table.active_pairs
    rows = rows[(pairs["contact_count"][rows] == 0) & (pairs["active_sides"][rows] != 0)]
    for row in rows.tolist():
        pair = pairs[row]
        if pair["entity_a"] > 0 and pair["reason"] not in (0, FILTERED):
            pair["reason"] = _end_reason(world, pair, table is world.triggers)


def _end_reason(world: BaseWorld, pair: Any, on_trigger: bool) -> int:
    """Return why a pair has no contacts any more."""
    first_shapes = [int(world.bodies.rows["first_shape"][pair[name]]) for name in ("body_a", "body_b")]
    if FREE in first_shapes:
        disabled = [int(pair[name]) in world.disabled for name in ("entity_a", "entity_b")]
        shapes = zip(first_shapes, disabled, strict=True)
        removed = any(shape == FREE and not is_disabled for shape, is_disabled in shapes)
        return REMOVED if removed else DISABLED
    filters = world.shapes.filters.view(np.recarray)
    collide = _may_collide(filters, *first_shapes)
    triggers = filters[first_shapes[0]].trigger + filters[first_shapes[1]].trigger > 0
    return SEPARATED if collide and triggers == on_trigger else FILTERED
