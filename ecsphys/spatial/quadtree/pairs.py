"""Finding pairs in the quadtree.

Many moved proxies search at the same time, step by step: all list the nodes to look at, then all those
below these, then all boxes in them. One by one each would wait for the next node to come from memory, and
for every wrong guess of the processor about how many there are.
"""

from __future__ import annotations

from typing import NamedTuple

from ...arrays import Boxes, FilterRows, Ints
from ...compile import AHEAD, INTS, group, inlined, kernel, prefetch
from ..filters import is_new_pair, may_collide, rect_of
from ..pair_index import KnownPairs
from ..pair_keys import pair_key
from .buckets import prefetch_bucket, scan_bucket
from .nodes import ID, KEYS_WANTED, LISTS_WANTED, MOBILE, NONE, STAMP, STATIC, WIDTH, Tree, children_in

BATCH = 128  # moved proxies that search at the same time
# In lists: who looks above 32 bits, then whether in the static part, and the number of a node or bucket.
NUMBER, IN_STATIC = 2**31 - 1, 2**31


class SearchLists(NamedTuple):
    """What searches have to look at: nodes, buckets, and hits (8 times a bucket's place, plus 0 ... 7)."""

    nodes: Ints
    buckets: Ints
    hits: Ints


SEARCH_LISTS = group(SearchLists, INTS, INTS, INTS)


@kernel
def find_pairs(
    tree: Tree, fat: Boxes, filters: FilterRows, known: KnownPairs, ids: Ints, lists: SearchLists, keys: Ints
) -> int:
    """Write the keys of all new pairs of moved proxies; returns how many, or KEYS_WANTED or LISTS_WANTED.

    A pair of two that moved is found by the mobile one, of two mobile ones by the one with the smaller id.
    """
    found = 0
    for start in range(0, len(ids), BATCH):
        some = ids[start : min(start + BATCH, len(ids))]
        nodes, buckets = list_neighbours(tree, fat, some, lists)
        buckets = list_descendants(tree, fat, lists, nodes, buckets)
        hits = list_hits(tree, fat, lists, buckets)
        if hits == LISTS_WANTED:
            return LISTS_WANTED
        if found + hits > len(keys):
            return KEYS_WANTED
        found = append_new_keys(tree, filters, known, lists, hits, keys, found)
    return found


@kernel
def append_new_keys(
    tree: Tree, filters: FilterRows, known: KnownPairs, lists: SearchLists, hits: int, keys: Ints, found: int
) -> int:
    """Append the keys of those listed hits that are new pairs; returns how many keys there are now."""
    for at in range(hits):
        prefetch(filters, member_at(tree, lists, min(at + AHEAD, hits - 1)) & ID)
        bucket = lists.buckets[lists.hits[at] >> 3]
        i, static = bucket >> 32, bucket & IN_STATIC != 0
        member = member_at(tree, lists, at)
        j = member & ID
        mobile = tree.links[i].part == MOBILE
        mine = (member >> 32 != tree.state[STAMP]) | (mobile & ((j > i) | static))
        keys[found] = pair_key(i, j)
        found += mine and may_collide(filters, i, j) and is_new_pair(filters, known, i, j)
    return found


@inlined
def member_at(tree: Tree, lists: SearchLists, at: int) -> int:
    """The member in the slot of a listed hit."""
    hit = lists.hits[at]
    return int(tree.members[(lists.buckets[hit >> 3] & NUMBER) * WIDTH + (hit & 7)])


@kernel
def list_neighbours(tree: Tree, fat: Boxes, ids: Ints, lists: SearchLists) -> tuple[int, int]:
    """List the nodes that proxies are in, those beside and beside those above that their boxes meet, and the
    buckets of those above; returns how many nodes and buckets, or LISTS_WANTED for these.
    """
    nodes, links, bounds = tree.nodes, tree.links, tree.bounds
    count, buckets = 0, 0
    for i in ids:
        box, mobile, who = rect_of(fat, i), links[i].part == MOBILE, i << 32
        n = links[i].node if mobile else MOBILE
        if count + 2 > len(lists.nodes):
            return 0, LISTS_WANTED
        lists.nodes[count] = who | n
        lists.nodes[count + 1] = who | IN_STATIC | STATIC
        count += 1 + (mobile & children_in(bounds, STATIC, box) & 1)
        while n > MOBILE:
            if count + 4 > len(lists.nodes):
                return 0, LISTS_WANTED
            beside = children_in(bounds, n & ~3, box) & ~(1 << (n & 3))
            count = list_nodes(lists, count, who | n & ~3, beside)
            n = nodes[n].parent
            buckets = list_buckets(tree, lists, buckets, who, n)
    return count, buckets


@kernel
def list_descendants(tree: Tree, fat: Boxes, lists: SearchLists, count: int, buckets: int) -> int:
    """List all nodes below those listed that the boxes meet, and the buckets of all; returns how many buckets
    there are now, or LISTS_WANTED.
    """
    at = 0
    while at < count:
        prefetch(tree.nodes, lists.nodes[min(at + AHEAD, count - 1)] & NUMBER)
        who, n = lists.nodes[at] & ~NUMBER, lists.nodes[at] & NUMBER
        at += 1
        block = tree.nodes[n].child
        if block != NONE:
            if count + 4 > len(lists.nodes):
                return LISTS_WANTED
            hits = children_in(tree.bounds, block, rect_of(fat, who >> 32))
            count = list_nodes(lists, count, who | block, hits)
        buckets = list_buckets(tree, lists, buckets, who, n)
    return buckets


@kernel
def list_hits(tree: Tree, fat: Boxes, lists: SearchLists, buckets: int) -> int:
    """List what boxes meet in the listed buckets; returns how many hits, or LISTS_WANTED."""
    if buckets == LISTS_WANTED:
        return LISTS_WANTED
    hits = 0
    for at in range(buckets):
        if hits + WIDTH > len(lists.hits):
            return LISTS_WANTED
        bucket = lists.buckets[at]
        hits = scan_bucket(tree, bucket & NUMBER, rect_of(fat, bucket >> 32), WIDTH * at, lists.hits, hits)
    return hits


@inlined
def list_nodes(lists: SearchLists, count: int, block: int, bits: int) -> int:
    """List those nodes of a block whose bits are set; returns how many there are now.

    Free of branches: four are written, whatever is set.
    """
    for q in range(4):
        lists.nodes[count] = block + q
        count += bits >> q & 1
    return count


@inlined
def list_buckets(tree: Tree, lists: SearchLists, count: int, who: int, n: int) -> int:
    """List the buckets of node n; returns how many there are now, or LISTS_WANTED."""
    slot, left = tree.nodes[n].first, tree.nodes[n].count
    while left > 0 and count != LISTS_WANTED:
        if count == len(lists.buckets):
            return LISTS_WANTED
        lists.buckets[count] = who | slot >> 3
        prefetch_bucket(tree, slot >> 3)
        count += 1
        left -= WIDTH
        if left > 0:
            slot = tree.chain[slot >> 3]
    return count
