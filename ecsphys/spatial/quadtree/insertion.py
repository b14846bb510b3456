"""Insertion of proxies into the quadtree, and what moves them on when their boxes were rewritten."""

from __future__ import annotations

import math

from ...arrays import Boxes, FilterRows, Ints, LinkRows
from ...compile import inlined, kernel
from ..walk import MOBILE, NONE, STATIC, member_at, next_slot
from .buckets import add_proxy, copy_box, move_node, remove_proxy
from .nodes import (
    FINEST,
    LEAF_CAPACITY,
    Cell,
    Extent,
    QuadtreeArrays,
    add_children,
    can_have_cell,
    cell_of,
    extent_of,
    fits,
    is_top,
    quadrant,
    quarter,
    set_cell,
    widen,
)
from .refit import refit

# Upper bounds for one insertion. Blocks of four nodes: below a top, above a node, by a split. Buckets: its
# own and, by a split, one more for each child; a refit needs one.
BLOCKS_NEEDED, BUCKETS_NEEDED = 3, 6


@kernel
def place_proxies(quad: QuadtreeArrays, fat: Boxes, filters: FilterRows, ids: Ints) -> bool:
    """Insert new proxies and move those whose boxes were rewritten to where they belong.

    Each part is refitted after as many changes as it has proxies; where that is due, bounds need not grow
    here. Returns False when blocks or buckets run out; repeating the call is harmless.
    """
    schedule_refits(quad, len(ids))
    for i in ids:
        extent = extent_of(fat, i)
        n = quad.links[i].node
        if n != NONE and may_stay(quad, n, extent):
            update_box(quad, fat, i, n)
            continue
        if quad.pool[0].free_blocks < BLOCKS_NEEDED or quad.pool[0].free_buckets < BUCKETS_NEEDED:
            return False
        n = detach(quad, filters, i, extent)
        if can_have_cell(extent):
            n = descend(quad, fat, filters, ids, n, extent)
        add_proxy(quad, fat, i, n)
        widen_ancestors(quad, n, fat, i)
        cell = quad.cells[n]
        if not is_top(n) and quad.tree.nodes[n].child == NONE and cell.count > cell.limit:
            split_leaf(quad, fat, n)
    for part in range(2):
        if quad.parts[part].is_due == 1 and quad.parts[part].stale > 0:
            refit(quad, fat, part)
    return True


@inlined
def schedule_refits(quad: QuadtreeArrays, changes: int) -> None:
    """Mark the parts that are due for a refit after this many changes."""
    for part in range(2):
        row = quad.parts[part]
        row.is_due = 1 if row.stale + changes >= row.proxies else 0


@inlined
def may_stay(quad: QuadtreeArrays, n: int, extent: Extent) -> bool:
    """Whether a box may stay in its node: it fits, and no child's cell would be large enough."""
    if is_top(n):
        return not can_have_cell(extent)
    if not fits(cell_of(quad.cells, n), extent):
        return False
    return bool(quad.tree.nodes[n].child == NONE or extent.reach > 0.5 * quad.cells[n].half)


@inlined
def update_box(quad: QuadtreeArrays, fat: Boxes, i: int, n: int) -> None:
    """Take over the rewritten box of proxy i, which stays in node n."""
    part = quad.parts[quad.links[i].part]
    part.stale += 1
    copy_box(quad, fat, i)
    if part.is_due == 0:
        widen_ancestors(quad, n, fat, i)


@inlined
def detach(quad: QuadtreeArrays, filters: FilterRows, i: int, extent: Extent) -> int:
    """Take proxy i out of its node; returns the node to descend from: the next one above whose cell holds it.

    That is the top of its part for a new proxy.
    """
    link = quad.links[i]
    n = int(link.node)
    if n == NONE:
        n = part_of(quad.links, filters, i)
        link.part = n
        quad.parts[n].proxies += 1
        return n
    quad.parts[link.part].stale += 1
    remove_proxy(quad, i)
    while not is_top(n) and not fits(cell_of(quad.cells, n), extent):
        n = quad.cells[n].parent
    return n


@inlined
def descend(quad: QuadtreeArrays, fat: Boxes, filters: FilterRows, ids: Ints, n: int, extent: Extent) -> int:
    """Return the node below n to which a box belongs; makes one where there is none."""
    nodes, cells = quad.tree.nodes, quad.cells
    while is_top(n) or (nodes[n].child != NONE and extent.reach <= 0.5 * cells[n].half):
        child = child_towards(quad, n, extent)
        if child == NONE or not fits(cell_of(cells, child), extent):
            child = fit_child(quad, fat, filters, ids, n, extent)
        n = child
    return n


@inlined
def part_of(links: LinkRows, filters: FilterRows, i: int) -> int:
    """Return the part that proxy i is in or, if it is new, belongs to."""
    if links[i].node != NONE:
        return int(links[i].part)
    return MOBILE if filters[i].mobile != 0 else STATIC


@inlined
def child_towards(quad: QuadtreeArrays, n: int, extent: Extent) -> int:
    """Return the child of a node in whose quarter a box's centre lies; NONE for a top without children."""
    if is_top(n):
        return int(quad.tree.nodes[n].child)
    return int(quad.tree.nodes[n].child + quadrant(cell_of(quad.cells, n), extent.x, extent.y))


@kernel
def fit_child(
    quad: QuadtreeArrays, fat: Boxes, filters: FilterRows, ids: Ints, n: int, extent: Extent
) -> int:
    """Make the child of node n fit a box of one of `ids`, by a new cell or by a new node in its place."""
    nodes, cells = quad.tree.nodes, quad.cells
    if nodes[n].child == NONE:
        add_children(quad, n)
    child = child_towards(quad, n, extent)
    cell, inner = quarter(cell_of(cells, n), child & 3), cell_of(cells, child)
    if cells[child].count == 0 and nodes[child].child == NONE:
        set_cell(cells, child, root_cell(quad.links, fat, filters, ids, n) if is_top(n) else cell)
    else:
        outer = grow_cell(inner, extent) if is_top(n) else smallest_common_cell(cell, inner, extent)
        insert_above(quad, child, outer)
    return child


@kernel
def root_cell(links: LinkRows, fat: Boxes, filters: FilterRows, ids: Ints, part: int) -> Cell:
    """Return a root's cell around all of a part that is to be placed now, with some room on every side.

    Half its side is a whole number of units, at most 17, and so are its centre's distances from (0, 0).
    """
    lx, ly, ux, uy, half = math.inf, math.inf, -math.inf, -math.inf, FINEST
    for i in ids:
        extent = extent_of(fat, i)
        if part_of(links, filters, i) == part and can_have_cell(extent):
            lx, ly = min(lx, extent.x), min(ly, extent.y)
            ux, uy = max(ux, extent.x), max(uy, extent.y)
            half = max(half, extent.reach)
    half = max(half, 0.5 * max(ux - lx, uy - ly))
    unit = FINEST
    while 16.0 * unit < half:
        unit *= 2.0
    x, y = math.floor(0.5 * (lx + ux) / unit + 0.5), math.floor(0.5 * (ly + uy) / unit + 0.5)
    return Cell(x * unit, y * unit, (math.ceil(half / unit) + 1.0) * unit)


@kernel
def grow_cell(cell: Cell, extent: Extent) -> Cell:
    """Double a cell towards a box until it holds the box."""
    while not fits(cell, extent):
        x = cell.x + (cell.half if extent.x >= cell.x else -cell.half)
        y = cell.y + (cell.half if extent.y >= cell.y else -cell.half)
        cell = Cell(x, y, 2.0 * cell.half)
    return cell


@kernel
def smallest_common_cell(cell: Cell, inner: Cell, extent: Extent) -> Cell:
    """Return the smallest quarter of a cell that holds both a cell within it and a box outside of that."""
    while extent.reach <= 0.5 * cell.half and cell.half > 2.0 * inner.half:
        q = quadrant(cell, extent.x, extent.y)
        if q != quadrant(cell, inner.x, inner.y):
            break
        cell = quarter(cell, q)
    return cell


@kernel
def insert_above(quad: QuadtreeArrays, n: int, cell: Cell) -> None:
    """Put a node with a larger cell into the place of node n, which becomes its child."""
    nodes, cells = quad.tree.nodes, quad.cells
    below, inner = nodes[n].child, cell_of(cells, n)
    set_cell(cells, n, cell)
    block = add_children(quad, n)
    child = block + quadrant(cell, inner.x, inner.y)
    nodes[n].child = below
    move_node(quad, n, child)
    set_cell(cells, child, inner)
    nodes[n].child = block
    nodes[n].first = NONE
    cells[n].count = 0
    cells[n].limit = LEAF_CAPACITY


@kernel
def split_leaf(quad: QuadtreeArrays, fat: Boxes, n: int) -> None:
    """Hand the boxes of a crowded leaf down to new children, except those too large for them."""
    cells = quad.cells
    if shrink_leaf(quad, fat, n) > 0.5 * cells[n].half:
        cells[n].limit = 2 * cells[n].count
        return
    add_children(quad, n)
    slot = quad.tree.nodes[n].first
    while slot != NONE:
        later = next_slot(quad.tree, slot)
        i = member_at(quad.tree, slot)
        extent = extent_of(fat, i)
        if extent.reach <= 0.5 * cells[n].half and fits(cell_of(cells, n), extent):
            remove_proxy(quad, i)  # its slot gets a proxy that was looked at before
            child = child_towards(quad, n, extent)
            add_proxy(quad, fat, i, child)
            widen_ancestors(quad, child, fat, i)
        slot = later


@kernel
def shrink_leaf(quad: QuadtreeArrays, fat: Boxes, n: int) -> float:
    """Give a leaf the smallest cell that holds all its boxes; returns the smallest reach of a box.

    Boxes that no longer fit are about to be moved and do not count. A root keeps its cell: more may come.
    """
    lx, ly, ux, uy = math.inf, math.inf, -math.inf, -math.inf
    smallest, largest = math.inf, 0.0
    cell = cell_of(quad.cells, n)
    slot = quad.tree.nodes[n].first
    while slot != NONE:
        extent = extent_of(fat, member_at(quad.tree, slot))
        if fits(cell, extent):
            lx, ly = min(lx, extent.x), min(ly, extent.y)
            ux, uy = max(ux, extent.x), max(uy, extent.y)
            smallest, largest = min(smallest, extent.reach), max(largest, extent.reach)
        slot = next_slot(quad.tree, slot)
    if not is_top(quad.cells[n].parent):
        while smallest <= largest <= 0.5 * cell.half and quadrant(cell, lx, ly) == quadrant(cell, ux, uy):
            cell = quarter(cell, quadrant(cell, lx, ly))
        set_cell(quad.cells, n, cell)
    return smallest


@inlined
def widen_ancestors(quad: QuadtreeArrays, n: int, fat: Boxes, i: int) -> None:
    """Make the bounds of node n, and of those above it, enclose proxy i."""
    while n != NONE and widen(quad.tree.bounds, n, fat, i):
        n = quad.cells[n].parent
