"""Lists of contacts by mover: they lead from a contact with what cannot be pushed to the mover's others.

Seams ask for them: what covers a tile has a contact with what rolls over it, too. The lists follow from
contacts and filters and are made anew when all rows were replaced. Their order is that of adding and
removing: no result may depend on it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import FilterRows, MoverLists, wide
from ..compile import array, inlined
from ..spatial.walk import NONE

MOVER_LISTS = array(np.int32, 2)

# Columns of lists (2n, 3), for n rows of contacts: the next contact, the row of which it is the next, and the
# mover (NONE: the contact is in no list). From row n on, NEXT begins a list. Some movers share one.
NEXT, BEFORE, MOVER = 0, 1, 2


@inlined
def mover_of(filters: FilterRows, contact: Any) -> int:
    """Return the shape in whose list a contact belongs: the only one that can be pushed; else NONE."""
    a, b = wide(contact.a), wide(contact.b)
    if contact.solid == 0 or filters[a].dynamic + filters[b].dynamic != 1:
        return NONE
    return a if filters[a].dynamic == 1 else b


@inlined
def list_of(lists: MoverLists, mover: int) -> int:
    """Return the row before the first contact of a shape."""
    n = len(lists) >> 1
    return n + mover % n


@inlined
def next_in_list(lists: MoverLists, row: int, mover: int) -> int:
    """Return the next contact of a shape after a row of its list, or NONE."""
    row = wide(lists[row, NEXT])
    while row != NONE and lists[row, MOVER] != mover:
        row = wide(lists[row, NEXT])
    return row


@inlined
def enter_list(lists: MoverLists, row: int, mover: int) -> None:
    """Put a new contact into the list of a shape, or into none."""
    lists[row, MOVER] = mover
    if mover != NONE:
        head = list_of(lists, mover)
        put_between(lists, row, head, wide(lists[head, NEXT]))


@inlined
def leave_list(lists: MoverLists, row: int) -> None:
    """Take a contact out of its list, if it is in one."""
    if lists[row, MOVER] != NONE:
        before, after = wide(lists[row, BEFORE]), wide(lists[row, NEXT])
        lists[before, NEXT] = after
        if after != NONE:
            lists[after, BEFORE] = before


@inlined
def change_row(lists: MoverLists, row: int, to: int) -> None:
    """Give a contact another row."""
    lists[to, MOVER] = lists[row, MOVER]
    if lists[row, MOVER] != NONE:
        put_between(lists, to, wide(lists[row, BEFORE]), wide(lists[row, NEXT]))


@inlined
def put_between(lists: MoverLists, row: int, before: int, after: int) -> None:
    """Make a contact follow one row of a list and precede another, or none."""
    lists[before, NEXT] = row
    lists[row, BEFORE] = before
    lists[row, NEXT] = after
    if after != NONE:
        lists[after, BEFORE] = row
