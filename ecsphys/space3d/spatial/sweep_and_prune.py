"""Sweep and prune: proxies sorted along an axis (Baraff, *Dynamic Simulation*, 1992), eight compared at once.

From step to step the order hardly changes, so insertion sort restores it in nearly linear time. A moved proxy
is compared with those whose ranges along the axis may reach its own. Fast for worlds that are long along one
axis; slow where many boxes share their ranges, or where one box is much longer than the others of its part.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...arrays import Boxes, FilterRows, Ints, Reals
from ...compile import INT, INTS, REALS2, array, entry, group, kernel
from ...spatial.filters import NOTHING_COMPARED, Compared, may_collide
from ...spatial.flat_index import Found
from ...spatial.pair_keys import pair_key
from ...spatial.walk import BUCKET_SIZE, MOBILE, STATIC
from ...world.shapes import FILTER
from .cuboid import cuboid_of
from .flat_index import FlatIndex
from .shared import member_at
from .walk import PROXY_TREE, ProxyTree, boxes_in, lowest_bit


class SweepOrder(NamedTuple):
    """The order of proxies in the slots of a flat tree; by part, its slots and its longest box."""

    slots: Ints  # by id
    has_moved: Ints  # by id
    begins: Ints
    ends: Ints
    longest: Reals  # along the axis
    idle: Ints  # how many proxies have not moved


SWEEP_ORDER = group(SweepOrder, INTS, INTS, INTS, INTS, array(np.float64), INTS)


@entry(REALS2, INTS, INT)
def sort_by_lower(fat: Boxes, order: Ints, axis: int) -> None:
    """Sort proxies by their lower side along an axis with insertion sort, fast when little has changed."""
    for k in range(1, len(order)):
        i = order[k]
        lower = fat[i, axis]
        while k > 0 and fat[order[k - 1], axis] > lower:
            order[k] = order[k - 1]
            k -= 1
        order[k] = i


@entry(PROXY_TREE, REALS2, INTS, SWEEP_ORDER, INT, INT)
def fill_slots(tree: ProxyTree, fat: Boxes, ids: Ints, order: SweepOrder, part: int, axis: int) -> None:
    """Write the proxies of a part and their boxes to its slots, in a given order."""
    longest, slot = 0.0, order.begins[part]
    for i in ids:
        tree.members[slot] = i
        order.slots[i] = slot
        for side in range(6):
            tree.boxes[slot >> 3, BUCKET_SIZE * side + (slot & 7)] = fat[i, side]
        longest = max(longest, fat[i, 3 + axis] - fat[i, axis])
        slot += 1
    order.longest[part] = longest


@kernel
def first_within_reach(tree: ProxyTree, order: SweepOrder, part: int, lower: float, axis: int) -> int:
    """Return the first slot of a part whose box may reach a coordinate."""
    low, high = order.begins[part], order.ends[part]
    longest = order.longest[part]
    target = lower - longest - 1e-15 * (abs(lower) + longest)  # lengths and this difference are rounded
    while low < high:
        middle = (low + high) >> 1
        if tree.boxes[middle >> 3, BUCKET_SIZE * axis + (middle & 7)] < target:
            low = middle + 1
        else:
            high = middle
    return int(low)


@kernel
def scan_slots(
    tree: ProxyTree,
    fat: Boxes,
    filters: FilterRows,
    order: SweepOrder,
    i: int,
    part: int,
    axis: int,
    keys: Ints,
    so_far: Found,
) -> Found:
    """Append the pairs of proxy i with those of a part.

    Of two moved mobile ones the first in the order finds the pair, of a moved static and a moved mobile one
    the mobile one. Pairs for which `keys` has no room are only counted.
    """
    found, boxes = so_far
    box, upper, own = cuboid_of(fat, i), fat[i, 3 + axis], order.slots[i]
    is_mobile = own >= order.begins[MOBILE]
    slot, end = order.begins[part], order.ends[part]
    if part == MOBILE and is_mobile and order.idle[MOBILE] == 0:
        slot = own
    else:
        slot = first_within_reach(tree, order, part, fat[i, axis], axis)
    while slot < end and tree.boxes[slot >> 3, BUCKET_SIZE * axis + (slot & 7)] <= upper:
        bits = boxes_in(tree.boxes, slot >> 3, box) & (255 << (slot & 7))
        boxes += BUCKET_SIZE
        while bits != 0:
            hit = (slot & ~7) + lowest_bit(bits)
            bits &= bits - 1
            j = member_at(tree, hit)
            is_left = part == MOBILE and order.has_moved[j] != 0 and (hit <= own or not is_mobile)
            if hit != own and not is_left and may_collide(filters, i, j):
                if found < len(keys):
                    keys[found] = pair_key(i, j)
                found += 1
        slot = (slot & ~7) + BUCKET_SIZE
    return Found(found, boxes)


@entry(PROXY_TREE, REALS2, array(FILTER), SWEEP_ORDER, INTS, INT, INTS)
def sweep_along(
    tree: ProxyTree, fat: Boxes, filters: FilterRows, order: SweepOrder, moved: Ints, axis: int, keys: Ints
) -> Found:
    """Write the keys of all pairs of a moved proxy; returns how many there are."""
    found = Found(0, 0)
    for i in moved:
        if order.slots[i] >= order.begins[MOBILE]:
            found = scan_slots(tree, fat, filters, order, i, STATIC, axis, keys, found)
        found = scan_slots(tree, fat, filters, order, i, MOBILE, axis, keys, found)
    return found


class SweepAndPruneIndex(FlatIndex):
    """An index of a world (see `broad_phase.BroadPhase3`) whose members are sorted along one axis.

    The axis is the one along which boxes are spread most, chosen whenever their number has doubled.
    """

    _order: SweepOrder

    def __init__(self, capacity: int = 64):
        self._axis = 0
        self._next_choice = 1
        super().__init__(capacity)

    def insert(self, fat: Boxes, filters: FilterRows, ids: Ints) -> None:
        """Add proxies."""
        super().insert(fat, filters, ids)
        everyone = np.concatenate(self._members)
        if len(everyone) >= self._next_choice:
            self._next_choice = 2 * len(everyone)
            self._axis = _widest_axis(self._fat[everyone])
        for part in (STATIC, MOBILE):
            members = self._members[part]
            self._members[part] = members[np.argsort(self._fat[members, self._axis], kind="stable")]
            self._fill(part)

    def remove(self, ids: Ints) -> None:
        """Remove proxies."""
        super().remove(ids)
        for part in (STATIC, MOBILE):
            self._fill(part)

    def move(self, fat: Boxes, ids: Ints) -> None:
        """Take over rewritten boxes, and restore the order."""
        self._fat[ids] = fat[ids]
        for part, _ in self._by_part(ids):
            sort_by_lower(self._fat, self._members[part], self._axis)
            self._fill(part)

    def pairs(self, fat: Boxes, filters: FilterRows, moved: Ints) -> Ints:
        """Return the keys of all pairs of moved proxies, ascending; valid until the next call."""
        self.compared = NOTHING_COMPARED
        if len(moved) == 0:
            return moved
        order = self._order
        order.has_moved[moved] = 1
        for part in (STATIC, MOBILE):
            order.idle[part] = len(self._members[part]) - np.count_nonzero(self._parts[moved] == part)
        arguments = self.tree, self._fat, filters, order, moved, self._axis
        count, boxes = sweep_along(*arguments, self._keys)
        if count > len(self._keys):
            self._keys = np.zeros(2 * count, np.int64)
            sweep_along(*arguments, self._keys)
        order.has_moved[moved] = 0
        self.compared: Compared = Compared(0, boxes)
        keys = self._keys[:count]
        keys.sort()
        return keys

    def _make_tree(self) -> None:
        super()._make_tree()
        self._order = self._make_order()

    def _make_order(self) -> SweepOrder:
        first_mobile = -(-len(self._members[STATIC]) // BUCKET_SIZE) * BUCKET_SIZE
        begins = np.array([0, first_mobile])
        ends = begins + [len(members) for members in self._members]
        has_moved = np.zeros(len(self._slots), np.int64)
        return SweepOrder(self._slots, has_moved, begins, ends, np.zeros(2), np.zeros(2, np.int64))

    def _fill(self, part: int) -> None:
        fill_slots(self.tree, self._fat, self._members[part], self._order, part, self._axis)


def _widest_axis(boxes: Boxes) -> int:
    """Return the axis along which the middles of most boxes are spread most; strays do not count."""
    finite = boxes[np.isfinite(boxes).all(1)]
    if len(finite) == 0:
        return 0
    middles = 0.5 * finite[:, :3] + 0.5 * finite[:, 3:]
    low, high = np.percentile(middles, (10, 90), axis=0)
    return int(np.argmax(high - low))
