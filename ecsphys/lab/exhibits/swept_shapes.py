"""Swept shapes: a swept circle is a capsule, a swept box a hull, and the naive ones hit what is not there."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import numpy as np

from ...arrays import Flags, Reals2
from ...geometry import overlap_many, swept_shape
from ...math2d.pose import Pose
from ...math2d.vec2 import Vec2
from ...shapes import AABB, Box, Capsule, Circle, Shape
from ..controls import Choice, Placed, Point, Slider, Thing
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_rings, draw_shape
from ..palette import BOTH, GOOD, HIT, MUTED, A, fade

SHAPES: dict[str, Shape] = {"circle": Circle(42), "box": Box(96, 56), "capsule": Capsule(110, 26)}
SWEPT = {"circle": "a capsule", "box": "the hull of both ends", "capsule": "the rounded hull of both ends"}
COLUMNS, ROWS, SPACING = 15, 11, 44.0
HANDLE = Vec2(0.0, 278.0)  # from the dot that moves the targets to their middle
HERE = (0.0, 0.0, 0.0)


class Hits(NamedTuple):
    """Which targets are hit: by the swept shape, and by the naive volume around both ends."""

    swept: Flags
    naive: Flags


class SweptShapes(Exhibit):
    """A shape swept to an end, and what it hits on its way; the naive volume is the lecture's first idea."""

    title = "Swept shapes"
    text = (
        "A fast shape is at A in one frame and at A' in the next. What did it touch on its way? The first "
        "idea is to grow its volume until it holds both ends: the circle becomes a big circle, the box a big "
        "box (the red outline). That hits targets which the shape never came near (red). The swept shape "
        "covers the way and nothing else: of a circle it is a capsule, of a box the hull of both ends. Drag "
        "A, its end and the targets; turn the box along its way and across it, and watch the false hits."
    )
    source: ClassVar[Sequence[object]] = (swept_shape, overlap_many)

    a: Thing = Thing(lambda self: SHAPES[self.shape], (-190, -130), "A", A)
    end: Point = Point((180, 120), "A'", A)
    targets: Point = Point((22, -300), "drag the targets", MUTED)
    shape: Choice = Choice("shape", tuple(SHAPES), "circle")
    radius: Slider = Slider("radius of targets", 2, 16, 5)

    def swept(self) -> Shape:
        """Return the area that A covers on its way."""
        shape, (x, y, angle) = self.a
        return swept_shape(shape, (x, y, angle), (*self.end, angle))

    def naive(self) -> Placed:
        """Return the naive volume: a box grown to a box, anything else to a circle, around both ends."""
        shape, (x, y, _) = self.a
        if self.shape == "box":
            both = self.swept().bounds(HERE)
            size = both.upper - both.lower
            return Placed(AABB(*size), Pose(*both.lower.lerp(both.upper, 0.5), 0.0))
        reach = shape.radius + max(point.length for point in shape.points)
        middle = Pose(*self.end.lerp((x, y), 0.5), 0.0)
        return Placed(Circle(0.5 * self.end.distance((x, y)) + reach), middle)

    def places(self) -> Reals2:
        """Return the centres of the targets, (n, 2)."""
        column, row = np.meshgrid(np.arange(COLUMNS) - COLUMNS // 2, np.arange(ROWS) - ROWS // 2)
        x, y = self.targets + HANDLE
        return np.column_stack([SPACING * column.ravel() + x, SPACING * row.ravel() + y])

    def hits(self) -> Hits:
        """Return which targets are hit."""
        target, places = Circle(self.radius), self.places()
        of_swept = overlap_many(target, places, self.swept(), HERE)
        return Hits(of_swept, overlap_many(target, places, *self.naive()))

    def draw(self, display: Display) -> None:
        """Draw the targets, both volumes and both ends."""
        of_swept, of_naive = self.hits()
        colors = np.array([MUTED, HIT, GOOD], np.uint8)[np.where(of_swept, 2, of_naive)]
        draw_rings(display, self.places(), self.radius, colors)
        shape, (x, y, angle) = self.a
        draw_shape(display, *self.naive(), fade(HIT, 150), fill=False, width=1.5)
        draw_shape(display, self.swept(), HERE, BOTH)
        draw_shape(display, shape, (*self.end, angle), A, fill=False)
        display.arrow((x, y), self.end, A)
        self.draw_things(display)
        false = int(np.sum(of_naive & ~of_swept))
        display.text((-350, 302), f"swept: {SWEPT[self.shape]}", BOTH, 15.0)
        display.text((-350, 282), f"{np.sum(of_swept)} targets hit", GOOD, 15.0)
        display.text((-350, 262), f"{false} false hits of the naive volume", HIT, 15.0)

    def numbers(self) -> dict[str, Number]:
        """Return both areas, and how many targets each volume hits."""
        of_swept, of_naive = self.hits()
        return {
            "way": self.end.distance(self.a.pose[:2]),
            "area of the swept shape": self.swept().area,
            "area of the naive volume": self.naive().shape.area,
            "targets": len(of_swept),
            "hit": int(np.sum(of_swept)),
            "hit by the naive volume": int(np.sum(of_naive)),
            "false hits": int(np.sum(of_naive & ~of_swept)),
        }
