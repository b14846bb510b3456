"""The Minkowski difference of two shapes, and what the origin in it says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

from ...geometry import Edge, collide, distance, minkowski_difference
from ...math2d.pose import Pose
from ...math2d.vec2 import Vec2
from ...shapes import Box, Capsule, Circle, Ellipse, Polygon, Sector, Shape
from ..controls import Choice, Placed, Slider, Thing
from ..differences import DIFFERENCE_SEGMENTS, difference, rounded_hull
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import outline_points
from ..palette import BOTH, GOOD, HIT, MUTED, NORMAL, TEXT, A, B, fade

_SHAPES: dict[str, Shape] = {
    "box": Box(130, 80),
    "triangle": Polygon([(-60, -45), (70, -40), (0, 70)]),
    "pentagon": Polygon([Vec2(62, 0).rotated(k * math.tau / 5) for k in range(5)]),
    "circle": Circle(55),
    "capsule": Capsule(150, 32),
    "ellipse": Ellipse(140, 80),
    "half disc": Sector(80, math.pi),
}
_HERE = Pose(0.0, 0.0, 0.0)
_HOME = Vec2(90.0, -70.0)  # where the origin of the difference is drawn
_OWNERS = {"a": A, "b": B, "both": BOTH}


class MinkowskiDifference(Exhibit):
    """Two shapes to drag and turn; their difference beside them."""

    title = "Minkowski difference and the origin"
    text = (
        "Do two shapes have a point in common? Subtract each point of A from each point of B: all "
        "differences together are one shape, and the two meet exactly if it has the origin in it. The "
        "nearest point of its outline is the shortest way out, or the gap, so the distance between two "
        "shapes is the signed distance of one point from one outline. Its edges are those of both shapes. "
        "Slide to shrink B to a point while A grows by B turned round: the grown A has B's centre in it "
        "exactly if the two meet. Its outline is that of the difference, turned by 180° and moved to B."
    )
    source: ClassVar[Sequence[object]] = (minkowski_difference, distance, collide)

    a: Thing = Thing(lambda self: _SHAPES[self.shape_a], (-225, 150, 0.2), "A", A)
    b: Thing = Thing(lambda self: _SHAPES[self.shape_b], (-120, 215, -0.3), "B", B)
    shape_a: Choice = Choice("A is a", tuple(_SHAPES), "box")
    shape_b: Choice = Choice("B is a", tuple(_SHAPES), "pentagon")
    grown: Slider = Slider("shrink B, grow A", 0, 1, 1)

    def edges(self) -> list[Edge]:
        """Return the edges of B - A."""
        (shape_a, pose_a), (shape_b, pose_b) = self.a, self.b
        return minkowski_difference(shape_a, pose_a, shape_b, pose_b, DIFFERENCE_SEGMENTS, edges=True)

    def draw(self, display: Display) -> None:
        """Draw both shapes, what A becomes, and the difference with the origin and the way to it."""
        self.draw_things(display, labels=False)
        for name, placed, color in (("A", self.a, A), ("B", self.b, B)):
            display.text(Vec2(*placed.pose[:2]) - (0.0, 22.0), name, color, 15.0, "center")
        gap = distance(*self.a, *self.b)
        display.line(gap.point_a, gap.point_b, NORMAL, 3.0)
        if self.grown > 0.0:
            self._draw_growing(display)
        self._draw_difference(display)

    def _draw_difference(self, display: Display) -> None:
        gap, edges = distance(*self.a, *self.b), self.edges()
        display.polygon([_HOME + e.p1 for e in edges], fade(HIT if gap.distance < 0.0 else GOOD, 40))
        for edge in edges:
            display.line(_HOME + edge.p1, _HOME + edge.p2, _OWNERS[edge.owner], 3.0)
        display.line(_HOME - Vec2(150, 0), _HOME + Vec2(220, 0), MUTED, 1.0)
        display.line(_HOME - Vec2(0, 200), _HOME + Vec2(0, 200), MUTED, 1.0)
        display.arrow(_HOME, _HOME + gap.normal * gap.distance, NORMAL)
        display.point(_HOME, TEXT, 5.0)
        display.text(_HOME + Vec2(8, -18), "origin", TEXT, 13.0)
        words = f"{'overlap' if gap.distance < 0.0 else 'distance'} {abs(gap.distance):.1f}"
        display.text(_HOME + Vec2(0, -225), words, HIT if gap.distance < 0.0 else GOOD, 15.0, "center")
        for k, (color, word) in enumerate(((A, "edge of A"), (B, "edge of B"), (BOTH, "of both"))):
            display.text((-345, -270 - 18 * k), word, color, 13.0)
        if self.grown > 0.0:
            display.text((-345, -248), "thin: A and as much of B, turned round", fade(A, 200), 13.0)

    def _draw_growing(self, display: Display) -> None:
        """Draw A grown by B turned round, and B shrunk, by the same share."""
        share, (shape_a, pose_a), (shape_b, pose_b) = self.grown, self.a, self.b
        center = Vec2(*pose_b[:2])
        of_b = [q - center for q in shape_b.points_at(pose_b)]
        ends = [p - q * share for p in shape_a.points_at(pose_a) for q in of_b]
        grown = rounded_hull(ends, shape_a.radius + share * shape_b.radius)
        display.polygon(outline_points(grown, _HERE), None, fade(A, 200))
        if share < 1.0:
            left = 1.0 - share
            shrunk = rounded_hull([center + q * left for q in of_b], left * shape_b.radius)
            display.polygon(outline_points(shrunk, _HERE), fade(B, 90), B)
        display.point(center, B)

    def numbers(self) -> dict[str, Number]:
        """Return the signed distance, whether the origin is inside, the way out, and edges by owner."""
        gap, edges = distance(*self.a, *self.b), self.edges()
        counts = {f"edges of {owner}": sum(e.owner == owner for e in edges) for owner in _OWNERS}
        center, turned = Vec2(*self.b.pose[:2]), Placed(self.b.shape, Pose(0.0, 0.0, self.b.pose.angle))
        return {
            "signed distance": gap.distance,
            "origin inside": difference(self.a, self.b).contains((0.0, 0.0), (0.0, 0.0)),
            "centre of B in the sum": difference(turned, self.a).contains((0.0, 0.0), center),
            "least translation x": gap.normal.x * -min(gap.distance, 0.0),
            "least translation y": gap.normal.y * -min(gap.distance, 0.0),
            **counts,
        }
