"""Keeping the quadtree tidy: tight bounds, no nodes that are not needed."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import kernel
from .quadtree_nodes import CAPACITY, MOBILE, NONE, NOWHERE, STALE, bottom, carry, drop_children, put

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
        lx, ly, ux, uy = NOWHERE, NOWHERE, -NOWHERE, -NOWHERE
        i = nodes[n].first
        while i != NONE:
            lx, ly = min(lx, fat[i, 0]), min(ly, fat[i, 1])
            ux, uy = max(ux, fat[i, 2]), max(uy, fat[i, 3])
            i = links[i].next
        total = nodes[n].count
        block = nodes[n].child
        only = NONE  # the child that holds all there is
        if block != NONE:
            for child in range(block, block + 4):
                if nodes[child].total > 0:
                    only = child if total == 0 else NONE
                    total += nodes[child].total
                lx, ly = min(lx, bounds[child, 0]), min(ly, bounds[child, 1])
                ux, uy = max(ux, bounds[child, 2]), max(uy, bounds[child, 3])
        bounds[n, 0], bounds[n, 1], bounds[n, 2], bounds[n, 3] = lx, ly, ux, uy
        nodes[n].total = total
        if n <= MOBILE:
            break
        if block != NONE and total <= CAPACITY // 2:
            swallow(nodes, links, state, n)
        elif only != NONE:
            skip(bounds, nodes, links, state, n, only)
        n = bottom(nodes, n + 1) if n & 3 != 3 else nodes[n].parent
    state[STALE + part] = 0


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
