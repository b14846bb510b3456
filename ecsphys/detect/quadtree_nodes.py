"""How the quadtree is stored, and the small steps of walking it and changing it.

All nodes of a world lie in one pool, the static and the mobile tree side by side. A node knows its
first child, its next sibling and its parent, so every walk is depth first without a stack. Its
`bounds` enclose all boxes below it and are all that a search looks at; its cell, a square,
only decides where a box is put. The tree is compressed: a child's cell may be many levels
smaller than its parent's, so that two crowds a million units apart are one step from the root.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._jit import INTS, array, group, kernel

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Boxes = npt.NDArray[np.float64]

NONE = -1
STATIC, MOBILE = 0, 1  # the two parts; also the numbers of their top nodes

# What a search reads of a node: 64 bytes, one cache line.
NODE = np.dtype(
    [
        ("lx", "f8"),  # bounds of all boxes in the node and below, never too small
        ("ly", "f8"),
        ("ux", "f8"),
        ("uy", "f8"),
        ("child", "i8"),  # first of at most four; of a free node: the next free one
        ("sibling", "i8"),
        ("parent", "i8"),
        ("first", "i8"),  # first proxy in the node itself; the rest follow by LINK.next
    ]
)
# What only changes to the tree read.
CELL = np.dtype(
    [
        ("x", "f8"),  # centre
        ("y", "f8"),
        ("half", "f8"),  # half the side length, a power of two
        ("count", "i8"),  # proxies in the node itself
        ("limit", "i8"),  # a leaf with more tries to split
        ("total", "i8"),  # proxies in the node and below, as of the last tidying
    ]
)
# One row a proxy, by its id.
LINK = np.dtype(
    [
        ("next", "i8"),  # in the same node
        ("previous", "i8"),
        ("node", "i8"),
        ("part", "i8"),
        ("stamp", "i8"),  # number of the update in which it last moved
    ]
)
# Places in `state`; SIZE and STALE have one for each part.
FREE_NODE, SPARE, STAMP, SIZE, STALE = 0, 1, 2, 3, 5
STATE_SIZE = 7
# A leaf holds up to this many boxes before it splits.
CAPACITY = 6
# No cell is smaller than FINEST, nor than RESOLUTION times the distance from (0, 0), so that cells of
# doubles are exact; boxes that reach beyond FARTHEST stay in the top node.
FINEST, RESOLUTION, FARTHEST = 2.0**-30, 2.0**-48, 2.0**45


class Tree(NamedTuple):
    """The arrays of both trees."""

    nodes: Rows
    cells: Rows
    links: Rows
    state: Ints


TREE = group(Tree, array(NODE), array(CELL), array(LINK), INTS)


class Cell(NamedTuple):
    """A square, by its centre and half its side length."""

    x: float
    y: float
    half: float


class Spot(NamedTuple):
    """What decides where a box is put: its centre and half of its larger side."""

    x: float
    y: float
    reach: float


@kernel
def spot_of(fat: Boxes, i: int) -> Spot:
    """The spot of proxy i; infinite or NaN when its box is. `reach` is no less than cells allow."""
    lx, ly, ux, uy = float(fat[i, 0]), float(fat[i, 1]), float(fat[i, 2]), float(fat[i, 3])
    x, y = 0.5 * lx + 0.5 * ux, 0.5 * ly + 0.5 * uy
    least = max(FINEST, RESOLUTION * max(abs(x), abs(y)))
    return Spot(x, y, max(least, 0.5 * max(ux - lx, uy - ly)))


@kernel
def is_near(spot: Spot) -> bool:
    """Whether a box can have a cell; False for infinite and NaN ones."""
    return abs(spot.x) + spot.reach < FARTHEST and abs(spot.y) + spot.reach < FARTHEST


@kernel
def cell_of(cells: Rows, n: int) -> Cell:
    """The cell of a node."""
    cell = cells[n]
    return Cell(cell.x, cell.y, cell.half)


@kernel
def fits(cell: Cell, spot: Spot) -> bool:
    """Whether a box belongs into a cell or below: centre inside, no side longer than the cell's."""
    return (
        spot.reach <= cell.half and abs(spot.x - cell.x) <= cell.half and abs(spot.y - cell.y) <= cell.half
    )


@kernel
def quadrant(cell: Cell, x: float, y: float) -> int:
    """In which quarter of a cell a point lies: bit 0 right, bit 1 upper."""
    return (1 if x >= cell.x else 0) + (2 if y >= cell.y else 0)


@kernel
def quarter(cell: Cell, q: int) -> Cell:
    """The cell that is quarter q of a cell."""
    half = 0.5 * cell.half
    return Cell(cell.x + (half if q & 1 else -half), cell.y + (half if q & 2 else -half), half)


@kernel
def after(nodes: Rows, n: int) -> int:
    """The node that follows node n and all below it in depth-first order, or NONE."""
    while n != NONE:
        if nodes[n].sibling != NONE:
            return int(nodes[n].sibling)
        n = nodes[n].parent
    return NONE


@kernel
def following(nodes: Rows, n: int) -> int:
    """The node that follows node n in depth-first order, or NONE."""
    if nodes[n].child != NONE:
        return int(nodes[n].child)
    return int(after(nodes, n))


@kernel
def bottom(nodes: Rows, n: int) -> int:
    """The first leaf below a node."""
    while nodes[n].child != NONE:
        n = nodes[n].child
    return n


@kernel
def clear_bounds(node: Any) -> None:
    """Bounds that enclose nothing."""
    node.lx = math.inf
    node.ly = math.inf
    node.ux = -math.inf
    node.uy = -math.inf


@kernel
def widen(node: Any, lx: float, ly: float, ux: float, uy: float) -> bool:
    """Make a node's bounds enclose a box; whether they had to grow."""
    if node.lx <= lx and node.ly <= ly and node.ux >= ux and node.uy >= uy:
        return False
    node.lx = min(node.lx, lx)
    node.ly = min(node.ly, ly)
    node.ux = max(node.ux, ux)
    node.uy = max(node.uy, uy)
    return True


@kernel
def new_node(tree: Tree, parent: int, cell: Cell) -> int:
    """An empty leaf, made the first child of its parent."""
    n = tree.state[FREE_NODE]
    node = tree.nodes[n]
    tree.state[FREE_NODE] = node.child
    tree.state[SPARE] -= 1
    clear_bounds(node)
    node.child = NONE
    node.first = NONE
    node.parent = parent
    node.sibling = tree.nodes[parent].child
    tree.nodes[parent].child = n
    row = tree.cells[n]
    row.x = cell.x
    row.y = cell.y
    row.half = cell.half
    row.count = 0
    row.limit = CAPACITY
    row.total = 0
    return int(n)


@kernel
def free_node(tree: Tree, n: int) -> None:
    """Give a node back that nothing refers to any more."""
    tree.nodes[n].child = tree.state[FREE_NODE]
    tree.state[FREE_NODE] = n
    tree.state[SPARE] += 1


@kernel
def put(tree: Tree, i: int, n: int) -> None:
    """Add proxy i to the list of a node."""
    first = tree.nodes[n].first
    link = tree.links[i]
    link.next = first
    link.previous = NONE
    link.node = n
    if first != NONE:
        tree.links[first].previous = i
    tree.nodes[n].first = i
    tree.cells[n].count += 1


@kernel
def take(tree: Tree, i: int) -> None:
    """Remove proxy i from the list of its node."""
    link = tree.links[i]
    if link.previous == NONE:
        tree.nodes[link.node].first = link.next
    else:
        tree.links[link.previous].next = link.next
    if link.next != NONE:
        tree.links[link.next].previous = link.previous
    tree.cells[link.node].count -= 1
