"""The quadtree's storage, and the small steps that change its nodes.

All nodes lie in one pool, the static and the mobile tree side by side. What searches read is the `ProxyTree`
(see `spatial.walk`): children, bounds, proxies. What only updates read lies apart, so that searches touch
less memory. A node's cell, a square, decides where a box is put and nothing else; searches look at bounds.
The tree is compressed: a child's cell may be many levels smaller than its parent's, so two crowds a million
units apart are one step from the root.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...arrays import Boxes, CellRows, Ints32, LinkRows, PoolRows, TreePartRows, in_lines
from ...compile import REALS2, array, group, inlined, kernel, records
from ..filters import Rect
from ..walk import BUCKET_SIZE, EMPTY_BOUND, MOBILE, NODE, NONE, PROXY_TREE, ProxyTree, new_stack

# One row a node. The child of a top is a block whose first node is the root of the part; the other three
# stay empty. A top's own proxies are those that no cell can hold.
CELL = in_lines(
    [
        ("parent", "i8"),
        ("count", "i8"),  # proxies in the node itself
        ("limit", "i8"),  # a leaf with more tries to split
        ("total", "i8"),  # proxies in the node and below, as of the last refit
        ("x", "f8"),  # centre of the cell
        ("y", "f8"),
        ("half", "f8"),  # half its side: few significant bits, so that quarters of quarters are exact
    ]
)
# One row a proxy, by its id.
LINK = np.dtype(
    [
        ("slot", "i8"),  # where it is in the buckets
        ("node", "i8"),  # NONE: not in the tree
        ("part", "i8"),
    ]
)
# One row a part.
PART = np.dtype(
    [
        ("proxies", "i8"),  # their number
        ("stale", "i8"),  # changes since the last refit
        ("is_due", "i8"),  # 1: this update ends with a refit
    ]
)
# One row: the free lists, linked through a free block's first `child` and a free bucket's `chain`.
POOL = np.dtype(
    [
        ("free_block", "i8"),  # row of its first node
        ("free_blocks", "i8"),
        ("free_bucket", "i8"),
        ("free_buckets", "i8"),
        ("stamp", "i4"),  # number of the last update
    ],
    align=True,
)
LEAF_CAPACITY = 8  # proxies in a leaf before it splits
# No cell is smaller than FINEST, nor than RESOLUTION times the distance from (0, 0), so that cells of
# doubles are exact; boxes that reach beyond FARTHEST stay in the top node. So cells halve at most 80 times.
FINEST, RESOLUTION, FARTHEST = 2.0**-30, 2.0**-48, 2.0**45


class QuadtreeArrays(NamedTuple):
    """The face of the quadtree, and the arrays of its updates and of its search for pairs."""

    tree: ProxyTree
    cells: CellRows
    links: LinkRows
    boxes: Boxes  # (buckets, 4 * BUCKET_SIZE): lower x of all slots, then lower y, …; NaN in free slots
    stamps: Ints32  # by slot: the update in which the proxy there last moved
    parts: TreePartRows
    pool: PoolRows


QUADTREE = group(
    QuadtreeArrays,
    PROXY_TREE, array(CELL), array(LINK), REALS2, array(np.int32), array(PART), array(POOL),
)  # fmt: skip


def new_arrays() -> QuadtreeArrays:
    """Return the arrays of a quadtree without rows."""
    pool = records(1, POOL)
    pool["free_block"] = pool["free_bucket"] = NONE
    no_ids = np.zeros(0, np.int32)
    tree = ProxyTree(records(0, NODE), np.zeros((0, 16)), no_ids, np.zeros(0, np.int64), new_stack())
    boxes = np.zeros((0, 4 * BUCKET_SIZE))
    return QuadtreeArrays(tree, records(0, CELL), records(0, LINK), boxes, no_ids, records(2, PART), pool)


class Cell(NamedTuple):
    """A square, by its centre and half its side."""

    x: float
    y: float
    half: float


class Extent(NamedTuple):
    """What decides where a box is put: its centre and half of its larger side."""

    x: float
    y: float
    reach: float


@inlined
def extent_of(fat: Boxes, i: int) -> Extent:
    """Return the extent of proxy i, infinite or NaN when its box is; `reach` is no less than cells allow."""
    lx, ly, ux, uy = float(fat[i, 0]), float(fat[i, 1]), float(fat[i, 2]), float(fat[i, 3])
    x, y = 0.5 * lx + 0.5 * ux, 0.5 * ly + 0.5 * uy
    smallest = max(FINEST, RESOLUTION * max(abs(x), abs(y)))
    return Extent(x, y, max(smallest, 0.5 * max(ux - lx, uy - ly)))


@inlined
def can_have_cell(extent: Extent) -> bool:
    """Whether a cell can hold a box; False for infinite and NaN ones."""
    return abs(extent.x) + extent.reach < FARTHEST and abs(extent.y) + extent.reach < FARTHEST


@inlined
def cell_of(cells: CellRows, n: int) -> Cell:
    """Return the cell of a node."""
    cell = cells[n]
    return Cell(cell.x, cell.y, cell.half)


@inlined
def fits(cell: Cell, extent: Extent) -> bool:
    """Whether a box belongs into a cell or below: centre inside, no side longer than the cell's."""
    is_inside = abs(extent.x - cell.x) <= cell.half and abs(extent.y - cell.y) <= cell.half
    return is_inside and extent.reach <= cell.half


@inlined
def quadrant(cell: Cell, x: float, y: float) -> int:
    """Return the quarter of a cell in which a point lies: bit 0 right, bit 1 upper."""
    return (1 if x >= cell.x else 0) + (2 if y >= cell.y else 0)


@inlined
def quarter(cell: Cell, q: int) -> Cell:
    """Return quarter q of a cell."""
    half = 0.5 * cell.half
    return Cell(cell.x + (half if q & 1 else -half), cell.y + (half if q & 2 else -half), half)


@kernel
def first_leaf(tree: ProxyTree, n: int) -> int:
    """Return the first leaf at or below a node."""
    while tree.nodes[n].child != NONE:
        n = tree.nodes[n].child
    return n


@kernel
def set_bounds(bounds: Boxes, n: int, lx: float, ly: float, ux: float, uy: float) -> None:
    """Write the bounds of a node."""
    row, q = n >> 2, n & 3
    bounds[row, q], bounds[row, 4 + q], bounds[row, 8 + q], bounds[row, 12 + q] = lx, ly, ux, uy


@inlined
def bounds_of(bounds: Boxes, n: int) -> Rect:
    """Return the bounds of a node."""
    row, q = n >> 2, n & 3
    return Rect(bounds[row, q], bounds[row, 4 + q], bounds[row, 8 + q], bounds[row, 12 + q])


@inlined
def widen(bounds: Boxes, n: int, boxes: Boxes, i: int) -> bool:
    """Make the bounds of node n enclose row i of `boxes`; returns whether they had to grow."""
    lx, ly, ux, uy = boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3]
    old = bounds_of(bounds, n)
    if old.lx <= lx and old.ly <= ly and old.ux >= ux and old.uy >= uy:
        return False
    set_bounds(bounds, n, min(old.lx, lx), min(old.ly, ly), max(old.ux, ux), max(old.uy, uy))
    return True


@kernel
def set_cell(cells: CellRows, n: int, cell: Cell) -> None:
    """Write the cell of a node."""
    row = cells[n]
    row.x = cell.x
    row.y = cell.y
    row.half = cell.half


@kernel
def add_children(quad: QuadtreeArrays, n: int) -> int:
    """Give a node four empty leaves, one a quarter of its cell; returns the first."""
    nodes, cells, pool = quad.tree.nodes, quad.cells, quad.pool[0]
    block = pool.free_block
    pool.free_block = nodes[block].child
    pool.free_blocks -= 1
    for q in range(4):
        set_bounds(quad.tree.bounds, block + q, EMPTY_BOUND, EMPTY_BOUND, -EMPTY_BOUND, -EMPTY_BOUND)
        set_cell(cells, block + q, quarter(cell_of(cells, n), q))
        node, cell = nodes[block + q], cells[block + q]
        node.child = NONE
        node.first = NONE
        cell.parent = n
        cell.count = 0
        cell.total = 0
        cell.limit = LEAF_CAPACITY
    nodes[n].child = block
    return int(block)


@kernel
def drop_children(quad: QuadtreeArrays, n: int) -> None:
    """Make a node a leaf and free its block of children."""
    nodes, pool = quad.tree.nodes, quad.pool[0]
    block = nodes[n].child
    nodes[n].child = NONE
    quad.cells[n].limit = LEAF_CAPACITY
    nodes[block].child = pool.free_block
    pool.free_block = block
    pool.free_blocks += 1


@inlined
def is_top(n: int) -> bool:
    """Whether a node is the top of a part."""
    return n <= MOBILE
