"""The display list of an exhibit: lines, discs, polygons and text, which every host can draw.

Coordinates are those of the stage: (0, 0) in the middle, x to the right, y up, `STAGE` in view. Widths of
lines and sizes of text are in pixels of the screen, whatever the scale; radii are lengths of the stage.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from ..arrays import Reals2
from ..drawing.lines import Color, Colors, Lines
from ..math2d.bounds import Bounds
from ..math2d.vec2 import Pair, Vec2
from .palette import TEXT

if TYPE_CHECKING:
    from .space.scene import Scene

STAGE = Bounds(Vec2(-360.0, -320.0), Vec2(360.0, 320.0))
Align = Literal["left", "center", "right"]

_HEAD, _HEAD_HALF = 10.0, 4.0  # length and half width of an arrow's head
_DASH, _GAP = 7.0, 5.0  # lengths of a dashed line


class Segments(NamedTuple):
    """Line segments: rows 2 k and 2 k + 1 of `points` (2 n, 2) are the ends of segment k.

    `colors` (2 n, 4) of uint8, 0 … 255; `width` in pixels.
    """

    points: Reals2
    colors: Colors
    width: float


class Polygon(NamedTuple):
    """A convex polygon, counter-clockwise; None leaves out the filling or the outline (`width` pixels)."""

    points: tuple[Pair, ...]
    fill: Color | None
    line: Color | None
    width: float


class Disc(NamedTuple):
    """A disc; None leaves out the filling or the outline (`width` pixels)."""

    center: Pair
    radius: float
    fill: Color | None
    line: Color | None
    width: float


class Text(NamedTuple):
    """One line of text whose baseline begins (or has its middle, or end) at `position`; `size` in pixels."""

    position: Pair
    text: str
    color: Color
    size: float
    align: Align


class SceneItem(NamedTuple):
    """A scene in space, which fills the stage; hosts without a depth buffer paint it, see `space.painter`."""

    scene: Scene


Item = Segments | Polygon | Disc | Text | SceneItem


class Display:
    """What to draw, the first item at the bottom."""

    def __init__(self) -> None:
        self.items: list[Item] = []

    def layers(self) -> list[tuple[Scene | None, list[Item]]]:
        """Return the scenes in order, each with the items above it; what is below the first has none."""
        parts: list[tuple[Scene | None, list[Item]]] = [(None, [])]
        for item in self.items:
            if isinstance(item, SceneItem):
                parts.append((item.scene, []))
            else:
                parts[-1][1].append(item)
        return parts

    def add(self, other: Display, offset: Pair) -> None:
        """Add all that another display has, moved by an offset."""
        for item in other.items:
            if isinstance(item, Segments):
                self.items.append(item._replace(points=item.points + offset))
            elif isinstance(item, Polygon):
                self.items.append(item._replace(points=tuple(p + Vec2(*offset) for p in item.points)))
            elif isinstance(item, Disc):
                self.items.append(item._replace(center=item.center + Vec2(*offset)))
            elif isinstance(item, SceneItem):
                raise TypeError("a scene fills the stage: it cannot be moved")
            else:
                self.items.append(item._replace(position=item.position + Vec2(*offset)))

    def scene(self, scene: Scene) -> None:
        """Add a scene in space."""
        self.items.append(SceneItem(scene))

    def line(self, start: Pair, end: Pair, color: Color = TEXT, width: float = 1.5) -> None:
        """Add a line from point to point."""
        self.path((start, end), color, width)

    def path(
        self, points: Iterable[Pair], color: Color = TEXT, width: float = 1.5, closed: bool = False
    ) -> None:
        """Add lines from point to point; `closed` leads back to the first one."""
        listed = np.array([*points], float).reshape(-1, 2)
        if closed:
            listed = np.concatenate([listed, listed[:1]])
        if len(listed) > 1:
            self._segments(np.stack([listed[:-1], listed[1:]], axis=1).reshape(-1, 2), color, width)

    def dashes(self, start: Pair, end: Pair, color: Color = TEXT, width: float = 1.5) -> None:
        """Add a dashed line."""
        begin, way = np.array(start, float), np.subtract(end, start)
        length = math.hypot(*way)
        if length > 0.0:
            at = np.arange(0.0, length, _DASH + _GAP)
            ends = np.column_stack([at, np.minimum(at + _DASH, length)]).reshape(-1, 1)
            self._segments(begin + ends * (way / length), color, width)

    def lines(self, lines: Lines, width: float = 1.0) -> None:
        """Add segments of `ecsphys.drawing`."""
        if len(lines.points):
            self.items.append(Segments(lines.points, lines.colors, width))

    def arrow(self, start: Pair, end: Pair, color: Color = TEXT, width: float = 2.0) -> None:
        """Add an arrow; one that is shorter than its head is all head."""
        tip = Vec2(*end)
        way = tip - start
        along = way.normalized()
        head = along * min(_HEAD, way.length)
        side = along.perpendicular * (_HEAD_HALF * min(1.0, way.length / _HEAD))
        self.line(start, tip - head, color, width)
        self.polygon((tip, tip - head + side, tip - head - side), color)

    def polygon(
        self, points: Sequence[Pair], fill: Color | None = None, line: Color | None = None, width: float = 1.5
    ) -> None:
        """Add a convex polygon."""
        self.items.append(Polygon(tuple(points), fill, line, width))

    def disc(
        self,
        center: Pair,
        radius: float,
        fill: Color | None = None,
        line: Color | None = None,
        width: float = 1.5,
    ) -> None:
        """Add a disc."""
        self.items.append(Disc(center, radius, fill, line, width))

    def point(self, at: Pair, color: Color = TEXT, radius: float = 4.0) -> None:
        """Add a dot that marks a point."""
        self.disc(at, radius, color)

    def cross(self, at: Pair, color: Color = TEXT, half: float = 6.0) -> None:
        """Add an upright cross that marks a point, as for an origin."""
        x, y = at
        self.line((x - half, y), (x + half, y), color)
        self.line((x, y - half), (x, y + half), color)

    def text(
        self, at: Pair, text: str, color: Color = TEXT, size: float = 14.0, align: Align = "left"
    ) -> None:
        """Add one line of text."""
        self.items.append(Text(at, text, color, size, align))

    def _segments(self, points: Reals2, color: Color, width: float) -> None:
        colors = np.broadcast_to(np.array(color, np.uint8), (len(points), 4))
        self.items.append(Segments(points, colors, width))
