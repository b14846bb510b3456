"""The broad phase that tests every pair: the reference for the others, and enough for a few dozen shapes."""

from __future__ import annotations

import numpy as np

from ..arrays import Boxes, FilterRows, Ints
from ..compile import INTS, REALS2, array, entry
from ..world.shapes import FILTER
from .filters import Compared, may_collide, rows_overlap
from .flat_index import FlatIndex, Found
from .pair_keys import pair_key


@entry(REALS2, array(FILTER), INTS, INTS, INTS, INTS)
def find_all_pairs(
    fat: Boxes, filters: FilterRows, ids: Ints, moved: Ints, has_moved: Ints, keys: Ints
) -> Found:
    """Write the keys of all pairs of a moved proxy and any other; returns how many there are.

    Those that have no room in `keys` are only counted.
    """
    found, boxes = 0, 0
    for i in moved:
        for j in ids:
            if j <= i and has_moved[j] != 0:
                continue  # j finds the pair, or is i
            boxes += 1
            if rows_overlap(fat, i, j) and may_collide(filters, i, j):
                if found < len(keys):
                    keys[found] = pair_key(i, j)
                found += 1
    return Found(found, boxes)


class BruteForce(FlatIndex):
    """A broad-phase index (see `broad_phase.BroadPhase`) that stores nothing but the ids of its proxies."""

    def pairs(self, fat: Boxes, filters: FilterRows, moved: Ints) -> Ints:
        """Return the keys of all pairs of moved proxies, ascending; valid until the next call."""
        has_moved = np.zeros(len(fat), np.int64)
        has_moved[moved] = 1
        ids = np.concatenate(self._members)
        count, boxes = find_all_pairs(fat, filters, ids, moved, has_moved, self._keys)
        if count > len(self._keys):
            self._keys = np.zeros(2 * count, np.int64)
            find_all_pairs(fat, filters, ids, moved, has_moved, self._keys)
        self.compared: Compared = Compared(0, boxes)
        keys = self._keys[:count]
        keys.sort()
        return keys
