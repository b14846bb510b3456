"""Finding pairs in the quadtree."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._jit import kernel
from .filters import box_meets, boxes_meet, may_meet
from .hashing import pair_key
from .quadtree_nodes import MOBILE, NONE, SIZE, STAMP, STATIC, Tree, after, following

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Boxes = npt.NDArray[np.float64]

# Which of the proxies that a search meets count.
EITHER = 0  # all; one of the two must have moved
SELF = 1  # all; the searcher must have moved
LATER = 2  # those at rest, and of the moved ones those with a higher id
AT_REST = 3  # those at rest
# From one moved mobile proxy in so many it is faster to search for all than one by one.
MANY = 4


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
def search(
    nodes: Rows, links: Rows, fat: Boxes, filters: Rows, keys: Ints, found: int, by: Search, n: int
) -> int:
    """Append the pairs of the searchers with what lies in node n and after it, depth first.

    Returns how many pairs there are now; those that have no room in `keys` are only counted.
    The arrays come one by one because a tuple of arrays costs reference counting here.
    """
    while n != NONE:
        node = nodes[n]
        if node.lx <= by.ux and by.lx <= node.ux and node.ly <= by.uy and by.ly <= node.uy:
            j = node.first
            while j != NONE:
                if box_meets(fat, j, by.lx, by.ly, by.ux, by.uy):
                    found = meet(links, fat, filters, keys, found, by, j)
                j = links[j].next
            n = following(nodes, n)
        else:
            n = after(nodes, n)
    return found


@kernel
def meet(links: Rows, fat: Boxes, filters: Rows, keys: Ints, found: int, by: Search, j: int) -> int:
    """Append the pairs of the searchers with proxy j."""
    moved = links[j].stamp == by.stamp
    if moved and (by.want == AT_REST or (by.want == LATER and j < by.first)):
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
def pairs_of_one(tree: Tree, fat: Boxes, filters: Rows, keys: Ints, found: int, i: int) -> int:
    """Append the pairs of one moved proxy."""
    lx, ly, ux, uy = fat[i, 0], fat[i, 1], fat[i, 2], fat[i, 3]
    stamp = tree.state[STAMP]
    if tree.links[i].part == STATIC:
        by = Search(i, i, lx, ly, ux, uy, stamp, AT_REST)
        return int(search(tree.nodes, tree.links, fat, filters, keys, found, by, MOBILE))
    by = Search(i, i, lx, ly, ux, uy, stamp, LATER)
    found = search(tree.nodes, tree.links, fat, filters, keys, found, by, MOBILE)
    by = Search(i, i, lx, ly, ux, uy, stamp, SELF)
    return int(search(tree.nodes, tree.links, fat, filters, keys, found, by, STATIC))


@kernel
def pairs_of_all(tree: Tree, fat: Boxes, filters: Rows, keys: Ints) -> int:
    """Append the pairs of all moved mobile proxies, node by node.

    A node's boxes search together, and among mobile ones only what follows them in depth-first
    order: every pair is met once, and most of what is met is close by, in the tree and in memory.
    """
    nodes, links = tree.nodes, tree.links
    stamp = tree.state[STAMP]
    found = 0
    n = MOBILE
    while n != NONE:
        first = nodes[n].first
        later = following(nodes, n)
        if first != NONE:
            lx, ly, ux, uy = box_of_list(nodes, links, fat, n)
            i = first
            while links[i].next != NONE:
                by = Search(links[i].next, NONE, lx, ly, ux, uy, stamp, EITHER)
                found = meet(links, fat, filters, keys, found, by, i)
                i = links[i].next
            by = Search(first, NONE, lx, ly, ux, uy, stamp, EITHER)
            found = search(nodes, links, fat, filters, keys, found, by, later)
            by = Search(first, NONE, lx, ly, ux, uy, stamp, SELF)
            found = search(nodes, links, fat, filters, keys, found, by, STATIC)
        n = later
    return found


@kernel
def box_of_list(nodes: Rows, links: Rows, fat: Boxes, n: int) -> tuple[float, float, float, float]:
    """The box around the boxes in a node itself."""
    i = nodes[n].first
    if nodes[n].child == NONE:
        return nodes[n].lx, nodes[n].ly, nodes[n].ux, nodes[n].uy
    lx, ly, ux, uy = fat[i, 0], fat[i, 1], fat[i, 2], fat[i, 3]
    while links[i].next != NONE:
        i = links[i].next
        lx, ly = min(lx, fat[i, 0]), min(ly, fat[i, 1])
        ux, uy = max(ux, fat[i, 2]), max(uy, fat[i, 3])
    return lx, ly, ux, uy


@kernel
def find_pairs(tree: Tree, fat: Boxes, filters: Rows, moved: Ints, keys: Ints) -> int:
    """Write the keys of all pairs of moved proxies, unsorted; returns how many there are."""
    tree.state[STAMP] += 1
    stamp = tree.state[STAMP]
    mobile = 0
    for i in moved:
        tree.links[i].stamp = stamp
        mobile += tree.links[i].part
    many = MANY * mobile >= tree.state[SIZE + MOBILE]
    found = pairs_of_all(tree, fat, filters, keys) if many else 0
    for i in moved:
        if not many or tree.links[i].part == STATIC:
            found = pairs_of_one(tree, fat, filters, keys, found, i)
    return found
