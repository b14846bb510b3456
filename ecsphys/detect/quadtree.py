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
from ..world.layout import FILTER
from ..world.state import grown
from .quadtree_build import BLOCKS_NEEDED, grow_bounds, may_stay, settle, uproot
from .quadtree_nodes import (
    FREE_BLOCK,
    LINK,
    MOBILE,
    NODE,
    NONE,
    SIZE,
    SPARE,
    STACK_SIZE,
    STALE,
    STAMP,
    STATE_SIZE,
    STATIC,
    TREE,
    Tree,
    spot_of,
    take,
)
from .quadtree_pairs import pairs_of_all, pairs_of_one
from .quadtree_rays import find_in_box
from .quadtree_tidy import tidy

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Boxes = npt.NDArray[np.float64]
# From one moved mobile proxy in so many it is faster to search for all than one by one.
MANY = 4
NODES_WANTED = -1  # instead of a count: come again with more nodes
MOVE, PAIRS = 1, 2
_NO_FILTERS = records(0, FILTER)
_NO_KEYS = np.zeros(0, np.int64)


@entry(TREE, REALS2, array(FILTER), INTS)
def insert_proxies(tree: Tree, fat: Boxes, filters: Rows, ids: Ints) -> int:
    """Insert those proxies that are not there yet; 0, or NODES_WANTED."""
    bounds, nodes, links, state, _ = tree
    for i in ids:
        if links[i].node != NONE:
            continue
        if state[SPARE] < BLOCKS_NEEDED:
            return NODES_WANTED
        part = MOBILE if filters[i].mobile != 0 else STATIC
        links[i].part = part
        state[SIZE + part] += 1
        settle(bounds, nodes, links, state, fat, i, part)
    return 0


@entry(TREE, INTS)
def remove_proxies(tree: Tree, ids: Ints) -> None:
    """Remove proxies; bounds and empty nodes stay until the next tidying."""
    nodes, links, state = tree.nodes, tree.links, tree.state
    for i in ids:
        take(nodes, links, i)
        links[i].node = NONE
        state[SIZE + links[i].part] -= 1
        state[STALE + links[i].part] += 1


@entry(TREE, REALS2, array(FILTER), INTS, INTS, INT)
def update_proxies(tree: Tree, fat: Boxes, filters: Rows, moved: Ints, keys: Ints, tasks: int) -> int:
    """Take notice of new boxes (tasks & MOVE) and find the pairs of moved proxies (tasks & PAIRS).

    Returns the number of pairs, of which `keys` got as many as it has room for, or NODES_WANTED.
    """
    bounds, nodes, links, state, stack = tree
    if tasks & MOVE:
        for i in moved:
            spot = spot_of(fat, i)
            state[STALE + links[i].part] += 1
            if may_stay(nodes, links[i].node, spot):
                grow_bounds(bounds, nodes, fat, i, links[i].node)
                continue
            if state[SPARE] < BLOCKS_NEEDED:
                return NODES_WANTED
            settle(bounds, nodes, links, state, fat, i, uproot(nodes, links, i, spot))
        for part in range(2):
            if state[STALE + part] > state[SIZE + part]:
                tidy(bounds, nodes, links, state, fat, part)
                state[STALE + part] = 0
    if tasks & PAIRS == 0:
        return 0
    state[STAMP] += 1
    mobile = 0
    for i in moved:
        links[i].stamp = state[STAMP]
        mobile += links[i].part
    many = MANY * mobile >= state[SIZE + MOBILE]
    found = pairs_of_all(bounds, nodes, links, fat, filters, stack, state[STAMP], keys) if many else 0
    for i in moved:
        if not many or links[i].part == STATIC:
            found = pairs_of_one(
                bounds, nodes, links, fat, filters, stack, state[STAMP], i, keys, found
            )
    return int(found)


@entry(TREE, REALS2, REAL, REAL, REAL, REAL, INTS)
def query_box(tree: Tree, fat: Boxes, lx: float, ly: float, ux: float, uy: float, ids: Ints) -> int:
    """Write the proxies whose boxes overlap a box to `ids`, unsorted; returns how many there are."""
    bounds, nodes, links, _, stack = tree
    found = 0
    for part in range(2):
        found = find_in_box(bounds, nodes, links, fat, stack, part, (lx, ly, ux, uy), ids, found)
    return int(found)


class Quadtree:
    """A broad-phase index (see `index.BroadPhase`); `tree` is for kernels that walk it."""

    def __init__(self, capacity: int = 64):
        self.tree = Tree(
            np.zeros((0, 4)),
            records(0, NODE),
            records(0, LINK),
            np.zeros(STATE_SIZE, np.int64),
            np.zeros(STACK_SIZE, np.int64),
        )
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
        while insert_proxies(self.tree, fat, filters, ids) == NODES_WANTED:
            self._add_nodes(2 * len(self.tree.nodes))

    def remove(self, ids: Ints) -> None:
        """Remove proxies."""
        remove_proxies(self.tree, ids)

    def move(self, fat: Boxes, ids: Ints) -> None:
        """Take notice of rewritten boxes."""
        while update_proxies(self.tree, fat, _NO_FILTERS, ids, _NO_KEYS, MOVE) == NODES_WANTED:
            self._add_nodes(2 * len(self.tree.nodes))

    def pairs(self, fat: Boxes, filters: Rows, moved: Ints) -> Ints:
        """The keys of all pairs of moved proxies, ascending; valid until the next call."""
        return self._find(fat, filters, moved, PAIRS)

    def update(self, fat: Boxes, filters: Rows, moved: Ints) -> Ints:
        """`move` and `pairs` in one."""
        return self._find(fat, filters, moved, MOVE | PAIRS)

    def query(self, lx: float, ly: float, ux: float, uy: float, fat: Boxes) -> Ints:
        """The proxies whose boxes overlap a box, ascending; valid until the next call."""
        count = query_box(self.tree, fat, lx, ly, ux, uy, self._ids)
        if count > len(self._ids):
            self._ids = np.zeros(2 * count, np.int64)
            count = query_box(self.tree, fat, lx, ly, ux, uy, self._ids)
        ids = self._ids[:count]
        ids.sort()
        return ids

    def _find(self, fat: Boxes, filters: Rows, moved: Ints, tasks: int) -> Ints:
        if len(moved) == 0:
            return _NO_KEYS
        while True:
            count = update_proxies(self.tree, fat, filters, moved, self._keys, tasks)
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
    tree.bounds[:4] = (np.inf, np.inf, -np.inf, -np.inf)
    for field in ("child", "parent", "first"):
        tree.nodes[field][:4] = NONE
