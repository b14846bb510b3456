"""The quadtree of textbooks: a square is cut into quarters until few boxes reach into each.

After R. A. Finkel and J. L. Bentley, "Quad Trees", *Acta Informatica* 4 (1974), for boxes instead of
points: a box is listed in every leaf that it reaches into. The engine's tree (`ecsphys.spatial.quadtree`) is
loose: each box is in one node only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...math2d.bounds import Bounds
from ...math2d.vec2 import Vec2


class Visit(NamedTuple):
    """What a query looked at: its leaves, how many boxes it compared, and the items that it found."""

    leaves: list[Quadtree]
    tests: int
    found: set[int]


class Quadtree:
    """A node of a quadtree: a leaf with more than `threshold` items splits, down to `depth` levels below."""

    def __init__(self, bounds: Bounds, threshold: int, depth: int):
        if threshold < 1 or depth < 0:
            raise ValueError(f"threshold must be >= 1 and depth >= 0, got {threshold!r} and {depth!r}")
        self.bounds = bounds
        self.threshold = threshold
        self.depth = depth
        self.items: dict[int, Bounds] = {}  # of a leaf
        self.children: list[Quadtree] = []

    def insert(self, item: int, box: Bounds) -> None:
        """List an item in all leaves that its box reaches into."""
        if not self.bounds.overlaps(box):
            return
        if not self.children:
            self.items[item] = box
            if len(self.items) <= self.threshold or self.depth == 0:
                return
            self._split()
            return
        for child in self.children:
            child.insert(item, box)

    def _split(self) -> None:
        """Cut into quarters, and hand the items down."""
        (left, low), (right, high) = self.bounds
        x, y = self.bounds.center
        quarters = ((left, low, x, y), (x, low, right, y), (left, y, x, high), (x, y, right, high))
        self.children = [
            Quadtree(Bounds(Vec2(a, b), Vec2(c, d)), self.threshold, self.depth - 1)
            for a, b, c, d in quarters
        ]
        items, self.items = self.items, {}
        for item, box in items.items():
            for child in self.children:
                child.insert(item, box)

    def leaves(self) -> Iterator[Quadtree]:
        """Yield all leaves."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves()

    def query(self, box: Bounds) -> Visit:
        """Return what overlaps a box: only leaves that it reaches into are looked at."""
        if not self.bounds.overlaps(box):
            return Visit([], 0, set())
        if not self.children:
            found = {item for item, other in self.items.items() if other.overlaps(box)}
            return Visit([self], len(self.items), found)
        visits = [child.query(box) for child in self.children]
        return Visit(
            [leaf for visit in visits for leaf in visit.leaves],
            sum(visit.tests for visit in visits),
            set().union(*(visit.found for visit in visits)),
        )
