"""Putting proxies into the quadtree and moving them."""

from __future__ import annotations

import math

from ...arrays import Boxes, FilterRows, Ints, LinkRows, NodeRows
from ...compile import AHEAD, inlined, kernel, prefetch
from .buckets import add_proxy, copy_box, move_node, next_slot, prefetch_bucket, proxy_in, remove_proxy
from .nodes import (
    CAPACITY,
    DUE,
    FINEST,
    MOBILE,
    NODES_WANTED,
    NONE,
    SIZE,
    SPARE,
    SPARE_BUCKETS,
    STALE,
    STATIC,
    Cell,
    Placement,
    Tree,
    add_children,
    cell_of,
    fits,
    has_cell,
    placement_of,
    quadrant,
    quarter,
    set_cell,
    widen,
)
from .refit import refit

# One insertion makes at most so many blocks of four nodes: below a top, above a node, by a split. And so many
# buckets: its own and, by a split, one more of each child; tidying needs one.
BLOCKS_NEEDED, BUCKETS_NEEDED = 3, 6


@inlined
def part_of(links: LinkRows, filters: FilterRows, i: int) -> int:
    """The part that proxy i is in or, if it is new, belongs to."""
    if links[i].node != NONE:
        return int(links[i].part)
    return MOBILE if filters[i].mobile != 0 else STATIC


@kernel
def root_cell(links: LinkRows, fat: Boxes, filters: FilterRows, ids: Ints, part: int) -> Cell:
    """A root's cell around all of a part that is to be placed now, with a little room on every side.

    Half its side is a whole number of units, at most 17, and so are its centre's distances from (0, 0).
    """
    lx, ly, ux, uy, half = math.inf, math.inf, -math.inf, -math.inf, FINEST
    for i in ids:
        spot = placement_of(fat, i)
        if part_of(links, filters, i) == part and has_cell(spot):
            lx, ly = min(lx, spot.x), min(ly, spot.y)
            ux, uy = max(ux, spot.x), max(uy, spot.y)
            half = max(half, spot.reach)
    half = max(half, 0.5 * max(ux - lx, uy - ly))
    unit = FINEST
    while 16.0 * unit < half:
        unit *= 2.0
    x, y = math.floor(0.5 * (lx + ux) / unit + 0.5), math.floor(0.5 * (ly + uy) / unit + 0.5)
    return Cell(x * unit, y * unit, (math.ceil(half / unit) + 1.0) * unit)


@kernel
def grow_cell(cell: Cell, spot: Placement) -> Cell:
    """The smallest cell that holds a spot, by doubling a cell towards it."""
    while not fits(cell, spot):
        x = cell.x + (cell.half if spot.x >= cell.x else -cell.half)
        y = cell.y + (cell.half if spot.y >= cell.y else -cell.half)
        cell = Cell(x, y, 2.0 * cell.half)
    return cell


@kernel
def smallest_common_cell(cell: Cell, inner: Cell, spot: Placement) -> Cell:
    """The smallest cell within a cell that holds both a smaller cell and a spot outside of that."""
    while spot.reach <= 0.5 * cell.half and cell.half > 2.0 * inner.half:
        q = quadrant(cell, spot.x, spot.y)
        if q != quadrant(cell, inner.x, inner.y):
            break
        cell = quarter(cell, q)
    return cell


@kernel
def insert_above(tree: Tree, n: int, cell: Cell) -> None:
    """Put a node with a larger cell into the place of node n, which becomes its child."""
    nodes = tree.nodes
    below, inner = nodes[n].child, cell_of(nodes, n)
    set_cell(nodes, n, cell)
    block = add_children(tree, n)
    child = block + quadrant(cell, inner.x, inner.y)
    nodes[n].child = below
    move_node(tree, n, child)
    set_cell(nodes, child, inner)
    node = nodes[n]
    node.child = block
    node.first = NONE
    node.count = 0
    node.limit = CAPACITY


@inlined
def child_towards(nodes: NodeRows, n: int, spot: Placement) -> int:
    """The child of a node in whose quarter a spot lies; NONE below a top node without children."""
    if n <= MOBILE:
        return int(nodes[n].child)
    return int(nodes[n].child + quadrant(cell_of(nodes, n), spot.x, spot.y))


@kernel
def fit_child(tree: Tree, fat: Boxes, filters: FilterRows, ids: Ints, n: int, spot: Placement) -> int:
    """Make the child of node n fit the spot of one of `ids`, by a new cell or a new node in its place."""
    nodes = tree.nodes
    if nodes[n].child == NONE:
        add_children(tree, n)
    child = child_towards(nodes, n, spot)
    cell, inner = quarter(cell_of(nodes, n), child & 3), cell_of(nodes, child)
    if nodes[child].count == 0 and nodes[child].child == NONE:
        set_cell(nodes, child, root_cell(tree.links, fat, filters, ids, n) if n <= MOBILE else cell)
    else:
        outer = grow_cell(inner, spot) if n <= MOBILE else smallest_common_cell(cell, inner, spot)
        insert_above(tree, child, outer)
    return child


@kernel
def shrink_leaf(tree: Tree, fat: Boxes, n: int) -> float:
    """Give a leaf the smallest cell that holds all its boxes; returns the least reach of a box.

    Boxes that no longer fit are about to be moved and do not count. A root's cell stays: more may come.
    """
    lx, ly, ux, uy = math.inf, math.inf, -math.inf, -math.inf
    least, most = math.inf, 0.0
    nodes = tree.nodes
    cell = cell_of(nodes, n)
    slot = nodes[n].first
    while slot != NONE:
        spot = placement_of(fat, proxy_in(tree, slot))
        if fits(cell, spot):
            lx, ly = min(lx, spot.x), min(ly, spot.y)
            ux, uy = max(ux, spot.x), max(uy, spot.y)
            least, most = min(least, spot.reach), max(most, spot.reach)
        slot = next_slot(tree.chain, slot)
    if nodes[n].parent > MOBILE:
        while least <= most <= 0.5 * cell.half and quadrant(cell, lx, ly) == quadrant(cell, ux, uy):
            cell = quarter(cell, quadrant(cell, lx, ly))
        set_cell(nodes, n, cell)
    return least


@kernel
def split_leaf(tree: Tree, fat: Boxes, n: int) -> None:
    """Hand the boxes of a crowded leaf down to new children, but for those too large for them."""
    nodes = tree.nodes
    if shrink_leaf(tree, fat, n) > 0.5 * nodes[n].half:
        nodes[n].limit = 2 * nodes[n].count
        return
    add_children(tree, n)
    slot = nodes[n].first
    while slot != NONE:
        later = next_slot(tree.chain, slot)
        i = proxy_in(tree, slot)
        spot = placement_of(fat, i)
        if spot.reach <= 0.5 * nodes[n].half and fits(cell_of(nodes, n), spot):
            remove_proxy(tree, i)  # what comes into its slot has been seen to
            child = child_towards(nodes, n, spot)
            add_proxy(tree, fat, i, child)
            widen_ancestors(tree, child, fat, i)
        slot = later


@inlined
def fits_node(nodes: NodeRows, n: int, spot: Placement) -> bool:
    """Whether a box may stay in its node: it fits, and no child's cell would be large enough."""
    if n <= MOBILE:
        return not has_cell(spot)
    if not fits(cell_of(nodes, n), spot):
        return False
    return bool(nodes[n].child == NONE or spot.reach > 0.5 * nodes[n].half)


@inlined
def widen_ancestors(tree: Tree, n: int, fat: Boxes, i: int) -> None:
    """Make the bounds of node n, and of those above it, enclose proxy i."""
    while n != NONE and widen(tree.bounds, n, fat, i):
        n = tree.nodes[n].parent


@inlined
def prefetch_placement(tree: Tree, i: int) -> None:
    """Ask for what placing proxy i will need: its node, its box and those beside it."""
    link = tree.links[i]
    prefetch(tree.nodes, link.node)
    prefetch(tree.bounds, link.node >> 2)
    prefetch_bucket(tree, link.slot >> 3)


@kernel
def place_proxies(tree: Tree, fat: Boxes, filters: FilterRows, ids: Ints) -> int:
    """Put new proxies where they belong and move those whose boxes were rewritten.

    A part is tidied after as many changes as it has proxies; if that is due, bounds need not grow here.
    Returns 0, or NODES_WANTED when it had to stop; repeating it is harmless.
    """
    nodes, links, state = tree.nodes, tree.links, tree.state
    for part in range(2):
        state[DUE + part] = 1 if state[STALE + part] + len(ids) >= state[SIZE + part] else 0
    for k in range(len(ids)):
        i = ids[k]
        prefetch_placement(tree, ids[min(k + AHEAD, len(ids) - 1)])
        spot = placement_of(fat, i)
        n = links[i].node
        if n != NONE and fits_node(nodes, n, spot):
            state[STALE + links[i].part] += 1
            copy_box(tree, fat, i)
            if state[DUE + links[i].part] == 0:
                widen_ancestors(tree, n, fat, i)
            continue
        if state[SPARE] < BLOCKS_NEEDED or state[SPARE_BUCKETS] < BUCKETS_NEEDED:
            return NODES_WANTED
        if n == NONE:
            n = part_of(links, filters, i)
            links[i].part = n
            state[SIZE + n] += 1
        else:
            state[STALE + links[i].part] += 1
            remove_proxy(tree, i)
            while n > MOBILE and not fits(cell_of(nodes, n), spot):
                n = nodes[n].parent
        if has_cell(spot):
            while n <= MOBILE or (nodes[n].child != NONE and spot.reach <= 0.5 * nodes[n].half):
                child = child_towards(nodes, n, spot)
                if child == NONE or not fits(cell_of(nodes, child), spot):
                    child = fit_child(tree, fat, filters, ids, n, spot)
                n = child
        add_proxy(tree, fat, i, n)
        widen_ancestors(tree, n, fat, i)
        if n > MOBILE and nodes[n].child == NONE and nodes[n].count > nodes[n].limit:
            split_leaf(tree, fat, n)
    for part in range(2):
        if state[DUE + part] == 1 and state[STALE + part] > 0:
            refit(tree, fat, part)
    return 0
