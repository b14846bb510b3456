"""Conservative advancement: the time of impact of a shape that moves and turns, step by step."""

import math
from collections.abc import Sequence
from typing import ClassVar

from ...collide.time_of_impact import safe_step
from ...collide.time_of_impact import time_of_impact as impact_kernel
from ...geometry import minkowski_difference, time_of_impact
from ...geometry.results import TimeOfImpact, TraceStep
from ...math2d.bounds import Bounds
from ...math2d.pose import Pose
from ...math2d.vec2 import Vec2
from ...shapes import Box, Polygon
from ..controls import Button, Point, Slider, Thing
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_bounds, draw_shape
from ..palette import BOTH, GOOD, GRID, HIT, MUTED, NORMAL, TEXT, A, B, fade

TOLERANCE = 0.1  # gap at which the search ends
MOST = 24  # iterations
PANEL = Bounds(Vec2(130.0, -310.0), Vec2(350.0, -90.0))
ORIGIN = Vec2(185.0, -255.0)  # of the differences, on the stage
SCALE = 0.3  # of the differences
LINES = 9  # iterations whose numbers are listed


class ConservativeAdvancement(Exhibit):
    """A rod moves and turns towards its end pose; the search for its first touch, iteration by iteration."""

    title = "Conservative advancement"
    text = (
        "A turning shape has no ray: its difference changes shape while it turns. So ask for the distance "
        "and its normal, and bound how fast the gap can close: speed along the normal, plus spin times the "
        "largest radius. Distance by bound is a time in which nothing can touch. Go on by that, and ask "
        "again, until the gap is within the tolerance. Lower the limit of iterations, or take the next one "
        "with N; turn fast, and the steps become small. The engine's bound follows the corners as they "
        "turn: it is never larger than the plain one listed beside it."
    )
    source: ClassVar[Sequence[object]] = (time_of_impact, impact_kernel, safe_step)

    a: Thing = Thing(Box(150, 24), (-230, -120, 0.35), "A", A)
    b: Thing = Thing(Polygon([(-70, -50), (60, -60), (80, 30), (-20, 70)]), (60, 120), "B", B)
    end: Point = Point((40, 40), "end of A", A)
    turn: Slider = Slider("turn of A", -720, 720, 180, unit="°")
    limit: Slider = Slider("limit of iterations", 1, MOST, MOST, step=1)

    def start_and_end(self) -> tuple[Pose, Pose]:
        """Return the poses of A before and after the motion."""
        pose = self.a.pose
        return pose, Pose(*self.end, pose.angle + math.radians(self.turn))

    def search(self) -> tuple[TimeOfImpact, list[TraceStep]]:
        """Search for the first touch; return the answer and the iterations."""
        steps: list[TraceStep] = []
        (start, end), (shape, place) = self.start_and_end(), self.b
        result = time_of_impact(
            self.a.shape, start, end, shape, place, place, TOLERANCE, int(self.limit), trace=steps
        )
        return result, steps

    @Button("next iteration", key="n")
    def next_iteration(self) -> None:
        """Allow one iteration more than have run; begin again after the last one."""
        result, steps = self.search()
        self.values["limit"] = float(min(len(steps) + 1, MOST)) if result.status == "failed" else 1.0

    def draw(self, display: Display) -> None:
        """Draw A at each iteration, the gap of the last one, the numbers and the differences."""
        result, steps = self.search()
        shape, (start, end) = self.a.shape, self.start_and_end()
        draw_shape(display, shape, end, fade(A, 100), fill=False, width=1.0)
        display.dashes(start[:2], end[:2], fade(A, 120), 1.0)
        for step in steps[:-1]:
            draw_shape(display, shape, step.pose_a, fade(A, 150), fill=False, width=1.0)
        self.draw_things(display)
        last = steps[-1]
        draw_shape(display, shape, last.pose_a, HIT if result.status == "hit" else GOOD)
        display.line(last.point_a, last.point_b, NORMAL, 3.0)
        display.point(last.point_a, A)
        display.point(last.point_b, B)
        display.arrow(last.point_b, last.point_b + last.normal * 45.0, NORMAL)
        self._draw_list(display, result, steps)
        self._draw_differences(display, steps)

    def _draw_list(self, display: Display, result: TimeOfImpact, steps: list[TraceStep]) -> None:
        """Write down the iterations."""
        color = HIT if result.status == "hit" else GOOD
        display.text((-350, 300), f"{result.status} at {result.fraction:.4f} of the motion", color, 15.0)
        columns = ("", "time", "gap", "bound", "plain bound")
        rows = [
            (f"{k}", f"{s.fraction:.4f}", f"{s.distance:.2f}", f"{s.bound:.0f}", f"{s.plain_bound:.0f}")
            for k, s in enumerate(steps, 1)
        ]
        for line, row in enumerate([columns, *rows[-LINES:]]):
            for x, cell in zip((-350, -322, -262, -206, -146), row, strict=True):
                display.text((x, 276 - 17 * line), cell, MUTED if line == 0 else TEXT, 13.0)

    def _draw_differences(self, display: Display, steps: list[TraceStep]) -> None:
        """Draw the differences B - A of all iterations, which change shape, and the origin."""
        draw_bounds(display, PANEL, GRID)
        display.text((240, -84), "B - A at each iteration", MUTED, 13.0, "center")
        for k, step in enumerate(steps):
            corners = minkowski_difference(self.a.shape, step.pose_a, self.b.shape, step.pose_b)
            color = HIT if k == len(steps) - 1 else fade(BOTH, 150)
            display.path([ORIGIN + corner * SCALE for corner in corners], color, 1.0, closed=True)
        display.cross(ORIGIN, TEXT)

    def numbers(self) -> dict[str, Number]:
        """Return the answer, and the last iteration."""
        result, steps = self.search()
        last = steps[-1]
        return {
            "status": result.status,
            "time": result.fraction,
            "iterations": result.iterations,
            "gap": last.distance,
            "bound": last.bound,
            "plain bound": last.plain_bound,
        }
