"""Sweep and prune: the broad phase that keeps proxies sorted along x (Baraff, *Dynamic Simulation*, 1992).

From step to step the order hardly changes, so insertion sort restores it in nearly linear time.
Fast for worlds that are wide and flat; slow where many boxes share their x range.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Boxes, FilterRows, Ints
from ..compile import INTS, REALS2, array, entry, kernel
from ..world.shapes import FILTER
from .filters import NOTHING_COMPARED, Compared, may_collide, rows_overlap
from .flat_index import FlatIndex, Found
from .pair_keys import pair_key


@entry(REALS2, INTS)
def sort_by_lower_x(fat: Boxes, order: Ints) -> None:
    """Sort proxies by lower x with insertion sort, fast when little has changed."""
    for k in range(1, len(order)):
        i = order[k]
        while k > 0 and fat[order[k - 1], 0] > fat[i, 0]:
            order[k] = order[k - 1]
            k -= 1
        order[k] = i


@kernel
def scan_x_range(
    fat: Boxes,
    filters: FilterRows,
    i: int,
    order: Ints,
    start: int,
    has_moved: Ints,
    keys: Ints,
    so_far: Found,
) -> Found:
    """Append the pairs of proxy i with those from order[start] on that begin inside its x range.

    Returns the new numbers of pairs and of x ranges compared; pairs for which `keys` has no room are only
    counted.
    """
    found, boxes = so_far
    for k in range(start, len(order)):
        j = order[k]
        boxes += 1
        if fat[j, 0] > fat[i, 2]:
            break
        if has_moved[i] + has_moved[j] > 0 and rows_overlap(fat, i, j) and may_collide(filters, i, j):
            if found < len(keys):
                keys[found] = pair_key(i, j)
            found += 1
    return Found(found, boxes)


@entry(REALS2, array(FILTER), INTS, INTS, INTS, INTS)
def sweep_along_x(
    fat: Boxes, filters: FilterRows, static: Ints, mobile: Ints, has_moved: Ints, keys: Ints
) -> Found:
    """Write the keys of all pairs of a moved proxy by merging both orders; returns how many."""
    found = Found(0, 0)
    s = 0
    m = 0
    while m < len(mobile):
        if s < len(static) and fat[static[s], 0] < fat[mobile[m], 0]:
            s += 1
            found = scan_x_range(fat, filters, static[s - 1], mobile, m, has_moved, keys, found)
        else:
            m += 1
            found = scan_x_range(fat, filters, mobile[m - 1], mobile, m, has_moved, keys, found)
            found = scan_x_range(fat, filters, mobile[m - 1], static, s, has_moved, keys, found)
    return found


class SweepAndPrune(FlatIndex):
    """A broad-phase index (see `broad_phase.BroadPhase`) whose members are sorted by lower x."""

    def insert(self, fat: Boxes, filters: FilterRows, ids: Ints) -> None:
        """Add proxies."""
        super().insert(fat, filters, ids)
        for part, _ in self._by_part(ids):
            members = self._members[part]
            self._members[part] = members[np.argsort(fat[members, 0], kind="stable")]

    def move(self, fat: Boxes, ids: Ints) -> None:
        """Restore the order after boxes were rewritten."""
        for part, _ in self._by_part(ids):
            sort_by_lower_x(fat, self._members[part])

    def pairs(self, fat: Boxes, filters: FilterRows, moved: Ints) -> Ints:
        """Return the keys of all pairs of moved proxies, ascending; valid until the next call."""
        self.compared: Compared = NOTHING_COMPARED
        if len(moved) == 0:
            return moved
        has_moved = np.zeros(len(fat), np.int64)
        has_moved[moved] = 1
        count, boxes = sweep_along_x(fat, filters, *self._members, has_moved, self._keys)
        if count > len(self._keys):
            self._keys = np.zeros(2 * count, np.int64)
            sweep_along_x(fat, filters, *self._members, has_moved, self._keys)
        self.compared = Compared(0, boxes)
        keys = self._keys[:count]
        keys.sort()
        return keys
