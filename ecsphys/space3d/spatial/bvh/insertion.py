"""Insertion of proxies into the bounding volume tree, and what moves them on when their boxes change.

A node has up to eight children, as in R-trees (A. Guttman, "R-Trees", *SIGMOD*, 1984), so that one test
covers all of them; where a box goes is decided by the surface area heuristic (J. Goldsmith and J. Salmon,
"Automatic Creation of Object Hierarchies for Ray Tracing", *IEEE CG&A* 7, 1987). What is infinite stays in
the top.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ....arrays import Boxes, FilterRows, Ints
from ....compile import inlined, kernel
from ....spatial.quadtree.insertion import part_of
from ....spatial.walk import NONE
from ..buckets import add_proxy, copy_box, cuboid_of_node, move_node, remove_proxy
from ..cuboid import Cuboid, cuboid_of, encloses, union
from ..refit import refit
from ..shared import member_at, next_slot, schedule_refits
from ..storage import (
    BLOCKS_NEEDED,
    BUCKETS_NEEDED,
    EMPTY,
    TreeArrays,
    add_children,
    bounds_of,
    is_top,
    set_bounds,
    widen_ancestors,
)

MAX_LEVELS = 100  # a leaf below that many does not split; then the part is built anew
FARTHEST = 2.0**500  # boxes that reach beyond stay in the top node
# A part is built anew, too, when the surface of its nodes is this many times that of the last building.
MAX_COST = 1.5
# What `place_proxies` returns: it ran out of blocks or buckets; done; and added, the parts to be built anew.
NO_ROOM, DONE, BUILD = 0, 1, 2


@kernel
def place_proxies(arrays: TreeArrays, fat: Boxes, filters: FilterRows, ids: Ints) -> int:
    """Insert new proxies and move those whose boxes were rewritten to where they belong.

    Each part is refitted after as many changes as it has proxies. Returns NO_ROOM when blocks or buckets run
    out: repeating the call is harmless. Else DONE, and BUILD << part for each part that should be built anew.
    """
    schedule_refits(arrays, len(ids))
    pool = arrays.pool[0]
    result = DONE
    for i in ids:
        box = cuboid_of(fat, i)
        n = arrays.links[i].node
        if n != NONE and may_stay(arrays, n, box):
            arrays.parts[arrays.links[i].part].stale += 1
            copy_box(arrays, fat, i)
            widen_ancestors(arrays, n, box)
            continue
        if pool.free_blocks < BLOCKS_NEEDED or pool.free_buckets < BUCKETS_NEEDED:
            return NO_ROOM
        n = detach(arrays, filters, i, box)
        if is_finite(box):
            n = descend(arrays, n, box)
        add_proxy(arrays, fat, i, n)
        widen_ancestors(arrays, n, box)
        if not is_top(n) and arrays.cells[n].count > arrays.cells[n].limit and not split_leaf(arrays, fat, n):
            result |= BUILD << arrays.links[i].part
    for part in range(2):
        row = arrays.parts[part]
        if row.is_due == 1 and row.stale > 0:
            refit(arrays, fat, part)
            if surface_of_nodes(arrays, part) > MAX_COST * row.cost:
                result |= BUILD << part
    return result


@inlined
def half_surface(box: Cuboid) -> float:
    """Return half of the surface of a box."""
    x, y, z = box.ux - box.lx, box.uy - box.ly, box.uz - box.lz
    return x * y + y * z + z * x


@inlined
def is_finite(box: Cuboid) -> bool:
    """Whether a box has an end in every direction, and no surface beyond the range of numbers."""
    lower, upper = min(box.lx, min(box.ly, box.lz)), max(box.ux, max(box.uy, box.uz))
    return lower > -FARTHEST and upper < FARTHEST


@inlined
def is_used(bounds: Boxes, n: int) -> bool:
    """Whether a child, or anything below it, holds proxies."""
    box = bounds_of(bounds, n)
    return box.lx <= box.ux


@inlined
def may_stay(arrays: TreeArrays, n: int, box: Cuboid) -> bool:
    """Whether a box may stay in its leaf: its middle is inside of the leaf's bounds."""
    if is_top(n):
        return not is_finite(box)
    x, y, z = 0.5 * box.lx + 0.5 * box.ux, 0.5 * box.ly + 0.5 * box.uy, 0.5 * box.lz + 0.5 * box.uz
    return encloses(bounds_of(arrays.tree.bounds, n), Cuboid(x, y, z, x, y, z))


@inlined
def detach(arrays: TreeArrays, filters: FilterRows, i: int, box: Cuboid) -> int:
    """Take proxy i out of its node; returns the node to descend from: the next one above that encloses it.

    That is the top of its part for a new proxy and for an infinite one.
    """
    link = arrays.links[i]
    n = int(link.node)
    if n == NONE:
        n = part_of(arrays.links, filters, i)
        link.part = n
        arrays.parts[n].proxies += 1
        return n
    arrays.parts[link.part].stale += 1
    remove_proxy(arrays, i)
    if not is_top(n) and arrays.cells[n].count == 0:
        set_bounds(arrays.tree.bounds, n, EMPTY)  # so that it may be used again
    while not is_top(n) and not (arrays.tree.nodes[n].child != NONE and may_stay(arrays, n, box)):
        n = arrays.cells[n].parent
    return n


@inlined
def descend(arrays: TreeArrays, n: int, box: Cuboid) -> int:
    """Return the leaf below node n to which a box belongs; makes one if there is none."""
    nodes = arrays.tree.nodes
    if is_top(n):
        if nodes[n].child == NONE:
            add_children(arrays, n)
        n = nodes[n].child
    while nodes[n].child != NONE:
        n = best_child(arrays.tree.bounds, nodes[n].child, box)
    return n


@inlined
def best_child(bounds: Boxes, block: int, box: Cuboid) -> int:
    """Return the child whose surface grows least, or an unused one if its whole surface would be less."""
    best, least = NONE, math.inf
    unused = NONE
    for child in range(block, block + 8):
        if is_used(bounds, child):
            old = bounds_of(bounds, child)
            growth = half_surface(union(old, box)) - half_surface(old)
            if best == NONE or growth < least:
                best, least = child, growth
        elif unused == NONE:
            unused = child
    if best == NONE or (unused != NONE and half_surface(box) < least):
        return unused
    return best


@kernel
def surface_of_nodes(arrays: TreeArrays, part: int) -> float:
    """Return the sum of half the surfaces of all nodes of a part below its top."""
    tree, total = arrays.tree, 0.0
    tree.stack[0] = part
    top = 1
    while top > 0:
        top -= 1
        child = tree.nodes[tree.stack[top]].child
        if child != NONE:
            for n in range(child, child + 8):
                if is_used(tree.bounds, n):
                    total += half_surface(bounds_of(tree.bounds, n))
                    tree.stack[top] = n
                    top += 1
    return total


# -- splitting ---------------------------------------------------------------------------------------


@kernel
def split_leaf(arrays: TreeArrays, fat: Boxes, n: int) -> bool:
    """Divide the boxes of a crowded leaf between it and an unused sibling, or else between two new leaves.

    Returns False if it is too deep for new leaves.
    """
    sibling = unused_sibling(arrays, n)
    if sibling == NONE:
        if level_of(arrays, n) >= MAX_LEVELS:
            arrays.cells[n].limit = 2 * arrays.cells[n].count
            return False
        child = add_children(arrays, n)
        arrays.tree.nodes[n].child = NONE
        move_node(arrays, n, child)
        node, cell = arrays.tree.nodes[n], arrays.cells[n]
        node.child = child
        node.first = NONE
        cell.count = 0
        n, sibling = child, child + 1
    divide(arrays, fat, n, sibling)
    return True


@inlined
def unused_sibling(arrays: TreeArrays, n: int) -> int:
    """Return a child of the same node that holds nothing; NONE for a root, which stays the only child."""
    if is_top(arrays.cells[n].parent):
        return NONE
    block = n & ~7
    for child in range(block, block + 8):
        if not is_used(arrays.tree.bounds, child):
            return child
    return NONE


@inlined
def level_of(arrays: TreeArrays, n: int) -> int:
    """Return how many nodes there are above a node."""
    level = 0
    while not is_top(n):
        n = arrays.cells[n].parent
        level += 1
    return level


@kernel
def divide(arrays: TreeArrays, fat: Boxes, n: int, sibling: int) -> None:
    """Move those boxes of a leaf to an empty one whose middles lie in the upper half of all middles.

    At least a quarter goes and a quarter stays.
    """
    axis, middle = middle_of(arrays, fat, n)
    keep = arrays.cells[n].count
    least = max(1, keep >> 2)
    slot = arrays.tree.nodes[n].first
    while slot != NONE:
        later = next_slot(arrays.tree, slot)
        i = member_at(arrays.tree, slot)
        if 0.5 * fat[i, axis] + 0.5 * fat[i, 3 + axis] > middle and arrays.cells[n].count > least:
            remove_proxy(arrays, i)  # its slot gets a proxy that was looked at before
            add_proxy(arrays, fat, i, sibling)
        slot = later
    while arrays.cells[sibling].count < least:
        i = member_at(arrays.tree, arrays.tree.nodes[n].first)
        remove_proxy(arrays, i)
        add_proxy(arrays, fat, i, sibling)
    for leaf in (n, sibling):
        box = cuboid_of_node(arrays, leaf)
        set_bounds(arrays.tree.bounds, leaf, box)
        widen_ancestors(arrays, arrays.cells[leaf].parent, box)  # some have been rewritten, but not yet moved


class Middle(NamedTuple):
    """An axis, and a place along it."""

    axis: int
    at: float


@kernel
def middle_of(arrays: TreeArrays, fat: Boxes, n: int) -> Middle:
    """Return the axis along which the middles of a leaf's boxes are spread most, and the centre of these."""
    best, widest = Middle(0, 0.0), -1.0
    for axis in range(3):
        lower, upper = math.inf, -math.inf
        slot = arrays.tree.nodes[n].first
        while slot != NONE:
            i = member_at(arrays.tree, slot)
            at = 0.5 * fat[i, axis] + 0.5 * fat[i, 3 + axis]
            lower, upper = min(lower, at), max(upper, at)
            slot = next_slot(arrays.tree, slot)
        if upper - lower > widest:
            best, widest = Middle(axis, 0.5 * lower + 0.5 * upper), upper - lower
    return best
