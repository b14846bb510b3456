"""Convex or concave: how often a line crosses an outline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ...geometry import is_convex, line_crossings
from ...math2d.vec2 import Vec2
from ..controls import Point, Toggle
from ..display import Display
from ..exhibit import Exhibit, Number
from ..palette import BOTH, GOOD, HIT, MUTED, NORMAL, TEXT, A, fade

_CORNERS = 6
_CUT = 0.06  # of the sides at a corner: where a line cuts it off
_LONG = 900.0


class ConvexOrConcave(Exhibit):
    """Six corners and a line to drag."""

    title = "Convex or concave: count the crossings"
    text = (
        "A line crosses a convex shape twice, or not at all. If some line crosses it four times, it left the "
        "shape in between: there is a hollow, and the shape is concave. Drag the yellow line to find one, "
        "then drag corners. Must one try all lines? No: a corner that turns inward gives itself away when a "
        "line cuts it off closely, for that line is inside the shape on both sides of the cut, and outside "
        "in the middle. So one line for each corner decides. The engine looks at the turns of the corners."
    )
    source: ClassVar[Sequence[object]] = (line_crossings, is_convex)

    corner1: Point = Point((-220, -150), "", A)
    corner2: Point = Point((200, -170), "", A)
    corner3: Point = Point((240, 140), "", A)
    corner4: Point = Point((60, 170), "", A)
    corner5: Point = Point((0, -30), "", A)
    corner6: Point = Point((-190, 150), "", A)
    start: Point = Point((-300, 95), "line", NORMAL)
    end: Point = Point((300, 80), "", NORMAL)
    cuts: Toggle = Toggle("cut off the corners", False, key="o")

    @property
    def outline(self) -> list[Vec2]:
        """The corners."""
        return [self.values[f"corner{k + 1}"] for k in range(_CORNERS)]

    def crossings(self) -> list[Vec2]:
        """Return where the line crosses the outline; nowhere if its two points are one."""
        return line_crossings(self.outline, self.start, self.end) if self.start != self.end else []

    def cut_off(self) -> list[tuple[Vec2, Vec2, list[Vec2]]]:
        """Return the line that cuts off each corner, and where it crosses the outline."""
        points, lines = self.outline, []
        for k, at in enumerate(points):
            p, q = at.lerp(points[k - 1], _CUT), at.lerp(points[(k + 1) % _CORNERS], _CUT)
            if p != q:
                lines.append((p, q, line_crossings(points, p, q)))
        return lines

    def draw(self, display: Display) -> None:
        """Draw the outline, the lines, and their crossings."""
        display.path(self.outline, A, 3.0, closed=True)
        if self.cuts:
            for p, q, found in self.cut_off():
                way = (q - p).normalized()
                color = HIT if len(found) > 2 else fade(MUTED, 120)
                reach = _LONG if len(found) > 2 else 60.0
                display.dashes(p - way * reach, q + way * reach, color)
                for at in found if len(found) > 2 else ():
                    display.point(at, HIT, 5.0)
        way = (self.end - self.start).normalized() * _LONG
        display.line(self.start - way, self.end + way, NORMAL)
        found = self.crossings()
        for k, at in enumerate(found):
            display.point(at, BOTH, 6.0)
            display.text(at + Vec2(8.0, 8.0), str(k + 1), BOTH, 14.0)
        self.draw_things(display)
        convex = is_convex(self.outline)
        display.text((-345, 290), f"{len(found)} crossings", HIT if len(found) > 2 else TEXT, 16.0)
        display.text((345, 290), "convex" if convex else "concave", GOOD if convex else HIT, 16.0, "right")

    def numbers(self) -> dict[str, Number]:
        """Return the crossings of the line, the most of a line at a corner, and what the engine says."""
        return {
            "crossings": len(self.crossings()),
            "most crossings of a line at a corner": max(
                (len(found) for _, _, found in self.cut_off()), default=0
            ),
            "convex": is_convex(self.outline),
        }
