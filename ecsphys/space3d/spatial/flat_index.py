"""What indices without a hierarchy share: two arrays of proxies, and the flat tree made of them."""

from __future__ import annotations

import numpy as np

from ...arrays import Boxes, FilterRows, Ints, grown
from ...parallel.thread_pool import SERIAL, ThreadPool
from ...spatial.filters import NOTHING_COMPARED, Compared
from ...spatial.flat_index import unknown_keys
from ...spatial.pair_index import NO_PAIRS, KnownPairs
from ...spatial.walk import BUCKET_SIZE, MOBILE, NONE, STATIC
from .box_query import BoxQuery
from .cuboid import Cuboid
from .walk import SIDES, ProxyTree, flat_tree


class FlatIndex:
    """Base of flat indices (see `broad_phase.BroadPhase3`).

    `_members` are the ids of the static and of the mobile proxies. A subclass adds `pairs`, and extends what
    has to keep anything else.
    """

    def __init__(self, capacity: int = 64):
        self._members = [np.zeros(0, np.int64), np.zeros(0, np.int64)]
        self._parts = np.zeros(0, np.int64)  # by id, like the next two
        self._slots = np.zeros(0, np.int64)  # of the tree
        self._fat = np.zeros((0, SIDES))
        self._keys = np.zeros(capacity, np.int64)
        self._query = BoxQuery()
        self.compared: Compared = NOTHING_COMPARED
        self.tree: ProxyTree = flat_tree(self._fat, *self._members)

    def insert(self, fat: Boxes, filters: FilterRows, ids: Ints) -> None:
        """Add proxies."""
        if len(self._parts) < len(fat):
            self._parts = grown(self._parts, len(fat))
            self._slots = grown(self._slots, len(fat))
            self._fat = grown(self._fat, len(fat))
        self._parts[ids] = np.where(filters["mobile"][ids] != 0, MOBILE, STATIC)
        self._fat[ids] = fat[ids]
        for part, added in self._by_part(ids):
            self._members[part] = np.concatenate([self._members[part], added])
        self._make_tree()

    def remove(self, ids: Ints) -> None:
        """Remove proxies."""
        for part, removed in self._by_part(ids):
            members = self._members[part]
            self._members[part] = members[~np.isin(members, removed)]
        self._make_tree()

    def move(self, fat: Boxes, ids: Ints) -> None:
        """Take over rewritten boxes."""
        self._fat[ids] = fat[ids]
        sides, slots = self.tree.boxes.reshape(-1, SIDES, BUCKET_SIZE), self._slots[ids]
        sides[slots >> 3, :, slots & 7] = fat[ids]

    def pairs(self, fat: Boxes, filters: FilterRows, moved: Ints) -> Ints:
        """Return the keys of all pairs of moved proxies, ascending; valid until the next call."""
        raise NotImplementedError

    def update(
        self,
        fat: Boxes,
        filters: FilterRows,
        moved: Ints,
        pool: ThreadPool = SERIAL,
        known: KnownPairs = NO_PAIRS,
    ) -> Ints:
        """Call `move` and return the pairs that are not known."""
        self.move(fat, moved)
        return unknown_keys(self.pairs(fat, filters, moved), filters, known)

    def query(self, box: Cuboid) -> Ints:
        """Return the proxies whose boxes overlap a box, ascending; valid until the next call."""
        return self._query.ask(self.tree, box)

    def cells(self, part: int) -> Boxes:
        """Return no cells: space is not divided."""
        return np.zeros((0, SIDES))

    def _make_tree(self) -> None:
        self.tree = flat_tree(self._fat, *self._members)
        slots = np.flatnonzero(self.tree.members != NONE)
        self._slots[self.tree.members[slots]] = slots

    def _by_part(self, ids: Ints) -> list[tuple[int, Ints]]:
        """Return the parts that proxies belong to, each with its own."""
        parts = self._parts[ids]
        return [(part, ids[parts == part]) for part in (STATIC, MOBILE) if (parts == part).any()]
