"""The search for pairs in the quadtree.

A batch of moved proxies searches at the same time, stage by stage: all list the nodes to look at, then all
nodes below these, then the boxes that they meet in the buckets. One by one each would wait for the next node
to come from memory, and for every branch that the processor predicts wrong.
"""

from __future__ import annotations

from typing import NamedTuple

from ...arrays import Boxes, FilterRows, Ints
from ...compile import INTS, group, inlined, kernel
from ..filters import is_new_pair, may_collide, rect_of
from ..pair_index import KnownPairs
from ..pair_keys import ordered_key, pair_key, split_key
from ..walk import BUCKET_SIZE, MOBILE, NONE, STATIC, children_in, member_at
from .buckets import bucket_of, scan_bucket
from .nodes import QuadtreeArrays, is_top

BATCH = 128  # moved proxies that search at the same time
# Instead of a length: there is no room for more search items, or for more keys.
LISTS_FULL, KEYS_FULL = -1, -2


class SearchLists(NamedTuple):
    """Room for the items of a batch, all `ordered_key`s of a moved proxy and what it has to look at."""

    nodes: Ints
    buckets: Ints
    hits: Ints  # slots


SEARCH_LISTS = group(SearchLists, INTS, INTS, INTS)


class Search(NamedTuple):
    """The number of new pairs, KEYS_FULL or LISTS_FULL; how many nodes and boxes were looked at for them."""

    pairs: int
    nodes: int
    boxes: int


class Listed(NamedTuple):
    """How many nodes and buckets a batch has listed; LISTS_FULL instead of `buckets` ends the search."""

    nodes: int
    buckets: int


@kernel
def find_pairs(
    quad: QuadtreeArrays,
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
                listed = list_static_top(quad, fat, batch, lists)
            else:
                listed = list_neighbours(quad, fat, batch, lists)
            listed = list_descendants(quad, fat, lists, listed)
            hits = list_hits(quad, fat, lists, listed.buckets)
            if hits == LISTS_FULL:
                return Search(LISTS_FULL, 0, 0)
            if found + hits > len(keys):
                return Search(KEYS_FULL, 0, 0)
            nodes += listed.nodes
            boxes += BUCKET_SIZE * listed.buckets
            found = append_new_keys(quad, filters, known, lists.hits[:hits], part, keys, found)
    return Search(found, nodes, boxes)


@kernel
def list_static_top(quad: QuadtreeArrays, fat: Boxes, batch: Ints, lists: SearchLists) -> Listed:
    """List the top of the static part for the mobile proxies that meet its bounds."""
    if len(batch) > len(lists.nodes):
        return Listed(0, LISTS_FULL)
    count = 0
    for i in batch:
        lists.nodes[count] = ordered_key(i, STATIC)
        meets = children_in(quad.tree.bounds, STATIC, rect_of(fat, i)) & 1
        count += (quad.links[i].part == MOBILE) & meets
    return Listed(count, 0)


@kernel
def list_neighbours(quad: QuadtreeArrays, fat: Boxes, batch: Ints, lists: SearchLists) -> Listed:
    """List where proxies may meet mobile ones: for static proxies the top; for mobile ones the node that each
    is in, the siblings that it meets of this node and of those above it, and the buckets of those above.
    """
    links, bounds = quad.links, quad.tree.bounds
    count, buckets = 0, 0
    for i in batch:
        rect = rect_of(fat, i)
        n = links[i].node if links[i].part == MOBILE else MOBILE
        if count + 1 > len(lists.nodes):
            return Listed(0, LISTS_FULL)
        lists.nodes[count] = ordered_key(i, n)
        count += 1
        while not is_top(n):
            if count + 4 > len(lists.nodes):
                return Listed(0, LISTS_FULL)
            siblings = children_in(bounds, n & ~3, rect) & ~(1 << (n & 3))
            count = append_children(lists.nodes, count, ordered_key(i, n & ~3), siblings)
            n = quad.cells[n].parent
            buckets = append_buckets(quad, lists.buckets, buckets, i, n)
    return Listed(count, buckets)


@kernel
def list_descendants(quad: QuadtreeArrays, fat: Boxes, lists: SearchLists, listed: Listed) -> Listed:
    """List all nodes below those listed that the boxes meet, and the buckets of all; return their numbers."""
    tree = quad.tree
    count, buckets = listed
    at = 0
    while at < count:
        i, n = split_key(lists.nodes[at])
        at += 1
        block = tree.nodes[n].child
        if block != NONE:
            if count + 4 > len(lists.nodes):
                return Listed(count, LISTS_FULL)
            children = children_in(tree.bounds, block, rect_of(fat, i))
            count = append_children(lists.nodes, count, ordered_key(i, block), children)
        buckets = append_buckets(quad, lists.buckets, buckets, i, n)
    return Listed(count, buckets)


@kernel
def list_hits(quad: QuadtreeArrays, fat: Boxes, lists: SearchLists, buckets: int) -> int:
    """List the slots of the listed buckets whose boxes are met; returns how many, or LISTS_FULL."""
    if buckets == LISTS_FULL:
        return LISTS_FULL
    hits = 0
    for at in range(buckets):
        if hits + BUCKET_SIZE > len(lists.hits):
            return LISTS_FULL
        i, bucket = split_key(lists.buckets[at])
        first_slot = ordered_key(i, BUCKET_SIZE * bucket)
        hits = scan_bucket(quad.boxes, bucket, rect_of(fat, i), first_slot, lists.hits, hits)
    return hits


@kernel
def append_new_keys(
    quad: QuadtreeArrays,
    filters: FilterRows,
    known: KnownPairs,
    hits: Ints,
    part: int,
    keys: Ints,
    found: int,
) -> int:
    """Append the keys of the hits in a part that are new pairs; returns how many keys there are now.

    Of two proxies that moved, a static one leaves the pair to the mobile one, and of two mobile ones the one
    with the larger id leaves it to the other.
    """
    tree, stamp = quad.tree, quad.pool[0].stamp
    for hit in hits:
        i, slot = split_key(hit)
        j = member_at(tree, slot)
        is_mobile = quad.links[i].part == MOBILE
        is_own = (part == STATIC) | (quad.stamps[slot] != stamp) | (is_mobile & (j > i))
        keys[found] = pair_key(i, j)
        found += is_own and may_collide(filters, i, j) and is_new_pair(filters, known, i, j)
    return found


@inlined
def append_children(items: Ints, count: int, first: int, bits: int) -> int:
    """Append the items of those of four siblings whose bits are set; returns the new count.

    `first` is the item of the first sibling. Free of branches: four are written, whatever is set.
    """
    for q in range(4):
        items[count] = first + q
        count += bits >> q & 1
    return count


@inlined
def append_buckets(quad: QuadtreeArrays, items: Ints, count: int, i: int, n: int) -> int:
    """Append the buckets of node n for proxy i; returns the new count, or LISTS_FULL."""
    slot = quad.tree.nodes[n].first
    while slot != NONE and count != LISTS_FULL:
        if count == len(items):
            return LISTS_FULL
        bucket = bucket_of(slot)
        items[count] = ordered_key(i, bucket)
        count += 1
        slot = quad.tree.chain[bucket]
    return count
