"""The rows of shapes: form and surface, filters, points and boxes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any, ClassVar

import numpy as np

from ..arrays import FREE, Array, grown, words_of
from ..compile import records
from .grouped import Grouped
from .store import Store

# One row a shape of a collider; the row number is the proxy id of the broad phase. The fields that a step
# reads of most shapes come first. A coarse volume is no shape and has no row: the order of rows is that of
# pairs, on which every bit depends.
SHAPE = np.dtype(
    [
        ("body", "i4"),  # row in BODY, FREE when unused
        ("next_shape", "i4"),
        ("first", "i4"),  # rows of the point pools
        ("count", "i4"),
        ("index", "i4"),  # in the shapes of its collider
        ("coarse", "i4"),  # row of the point pools where its collider's coarse volume begins; ORIGIN: none
        ("form", "i1"),  # core form: POINT … CHAIN of math2d.core
        ("centered", "i1"),  # 1: a circle around its body's origin, which turning does not change
        # 1: its fat box was rewritten since the last update of the broad phase; 2: it has no box
        ("enlarged", "i1"),
        ("upright", "i1"),  # 1: an AABB, does not turn with its body
        ("radius", "f8"),
        ("friction", "f8"),
        ("restitution", "f8"),
        ("surface_speed", "f8"),
        ("one_way_x", "f8"),  # the side from which it is solid, in the body's frame; (0, 0): from all
        ("one_way_y", "f8"),
    ],
    align=True,
)

# Filters of a shape, apart from SHAPE because pair finding reads nothing else. `mobile`: 0 for static bodies,
# 1 for all others.
FILTER = np.dtype(
    [
        ("body", "i4"),
        ("trigger", "i1"),
        ("mobile", "i1"),
        ("dynamic", "i1"),
        ("projectile", "i1"),  # 1: touches nothing, its hits are found by casting
        ("layer", "i8"),
        ("mask", "i8"),  # layers that it pushes
        ("combined_mask", "i8"),  # mask | detect_mask: layers that it meets at all
        ("group", "i8"),
    ]
)

ORIGIN = 0  # row of the pools of points

# Columns of the row of `local` with which a coarse volume begins; its points are in the rows behind it.
VOLUME_FORM, VOLUME_COUNT, VOLUME_RADIUS, VOLUME_UPRIGHT = range(4)


class ShapeStore(Grouped, Store):
    """The rows of shapes and of their filters and boxes, in the plane or in space.

    A subclass names the record of its shapes and how many numbers a box has.
    """

    count: int
    shape: ClassVar[np.dtype[Any]]
    sides: ClassVar[int]
    width: ClassVar[int]  # whole numbers of four bytes a row
    _next_shape: ClassVar[int]  # which of them
    groups: ClassVar[tuple[str, ...]] = ("group", "world_rows")
    world_rows: Any = None  # see `contacts.table`

    def __init_subclass__(cls) -> None:
        cls.width = cls.shape.itemsize // 4
        cls._next_shape = (cls.shape.names or ()).index("next_shape")

    def __init__(self, capacity: int):
        self.rows: Array = records(0, self.shape)
        self.ints: memoryview[int]
        self.filters: Array = records(0, FILTER)
        self.fat: Array = np.zeros((0, self.sides))
        self.tight: Array = np.zeros((0, self.sides))
        self.shape_objects: list[Any] = []  # by row, the Shape or Shape3 that it is a core of
        self.contacts_a_pair: int = 1  # the most rows of CONTACT that two proxies have
        super().__init__(capacity)

    def _grow(self, capacity: int) -> None:
        super()._grow(capacity)
        self.rows = grown(self.rows, capacity)
        self.filters = grown(self.filters, capacity)
        self.fat = grown(self.fat, capacity)
        self.tight = grown(self.tight, capacity)
        self.shape_objects += [None] * (capacity - len(self.shape_objects))
        self.ints = words_of(self.rows)[0].cast("i")  # of four bytes, like the first fields of a row

    def proxies_among(self, rows: Array) -> Array:
        """Return those rows of shapes that are proxies of the broad phase."""
        return rows

    def release(self, rows: Array) -> None:
        """Give rows back."""
        self.rows["body"][rows] = self.filters["body"][rows] = FREE
        gone = rows.tolist()
        for row in gone:
            self.shape_objects[row] = None
        self._give_back(*gone)

    def next_shape_of(self, row: int) -> int:
        """Return the next shape of the same body, -1 after the last."""
        return self.ints[row * self.width + self._next_shape]


class Shapes(ShapeStore):
    """One row a shape; its number is the proxy id of the broad phase.

    `local` holds the shapes' points in their body's frame, `turned` the same points turned by the body's
    angle. Blocks of equal length are reused. The first row of both is the origin, which all circles around
    their body's origin share.
    """

    shape: ClassVar[np.dtype[Any]] = SHAPE
    sides = 4

    def __init__(self, capacity: int = 64):
        self.local: Array = np.zeros((4 * capacity, 4))
        self.turned: Array = np.zeros((4 * capacity, 4))
        self._points = 1
        self.max_points: int = 1  # largest number of points of a shape
        self._free_blocks: dict[int, list[int]] = {}
        super().__init__(capacity)

    def reserve_points(self, counts: list[int]) -> list[int]:
        """Reserve rows of the pools for the points of shapes.

        Returns the first row of each, that of the origin for a count of 0.
        """
        places = {count: self._blocks(count, counts.count(count)) for count in sorted(set(counts) - {0})}
        places[0] = repeat(ORIGIN)
        if self._points > len(self.local):
            capacity = max(2 * len(self.local), self._points)
            self.local = grown(self.local, capacity)
            self.turned = grown(self.turned, capacity)
        return [next(places[count]) for count in counts]

    def make_room(self) -> None:
        """Make room for the rows and points in use, after their numbers were set."""
        if self.count > self.capacity:
            self._grow(self.count)
        if self._points > len(self.local):
            self.local = grown(self.local, self._points)
            self.turned = grown(self.turned, self._points)

    def _blocks(self, count: int, wanted: int) -> Iterator[int]:
        """Return the first rows of `wanted` blocks of `count` points."""
        free = self._free_blocks.setdefault(count, [])
        again = max(0, len(free) - wanted)
        taken = free[again:]
        del free[again:]
        new = range(self._points, self._points + count * (wanted - len(taken)), count)
        self._points = new.stop
        self.max_points = max(self.max_points, count)
        return chain(taken, new)

    def reserve_scratch_points(self, count: int) -> int:
        """Return the first of `count` unused rows of `turned`: scratch space for the points of a query."""
        if self._points + count > len(self.turned):
            self.local = grown(self.local, 2 * (self._points + count))
            self.turned = grown(self.turned, 2 * (self._points + count))
        return self._points

    def release(self, rows: Array) -> None:
        """Give rows and their points back."""
        counts, firsts = self.rows["count"][rows].tolist(), self.rows["first"][rows].tolist()
        for count, first in zip(counts, firsts, strict=True):
            if first != ORIGIN:
                self._free_blocks.setdefault(count, []).append(first)
        super().release(rows)

    def release_volumes(self, firsts: list[int]) -> None:
        """Give the points of coarse volumes back."""
        for first in firsts:
            self._free_blocks.setdefault(1 + int(self.local[first, VOLUME_COUNT]), []).append(first)

    def snapshot(self) -> tuple[Array, Array, Array, list[Any]]:
        """Return copies of all arrays that are not derived from poses."""
        used = slice(self.count)
        points = self.local[: self._points].copy()
        return self.rows[used].copy(), self.filters[used].copy(), points, self.shape_objects[used]

    def restore(self, rows: Array, filters: Array, points: Array, made: list[Any]) -> None:
        """Take over a snapshot, for which there is room; boxes and turned points are out of date then."""
        self._use_first(len(rows))
        self._points = len(points)
        self.rows[: self.count] = rows
        self.rows["enlarged"] = 2
        self.filters[: self.count] = filters
        self.local, self.turned = points, np.zeros_like(points)
        self.shape_objects[: self.count] = made
