"""The default broad phase: a loose quadtree in arrays, one for static and one for mobile proxies.

A *loose* quadtree (Ulrich, "Loose Octrees", *Game Programming Gems*, 2000) puts a box by its centre
into a cell no smaller than its longer side, so a box on a cell's border sinks as deep as any
other. Changed here: nodes know the true bounds of what they hold, and searches look at
these instead of cells; leaves split only when crowded; chains of nodes with one child are left out.

Nodes, cells and bounds are in `quadtree.nodes`, the proxies of a node in `quadtree.buckets`; `_build` puts
proxies in, `_tidy` clears up behind them, `_pairs` finds what moved ones meet, `_rays` what a ray or a box
does.
"""

from __future__ import annotations

import numpy as np

from ...arrays import Boxes, FilterRows, Ints, grown
from ...compile import INT, INTS, REAL, REALS2, array, entry, records
from ...parallel.thread_pool import SERIAL, ThreadPool
from ...world.shapes import FILTER
from ..filters import Rect
from ..pair_index import KNOWN_PAIRS, NO_PAIRS, KnownPairs
from ..walk import find_in_box
from .buckets import remove_proxy
from .insertion import BLOCKS_NEEDED, place_proxies
from .nodes import (
    EMPTY_BOUND,
    FREE_BLOCK,
    FREE_BUCKET,
    KEYS_WANTED,
    LISTS_WANTED,
    NODES_WANTED,
    NONE,
    SIZE,
    SPARE,
    SPARE_BUCKETS,
    STALE,
    STAMP,
    TREE,
    WIDTH,
    Tree,
    new_tree,
)
from .pairs import SEARCH_LISTS, SearchLists, find_pairs

PLACE, MARK, SEARCH = 1, 2, 4
LEAST = 500  # moved proxies worth a thread
LISTED = 1024  # to begin with, what those that search together may list
_NO_FILTERS = records(0, FILTER)


@entry(TREE, INTS)
def remove_proxies(tree: Tree, ids: Ints) -> None:
    """Remove proxies; bounds and empty nodes stay until the next tidying."""
    links, state = tree.links, tree.state
    for i in ids:
        remove_proxy(tree, i)
        links[i].node = NONE
        state[SIZE + links[i].part] -= 1
        state[STALE + links[i].part] += 1


@entry(TREE, REALS2, array(FILTER), KNOWN_PAIRS, INTS, SEARCH_LISTS, INTS, INT)
def update_proxies(
    tree: Tree,
    fat: Boxes,
    filters: FilterRows,
    known: KnownPairs,
    ids: Ints,
    lists: SearchLists,
    keys: Ints,
    tasks: int,
) -> int:
    """Take in new proxies and rewritten boxes (tasks & PLACE), MARK them as moved, SEARCH for new pairs.

    To search only `lists` and `keys` are written to, so several may each search for some of what was marked.
    Returns the number of pairs, or what is wanted: NODES_WANTED, KEYS_WANTED or LISTS_WANTED.
    """
    if tasks & PLACE and place_proxies(tree, fat, filters, ids) == NODES_WANTED:
        return NODES_WANTED
    if tasks & MARK:
        tree.state[STAMP] += 1
        for i in ids:
            tree.members[tree.links[i].slot] = tree.state[STAMP] << 32 | i
    if tasks & SEARCH == 0:
        return 0
    return int(find_pairs(tree, fat, filters, known, ids, lists, keys))


@entry(TREE, REALS2, REAL, REAL, REAL, REAL, INTS)
def query_box(tree: Tree, fat: Boxes, lx: float, ly: float, ux: float, uy: float, ids: Ints) -> int:
    """Write the proxies whose boxes overlap a box to `ids`, unsorted; returns how many there are."""
    found = 0
    for part in range(2):
        found = find_in_box(tree, fat, part, Rect(lx, ly, ux, uy), ids, found)
    return int(found)


class Quadtree:
    """A broad-phase index (see `broad_phase.BroadPhase`); `tree` is for kernels that walk it."""

    def __init__(self, capacity: int = 64):
        self.tree = new_tree()
        self._keys = np.zeros(capacity, np.int64)
        self._lists = [lists_for(LISTED)]
        self._ids = np.zeros(capacity, np.int64)
        self.tree.state[FREE_BLOCK] = NONE
        self.tree.state[FREE_BUCKET] = NONE
        self._add_nodes(4 * capacity)
        self._add_buckets(capacity)
        self._add_links(capacity)
        make_tops(self.tree)

    def insert(self, fat: Boxes, filters: FilterRows, ids: Ints) -> None:
        """Add proxies."""
        if len(self.tree.links) < len(fat):
            self._add_links(len(fat))
        self._update(fat, filters, NO_PAIRS, ids, PLACE)

    def remove(self, ids: Ints) -> None:
        """Remove proxies."""
        remove_proxies(self.tree, ids)

    def move(self, fat: Boxes, ids: Ints) -> None:
        """Take notice of rewritten boxes."""
        self._update(fat, _NO_FILTERS, NO_PAIRS, ids, PLACE)

    def pairs(self, fat: Boxes, filters: FilterRows, moved: Ints) -> Ints:
        """The keys of all pairs of moved proxies, ascending; valid until the next call."""
        return self._update(fat, filters, NO_PAIRS, moved, MARK | SEARCH)

    def update(
        self,
        fat: Boxes,
        filters: FilterRows,
        moved: Ints,
        pool: ThreadPool = SERIAL,
        known: KnownPairs = NO_PAIRS,
    ) -> Ints:
        """`move` and `pairs` in one, but for the pairs that are known."""
        if pool.is_alone(len(moved), LEAST):
            return self._update(fat, filters, known, moved, PLACE | MARK | SEARCH)
        self._update(fat, filters, known, moved, PLACE | MARK)
        ranges = pool.ranges(len(moved), LEAST)
        self._lists += [lists_for(LISTED) for _ in range(len(self._lists), len(ranges))]
        while True:
            rooms = np.split(self._keys[: len(self._keys) // len(ranges) * len(ranges)], len(ranges))
            calls = [
                (self.tree, fat, filters, known, moved[begin:end], lists, room, SEARCH)
                for (begin, end), lists, room in zip(ranges, self._lists, rooms, strict=False)
            ]
            counts = pool.call(update_proxies, calls)
            if min(counts) >= 0:
                break
            self._grow(min(counts))
        keys = np.concatenate([room[:count] for room, count in zip(rooms, counts, strict=True)])
        keys.sort()
        return keys

    def query(self, lx: float, ly: float, ux: float, uy: float, fat: Boxes) -> Ints:
        """The proxies whose boxes overlap a box, ascending; valid until the next call."""
        count = query_box(self.tree, fat, lx, ly, ux, uy, self._ids)
        if count > len(self._ids):
            self._ids = np.zeros(2 * count, np.int64)
            count = query_box(self.tree, fat, lx, ly, ux, uy, self._ids)
        ids = self._ids[:count]
        ids.sort()
        return ids

    def _update(self, fat: Boxes, filters: FilterRows, known: KnownPairs, ids: Ints, tasks: int) -> Ints:
        if len(ids) == 0:
            return ids
        while True:
            count = update_proxies(self.tree, fat, filters, known, ids, self._lists[0], self._keys, tasks)
            if count >= 0:
                break
            self._grow(count)
        keys = self._keys[:count]
        keys.sort()
        return keys

    def _grow(self, wanted: int) -> None:
        if wanted == KEYS_WANTED:
            self._keys = np.zeros(2 * len(self._keys), np.int64)
        elif wanted == LISTS_WANTED:
            self._lists = [lists_for(2 * len(lists.nodes)) for lists in self._lists]
        elif self.tree.state[SPARE] < BLOCKS_NEEDED:
            self._add_nodes(2 * len(self.tree.nodes))
        else:
            self._add_buckets(2 * len(self.tree.chain))

    def _add_nodes(self, capacity: int) -> None:
        """Grow to a capacity divisible by four; new blocks are chained in front of the free ones."""
        bounds, nodes, state = self.tree.bounds, self.tree.nodes, self.tree.state
        old = len(nodes)
        nodes = grown(nodes, capacity)
        nodes["child"][old::4] = np.arange(old + 4, capacity + 4, 4)
        nodes["child"][-4] = state[FREE_BLOCK]
        state[FREE_BLOCK] = old
        state[SPARE] += (capacity - old) // 4
        self.tree = self.tree._replace(bounds=grown(bounds, capacity // 4), nodes=nodes)

    def _add_buckets(self, capacity: int) -> None:
        """Grow; new buckets are chained in front of the free ones."""
        state, members, boxes, chain = self.tree[3:4] + self.tree[5:]
        old = len(chain)
        chain = grown(chain, capacity)
        chain[old:] = np.arange(old + 1, capacity + 1)
        chain[-1] = state[FREE_BUCKET]
        state[FREE_BUCKET] = old
        state[SPARE_BUCKETS] += capacity - old
        boxes, members = grown(boxes, capacity), grown(members, WIDTH * capacity)
        self.tree = self.tree._replace(members=members, boxes=boxes, chain=chain)

    def _add_links(self, capacity: int) -> None:
        links = grown(self.tree.links, capacity)
        links["node"][len(self.tree.links) :] = NONE
        self.tree = self.tree._replace(links=links)


def lists_for(capacity: int) -> SearchLists:
    """Room for a search."""
    return SearchLists(*(np.zeros(capacity, np.int64) for _ in SearchLists._fields))


def make_tops(tree: Tree) -> None:
    """Turn the first block into the top nodes of both parts."""
    tree.state[FREE_BLOCK] = tree.nodes["child"][0]
    tree.state[SPARE] -= 1
    tree.bounds[0, :8] = EMPTY_BOUND
    tree.bounds[0, 8:] = -EMPTY_BOUND
    for field in ("child", "parent", "first"):
        tree.nodes[field][:4] = NONE
