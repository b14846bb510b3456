"""Refitting: tight bounds again, and no nodes that are not needed."""

from __future__ import annotations

from ...arrays import Boxes
from ...compile import kernel
from ...spatial.walk import NONE
from .buckets import cuboid_of_node, merge_children, move_node
from .cuboid import union
from .storage import TreeArrays, bounds_of, drop_children, first_leaf, is_top, set_bounds


@kernel
def refit(arrays: TreeArrays, fat: Boxes, part: int) -> None:
    """Make all bounds of a part tight and drop its superfluous nodes: bottom up, in linear time."""
    tree, nodes, cells = arrays.tree, arrays.tree.nodes, arrays.cells
    n = first_leaf(tree, part)
    while n != NONE:
        box = cuboid_of_node(arrays, n)
        total = cells[n].count
        block = nodes[n].child
        only_child = NONE  # the child that holds all proxies, if one does
        if block != NONE:
            for child in range(block, block + 8):
                if cells[child].total > 0:
                    only_child = child if total == 0 else NONE
                    total += cells[child].total
                box = union(box, bounds_of(tree.bounds, child))
        set_bounds(tree.bounds, n, box)
        cells[n].total = total
        if is_top(n):
            break
        if block != NONE and total <= arrays.pool[0].threshold >> 1:
            merge_children(arrays, fat, n)
        elif only_child != NONE:
            replace_by_child(arrays, n, only_child)
        n = first_leaf(tree, n + 1) if n & 7 != 7 else cells[n].parent
    arrays.parts[part].stale = 0


@kernel
def replace_by_child(arrays: TreeArrays, n: int, child: int) -> None:
    """Replace node n, which has no proxies of its own, by its only child in use."""
    nodes = arrays.tree.nodes
    block, below = nodes[n].child, nodes[child].child
    move_node(arrays, child, n)
    limit = arrays.cells[n].limit
    nodes[n].child = block
    drop_children(arrays, n)
    nodes[n].child = below
    arrays.cells[n].limit = limit
