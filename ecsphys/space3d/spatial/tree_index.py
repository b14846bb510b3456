"""What indices with a hierarchy share: the search for pairs, queries, and arrays that grow."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...arrays import Boxes, FilterRows, Ints
from ...compile import INTS, REALS2, array, entry, records
from ...parallel.thread_pool import SERIAL, ThreadPool
from ...spatial.filters import NOTHING_COMPARED, Compared
from ...spatial.pair_index import KNOWN_PAIRS, NO_PAIRS, KnownPairs
from ...spatial.quadtree.pairs import KEYS_FULL, LISTS_FULL, SEARCH_LISTS, SearchLists
from ...spatial.quadtree.tree import MIN_MOVED_PER_THREAD, new_lists
from ...spatial.walk import NONE
from ...world.shapes import FILTER
from .box_query import BoxQuery
from .buckets import remove_proxy
from .cuboid import Cuboid
from .pairs import find_pairs
from .storage import (
    BLOCKS_NEEDED,
    TREE_ARRAYS,
    TreeArrays,
    new_arrays,
    with_buckets,
    with_links,
    with_nodes,
)
from .walk import ProxyTree

_LIST_SIZE = 1024  # items of a search list, to begin with
_NO_FILTERS = records(0, FILTER)


class Progress(NamedTuple):
    """The number of pairs found, KEYS_FULL or LISTS_FULL; and how many nodes and boxes were looked at."""

    pairs: int
    nodes: int
    boxes: int


@entry(TREE_ARRAYS, INTS)
def remove_proxies(arrays: TreeArrays, ids: Ints) -> None:
    """Remove proxies; bounds and empty nodes stay until the next refit."""
    for i in ids:
        remove_proxy(arrays, i)
        arrays.links[i].node = NONE
        part = arrays.parts[arrays.links[i].part]
        part.proxies -= 1
        part.stale += 1


@entry(TREE_ARRAYS, INTS)
def mark_moved(arrays: TreeArrays, ids: Ints) -> None:
    """Begin an update in which proxies moved."""
    arrays.pool[0].stamp += 1
    for i in ids:
        arrays.stamps[arrays.links[i].slot] = arrays.pool[0].stamp


@entry(TREE_ARRAYS, REALS2, array(FILTER), KNOWN_PAIRS, INTS, SEARCH_LISTS, INTS)
def search_pairs(
    arrays: TreeArrays,
    fat: Boxes,
    filters: FilterRows,
    known: KnownPairs,
    ids: Ints,
    lists: SearchLists,
    keys: Ints,
) -> Progress:
    """Write the keys of the new pairs of proxies that are marked as moved.

    Writes to `lists` and `keys` only, so several threads may each search for some of what was marked.
    """
    pairs, nodes, boxes = find_pairs(arrays, fat, filters, known, ids, lists, keys)
    return Progress(pairs, nodes, boxes)


class TreeIndex:
    """Base of indices with a hierarchy (see `broad_phase.BroadPhase3`); a subclass adds `_place`."""

    def __init__(self, capacity: int = 64, threshold: int = 8):
        arrays = with_nodes(new_arrays(threshold), 8 * max(capacity, 2))
        self.arrays: TreeArrays = with_links(with_buckets(arrays, max(capacity, 2)), capacity)
        self.compared: Compared = NOTHING_COMPARED
        self._keys = np.zeros(capacity, np.int64)
        self._lists = [new_lists(_LIST_SIZE)]
        self._query = BoxQuery()

    @property
    def tree(self) -> ProxyTree:
        """The tree to walk."""
        return self.arrays.tree

    def _place(self, fat: Boxes, filters: FilterRows, ids: Ints) -> bool:
        """Insert new proxies and move those with rewritten boxes; False when nodes or buckets run out."""
        raise NotImplementedError

    def insert(self, fat: Boxes, filters: FilterRows, ids: Ints) -> None:
        """Add proxies."""
        if len(self.arrays.links) < len(fat):
            self.arrays = with_links(self.arrays, len(fat))
        while len(ids) and not self._place(fat, filters, ids):
            self._grow_tree()

    def remove(self, ids: Ints) -> None:
        """Remove proxies."""
        remove_proxies(self.arrays, ids)

    def move(self, fat: Boxes, ids: Ints) -> None:
        """Take over rewritten boxes."""
        while len(ids) and not self._place(fat, _NO_FILTERS, ids):
            self._grow_tree()

    def pairs(self, fat: Boxes, filters: FilterRows, moved: Ints) -> Ints:
        """Return the keys of all pairs of moved proxies, ascending; valid until the next call."""
        return self._search(fat, filters, moved, SERIAL, NO_PAIRS)

    def update(
        self,
        fat: Boxes,
        filters: FilterRows,
        moved: Ints,
        pool: ThreadPool = SERIAL,
        known: KnownPairs = NO_PAIRS,
    ) -> Ints:
        """Call `move` and return the pairs that are not known, ascending; valid until the next call."""
        self.move(fat, moved)
        return self._search(fat, filters, moved, pool, known)

    def query(self, box: Cuboid) -> Ints:
        """Return the proxies whose boxes overlap a box, ascending; valid until the next call."""
        return self._query.ask(self.tree, box)

    def _search(
        self, fat: Boxes, filters: FilterRows, moved: Ints, pool: ThreadPool, known: KnownPairs
    ) -> Ints:
        """Return the pairs of moved proxies that are not known, ascending."""
        self.compared = NOTHING_COMPARED
        if len(moved) == 0:
            return moved
        mark_moved(self.arrays, moved)
        ranges = pool.ranges(len(moved), MIN_MOVED_PER_THREAD)
        self._lists += [new_lists(_LIST_SIZE) for _ in range(len(self._lists), len(ranges))]
        while True:
            size = len(self._keys) // len(ranges)
            rooms = [self._keys[k * size : (k + 1) * size] for k in range(len(ranges))]
            calls = [
                (self.arrays, fat, filters, known, moved[begin:end], lists, room)
                for (begin, end), lists, room in zip(ranges, self._lists, rooms, strict=False)
            ]
            results: list[Progress] = pool.call(search_pairs, calls)
            if not self._grow_lists({result.pairs for result in results}):
                break
        self.compared = Compared(sum(one.nodes for one in results), sum(one.boxes for one in results))
        if len(ranges) == 1:
            keys = rooms[0][: results[0].pairs]
        else:
            keys = np.concatenate([room[: one.pairs] for room, one in zip(rooms, results, strict=True)])
        keys.sort()
        return keys

    def _grow_lists(self, counts: set[int]) -> bool:
        """Double what was too small for a search; returns whether something was."""
        if KEYS_FULL in counts:
            self._keys = np.zeros(2 * len(self._keys), np.int64)
        if LISTS_FULL in counts:
            self._lists = [new_lists(2 * len(lists.nodes)) for lists in self._lists]
        return KEYS_FULL in counts or LISTS_FULL in counts

    def _grow_tree(self) -> None:
        """Double the nodes or the buckets, whichever have run out."""
        if self.arrays.pool["free_blocks"][0] < BLOCKS_NEEDED:
            self.arrays = with_nodes(self.arrays, 2 * len(self.tree.nodes))
        else:
            self.arrays = with_buckets(self.arrays, 2 * len(self.tree.chain))
