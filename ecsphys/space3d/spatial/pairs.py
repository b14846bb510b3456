"""The search for pairs in a tree of boxes, stage by stage for a batch of moved proxies: as in the plane.

What does not depend on the number of sides is the plane's (`ecsphys.spatial.quadtree.pairs`).
"""

from __future__ import annotations

from ...arrays import Boxes, FilterRows, Ints
from ...compile import inlined, kernel
from ...spatial.pair_index import KnownPairs
from ...spatial.pair_keys import ordered_key, split_key
from ...spatial.quadtree.pairs import (
    BATCH,
    KEYS_FULL,
    LISTS_FULL,
    Listed,
    Search,
    SearchLists,
)
from ...spatial.walk import BUCKET_SIZE, MOBILE, NONE, STATIC
from .cuboid import cuboid_of
from .shared import append_buckets, append_new_keys
from .storage import TreeArrays, is_top
from .walk import boxes_in, children_in


@kernel
def find_pairs(
    arrays: TreeArrays,
    fat: Boxes,
    filters: FilterRows,
    known: KnownPairs,
    ids: Ints,
    lists: SearchLists,
    keys: Ints,
) -> Search:
    """Write the keys of all new pairs of moved proxies.

    A bucket counts as eight boxes: they are compared at once, however many there are.
    """
    found, nodes, boxes = 0, 0, 0
    for start in range(0, len(ids), BATCH):
        batch = ids[start : min(start + BATCH, len(ids))]
        for part in range(2):
            if part == STATIC:
                listed = list_static_top(arrays, fat, batch, lists)
            else:
                listed = list_neighbours(arrays, fat, batch, lists)
            listed = list_descendants(arrays, fat, lists, listed)
            hits = list_hits(arrays, fat, lists, listed.buckets)
            if hits == LISTS_FULL:
                return Search(LISTS_FULL, 0, 0)
            if found + hits > len(keys):
                return Search(KEYS_FULL, 0, 0)
            nodes += listed.nodes
            boxes += BUCKET_SIZE * listed.buckets
            found = append_new_keys(arrays, filters, known, lists.hits[:hits], part, keys, found)
    return Search(found, nodes, boxes)


@kernel
def list_static_top(arrays: TreeArrays, fat: Boxes, batch: Ints, lists: SearchLists) -> Listed:
    """List the top of the static part for the mobile proxies that meet its bounds."""
    if len(batch) > len(lists.nodes):
        return Listed(0, LISTS_FULL)
    count = 0
    for i in batch:
        lists.nodes[count] = ordered_key(i, STATIC)
        meets = children_in(arrays.tree.bounds, STATIC, cuboid_of(fat, i)) & 1
        count += (arrays.links[i].part == MOBILE) & meets
    return Listed(count, 0)


@kernel
def list_neighbours(arrays: TreeArrays, fat: Boxes, batch: Ints, lists: SearchLists) -> Listed:
    """List where proxies may meet mobile ones: for static proxies the top; for mobile ones the node that each
    is in, the siblings that it meets of this node and of those above it, and the buckets of those above.
    """
    links, bounds = arrays.links, arrays.tree.bounds
    count, buckets = 0, 0
    for i in batch:
        box = cuboid_of(fat, i)
        n = links[i].node if links[i].part == MOBILE else MOBILE
        if count + 1 > len(lists.nodes):
            return Listed(0, LISTS_FULL)
        lists.nodes[count] = ordered_key(i, n)
        count += 1
        while not is_top(n):
            if count + 8 > len(lists.nodes):
                return Listed(0, LISTS_FULL)
            siblings = children_in(bounds, n & ~7, box) & ~(1 << (n & 7))
            count = append_eight(lists.nodes, count, ordered_key(i, n & ~7), siblings)
            n = arrays.cells[n].parent
            buckets = append_buckets(arrays, lists.buckets, buckets, i, n)
    return Listed(count, buckets)


@kernel
def list_descendants(arrays: TreeArrays, fat: Boxes, lists: SearchLists, listed: Listed) -> Listed:
    """List all nodes below those listed that the boxes meet, and the buckets of all; return their numbers."""
    tree = arrays.tree
    count, buckets = listed
    at = 0
    while at < count:
        i, n = split_key(lists.nodes[at])
        at += 1
        block = tree.nodes[n].child
        if block != NONE:
            if count + 8 > len(lists.nodes):
                return Listed(count, LISTS_FULL)
            children = children_in(tree.bounds, block, cuboid_of(fat, i))
            count = append_eight(lists.nodes, count, ordered_key(i, block), children)
        buckets = append_buckets(arrays, lists.buckets, buckets, i, n)
    return Listed(count, buckets)


@kernel
def list_hits(arrays: TreeArrays, fat: Boxes, lists: SearchLists, buckets: int) -> int:
    """List the slots of the listed buckets whose boxes are met; returns how many, or LISTS_FULL."""
    if buckets == LISTS_FULL:
        return LISTS_FULL
    hits = 0
    for at in range(buckets):
        if hits + BUCKET_SIZE > len(lists.hits):
            return LISTS_FULL
        i, bucket = split_key(lists.buckets[at])
        bits = boxes_in(arrays.tree.boxes, bucket, cuboid_of(fat, i))
        hits = append_eight(lists.hits, hits, ordered_key(i, BUCKET_SIZE * bucket), bits)
    return hits


@inlined
def append_eight(items: Ints, count: int, first: int, bits: int) -> int:
    """Append those of eight consecutive items from `first` on whose bits are set; returns the new count.

    Free of branches: eight are written, whatever is set.
    """
    for q in range(8):
        items[count] = first + q
        count += bits >> q & 1
    return count
