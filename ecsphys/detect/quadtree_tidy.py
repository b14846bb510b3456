"""Keeping the quadtree tidy: tight bounds, no nodes that are not needed."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import kernel
from .quadtree_nodes import CAPACITY, MOBILE, NONE, bottom, carry, clear, drop_children, put, widen

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Boxes = npt.NDArray[np.float64]


@kernel
def tidy(bounds: Boxes, nodes: Rows, links: Rows, state: Ints, fat: Boxes, part: int) -> None:
    """Make all bounds of a part tight and drop the nodes that it no longer needs.

    Bottom up, in time proportional to the part.
    """
    n = bottom(nodes, part)
    while n != NONE:
        clear(bounds, n)
        i = nodes[n].first
        while i != NONE:
            widen(bounds, n, fat, i)
            i = links[i].next
        nodes[n].total = nodes[n].count
        if nodes[n].child != NONE:
            only = add_up(bounds, nodes, n)
            if n > MOBILE and nodes[n].total <= CAPACITY // 2:
                swallow(nodes, links, state, n)
            elif n > MOBILE and only != NONE:
                skip(bounds, nodes, links, state, n, only)
        if n <= MOBILE:
            break
        n = bottom(nodes, n + 1) if n & 3 != 3 else nodes[n].parent


@kernel
def add_up(bounds: Boxes, nodes: Rows, n: int) -> int:
    """Add the children's bounds and totals to a node's; returns the child that holds all, or NONE."""
    only = NONE
    for child in range(nodes[n].child, nodes[n].child + 4):
        if nodes[child].total > 0:
            only = child if nodes[n].total == 0 else NONE
            nodes[n].total += nodes[child].total
            widen(bounds, n, bounds, child)
    return only


@kernel
def skip(bounds: Boxes, nodes: Rows, links: Rows, state: Ints, n: int, child: int) -> None:
    """Put the only child in use into the place of node n, which is empty itself."""
    block, below = nodes[n].child, nodes[child].child
    carry(bounds, nodes, links, child, n)
    limit = nodes[n].limit
    nodes[n].child = block
    drop_children(nodes, state, n)
    nodes[n].child = below
    nodes[n].limit = limit


@kernel
def swallow(nodes: Rows, links: Rows, state: Ints, n: int) -> None:
    """Take the boxes of all children, which are leaves, into a node and drop them."""
    for child in range(nodes[n].child, nodes[n].child + 4):
        i = nodes[child].first
        while i != NONE:
            later = links[i].next
            put(nodes, links, i, n)
            i = later
    drop_children(nodes, state, n)
