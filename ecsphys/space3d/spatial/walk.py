"""The one face of all indices of space: a tree of proxies, and the kernels that walk it.

As in the plane (`ecsphys.spatial.walk`), but for three things: blocks have eight children, the tree has
copies of the boxes of its proxies, so that eight are tested at once, and a walk along a ray skips nodes that
lie behind a hit found since they were put on the stack. An index without hierarchy builds one with
`flat_tree`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...arrays import Boxes, Ints, Ints32, NodeRows, Reals
from ...compile import (
    INTS,
    REALS2,
    array,
    enter_eight_3d,
    group,
    inlined,
    kernel,
    overlap_eight_3d,
    records,
)
from ...spatial.walk import BUCKET_SIZE, MOBILE, NODE, NONE, STATIC
from .cuboid import Cuboid
from .shared import member_at
from .slabs import Slabs, octant_of

SIDES = 6
STACK_SIZE = 2048  # a walk keeps at most seven nodes a level, and no index has 200 levels
ALL_SLOTS = (1 << BUCKET_SIZE) - 1


class ProxyTree(NamedTuple):
    """The proxies of an index in a tree of boxes.

    Rows STATIC and MOBILE of `nodes` are the tops of two separate trees. The children of a node are eight
    consecutive rows, the first a multiple of eight, so one test covers them all; unused ones are leaves
    with empty bounds. Nodes of every level may hold proxies. Walks test the bounds of children, not of tops.
    """

    nodes: NodeRows
    bounds: Boxes  # (blocks, 48): lower x of all eight children, then their lower y, lower z, upper x, …
    members: Ints32  # the proxy in each slot; slots come in buckets of BUCKET_SIZE
    boxes: Boxes  # (buckets, 48): those of the proxies in a bucket, in the same order; NaN in free slots
    chain: Ints  # by bucket: the slot that follows the bucket's lowest one in the same node, or NONE
    stack: Ints  # pending nodes of one walk at a time
    entries: Reals  # where its ray enters each of them; behind these, what a bucket's test has written


PROXY_TREE = group(ProxyTree, array(NODE), REALS2, array(np.int32), REALS2, INTS, INTS, array(np.float64))


def new_stack() -> tuple[Ints, Reals]:
    """Return the stack of a tree, and its entries."""
    return np.zeros(STACK_SIZE, np.int64), np.zeros(STACK_SIZE + BUCKET_SIZE)


def flat_tree(fat: Boxes, static: Ints, mobile: Ints) -> ProxyTree:
    """Return a tree without hierarchy: each top holds the given proxies of its part, in that order."""
    nodes = records(2, NODE)
    nodes["child"] = NONE
    used = [-(-len(ids) // BUCKET_SIZE) for ids in (static, mobile)]
    members = np.full(BUCKET_SIZE * sum(used), NONE, np.int32)
    boxes = np.full((sum(used), SIDES * BUCKET_SIZE), math.nan)
    chain = BUCKET_SIZE * np.arange(sum(used)) - 1
    for part, ids, bucket in ((STATIC, static, 0), (MOBILE, mobile, used[STATIC])):
        begin = BUCKET_SIZE * bucket
        members[begin : begin + len(ids)] = ids
        chain[bucket : bucket + 1] = NONE
        nodes["first"][part] = begin + len(ids) - 1 if len(ids) else NONE
    used_slots = np.flatnonzero(members != NONE)
    sides = boxes.reshape(-1, SIDES, BUCKET_SIZE)
    sides[used_slots >> 3, :, used_slots & 7] = fat[members[used_slots]]
    return ProxyTree(nodes, np.empty((0, SIDES * BUCKET_SIZE)), members, boxes, chain, *new_stack())


def share_tree(tree: ProxyTree, count: int) -> list[ProxyTree]:
    """Return `count` views of a tree with a stack each, for walks that run at the same time."""
    views = [tree]
    for _ in range(count - 1):
        stack, entries = new_stack()
        views.append(tree._replace(stack=stack, entries=entries))
    return views


# -- nodes and buckets -------------------------------------------------------------------------------


@inlined
def boxes_in(boxes: Boxes, row: int, box: Cuboid) -> int:
    """Return which of the eight boxes in a row overlap a box, one a bit."""
    return overlap_eight_3d(boxes, row, box.lx, box.ly, box.lz, box.ux, box.uy, box.uz)


@inlined
def children_in(bounds: Boxes, block: int, box: Cuboid) -> int:
    """Return which of the eight children from row `block` on have bounds that meet a box, one a bit."""
    return boxes_in(bounds, block >> 3, box)


@inlined
def used_slots(slot: int) -> int:
    """Return the slots in use of the bucket of a slot, one a bit, if its node's next one is that slot."""
    return (2 << (slot & 7)) - 1


@inlined
def lowest_bit(bits: int) -> int:
    """Return the number of the lowest bit that is set in eight bits other than 0."""
    low = bits & -bits
    return int((low & 0xF0 != 0) << 2 | (low & 0xCC != 0) << 1 | (low & 0xAA != 0))


@inlined
def swap_octants(bits: int, octant: int) -> int:
    """Return eight bits such that bit q is the one that was bit q ^ octant."""
    if octant & 1:
        bits = (bits & 0x55) << 1 | bits >> 1 & 0x55
    if octant & 2:
        bits = (bits & 0x33) << 2 | bits >> 2 & 0x33
    if octant & 4:
        bits = (bits & 0x0F) << 4 | bits >> 4
    return bits


# -- walks along rays --------------------------------------------------------------------------------


class WalkState(NamedTuple):
    """The state of a walk: the height of its stack, its slot, those of the bucket that are still to be looked
    at, one a bit, and the proxy (or NONE).
    """

    top: int
    slot: int
    pending: int
    proxy: int


class NodeVisit(NamedTuple):
    """The height of a walk's stack after a node, and the slot of the node's first own proxy (or NONE)."""

    top: int
    slot: int


@inlined
def start_walk(tree: ProxyTree, part: int) -> WalkState:
    """Begin a walk through a part, STATIC or MOBILE; it uses the tree's stack, so only one at a time.

    Skips a top that has children but no proxies of its own if only the first child is in use, as octrees do.
    """
    top = tree.nodes[part]
    tree.stack[0] = part
    tree.entries[0] = 0.0
    if top.first == NONE and top.child != NONE:
        lower = tree.bounds[top.child >> 3]
        is_alone = True
        for q in range(1, 8):
            is_alone = is_alone and lower[q] > lower[24 + q]
        if is_alone:
            tree.stack[0] = top.child
    return WalkState(1, NONE, 0, NONE)


@inlined
def push_children(tree: ProxyTree, child: int, bits: int, nearest: int, top: int) -> int:
    """Push those of eight children whose bits are set, the nearest on top; returns the stack's height.

    Their entries are behind the stack's. Insertion sort, from the child opposite to octant `nearest` on: in
    an octree they are nearly sorted then, and branches are predicted well.
    """
    stack, entries = tree.stack, tree.entries
    base, farthest = top, 7 - nearest
    bits = swap_octants(bits, farthest)
    while bits != 0:
        q = lowest_bit(bits) ^ farthest
        bits &= bits - 1
        entered = entries[STACK_SIZE + q]
        at = top
        while at > base and entries[at - 1] < entered:
            stack[at], entries[at] = stack[at - 1], entries[at - 1]
            at -= 1
        stack[at], entries[at] = child + q, entered
        top += 1
    return top


@inlined
def step_on_ray(tree: ProxyTree, slabs: Slabs, limit: float, top: int) -> NodeVisit:
    """Pop a node and push those of its children that the ray enters before `limit`, the nearest on top.

    The boxes of the node's own proxies may still be missed. A node that lies behind `limit` is only popped.
    """
    stack, entries = tree.stack, tree.entries
    top -= 1
    if entries[top] > limit:
        return NodeVisit(top, NONE)
    node = tree.nodes[stack[top]]
    child, first = node.child, node.first
    if child != NONE:
        bits = enter_eight_3d(tree.bounds, child >> 3, slabs, limit, entries, STACK_SIZE)
        top = push_children(tree, child, bits, octant_of(slabs), top)
    return NodeVisit(top, first)


@inlined
def entered_slots(tree: ProxyTree, slabs: Slabs, limit: float, slot: int) -> int:
    """Return which slots of a bucket, from a slot down, a ray enters no later than `limit`, one a bit.

    The fractions at which it enters are `entry_in` of the slot.
    """
    bits = enter_eight_3d(tree.boxes, slot >> 3, slabs, limit, tree.entries, STACK_SIZE)
    return bits & used_slots(slot)


@inlined
def entry_in(tree: ProxyTree, slot: int) -> float:
    """Return the fraction at which the ray of the last `entered_slots` enters the box in a slot."""
    return float(tree.entries[STACK_SIZE + (slot & 7)])


@inlined
def chain_of(tree: ProxyTree, slot: int) -> int:
    """Return the slot with which the next bucket of the same node begins, NONE at the end."""
    return int(tree.chain[slot >> 3])


@kernel
def next_on_ray(tree: ProxyTree, slabs: Slabs, limit: float, state: WalkState) -> WalkState:
    """Return the next proxy whose box the ray enters by `limit`, near ones roughly first; NONE at the end.

    The limit may be lowered from call to call as hits are found.
    """
    top, slot, pending = state.top, state.slot, state.pending
    while True:
        if pending != 0:
            k = lowest_bit(pending)
            found = (slot & ~7) + k
            return WalkState(top, slot, pending & (pending - 1), member_at(tree, found))
        slot = NONE if slot == NONE else chain_of(tree, slot)
        while slot == NONE:
            if top == 0:
                return WalkState(0, NONE, 0, NONE)
            top, slot = step_on_ray(tree, slabs, limit, top)
        pending = entered_slots(tree, slabs, limit, slot)


# -- walks through boxes -----------------------------------------------------------------------------


@inlined
def step_in_box(tree: ProxyTree, box: Cuboid, top: int) -> NodeVisit:
    """Pop a node and push those of its children whose bounds meet a box."""
    top -= 1
    node = tree.nodes[tree.stack[top]]
    if node.child != NONE:
        hits = children_in(tree.bounds, node.child, box)
        for q in range(8):
            tree.stack[top] = node.child + q
            top += hits >> q & 1
    return NodeVisit(top, node.first)


@kernel
def next_in_box(tree: ProxyTree, box: Cuboid, state: WalkState) -> WalkState:
    """Return the next proxy whose box overlaps a box; `proxy` is NONE at the end."""
    top, slot, pending = state.top, state.slot, state.pending
    while True:
        if pending != 0:
            k = lowest_bit(pending)
            found = (slot & ~7) + k
            return WalkState(top, slot, pending & (pending - 1), member_at(tree, found))
        slot = NONE if slot == NONE else chain_of(tree, slot)
        while slot == NONE:
            if top == 0:
                return WalkState(0, NONE, 0, NONE)
            top, slot = step_in_box(tree, box, top)
        pending = boxes_in(tree.boxes, slot >> 3, box)


@kernel
def find_in_box(tree: ProxyTree, part: int, box: Cuboid, ids: Ints, count: int) -> int:
    """Append the proxies of a part whose boxes overlap a box to `ids[count:]`.

    Returns the new count; proxies for which `ids` has no room are only counted.
    """
    top = start_walk(tree, part).top
    while top > 0:
        top, slot = step_in_box(tree, box, top)
        while slot != NONE:
            bits = boxes_in(tree.boxes, slot >> 3, box)
            while bits != 0:
                if count < len(ids):
                    ids[count] = member_at(tree, (slot & ~7) + lowest_bit(bits))
                count += 1
                bits &= bits - 1
            slot = chain_of(tree, slot)
    return count


@kernel
def list_proxies(tree: ProxyTree, ids: Ints) -> int:
    """Write all proxies depth first, so that neighbours are close to each other; returns how many."""
    count = 0
    for part in range(2):
        tree.stack[0] = part
        top = 1
        while top > 0:
            top -= 1
            node = tree.nodes[tree.stack[top]]
            slot = node.first
            while slot != NONE:
                for k in range((slot & 7) + 1):
                    ids[count] = member_at(tree, slot - k)
                    count += 1
                slot = chain_of(tree, slot)
            if node.child != NONE:
                for q in range(8):
                    tree.stack[top] = node.child + 7 - q
                    top += 1
    return count
