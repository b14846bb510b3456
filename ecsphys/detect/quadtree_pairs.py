"""Finding pairs in the quadtree."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._jit import kernel
from .filters import box_meets, boxes_meet, may_meet
from .hashing import pair_key
from .quadtree_nodes import MOBILE, NONE, STATIC, following

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Boxes = npt.NDArray[np.float64]

# Which of the proxies that a search meets count.
EITHER = 0  # all; one of the two must have moved
SELF = 1  # all; the searcher must have moved
LATER = 2  # those at rest, and of the moved ones those with a higher id
AT_REST = 3  # those at rest


class Search(NamedTuple):
    """Who searches: the proxies from `first` to `last` of one node, their box, and what they want."""

    first: int
    last: int
    lx: float
    ly: float
    ux: float
    uy: float
    stamp: int
    want: int


@kernel
def push_children(bounds: Boxes, nodes: Rows, stack: Ints, top: int, by: Search, n: int) -> int:
    """Push those children of a node whose bounds the search meets; returns the stack's new height."""
    block = nodes[n].child
    if block != NONE:
        for child in range(block, block + 4):
            stack[top] = child
            top += box_meets(bounds, child, by.lx, by.ly, by.ux, by.uy)
    return top


@kernel
def push_later(bounds: Boxes, nodes: Rows, stack: Ints, top: int, by: Search, n: int) -> int:
    """Push what comes after node n and all below it, depth first; returns the stack's new height."""
    while n > MOBILE:
        for sibling in range(n - (n & 3), n - (n & 3) + 4):
            stack[top] = sibling
            top += (sibling > n) & box_meets(bounds, sibling, by.lx, by.ly, by.ux, by.uy)
        n = nodes[n].parent
    return top


@kernel
def search(
    bounds: Boxes,
    nodes: Rows,
    links: Rows,
    fat: Boxes,
    filters: Rows,
    stack: Ints,
    top: int,
    by: Search,
    keys: Ints,
    found: int,
) -> int:
    """Append the pairs of the searchers with what lies in the nodes of the stack and below.

    Returns how many pairs there are now; those that have no room in `keys` are only counted.
    """
    while top > 0:
        top -= 1
        n = stack[top]
        top = push_children(bounds, nodes, stack, top, by, n)
        j = nodes[n].first
        while j != NONE:
            if box_meets(fat, j, by.lx, by.ly, by.ux, by.uy):
                found = meet(links, fat, filters, by, j, keys, found)
            j = links[j].next
    return found


@kernel
def meet(links: Rows, fat: Boxes, filters: Rows, by: Search, j: int, keys: Ints, found: int) -> int:
    """Append the pairs of the searchers with proxy j."""
    moved = links[j].stamp == by.stamp
    if moved and (by.want == AT_REST or (by.want == LATER and j <= by.first)):
        return found
    enough = moved and by.want == EITHER
    i = by.first
    while i != NONE:
        if (enough or links[i].stamp == by.stamp) and boxes_meet(fat, i, j) and may_meet(filters, i, j):
            if found < len(keys):
                keys[found] = pair_key(i, j)
            found += 1
        i = links[i].next if i != by.last else NONE
    return found


@kernel
def pairs_of_one(
    bounds: Boxes,
    nodes: Rows,
    links: Rows,
    fat: Boxes,
    filters: Rows,
    stack: Ints,
    stamp: int,
    i: int,
    keys: Ints,
    found: int,
) -> int:
    """Append the pairs of one moved proxy."""
    lx, ly, ux, uy = fat[i, 0], fat[i, 1], fat[i, 2], fat[i, 3]
    static = links[i].part == STATIC
    by = Search(i, i, lx, ly, ux, uy, stamp, AT_REST if static else LATER)
    stack[0] = MOBILE
    found = search(bounds, nodes, links, fat, filters, stack, 1, by, keys, found)
    if not static:
        by = Search(i, i, lx, ly, ux, uy, stamp, SELF)
        stack[0] = STATIC
        found = search(bounds, nodes, links, fat, filters, stack, 1, by, keys, found)
    return found


@kernel
def pairs_of_all(
    bounds: Boxes,
    nodes: Rows,
    links: Rows,
    fat: Boxes,
    filters: Rows,
    stack: Ints,
    stamp: int,
    keys: Ints,
) -> int:
    """Append the pairs of all moved mobile proxies, node by node.

    A node's boxes search together, and among mobile ones only what follows them in depth-first
    order: every pair is met once, and most of what is met is close by, in the tree and in memory.
    """
    found = 0
    n = MOBILE
    while n != NONE:
        first = nodes[n].first
        if first != NONE:
            lx, ly, ux, uy = box_of_list(bounds, nodes, links, fat, n)
            i = first
            while links[i].next != NONE:
                by = Search(links[i].next, NONE, lx, ly, ux, uy, stamp, EITHER)
                found = meet(links, fat, filters, by, i, keys, found)
                i = links[i].next
            by = Search(first, NONE, lx, ly, ux, uy, stamp, EITHER)
            top = push_children(bounds, nodes, stack, 0, by, n)
            top = push_later(bounds, nodes, stack, top, by, n)
            found = search(bounds, nodes, links, fat, filters, stack, top, by, keys, found)
            by = Search(first, NONE, lx, ly, ux, uy, stamp, SELF)
            stack[0] = STATIC
            found = search(bounds, nodes, links, fat, filters, stack, 1, by, keys, found)
        n = following(nodes, n)
    return found


@kernel
def box_of_list(
    bounds: Boxes, nodes: Rows, links: Rows, fat: Boxes, n: int
) -> tuple[float, float, float, float]:
    """A box around the boxes in a node itself, which has some."""
    if nodes[n].child == NONE:
        return bounds[n, 0], bounds[n, 1], bounds[n, 2], bounds[n, 3]
    i = nodes[n].first
    lx, ly, ux, uy = fat[i, 0], fat[i, 1], fat[i, 2], fat[i, 3]
    while links[i].next != NONE:
        i = links[i].next
        lx, ly = min(lx, fat[i, 0]), min(ly, fat[i, 1])
        ux, uy = max(ux, fat[i, 2]), max(uy, fat[i, 3])
    return lx, ly, ux, uy
