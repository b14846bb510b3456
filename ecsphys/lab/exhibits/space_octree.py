"""The octree: cubes cut into eight where boxes crowd, and the pairs that it finds."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ...arrays import Boxes, Ints2, Reals2
from ...math2d.vec2 import Vec2
from ...space3d import Octree
from ...space3d.math3d.vec3 import Triple
from ...space3d.spatial.octree.cells import fits, octant
from ...space3d.spatial.octree.insertion import split_leaf
from ..controls import Choice, Slider, Toggle
from ..display import Display
from ..exhibit import STEP, Number
from ..palette import GRID, HIT, MUTED, NORMAL, TEXT, B
from ..space.exhibit import Exhibit3
from ..space.scene import Scene

HALF = 4.0  # of the cube in which the boxes are, m
FULL = 0.03  # share of the cube that boxes fill
SPEED = 1.2  # m/s
MOST = 1000  # cells that are drawn


class SpaceOctree(Exhibit3):
    """Boxes in a cube, the cells of an octree around them, and the pairs that overlap."""

    title = "The octree"
    text = (
        "A quadtree with one more axis: where more boxes than the threshold are in a cube, it is cut into "
        "eight. A box lies in the one cell that fits its size, and may reach out of it: the tree is loose, "
        "so what moves seldom changes its cell. Only boxes of cells that come near each other are compared. "
        "Turn the threshold: small cells mean fewer comparisons and more cells to visit. Crowd the boxes "
        "into one corner: cells are small where the boxes are, and nowhere else."
    )
    source: ClassVar[Sequence[object]] = (Octree, fits, octant, split_leaf)
    target: ClassVar[Triple] = (-0.6, -0.6, 0.4)
    distance: ClassVar[float] = 19.0
    floor: ClassVar[float | None] = None

    count: Slider = Slider("boxes n", 10, 1500, 120, step=1, rebuild=True, logarithmic=True)
    threshold: Slider = Slider("threshold", 1, 32, 6, step=1, rebuild=True)
    crowd: Choice = Choice("where", ("everywhere", "in one corner"), "everywhere", rebuild=True, key="w")
    cells: Toggle = Toggle("cells", True, key="l")
    moving: Toggle = Toggle("moving", True, key="m")

    def build(self) -> None:
        """Scatter the boxes and put them into the tree."""
        n, random = int(self.count), np.random.default_rng(5)
        side = (FULL * (2.0 * HALF) ** 3 / n) ** (1.0 / 3.0)
        self.halves: Reals2 = 0.5 * side * random.uniform(0.6, 1.4, (n, 3))
        shares = random.uniform(0.0, 1.0, (n, 3))
        if self.crowd == "in one corner":
            shares = shares**3
        room = HALF - self.halves
        self.places: Reals2 = (2.0 * shares - 1.0) * room
        ways = random.normal(size=(n, 3))
        self.velocities: Reals2 = SPEED * ways / np.linalg.norm(ways, axis=1)[:, None]
        self.tree: Octree = Octree(threshold=int(self.threshold))
        self.tree.insert_many(range(n), self._boxes())
        self._search()

    def _boxes(self) -> Boxes:
        return np.column_stack([self.places - self.halves, self.places + self.halves])

    def _search(self) -> None:
        self.pairs: Ints2 = self.tree.pairs()

    def step(self) -> None:
        """Move the boxes, which turn back at the sides of the cube, and search."""
        if not self.moving:
            return
        self.places += STEP * self.velocities
        outside = np.abs(self.places) > HALF - self.halves
        self.velocities = np.where(outside, -np.sign(self.places) * np.abs(self.velocities), self.velocities)
        self.tree.move_many(range(len(self.places)), self._boxes())
        self._search()

    def compose(self, scene: Scene) -> None:
        """Draw the boxes, red where they overlap, and the cells."""
        touched = np.zeros((len(self.places), 1), np.bool_)
        touched[self.pairs] = True
        scene.boxes(self._boxes(), np.where(touched, HIT, B).astype(np.uint8))
        if self.cells:
            cells = self._largest_cells()
            levels = np.log2(np.maximum(1.0, 2.0 * HALF / (cells[:, 3] - cells[:, 0])))
            colors = np.where(levels[:, None] >= 2.0, NORMAL, GRID).astype(np.uint8)
            colors[:, 3] = np.minimum(230.0, 90.0 + 40.0 * levels)
            scene.frames(cells, colors)
        scene.frames(np.array([[-HALF] * 3 + [HALF] * 3]), np.array([MUTED], np.uint8))

    def _largest_cells(self) -> Boxes:
        """Return the cells that are drawn: more than `MOST` take too long, and hide each other."""
        cells = self.tree.cells()
        order = np.argsort(cells[:, 0] - cells[:, 3], kind="stable")
        largest: Boxes = cells[order[:MOST]]
        return largest

    def draw_over(self, display: Display) -> None:
        """Say how much is compared."""
        said = self.numbers()
        for k, name in enumerate(("pairs of boxes", "pairs compared", "pairs that overlap")):
            display.text(Vec2(-350.0, 296.0 - 18.0 * k), f"{name}: {said[name]}", TEXT, 13.0)
        cells = len(self.tree.cells())
        if self.cells and cells > MOST:
            words = f"drawn: the largest {MOST} of {cells} cells"
            display.text(Vec2(-350.0, 296.0 - 18.0 * 3), words, MUTED, 13.0)

    def numbers(self) -> dict[str, Number]:
        """Return what all pairs would cost and what the tree did."""
        n = len(self.places)
        return {
            "boxes": n,
            "cells": len(self.tree.cells()),
            "pairs of boxes": n * (n - 1) // 2,
            "pairs compared": self.tree.compared,
            "pairs that overlap": len(self.pairs),
        }
