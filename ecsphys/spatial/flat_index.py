"""What broad phases without a hierarchy share: two arrays of proxies, and the flat tree made of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Boxes, FilterRows, Ints, grown
from ..compile import INTS, array, entry
from ..parallel.thread_pool import SERIAL, ThreadPool
from ..world.shapes import FILTER
from .filters import NOTHING_COMPARED, Compared, is_new_pair
from .pair_index import KNOWN_PAIRS, NO_PAIRS, KnownPairs
from .pair_keys import split_key
from .walk import MOBILE, STATIC, ProxyTree, flat_tree


class Found(NamedTuple):
    """How many pairs a search has found, and how many boxes it compared for that."""

    pairs: int
    boxes: int


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
    """Return the keys that are not known, in the same order and memory."""
    return keys[: filter_known(keys, filters, known)]


class BaseFlatIndex:
    """Base of flat indices, in the plane or in space.

    `_members` are the ids of the static and of the mobile proxies. A subclass makes the `tree` of them, also
    at the end of its constructor.
    """

    def __init__(self, capacity: int = 64):
        self._members = [np.zeros(0, np.int64), np.zeros(0, np.int64)]
        self._parts = np.zeros(0, np.int64)  # by id
        self._keys = np.zeros(capacity, np.int64)
        self.compared: Compared = NOTHING_COMPARED

    def _make_tree(self) -> None:
        """Set `tree` to that of the members."""
        raise NotImplementedError

    def insert(self, fat: Boxes, filters: FilterRows, ids: Ints) -> None:
        """Add proxies."""
        if len(self._parts) < len(fat):
            self._parts = grown(self._parts, len(fat))
        self._parts[ids] = np.where(filters["mobile"][ids] != 0, MOBILE, STATIC)
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
        """Do nothing: a list of ids does not depend on boxes."""

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

    def _by_part(self, ids: Ints) -> list[tuple[int, Ints]]:
        """Return the parts that proxies belong to, each with its own."""
        parts = self._parts[ids]
        return [(part, ids[parts == part]) for part in (STATIC, MOBILE) if (parts == part).any()]


class FlatIndex(BaseFlatIndex):
    """Base of flat indices (see `broad_phase.BroadPhase`).

    A subclass adds `pairs`, and `move` if it keeps anything else.
    """

    tree: ProxyTree

    def __init__(self, capacity: int = 64):
        super().__init__(capacity)
        self._make_tree()

    def _make_tree(self) -> None:
        self.tree = flat_tree(*self._members)

    def query(self, lx: float, ly: float, ux: float, uy: float, fat: Boxes) -> Ints:
        """Return the proxies whose boxes overlap a rectangle, ascending."""
        ids = np.concatenate(self._members)
        box = fat[ids]
        return np.sort(ids[(box[:, 0] <= ux) & (lx <= box[:, 2]) & (box[:, 1] <= uy) & (ly <= box[:, 3])])

    def cells(self, part: int) -> Boxes:
        """Return no cells: the plane is not divided."""
        return np.zeros((0, 4))
