"""The uniform grid: boxes are tried with those that share a cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ...math2d.bounds import Bounds
from ...math2d.vec2 import Vec2
from ..controls import Slider
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_bounds
from ..palette import GRID, HIT, NORMAL, TEXT, A, B, fade
from ..textbook.grid import Cell, Grid
from ..textbook.pairing import Pairing, pair_up

AREA = Bounds(Vec2(-345.0, -312.0), Vec2(345.0, 240.0))
LEAST = 7.0  # half of a small box


class UniformGrid(Exhibit):
    """Boxes in a grid whose cells can be made larger and smaller."""

    title = "The uniform grid"
    text = (
        "Boxes that share no cell of a grid cannot overlap: so list each box in the cells that it reaches "
        "into, and try those of a cell with each other. Nothing has to be sorted or balanced, and cells "
        "without boxes cost nothing. But how large should a cell be? In large ones there are many boxes; "
        "small ones list each box many times. Somewhat more than a box is best, unless boxes differ: give "
        "some of them ten times the size, and no cell suits all. That is what trees are for."
    )
    source: ClassVar[Sequence[object]] = (Grid, pair_up)

    side: Slider = Slider("cell", 12, 400, 50, unit="px", logarithmic=True)
    count: Slider = Slider("boxes", 2, 150, 70, step=1)
    largest: Slider = Slider("largest over smallest", 1, 10, 2)

    def build(self) -> None:
        """Scatter the boxes and list them."""
        random, n = np.random.default_rng(4), int(self.count)
        halves = LEAST * self.largest ** random.uniform(0.0, 1.0, (n, 2))
        low, high = np.add(AREA.lower, halves), np.subtract(AREA.upper, halves)
        places = random.uniform(0.0, 1.0, (n, 2)) * (high - low) + low
        ends = np.hstack([places - halves, places + halves]).tolist()
        self.boxes: list[Bounds] = [Bounds(Vec2(a, b), Vec2(c, d)) for a, b, c, d in ends]
        self.grid: Grid = Grid(self.side)
        for item, box in enumerate(self.boxes):
            self.grid.insert(item, box)
        self.pairing: Pairing = self.grid.pairs()

    def change(self, name: str) -> None:
        """List the boxes anew."""
        self.build()

    def bounds_of(self, cell: Cell) -> Bounds:
        """Return the part of a cell that is in the area."""
        corner = Vec2(*cell) * self.side
        return Bounds(corner.max(AREA.lower), (corner + Vec2(self.side, self.side)).min(AREA.upper))

    def draw(self, display: Display) -> None:
        """Draw the cells, brighter where more boxes are tried, and the boxes."""
        draw_bounds(display, AREA, GRID)
        for cell, boxes in self.grid.cells.items():
            (left, low), (right, high) = self.bounds_of(cell)
            tests = len(boxes) * (len(boxes) - 1) // 2
            fill = fade(NORMAL, min(8 + 12 * tests, 110)) if tests else fade(A, 14)
            corners = [(left, low), (right, low), (right, high), (left, high)]
            display.polygon(corners, fill, fade(A, 110), 1.0)
        touching = {item for pair in self.pairing.found for item in pair}
        for item, box in enumerate(self.boxes):
            draw_bounds(display, box, HIT if item in touching else B, 1.5)
        numbers = self.numbers()
        tried, all_pairs = numbers["tests"], numbers["tests, all pairs"]
        display.text(
            (-345, 290), f"{tried} tests in {numbers['cells']} cells; all pairs: {all_pairs}", TEXT, 15.0
        )
        display.text((-345, 264), f"{numbers['pairs found']} pairs overlap", HIT, 15.0)

    def numbers(self) -> dict[str, Number]:
        """Return the cells that are in use, how often boxes are listed, the tests and the pairs."""
        n = len(self.boxes)
        return {
            "boxes": n,
            "cells": len(self.grid.cells),
            "boxes listed": sum(map(len, self.grid.cells.values())),
            "tests": self.pairing.tests,
            "tests, all pairs": n * (n - 1) // 2,
            "pairs found": len(self.pairing.found),
        }
