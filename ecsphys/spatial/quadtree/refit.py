"""Keeping the quadtree tidy: tight bounds, no nodes that are not needed."""

from __future__ import annotations

from ...arrays import Boxes
from ...compile import kernel
from ..filters import Rect
from .buckets import add_proxy, move_node, node_rect, proxy_in, remove_proxy
from .nodes import CAPACITY, MOBILE, NONE, STALE, Tree, bounds_of, drop_children, first_leaf, set_bounds


@kernel
def refit(tree: Tree, fat: Boxes, part: int) -> None:
    """Make all bounds of a part tight and drop the nodes that it no longer needs.

    Bottom up, in time proportional to the part.
    """
    nodes = tree.nodes
    n = first_leaf(nodes, part)
    while n != NONE:
        box = node_rect(tree, n)
        total = nodes[n].count
        block = nodes[n].child
        only = NONE  # the child that holds all there is
        if block != NONE:
            for child in range(block, block + 4):
                if nodes[child].total > 0:
                    only = child if total == 0 else NONE
                    total += nodes[child].total
                lx, ly, ux, uy = bounds_of(tree.bounds, child)
                box = Rect(min(box.lx, lx), min(box.ly, ly), max(box.ux, ux), max(box.uy, uy))
        set_bounds(tree.bounds, n, box.lx, box.ly, box.ux, box.uy)
        nodes[n].total = total
        if n <= MOBILE:
            break
        if block != NONE and total <= CAPACITY // 2:
            merge_children(tree, fat, n)
        elif only != NONE:
            replace_by_child(tree, n, only)
        n = first_leaf(nodes, n + 1) if n & 3 != 3 else nodes[n].parent
    tree.state[STALE + part] = 0


@kernel
def replace_by_child(tree: Tree, n: int, child: int) -> None:
    """Put the only child in use into the place of node n, which is empty itself."""
    nodes = tree.nodes
    block, below = nodes[n].child, nodes[child].child
    move_node(tree, child, n)
    limit = nodes[n].limit
    nodes[n].child = block
    drop_children(tree, n)
    nodes[n].child = below
    nodes[n].limit = limit


@kernel
def merge_children(tree: Tree, fat: Boxes, n: int) -> None:
    """Take the boxes of all children, which are leaves, into a node and drop them."""
    nodes = tree.nodes
    for child in range(nodes[n].child, nodes[n].child + 4):
        while nodes[child].count > 0:
            i = proxy_in(tree, nodes[child].first)
            remove_proxy(tree, i)
            add_proxy(tree, fat, i, n)
    drop_children(tree, n)
