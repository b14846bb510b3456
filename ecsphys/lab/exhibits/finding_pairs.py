"""Finding pairs: all pairs, sweep and prune, and the quadtree, on up to 20,000 boxes."""

import math
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ...arrays import FilterRows, Ints, Reals2
from ...compile import records
from ...drawing.lines import Color, Lines, box_sides, color_lines, distinct_rows
from ...math2d.bounds import Bounds
from ...math2d.vec2 import Vec2
from ...spatial.broad_phase import BroadPhase, BroadPhaseKind, make_index
from ...spatial.brute_force import find_all_pairs
from ...spatial.pair_keys import pair_key, split_keys
from ...spatial.quadtree.pairs import find_pairs
from ...spatial.sweep_and_prune import scan_x_range, sort_by_lower_x
from ...spatial.walk import MOBILE
from ...world.shapes import FILTER
from ..controls import Choice, Point, Slider, Toggle
from ..display import Display, Segments
from ..exhibit import STEP, Exhibit, Number
from ..figures import draw_bounds
from ..palette import CURVES, GOOD, GRID, HIT, MUTED, NORMAL, TEXT, A, B, fade

AREA = Bounds(Vec2(-350.0, -190.0), Vec2(350.0, 215.0))  # where the boxes are
INTERVALS = Bounds(Vec2(-350.0, -312.0), Vec2(350.0, -200.0))
FULL = 0.16  # share of the area that boxes cover
SPEED = 30.0  # units/s
MOST_LOOPED = 1500  # boxes up to which the loop over all pairs is run
MOST_A_STEP = 4000  # boxes up to which all are moved and searched in every step
TURN = 5  # steps in which more boxes are moved once, and searched by one index a step
MOST_INTERVALS = 120  # boxes whose intervals are drawn
MOST_OUTLINED = 2500  # boxes that are drawn by their sides
KINDS: dict[str, BroadPhaseKind] = {
    "all pairs": "brute_force",
    "sweep and prune": "sweep_and_prune",
    "quadtree": "quadtree",
}


class FindingPairs(Exhibit):
    """Three ways to find the boxes that overlap."""

    title = "Finding pairs"
    text = (
        "Which of n boxes overlap? A loop over all pairs makes n² tests; half of them, n (n - 1) / 2, if "
        "no pair is tried twice. Twice the boxes, four times the work. Sweep and prune sorts the boxes by "
        "their left ends: a line that sweeps to the right keeps a list of the boxes it is in, and a new "
        "one is tested with those only. The quadtree looks only into the cells that a box reaches. All "
        "three find the same pairs. Drag the line, and raise n to 20,000. (Above 1,500 the loop is not run: "
        "its tests are known without it.)"
    )
    source: ClassVar[Sequence[object]] = (find_all_pairs, sort_by_lower_x, scan_x_range, find_pairs)

    count: Slider = Slider("boxes n", 10, 20000, 60, step=1, rebuild=True, logarithmic=True)
    shown: Choice = Choice("drawn", tuple(KINDS), "sweep and prune", key="d")
    moving: Toggle = Toggle("moving", True, key="m")
    line: Point = Point((-25, -195), "sweep")

    def build(self) -> None:
        """Scatter the boxes, and put them into the three indices."""
        n, random = int(self.count), np.random.default_rng(3)
        size = AREA.upper - AREA.lower
        side = math.sqrt(FULL * size.x * size.y / n)
        halves = 0.5 * side * random.uniform(0.6, 1.4, (n, 2))
        self.low: Reals2 = np.add(AREA.lower, halves)
        self.high: Reals2 = np.subtract(AREA.upper, halves)
        self.places: Reals2 = random.uniform(self.low, self.high)
        self.halves = halves
        turns = random.uniform(0.0, 2.0 * math.pi, n)
        self.velocities: Reals2 = SPEED * np.column_stack([np.cos(turns), np.sin(turns)])
        self.ids: Ints = np.arange(n)
        self.boxes: Reals2 = np.column_stack([self.places - halves, self.places + halves])
        self.filters: FilterRows = records(n, FILTER)
        self.filters["body"], self.filters["mobile"] = self.ids, 1
        self.filters["layer"] = self.filters["combined_mask"] = 1
        looped = n <= MOST_LOOPED
        self.indices: dict[str, BroadPhase] = {
            name: make_index(kind) for name, kind in KINDS.items() if looped or kind != "brute_force"
        }
        for index in self.indices.values():
            index.insert(self.boxes, self.filters, self.ids)
        self.turn: int = 0
        self.tests: dict[str, int] = {"all pairs": n * (n - 1) // 2}
        self.found: dict[str, Ints] = {}
        for name in self.indices:
            self.search(name)

    def search(self, name: str) -> None:
        """Let an index find the pairs, and note its tests."""
        index = self.indices[name]
        index.move(self.boxes, self.ids)
        self.found[name] = index.pairs(self.boxes, self.filters, self.ids).copy()
        self.tests[name] = index.compared.boxes

    def step(self) -> None:
        """Move the boxes and search; with many boxes one of these a step, in turn."""
        if not self.moving:
            return
        if len(self.ids) <= MOST_A_STEP:
            self.move_boxes(STEP)
            for name in self.indices:
                self.search(name)
            return
        if self.turn == 0:
            self.move_boxes(TURN * STEP)
        elif self.turn <= len(self.indices):
            self.search([*self.indices][self.turn - 1])
        self.turn = (self.turn + 1) % TURN

    def move_boxes(self, dt: float) -> None:
        """Move the boxes, which turn back at the edges."""
        self.places += dt * self.velocities
        out = (self.places < self.low) | (self.places > self.high)
        self.velocities[out] *= -1.0
        np.clip(self.places, self.low, self.high, out=self.places)
        self.boxes = np.column_stack([self.places - self.halves, self.places + self.halves])

    @property
    def pairs(self) -> tuple[Ints, Ints]:
        """The smaller and the larger rows of the boxes that overlap."""
        return split_keys(self.found["quadtree"])

    @property
    def active(self) -> Ints:
        """The active list at the line: the boxes whose range of x it is in, by their left ends."""
        x = self.line.x
        inside = self.ids[(self.boxes[:, 0] <= x) & (x <= self.boxes[:, 2])]
        return inside[np.argsort(self.boxes[inside, 0], kind="stable")]

    def draw(self, display: Display) -> None:
        """Draw the boxes, what the chosen way looks at, and a table of tests."""
        draw_bounds(display, AREA, GRID)
        if self.shown == "quadtree":
            self.draw_cells(display)
        elif self.shown == "all pairs" and len(self.ids) <= MOST_INTERVALS:
            self.draw_all_pairs(display)
        self.draw_boxes(display)
        if self.shown == "sweep and prune":
            self.draw_sweep(display)
        self.draw_table(display)

    def draw_boxes(self, display: Display) -> None:
        """Draw the boxes, red where they overlap; as dashes of their height where they are many."""
        colors = np.empty((len(self.ids), 4), np.uint8)
        colors[:] = fade(B, 200)
        colors[np.concatenate(self.pairs)] = HIT
        if len(self.ids) <= MOST_OUTLINED:
            display.lines(Lines(box_sides(self.boxes), np.repeat(colors, 8, axis=0)), 1.0)
            return
        middle = self.places[:, 1]
        points: Reals2 = self.boxes[:, [0, 1, 2, 3]].copy()
        points[:, 1] = points[:, 3] = middle
        width = max(1.0, 2.0 * float(self.halves[:, 1].mean()))
        display.items.append(Segments(points.reshape(-1, 2), np.repeat(colors, 2, axis=0), width))

    def draw_cells(self, display: Display) -> None:
        """Draw the cells of the quadtree, a side of two cells once."""
        cells = self.indices["quadtree"].cells(MOBILE)
        inside = np.clip(cells, [*AREA.lower, *AREA.lower], [*AREA.upper, *AREA.upper])
        sides = np.sort(box_sides(inside).reshape(-1, 2, 2), axis=1).reshape(-1, 4)
        display.lines(color_lines(sides[distinct_rows(sides)].reshape(-1, 2), fade(A, 160)), 1.0)

    def draw_all_pairs(self, display: Display) -> None:
        """Draw a line for each test of the loop over all pairs."""
        first, second = np.triu_indices(len(self.ids), 1)
        ends = np.stack([self.places[first], self.places[second]], axis=1).reshape(-1, 2)
        display.lines(color_lines(ends, fade(MUTED, 40)), 1.0)

    def draw_sweep(self, display: Display) -> None:
        """Draw the line, the active list, and the tests of the box that was added to it last."""
        x, active = self.line.x, self.active
        display.line((x, INTERVALS.lower.y), (x, AREA.upper.y), NORMAL, 1.5)
        self.draw_things(display)
        if len(self.ids) > MOST_INTERVALS:
            return
        self.draw_intervals(display, active)
        display.lines(color_lines(box_sides(self.boxes[active]), NORMAL), 2.0)
        newest = self.places[active[-1:]]
        for other in active[:-1]:
            overlaps = self.overlaps(int(active[-1]), int(other))
            display.line(newest[0], self.places[other], HIT if overlaps else fade(NORMAL, 150), 1.5)
        names = f"active list: {len(active)}, so {max(len(active) - 1, 0)} tests for the newest"
        display.text((-345, AREA.lower.y + 8.0), names, NORMAL, 13.0)

    def draw_intervals(self, display: Display, active: Ints) -> None:
        """Draw the boxes' ranges of x, in the order in which the line meets them."""
        order = np.argsort(self.boxes[:, 0], kind="stable")
        heights = np.linspace(INTERVALS.upper.y - 6.0, INTERVALS.lower.y + 2.0, len(order))
        ends = np.repeat(np.column_stack([self.boxes[order, 0], heights]), 2, axis=0)
        ends[1::2, 0] = self.boxes[order, 2]
        color: Color = fade(B, 160)
        colors = np.repeat(np.where(np.isin(order, active)[:, None], NORMAL, color), 2, axis=0)
        display.lines(Lines(ends, colors.astype(np.uint8)), 1.5)

    def overlaps(self, a: int, b: int) -> bool:
        """Return whether two boxes overlap, by what the index has found."""
        return pair_key(a, b) in self.found["quadtree"]

    def draw_table(self, display: Display) -> None:
        """Draw how many tests each way makes, with bars on a logarithmic scale."""
        n = len(self.ids)
        rows = {"n²": n * n, **self.tests, "pairs found": len(self.pairs[0])}
        colors = (MUTED, CURVES[5], CURVES[4], CURVES[0], GOOD)
        for k, ((name, tests), color) in enumerate(zip(rows.items(), colors, strict=True)):
            y = 298.0 - 18.0 * k
            display.text((-345, y), "n times n" if name == "n²" else name, color, 13.0)
            display.text((-130, y), f"{tests:,}", TEXT, 13.0, "right")
            length = 440.0 * math.log10(max(tests, 1)) / math.log10(4e8)
            display.line((-115.0, y + 4.0), (-115.0 + length, y + 4.0), color, 8.0)

    def numbers(self) -> dict[str, Number]:
        """Return n, the tests of each way, and the pairs and the active list."""
        n = len(self.ids)
        return {
            "n": n,
            "n²": n * n,
            "tests, all pairs": self.tests["all pairs"],
            "tests, sweep and prune": self.tests["sweep and prune"],
            "tests, quadtree": self.tests["quadtree"],
            "pairs found": len(self.pairs[0]),
            "active list": len(self.active),
        }
