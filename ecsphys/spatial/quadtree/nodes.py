"""How the quadtree is stored, and the small steps of walking it and changing it.

All nodes lie in one pool, the static and the mobile tree side by side. The four children of a node
are a block of neighbouring rows, one a quarter, so a search tests them together without a jump.
`bounds` enclose all boxes below a node and are all that a search looks at; a node's cell, a
square, only decides where a box is put. The tree is compressed: a child's cell may be many levels
smaller than its parent's, so two crowds a million units apart are one step from the root.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...arrays import Boxes, Ints, LinkRows, NodeRows
from ...compile import INTS, REALS2, array, four_meet, group, inlined, kernel, records
from ..filters import Rect

NONE = -1
# Instead of a count: come again with more nodes or buckets, with room for more keys, with longer lists.
NODES_WANTED, KEYS_WANTED, LISTS_WANTED = -1, -2, -3
# The two parts, and the numbers of their top nodes, which hold the boxes that no cell can; the
# first child of a top node is the root.
STATIC, MOBILE = 0, 1

NODE = np.dtype(
    [
        ("child", "i8"),  # first of four; of a free block's first node: the next free block
        ("parent", "i8"),
        ("first", "i8"),  # slot of the first proxy in the node itself; `next_slot` has the rest
        ("count", "i8"),  # proxies in the node itself
        ("limit", "i8"),  # a leaf with more tries to split
        ("total", "i8"),  # proxies in the node and below, as of the last tidying
        ("x", "f8"),  # centre of the cell
        ("y", "f8"),
        ("half", "f8"),  # half its side length: few bits, so that quarters of quarters are exact
    ]
)
# One row a proxy, by its id.
LINK = np.dtype(
    [
        ("slot", "i8"),  # where it is in the buckets
        ("node", "i8"),
        ("part", "i8"),
    ]
)
# Places in `state`: first free block, free blocks, number of the update; for each part: proxies,
# changes since the last tidying, whether this update ends with one; first free bucket, free buckets.
FREE_BLOCK, SPARE, STAMP, SIZE, STALE, DUE, FREE_BUCKET, SPARE_BUCKETS = 0, 1, 2, 3, 5, 7, 9, 10
STATE_SIZE = 11
# A leaf holds up to this many boxes before it splits.
CAPACITY = 8
WIDTH = 8  # slots of a bucket
ID = 2**32 - 1  # the bits of a member that say which proxy it is
# No cell is smaller than FINEST, nor than RESOLUTION times the distance from (0, 0), so that cells of
# doubles are exact; boxes that reach beyond FARTHEST stay in the top node.
FINEST, RESOLUTION, FARTHEST = 2.0**-30, 2.0**-48, 2.0**45
# Bounds of what is empty begin here and end at its negative: no infinity, for differences of two are NaN.
EMPTY_BOUND = 2.0**1023
# Cells halve at most 80 times from FARTHEST to FINEST; a search keeps three nodes a level.
STACK_SIZE = 1024


class Tree(NamedTuple):
    """The arrays of both trees; `stack` is for searches, one at a time."""

    bounds: Boxes  # (blocks, 16): a side of all four children after the other
    nodes: NodeRows
    links: LinkRows
    state: Ints
    stack: Ints
    members: Ints  # by slot: the proxy there and, above its 32 bits, the update in which it last moved
    boxes: Boxes  # (buckets, 4 * WIDTH): a side of all slots after the other; NaN where there is no proxy
    chain: Ints  # by bucket: the last slot of the node's next bucket, or NONE


TREE = group(Tree, REALS2, array(NODE), array(LINK), INTS, INTS, INTS, REALS2, INTS)


def new_tree() -> Tree:
    """A tree without rows."""
    return Tree(
        np.zeros((0, 16)),
        records(0, NODE),
        records(0, LINK),
        np.zeros(STATE_SIZE, np.int64),
        np.zeros(STACK_SIZE, np.int64),
        np.zeros(0, np.int64),
        np.zeros((0, 4 * WIDTH)),
        np.zeros(0, np.int64),
    )


def walkers(tree: Tree, count: int) -> list[Tree]:
    """The same tree for `count` searches at the same time: each has a stack of its own."""
    others = range(count - 1)
    return [tree, *(tree._replace(stack=tree.stack.copy()) for _ in others)]


class Cell(NamedTuple):
    """A square, by its centre and half its side length."""

    x: float
    y: float
    half: float


class Placement(NamedTuple):
    """What decides where a box is put: its centre and half of its larger side."""

    x: float
    y: float
    reach: float


@inlined
def placement_of(fat: Boxes, i: int) -> Placement:
    """The spot of proxy i; infinite or NaN when its box is. `reach` is no less than cells allow."""
    lx, ly, ux, uy = float(fat[i, 0]), float(fat[i, 1]), float(fat[i, 2]), float(fat[i, 3])
    x, y = 0.5 * lx + 0.5 * ux, 0.5 * ly + 0.5 * uy
    least = max(FINEST, RESOLUTION * max(abs(x), abs(y)))
    return Placement(x, y, max(least, 0.5 * max(ux - lx, uy - ly)))


@inlined
def has_cell(spot: Placement) -> bool:
    """Whether a box can have a cell; False for infinite and NaN ones."""
    return abs(spot.x) + spot.reach < FARTHEST and abs(spot.y) + spot.reach < FARTHEST


@inlined
def cell_of(nodes: NodeRows, n: int) -> Cell:
    """The cell of a node."""
    node = nodes[n]
    return Cell(node.x, node.y, node.half)


@inlined
def fits(cell: Cell, spot: Placement) -> bool:
    """Whether a box belongs into a cell or below: centre inside, no side longer than the cell's."""
    return spot.reach <= cell.half and abs(spot.x - cell.x) <= cell.half and abs(spot.y - cell.y) <= cell.half


@inlined
def quadrant(cell: Cell, x: float, y: float) -> int:
    """In which quarter of a cell a point lies: bit 0 right, bit 1 upper."""
    return (1 if x >= cell.x else 0) + (2 if y >= cell.y else 0)


@inlined
def quarter(cell: Cell, q: int) -> Cell:
    """The cell that is quarter q of a cell."""
    half = 0.5 * cell.half
    return Cell(cell.x + (half if q & 1 else -half), cell.y + (half if q & 2 else -half), half)


@kernel
def next_depth_first(nodes: NodeRows, n: int) -> int:
    """The node that follows node n depth first, or NONE at the end of the part."""
    if nodes[n].child != NONE:
        return int(nodes[n].child)
    while n > MOBILE:
        if n & 3 != 3:
            return n + 1
        n = nodes[n].parent
    return NONE


@kernel
def first_leaf(nodes: NodeRows, n: int) -> int:
    """The first leaf below a node."""
    while nodes[n].child != NONE:
        n = nodes[n].child
    return n


@kernel
def set_bounds(bounds: Boxes, n: int, lx: float, ly: float, ux: float, uy: float) -> None:
    """Give a node bounds."""
    row, q = n >> 2, n & 3
    bounds[row, q], bounds[row, 4 + q], bounds[row, 8 + q], bounds[row, 12 + q] = lx, ly, ux, uy


@inlined
def bounds_of(bounds: Boxes, n: int) -> Rect:
    """The bounds of a node."""
    row, q = n >> 2, n & 3
    return Rect(bounds[row, q], bounds[row, 4 + q], bounds[row, 8 + q], bounds[row, 12 + q])


@inlined
def widen(bounds: Boxes, n: int, boxes: Boxes, i: int) -> bool:
    """Make the bounds of node n enclose row i of `boxes`; whether they had to grow."""
    lx, ly, ux, uy = boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3]
    old = bounds_of(bounds, n)
    if old.lx <= lx and old.ly <= ly and old.ux >= ux and old.uy >= uy:
        return False
    set_bounds(bounds, n, min(old.lx, lx), min(old.ly, ly), max(old.ux, ux), max(old.uy, uy))
    return True


@inlined
def children_in(bounds: Boxes, block: int, box: Rect) -> int:
    """Which of four children have bounds that meet a box, one a bit."""
    return four_meet(bounds, block >> 2, box.lx, box.ly, box.ux, box.uy)


@kernel
def set_cell(nodes: NodeRows, n: int, cell: Cell) -> None:
    """Give a node a cell."""
    node = nodes[n]
    node.x = cell.x
    node.y = cell.y
    node.half = cell.half


@kernel
def add_children(tree: Tree, n: int) -> int:
    """Give a node four empty leaves, one a quarter of its cell; returns the first."""
    nodes, state = tree.nodes, tree.state
    block = state[FREE_BLOCK]
    state[FREE_BLOCK] = nodes[block].child
    state[SPARE] -= 1
    for q in range(4):
        set_bounds(tree.bounds, block + q, EMPTY_BOUND, EMPTY_BOUND, -EMPTY_BOUND, -EMPTY_BOUND)
        set_cell(nodes, block + q, quarter(cell_of(nodes, n), q))
        node = nodes[block + q]
        node.child = NONE
        node.parent = n
        node.first = NONE
        node.count = 0
        node.total = 0
        node.limit = CAPACITY
    nodes[n].child = block
    return int(block)


@kernel
def drop_children(tree: Tree, n: int) -> None:
    """Make a node a leaf and give its children's rows back."""
    nodes, state = tree.nodes, tree.state
    block = nodes[n].child
    nodes[n].child = NONE
    nodes[n].limit = CAPACITY
    nodes[block].child = state[FREE_BLOCK]
    state[FREE_BLOCK] = block
    state[SPARE] += 1
