"""A point in a convex shape: one sign for each edge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ...collide.circle import nearest_face, separate_point
from ...geometry import closest_point
from ...math2d.pose import transform_point
from ...math2d.vec2 import Vec2
from ...shapes import Box, Polygon, Shape
from ..controls import Choice, Point, Thing
from ..display import Display
from ..exhibit import Exhibit, Number
from ..palette import GOOD, HIT, MUTED, NORMAL, A

_SHAPES: dict[str, Shape] = {
    "hexagon": Polygon([Vec2(130, 0).rotated(k * 1.0471975511965976) for k in range(6)]),
    "triangle": Polygon([(-130, -90), (150, -80), (10, 140)]),
    "box": Box(240, 130),
}


class PointInConvex(Exhibit):
    """A shape to drag and turn, a point to drag."""

    title = "A point in a convex shape"
    text = (
        "Walk around a convex outline counter-clockwise: the inside is always on the left. So a point is "
        "inside if it is on the left of every edge, and one edge that has it on its right is enough to say "
        "no. The signed height above each edge says more. Inside, the largest of them belongs to the "
        "nearest edge and is minus the distance to it. Outside it is only a lower bound: beyond the end of "
        "an edge its line goes on, but the shape does not, and the corner is farther than the line. Drag "
        "the point around the corner to see it."
    )
    source: ClassVar[Sequence[object]] = (closest_point, separate_point, nearest_face, Shape.contains)

    shape: Thing = Thing(lambda self: _SHAPES[self.kind], (-20, 0, 0.3), "", A)
    point: Point = Point((150, 85), "P")
    kind: Choice = Choice("shape", tuple(_SHAPES), "hexagon")

    def heights(self) -> list[tuple[Vec2, Vec2, float]]:
        """Return the ends of each edge, and the height of the point above it."""
        shape, pose = self.shape
        edges = [(transform_point(pose, *p1), transform_point(pose, *p2)) for p1, p2 in shape.edges]
        return [(p1, p2, -(p2 - p1).normalized().cross(self.point - p1)) for p1, p2 in edges]

    def draw(self, display: Display) -> None:
        """Draw each edge in the colour of its sign, and the way to the surface."""
        self.draw_things(display)
        for p1, p2, height in self.heights():
            color = HIT if height > 0.0 else GOOD
            display.line(p1, p2, color, 4.0)
            middle = p1.lerp(p2, 0.5)
            out = -(p2 - p1).normalized().perpendicular
            display.text(middle + out * 30.0 - Vec2(0.0, 5.0), f"{height:+.0f}", color, 14.0, "center")
        shape, pose = self.shape
        hit = closest_point(shape, pose, self.point)
        display.line(self.point, hit.point, NORMAL, 3.0)
        display.arrow(hit.point, hit.point + hit.normal * 50.0, MUTED)
        words = f"{'inside' if hit.distance <= 0.0 else 'outside'}, distance {hit.distance:.1f}"
        display.text((0, -280), words, GOOD if hit.distance <= 0.0 else HIT, 16.0, "center")

    def numbers(self) -> dict[str, Number]:
        """Return the signs, the largest height and the signed distance."""
        heights = [height for _, _, height in self.heights()]
        shape, pose = self.shape
        return {
            "edges with the point on the left": sum(height <= 0.0 for height in heights),
            "edges": len(heights),
            "inside": shape.contains(pose, self.point),
            "largest height": max(heights),
            "signed distance": closest_point(shape, pose, self.point).distance,
        }
