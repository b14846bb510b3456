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
    while n > MOBILE:
        tidy_node(bounds, nodes, links, state, fat, n)
        n = bottom(nodes, n + 1) if n & 3 != 3 else nodes[n].parent
    tidy_node(bounds, nodes, links, state, fat, part)


@kernel
def tidy_node(bounds: Boxes, nodes: Rows, links: Rows, state: Ints, fat: Boxes, n: int) -> None:
    """Tight bounds for a node whose children are tidy; it swallows them if they are nearly empty."""
    clear(bounds, n)
    node = nodes[n]
    i = node.first
    while i != NONE:
        widen(bounds, n, fat, i)
        i = links[i].next
    node.total = node.count
    if node.child == NONE:
        return
    only = NONE  # the child that holds all there is
    for child in range(node.child, node.child + 4):
        if nodes[child].total > 0:
            only = child if node.total == 0 else NONE
            node.total += nodes[child].total
            widen(bounds, n, bounds, child)
    if n <= MOBILE:
        return
    if node.total <= CAPACITY // 2:
        swallow(nodes, links, state, n)
    elif only != NONE:
        block = node.child
        carry(bounds, nodes, links, only, n)
        inner = nodes[n].child
        nodes[n].child = block
        drop_children(nodes, state, n)
        nodes[n].child = inner


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
