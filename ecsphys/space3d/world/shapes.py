"""The rows of shapes in space: forms and surfaces, filters, boxes, and the solids that they share."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import FREE, Array, grown, words_of
from ...compile import records
from ...world.shapes import FILTER
from ...world.store import Store
from ..collide.core import SolidRows
from ..collide.solid_rows import NO_ROWS, join_rows
from .records import SHAPE3

SHAPE_WIDTH3 = SHAPE3.itemsize // 4  # whole numbers of four bytes a row
_NEXT_SHAPE = (SHAPE3.names or ()).index("next_shape")
_NO_SPAN = 0


class Shapes3(Store):
    """One row a solid of a collider; its number is the proxy id of the broad phase.

    Hulls and meshes that are equal share their rows of `solids`, which leave when no shape is one of them.
    """

    count: int

    def __init__(self, capacity: int = 64):
        self.rows: Array = records(0, SHAPE3)
        self.ints: memoryview[int]
        self.filters: Array = records(0, FILTER)
        self.fat: Array = np.zeros((0, 6))
        self.tight: Array = np.zeros((0, 6))
        self.shape_objects: list[Any] = []  # by row, the Shape3 that it is a core of
        self.solids: SolidRows = NO_ROWS
        self._span_of: dict[Any, int] = {}  # by Shape3
        super().__init__(capacity)

    def _grow(self, capacity: int) -> None:
        super()._grow(capacity)
        self.rows = grown(self.rows, capacity)
        self.filters = grown(self.filters, capacity)
        self.fat = grown(self.fat, capacity)
        self.tight = grown(self.tight, capacity)
        self.shape_objects += [None] * (capacity - len(self.shape_objects))
        self.ints = words_of(self.rows)[0].cast("i")  # of four bytes, like the first fields of a row

    def spans_of(self, shapes: list[Any]) -> list[int]:
        """Return the first row of `solids.spans` of each shape, 0 for one without; adds what is new."""
        packed = [shape for shape in dict.fromkeys(shapes) if len(shape.packed.spans)]
        new = [shape for shape in packed if shape not in self._span_of]
        if new:
            kept = self._used()
            if 2 * len(kept) < len(self._span_of):
                self._span_of, self.solids = {}, NO_ROWS
                new = list(dict.fromkeys([*kept, *new]))
            self._append(new)
            if kept and new[0] is kept[0]:
                self._renumber()
        return [self._span_of.get(shape, _NO_SPAN) for shape in shapes]

    def _used(self) -> list[Any]:
        """Return the shapes with rows of `solids` that some row is a core of, in order of rows."""
        used = dict.fromkeys(shape for shape in self.shape_objects[: self.count] if shape is not None)
        return [shape for shape in used if shape in self._span_of]

    def _append(self, shapes: list[Any]) -> None:
        at = len(self.solids.spans)
        for shape in shapes:
            self._span_of[shape] = at
            at += len(shape.packed.spans)
        self.solids = join_rows([self.solids, *(shape.packed for shape in shapes)])

    def _renumber(self) -> None:
        """Write the spans of all rows in use again, after rows of `solids` have moved."""
        for row in range(self.count):
            span = self._span_of.get(self.shape_objects[row])
            if span is not None:
                self.rows["span"][row] = span

    def release(self, rows: Array) -> None:
        """Give rows back."""
        self.rows["body"][rows] = self.filters["body"][rows] = FREE
        gone = rows.tolist()
        for row in gone:
            self.shape_objects[row] = None
        self._give_back(*gone)

    def next_shape_of(self, row: int) -> int:
        """Return the next shape of the same body, -1 after the last."""
        return self.ints[row * SHAPE_WIDTH3 + _NEXT_SHAPE]
