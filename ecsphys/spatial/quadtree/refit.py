"""Refitting: tight bounds again, and no nodes that are not needed."""

from __future__ import annotations

from ...arrays import Boxes
from ...compile import kernel
from ..filters import Rect
from ..walk import NONE, member_at
from .buckets import add_proxy, move_node, rect_of_node, remove_proxy
from .nodes import LEAF_CAPACITY, QuadtreeArrays, bounds_of, drop_children, first_leaf, is_top, set_bounds


@kernel
def refit(quad: QuadtreeArrays, fat: Boxes, part: int) -> None:
    """Make all bounds of a part tight and drop its superfluous nodes: bottom up, in linear time."""
    tree, nodes, cells = quad.tree, quad.tree.nodes, quad.cells
    n = first_leaf(tree, part)
    while n != NONE:
        rect = rect_of_node(quad, n)
        total = cells[n].count
        block = nodes[n].child
        only_child = NONE  # the child that holds all proxies, if one does
        if block != NONE:
            for child in range(block, block + 4):
                if cells[child].total > 0:
                    only_child = child if total == 0 else NONE
                    total += cells[child].total
                lx, ly, ux, uy = bounds_of(tree.bounds, child)
                rect = Rect(min(rect.lx, lx), min(rect.ly, ly), max(rect.ux, ux), max(rect.uy, uy))
        set_bounds(tree.bounds, n, rect.lx, rect.ly, rect.ux, rect.uy)
        cells[n].total = total
        if is_top(n):
            break
        if block != NONE and total <= LEAF_CAPACITY // 2:
            merge_children(quad, fat, n)
        elif only_child != NONE:
            replace_by_child(quad, n, only_child)
        n = first_leaf(tree, n + 1) if n & 3 != 3 else cells[n].parent
    quad.parts[part].stale = 0


@kernel
def replace_by_child(quad: QuadtreeArrays, n: int, child: int) -> None:
    """Replace node n, which has no proxies of its own, by its only child in use."""
    nodes = quad.tree.nodes
    block, below = nodes[n].child, nodes[child].child
    move_node(quad, child, n)
    limit = quad.cells[n].limit
    nodes[n].child = block
    drop_children(quad, n)
    nodes[n].child = below
    quad.cells[n].limit = limit


@kernel
def merge_children(quad: QuadtreeArrays, fat: Boxes, n: int) -> None:
    """Move the proxies of all children, which are leaves, into node n and drop these."""
    nodes = quad.tree.nodes
    for child in range(nodes[n].child, nodes[n].child + 4):
        while quad.cells[child].count > 0:
            i = member_at(quad.tree, nodes[child].first)
            remove_proxy(quad, i)
            add_proxy(quad, fat, i, n)
    drop_children(quad, n)
