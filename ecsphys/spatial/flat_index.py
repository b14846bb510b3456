"""What the broad phases without a tree share: lists of proxies, which walkers see as a tree of two nodes."""

from __future__ import annotations

import numpy as np

from ..arrays import Boxes, FilterRows, Ints, grown
from ..compile import INTS, array, entry, records
from ..world.shapes import FILTER
from .filters import is_new_pair
from .pair_index import KNOWN_PAIRS, KnownPairs
from .pair_keys import split_key
from .quadtree.nodes import MOBILE, NODE, NONE, STATIC, WIDTH, new_tree


@entry(INTS, array(FILTER), KNOWN_PAIRS)
def filter_known(keys: Ints, filters: FilterRows, known: KnownPairs) -> int:
    """Move the keys that are not known to the front; returns how many there are."""
    count = 0
    for key in keys:
        a, b = split_key(key)
        if is_new_pair(filters, known, a, b):
            keys[count] = key
            count += 1
    return count


def unknown_keys(keys: Ints, filters: FilterRows, known: KnownPairs) -> Ints:
    """Those of some pairs that are not known, in the same order and memory."""
    return keys[: filter_known(keys, filters, known)]


class FlatIndex:
    """Base of such indices (see `broad_phase.BroadPhase`).

    `_members` are the ids of the static and of the mobile proxies. In `tree` each part is one node as
    large as the plane, which holds them all, so that kernels made for the quadtree walk it too.
    """

    def __init__(self, capacity: int = 64):
        plane = np.repeat((-np.inf, np.inf), 8).reshape(1, 16)
        self.tree = new_tree()._replace(bounds=plane, nodes=records(2, NODE))
        for field in ("child", "parent", "first"):
            self.tree.nodes[field] = NONE
        self._members = [np.zeros(0, np.int64), np.zeros(0, np.int64)]
        self._keys = np.zeros(capacity, np.int64)

    def insert(self, fat: Boxes, filters: FilterRows, ids: Ints) -> None:
        """Add proxies."""
        if len(self.tree.links) < len(fat):
            self.tree = self.tree._replace(links=grown(self.tree.links, len(fat)))
        self.tree.links["part"][ids] = np.where(filters["mobile"][ids] != 0, MOBILE, STATIC)
        for part, added in self._by_part(ids):
            self._keep(part, np.concatenate([self._members[part], added]))

    def remove(self, ids: Ints) -> None:
        """Remove proxies."""
        for part, gone in self._by_part(ids):
            members = self._members[part]
            self._keep(part, members[~np.isin(members, gone)])

    def query(self, lx: float, ly: float, ux: float, uy: float, fat: Boxes) -> Ints:
        """The proxies whose boxes overlap a box, ascending."""
        ids = np.concatenate(self._members)
        box = fat[ids]
        return np.sort(ids[(box[:, 0] <= ux) & (lx <= box[:, 2]) & (box[:, 1] <= uy) & (ly <= box[:, 3])])

    def _by_part(self, ids: Ints) -> list[tuple[int, Ints]]:
        """The parts that proxies belong to, each with its own."""
        parts = self.tree.links["part"][ids]
        return [(part, ids[parts == part]) for part in (STATIC, MOBILE) if (parts == part).any()]

    def _keep(self, part: int, members: Ints) -> None:
        """Make these all that a part holds."""
        self._members[part] = members
        tree, used = self.tree, [-(-len(members) // WIDTH) for members in self._members]
        slots, chain = np.full(WIDTH * sum(used), NONE), WIDTH * np.arange(sum(used)) - 1
        for part, start in ((STATIC, 0), (MOBILE, used[STATIC])):
            members, begin = self._members[part], WIDTH * start
            end = begin + len(members)
            slots[begin:end] = members
            chain[start : start + 1] = NONE
            tree.nodes["count"][part] = len(members)
            tree.nodes["first"][part] = end - 1 if len(members) else NONE
            tree.links["node"][members] = part
            tree.links["slot"][members] = np.arange(begin, end)
        self.tree = tree._replace(members=slots, chain=chain)
