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
from .quadtree_build import NODES_NEEDED, insert, move, remove, tidy
from .quadtree_nodes import (
    CELL,
    FREE_NODE,
    LINK,
    MOBILE,
    NODE,
    NONE,
    SIZE,
    SPARE,
    STALE,
    STATE_SIZE,
    STATIC,
    TREE,
    Tree,
    clear_bounds,
)
from .quadtree_pairs import find_pairs
from .quadtree_rays import find_in_box

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Boxes = npt.NDArray[np.float64]
NODES_WANTED = -1  # instead of a count: come again with more nodes
MOVE, PAIRS = 1, 2
_NO_FILTERS = records(0, FILTER)
_NO_KEYS = np.zeros(0, np.int64)


@entry(TREE, REALS2, array(FILTER), INTS)
def insert_proxies(tree: Tree, fat: Boxes, filters: Rows, ids: Ints) -> int:
    """Insert those proxies that are not there yet; 0, or NODES_WANTED."""
    for i in ids:
        if tree.links[i].node != NONE:
            continue
        if tree.state[SPARE] < NODES_NEEDED:
            return NODES_WANTED
        insert(tree, fat, i, MOBILE if filters[i].mobile != 0 else STATIC)
    return 0


@entry(TREE, INTS)
def remove_proxies(tree: Tree, ids: Ints) -> None:
    """Remove proxies."""
    for i in ids:
        remove(tree, i)


@entry(TREE, REALS2, array(FILTER), INTS, INTS, INT)
def update_proxies(tree: Tree, fat: Boxes, filters: Rows, moved: Ints, keys: Ints, tasks: int) -> int:
    """Take notice of new boxes (tasks & MOVE) and find the pairs of moved proxies (tasks & PAIRS).

    Returns the number of pairs, of which `keys` got as many as it has room for, or NODES_WANTED.
    """
    if tasks & MOVE:
        for i in moved:
            if tree.state[SPARE] < NODES_NEEDED:
                return NODES_WANTED
            move(tree, fat, i)
        for part in range(2):
            if tree.state[STALE + part] > tree.state[SIZE + part]:
                tidy(tree, fat, part)
    return int(find_pairs(tree, fat, filters, moved, keys)) if tasks & PAIRS else 0


@entry(TREE, REALS2, REAL, REAL, REAL, REAL, INTS)
def query_box(tree: Tree, fat: Boxes, lx: float, ly: float, ux: float, uy: float, ids: Ints) -> int:
    """Write the proxies whose boxes overlap a box to `ids`, unsorted; returns how many there are."""
    found = find_in_box(tree.nodes, tree.links, fat, STATIC, (lx, ly, ux, uy), ids, 0)
    return int(find_in_box(tree.nodes, tree.links, fat, MOBILE, (lx, ly, ux, uy), ids, found))


class Quadtree:
    """A broad-phase index (see `index.BroadPhase`); `tree` is for kernels that walk it."""

    def __init__(self, capacity: int = 64):
        self.tree = Tree(
            records(0, NODE), records(0, CELL), records(0, LINK), np.zeros(STATE_SIZE, np.int64)
        )
        self._keys = np.zeros(capacity, np.int64)
        self._ids = np.zeros(capacity, np.int64)
        self.tree.state[FREE_NODE] = NONE
        self._add_nodes(capacity)
        self._add_links(capacity)
        for part in (STATIC, MOBILE):
            self._make_top(part)

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
        """More nodes, chained in front of the free ones."""
        nodes, state, old = self.tree.nodes, self.tree.state, len(self.tree.nodes)
        nodes = grown(nodes, capacity)
        nodes["child"][old:] = np.arange(old + 1, capacity + 1)
        nodes["child"][-1] = state[FREE_NODE]
        state[FREE_NODE] = old
        state[SPARE] += capacity - old
        self.tree = self.tree._replace(nodes=nodes, cells=grown(self.tree.cells, capacity))

    def _add_links(self, capacity: int) -> None:
        links, old = self.tree.links, len(self.tree.links)
        links = grown(links, capacity)
        links["node"][old:] = NONE
        self.tree = self.tree._replace(links=links)

    def _make_top(self, part: int) -> None:
        """The node above a part's root; it also holds the boxes that are too large for any cell."""
        state = self.tree.state
        state[FREE_NODE] += 1
        state[SPARE] -= 1
        top = self.tree.nodes[part]
        clear_bounds(top)
        top["child"] = top["sibling"] = top["parent"] = top["first"] = NONE
