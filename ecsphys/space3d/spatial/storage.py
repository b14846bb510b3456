"""What indices with a hierarchy store, and the small steps that change their nodes.

All nodes lie in one pool, the static and the mobile tree side by side. What walks read is the `ProxyTree`;
what only updates and the search for pairs read lies apart. `octree` and `bvh` place proxies into it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...arrays import Boxes, CellRows, Ints32, LinkRows, PoolRows, TreePartRows, grown, in_lines
from ...compile import array, group, inlined, kernel, records
from ...spatial.quadtree.nodes import LINK
from ...spatial.walk import BUCKET_SIZE, EMPTY_BOUND, MOBILE, NODE, NONE
from .cuboid import Cuboid, encloses, union
from .walk import PROXY_TREE, SIDES, ProxyTree, new_stack

# One row a node. The child of a top is a block whose first node is the root of the part; the other seven
# stay empty. An octree's top has proxies of its own: those that no cell can hold.
CELL = in_lines(
    [
        ("parent", "i8"),
        ("count", "i8"),  # proxies in the node itself
        ("limit", "i8"),  # a leaf with more tries to split
        ("total", "i8"),  # proxies in the node and below, as of the last refit
        # Of octrees: the node's cell, which decides where a box is put and nothing else.
        ("x", "f8"),  # its centre
        ("y", "f8"),
        ("z", "f8"),
        ("half", "f8"),  # half its side: few significant bits, so that octants of octants are exact
    ]
)
# One row a part.
PART = np.dtype(
    [
        ("proxies", "i8"),  # their number
        ("stale", "i8"),  # changes since the last refit
        ("is_due", "i8"),  # 1: this update ends with a refit
        ("cost", "f8"),  # of bounding volume trees: half the surface of all nodes when last built
    ]
)
# One row: the free lists, linked through a free block's first `child` and a free bucket's `chain`.
POOL = np.dtype(
    [
        ("free_block", "i8"),  # row of its first node
        ("free_blocks", "i8"),
        ("free_bucket", "i8"),
        ("free_buckets", "i8"),
        ("threshold", "i8"),  # proxies in a leaf before it splits
        ("stamp", "i4"),  # number of the last update
    ],
    align=True,
)
# Upper bounds for one insertion. Blocks of eight nodes: below a top, above a node, by a split. Buckets: its
# own and, by a split, one more for each child; a refit needs one.
BLOCKS_NEEDED, BUCKETS_NEEDED = 3, 10
EMPTY = Cuboid(*[EMPTY_BOUND] * 3, *[-EMPTY_BOUND] * 3)


class TreeArrays(NamedTuple):
    """The face of an index, and the arrays of its updates and of its search for pairs."""

    tree: ProxyTree
    cells: CellRows
    links: LinkRows
    stamps: Ints32  # by slot: the update in which the proxy there last moved
    parts: TreePartRows
    pool: PoolRows


TREE_ARRAYS = group(
    TreeArrays, PROXY_TREE, array(CELL), array(LINK), array(np.int32), array(PART), array(POOL)
)


# -- in Python ---------------------------------------------------------------------------------------


def new_arrays(threshold: int) -> TreeArrays:
    """Return the arrays of a tree whose leaves split when they have more proxies than `threshold`."""
    pool = records(1, POOL)
    pool["free_block"] = pool["free_bucket"] = NONE
    pool["threshold"] = threshold
    none, no_boxes = np.zeros(0, np.int32), np.zeros((0, SIDES * BUCKET_SIZE))
    tree = ProxyTree(records(0, NODE), no_boxes, none, no_boxes, np.zeros(0, np.int64), *new_stack())
    return TreeArrays(tree, records(0, CELL), records(0, LINK), none, records(2, PART), pool)


def with_nodes(arrays: TreeArrays, capacity: int) -> TreeArrays:
    """Return arrays grown to a number of nodes divisible by eight; new blocks come in front of the free ones.

    The first block becomes the tops of both parts.
    """
    tree, pool = arrays.tree, arrays.pool[0]
    old = len(tree.nodes)
    nodes = grown(tree.nodes, capacity)
    nodes["child"][old::8] = np.arange(old + 8, capacity + 8, 8)
    nodes["child"][-8] = pool["free_block"]
    bounds, cells = grown(tree.bounds, capacity // 8), grown(arrays.cells, capacity)
    pool["free_block"] = old
    pool["free_blocks"] += (capacity - old) // 8
    if old == 0:
        pool["free_block"] = nodes["child"][0]
        pool["free_blocks"] -= 1
        bounds[0, : 3 * BUCKET_SIZE] = EMPTY_BOUND
        bounds[0, 3 * BUCKET_SIZE :] = -EMPTY_BOUND
        nodes["child"][:8] = nodes["first"][:8] = cells["parent"][:8] = NONE
    return arrays._replace(tree=tree._replace(nodes=nodes, bounds=bounds), cells=cells)


def with_buckets(arrays: TreeArrays, capacity: int) -> TreeArrays:
    """Return arrays grown to a number of buckets; new ones come in front of the free ones."""
    tree, pool = arrays.tree, arrays.pool[0]
    old = len(tree.chain)
    chain = grown(tree.chain, capacity)
    chain[old:] = np.arange(old + 1, capacity + 1)
    chain[-1] = pool["free_bucket"]
    pool["free_bucket"] = old
    pool["free_buckets"] += capacity - old
    members, boxes = grown(tree.members, BUCKET_SIZE * capacity), grown(tree.boxes, capacity)
    return arrays._replace(
        tree=tree._replace(members=members, boxes=boxes, chain=chain),
        stamps=grown(arrays.stamps, BUCKET_SIZE * capacity),
    )


def with_links(arrays: TreeArrays, capacity: int) -> TreeArrays:
    """Return arrays grown to a number of proxies."""
    links = grown(arrays.links, capacity)
    links["node"][len(arrays.links) :] = NONE
    return arrays._replace(links=links)


# -- nodes -------------------------------------------------------------------------------------------


@inlined
def is_top(n: int) -> bool:
    """Whether a node is the top of a part."""
    return n <= MOBILE


@kernel
def first_leaf(tree: ProxyTree, n: int) -> int:
    """Return the first leaf at or below a node."""
    while tree.nodes[n].child != NONE:
        n = tree.nodes[n].child
    return n


@inlined
def bounds_of(bounds: Boxes, n: int) -> Cuboid:
    """Return the bounds of a node."""
    row, q = n >> 3, n & 7
    return Cuboid(
        bounds[row, q], bounds[row, 8 + q], bounds[row, 16 + q],
        bounds[row, 24 + q], bounds[row, 32 + q], bounds[row, 40 + q],
    )  # fmt: skip


@inlined
def set_bounds(bounds: Boxes, n: int, box: Cuboid) -> None:
    """Write the bounds of a node."""
    row, q = n >> 3, n & 7
    bounds[row, q], bounds[row, 8 + q], bounds[row, 16 + q] = box.lx, box.ly, box.lz
    bounds[row, 24 + q], bounds[row, 32 + q], bounds[row, 40 + q] = box.ux, box.uy, box.uz


@inlined
def widen_ancestors(arrays: TreeArrays, n: int, box: Cuboid) -> None:
    """Make the bounds of node n, and of those above it, enclose a box."""
    bounds = arrays.tree.bounds
    while n != NONE:
        old = bounds_of(bounds, n)
        if encloses(old, box):
            break
        set_bounds(bounds, n, union(old, box))
        n = arrays.cells[n].parent


@kernel
def add_children(arrays: TreeArrays, n: int) -> int:
    """Give a node eight empty leaves; returns the first. Their cells are not written."""
    nodes, pool = arrays.tree.nodes, arrays.pool[0]
    block = pool.free_block
    pool.free_block = nodes[block].child
    pool.free_blocks -= 1
    for child in range(block, block + 8):
        set_bounds(arrays.tree.bounds, child, EMPTY)
        node, cell = nodes[child], arrays.cells[child]
        node.child = NONE
        node.first = NONE
        cell.parent = n
        cell.count = 0
        cell.total = 0
        cell.limit = pool.threshold
    nodes[n].child = block
    return int(block)


@kernel
def drop_children(arrays: TreeArrays, n: int) -> None:
    """Make a node a leaf and free its block of children."""
    nodes, pool = arrays.tree.nodes, arrays.pool[0]
    block = nodes[n].child
    nodes[n].child = NONE
    arrays.cells[n].limit = pool.threshold
    nodes[block].child = pool.free_block
    pool.free_block = block
    pool.free_blocks += 1
