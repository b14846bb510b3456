"""Two fast movers: their swept volumes overlap, but did they meet?"""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import numpy as np

from ...collide.cast import first_touch as cast_kernel
from ...geometry import distance, overlap, raycast, shape_cast, swept_shape
from ...math2d.bounds import Bounds
from ...math2d.vec2 import Vec2
from ...shapes import Circle, Shape
from ..controls import Point, Slider
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_graph, draw_shape
from ..palette import GOOD, HIT, MUTED, TEXT, A, B, fade

HERE = (0.0, 0.0, 0.0)
SAMPLES = 61  # of the graph
GRAPH = Bounds(Vec2(-340.0, -310.0), Vec2(340.0, -190.0))
FAR = 350.0  # largest gap that the graph shows


class Verdict(NamedTuple):
    """What the three tests say; times are shares of the step, 2 for never."""

    swept_overlap: bool
    entered: float  # when the middle of A enters the swept volume of B
    overlap_then: bool  # whether A and B overlap at that time
    met: float  # when A and B touch


class Nearest(NamedTuple):
    """When two discs are nearest, as a share of the step, and their gap then; below 0 they overlap."""

    time: float
    gap: float


class TwoFastMovers(Exhibit):
    """Two discs cross in one step; B comes later or earlier by a slider."""

    title = "Two fast movers"
    text = (
        "Both discs cross the stage in one step. Their swept volumes overlap, which says only that both were "
        "at one place, not at one time. The first lecture casts a ray along the way of A at the swept volume "
        "of B, asks where both discs are then, and tests them there: that finds some meetings and misses "
        "those that come later in the crossing. Seen from B, only A moves: the engine casts A along its way "
        "relative to B, which gives the exact time, and the relative sweep gives the least gap (the dot). "
        "Bring B in time until they meet, and find a delay at which the second answer is wrong (red)."
    )
    source: ClassVar[Sequence[object]] = (swept_shape, shape_cast, cast_kernel)

    start_a: Point = Point((-280, -60), "A", A)
    end_a: Point = Point((280, 150), "A'", A)
    start_b: Point = Point((-210, 250), "B", B)
    end_b: Point = Point((210, -130), "B'", B)
    delay: Slider = Slider("B is late by", -0.5, 0.5, 0.2, unit="steps")
    time: Slider = Slider("time shown", 0, 1, 0.5, unit="steps")
    radius: Slider = Slider("radius", 8, 60, 32)

    def ways(self) -> tuple[Vec2, Vec2]:
        """Return how far A and B move in the step."""
        return self.end_a - self.start_a, self.end_b - self.start_b

    def places(self, time: float) -> tuple[Vec2, Vec2]:
        """Return where A and B are at a time."""
        way_a, way_b = self.ways()
        return self.start_a + way_a * time, self.start_b + way_b * (time - self.delay)

    def volumes(self) -> tuple[Shape, Shape]:
        """Return the swept volumes of the step."""
        disc, (a, b), (end_a, end_b) = Circle(self.radius), self.places(0.0), self.places(1.0)
        return swept_shape(disc, a, end_a), swept_shape(disc, b, end_b)

    def verdict(self) -> Verdict:
        """Return what the tests say."""
        disc, (a, b), (way_a, way_b) = Circle(self.radius), self.places(0.0), self.ways()
        volumes = self.volumes()
        enters = raycast(volumes[1], HERE, a, a + way_a)
        meets = shape_cast(disc, a, way_a - way_b, disc, b)
        entered = 2.0 if enters is None else enters.fraction
        then_a, then_b = self.places(entered)
        return Verdict(
            overlap(volumes[0], HERE, volumes[1], HERE),
            entered,
            enters is not None and overlap(disc, then_a, disc, then_b),
            2.0 if meets is None else meets.fraction,
        )

    def nearest(self) -> Nearest:
        """Return when the discs are nearest in the step, and their gap then.

        Seen from B, A moves along a line and B stands still: the gap is that of B from A's swept volume.
        """
        disc, (a, b), (way_a, way_b) = Circle(self.radius), self.places(0.0), self.ways()
        way = way_a - way_b
        gap = distance(swept_shape(disc, a, a + way), HERE, disc, b).distance
        time = (b - a).dot(way) / way.dot(way) if way.dot(way) > 0.0 else 0.0
        return Nearest(min(max(time, 0.0), 1.0), gap)

    def gaps(self) -> list[float]:
        """Return the gaps between the discs over the step, for the graph."""
        disc = Circle(self.radius)
        times = np.linspace(0.0, 1.0, SAMPLES).tolist()
        return [distance(disc, a, disc, b).distance for a, b in map(self.places, times)]

    def draw(self, display: Display) -> None:
        """Draw the swept volumes, the discs at the time shown and at the meeting, and the gap over time."""
        verdict, disc = self.verdict(), Circle(self.radius)
        for volume, color, ends in zip(
            self.volumes(), (A, B), zip(self.places(0.0), self.places(1.0), strict=True), strict=True
        ):
            draw_shape(display, volume, HERE, fade(color, 150), width=1.0)
            display.arrow(*ends, fade(color, 150), 1.5)
        if verdict.met <= 1.0:
            for place in self.places(verdict.met):
                draw_shape(display, disc, place, HIT)
        for place, color in zip(self.places(self.time), (A, B), strict=True):
            draw_shape(display, disc, place, color)
        self.draw_things(display)
        self._draw_answers(display, verdict)
        self._draw_gaps(display)

    def _draw_answers(self, display: Display, verdict: Verdict) -> None:
        """Write down what each test says."""
        met, overlaps, then = verdict.met <= 1.0, verdict.swept_overlap, verdict.overlap_then
        rows = [
            (f"do the swept volumes overlap? {_word(overlaps)}", overlaps == met),
            (f"do A and B overlap when A enters B's volume? {_word(then)}", then == met),
            (f"met: at {verdict.met:.3f} of the step" if met else "met: never", True),
        ]
        for k, (answer, right) in enumerate(rows):
            display.text((350, 302 - 20 * k), answer, GOOD if right else HIT, 15.0, "right")

    def _draw_gaps(self, display: Display) -> None:
        """Draw the gap between the discs over the step, the time shown, and a dot where it is least."""
        title = "gap between A and B over the step; the dot: least"
        draw_graph(display, GRAPH, [("", TEXT, self.gaps())], -FAR, FAR, SAMPLES, title)
        (left, low), (right, high) = GRAPH
        display.dashes((left, 0.5 * (low + high)), (right, 0.5 * (low + high)), MUTED, 1.0)
        at = left + (right - left) * self.time
        display.line((at, low), (at, high), MUTED, 1.0)
        time, gap = self.nearest()
        height = 0.5 * (min(max(gap / FAR, -1.0), 1.0) + 1.0)
        display.point((left + (right - left) * time, low + (high - low) * height), HIT if gap < 0.0 else GOOD)

    def numbers(self) -> dict[str, Number]:
        """Return what the tests say."""
        verdict = self.verdict()
        return {
            "swept volumes overlap": verdict.swept_overlap,
            "A enters the volume of B at": verdict.entered,
            "A and B overlap then": verdict.overlap_then,
            "A and B meet": verdict.met <= 1.0,
            "A and B meet at": verdict.met,
            "nearest at": self.nearest().time,
            "least gap": self.nearest().gap,
        }


def _word(answer: bool) -> str:
    return "yes" if answer else "no"
