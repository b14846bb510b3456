"""What indices without a hierarchy share: two arrays of proxies, and the flat tree made of them."""

from __future__ import annotations

import numpy as np

from ...arrays import Boxes, FilterRows, Ints, grown
from ...spatial.flat_index import BaseFlatIndex
from ...spatial.walk import BUCKET_SIZE, NONE
from .box_query import BoxQuery
from .cuboid import Cuboid
from .walk import SIDES, ProxyTree, flat_tree


class FlatIndex(BaseFlatIndex):
    """Base of flat indices (see `broad_phase.BroadPhase3`), whose tree keeps the boxes, too.

    A subclass adds `pairs`, and extends what has to keep anything else.
    """

    tree: ProxyTree

    def __init__(self, capacity: int = 64):
        super().__init__(capacity)
        self._slots = np.zeros(0, np.int64)  # of the tree, by id
        self._fat = np.zeros((0, SIDES))
        self._query = BoxQuery()
        self._make_tree()

    def insert(self, fat: Boxes, filters: FilterRows, ids: Ints) -> None:
        """Add proxies."""
        if len(self._slots) < len(fat):
            self._slots = grown(self._slots, len(fat))
            self._fat = grown(self._fat, len(fat))
        self._fat[ids] = fat[ids]
        super().insert(fat, filters, ids)

    def move(self, fat: Boxes, ids: Ints) -> None:
        """Take over rewritten boxes."""
        self._fat[ids] = fat[ids]
        sides, slots = self.tree.boxes.reshape(-1, SIDES, BUCKET_SIZE), self._slots[ids]
        sides[slots >> 3, :, slots & 7] = fat[ids]

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
