"""Building a part of the bounding volume tree anew, from the top down.

Ranges of boxes are cut in two where the surface area heuristic, taken at sixteen places (I. Wald, "On fast
Construction of SAH-based Bounding Volume Hierarchies", *IEEE RT*, 2007), is least, until a node has
eight children.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ....arrays import Boxes, Ints, Ints2, Reals2
from ....compile import INTS, REALS2, array, group, inlined, kernel
from ....spatial.walk import BUCKET_SIZE, NONE
from ..buckets import add_proxy
from ..cuboid import Cuboid, cuboid_of, union
from ..shared import drop_bucket
from ..storage import (
    EMPTY,
    TreeArrays,
    add_children,
    bounds_of,
    drop_children,
    first_leaf,
    is_top,
    set_bounds,
)
from .insertion import half_surface, is_finite, surface_of_nodes

PLACES = 16
LEAST = 4  # boxes on either side of a cut


class BuildRoom(NamedTuple):
    """Room to build a part: its ids; ranges of them whose nodes are to be filled (node, begin, end); counts
    and bounds of the boxes at each place along an axis; and the ends of the children's ranges.
    """

    ids: Ints
    pending: Ints2
    counts: Ints
    bounds: Reals2
    cuts: Ints


BUILD_ROOM = group(BuildRoom, INTS, array(np.int64, 2), INTS, REALS2, INTS)


def new_room(capacity: int) -> BuildRoom:
    """Return room to build a part of up to `capacity` proxies."""
    ids, pending = np.zeros(capacity, np.int64), np.zeros((capacity + 8, 3), np.int64)
    return BuildRoom(ids, pending, np.zeros(PLACES, np.int64), np.zeros((PLACES, 6)), np.zeros(9, np.int64))


def room_needed(proxies: int) -> int:
    """Return how many blocks, and how many buckets, are enough: leaves have four proxies at least."""
    return 4 + proxies // 4 + proxies // 8


@kernel
def build_part(arrays: TreeArrays, fat: Boxes, part: int, room: BuildRoom) -> None:
    """Build a part from all proxies that it has; see `room_needed`."""
    clear_part(arrays, part)
    count = 0
    for i in range(len(arrays.links)):
        if arrays.links[i].node != NONE and arrays.links[i].part == part:
            if is_finite(cuboid_of(fat, i)):
                room.ids[count] = i
                count += 1
            else:
                add_proxy(arrays, fat, i, part)
    if count > 0:
        fill_nodes(arrays, fat, part, count, room)
    box = bounds_of(arrays.tree.bounds, arrays.tree.nodes[part].child) if count > 0 else EMPTY
    for i in range(len(arrays.links)):
        if arrays.links[i].node == part:
            box = union(box, cuboid_of(fat, i))
    set_bounds(arrays.tree.bounds, part, box)
    row = arrays.parts[part]
    row.stale = 0
    row.cost = surface_of_nodes(arrays, part)


@kernel
def clear_part(arrays: TreeArrays, part: int) -> None:
    """Free all nodes and buckets of a part; links still name it."""
    nodes = arrays.tree.nodes
    n = first_leaf(arrays.tree, part)
    while True:
        slot = nodes[n].first
        while slot != NONE:
            following = arrays.tree.chain[slot >> 3]
            drop_bucket(arrays, slot >> 3)
            slot = following
        nodes[n].first = NONE
        arrays.cells[n].count = 0
        if nodes[n].child != NONE:
            drop_children(arrays, n)
        if is_top(n):
            break
        n = first_leaf(arrays.tree, n + 1) if n & 7 != 7 else arrays.cells[n].parent


@kernel
def fill_nodes(arrays: TreeArrays, fat: Boxes, part: int, count: int, room: BuildRoom) -> None:
    """Put the first `count` ids of the room into new nodes below a top."""
    pending, ids = room.pending, room.ids
    pending[0, 0], pending[0, 1], pending[0, 2] = add_children(arrays, part), 0, count
    top = 1
    while top > 0:
        top -= 1
        n, begin, end = pending[top, 0], pending[top, 1], pending[top, 2]
        set_bounds(arrays.tree.bounds, n, bounds_of_range(fat, ids, begin, end))
        if end - begin <= BUCKET_SIZE:
            for k in range(begin, end):
                add_proxy(arrays, fat, ids[k], n)
            continue
        ranges = cut_into_eight(fat, begin, end, room)
        block = add_children(arrays, n)
        for q in range(ranges):
            pending[top, 0], pending[top, 1], pending[top, 2] = block + q, room.cuts[q], room.cuts[q + 1]
            top += 1


@kernel
def cut_into_eight(fat: Boxes, begin: int, end: int, room: BuildRoom) -> int:
    """Cut a range of ids into up to eight, always the longest; `cuts` are their ends. Returns how many."""
    cuts, count = room.cuts, 1
    cuts[0], cuts[1] = begin, end
    while count < 8:
        longest = 0
        for q in range(1, count):
            if cuts[q + 1] - cuts[q] > cuts[longest + 1] - cuts[longest]:
                longest = q
        if cuts[longest + 1] - cuts[longest] <= BUCKET_SIZE:
            break
        place = cut_range(fat, cuts[longest], cuts[longest + 1], room)
        for q in range(count, longest, -1):
            cuts[q + 1] = cuts[q]
        cuts[longest + 1] = place
        count += 1
    return count


@inlined
def middle(fat: Boxes, i: int, axis: int) -> float:
    """Return the middle of box i along an axis."""
    return float(0.5 * fat[i, axis] + 0.5 * fat[i, 3 + axis])


@kernel
def bounds_of_range(fat: Boxes, ids: Ints, begin: int, end: int) -> Cuboid:
    """Return the smallest box around those of a range of ids."""
    box = EMPTY
    for k in range(begin, end):
        box = union(box, cuboid_of(fat, ids[k]))
    return box


class Spread(NamedTuple):
    """The axis along which the middles of some boxes are spread most, and the range of these."""

    axis: int
    lower: float
    upper: float


@kernel
def widest_spread(fat: Boxes, ids: Ints, begin: int, end: int) -> Spread:
    """Return the spread of a range of ids."""
    widest = Spread(0, math.inf, -math.inf)
    for axis in range(3):
        lower, upper = math.inf, -math.inf
        for k in range(begin, end):
            at = middle(fat, ids[k], axis)
            lower, upper = min(lower, at), max(upper, at)
        if axis == 0 or upper - lower > widest.upper - widest.lower:
            widest = Spread(axis, lower, upper)
    return widest


@inlined
def place_of(spread: Spread, at: float) -> int:
    """Return the place of a middle, 0 to PLACES - 1."""
    return min(int((at - spread.lower) * (PLACES / (spread.upper - spread.lower))), PLACES - 1)


@kernel
def cut_range(fat: Boxes, begin: int, end: int, room: BuildRoom) -> int:
    """Arrange a range of more than eight ids so that it can be cut in two well; returns where."""
    spread = widest_spread(fat, room.ids, begin, end)
    if not spread.upper - spread.lower > 1e-300:  # all middles are one point
        return (begin + end) >> 1
    count_places(fat, begin, end, spread, room)
    best = best_place(end - begin, room)
    if best == NONE:
        return select_middle(fat, room.ids, begin, end, spread.axis)
    return part_range(fat, begin, end, spread, best, room.ids)


@kernel
def count_places(fat: Boxes, begin: int, end: int, spread: Spread, room: BuildRoom) -> None:
    """Count the boxes at each place, and enclose them."""
    counts, bounds = room.counts, room.bounds
    for p in range(PLACES):
        counts[p] = 0
        write_bounds(bounds, p, EMPTY)
    for k in range(begin, end):
        i = room.ids[k]
        p = place_of(spread, middle(fat, i, spread.axis))
        counts[p] += 1
        write_bounds(bounds, p, union(cuboid_of(bounds, p), cuboid_of(fat, i)))


@inlined
def write_bounds(bounds: Reals2, p: int, box: Cuboid) -> None:
    """Write row p."""
    bounds[p, 0], bounds[p, 1], bounds[p, 2] = box.lx, box.ly, box.lz
    bounds[p, 3], bounds[p, 4], bounds[p, 5] = box.ux, box.uy, box.uz


@kernel
def best_place(count: int, room: BuildRoom) -> int:
    """Return the last place before the best cut, NONE if every cut leaves too few boxes on one side."""
    counts, bounds = room.counts, room.bounds
    best, least = NONE, math.inf
    left, below = EMPTY, 0
    for p in range(PLACES - 1):
        left = union(left, cuboid_of(bounds, p))
        below += counts[p]
        if LEAST <= below <= count - LEAST:
            right = EMPTY
            for other in range(p + 1, PLACES):
                right = union(right, cuboid_of(bounds, other))
            cost = half_surface(left) * below + half_surface(right) * (count - below)
            if best == NONE or cost < least:
                best, least = p, cost
    return best


@kernel
def part_range(fat: Boxes, begin: int, end: int, spread: Spread, last: int, ids: Ints) -> int:
    """Move the ids of a range up to place `last` in front of the others; returns where these begin."""
    k, last_id = begin, end
    while k < last_id:
        if place_of(spread, middle(fat, ids[k], spread.axis)) <= last:
            k += 1
        else:
            last_id -= 1
            ids[k], ids[last_id] = ids[last_id], ids[k]
    return k


@kernel
def select_middle(fat: Boxes, ids: Ints, begin: int, end: int, axis: int) -> int:
    """Arrange a range of ids so that no box in its first half lies behind one of the second, and return where
    that begins (Hoare, "Algorithm 65: Find", *CACM* 4, 1961).
    """
    target = (begin + end) >> 1
    low, high = begin, end - 1
    while low < high:
        pivot = middle(fat, ids[(low + high) >> 1], axis)
        i, j = low, high
        while i <= j:
            while middle(fat, ids[i], axis) < pivot:
                i += 1
            while middle(fat, ids[j], axis) > pivot:
                j -= 1
            if i <= j:
                ids[i], ids[j] = ids[j], ids[i]
                i += 1
                j -= 1
        if target <= j:
            high = j
        elif target >= i:
            low = i
        else:
            break
    return target
