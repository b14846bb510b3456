"""Keeping the quadtree tidy: tight bounds, no nodes that are not needed."""

from __future__ import annotations

from ...arrays import Boxes
from ...compile import kernel
from ..filters import Box
from .buckets import box_of_node, carry, proxy_in, put, take
from .nodes import CAPACITY, MOBILE, NONE, STALE, Tree, bottom, bounds_of, drop_children, set_bounds


@kernel
def tidy(tree: Tree, fat: Boxes, part: int) -> None:
    """Make all bounds of a part tight and drop the nodes that it no longer needs.

    Bottom up, in time proportional to the part.
    """
    nodes = tree.nodes
    n = bottom(nodes, part)
    while n != NONE:
        box = box_of_node(tree, n)
        total = nodes[n].count
        block = nodes[n].child
        only = NONE  # the child that holds all there is
        if block != NONE:
            for child in range(block, block + 4):
                if nodes[child].total > 0:
                    only = child if total == 0 else NONE
                    total += nodes[child].total
                lx, ly, ux, uy = bounds_of(tree.bounds, child)
                box = Box(min(box.lx, lx), min(box.ly, ly), max(box.ux, ux), max(box.uy, uy))
        set_bounds(tree.bounds, n, box.lx, box.ly, box.ux, box.uy)
        nodes[n].total = total
        if n <= MOBILE:
            break
        if block != NONE and total <= CAPACITY // 2:
            swallow(tree, fat, n)
        elif only != NONE:
            skip(tree, n, only)
        n = bottom(nodes, n + 1) if n & 3 != 3 else nodes[n].parent
    tree.state[STALE + part] = 0


@kernel
def skip(tree: Tree, n: int, child: int) -> None:
    """Put the only child in use into the place of node n, which is empty itself."""
    nodes = tree.nodes
    block, below = nodes[n].child, nodes[child].child
    carry(tree, child, n)
    limit = nodes[n].limit
    nodes[n].child = block
    drop_children(tree, n)
    nodes[n].child = below
    nodes[n].limit = limit


@kernel
def swallow(tree: Tree, fat: Boxes, n: int) -> None:
    """Take the boxes of all children, which are leaves, into a node and drop them."""
    nodes = tree.nodes
    for child in range(nodes[n].child, nodes[n].child + 4):
        while nodes[child].count > 0:
            i = proxy_in(tree, nodes[child].first)
            take(tree, i)
            put(tree, fat, i, n)
    drop_children(tree, n)
