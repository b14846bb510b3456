"""The octree as an index of a world, the default one."""

from __future__ import annotations

import numpy as np

from ....arrays import Boxes, FilterRows, Ints
from ....compile import INTS, REALS2, array, entry
from ....spatial.quadtree.tree import nodes_by_level
from ....world.shapes import FILTER
from ..storage import TREE_ARRAYS, TreeArrays
from ..tree_index import TreeIndex
from .insertion import place_proxies


@entry(TREE_ARRAYS, REALS2, array(FILTER), INTS)
def place_in_octree(arrays: TreeArrays, fat: Boxes, filters: FilterRows, ids: Ints) -> int:
    """Insert new proxies and move those whose boxes were rewritten; 0 when nodes or buckets run out."""
    return int(place_proxies(arrays, fat, filters, ids))


class OctreeIndex(TreeIndex):
    """A loose octree, one for static and one for mobile proxies (see `broad_phase.BroadPhase3`)."""

    def _place(self, fat: Boxes, filters: FilterRows, ids: Ints) -> bool:
        return bool(place_in_octree(self.arrays, fat, filters, ids))

    def cells(self, part: int) -> Boxes:
        """Return the cells of all nodes of a part, its root's first, level by level, as boxes (n, 6)."""
        cells = self.arrays.cells[nodes_by_level(self.tree.nodes, part, 8)]
        centers, half = np.column_stack([cells["x"], cells["y"], cells["z"]]), cells["half"][:, None]
        boxes: Boxes = np.hstack([centers - half, centers + half])[half[:, 0] > 0.0]
        return boxes
