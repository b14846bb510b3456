"""The quadtree, built box by box: that of textbooks beside the engine's."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

import numpy as np

from ...arrays import Reals2
from ...compile import records
from ...drawing.lines import box_sides, color_lines
from ...math2d.bounds import Bounds
from ...math2d.vec2 import Pair, Vec2
from ...shapes import Box
from ...spatial.quadtree.insertion import place_proxies
from ...spatial.quadtree.tree import Quadtree as EngineQuadtree
from ...spatial.walk import MOBILE, step_in_rect
from ...world.shapes import FILTER
from ..controls import Button, Choice, Slider, Thing
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_bounds
from ..palette import GOOD, HIT, MUTED, NORMAL, TEXT, A, B, fade
from ..textbook.quadtree import Quadtree, Visit

SQUARE = Bounds(Vec2(-300.0, -312.0), Vec2(260.0, 248.0))
COUNT = 40  # boxes
DEPTH = 6  # levels of the textbook's tree
PAUSE = 20  # steps between two boxes
QUERY = Box(110, 80)


class BuiltQuadtree(Exhibit):
    """Boxes to drag, which are added one by one, and a box that asks what is near."""

    title = "The quadtree, box by box"
    text = (
        "Comparing a query with every box is in vain for most of them. A quadtree cuts the square into "
        "quarters where more boxes than the threshold reach in, and these again. A query then looks only "
        "into the leaves that it reaches (yellow), and compares what is listed there. A box on a border "
        "is listed on both sides. Drag boxes and the query, change the threshold: small leaves mean few "
        "comparisons but many cells. The engine's tree is loose: a box sits in one node by its centre, "
        "and nodes know the true bounds of what they hold."
    )
    source: ClassVar[Sequence[object]] = (Quadtree, place_proxies, step_in_rect)

    tree_kind: Choice = Choice("tree", ("textbook", "engine"), "textbook", key="e")
    threshold: Slider = Slider("threshold", 1, 8, 3, step=1)
    query: Thing = Thing(QUERY, (90, 60), "query", NORMAL, turns=False)

    def build(self) -> None:
        """Choose the boxes; the first half is there at once."""
        random = Random(11)
        self.halves: list[Vec2] = [Vec2(random.uniform(6, 18), random.uniform(6, 18)) for _ in range(COUNT)]
        self.places: list[Vec2] = [
            Vec2(random.triangular(-280, 240, -200), random.triangular(-290, 230, 150)) for _ in range(COUNT)
        ]
        self.count: int = COUNT // 2
        self.wait: int = 0
        self.held: tuple[int, Vec2] | None = None
        self.plant()

    @Button("add a box", key="a")
    def add(self) -> None:
        """Add the next box."""
        self.count = min(self.count + 1, COUNT)
        self.plant()

    @Button("start with none", key="n")
    def clear(self) -> None:
        """Take all boxes out."""
        self.count = self.wait = 0
        self.plant()

    def step(self) -> None:
        """Add a box now and then."""
        self.wait += 1
        if self.wait % PAUSE == 0 and self.count < COUNT:
            self.add.method(self)

    def change(self, name: str) -> None:
        """Build the trees anew."""
        self.plant()

    def plant(self) -> None:
        """Build both trees of the boxes that are there."""
        self.tree: Quadtree = Quadtree(SQUARE, int(self.threshold), DEPTH)
        for k in range(self.count):
            self.tree.insert(k, self.box(k))
        self.boxes: Reals2 = np.array([[*low, *high] for low, high in map(self.box, range(self.count))])
        self.boxes = self.boxes.reshape(-1, 4)
        filters = records(self.count, FILTER)
        filters["body"], filters["mobile"] = np.arange(self.count), 1
        self.engine: EngineQuadtree = EngineQuadtree()
        self.engine.insert(self.boxes, filters, np.arange(self.count))

    def box(self, k: int) -> Bounds:
        """Return a box."""
        return Bounds(self.places[k] - self.halves[k], self.places[k] + self.halves[k])

    # -- the mouse ---------------------------------------------------------------------------------

    def grab(self, point: Pair) -> bool:
        """Take hold of a box."""
        for k in reversed(range(self.count)):
            if self.box(k).overlaps(Bounds(Vec2(*point), Vec2(*point))):
                self.held = k, self.places[k] - point
                return True
        return False

    def pull(self, point: Pair) -> None:
        """Move the box that is held."""
        if self.held is not None:
            k, offset = self.held
            low, high = SQUARE.lower + self.halves[k], SQUARE.upper - self.halves[k]
            self.places[k] = (offset + point).max(low).min(high)
            self.plant()

    def let_go(self) -> None:
        """Let go of the box."""
        self.held = None

    # -- what is shown -----------------------------------------------------------------------------

    @property
    def asked(self) -> Bounds:
        """The box that asks."""
        return QUERY.bounds(self.query.pose)

    def visit(self) -> Visit:
        """Return what the query looks at in the textbook's tree."""
        return self.tree.query(self.asked)

    def found(self) -> list[int]:
        """Return what the engine's tree finds for the query, ascending."""
        lower, upper = self.asked
        found: list[int] = self.engine.query(*lower, *upper, self.boxes).tolist()
        return found

    def draw(self, display: Display) -> None:
        """Draw the cells, the boxes, and the query with what it looks at."""
        draw_bounds(display, SQUARE, MUTED)
        visit = self.visit()
        if self.tree_kind == "textbook":
            cells = np.array([[*low, *high] for low, high in (leaf.bounds for leaf in self.tree.leaves())])
            for leaf in visit.leaves:
                (left, low), (right, high) = leaf.bounds
                display.polygon([(left, low), (right, low), (right, high), (left, high)], fade(NORMAL, 28))
        else:
            cells = np.clip(self.engine.cells(MOBILE), [*SQUARE.lower] * 2, [*SQUARE.upper] * 2)
        display.lines(color_lines(box_sides(cells), fade(A, 160)), 1.0)
        self.draw_boxes(display, visit)
        self.draw_things(display, fill=False)
        self.draw_sums(display)

    def draw_boxes(self, display: Display, visit: Visit) -> None:
        """Draw the boxes: red what the query finds, yellow what it compares in vain."""
        found = set(self.found())
        compared = {k for leaf in visit.leaves for k in leaf.items} if self.tree_kind == "textbook" else set()
        for k in range(self.count):
            (left, low), (right, high) = self.box(k)
            color = HIT if k in found else NORMAL if k in compared else B
            corners = [(left, low), (right, low), (right, high), (left, high)]
            display.polygon(corners, fade(color, 40), color, 1.5)

    def draw_sums(self, display: Display) -> None:
        """Draw the numbers beside the square."""
        numbers = self.numbers()
        threshold = f", threshold {self.threshold:g}" if self.tree_kind == "textbook" else ""
        rows = [
            (f"{self.count} boxes{threshold}", TEXT),
            (f"query: {numbers['leaves looked into']} leaves,", NORMAL),
            (f"{numbers['boxes compared']} of {self.count} boxes compared,", NORMAL),
            (f"{numbers['boxes found']} found", HIT),
        ]
        x = -300.0
        for words, color in rows if self.tree_kind == "textbook" else (rows[0], rows[-1]):
            display.text((x, 266.0), words, color, 13.0)
            x += 8.0 + 6.9 * len(words)
        cells = numbers["leaves" if self.tree_kind == "textbook" else "cells of the engine"]
        display.text((-300, 290), f"{self.tree_kind}: {cells} cells", GOOD, 15.0)

    def numbers(self) -> dict[str, Number]:
        """Return the sizes of both trees, and what the query looks at and finds."""
        visit = self.visit()
        leaves = list(self.tree.leaves())
        return {
            "boxes": self.count,
            "leaves": len(leaves),
            "boxes listed": sum(len(leaf.items) for leaf in leaves),
            "leaves looked into": len(visit.leaves),
            "boxes compared": visit.tests,
            "boxes found": len(visit.found),
            "boxes found by the engine": len(self.found()),
            "cells of the engine": len(self.engine.cells(MOBILE)),
        }
