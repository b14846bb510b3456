"""The rows of shapes in space: forms and surfaces, filters, boxes, and the solids that they share."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ...arrays import Array
from ...world.shapes import ShapeStore
from ..collide.core import SolidRows
from ..collide.solid_rows import NO_ROWS, join_rows
from .records import SHAPE3

_NO_SPAN = 0


class Shapes3(ShapeStore):
    """One row a solid of a collider; its number is the proxy id of the broad phase.

    Hulls and meshes that are equal share their rows of `solids`, which leave when no shape is one of them.
    """

    shape: ClassVar[np.dtype[Any]] = SHAPE3
    sides = 6

    def __init__(self, capacity: int = 64):
        self.solids: SolidRows = NO_ROWS
        self._span_of: dict[Any, int] = {}  # by Shape3
        super().__init__(capacity)

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

    def proxies_among(self, rows: Array) -> Array:
        """Return those rows of shapes that are proxies of the broad phase: of a mesh the first one."""
        found: Array = rows[self.rows["plane"][rows] == 0]
        return found

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
