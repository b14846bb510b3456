"""Bodies whose pose was set by hand."""

from __future__ import annotations

import numpy as np

from ..arrays import BodyRows, Ints, ShapeRows
from ..compile import INTS, array, entry, kernel
from ..world.bodies import BODY
from ..world.contacts import UNKNOWN
from ..world.shapes import SHAPE
from ..world.waking import wake_touching
from .table import CONTACTS, TABLE, Table


@entry(array(BODY), array(SHAPE), INTS, TABLE)
def invalidate_touches(bodies: BodyRows, shapes: ShapeRows, rows: Ints, table: Table) -> int:
    """Wake what touched the given bodies and forget whether it still does; returns how many woke."""
    woken = 0
    for row in range(table.counts[CONTACTS]):
        contact = table.contacts[row]
        a = shapes[contact.a].body
        b = shapes[contact.b].body
        if is_in_sorted(rows, a) or is_in_sorted(rows, b):
            contact.touching = UNKNOWN
            if bodies[a].awake + bodies[b].awake == 0:
                woken += wake_touching(bodies, a, b)
    return woken


@kernel
def is_in_sorted(rows: Ints, row: int) -> bool:
    """Whether ascending rows contain one."""
    at = np.searchsorted(rows, row)
    return bool(at < len(rows) and rows[at] == row)
