"""A ray against the Minkowski difference: where a moving shape first touches another one."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ...collide.cast import first_touch as cast_kernel
from ...drawing.lines import Lines
from ...geometry import minkowski_difference, raycast, shape_cast, swept_shape
from ...geometry.results import CastHit, RayHit, TraceStep
from ...math2d.bounds import Bounds
from ...math2d.pose import Pose
from ...math2d.vec2 import Vec2
from ...shapes import Box, Capsule, Circle, Polygon, Shape
from ..controls import Choice, Point, Slider, Thing
from ..differences import DIFFERENCE_SEGMENTS, difference
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_bounds, draw_shape
from ..palette import BOTH, GOOD, GRID, HIT, MUTED, NORMAL, TEXT, A, B, fade

SHAPES: dict[str, Shape] = {
    "box": Box(90, 56),
    "circle": Circle(44),
    "triangle": Polygon([(-45, -35), (45, -35), (0, 50)]),
    "capsule": Capsule(130, 30),
    "hexagon": Polygon([Vec2(62, 0).rotated(k * 1.0471975512) for k in range(6)]),
}
PANEL = Bounds(Vec2(60.0, -310.0), Vec2(350.0, 250.0))
ORIGIN = Vec2(95.0, -170.0)  # of the difference, on the stage
SCALE = 0.75  # of the difference
OWNERS = {"a": A, "b": B}


class RayAtDifference(Exhibit):
    """A moves towards its end and may meet B; beside it the same as a ray from the origin."""

    title = "A ray at the difference"
    text = (
        "When does A, on its way to its end, first touch B? Subtract A from B: A becomes a point at the "
        "origin, B grows to the difference, and the way of A is a ray from the origin. Where the ray enters "
        "the difference, A touches B: the same fraction of the way. The engine does not build the "
        "difference. Its cast asks for distance and normal (green): nothing of the difference is before "
        "that plane, so it goes on to there, and asks again. Drag and turn both; edges of the difference "
        "have the colour of the shape they come from, round ones of two round shapes are violet."
    )
    source: ClassVar[Sequence[object]] = (shape_cast, cast_kernel, minkowski_difference)

    a: Thing = Thing(lambda self: SHAPES[self.kind_a], (-270, -170), "A", A)
    b: Thing = Thing(lambda self: SHAPES[self.kind_b], (-70, 70, 0.3), "B", B)
    end: Point = Point((-20, 200), "end of A", A)
    kind_a: Choice = Choice("A", tuple(SHAPES), "box")
    kind_b: Choice = Choice("B", tuple(SHAPES), "capsule")
    shown: Slider = Slider("estimates shown", 0, 8, 8, step=1)

    def way(self) -> Vec2:
        """Return the way of A."""
        x, y, _ = self.values["a"]
        return self.end - Vec2(x, y)

    def cast(self) -> tuple[CastHit | None, list[TraceStep]]:
        """Cast A along its way; return the hit and the steps of the cast."""
        steps: list[TraceStep] = []
        shape, pose = self.a
        return shape_cast(shape, pose, self.way(), *self.b, trace=steps), steps

    def ray(self) -> RayHit | None:
        """Cast the way of A as a ray from the origin at the difference, whose round sides are true arcs."""
        return raycast(difference(self.a, self.b), (0.0, 0.0), (0.0, 0.0), self.way())

    def at(self, fraction: float) -> Pose:
        """Return the pose of A after a part of its way."""
        x, y, angle = self.a.pose
        return Pose(*(self.way() * fraction + (x, y)), angle)

    def draw(self, display: Display) -> None:
        """Draw the sweep of A, and the ray at the difference."""
        hit, steps = self.cast()
        shape, pose = self.a
        last = self.at(1.0 if hit is None else hit.fraction)
        draw_shape(display, swept_shape(shape, pose, last), (0.0, 0.0), fade(BOTH, 130), width=1.0)
        draw_shape(display, shape, self.at(1.0), fade(A, 110), fill=False, width=1.0)
        display.arrow(pose[:2], self.end, fade(A, 160))
        if hit is not None:
            draw_shape(display, shape, last, HIT)
            display.text((last.x, last.y - 5.0), "A'", HIT, 15.0, "center")
            display.point(hit.point, HIT)
            display.arrow(hit.point, hit.point + hit.normal * 40.0, NORMAL)
        self.draw_things(display)
        self._draw_difference(display, hit, steps)

    def _draw_difference(self, display: Display, hit: CastHit | None, steps: list[TraceStep]) -> None:
        """Draw the difference B - A, the ray from the origin, and the estimates on it."""
        draw_bounds(display, PANEL, GRID)
        display.text((205, 258), "B - A, from the origin", MUTED, 14.0, "center")
        (shape_a, pose_a), (shape_b, pose_b) = self.a, self.b
        edges = minkowski_difference(shape_a, pose_a, shape_b, pose_b, DIFFERENCE_SEGMENTS, edges=True)
        display.polygon([_place(edge.p1) for edge in edges], fade(BOTH, 40))
        ends = [_place(end) for edge in edges for end in (edge.p1, edge.p2)]
        colors = [OWNERS.get(edge.owner, BOTH) for edge in edges for _ in range(2)]
        display.lines(Lines(np.array(ends), np.array(colors, np.uint8)), 2.0)
        display.cross(ORIGIN, TEXT)
        display.arrow(ORIGIN, _place(self.way()), fade(A, 200))
        for k, step in enumerate(steps[: int(self.shown)]):
            estimate = self.way() * step.fraction
            nearest = estimate + step.normal * step.distance
            side = step.normal.perpendicular * (60.0 / (1.0 + 0.5 * k))
            display.line(_place(nearest - side), _place(nearest + side), fade(GOOD, 150), 1.0)
            display.line(_place(estimate), _place(nearest), fade(GOOD, 110), 1.0)
            display.point(_place(nearest), GOOD, 3.0)
            display.point(_place(estimate), TEXT, 3.5)
        if hit is not None:
            display.point(_place(self.way() * hit.fraction), HIT, 5.0)
        answer = "no hit" if hit is None else f"hit at {hit.fraction:.4f} of the way"
        display.text((-350, 300), answer, GOOD if hit is None else HIT, 15.0)
        display.text((-350, 280), f"{len(steps)} estimates", MUTED, 14.0)

    def numbers(self) -> dict[str, Number]:
        """Return the fraction by the cast, and by the ray at the difference; 2 for no hit."""
        (hit, steps), ray = self.cast(), self.ray()
        return {
            "hit": hit is not None,
            "fraction by the cast": 2.0 if hit is None else hit.fraction,
            "fraction by the ray": 2.0 if ray is None else ray.fraction,
            "estimates": len(steps),
            "distance at the start": steps[0].distance,
            "normal x": 0.0 if hit is None else hit.normal.x,
            "normal y": 0.0 if hit is None else hit.normal.y,
        }


def _place(point: Vec2) -> Vec2:
    """Return where a point of the difference is on the stage."""
    return ORIGIN + point * SCALE
