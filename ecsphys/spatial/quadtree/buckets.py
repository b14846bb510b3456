"""Buckets of eight slots, in which nodes keep their proxies with copies of their boxes side by side.

A node with proxies has a chain of buckets, of which only the first may have free slots; few have more than
one, for leaves split. The boxes in a bucket lie one side of all eight after the other, so that the search for
pairs looks at eight boxes with a few vector instructions and no branch. A free slot's box is NaN, which meets
nothing. Walks (`spatial.walk`) take the proxies of a bucket one by one and read `fat` instead.
"""

from __future__ import annotations

import math

from ...arrays import Boxes, Ints
from ...compile import inlined, kernel, overlap_eight
from ..filters import Rect
from ..walk import BUCKET_SIZE, EMPTY_BOUND, NONE, member_at, next_slot
from .nodes import QuadtreeArrays, bounds_of, set_bounds


@inlined
def bucket_of(slot: int) -> int:
    """Return the bucket of a slot."""
    return slot >> 3


@inlined
def scan_bucket(boxes: Boxes, bucket: int, rect: Rect, base: int, hits: Ints, count: int) -> int:
    """Append `base` plus 0 … 7 for each slot of a bucket whose box meets a rectangle; returns the new count.

    BUCKET_SIZE elements from `count` on are written, whatever is met.
    """
    bits = overlap_eight(boxes, bucket, rect.lx, rect.ly, rect.ux, rect.uy)
    for k in range(BUCKET_SIZE):
        hits[count] = base + k
        count += bits >> k & 1
    return count


@inlined
def write_box(boxes: Boxes, slot: int, lx: float, ly: float, ux: float, uy: float) -> None:
    """Write the box of a slot."""
    bucket, k = bucket_of(slot), slot & 7
    boxes[bucket, k] = lx
    boxes[bucket, BUCKET_SIZE + k] = ly
    boxes[bucket, 2 * BUCKET_SIZE + k] = ux
    boxes[bucket, 3 * BUCKET_SIZE + k] = uy


@inlined
def copy_box(quad: QuadtreeArrays, fat: Boxes, i: int) -> None:
    """Copy the box of proxy i into its slot."""
    write_box(quad.boxes, quad.links[i].slot, fat[i, 0], fat[i, 1], fat[i, 2], fat[i, 3])


@inlined
def enclosing_rect(boxes: Boxes, bucket: int, rect: Rect) -> Rect:
    """Return the smallest rectangle around a rectangle and all boxes in a bucket."""
    lx, ly, ux, uy = rect
    for k in range(BUCKET_SIZE):
        lx = min(lx, boxes[bucket, k])
        ly = min(ly, boxes[bucket, BUCKET_SIZE + k])
        ux = max(ux, boxes[bucket, 2 * BUCKET_SIZE + k])
        uy = max(uy, boxes[bucket, 3 * BUCKET_SIZE + k])
    return Rect(lx, ly, ux, uy)


@kernel
def rect_of_node(quad: QuadtreeArrays, n: int) -> Rect:
    """Return the smallest rectangle around a node's own proxies."""
    rect = Rect(EMPTY_BOUND, EMPTY_BOUND, -EMPTY_BOUND, -EMPTY_BOUND)
    slot = quad.tree.nodes[n].first
    while slot != NONE:
        rect = enclosing_rect(quad.boxes, bucket_of(slot), rect)
        slot = quad.tree.chain[bucket_of(slot)]
    return rect


@kernel
def add_bucket(quad: QuadtreeArrays, n: int) -> None:
    """Put an empty bucket in front of those of node n."""
    chain, node, pool = quad.tree.chain, quad.tree.nodes[n], quad.pool[0]
    bucket = pool.free_bucket
    pool.free_bucket = chain[bucket]
    pool.free_buckets -= 1
    chain[bucket] = node.first
    node.first = BUCKET_SIZE * bucket - 1
    for side in range(4 * BUCKET_SIZE):
        quad.boxes[bucket, side] = math.nan


@kernel
def drop_bucket(quad: QuadtreeArrays, bucket: int) -> None:
    """Return a bucket to the free list."""
    pool = quad.pool[0]
    quad.tree.chain[bucket] = pool.free_bucket
    pool.free_bucket = bucket
    pool.free_buckets += 1


@inlined
def add_proxy(quad: QuadtreeArrays, fat: Boxes, i: int, n: int) -> None:
    """Add proxy i to node n."""
    node, cell, link = quad.tree.nodes[n], quad.cells[n], quad.links[i]
    if cell.count & 7 == 0:
        add_bucket(quad, n)
    cell.count += 1
    node.first += 1
    link.node = n
    link.slot = node.first
    quad.tree.members[link.slot] = i
    copy_box(quad, fat, i)


@inlined
def remove_proxy(quad: QuadtreeArrays, i: int) -> None:
    """Remove proxy i from its node; the node's first proxy moves into its slot."""
    tree, boxes, link = quad.tree, quad.boxes, quad.links[i]
    node = tree.nodes[link.node]
    slot, first = link.slot, node.first
    replacement = member_at(tree, first)
    tree.members[slot] = replacement
    quad.links[replacement].slot = slot
    for side in range(0, 4 * BUCKET_SIZE, BUCKET_SIZE):
        boxes[bucket_of(slot), side + (slot & 7)] = boxes[bucket_of(first), side + (first & 7)]
    write_box(boxes, first, math.nan, math.nan, math.nan, math.nan)
    quad.cells[link.node].count -= 1
    node.first = next_slot(tree, first)
    if first & 7 == 0:
        drop_bucket(quad, bucket_of(first))


@kernel
def move_node(quad: QuadtreeArrays, source: int, target: int) -> None:
    """Copy a node with its children and proxies into another row, which keeps its parent."""
    tree, cells = quad.tree, quad.cells
    parent = cells[target].parent
    tree.nodes[target] = tree.nodes[source]
    cells[target] = cells[source]
    cells[target].parent = parent
    lx, ly, ux, uy = bounds_of(tree.bounds, source)
    set_bounds(tree.bounds, target, lx, ly, ux, uy)
    node = tree.nodes[target]
    if node.child != NONE:
        for child in range(node.child, node.child + 4):
            cells[child].parent = target
    slot = node.first
    while slot != NONE:
        quad.links[member_at(tree, slot)].node = target
        slot = next_slot(tree, slot)
