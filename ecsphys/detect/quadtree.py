"""The default broad phase: a loose quadtree in arrays, one for static and one for mobile proxies.

A *loose* quadtree (Ulrich, "Loose Octrees", *Game Programming Gems*, 2000) puts a box by its centre
into a cell no smaller than its longer side, so a box on a cell's border sinks as deep as any
other. Changed here: nodes know the true bounds of what they hold, and searches look at
these instead of cells; leaves split only when crowded; chains of nodes with one child are left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import INT, INTS, REAL, REALS2, array, entry, records
from ..crew import ONE, Crew
from ..world.layout import FILTER
from ..world.state import grown
from .filters import Box
from .quadtree_build import place_all
from .quadtree_nodes import (
    FREE_BLOCK,
    MOBILE,
    MOVED,
    NODES_WANTED,
    NONE,
    NOWHERE,
    SIZE,
    SPARE,
    STALE,
    STAMP,
    TREE,
    Tree,
    new_tree,
    take,
    walkers,
)
from .quadtree_pairs import pairs_of_all, pairs_of_each
from .quadtree_rays import find_in_box

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Boxes = npt.NDArray[np.float64]
# From one moved mobile proxy in so many it is faster to search for all than one by one.
MANY = 3
PLACE, MARK, SEARCH = 1, 2, 4
LEAST = 500  # moved proxies worth a thread
_NO_FILTERS = records(0, FILTER)


@entry(TREE, INTS)
def remove_proxies(tree: Tree, ids: Ints) -> None:
    """Remove proxies; bounds and empty nodes stay until the next tidying."""
    nodes, links, state = tree.nodes, tree.links, tree.state
    for i in ids:
        take(nodes, links, i)
        links[i].node = NONE
        state[SIZE + links[i].part] -= 1
        state[STALE + links[i].part] += 1


@entry(TREE, REALS2, array(FILTER), INTS, INTS, INT, INT, INT)
def update_proxies(
    tree: Tree, fat: Boxes, filters: Rows, ids: Ints, keys: Ints, tasks: int, share: int, shares: int
) -> int:
    """Take in new proxies and rewritten boxes (tasks & PLACE), find the pairs of these: MARK them as moved,
    then SEARCH, all or one of several shares. To search only the tree's stack and `keys` are written to.

    Returns the number of pairs, of which `keys` got as many as it has room for, or NODES_WANTED.
    """
    bounds, nodes, links, state, stack = tree
    if tasks & PLACE and place_all(bounds, nodes, links, state, fat, filters, ids) == NODES_WANTED:
        return NODES_WANTED
    if tasks & MARK:
        state[STAMP] += 1
        state[MOVED] = 0
        for i in ids:
            links[i].stamp = state[STAMP]
            state[MOVED] += links[i].part
    if tasks & SEARCH == 0:
        return 0
    stamp, found = state[STAMP], 0
    many = MANY * state[MOVED] >= state[SIZE + MOBILE]
    if many:
        found = pairs_of_all(bounds, nodes, links, fat, filters, stack, stamp, keys, share, shares)
    mine = ids[len(ids) * share // shares : len(ids) * (share + 1) // shares]
    return int(pairs_of_each(bounds, nodes, links, fat, filters, stack, stamp, mine, many, keys, found))


@entry(TREE, REALS2, REAL, REAL, REAL, REAL, INTS)
def query_box(tree: Tree, fat: Boxes, lx: float, ly: float, ux: float, uy: float, ids: Ints) -> int:
    """Write the proxies whose boxes overlap a box to `ids`, unsorted; returns how many there are."""
    bounds, nodes, links, _, stack = tree
    found = 0
    for part in range(2):
        found = find_in_box(bounds, nodes, links, fat, stack, part, Box(lx, ly, ux, uy), ids, found)
    return int(found)


class Quadtree:
    """A broad-phase index (see `index.BroadPhase`); `tree` is for kernels that walk it."""

    def __init__(self, capacity: int = 64):
        self.tree = new_tree()
        self._keys = np.zeros(capacity, np.int64)
        self._ids = np.zeros(capacity, np.int64)
        self.tree.state[FREE_BLOCK] = NONE
        self._add_nodes(4 * capacity)
        self._add_links(capacity)
        make_tops(self.tree)

    def insert(self, fat: Boxes, filters: Rows, ids: Ints) -> None:
        """Add proxies."""
        if len(self.tree.links) < len(fat):
            self._add_links(len(fat))
        self._update(fat, filters, ids, PLACE)

    def remove(self, ids: Ints) -> None:
        """Remove proxies."""
        remove_proxies(self.tree, ids)

    def move(self, fat: Boxes, ids: Ints) -> None:
        """Take notice of rewritten boxes."""
        self._update(fat, _NO_FILTERS, ids, PLACE)

    def pairs(self, fat: Boxes, filters: Rows, moved: Ints) -> Ints:
        """The keys of all pairs of moved proxies, ascending; valid until the next call."""
        return self._update(fat, filters, moved, MARK | SEARCH)

    def update(self, fat: Boxes, filters: Rows, moved: Ints, crew: Crew = ONE) -> Ints:
        """`move` and `pairs` in one."""
        if crew.is_alone(len(moved), LEAST):
            return self._update(fat, filters, moved, PLACE | MARK | SEARCH)
        self._update(fat, filters, moved, PLACE | MARK)
        shares = crew.team(len(moved), LEAST)
        while True:
            rooms = np.split(self._keys[: len(self._keys) // shares * shares], shares)
            calls = [
                (tree, fat, filters, moved, keys, SEARCH, k, shares)
                for k, (tree, keys) in enumerate(zip(walkers(self.tree, shares), rooms, strict=True))
            ]
            counts = crew.call(update_proxies, calls)
            if max(counts) <= len(rooms[0]):
                break
            self._keys = np.zeros(2 * shares * max(counts), np.int64)
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

    def _update(self, fat: Boxes, filters: Rows, ids: Ints, tasks: int) -> Ints:
        if len(ids) == 0:
            return ids
        while True:
            count = update_proxies(self.tree, fat, filters, ids, self._keys, tasks, 0, 1)
            if count == NODES_WANTED:
                self._add_nodes(2 * len(self.tree.nodes))
            elif count > len(self._keys):
                self._keys = np.zeros(2 * count, np.int64)
            else:
                break
        keys = self._keys[:count]
        keys.sort()
        return keys

    def _add_nodes(self, capacity: int) -> None:
        """Grow to a capacity divisible by four; new blocks are chained in front of the free ones."""
        bounds, nodes, _, state, _ = self.tree
        old = len(nodes)
        nodes = grown(nodes, capacity)
        nodes["child"][old::4] = np.arange(old + 4, capacity + 4, 4)
        nodes["child"][-4] = state[FREE_BLOCK]
        state[FREE_BLOCK] = old
        state[SPARE] += (capacity - old) // 4
        self.tree = self.tree._replace(bounds=grown(bounds, capacity), nodes=nodes)

    def _add_links(self, capacity: int) -> None:
        links = grown(self.tree.links, capacity)
        links["node"][len(self.tree.links) :] = NONE
        self.tree = self.tree._replace(links=links)


def make_tops(tree: Tree) -> None:
    """Turn the first block into the top nodes of both parts."""
    tree.state[FREE_BLOCK] = tree.nodes["child"][0]
    tree.state[SPARE] -= 1
    tree.bounds[:4] = (NOWHERE, NOWHERE, -NOWHERE, -NOWHERE)
    for field in ("child", "parent", "first"):
        tree.nodes[field][:4] = NONE
