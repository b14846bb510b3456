"""Putting proxies into the quadtree and moving them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import inlined, kernel
from .quadtree_nodes import (
    CAPACITY,
    DUE,
    MOBILE,
    NODES_WANTED,
    NONE,
    SIZE,
    SPARE,
    STALE,
    STATIC,
    Cell,
    Spot,
    add_children,
    carry,
    cell_of,
    fits,
    is_near,
    put,
    quadrant,
    quarter,
    set_cell,
    spot_of,
    take,
    widen,
)
from .quadtree_tidy import tidy

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Boxes = npt.NDArray[np.float64]
# One insertion makes at most so many blocks of four nodes: below a top, above a node, by a split.
BLOCKS_NEEDED = 3


@kernel
def first_cell(spot: Spot) -> Cell:
    """A root's cell around a spot, two units wide to begin with."""
    return Cell(2.0 * math.floor(0.5 * spot.x) + 1.0, 2.0 * math.floor(0.5 * spot.y) + 1.0, 1.0)


@kernel
def doubled(cell: Cell, spot: Spot) -> Cell:
    """The smallest cell that holds a spot, by doubling a cell towards it."""
    while not fits(cell, spot):
        x = cell.x + (cell.half if spot.x >= cell.x else -cell.half)
        y = cell.y + (cell.half if spot.y >= cell.y else -cell.half)
        cell = Cell(x, y, 2.0 * cell.half)
    return cell


@kernel
def common(cell: Cell, inner: Cell, spot: Spot) -> Cell:
    """The smallest cell within a cell that holds both a smaller cell and a spot outside of that."""
    while spot.reach <= 0.5 * cell.half and cell.half > 2.0 * inner.half:
        q = quadrant(cell, spot.x, spot.y)
        if q != quadrant(cell, inner.x, inner.y):
            break
        cell = quarter(cell, q)
    return cell


@kernel
def insert_above(bounds: Boxes, nodes: Rows, links: Rows, state: Ints, n: int, cell: Cell) -> None:
    """Put a node with a larger cell into the place of node n, which becomes its child."""
    below, inner = nodes[n].child, cell_of(nodes, n)
    set_cell(nodes, n, cell)
    block = add_children(bounds, nodes, state, n)
    child = block + quadrant(cell, inner.x, inner.y)
    nodes[n].child = below
    carry(bounds, nodes, links, n, child)
    set_cell(nodes, child, inner)
    node = nodes[n]
    node.child = block
    node.first = NONE
    node.count = 0
    node.limit = CAPACITY


@inlined
def child_towards(nodes: Rows, n: int, spot: Spot) -> int:
    """The child of a node in whose quarter a spot lies; NONE below a top node without children."""
    if n <= MOBILE:
        return int(nodes[n].child)
    return int(nodes[n].child + quadrant(cell_of(nodes, n), spot.x, spot.y))


@kernel
def fitted_child(bounds: Boxes, nodes: Rows, links: Rows, state: Ints, n: int, spot: Spot) -> int:
    """Make the child of node n fit a spot, by a new cell or a new node in its place; returns it."""
    if nodes[n].child == NONE:
        add_children(bounds, nodes, state, n)
    child = child_towards(nodes, n, spot)
    cell, inner = quarter(cell_of(nodes, n), child & 3), cell_of(nodes, child)
    if nodes[child].count == 0 and nodes[child].child == NONE:
        set_cell(nodes, child, doubled(first_cell(spot), spot) if n <= MOBILE else cell)
    else:
        outer = doubled(inner, spot) if n <= MOBILE else common(cell, inner, spot)
        insert_above(bounds, nodes, links, state, child, outer)
    return child


@kernel
def shrink(nodes: Rows, links: Rows, fat: Boxes, n: int) -> float:
    """Give a leaf the smallest cell that holds all its boxes; returns the least reach of a box.

    Boxes that no longer fit are about to be moved and do not count.
    """
    lx, ly, ux, uy = math.inf, math.inf, -math.inf, -math.inf
    least, most = math.inf, 0.0
    cell = cell_of(nodes, n)
    i = nodes[n].first
    while i != NONE:
        spot = spot_of(fat, i)
        if fits(cell, spot):
            lx, ly = min(lx, spot.x), min(ly, spot.y)
            ux, uy = max(ux, spot.x), max(uy, spot.y)
            least, most = min(least, spot.reach), max(most, spot.reach)
        i = links[i].next
    while least <= most <= 0.5 * cell.half and quadrant(cell, lx, ly) == quadrant(cell, ux, uy):
        cell = quarter(cell, quadrant(cell, lx, ly))
    set_cell(nodes, n, cell)
    return least


@kernel
def split(bounds: Boxes, nodes: Rows, links: Rows, state: Ints, fat: Boxes, n: int) -> None:
    """Hand the boxes of a crowded leaf down to new children, but for those too large for them."""
    if shrink(nodes, links, fat, n) > 0.5 * nodes[n].half:
        nodes[n].limit = 2 * nodes[n].count
        return
    add_children(bounds, nodes, state, n)
    i = nodes[n].first
    while i != NONE:
        later = links[i].next
        spot = spot_of(fat, i)
        if spot.reach <= 0.5 * nodes[n].half and fits(cell_of(nodes, n), spot):
            child = child_towards(nodes, n, spot)
            take(nodes, links, i)
            put(nodes, links, i, child)
            while child != NONE and widen(bounds, child, fat, i):
                child = nodes[child].parent
        i = later


@inlined
def may_stay(nodes: Rows, n: int, spot: Spot) -> bool:
    """Whether a box may stay in its node: it fits, and no child's cell would be large enough."""
    if n <= MOBILE:
        return not is_near(spot)
    if not fits(cell_of(nodes, n), spot):
        return False
    return bool(nodes[n].child == NONE or spot.reach > 0.5 * nodes[n].half)


@kernel
def place_all(
    bounds: Boxes, nodes: Rows, links: Rows, state: Ints, fat: Boxes, filters: Rows, ids: Ints
) -> int:
    """Put new proxies where they belong and move those whose boxes were rewritten.

    A part is tidied after as many changes as it has proxies; if that is due, bounds need not grow here.
    Returns 0, or NODES_WANTED when it had to stop; repeating it is harmless.
    """
    for part in range(2):
        state[DUE + part] = 1 if state[STALE + part] + len(ids) >= state[SIZE + part] else 0
    for i in ids:
        spot = spot_of(fat, i)
        n = links[i].node
        if n != NONE and may_stay(nodes, n, spot):
            state[STALE + links[i].part] += 1
            if state[DUE + links[i].part] == 0:
                while n != NONE and widen(bounds, n, fat, i):
                    n = nodes[n].parent
            continue
        if state[SPARE] < BLOCKS_NEEDED:
            return NODES_WANTED
        if n == NONE:
            n = MOBILE if filters[i].mobile != 0 else STATIC
            links[i].part = n
            state[SIZE + n] += 1
        else:
            state[STALE + links[i].part] += 1
            take(nodes, links, i)
            while n > MOBILE and not fits(cell_of(nodes, n), spot):
                n = nodes[n].parent
        if is_near(spot):
            while n <= MOBILE or (nodes[n].child != NONE and spot.reach <= 0.5 * nodes[n].half):
                child = child_towards(nodes, n, spot)
                if child == NONE or not fits(cell_of(nodes, child), spot):
                    child = fitted_child(bounds, nodes, links, state, n, spot)
                n = child
        put(nodes, links, i, n)
        m = n
        while m != NONE and widen(bounds, m, fat, i):
            m = nodes[m].parent
        if n > MOBILE and nodes[n].child == NONE and nodes[n].count > nodes[n].limit:
            split(bounds, nodes, links, state, fat, n)
    for part in range(2):
        if state[DUE + part] == 1 and state[STALE + part] > 0:
            tidy(bounds, nodes, links, state, fat, part)
    return 0
