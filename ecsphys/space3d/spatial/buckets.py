"""Buckets of eight slots, in which nodes keep their proxies with copies of their boxes side by side.

As in the plane (`ecsphys.spatial.quadtree.buckets`), of which this has what depends on the number of sides.
"""

from __future__ import annotations

import math

from ...arrays import Boxes
from ...compile import inlined, kernel
from ...spatial.quadtree.buckets import bucket_of
from ...spatial.walk import BUCKET_SIZE, NONE
from .cuboid import Cuboid, cuboid_of
from .shared import drop_bucket, member_at, next_slot
from .storage import EMPTY, TreeArrays, bounds_of, drop_children, set_bounds
from .walk import SIDES


@inlined
def write_box(boxes: Boxes, slot: int, box: Cuboid) -> None:
    """Write the box of a slot."""
    bucket, k = bucket_of(slot), slot & 7
    boxes[bucket, k], boxes[bucket, 8 + k], boxes[bucket, 16 + k] = box.lx, box.ly, box.lz
    boxes[bucket, 24 + k], boxes[bucket, 32 + k], boxes[bucket, 40 + k] = box.ux, box.uy, box.uz


@inlined
def cuboid_in(boxes: Boxes, slot: int) -> Cuboid:
    """Return the box of a slot."""
    return bounds_of(boxes, slot)  # which lie side by side in the same way


@inlined
def copy_box(arrays: TreeArrays, fat: Boxes, i: int) -> None:
    """Copy the box of proxy i into its slot."""
    write_box(arrays.tree.boxes, arrays.links[i].slot, cuboid_of(fat, i))


@kernel
def cuboid_of_node(arrays: TreeArrays, n: int) -> Cuboid:
    """Return the smallest box around a node's own proxies."""
    lx, ly, lz, ux, uy, uz = EMPTY
    boxes, slot = arrays.tree.boxes, arrays.tree.nodes[n].first
    while slot != NONE:
        bucket = bucket_of(slot)
        for k in range((slot & 7) + 1):
            lx, ux = min(lx, boxes[bucket, k]), max(ux, boxes[bucket, 24 + k])
            ly, uy = min(ly, boxes[bucket, 8 + k]), max(uy, boxes[bucket, 32 + k])
            lz, uz = min(lz, boxes[bucket, 16 + k]), max(uz, boxes[bucket, 40 + k])
        slot = arrays.tree.chain[bucket]
    return Cuboid(lx, ly, lz, ux, uy, uz)


@kernel
def add_bucket(arrays: TreeArrays, n: int) -> None:
    """Put an empty bucket in front of those of node n."""
    tree, node, pool = arrays.tree, arrays.tree.nodes[n], arrays.pool[0]
    bucket = pool.free_bucket
    pool.free_bucket = tree.chain[bucket]
    pool.free_buckets -= 1
    tree.chain[bucket] = node.first
    node.first = BUCKET_SIZE * bucket - 1
    for side in range(SIDES * BUCKET_SIZE):
        tree.boxes[bucket, side] = math.nan


@inlined
def add_proxy(arrays: TreeArrays, fat: Boxes, i: int, n: int) -> None:
    """Add proxy i to node n."""
    node, cell, link = arrays.tree.nodes[n], arrays.cells[n], arrays.links[i]
    if cell.count & 7 == 0:
        add_bucket(arrays, n)
    cell.count += 1
    node.first += 1
    link.node = n
    link.slot = node.first
    arrays.tree.members[link.slot] = i
    copy_box(arrays, fat, i)


@inlined
def remove_proxy(arrays: TreeArrays, i: int) -> None:
    """Remove proxy i from its node; the node's first proxy moves into its slot."""
    tree, link = arrays.tree, arrays.links[i]
    node = tree.nodes[link.node]
    slot, first = link.slot, node.first
    replacement = member_at(tree, first)
    tree.members[slot] = replacement
    arrays.links[replacement].slot = slot
    write_box(tree.boxes, slot, cuboid_in(tree.boxes, first))
    for side in range(0, SIDES * BUCKET_SIZE, BUCKET_SIZE):
        tree.boxes[bucket_of(first), side + (first & 7)] = math.nan
    arrays.cells[link.node].count -= 1
    node.first = next_slot(tree, first)
    if first & 7 == 0:
        drop_bucket(arrays, bucket_of(first))


@kernel
def move_node(arrays: TreeArrays, source: int, target: int) -> None:
    """Copy a node with its children and proxies into another row, which keeps its parent."""
    tree, cells = arrays.tree, arrays.cells
    parent = cells[target].parent
    tree.nodes[target] = tree.nodes[source]
    cells[target] = cells[source]
    cells[target].parent = parent
    set_bounds(tree.bounds, target, bounds_of(tree.bounds, source))
    node = tree.nodes[target]
    if node.child != NONE:
        for child in range(node.child, node.child + 8):
            cells[child].parent = target
    slot = node.first
    while slot != NONE:
        arrays.links[member_at(tree, slot)].node = target
        slot = next_slot(tree, slot)


@kernel
def merge_children(arrays: TreeArrays, fat: Boxes, n: int) -> None:
    """Move the proxies of all children, which are leaves, into node n and drop these."""
    nodes = arrays.tree.nodes
    for child in range(nodes[n].child, nodes[n].child + 8):
        while arrays.cells[child].count > 0:
            i = member_at(arrays.tree, nodes[child].first)
            remove_proxy(arrays, i)
            add_proxy(arrays, fat, i, n)
    drop_children(arrays, n)
