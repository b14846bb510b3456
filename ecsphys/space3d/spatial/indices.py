"""Indices of boxes in space for games: which boxes overlap, which of them does a box or a ray meet.

They keep the boxes themselves, by numbers that the game chooses. The indices of a world (`broad_phase`) are
the same ones, over arrays of the world.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Never, TypeAlias

import numpy as np
import numpy.typing as npt

from ...arrays import FREE, Boxes, Ints, Reals, grown
from ...compile import records
from ...keywords import present_constructor, refuse_keywords
from ...math2d.check import count as whole_number
from ...math2d.check import number, shown
from ...spatial.pair_keys import pair_keys, split_keys
from ...spatial.walk import MOBILE, STATIC
from ...world.shapes import FILTER
from ..math3d import check
from ..math3d.bounds import Bounds3
from ..math3d.vec3 import Triple, Vec3
from .broad_phase import BroadPhase3
from .brute_force import BruteForceIndex
from .bvh.tree import BoundingVolumeIndex
from .cuboid import Cuboid
from .octree.tree import OctreeIndex
from .rays import find_on_ray
from .slabs import Ray
from .sweep_and_prune import SweepAndPruneIndex
from .walk import ProxyTree

BoundsLike: TypeAlias = "Bounds3 | tuple[Triple, Triple]"
_CORNERS = "a lower and an upper corner, ((x, y, z), (x, y, z))"
_LAST_ID = 2**63 - 1


class BoxIndex:
    """Base of all indices: boxes by their id, any whole number from 0 on. Boxes that touch overlap.

    Boxes may be infinite (of a half space), flat, or a single point. A box inserted with `static=True` forms
    no pair with other static ones, and costs nothing while others move. What changed since the last question
    is taken in at the next one.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        present_constructor(cls)

    def __init__(self, index: BroadPhase3):
        self._index = index
        self._rows: dict[int, int] = {}  # by id
        self._free: list[int] = []
        self._ids: Ints = np.zeros(0, np.int64)  # by row; FREE: none
        self._fat: Boxes = np.zeros((0, 6))
        self._filters: Any = records(0, FILTER)
        self._inserted: set[int] = set()  # rows to be taken in
        self._moved: set[int] = set()
        self._hits: tuple[Ints, Reals] = np.zeros(64, np.int64), np.zeros(64)

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, id: object) -> bool:
        return id in self._rows

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} boxes>"

    @property
    def ids(self) -> list[int]:
        """The ids of all boxes, ascending."""
        return sorted(self._rows)

    @property
    def tree(self) -> ProxyTree:
        """The tree that kernels walk, see `spatial.walk`; its proxies are rows, not ids."""
        self._take_in()
        return self._index.tree

    def bounds(self, id: int) -> Bounds3:
        """The box of an id; `ValueError` if there is none.

        >>> from ecsphys.space3d import Octree
        >>> tree = Octree()
        >>> tree.insert(5, ((0, 0, 0), (1, 2, 3)))
        >>> tree.bounds(5).upper
        Vec3(x=1.0, y=2.0, z=3.0)
        """
        lx, ly, lz, ux, uy, uz = self._fat[self._row(id)].tolist()
        return Bounds3(Vec3(lx, ly, lz), Vec3(ux, uy, uz))

    def insert(self, id: int, bounds: BoundsLike, *, static: bool = False) -> None:
        """Add a box, a `Bounds3` or its lower and upper corner.

        Raises `ValueError` for an id that is there already or is below 0, for NaN, and for a lower corner
        above the upper one, `TypeError` for an id that is no whole number and what is no box.

        >>> from ecsphys.space3d import Box, Octree
        >>> tree = Octree()
        >>> tree.insert(0, Box(20, 1, 20).bounds(), static=True)
        >>> tree.insert(1, ((0, 0, 0), (1, 1, 1)))
        >>> tree.pairs().tolist(), 1 in tree, len(tree)
        ([[0, 1]], True, 2)
        """
        sides = _sides(bounds)
        (row,) = self._new_rows([_checked_id(id)])
        self._fat[row] = sides
        self._filters["mobile"][row] = not static
        self._inserted.add(row)

    def move(self, id: int, bounds: BoundsLike) -> None:
        """Replace the box of an id; `ValueError` as by `insert`, and for an id that is not there.

        >>> from ecsphys.space3d import Octree
        >>> tree = Octree()
        >>> tree.insert(1, ((0, 0, 0), (1, 1, 1)))
        >>> tree.move(1, ((8, 0, 0), (9, 1, 1)))
        >>> tree.overlap(((0, 0, 0), (2, 2, 2)))
        []
        """
        row, sides = self._row(id), _sides(bounds)
        self._fat[row] = sides
        self._moved.add(row)

    def remove(self, id: int) -> None:
        """Remove the box of an id; `ValueError` if there is none.

        >>> from ecsphys.space3d import Octree
        >>> tree = Octree()
        >>> tree.insert(1, ((0, 0, 0), (1, 1, 1)))
        >>> tree.remove(1)
        >>> len(tree)
        0
        """
        self.remove_many([id])

    def insert_many(self, ids: Iterable[int], boxes: npt.ArrayLike, *, static: bool = False) -> None:
        """Add boxes, an array (n, 6) of lower x, y, z and upper x, y, z, by as many ids; errors as `insert`.

        If one is refused, none is added.

        >>> import numpy as np
        >>> from ecsphys.space3d import Octree
        >>> corners = np.arange(12.0).reshape(4, 3)  # four cubes, each touching the next one at a corner
        >>> tree = Octree()
        >>> tree.insert_many(range(4), np.hstack([corners, corners + 3]))
        >>> tree.pairs().tolist()
        [[0, 1], [1, 2], [2, 3]]
        """
        chosen = [_checked_id(id) for id in _listed(ids)]
        sides = _checked_boxes(boxes, len(chosen))
        rows = self._new_rows(chosen)
        self._fat[rows] = sides
        self._filters["mobile"][rows] = not static
        self._inserted.update(rows)

    def move_many(self, ids: Iterable[int], boxes: npt.ArrayLike) -> None:
        """Replace boxes by an array (n, 6), of as many ids, each once; errors as of `move`.

        >>> import numpy as np
        >>> from ecsphys.space3d import Octree
        >>> boxes = np.array([(0, 0, 0, 1, 1, 1), (5, 0, 0, 6, 1, 1)])
        >>> tree = Octree()
        >>> tree.insert_many([1, 2], boxes)
        >>> tree.move_many([1, 2], boxes + 10)
        >>> tree.bounds(2).lower
        Vec3(x=15.0, y=10.0, z=10.0)
        """
        rows = self._distinct_rows(ids)
        self._fat[rows] = _checked_boxes(boxes, len(rows))
        self._moved.update(rows)

    def remove_many(self, ids: Iterable[int]) -> None:
        """Remove boxes, each once; `ValueError` for an id that is not there, and then none is removed.

        >>> from ecsphys.space3d import Octree
        >>> tree = Octree()
        >>> tree.insert_many(range(100), [(x, 0, 0, x + 1, 1, 1) for x in range(100)])
        >>> tree.remove_many(range(3, 100))
        >>> tree.ids
        [0, 1, 2]
        """
        rows = self._distinct_rows(ids)
        if not self._inserted.isdisjoint(rows):
            self._take_in()
        self._moved.difference_update(rows)
        self._index.remove(np.array(sorted(rows), np.int64))
        for id in self._ids[rows].tolist():
            del self._rows[id]
        self._ids[rows] = FREE
        self._free += rows

    def pairs(self) -> npt.NDArray[np.int64]:
        """Return all pairs of overlapping boxes (n, 2): the smaller id first, in ascending order.

        >>> from ecsphys.space3d import Octree
        >>> tree = Octree()
        >>> tree.insert_many([4, 2, 9], [(0, 0, 0, 2, 2, 2), (1, 1, 1, 3, 3, 3), (7, 7, 7, 8, 8, 8)])
        >>> tree.pairs().tolist()
        [[2, 4]]
        """
        return self._pairs_of_rows(np.flatnonzero(self._ids != FREE))

    def pairs_of(self, ids: Iterable[int]) -> npt.NDArray[np.int64]:
        """Return the pairs (n, 2) in which one of some boxes is, each once, as `pairs` does.

        >>> from ecsphys.space3d import Octree
        >>> tree = Octree()
        >>> tree.insert_many(range(4), [(x, 0, 0, x + 1, 1, 1) for x in range(4)])
        >>> tree.pairs_of([0]).tolist(), tree.pairs_of([1, 2]).tolist()
        ([[0, 1]], [[0, 1], [1, 2], [2, 3]])
        """
        return self._pairs_of_rows(np.array(sorted(self._distinct_rows(ids)), np.int64))

    def overlap(self, bounds: BoundsLike) -> list[int]:
        """Return the ids of all boxes that overlap a box, ascending; errors as of `insert`.

        >>> from ecsphys.space3d import Octree
        >>> tree = Octree()
        >>> tree.insert_many([1, 2], [(0, 0, 0, 1, 1, 1), (5, 5, 5, 6, 6, 6)])
        >>> tree.overlap(((0, 0, 0), (5, 5, 5))), tree.overlap(((2, 2, 2), (3, 3, 3)))
        ([1, 2], [])
        """
        box = Cuboid(*_sides(bounds))
        self._take_in()
        found: list[int] = np.sort(self._ids[self._index.query(box)]).tolist()
        return found

    def raycast(self, start: Triple, end: Triple) -> list[int]:
        """Return the ids of all boxes on the way from `start` to `end`, in the order in which it enters them.

        Those that it enters at the same point (or starts in) come by id. Raises `ValueError` for NaN and
        infinity.

        >>> from ecsphys.space3d import Octree
        >>> tree = Octree()
        >>> tree.insert_many([1, 2, 3], [(x, 0, 0, x + 1, 1, 1) for x in (8, 2, 5)])
        >>> tree.raycast((0, 0.5, 0.5), (7, 0.5, 0.5))
        [2, 3]
        """
        (x, y, z), (end_x, end_y, end_z) = check.point(start, "start"), check.point(end, "end")
        ray = Ray(x, y, z, end_x - x, end_y - y, end_z - z, 1.0, 0.0, 0.0, 0.0)
        self._take_in()
        count = find_on_ray(self._index.tree, ray, *self._hits)
        if count > len(self._hits[0]):
            self._hits = np.zeros(2 * count, np.int64), np.zeros(2 * count)
            count = find_on_ray(self._index.tree, ray, *self._hits)
        found, fractions = self._ids[self._hits[0][:count]], self._hits[1][:count]
        order: list[int] = found[np.lexsort((found, fractions))].tolist()
        return order

    def cells(self) -> Boxes:
        """Return the boxes (n, 6) into which the index divides space, to be drawn; none without hierarchy.

        >>> from ecsphys.space3d import Octree, SweepAndPrune
        >>> tree = Octree(threshold=1)
        >>> tree.insert_many(range(2), [(0, 0, 0, 1, 1, 1), (9, 9, 9, 10, 10, 10)])
        >>> tree.cells().shape, SweepAndPrune().cells().shape  # the root and its eight parts
        ((9, 6), (0, 6))
        """
        self._take_in()
        parts = [self._index.cells(part) for part in (STATIC, MOBILE)]
        return np.concatenate(parts)

    @property
    def compared(self) -> int:
        """How many pairs of boxes the last call of `pairs` or `pairs_of` compared.

        >>> from ecsphys.space3d import BruteForce, Octree
        >>> boxes = [(x, 0, 0, x + 0.5, 1, 1) for x in range(100)]
        >>> every, tree = BruteForce(), Octree()
        >>> every.insert_many(range(100), boxes)
        >>> tree.insert_many(range(100), boxes)
        >>> len(every.pairs()), len(tree.pairs()), tree.compared < every.compared / 10
        (0, 0, True)
        """
        return self._index.compared.boxes

    # -- rows ----------------------------------------------------------------------------------------

    def _pairs_of_rows(self, rows: Ints) -> npt.NDArray[np.int64]:
        self._take_in()
        a, b = split_keys(self._index.pairs(self._fat, self._filters, rows))
        used = np.sort(self._ids[self._ids != FREE])
        ranks = np.searchsorted(used, self._ids)  # keys have room for rows, but not for every id
        keys = np.sort(pair_keys(ranks[a], ranks[b]))
        return np.column_stack([used[rank] for rank in split_keys(keys)])

    def _row(self, id: int) -> int:
        row = self._rows.get(id)
        if row is None:
            raise ValueError(f"id must be one of the index, got {shown(id)}")
        return row

    def _distinct_rows(self, ids: Iterable[int]) -> list[int]:
        rows = [self._row(id) for id in _listed(ids)]
        if len(set(rows)) < len(rows):
            raise ValueError("ids must be different ones, got one of them twice")
        return rows

    def _new_rows(self, ids: list[int]) -> list[int]:
        """Return a row for each of some new ids."""
        twice = next((id for id in ids if id in self._rows), None)
        if twice is not None or len(set(ids)) < len(ids):
            which = "one of them twice" if twice is None else f"{twice}, which is in the index"
            raise ValueError(f"each id must be new, got {which}")
        while len(self._free) < len(ids):
            self._grow(max(64, 2 * len(self._ids)))
        rows = [self._free.pop() for _ in ids]
        self._rows.update(zip(ids, rows, strict=True))
        self._ids[rows] = ids
        return rows

    def _grow(self, capacity: int) -> None:
        old = len(self._ids)
        self._free += range(capacity - 1, old - 1, -1)
        self._ids, self._fat = grown(self._ids, capacity), grown(self._fat, capacity)
        self._filters = grown(self._filters, capacity)
        self._ids[old:] = FREE
        self._filters["body"][old:] = range(old, capacity)
        self._filters["layer"] = 1
        self._filters["mask"] = self._filters["combined_mask"] = -1

    def _take_in(self) -> None:
        """Hand what changed to the index."""
        if self._inserted:
            self._moved -= self._inserted
            self._index.insert(self._fat, self._filters, np.array(sorted(self._inserted), np.int64))
            self._inserted.clear()
        if self._moved:
            self._index.move(self._fat, np.array(sorted(self._moved), np.int64))
            self._moved.clear()


class BruteForce(BoxIndex):
    """An index without any order, which compares every box: the fastest for some dozens.

    >>> from ecsphys.space3d import BruteForce
    >>> index = BruteForce()
    >>> index.insert(7, ((0, 0, 0), (2, 2, 2)))
    >>> index.insert(3, ((1, 1, 1), (3, 3, 3)))
    >>> index.pairs().tolist(), index.raycast((5, 1.5, 1.5), (-5, 1.5, 1.5))
    ([[3, 7]], [3, 7])
    """

    def __init__(self) -> None:
        super().__init__(BruteForceIndex())


class Octree(BoxIndex):
    """A loose octree: cubes cut into eight where more than `threshold` boxes are.

    A box is in one cell only, the one whose size fits its own, and may reach out of it. `threshold` is a
    whole number from 1 on (`ValueError`, `TypeError`).

    >>> from ecsphys.space3d import Octree
    >>> tree = Octree(threshold=1)
    >>> tree.insert_many([1, 2, 3], [(0, 0, 0, 1, 1, 1), (8, 8, 8, 9, 9, 9), (8, 0, 8, 9, 1, 9)])
    >>> tree.overlap(((0, 0, 0), (9, 1, 9))), len(tree.cells())
    ([1, 3], 9)
    """

    def __init__(self, *, threshold: int = 8, **unknown: Never):
        if unknown:
            refuse_keywords(self, unknown)
        self.threshold: int = whole_number(threshold, "threshold")
        super().__init__(OctreeIndex(threshold=self.threshold))


class BoundingVolumeTree(BoxIndex):
    """A tree of boxes around boxes, eight in each, arranged so that their surfaces are small.

    What is inserted goes where surfaces grow least (SAH); the tree is built anew when they have grown by
    half. For boxes of very different sizes, and for rays.

    >>> from ecsphys.space3d import BoundingVolumeTree
    >>> tree = BoundingVolumeTree()
    >>> tree.insert_many(range(100), [(x, 0, 0, x + 0.5, 1000, 1) for x in range(100)])
    >>> tree.raycast((3.75, 5, 0.5), (7.25, 5, 0.5))
    [4, 5, 6, 7]
    """

    def __init__(self) -> None:
        super().__init__(BoundingVolumeIndex())


class SweepAndPrune(BoxIndex):
    """Boxes in their order along one axis, the one along which they are spread most.

    For worlds that are long along one axis, in which boxes move little between two questions. `overlap` and
    `raycast` look at all boxes.

    >>> from ecsphys.space3d import SweepAndPrune
    >>> index = SweepAndPrune()
    >>> index.insert_many(range(3), [(0, 0, 0, 1, 1, 1), (5, 0, 0, 6, 1, 1), (0.5, 0, 0, 5, 1, 1)])
    >>> index.pairs().tolist()
    [[0, 2], [1, 2]]
    """

    def __init__(self) -> None:
        super().__init__(SweepAndPruneIndex())


def _listed(ids: Any) -> list[Any]:
    """Return several ids."""
    if isinstance(ids, str) or not isinstance(ids, Iterable):
        raise TypeError(f"ids must be several whole numbers, got {shown(ids)}")
    return list(ids)


def _checked_id(id: Any) -> int:
    if isinstance(id, (bool, np.bool_)) or not isinstance(id, (int, np.integer)):
        raise TypeError(f"id must be a whole number, got {shown(id)}")
    if not 0 <= id <= _LAST_ID:
        raise ValueError(f"id must be from 0 to 2**63 - 1, got {shown(id)}")
    return int(id)


def _sides(bounds: Any) -> tuple[float, ...]:
    """Return the six sides of a box."""
    try:
        (lx, ly, lz), (ux, uy, uz) = bounds
    except (TypeError, ValueError):
        raise TypeError(f"bounds must be {_CORNERS}, got {shown(bounds)}") from None
    sides = tuple(number(side, "bounds") for side in (lx, ly, lz, ux, uy, uz))
    if not all(low <= high for low, high in zip(sides[:3], sides[3:], strict=True)):
        wanted = "without NaN" if any(map(math.isnan, sides)) else "with no lower side above the upper one"
        raise ValueError(f"bounds must be {_CORNERS}, {wanted}, got {shown(bounds)}")
    return sides


def _checked_boxes(boxes: npt.ArrayLike, count: int) -> Boxes:
    """Return boxes as an array (count, 6)."""
    try:
        sides = np.array(boxes, np.float64)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"boxes must be an array of numbers, got {shown(boxes)}") from None
    if sides.shape != (count, 6) and not (count == 0 and sides.size == 0):
        raise ValueError(f"boxes must have the shape ({count}, 6), a row an id, got {sides.shape}")
    sides = sides.reshape(count, 6)
    bad = np.flatnonzero(~(sides[:, :3] <= sides[:, 3:]).all(1))
    if len(bad):
        got = sides[bad[0]].tolist()
        raise ValueError(f"boxes must have no NaN and no lower side above the upper one, got {got}")
    return sides
