"""Putting proxies into the quadtree and moving them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import kernel
from .quadtree_nodes import (
    CAPACITY,
    MOBILE,
    NONE,
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

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Boxes = npt.NDArray[np.float64]
# One insertion makes at most so many blocks of four nodes: below a top, above a node, by a split.
BLOCKS_NEEDED = 3


@kernel
def grow_bounds(bounds: Boxes, nodes: Rows, fat: Boxes, i: int, n: int) -> None:
    """Make the bounds of node n and of all above it enclose the box of proxy i."""
    while n != NONE and widen(bounds, n, fat, i):
        n = nodes[n].parent


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
    below = nodes[n].child
    block = add_children(bounds, nodes, state, n)
    nodes[n].child = below
    child = block + quadrant(cell, nodes[n].x, nodes[n].y)
    carry(bounds, nodes, links, n, child)
    node = nodes[n]
    node.child = block
    node.first = NONE
    node.count = 0
    node.limit = CAPACITY
    set_cell(nodes, n, cell)


@kernel
def home_below(bounds: Boxes, nodes: Rows, links: Rows, state: Ints, n: int, spot: Spot) -> int:
    """The node for a spot that fits node n: the smallest there is, or a new one."""
    while n <= MOBILE or (nodes[n].child != NONE and spot.reach <= 0.5 * nodes[n].half):
        outer = cell_of(nodes, n)
        child = nodes[n].child
        if n > MOBILE:
            child += quadrant(outer, spot.x, spot.y)
        elif child == NONE:
            child = add_children(bounds, nodes, state, n)
        inner = cell_of(nodes, child)
        if nodes[child].count == 0 and nodes[child].child == NONE:
            cell = doubled(first_cell(spot), spot) if n <= MOBILE else quarter(outer, child & 3)
            set_cell(nodes, child, cell)
        elif not fits(inner, spot):
            cell = doubled(inner, spot) if n <= MOBILE else common(quarter(outer, child & 3), inner, spot)
            insert_above(bounds, nodes, links, state, child, cell)
        n = child
    return int(n)


@kernel
def shrink(nodes: Rows, links: Rows, fat: Boxes, n: int) -> float:
    """Give a leaf the smallest cell that holds all its boxes; returns the least reach of a box."""
    lx, ly, ux, uy = math.inf, math.inf, -math.inf, -math.inf
    least, most = math.inf, 0.0
    i = nodes[n].first
    while i != NONE:
        spot = spot_of(fat, i)
        lx, ly = min(lx, spot.x), min(ly, spot.y)
        ux, uy = max(ux, spot.x), max(uy, spot.y)
        least, most = min(least, spot.reach), max(most, spot.reach)
        i = links[i].next
    cell = cell_of(nodes, n)
    while most <= 0.5 * cell.half and quadrant(cell, lx, ly) == quadrant(cell, ux, uy):
        cell = quarter(cell, quadrant(cell, lx, ly))
    set_cell(nodes, n, cell)
    return least


@kernel
def split(bounds: Boxes, nodes: Rows, links: Rows, state: Ints, fat: Boxes, n: int) -> None:
    """Hand the boxes of a crowded leaf down to new children, but for those too large for them."""
    if shrink(nodes, links, fat, n) > 0.5 * nodes[n].half:
        nodes[n].limit = 2 * nodes[n].count
        return
    cell = cell_of(nodes, n)
    block = add_children(bounds, nodes, state, n)
    for q in range(4):
        set_cell(nodes, block + q, quarter(cell, q))
    i = nodes[n].first
    while i != NONE:
        later = links[i].next
        spot = spot_of(fat, i)
        if spot.reach <= 0.5 * cell.half:
            child = block + quadrant(cell, spot.x, spot.y)
            take(nodes, links, i)
            put(nodes, links, i, child)
            widen(bounds, child, fat, i)
        i = later


@kernel
def settle(bounds: Boxes, nodes: Rows, links: Rows, state: Ints, fat: Boxes, i: int, n: int) -> None:
    """Put proxy i into node n or below."""
    spot = spot_of(fat, i)
    if n > MOBILE or is_near(spot):
        n = home_below(bounds, nodes, links, state, n, spot)
    put(nodes, links, i, n)
    grow_bounds(bounds, nodes, fat, i, n)
    if n > MOBILE and nodes[n].child == NONE and nodes[n].count > nodes[n].limit:
        split(bounds, nodes, links, state, fat, n)


@kernel
def may_stay(nodes: Rows, n: int, spot: Spot) -> bool:
    """Whether a box may stay in its node: it fits, and no child's cell would be large enough."""
    if n <= MOBILE:
        return not is_near(spot)
    if not fits(cell_of(nodes, n), spot):
        return False
    return bool(nodes[n].child == NONE or spot.reach > 0.5 * nodes[n].half)


@kernel
def uproot(nodes: Rows, links: Rows, i: int, spot: Spot) -> int:
    """Take proxy i out of its node; returns the lowest node above that has room for it."""
    n = links[i].node
    take(nodes, links, i)
    while n > MOBILE and not fits(cell_of(nodes, n), spot):
        n = nodes[n].parent
    return int(n)
