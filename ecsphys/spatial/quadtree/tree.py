"""The default broad phase: a loose quadtree in arrays, one for static and one for mobile proxies.

A *loose* quadtree (Ulrich, "Loose Octrees", *Game Programming Gems*, 2000) puts a box by its centre
into a cell no smaller than its longer side, so a box on a cell's border sinks as deep as any
other. Changed here: nodes know the true bounds of what they hold, and searches look at
these instead of cells; leaves split only when crowded; chains of nodes with one child are left out.

`spatial.walk` has what rays and queries read of it, `nodes` and `buckets` its own storage; `insertion` places
proxies, `refit` tightens bounds, `pairs` finds what moved proxies meet.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array, Boxes, FilterRows, Ints, grown
from ...compile import INT, INTS, REAL, REALS2, array, entry, kernel, records
from ...math2d.vec2 import new_tuple
from ...parallel.thread_pool import SERIAL, ThreadPool
from ...world.shapes import FILTER
from ..filters import NOTHING_COMPARED, Compared, Rect
from ..pair_index import KNOWN_PAIRS, NO_PAIRS, KnownPairs
from ..walk import BUCKET_SIZE, EMPTY_BOUND, NONE, PROXY_TREE, ProxyTree, find_in_rect
from .buckets import remove_proxy
from .insertion import BLOCKS_NEEDED, place_proxies
from .nodes import QUADTREE, QuadtreeArrays, new_arrays
from .pairs import KEYS_FULL, LISTS_FULL, SEARCH_LISTS, SearchLists, find_pairs

PLACE, MARK, SEARCH = 1, 2, 4
MIN_MOVED_PER_THREAD = 500
_LIST_SIZE = 1024  # items of a search list, to begin with
_NO_FILTERS = records(0, FILTER)


class Progress(NamedTuple):
    """The number of pairs found; or what has to grow before the call is repeated, 1 each: nodes and buckets,
    the array of keys, the search lists. And how many nodes and boxes the search looked at.
    """

    pairs: int
    nodes_full: int
    keys_full: int
    lists_full: int
    nodes: int
    boxes: int


@entry(QUADTREE, INTS)
def remove_proxies(quad: QuadtreeArrays, ids: Ints) -> None:
    """Remove proxies; bounds and empty nodes stay until the next refit."""
    for i in ids:
        remove_proxy(quad, i)
        quad.links[i].node = NONE
        part = quad.parts[quad.links[i].part]
        part.proxies -= 1
        part.stale += 1


@entry(QUADTREE, REALS2, array(FILTER), KNOWN_PAIRS, INTS, SEARCH_LISTS, INTS, INT)
def update_proxies(
    quad: QuadtreeArrays,
    fat: Boxes,
    filters: FilterRows,
    known: KnownPairs,
    ids: Ints,
    lists: SearchLists,
    keys: Ints,
    tasks: int,
) -> Progress:
    """PLACE new proxies and rewritten boxes, MARK them as moved, SEARCH for new pairs: `tasks` is their sum.

    SEARCH writes to `lists` and `keys` only, so several threads may each search for some of what was marked.
    """
    return update_tree(quad, fat, filters, known, ids, lists, keys, tasks)


@kernel
def update_tree(
    quad: QuadtreeArrays,
    fat: Boxes,
    filters: FilterRows,
    known: KnownPairs,
    ids: Ints,
    lists: SearchLists,
    keys: Ints,
    tasks: int,
) -> Progress:
    """See `update_proxies`."""
    if tasks & PLACE and not place_proxies(quad, fat, filters, ids):
        return Progress(0, 1, 0, 0, 0, 0)
    if tasks & MARK:
        quad.pool[0].stamp += 1
        for i in ids:
            quad.stamps[quad.links[i].slot] = quad.pool[0].stamp
    if tasks & SEARCH == 0:
        return Progress(0, 0, 0, 0, 0, 0)
    pairs, nodes, boxes = find_pairs(quad, fat, filters, known, ids, lists, keys)
    return Progress(pairs, 0, int(pairs == KEYS_FULL), int(pairs == LISTS_FULL), nodes, boxes)


@entry(PROXY_TREE, REALS2, REAL, REAL, REAL, REAL, INTS)
def query_rect(tree: ProxyTree, fat: Boxes, lx: float, ly: float, ux: float, uy: float, ids: Ints) -> int:
    """Write the proxies whose boxes overlap a rectangle to `ids`, unsorted; returns how many there are."""
    count = 0
    for part in range(2):
        count = find_in_rect(tree, fat, part, Rect(lx, ly, ux, uy), ids, count)
    return int(count)


def nodes_by_level(nodes: Array, part: int, children: int) -> Ints:
    """Return all nodes of a part of a tree in blocks of so many children, its root first, level by level."""
    child = nodes["child"]
    level = child[part : part + 1]  # the root is the first child of the top
    levels = [level := level[level != NONE]]
    while len(level):
        below = child[level]
        levels.append(level := (below[below != NONE][:, None] + np.arange(children)).ravel())
    return np.concatenate(levels)


class Quadtree:
    """The quadtree as an index (see `broad_phase.BroadPhase`)."""

    def __init__(self, capacity: int = 64):
        self.arrays: QuadtreeArrays = new_arrays()
        self.tree: ProxyTree = self.arrays.tree  # to walk
        self.compared: Compared = NOTHING_COMPARED
        self.keys = np.zeros(capacity, np.int64)
        self.lists_of_threads = [new_lists(_LIST_SIZE)]
        self._ids = np.zeros(capacity, np.int64)
        self._add_nodes(4 * capacity)
        self._add_buckets(capacity)
        self._add_links(capacity)
        make_tops(self.arrays)

    def insert(self, fat: Boxes, filters: FilterRows, ids: Ints) -> None:
        """Add proxies."""
        if len(self.arrays.links) < len(fat):
            self._add_links(len(fat))
        self._update(fat, filters, NO_PAIRS, ids, PLACE)

    def remove(self, ids: Ints) -> None:
        """Remove proxies."""
        remove_proxies(self.arrays, ids)

    def move(self, fat: Boxes, ids: Ints) -> None:
        """Take over rewritten boxes."""
        self._update(fat, _NO_FILTERS, NO_PAIRS, ids, PLACE)

    def pairs(self, fat: Boxes, filters: FilterRows, moved: Ints) -> Ints:
        """Return the keys of all pairs of moved proxies, ascending; valid until the next call."""
        return self._update(fat, filters, NO_PAIRS, moved, MARK | SEARCH)

    def update(
        self,
        fat: Boxes,
        filters: FilterRows,
        moved: Ints,
        pool: ThreadPool = SERIAL,
        known: KnownPairs = NO_PAIRS,
    ) -> Ints:
        """Call `move` and return the pairs that are not known, ascending; valid until the next call."""
        if pool.threads == 1 or pool.is_alone(len(moved), MIN_MOVED_PER_THREAD):
            return self._update(fat, filters, known, moved, PLACE | MARK | SEARCH)
        self._update(fat, filters, known, moved, PLACE | MARK)
        ranges = pool.ranges(len(moved), MIN_MOVED_PER_THREAD)
        self.lists_of_threads += [
            new_lists(_LIST_SIZE) for _ in range(len(self.lists_of_threads), len(ranges))
        ]
        while True:
            rooms = np.split(self.keys[: len(self.keys) // len(ranges) * len(ranges)], len(ranges))
            calls = [
                (self.arrays, fat, filters, known, moved[begin:end], lists, room, SEARCH)
                for (begin, end), lists, room in zip(ranges, self.lists_of_threads, rooms, strict=False)
            ]
            results: list[Progress] = pool.call(update_proxies, calls)
            if not self.grow(Progress._make(map(max, zip(*results, strict=True)))):
                break
        self.compared = Compared(sum(one.nodes for one in results), sum(one.boxes for one in results))
        keys = np.concatenate([room[: result.pairs] for room, result in zip(rooms, results, strict=True)])
        keys.sort()
        return keys

    def query(self, lx: float, ly: float, ux: float, uy: float, fat: Boxes) -> Ints:
        """Return the proxies whose boxes overlap a rectangle, ascending; valid until the next call."""
        count = query_rect(self.tree, fat, lx, ly, ux, uy, self._ids)
        if count > len(self._ids):
            self._ids = np.zeros(2 * count, np.int64)
            count = query_rect(self.tree, fat, lx, ly, ux, uy, self._ids)
        ids = self._ids[:count]
        ids.sort()
        return ids

    def cells(self, part: int) -> Boxes:
        """Return the cells of all nodes of a part, its root's first, level by level."""
        cells = self.arrays.cells[nodes_by_level(self.tree.nodes, part, 4)]
        x, y, half = cells["x"], cells["y"], cells["half"]
        boxes: Boxes = np.column_stack([x - half, y - half, x + half, y + half])[half > 0.0]
        return boxes

    def _update(self, fat: Boxes, filters: FilterRows, known: KnownPairs, ids: Ints, tasks: int) -> Ints:
        self.compared = NOTHING_COMPARED
        if len(ids) == 0:
            return ids
        while True:
            result: Progress = update_proxies(
                self.arrays, fat, filters, known, ids, self.lists_of_threads[0], self.keys, tasks
            )
            if not self.grow(result):
                break
            if not result.nodes_full:
                tasks &= SEARCH  # all are placed: again would hasten the next refit
        self.compared = new_tuple(Compared, (result.nodes, result.boxes))
        keys = self.keys[: result.pairs]
        keys.sort()
        return keys

    def grow(self, result: Progress) -> bool:
        """Double what is full; returns whether something was."""
        if not (result.nodes_full or result.keys_full or result.lists_full):
            return False
        pool = self.arrays.pool
        if result.nodes_full and pool["free_blocks"][0] < BLOCKS_NEEDED:
            self._add_nodes(2 * len(self.tree.nodes))
        elif result.nodes_full:
            self._add_buckets(2 * len(self.tree.chain))
        if result.keys_full:
            self.keys = np.zeros(2 * len(self.keys), np.int64)
        if result.lists_full:
            self.lists_of_threads = [new_lists(2 * len(lists.nodes)) for lists in self.lists_of_threads]
        return True

    def _add_nodes(self, capacity: int) -> None:
        """Grow to a capacity divisible by four; new blocks come in front of the free ones."""
        tree, pool = self.tree, self.arrays.pool[0]
        old = len(tree.nodes)
        nodes = grown(tree.nodes, capacity)
        nodes["child"][old::4] = np.arange(old + 4, capacity + 4, 4)
        nodes["child"][-4] = pool["free_block"]
        pool["free_block"] = old
        pool["free_blocks"] += (capacity - old) // 4
        self._replace(
            tree=tree._replace(nodes=nodes, bounds=grown(tree.bounds, capacity // 4)),
            cells=grown(self.arrays.cells, capacity),
        )

    def _add_buckets(self, capacity: int) -> None:
        """Grow; new buckets come in front of the free ones."""
        tree, pool = self.tree, self.arrays.pool[0]
        old = len(tree.chain)
        chain = grown(tree.chain, capacity)
        chain[old:] = np.arange(old + 1, capacity + 1)
        chain[-1] = pool["free_bucket"]
        pool["free_bucket"] = old
        pool["free_buckets"] += capacity - old
        self._replace(
            tree=tree._replace(members=grown(tree.members, BUCKET_SIZE * capacity), chain=chain),
            boxes=grown(self.arrays.boxes, capacity),
            stamps=grown(self.arrays.stamps, BUCKET_SIZE * capacity),
        )

    def _add_links(self, capacity: int) -> None:
        links = grown(self.arrays.links, capacity)
        links["node"][len(self.arrays.links) :] = NONE
        self._replace(links=links)

    def _replace(self, **arrays: Any) -> None:
        """Put other arrays in the place of some."""
        self.arrays = self.arrays._replace(**arrays)
        self.tree = self.arrays.tree


def new_lists(capacity: int) -> SearchLists:
    """Return search lists for `capacity` items each."""
    return SearchLists(*(np.zeros(capacity, np.int64) for _ in SearchLists._fields))


def make_tops(quad: QuadtreeArrays) -> None:
    """Turn the first block into the tops of both parts."""
    nodes, pool = quad.tree.nodes, quad.pool[0]
    pool["free_block"] = nodes["child"][0]
    pool["free_blocks"] -= 1
    quad.tree.bounds[0, :8] = EMPTY_BOUND
    quad.tree.bounds[0, 8:] = -EMPTY_BOUND
    nodes["child"][:4] = nodes["first"][:4] = quad.cells["parent"][:4] = NONE
