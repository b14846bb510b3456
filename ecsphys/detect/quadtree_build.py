"""Putting proxies into the quadtree, moving them, taking them out, and keeping the tree tidy."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from .._jit import kernel
from .quadtree_nodes import (
    CAPACITY,
    MOBILE,
    NONE,
    SIZE,
    STALE,
    Cell,
    Spot,
    Tree,
    bottom,
    cell_of,
    clear_bounds,
    fits,
    free_node,
    is_near,
    new_node,
    put,
    quadrant,
    quarter,
    spot_of,
    take,
    widen,
)

Boxes = npt.NDArray[np.float64]
# One insertion makes at most this many nodes: one between two, one leaf, four by a split.
NODES_NEEDED = 6


@kernel
def grow_bounds(tree: Tree, fat: Boxes, i: int, n: int) -> None:
    """Make the bounds of node n and of all above it enclose the box of proxy i."""
    lx, ly, ux, uy = fat[i, 0], fat[i, 1], fat[i, 2], fat[i, 3]
    while n != NONE and widen(tree.nodes[n], lx, ly, ux, uy):
        n = tree.nodes[n].parent


@kernel
def child_at(tree: Tree, n: int, x: float, y: float) -> int:
    """The child of node n in whose quarter a point lies, or NONE."""
    cell = cell_of(tree.cells, n)
    q = quadrant(cell, x, y)
    child = tree.nodes[n].child
    while child != NONE and quadrant(cell, tree.cells[child].x, tree.cells[child].y) != q:
        child = tree.nodes[child].sibling
    return int(child)


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
def between(tree: Tree, n: int, child: int, spot: Spot) -> Cell:
    """The smallest cell below node n that holds both a child's cell and a spot outside of it."""
    inner = cell_of(tree.cells, child)
    if n <= MOBILE:
        return doubled(inner, spot)
    cell = quarter(cell_of(tree.cells, n), quadrant(cell_of(tree.cells, n), spot.x, spot.y))
    while spot.reach <= 0.5 * cell.half and cell.half > 2.0 * inner.half:
        q = quadrant(cell, spot.x, spot.y)
        if q != quadrant(cell, inner.x, inner.y):
            break
        cell = quarter(cell, q)
    return cell


@kernel
def insert_between(tree: Tree, n: int, child: int, cell: Cell) -> int:
    """Make a node that takes a child's place below node n and has it as its own child."""
    nodes = tree.nodes
    if nodes[n].child == child:
        nodes[n].child = nodes[child].sibling
    else:
        before = nodes[n].child
        while nodes[before].sibling != child:
            before = nodes[before].sibling
        nodes[before].sibling = nodes[child].sibling
    middle = new_node(tree, n, cell)
    nodes[middle].child = child
    nodes[child].parent = middle
    nodes[child].sibling = NONE
    widen(nodes[middle], nodes[child].lx, nodes[child].ly, nodes[child].ux, nodes[child].uy)
    return int(middle)


@kernel
def home_below(tree: Tree, n: int, spot: Spot) -> int:
    """The node for a spot that fits node n: the smallest there is, or a new one."""
    while True:
        if n <= MOBILE:
            child = tree.nodes[n].child
            if child == NONE:
                return int(new_node(tree, n, doubled(first_cell(spot), spot)))
        else:
            if tree.nodes[n].child == NONE or spot.reach > 0.5 * tree.cells[n].half:
                return n
            child = child_at(tree, n, spot.x, spot.y)
            if child == NONE:
                cell = cell_of(tree.cells, n)
                return int(new_node(tree, n, quarter(cell, quadrant(cell, spot.x, spot.y))))
        if not fits(cell_of(tree.cells, child), spot):
            child = insert_between(tree, n, child, between(tree, n, child, spot))
        n = child


@kernel
def shrink(tree: Tree, fat: Boxes, n: int) -> float:
    """Give a leaf the smallest cell that holds all its boxes; returns the least reach of a box."""
    lx, ly, ux, uy = math.inf, math.inf, -math.inf, -math.inf
    least, most = math.inf, 0.0
    i = tree.nodes[n].first
    while i != NONE:
        spot = spot_of(fat, i)
        lx, ly = min(lx, spot.x), min(ly, spot.y)
        ux, uy = max(ux, spot.x), max(uy, spot.y)
        least, most = min(least, spot.reach), max(most, spot.reach)
        i = tree.links[i].next
    cell = cell_of(tree.cells, n)
    while most <= 0.5 * cell.half and quadrant(cell, lx, ly) == quadrant(cell, ux, uy):
        cell = quarter(cell, quadrant(cell, lx, ly))
    row = tree.cells[n]
    row.x = cell.x
    row.y = cell.y
    row.half = cell.half
    return least


@kernel
def split(tree: Tree, fat: Boxes, n: int) -> None:
    """Hand the boxes of a crowded leaf down to new children, but for those too large for them."""
    row = tree.cells[n]
    if shrink(tree, fat, n) > 0.5 * row.half:
        row.limit = 2 * row.count
        return
    i = tree.nodes[n].first
    while i != NONE:
        later = tree.links[i].next
        spot = spot_of(fat, i)
        if spot.reach <= 0.5 * row.half:
            child = child_at(tree, n, spot.x, spot.y)
            if child == NONE:
                cell = cell_of(tree.cells, n)
                child = new_node(tree, n, quarter(cell, quadrant(cell, spot.x, spot.y)))
            take(tree, i)
            put(tree, i, child)
            widen(tree.nodes[child], fat[i, 0], fat[i, 1], fat[i, 2], fat[i, 3])
        i = later


@kernel
def settle(tree: Tree, fat: Boxes, i: int, n: int) -> None:
    """Put proxy i into node n or below."""
    spot = spot_of(fat, i)
    if n > MOBILE or is_near(spot):
        n = home_below(tree, n, spot)
    put(tree, i, n)
    grow_bounds(tree, fat, i, n)
    if tree.nodes[n].child == NONE and n > MOBILE and tree.cells[n].count > tree.cells[n].limit:
        split(tree, fat, n)


@kernel
def insert(tree: Tree, fat: Boxes, i: int, part: int) -> None:
    """Add a proxy to a part."""
    tree.links[i].part = part
    tree.state[SIZE + part] += 1
    settle(tree, fat, i, part)


@kernel
def remove(tree: Tree, i: int) -> None:
    """Remove a proxy; bounds and empty nodes stay until the next tidying."""
    part = tree.links[i].part
    take(tree, i)
    tree.links[i].node = NONE
    tree.state[SIZE + part] -= 1
    tree.state[STALE + part] += 1


@kernel
def may_stay(tree: Tree, n: int, spot: Spot) -> bool:
    """Whether a box may stay in its node: it fits, and no child's cell would be large enough."""
    if n <= MOBILE:
        return not is_near(spot)
    if not fits(cell_of(tree.cells, n), spot):
        return False
    return bool(tree.nodes[n].child == NONE or spot.reach > 0.5 * tree.cells[n].half)


@kernel
def move(tree: Tree, fat: Boxes, i: int) -> None:
    """Take notice of a proxy's new box."""
    n = tree.links[i].node
    tree.state[STALE + tree.links[i].part] += 1
    spot = spot_of(fat, i)
    if may_stay(tree, n, spot):
        grow_bounds(tree, fat, i, n)
        return
    take(tree, i)
    while n > MOBILE and not (fits(cell_of(tree.cells, n), spot) and is_near(spot)):
        n = tree.nodes[n].parent
    settle(tree, fat, i, n)


@kernel
def tidy(tree: Tree, fat: Boxes, part: int) -> None:
    """Make all bounds of a part tight and drop the nodes that it no longer needs.

    Bottom up, in time proportional to the part; the caller waits until as many changes have
    piled up.
    """
    nodes = tree.nodes
    n = bottom(nodes, part)
    while n != part:
        tidy_node(tree, fat, n)
        sibling = nodes[n].sibling
        n = bottom(nodes, sibling) if sibling != NONE else nodes[n].parent
    tidy_node(tree, fat, part)
    tree.state[STALE + part] = 0


@kernel
def tidy_node(tree: Tree, fat: Boxes, n: int) -> None:
    """Tight bounds for a node whose children are tidy; it swallows them if they are nearly empty."""
    node = tree.nodes[n]
    row = tree.cells[n]
    clear_bounds(node)
    i = node.first
    while i != NONE:
        widen(node, fat[i, 0], fat[i, 1], fat[i, 2], fat[i, 3])
        i = tree.links[i].next
    row.total = row.count
    child = node.child
    node.child = NONE
    while child != NONE:
        sibling = tree.nodes[child].sibling
        child = without_idle(tree, child)
        if child != NONE:
            below = tree.nodes[child]
            below.parent = n
            below.sibling = node.child
            node.child = child
            widen(node, below.lx, below.ly, below.ux, below.uy)
            row.total += tree.cells[child].total
        child = sibling
    if n > MOBILE and node.child != NONE and row.total <= CAPACITY // 2:
        swallow(tree, n)


@kernel
def without_idle(tree: Tree, n: int) -> int:
    """Node n, or if it is empty NONE, or if it only leads to one child that child; frees the rest."""
    while tree.cells[n].count == 0:
        child = tree.nodes[n].child
        if child != NONE and tree.nodes[child].sibling != NONE:
            break
        free_node(tree, n)
        if child == NONE:
            return NONE
        n = child
    return n


@kernel
def swallow(tree: Tree, n: int) -> None:
    """Take the boxes of all children, which are leaves, into a node and free them."""
    child = tree.nodes[n].child
    while child != NONE:
        i = tree.nodes[child].first
        while i != NONE:
            later = tree.links[i].next
            put(tree, i, n)
            i = later
        sibling = tree.nodes[child].sibling
        free_node(tree, child)
        child = sibling
    tree.nodes[n].child = NONE
    tree.cells[n].limit = CAPACITY
