"""The index that compares every pair, eight boxes at once: enough for a few hundred proxies."""

from __future__ import annotations

import numpy as np

from ...arrays import Boxes, FilterRows, Ints
from ...compile import INTS, REALS2, array, entry
from ...spatial.filters import Compared, may_collide
from ...spatial.flat_index import Found
from ...spatial.pair_keys import pair_key
from ...spatial.walk import BUCKET_SIZE, NONE
from ...world.shapes import FILTER
from .cuboid import cuboid_of
from .flat_index import FlatIndex
from .shared import member_at
from .walk import PROXY_TREE, ProxyTree, boxes_in, chain_of, lowest_bit


@entry(PROXY_TREE, REALS2, array(FILTER), INTS, INTS, INTS)
def find_all_pairs(
    tree: ProxyTree, fat: Boxes, filters: FilterRows, moved: Ints, has_moved: Ints, keys: Ints
) -> Found:
    """Write the keys of all pairs of a moved proxy and any other in a flat tree; returns how many there are.

    Those that have no room in `keys` are only counted.
    """
    found, boxes = 0, 0
    for i in moved:
        box = cuboid_of(fat, i)
        for part in range(2):
            slot = tree.nodes[part].first
            while slot != NONE:
                bits = boxes_in(tree.boxes, slot >> 3, box)
                boxes += BUCKET_SIZE
                while bits != 0:
                    j = member_at(tree, (slot & ~7) + lowest_bit(bits))
                    bits &= bits - 1
                    if j <= i and has_moved[j] != 0:
                        continue  # j finds the pair, or is i
                    if may_collide(filters, i, j):
                        if found < len(keys):
                            keys[found] = pair_key(i, j)
                        found += 1
                slot = chain_of(tree, slot)
    return Found(found, boxes)


class BruteForceIndex(FlatIndex):
    """An index of a world (see `broad_phase.BroadPhase3`) without any order."""

    def pairs(self, fat: Boxes, filters: FilterRows, moved: Ints) -> Ints:
        """Return the keys of all pairs of moved proxies, ascending; valid until the next call."""
        has_moved = np.zeros(len(fat), np.int64)
        has_moved[moved] = 1
        count, boxes = find_all_pairs(self.tree, fat, filters, moved, has_moved, self._keys)
        if count > len(self._keys):
            self._keys = np.zeros(2 * count, np.int64)
            find_all_pairs(self.tree, fat, filters, moved, has_moved, self._keys)
        self.compared: Compared = Compared(0, boxes)
        keys = self._keys[:count]
        keys.sort()
        return keys
