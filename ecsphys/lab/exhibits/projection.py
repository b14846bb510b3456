"""The projection of a shape on an axis: an interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

from ...geometry import Interval, project
from ...math2d.vec2 import Vec2
from ...shapes import Box, Capsule, Circle, Ellipse, Polygon, Sector, Shape
from ..controls import Choice, Slider, Thing
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_interval
from ..palette import MUTED, NORMAL, TEXT, A

_SHAPES: dict[str, Shape] = {
    "box": Box(170, 90),
    "triangle": Polygon([(-80, -60), (90, -50), (10, 90)]),
    "circle": Circle(70),
    "capsule": Capsule(190, 36),
    "rounded box": Box(120, 60, radius=25),
    "ellipse": Ellipse(190, 90),
    "half disc": Sector(110, math.pi),
}


class Projection(Exhibit):
    """A shape to drag and turn, and an axis to turn."""

    title = "Projection and intervals"
    text = (
        "A shape is hard to compare with another one, an interval is easy: two numbers. Let light fall "
        "across an axis, and the shadow of the shape is its interval. Its ends are the heights of the two "
        "supporting corners, the farthest in either direction, each a dot product with the unit vector of "
        "the axis; a round side adds its radius. Turn the shape or the axis, and watch the supporting "
        "corners change: the shadow of a box is longest along its diagonal, that of a circle never changes."
    )
    source: ClassVar[Sequence[object]] = (project, Shape.support)

    a: Thing = Thing(lambda self: _SHAPES[self.shape], (70, 60, 0.4), "A", A)
    shape: Choice = Choice("A is a", tuple(_SHAPES), "box")
    angle: Slider = Slider("axis", -180, 180, -30, unit="°")

    def axis(self) -> Vec2:
        """Return the unit vector of the axis."""
        return Vec2(1.0, 0.0).rotated(math.radians(self.angle))

    def interval(self) -> Interval:
        """Return the shadow of the shape on the axis."""
        shape, pose = self.a
        return project(shape, pose, self.axis())

    def draw(self, display: Display) -> None:
        """Draw the axis through (0, 0), the light and the interval."""
        self.draw_things(display)
        way, interval = self.axis(), self.interval()
        foot = way.perpendicular * -150.0  # the axis is drawn beside the shape
        display.arrow(foot - way * 340.0, foot + way * 340.0, MUTED, 1.0)
        for height, direction in ((interval.low, -way), (interval.high, way)):
            at = self.supporting_point(direction)
            display.dashes(at, foot + way * height, NORMAL)
            display.point(at, NORMAL, 5.0)
        draw_interval(display, foot + way * interval.low, foot + way * interval.high, A)
        display.point(foot, TEXT, 4.0)
        display.text(foot + way.perpendicular * 16.0 - (0.0, 5.0), "0", TEXT, 13.0, "center")
        for height, name in ((interval.low, "low"), (interval.high, "high")):
            at = foot + way * height - way.perpendicular * 40.0
            display.text(at, f"{name} {height:.1f}", A, 13.0, "center")

    def supporting_point(self, direction: Vec2) -> Vec2:
        """Return the point of the shape that is farthest in a direction."""
        shape: Shape = self.a.shape
        x, y, angle = self.a.pose
        return shape.support(direction.rotated(-angle)).rotated(angle) + Vec2(x, y)

    def numbers(self) -> dict[str, Number]:
        """Return the interval, and the height of the shape's origin in it."""
        interval, pose = self.interval(), self.a.pose
        return {
            "low": interval.low,
            "high": interval.high,
            "length": interval.high - interval.low,
            "height of its origin": self.axis().dot((pose.x, pose.y)),
        }
