"""Separating axes one by one, with the early exit, and why a concave shape needs parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ...collide.polygon import find_reference_face
from ...geometry import (
    Axis,
    convex_hull,
    decompose,
    distance,
    is_convex,
    overlap,
    project,
    separating_axes,
)
from ...math2d.vec2 import Vec2
from ...shapes import Box, Capsule, Circle, Polygon, Shape
from ..controls import Choice, Placed, Slider, Thing, Toggle
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_interval, draw_shape
from ..palette import BOTH, GOOD, HIT, MUTED, NORMAL, A, B
from ..textbook.calipers import search_all, search_by_calipers

_L = [(-90, -80), (90, -80), (90, -30), (-30, -30), (-30, 90), (-90, 90)]
PARTS: tuple[Shape, ...] = tuple(decompose(_L))
_SHAPES: dict[str, Shape] = {
    "box": Box(150, 90),
    "triangle": Polygon([(-70, -50), (80, -45), (0, 80)]),
    "circle": Circle(60),
    "capsule": Capsule(160, 34),
    "concave": Polygon(convex_hull(_L)),  # all that an axis can see of it
}
SEARCHES = {"all vertices": search_all, "rotating calipers": search_by_calipers}
_REACH = 330.0  # of the line that shows an axis


class SeparatingAxes(Exhibit):
    """Two shapes to drag and turn, and a slider through the axes tried."""

    title = "Separating axes, one by one"
    text = (
        "Two convex shapes are apart exactly if a line fits between them. One need not try all lines: the "
        "normals of the faces will do, and for round sides the line between the nearest corners. Project "
        "both shapes on each axis. The first axis on which the intervals have a gap ends the search; if "
        "there is none, the axis of least overlap is the way out. Slide through the axes. For a circle "
        "beside a corner the line between the centres is the wrong axis: it finds no gap. The concave shape "
        "claims a hit in its empty corner, until it is cut into convex parts. Rotating calipers find all "
        "supports in one walk around both shapes."
    )
    source: ClassVar[Sequence[object]] = (
        separating_axes,
        find_reference_face,
        decompose,
        search_by_calipers,
    )

    a: Thing = Thing(lambda self: _SHAPES[self.shape_a], (-60, 60, 0.25), "A", A)
    b: Thing = Thing(lambda self: _SHAPES[self.shape_b], (70, 130, -0.2), "B", B)
    shape_a: Choice = Choice("A is a", tuple(_SHAPES), "box")
    shape_b: Choice = Choice("B is a", tuple(_SHAPES)[:-1], "triangle")
    shown: Slider = Slider("axis", 1, 8, 1, step=1)
    centres: Toggle = Toggle("line of centres", False, key="l")
    supports: Choice = Choice("supports by", tuple(SEARCHES), "all vertices", key="s")

    def axes(self) -> list[Axis]:
        """Return the axes tried, the last one first to separate."""
        return separating_axes(*self.a, *self.b)

    def parts_overlap(self) -> bool:
        """Return whether any convex part of A overlaps B."""
        parts = PARTS if self.shape_a == "concave" else (self.a.shape,)
        return any(overlap(part, self.a.pose, *self.b) for part in parts)

    def overlap_by_centers(self) -> bool:
        """Return what the faces' normals and the line between the centres say: too much beside a corner."""
        ways = [*normals_of(self.a), *normals_of(self.b)]
        between = Vec2(*self.b.pose[:2]) - self.a.pose[:2]
        if between != (0.0, 0.0):
            ways.append(between)
        return all(_overlap_on(way, self.a, self.b) for way in ways)

    def vertices_looked_at(self) -> int:
        """Return how many times a vertex is looked at to find the supports of all faces."""
        search = SEARCHES[self.supports]
        of_a, of_b = (shape.points_at(pose) for shape, pose in (self.a, self.b))
        return sum(search(p, q).looked for p, q in ((of_a, of_b), (of_b, of_a)) if len(p) > 2)

    def draw(self, display: Display) -> None:
        """Draw the shapes, the axes tried, and the intervals on the one chosen."""
        self.draw_things(display, fill=self.shape_a != "concave")
        if self.shape_a == "concave":
            for part in PARTS:
                draw_shape(display, part, self.a.pose, A)
        axes = self.axes()
        chosen = min(int(self.shown), len(axes)) - 1
        for k, axis in enumerate(axes):
            color = NORMAL if k == chosen else MUTED
            words = f"{k + 1}: overlap {axis.overlap:7.1f}, from {axis.owner}"
            display.text((-345, 295 - 19 * k), words, HIT if axis.overlap < 0.0 else color, 13.0)
            display.arrow((270, 230), Vec2(270, 230) + axis.direction * 60.0, color)
        self._draw_intervals(display, axes[chosen])
        self._draw_answer(display, axes)

    def _draw_intervals(self, display: Display, axis: Axis) -> None:
        """Draw the axis below the shapes, with both intervals beside it."""
        way = axis.direction
        side = way.perpendicular
        home = Vec2(0.0, -190.0)
        display.line(home - way * _REACH, home + way * _REACH, MUTED, 1.0)
        middle = 0.5 * (axis.a.low + axis.b.high)  # shown in the middle of the axis
        for interval, color, name, shift in ((axis.a, A, "A", 8.0), (axis.b, B, "B", -8.0)):
            foot = home + side * shift - way * middle
            low, high = foot + way * interval.low, foot + way * interval.high
            draw_interval(display, low, high, color)
            display.text(low.lerp(high, 0.5) + side * (2.0 * shift) - (0.0, 5.0), name, color, 13.0, "center")
        start, end = home + way * (axis.b.low - middle), home + way * (axis.a.high - middle)
        display.line(start, end, GOOD if axis.overlap < 0.0 else HIT, 4.0)

    def _draw_answer(self, display: Display, axes: list[Axis]) -> None:
        apart = axes[-1].overlap < 0.0
        words = "a gap: apart, and the search ends" if apart else "no gap on any axis: they overlap"
        display.text((345, 295), words, GOOD if apart else HIT, 14.0, "right")
        if not apart and not self.parts_overlap():
            display.text((345, 274), "a false hit in the hollow: no part overlaps", HIT, 14.0, "right")

        if self.centres:
            display.dashes(self.a.pose[:2], self.b.pose[:2], BOTH)
            if self.overlap_by_centers() and apart:
                words = "a false hit: the line of centres does not see the corner"
                display.text((345, 200), words, HIT, 14.0, "right")

    def numbers(self) -> dict[str, Number]:
        """Return how many axes were tried, the least overlap, and what the parts say."""
        axes = self.axes()
        return {
            "axes tried": len(axes),
            "least overlap": min(axis.overlap for axis in axes),
            "overlap by axes": axes[-1].overlap >= 0.0,
            "overlap of convex parts": self.parts_overlap(),
            "A is convex": self.shape_a != "concave" or is_convex(_L),
            "overlap by faces and centres": self.overlap_by_centers(),
            "vertices looked at": self.vertices_looked_at(),
            "distance": distance(*self.a, *self.b).distance,
        }


def normals_of(thing: Placed) -> list[Vec2]:
    """Return the normals of a shape's faces at its pose, parallel ones once."""
    return [normal.rotated(thing.pose.angle) for normal in thing.shape.axes]


def _overlap_on(way: Vec2, a: Placed, b: Placed) -> bool:
    """Return whether two shapes overlap on an axis."""
    on_a, on_b = project(*a, way), project(*b, way)
    return on_a.low <= on_b.high and on_b.low <= on_a.high
