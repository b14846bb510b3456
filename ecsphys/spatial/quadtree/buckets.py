"""Where the quadtree keeps its proxies: in buckets of eight, with their boxes side by side.

A node with proxies has a chain of buckets, of which only the first may have free slots; few have more than
one, for leaves split. The boxes in a bucket are copies, one side of all eight after the other, so that a
search looks at eight boxes with a few vector instructions and no branch. A free slot's box is NaN, which
meets nothing.
"""

from __future__ import annotations

import math

from ...arrays import Boxes, Ints
from ...compile import eight_meet, inlined, kernel, prefetch
from ..filters import Rect
from .nodes import EMPTY_BOUND, FREE_BUCKET, ID, NONE, SPARE_BUCKETS, WIDTH, Tree, bounds_of, set_bounds


@inlined
def next_slot(chain: Ints, slot: int) -> int:
    """The slot after a slot of a node; NONE at the end."""
    return int(slot - 1 if slot & 7 else chain[slot >> 3])


@inlined
def proxy_in(tree: Tree, slot: int) -> int:
    """The proxy in a slot."""
    return int(tree.members[slot] & ID)


@inlined
def scan_bucket(tree: Tree, bucket: int, box: Rect, base: int, found: Ints, count: int) -> int:
    """Append `base` plus 0 ... 7 for each slot of a bucket whose box meets a box; returns how many there are.

    Up to WIDTH places from `count` on are written to, whatever is found.
    """
    hits = eight_meet(tree.boxes, bucket, box.lx, box.ly, box.ux, box.uy)
    for k in range(WIDTH):
        found[count] = base + k
        count += hits >> k & 1
    return count


@inlined
def prefetch_bucket(tree: Tree, bucket: int) -> None:
    """Ask for a bucket's boxes and members, which will be needed soon."""
    prefetch(tree.boxes, bucket)
    prefetch(tree.members, WIDTH * bucket)


@inlined
def write_box(boxes: Boxes, slot: int, lx: float, ly: float, ux: float, uy: float) -> None:
    """Write the box of a slot."""
    bucket, k = slot >> 3, slot & 7
    boxes[bucket, k] = lx
    boxes[bucket, WIDTH + k] = ly
    boxes[bucket, 2 * WIDTH + k] = ux
    boxes[bucket, 3 * WIDTH + k] = uy


@inlined
def copy_box(tree: Tree, fat: Boxes, i: int) -> None:
    """Copy the box of proxy i into its slot."""
    write_box(tree.boxes, tree.links[i].slot, fat[i, 0], fat[i, 1], fat[i, 2], fat[i, 3])


@inlined
def enclosing_rect(boxes: Boxes, bucket: int, box: Rect) -> Rect:
    """The smallest box around a box and all in a bucket."""
    lx, ly, ux, uy = box
    for k in range(WIDTH):
        lx = min(lx, boxes[bucket, k])
        ly = min(ly, boxes[bucket, WIDTH + k])
        ux = max(ux, boxes[bucket, 2 * WIDTH + k])
        uy = max(uy, boxes[bucket, 3 * WIDTH + k])
    return Rect(lx, ly, ux, uy)


@kernel
def node_rect(tree: Tree, n: int) -> Rect:
    """The box around a node's own proxies."""
    box = Rect(EMPTY_BOUND, EMPTY_BOUND, -EMPTY_BOUND, -EMPTY_BOUND)
    slot = tree.nodes[n].first
    while slot != NONE:
        box = enclosing_rect(tree.boxes, slot >> 3, box)
        slot = tree.chain[slot >> 3]
    return box


@kernel
def add_bucket(tree: Tree, n: int) -> None:
    """Put an empty bucket in front of those of node n."""
    state, chain = tree.state, tree.chain
    bucket = state[FREE_BUCKET]
    state[FREE_BUCKET] = chain[bucket]
    state[SPARE_BUCKETS] -= 1
    chain[bucket] = tree.nodes[n].first
    tree.nodes[n].first = WIDTH * bucket - 1
    for side in range(4 * WIDTH):
        tree.boxes[bucket, side] = math.nan


@kernel
def free_bucket(tree: Tree, bucket: int) -> None:
    """Add a bucket to the free ones."""
    tree.chain[bucket] = tree.state[FREE_BUCKET]
    tree.state[FREE_BUCKET] = bucket
    tree.state[SPARE_BUCKETS] += 1


@inlined
def add_proxy(tree: Tree, fat: Boxes, i: int, n: int) -> None:
    """Add proxy i to node n."""
    node, link = tree.nodes[n], tree.links[i]
    if node.count & 7 == 0:
        add_bucket(tree, n)
    node.count += 1
    node.first += 1
    link.node = n
    link.slot = node.first
    tree.members[link.slot] = i
    copy_box(tree, fat, i)


@inlined
def remove_proxy(tree: Tree, i: int) -> None:
    """Remove proxy i from its node; the node's first one takes its place."""
    boxes, link = tree.boxes, tree.links[i]
    node = tree.nodes[link.node]
    slot, last = link.slot, node.first
    mover = tree.members[last]
    tree.members[slot] = mover
    tree.links[mover & ID].slot = slot
    for side in range(0, 4 * WIDTH, WIDTH):
        boxes[slot >> 3, side + (slot & 7)] = boxes[last >> 3, side + (last & 7)]
    write_box(boxes, last, math.nan, math.nan, math.nan, math.nan)
    node.count -= 1
    node.first = next_slot(tree.chain, last)
    if last & 7 == 0:
        free_bucket(tree, last >> 3)


@kernel
def move_node(tree: Tree, source: int, target: int) -> None:
    """Copy a node with all that hangs on it into another row, which keeps its parent."""
    nodes = tree.nodes
    parent = nodes[target].parent
    nodes[target] = nodes[source]
    lx, ly, ux, uy = bounds_of(tree.bounds, source)
    set_bounds(tree.bounds, target, lx, ly, ux, uy)
    node = nodes[target]
    node.parent = parent
    if node.child != NONE:
        for c in range(node.child, node.child + 4):
            nodes[c].parent = target
    slot = node.first
    while slot != NONE:
        tree.links[proxy_in(tree, slot)].node = target
        slot = next_slot(tree.chain, slot)
