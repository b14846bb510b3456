"""The one face of all broad phases: a tree of proxies, and the kernels that walk it.

Ray casts, sweeps, queries and the ray grid know an index by its `ProxyTree` alone and call only kernels of
this module. An index without hierarchy builds one with `flat_tree`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Boxes, Ints, Ints32, NodeRows
from ..compile import INTS, REALS2, array, group, inlined, kernel, overlap_four, records
from .filters import Rect, overlaps_rect
from .slabs import Ray, Slabs, entry_at, entry_to, slabs_of

NONE = -1
# The parts of a tree, and the rows of their top nodes: proxies of static bodies, and all others.
STATIC, MOBILE = 0, 1
BUCKET_SIZE = 8  # slots
# Empty bounds go from this to its negative; infinities would make NaN of differences.
EMPTY_BOUND = 2.0**1023
STACK_SIZE = 1024  # a walk keeps at most three nodes a level, and the quadtree has less than 160 levels

NODE = np.dtype(
    [
        ("child", "i8"),  # first of a block of four, or NONE
        ("first", "i8"),  # slot of the node's first own proxy, or NONE; `next_slot` gives the others
    ]
)


class ProxyTree(NamedTuple):
    """The proxies of a broad-phase index in a tree of boxes.

    Rows STATIC and MOBILE of `nodes` are the tops of two separate trees. The children of a node are four
    consecutive rows, the first a multiple of four, so one test covers them all; unused ones are leaves
    with empty bounds. Nodes of every level may hold proxies. Walks test the bounds of children, not of tops.
    """

    nodes: NodeRows
    bounds: Boxes  # (blocks, 16): lower x of all four children, then their lower y, upper x, upper y
    members: Ints32  # the proxy in each slot; slots come in buckets of BUCKET_SIZE
    chain: Ints  # by bucket: the slot that follows the bucket's lowest one in the same node, or NONE
    stack: Ints  # pending nodes of one walk at a time


PROXY_TREE = group(ProxyTree, array(NODE), REALS2, array(np.int32), INTS, INTS)


def new_stack() -> Ints:
    """Return the stack of a tree."""
    return np.zeros(STACK_SIZE, np.int64)


def flat_tree(static: Ints, mobile: Ints) -> ProxyTree:
    """Return a tree without hierarchy: each top holds the given proxies of its part."""
    nodes = records(2, NODE)
    nodes["child"] = NONE
    used = [-(-len(ids) // BUCKET_SIZE) for ids in (static, mobile)]
    members = np.full(BUCKET_SIZE * sum(used), NONE, np.int32)
    chain = BUCKET_SIZE * np.arange(sum(used)) - 1
    for part, ids, bucket in ((STATIC, static, 0), (MOBILE, mobile, used[STATIC])):
        begin = BUCKET_SIZE * bucket
        members[begin : begin + len(ids)] = ids
        chain[bucket : bucket + 1] = NONE
        nodes["first"][part] = begin + len(ids) - 1 if len(ids) else NONE
    return ProxyTree(nodes, np.empty((0, 16)), members, chain, new_stack())


def share_tree(tree: ProxyTree, count: int) -> list[ProxyTree]:
    """Return `count` views of a tree with a stack each, for walks that run at the same time."""
    return [tree, *(tree._replace(stack=new_stack()) for _ in range(count - 1))]


# -- nodes and slots ---------------------------------------------------------------------------------


@inlined
def children_in(bounds: Boxes, block: int, rect: Rect) -> int:
    """Return which of the four children from row `block` on have bounds that meet a rectangle, one a bit."""
    return overlap_four(bounds, block >> 2, rect.lx, rect.ly, rect.ux, rect.uy)


@inlined
def member_at(tree: ProxyTree, slot: int) -> int:
    """Return the proxy in a slot."""
    return int(tree.members[slot] + 0)  # as 64 bits


@inlined
def next_slot(tree: ProxyTree, slot: int) -> int:
    """Return the slot after a slot of the same node, NONE at the end."""
    return int(slot - 1 if slot & 7 else tree.chain[slot >> 3])


# -- walks -------------------------------------------------------------------------------------------


class WalkState(NamedTuple):
    """The state of a walk along a ray: the height of its stack, its slot, and the proxy there (or NONE)."""

    top: int
    slot: int
    proxy: int


class NodeVisit(NamedTuple):
    """The height of a walk's stack after a node, and the slot of the node's first own proxy (or NONE)."""

    top: int
    slot: int


@inlined
def start_ray(tree: ProxyTree, part: int) -> WalkState:
    """Begin a walk through a part, STATIC or MOBILE; it uses the tree's stack, so only one at a time.

    Skips a top without proxies of its own and with one child only, as quadtrees have: sweeps of 1,000 bullets
    take 204 instead of 252 µs (2026-11-22).
    """
    top = tree.nodes[part]
    tree.stack[0] = part
    if top.first == NONE and top.child != NONE:
        lower = tree.bounds[top.child >> 2]
        if min(lower[1], min(lower[2], lower[3])) == EMPTY_BOUND:
            tree.stack[0] = top.child
    return WalkState(1, NONE, NONE)


@inlined
def step_on_ray(tree: ProxyTree, slabs: Slabs, limit: float, top: int) -> NodeVisit:
    """Pop a node and push those of its children that the ray enters before `limit`, the nearest on top.

    The boxes of the node's own proxies may still be missed. Free of branches: all four children are written,
    those not entered are left above the top.
    """
    stack = tree.stack
    top -= 1
    node = tree.nodes[stack[top]]
    if node.child != NONE:
        nearest = (slabs.near_x >> 1) + (slabs.near_y - 1)
        for q in range(4):
            near = 3 - q ^ nearest
            stack[top] = node.child + near
            top += entry_at(slabs, limit, tree.bounds, node.child >> 2, near, 4) <= limit
    return NodeVisit(top, node.first)


@inlined
def next_on_ray(tree: ProxyTree, fat: Boxes, ray: Ray, state: WalkState) -> WalkState:
    """Return the next proxy whose box the ray crosses, near ones roughly first; `proxy` is NONE at the end.

    The ray's limit may be lowered from call to call as hits are found. Where every nanosecond counts, a loop
    around `step_on_ray` saves a tenth.
    """
    slabs, top, slot = slabs_of(ray), state.top, NONE
    if state.proxy != NONE:
        slot = next_slot(tree, state.slot)
    while True:
        while slot != NONE:
            i = member_at(tree, slot)
            if entry_to(slabs, ray.limit, fat, i) <= ray.limit:
                return WalkState(top, slot, i)
            slot = next_slot(tree, slot)
        if top == 0:
            return WalkState(0, NONE, NONE)
        top, slot = step_on_ray(tree, slabs, ray.limit, top)


@inlined
def start_rect(tree: ProxyTree, part: int) -> WalkState:
    """Begin a walk through a part by a rectangle; it uses the tree's stack, so only one at a time."""
    tree.stack[0] = part
    return WalkState(1, NONE, NONE)


@inlined
def step_in_rect(tree: ProxyTree, rect: Rect, top: int) -> NodeVisit:
    """Pop a node and push those of its children whose bounds meet a rectangle."""
    top -= 1
    node = tree.nodes[tree.stack[top]]
    if node.child != NONE:
        hits = children_in(tree.bounds, node.child, rect)
        for q in range(4):
            tree.stack[top] = node.child + q
            top += hits >> q & 1
    return NodeVisit(top, node.first)


@kernel
def next_in_rect(tree: ProxyTree, fat: Boxes, rect: Rect, state: WalkState) -> WalkState:
    """Return the next proxy whose box overlaps a rectangle; `proxy` is NONE at the end."""
    top, slot = state.top, NONE
    if state.proxy != NONE:
        slot = next_slot(tree, state.slot)
    while True:
        while slot != NONE:
            i = member_at(tree, slot)
            if overlaps_rect(fat, i, rect):
                return WalkState(top, slot, i)
            slot = next_slot(tree, slot)
        if top == 0:
            return WalkState(0, NONE, NONE)
        top, slot = step_in_rect(tree, rect, top)


@kernel
def find_in_rect(tree: ProxyTree, fat: Boxes, part: int, rect: Rect, ids: Ints, count: int) -> int:
    """Append the proxies of a part whose boxes overlap a rectangle to `ids[count:]`.

    Returns the new count; proxies for which `ids` has no room are only counted.
    """
    top = start_rect(tree, part).top
    while top > 0:
        top, slot = step_in_rect(tree, rect, top)
        while slot != NONE:
            i = member_at(tree, slot)
            if overlaps_rect(fat, i, rect):
                if count < len(ids):
                    ids[count] = i
                count += 1
            slot = next_slot(tree, slot)
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
                ids[count] = member_at(tree, slot)
                count += 1
                slot = next_slot(tree, slot)
            if node.child != NONE:
                for q in range(4):
                    tree.stack[top] = node.child + 3 - q
                    top += 1
    return count
