"""Why pairs ended whose contacts were taken away and did not come back: read from how things are now.

What a game did may be taken in bit by bit, by queries between two steps, so the last thing done to a pair
need not be what parted it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import plain
from ..world.layout import DISABLED, FILTERED, REMOVED, SEPARATED, SHAPELESS, SWITCHED_OFF
from ..world.state import PairTable, World
from .filters import may_meet

Ints = npt.NDArray[np.int64]
_may_meet: Any = plain(may_meet) or may_meet


def find_reasons(world: World, table: PairTable) -> None:
    """Correct the reasons of the pairs of a table that are together and lost all contacts."""
    if not world.taken_away:
        return
    pairs = table.pairs[: table.pair_count].view(np.ndarray)
    lost = (pairs["entity_a"] > 0) & (pairs["together"] != 0) & (pairs["contacts"] == 0)
    for row in np.flatnonzero(lost & (pairs["reason"] != 0)).tolist():
        pair = pairs[row]
        if pair["cut"] == 0:
            pair["reason"] = _reason(world, int(pair["body_a"]), int(pair["body_b"]), table is world.triggers)


def _reason(world: World, body_a: int, body_b: int, on_trigger: bool) -> int:
    """Why two bodies are not together any more."""
    first = [int(world.bodies.rows["first_shape"][row]) for row in (body_a, body_b)]
    if SHAPELESS in first:
        return REMOVED
    if SWITCHED_OFF in first:
        return DISABLED
    filters = world.shapes.filters.view(np.recarray)
    meet = _may_meet(filters, *first)
    triggers = filters[first[0]].trigger + filters[first[1]].trigger > 0
    return SEPARATED if meet and triggers == on_trigger else FILTERED
