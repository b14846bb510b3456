"""The bounding volume tree as an index of a world."""

from __future__ import annotations

import numpy as np

from ....arrays import Boxes, FilterRows, Ints
from ....compile import INT, INTS, REALS2, array, entry
from ....spatial.walk import MOBILE, NONE, STATIC
from ....world.shapes import FILTER
from ..storage import TREE_ARRAYS, TreeArrays, with_buckets, with_links, with_nodes
from ..tree_index import TreeIndex
from .build import BUILD_ROOM, BuildRoom, build_part, new_room, room_needed
from .insertion import BUILD, NO_ROOM, place_proxies

_MANY = 64  # proxies that are inserted at once, and as many as were there: the part is built anew


@entry(TREE_ARRAYS, REALS2, array(FILTER), INTS)
def place_in_bvh(arrays: TreeArrays, fat: Boxes, filters: FilterRows, ids: Ints) -> int:
    """Insert new proxies and move those whose boxes were rewritten; see `insertion.place_proxies`."""
    return place_proxies(arrays, fat, filters, ids)


@entry(TREE_ARRAYS, REALS2, INT, BUILD_ROOM)
def build_bvh(arrays: TreeArrays, fat: Boxes, part: int, room: BuildRoom) -> None:
    """Build a part of the tree anew."""
    build_part(arrays, fat, part, room)


class BoundingVolumeIndex(TreeIndex):
    """A bounding volume tree, one for static and one for mobile proxies (see `broad_phase.BroadPhase3`)."""

    def __init__(self, capacity: int = 64):
        super().__init__(capacity)
        self._room = new_room(0)

    def insert(self, fat: Boxes, filters: FilterRows, ids: Ints) -> None:
        """Add proxies; many at once, and it is built anew."""
        if len(self.arrays.links) < len(fat):
            self.arrays = with_links(self.arrays, len(fat))
        parts = np.where(filters["mobile"][ids] != 0, MOBILE, STATIC)
        for part in (STATIC, MOBILE):
            added, row = ids[parts == part], self.arrays.parts[part]
            if len(added) < max(_MANY, row["proxies"]):
                super().insert(fat, filters, added)
                continue
            links = self.arrays.links
            links["part"][added] = links["node"][added] = part
            row["proxies"] += len(added)
            self._build(fat, part)

    def _place(self, fat: Boxes, filters: FilterRows, ids: Ints) -> bool:
        result = int(place_in_bvh(self.arrays, fat, filters, ids))
        if result == NO_ROOM:
            return False
        for part in (STATIC, MOBILE):
            if result & BUILD << part:
                self._build(fat, part)
        return True

    def _build(self, fat: Boxes, part: int) -> None:
        """Build a part anew."""
        pool, count = self.arrays.pool[0], int(self.arrays.parts["proxies"][part])
        needed = room_needed(count)
        if pool["free_blocks"] < needed:
            self.arrays = with_nodes(self.arrays, len(self.tree.nodes) + 8 * needed)
        if pool["free_buckets"] < needed:
            self.arrays = with_buckets(self.arrays, len(self.tree.chain) + needed)
        if len(self._room.ids) < count:
            self._room = new_room(2 * count)
        build_bvh(self.arrays, fat, part, self._room)

    def cells(self, part: int) -> Boxes:
        """Return the bounds of all nodes of a part, its root's first, level by level, as boxes (n, 6)."""
        child = self.tree.nodes["child"]
        level = child[part : part + 1]
        levels = [level := level[level != NONE]]
        while len(level):
            below = child[level]
            levels.append(level := (below[below != NONE][:, None] + np.arange(8)).ravel())
        nodes = np.concatenate(levels)
        boxes: Boxes = self.tree.bounds.reshape(-1, 6, 8)[nodes >> 3, :, nodes & 7]
        return boxes[boxes[:, 0] <= boxes[:, 3]]
