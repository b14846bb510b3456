"""Insertion of proxies into the octree, and what moves them on when their boxes were rewritten.

A *loose* octree (Ulrich, "Loose Octrees", *Game Programming Gems*, 2000), changed as the plane's quadtree is:
nodes know the true bounds of what they hold, leaves split only above a threshold, chains of nodes with one
child are left out.
"""

from __future__ import annotations

import math

from ....arrays import Boxes, FilterRows, Ints
from ....compile import inlined, kernel
from ....spatial.quadtree.insertion import part_of
from ....spatial.quadtree.nodes import FINEST
from ....spatial.walk import NONE
from ..buckets import add_proxy, copy_box, move_node, remove_proxy
from ..cuboid import cuboid_of
from ..refit import refit
from ..shared import member_at, next_slot, schedule_refits
from ..storage import (
    BLOCKS_NEEDED,
    BUCKETS_NEEDED,
    TreeArrays,
    add_children,
    is_top,
    widen_ancestors,
)
from .cells import (
    Cell,
    Extent,
    can_have_cell,
    cell_of,
    eighth,
    extent_of,
    fits,
    grow_cell,
    octant,
    set_cell,
    smallest_common_cell,
)


@kernel
def place_proxies(arrays: TreeArrays, fat: Boxes, filters: FilterRows, ids: Ints) -> bool:
    """Insert new proxies and move those whose boxes were rewritten to where they belong.

    Each part is refitted after as many changes as it has proxies; where that is due, bounds need not grow
    here. Returns False when blocks or buckets run out; repeating the call is harmless.
    """
    schedule_refits(arrays, len(ids))
    pool = arrays.pool[0]
    for i in ids:
        extent = extent_of(fat, i)
        n = arrays.links[i].node
        if n != NONE and may_stay(arrays, n, extent):
            update_box(arrays, fat, i, n)
            continue
        if pool.free_blocks < BLOCKS_NEEDED or pool.free_buckets < BUCKETS_NEEDED:
            return False
        n = detach(arrays, filters, i, extent)
        if can_have_cell(extent):
            n = descend(arrays, fat, filters, ids, n, extent)
        add_proxy(arrays, fat, i, n)
        widen_ancestors(arrays, n, cuboid_of(fat, i))
        cell = arrays.cells[n]
        if not is_top(n) and arrays.tree.nodes[n].child == NONE and cell.count > cell.limit:
            split_leaf(arrays, fat, n)
    for part in range(2):
        if arrays.parts[part].is_due == 1 and arrays.parts[part].stale > 0:
            refit(arrays, fat, part)
    return True


@inlined
def may_stay(arrays: TreeArrays, n: int, extent: Extent) -> bool:
    """Whether a box may stay in its node: it fits, and no child's cell would be large enough."""
    if is_top(n):
        return not can_have_cell(extent)
    if not fits(cell_of(arrays.cells, n), extent):
        return False
    return bool(arrays.tree.nodes[n].child == NONE or extent.reach > 0.5 * arrays.cells[n].half)


@inlined
def update_box(arrays: TreeArrays, fat: Boxes, i: int, n: int) -> None:
    """Take over the rewritten box of proxy i, which stays in node n."""
    part = arrays.parts[arrays.links[i].part]
    part.stale += 1
    copy_box(arrays, fat, i)
    if part.is_due == 0:
        widen_ancestors(arrays, n, cuboid_of(fat, i))


@inlined
def detach(arrays: TreeArrays, filters: FilterRows, i: int, extent: Extent) -> int:
    """Take proxy i out of its node; returns the node to descend from: the next one above whose cell holds it.

    That is the top of its part for a new proxy.
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
    while not is_top(n) and not fits(cell_of(arrays.cells, n), extent):
        n = arrays.cells[n].parent
    return n


@inlined
def descend(arrays: TreeArrays, fat: Boxes, filters: FilterRows, ids: Ints, n: int, extent: Extent) -> int:
    """Return the node below n to which a box belongs; makes one where there is none."""
    nodes, cells = arrays.tree.nodes, arrays.cells
    while is_top(n) or (nodes[n].child != NONE and extent.reach <= 0.5 * cells[n].half):
        child = child_towards(arrays, n, extent)
        if child == NONE or not fits(cell_of(cells, child), extent):
            child = fit_child(arrays, fat, filters, ids, n, extent)
        n = child
    return n


@inlined
def child_towards(arrays: TreeArrays, n: int, extent: Extent) -> int:
    """Return the child of a node in whose eighth a box's centre lies; NONE for a top without children."""
    if is_top(n):
        return int(arrays.tree.nodes[n].child)
    q = octant(cell_of(arrays.cells, n), extent.x, extent.y, extent.z)
    return int(arrays.tree.nodes[n].child + q)


@kernel
def fit_child(arrays: TreeArrays, fat: Boxes, filters: FilterRows, ids: Ints, n: int, extent: Extent) -> int:
    """Make the child of node n fit a box of one of `ids`, by a new cell or by a new node in its place."""
    nodes, cells = arrays.tree.nodes, arrays.cells
    if nodes[n].child == NONE:
        divide(arrays, n)
    child = child_towards(arrays, n, extent)
    cell, inner = eighth(cell_of(cells, n), child & 7), cell_of(cells, child)
    if cells[child].count == 0 and nodes[child].child == NONE:
        set_cell(cells, child, root_cell(arrays, fat, filters, ids, n) if is_top(n) else cell)
    else:
        outer = grow_cell(inner, extent) if is_top(n) else smallest_common_cell(cell, inner, extent)
        insert_above(arrays, child, outer)
    return child


@kernel
def divide(arrays: TreeArrays, n: int) -> int:
    """Give a node eight empty leaves, one an eighth of its cell; returns the first."""
    block = add_children(arrays, n)
    for q in range(8):
        set_cell(arrays.cells, block + q, eighth(cell_of(arrays.cells, n), q))
    return block


@kernel
def root_cell(arrays: TreeArrays, fat: Boxes, filters: FilterRows, ids: Ints, part: int) -> Cell:
    """Return a root's cell around all of a part that is to be placed now, with some room on every side.

    Half its side is a whole number of units, at most 17, and so are its centre's distances from (0, 0, 0).
    """
    lx, ly, lz, half = math.inf, math.inf, math.inf, FINEST
    ux, uy, uz = -math.inf, -math.inf, -math.inf
    for i in ids:
        extent = extent_of(fat, i)
        if part_of(arrays.links, filters, i) == part and can_have_cell(extent):
            lx, ly, lz = min(lx, extent.x), min(ly, extent.y), min(lz, extent.z)
            ux, uy, uz = max(ux, extent.x), max(uy, extent.y), max(uz, extent.z)
            half = max(half, extent.reach)
    half = max(half, 0.5 * max(ux - lx, max(uy - ly, uz - lz)))
    unit = FINEST
    while 16.0 * unit < half:
        unit *= 2.0
    x, y, z = nearest_multiple(lx, ux, unit), nearest_multiple(ly, uy, unit), nearest_multiple(lz, uz, unit)
    return Cell(x, y, z, (math.ceil(half / unit) + 1.0) * unit)


@inlined
def nearest_multiple(lower: float, upper: float, unit: float) -> float:
    """Return the multiple of a unit that is nearest to the middle of a range."""
    return math.floor(0.5 * (lower + upper) / unit + 0.5) * unit


@kernel
def insert_above(arrays: TreeArrays, n: int, cell: Cell) -> None:
    """Put a node with a larger cell into the place of node n, which becomes its child."""
    nodes, cells = arrays.tree.nodes, arrays.cells
    below, inner = nodes[n].child, cell_of(cells, n)
    set_cell(cells, n, cell)
    block = divide(arrays, n)
    child = block + octant(cell, inner.x, inner.y, inner.z)
    nodes[n].child = below
    move_node(arrays, n, child)
    set_cell(cells, child, inner)
    nodes[n].child = block
    nodes[n].first = NONE
    cells[n].count = 0
    cells[n].limit = arrays.pool[0].threshold


@kernel
def split_leaf(arrays: TreeArrays, fat: Boxes, n: int) -> None:
    """Hand the boxes of a crowded leaf down to new children, except those too large for them."""
    cells = arrays.cells
    if shrink_leaf(arrays, fat, n) > 0.5 * cells[n].half:
        cells[n].limit = 2 * cells[n].count
        return
    divide(arrays, n)
    slot = arrays.tree.nodes[n].first
    while slot != NONE:
        later = next_slot(arrays.tree, slot)
        i = member_at(arrays.tree, slot)
        extent = extent_of(fat, i)
        if extent.reach <= 0.5 * cells[n].half and fits(cell_of(cells, n), extent):
            remove_proxy(arrays, i)  # its slot gets a proxy that was looked at before
            child = child_towards(arrays, n, extent)
            add_proxy(arrays, fat, i, child)
            widen_ancestors(arrays, child, cuboid_of(fat, i))
        slot = later


@kernel
def shrink_leaf(arrays: TreeArrays, fat: Boxes, n: int) -> float:
    """Give a leaf the smallest cell that holds all its boxes; returns the smallest reach of a box.

    Boxes that no longer fit are about to be moved and do not count. A root keeps its cell: more may come.
    """
    lx, ly, lz, smallest = math.inf, math.inf, math.inf, math.inf
    ux, uy, uz, largest = -math.inf, -math.inf, -math.inf, 0.0
    cell = cell_of(arrays.cells, n)
    slot = arrays.tree.nodes[n].first
    while slot != NONE:
        extent = extent_of(fat, member_at(arrays.tree, slot))
        if fits(cell, extent):
            lx, ly, lz = min(lx, extent.x), min(ly, extent.y), min(lz, extent.z)
            ux, uy, uz = max(ux, extent.x), max(uy, extent.y), max(uz, extent.z)
            smallest, largest = min(smallest, extent.reach), max(largest, extent.reach)
        slot = next_slot(arrays.tree, slot)
    if not is_top(arrays.cells[n].parent):
        while smallest <= largest <= 0.5 * cell.half:
            q = octant(cell, lx, ly, lz)
            if q != octant(cell, ux, uy, uz):
                break
            cell = eighth(cell, q)
        set_cell(arrays.cells, n, cell)
    return smallest
