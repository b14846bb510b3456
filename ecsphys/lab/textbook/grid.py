"""The uniform grid: boxes are listed in all cells that they reach into, and tried within a cell only.

After C. Ericson, *Real-Time Collision Detection* (2005), 7.1. The engine has none among its broad phases: one
size of cells does not suit boxes of many sizes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TypeAlias

from ...math2d.bounds import Bounds
from .pairing import Pairing, pair_up

Cell: TypeAlias = "tuple[int, int]"


class Grid:
    """Square cells of a side; those without a box take no room."""

    def __init__(self, side: float):
        if not side > 0.0:
            raise ValueError(f"side must be > 0, got {side!r}")
        self.side = side
        self.cells: dict[Cell, dict[int, Bounds]] = {}

    def cells_of(self, box: Bounds) -> Iterator[Cell]:
        """Yield the cells that a box reaches into, by columns."""
        (left, low), (right, high) = box
        for column in range(math.floor(left / self.side), math.floor(right / self.side) + 1):
            for row in range(math.floor(low / self.side), math.floor(high / self.side) + 1):
                yield column, row

    def insert(self, item: int, box: Bounds) -> None:
        """List an item in all cells that its box reaches into."""
        for cell in self.cells_of(box):
            self.cells.setdefault(cell, {})[item] = box

    def pairs(self) -> Pairing:
        """Return the pairs of boxes that overlap, found by trying those that share a cell."""
        return pair_up(self.cells.values())
