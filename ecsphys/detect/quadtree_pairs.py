"""Finding pairs in the quadtree."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import inlined, kernel
from .filters import Box, box_meets, box_of, boxes_meet, may_meet
from .hashing import pair_key
from .quadtree_nodes import MOBILE, NONE, STATIC, following

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Boxes = npt.NDArray[np.float64]
STRETCH = 32  # nodes


@inlined
def push_children(bounds: Boxes, nodes: Rows, stack: Ints, top: int, n: int, box: Box) -> int:
    """Push those children of node n whose bounds meet a box; returns the stack's new height."""
    block = nodes[n].child
    if block != NONE:
        for child in range(block, block + 4):
            stack[top] = child
            top += box_meets(bounds, child, box)
    return top


@inlined
def push_later(bounds: Boxes, nodes: Rows, stack: Ints, top: int, n: int, box: Box) -> int:
    """Push what comes after node n and all below it, depth first; returns the stack's new height."""
    while n > MOBILE:
        for sibling in range(n - (n & 3), n - (n & 3) + 4):
            stack[top] = sibling
            top += (sibling > n) & box_meets(bounds, sibling, box)
        n = nodes[n].parent
    return top


@inlined
def append(keys: Ints, found: int, i: int, j: int) -> int:
    """Append a pair, or only count it when there is no room; returns how many there are now."""
    if found < len(keys):
        keys[found] = pair_key(i, j)
    return found + 1


@kernel
def pairs_of_each(
    bounds: Boxes,
    nodes: Rows,
    links: Rows,
    fat: Boxes,
    filters: Rows,
    stack: Ints,
    stamp: int,
    ids: Ints,
    only_static: bool,
    keys: Ints,
    found: int,
) -> int:
    """Append the pairs of moved proxies, one after the other; returns how many there are now.

    A pair of two that moved is found by the mobile one, of two mobile ones by the one with the smaller id.
    """
    for i in ids:
        box = box_of(fat, i)
        mobile = links[i].part == MOBILE
        if mobile and only_static:
            continue
        n = links[i].node if mobile else MOBILE
        stack[0] = n
        stack[1] = STATIC
        top = 1 + (mobile & box_meets(bounds, STATIC, box))
        while n > MOBILE:
            for k in range(1, 4):
                stack[top] = n ^ k  # a sibling
                top += box_meets(bounds, n ^ k, box)
            n = nodes[n].parent
            if nodes[n].first != NONE:
                stack[top] = ~n
                top += 1
        while top > 0:
            top -= 1
            n = stack[top]
            if n < 0:
                n = ~n
            else:
                top = push_children(bounds, nodes, stack, top, n, box)
            j = nodes[n].first
            while j != NONE:
                if box_meets(fat, j, box):
                    mine = (links[j].stamp != stamp) | (mobile & ((j > i) | (links[j].part == STATIC)))
                    if mine and may_meet(filters, i, j):
                        found = append(keys, found, i, j)
                j = links[j].next
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
    share: int,
    shares: int,
) -> int:
    """Append the pairs of all moved mobile proxies, node by node; returns how many there are. Of several
    shares each has every so many-th stretch of nodes.

    The boxes of a node search together: all that is static, and of what is mobile the node itself
    and what follows it in depth-first order. So every pair is met once, and most of what is
    met is close by, in the tree and in memory.
    """
    found = 0
    searcher, number = MOBILE, 0
    while searcher != NONE:
        mine = number // STRETCH % shares == share
        number += 1
        first = nodes[searcher].first if mine else NONE
        top = 0
        if first != NONE:
            box = box_of_list(links, fat, first)
            stack[0] = STATIC
            stack[1] = searcher
            top = push_later(bounds, nodes, stack, 2, searcher, box)
        while top > 0:
            top -= 1
            n = stack[top]
            top = push_children(bounds, nodes, stack, top, n, box)
            j = nodes[n].first
            while j != NONE:
                if box_meets(fat, j, box):
                    enough = links[j].stamp == stamp and links[j].part == MOBILE
                    i = links[j].next if n == searcher else first
                    while i != NONE:
                        one_moved = enough or links[i].stamp == stamp
                        if boxes_meet(fat, i, j) and one_moved and may_meet(filters, i, j):
                            found = append(keys, found, i, j)
                        i = links[i].next
                j = links[j].next
        searcher = following(nodes, searcher)
    return found


@kernel
def box_of_list(links: Rows, fat: Boxes, i: int) -> Box:
    """The box around proxy i and all that follow it in its node."""
    lx, ly, ux, uy = fat[i, 0], fat[i, 1], fat[i, 2], fat[i, 3]
    while links[i].next != NONE:
        i = links[i].next
        lx, ly = min(lx, fat[i, 0]), min(ly, fat[i, 1])
        ux, uy = max(ux, fat[i, 2]), max(uy, fat[i, 3])
    return Box(lx, ly, ux, uy)
