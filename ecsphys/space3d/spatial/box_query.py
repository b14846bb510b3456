"""Proxies whose boxes overlap a box, whatever the index."""

from __future__ import annotations

import numpy as np

from ...arrays import Ints, Reals
from ...compile import INTS, array, entry
from .cuboid import Cuboid
from .walk import PROXY_TREE, ProxyTree, find_in_box


@entry(PROXY_TREE, array(np.float64), INTS)
def query_box(tree: ProxyTree, sides: Reals, ids: Ints) -> int:
    """Write the proxies whose boxes overlap a box of six sides to `ids`, unsorted; returns how many."""
    box = Cuboid(sides[0], sides[1], sides[2], sides[3], sides[4], sides[5])
    count = 0
    for part in range(2):
        count = find_in_box(tree, part, box, ids, count)
    return int(count)


class BoxQuery:
    """Asks trees for proxies; keeps its memory."""

    def __init__(self, capacity: int = 64):
        self._ids: Ints = np.zeros(capacity, np.int64)

    def ask(self, tree: ProxyTree, box: Cuboid) -> Ints:
        """Return the proxies whose boxes overlap a box, ascending; valid until the next call."""
        sides = np.array(box, np.float64)
        count = query_box(tree, sides, self._ids)
        if count > len(self._ids):
            self._ids = np.zeros(2 * count, np.int64)
            count = query_box(tree, sides, self._ids)
        ids = self._ids[:count]
        ids.sort()
        return ids
