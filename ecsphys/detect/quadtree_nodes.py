"""How the quadtree is stored, and the small steps of walking it and changing it.

All nodes lie in one pool, the static and the mobile tree side by side. The four children of a node
are a block of neighbouring rows, one a quarter, so a search tests them together without a jump.
`bounds` enclose all boxes below a node and are all that a search looks at; a node's cell, a
square, only decides where a box is put. The tree is compressed: a child's cell may be many levels
smaller than its parent's, so two crowds a million units apart are one step from the root.

Arrays are passed one by one, and loops over many proxies or nodes live inside one kernel: whatever
is called and too large to be inlined pays reference counting for each array (some 70 ns a call).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._jit import INTS, REALS2, array, group, inlined, kernel, records

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Boxes = npt.NDArray[np.float64]

NONE = -1
NODES_WANTED = -1  # instead of a count: come again with more nodes
# The two parts, and the numbers of their top nodes, which hold the boxes that no cell can; the
# first child of a top node is the root.
STATIC, MOBILE = 0, 1

NODE = np.dtype(
    [
        ("child", "i8"),  # first of four; of a free block's first node: the next free block
        ("parent", "i8"),
        ("first", "i8"),  # first proxy in the node itself; the rest follow by LINK.next
        ("count", "i8"),  # proxies in the node itself
        ("limit", "i8"),  # a leaf with more tries to split
        ("total", "i8"),  # proxies in the node and below, as of the last tidying
        ("x", "f8"),  # centre of the cell
        ("y", "f8"),
        ("half", "f8"),  # half its side length, a power of two
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
# Places in `state`: first free block, free blocks, number of the update; for each part: proxies,
# changes since the last tidying, whether this update ends with one; and how many mobile proxies moved.
FREE_BLOCK, SPARE, STAMP, SIZE, STALE, DUE, MOVED = 0, 1, 2, 3, 5, 7, 9
STATE_SIZE = 10
# A leaf holds up to this many boxes before it splits.
CAPACITY = 8
# No cell is smaller than FINEST, nor than RESOLUTION times the distance from (0, 0), so that cells of
# doubles are exact; boxes that reach beyond FARTHEST stay in the top node.
FINEST, RESOLUTION, FARTHEST = 2.0**-30, 2.0**-48, 2.0**45
# Bounds of what is empty begin here and end at its negative: no infinity, for differences of two are NaN.
NOWHERE = 2.0**1023
# Cells halve at most 80 times from FARTHEST to FINEST; a search keeps three nodes a level.
STACK_SIZE = 1024


class Tree(NamedTuple):
    """The arrays of both trees; `stack` is for searches, one at a time."""

    bounds: Boxes
    nodes: Rows
    links: Rows
    state: Ints
    stack: Ints


TREE = group(Tree, REALS2, array(NODE), array(LINK), INTS, INTS)


def new_tree() -> Tree:
    """A tree without rows."""
    return Tree(
        np.zeros((0, 4)),
        records(0, NODE),
        records(0, LINK),
        np.zeros(STATE_SIZE, np.int64),
        np.zeros(STACK_SIZE, np.int64),
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


class Spot(NamedTuple):
    """What decides where a box is put: its centre and half of its larger side."""

    x: float
    y: float
    reach: float


@inlined
def spot_of(fat: Boxes, i: int) -> Spot:
    """The spot of proxy i; infinite or NaN when its box is. `reach` is no less than cells allow."""
    lx, ly, ux, uy = float(fat[i, 0]), float(fat[i, 1]), float(fat[i, 2]), float(fat[i, 3])
    x, y = 0.5 * lx + 0.5 * ux, 0.5 * ly + 0.5 * uy
    least = max(FINEST, RESOLUTION * max(abs(x), abs(y)))
    return Spot(x, y, max(least, 0.5 * max(ux - lx, uy - ly)))


@inlined
def is_near(spot: Spot) -> bool:
    """Whether a box can have a cell; False for infinite and NaN ones."""
    return abs(spot.x) + spot.reach < FARTHEST and abs(spot.y) + spot.reach < FARTHEST


@inlined
def cell_of(nodes: Rows, n: int) -> Cell:
    """The cell of a node."""
    node = nodes[n]
    return Cell(node.x, node.y, node.half)


@inlined
def fits(cell: Cell, spot: Spot) -> bool:
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
def following(nodes: Rows, n: int) -> int:
    """The node that follows node n depth first, or NONE at the end of the part."""
    if nodes[n].child != NONE:
        return int(nodes[n].child)
    while n > MOBILE:
        if n & 3 != 3:
            return n + 1
        n = nodes[n].parent
    return NONE


@kernel
def bottom(nodes: Rows, n: int) -> int:
    """The first leaf below a node."""
    while nodes[n].child != NONE:
        n = nodes[n].child
    return n


@kernel
def clear(bounds: Boxes, n: int) -> None:
    """Bounds that enclose nothing."""
    bounds[n, 0] = bounds[n, 1] = NOWHERE
    bounds[n, 2] = bounds[n, 3] = -NOWHERE


@inlined
def widen(bounds: Boxes, n: int, boxes: Boxes, i: int) -> bool:
    """Make the bounds of node n enclose row i of `boxes`; whether they had to grow."""
    lx, ly, ux, uy = boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3]
    if bounds[n, 0] <= lx and bounds[n, 1] <= ly and bounds[n, 2] >= ux and bounds[n, 3] >= uy:
        return False
    bounds[n, 0] = min(bounds[n, 0], lx)
    bounds[n, 1] = min(bounds[n, 1], ly)
    bounds[n, 2] = max(bounds[n, 2], ux)
    bounds[n, 3] = max(bounds[n, 3], uy)
    return True


@kernel
def set_cell(nodes: Rows, n: int, cell: Cell) -> None:
    """Give a node a cell."""
    node = nodes[n]
    node.x = cell.x
    node.y = cell.y
    node.half = cell.half


@kernel
def add_children(bounds: Boxes, nodes: Rows, state: Ints, n: int) -> int:
    """Give a node four empty leaves, one a quarter of its cell; returns the first."""
    block = state[FREE_BLOCK]
    state[FREE_BLOCK] = nodes[block].child
    state[SPARE] -= 1
    for q in range(4):
        clear(bounds, block + q)
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
def drop_children(nodes: Rows, state: Ints, n: int) -> None:
    """Make a node a leaf and give its children's rows back."""
    block = nodes[n].child
    nodes[n].child = NONE
    nodes[n].limit = CAPACITY
    nodes[block].child = state[FREE_BLOCK]
    state[FREE_BLOCK] = block
    state[SPARE] += 1


@kernel
def carry(bounds: Boxes, nodes: Rows, links: Rows, source: int, target: int) -> None:
    """Copy a node with all that hangs on it into another row, which keeps its parent."""
    parent = nodes[target].parent
    nodes[target] = nodes[source]
    for k in range(4):
        bounds[target, k] = bounds[source, k]
    node = nodes[target]
    node.parent = parent
    if node.child != NONE:
        for c in range(node.child, node.child + 4):
            nodes[c].parent = target
    i = node.first
    while i != NONE:
        links[i].node = target
        i = links[i].next


@inlined
def put(nodes: Rows, links: Rows, i: int, n: int) -> None:
    """Add proxy i to the list of node n."""
    node = nodes[n]
    link = links[i]
    link.next = node.first
    link.previous = NONE
    link.node = n
    if node.first != NONE:
        links[node.first].previous = i
    node.first = i
    node.count += 1


@inlined
def take(nodes: Rows, links: Rows, i: int) -> None:
    """Remove proxy i from the list of its node."""
    link = links[i]
    if link.previous == NONE:
        nodes[link.node].first = link.next
    else:
        links[link.previous].next = link.next
    if link.next != NONE:
        links[link.next].previous = link.previous
    nodes[link.node].count -= 1
