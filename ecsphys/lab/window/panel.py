"""A panel: a part of the window with places to click. What it shows is drawn again when its `key` changes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable
from typing import NamedTuple

from ...drawing.lines import Color
from ...math2d.bounds import Bounds
from ...math2d.vec2 import Pair, Vec2
from ..palette import B, fade
from .glyphs import Face, Glyphs
from .mesh import Sketch

PANEL: Color = (31, 35, 45, 255)
FIELD: Color = (46, 52, 66, 255)  # buttons, fields, ways of sliders
CHOSEN: Color = fade(B, 110)
HOVER: Color = (255, 255, 255, 22)


class Spot(NamedTuple):
    """A place to click. `press` gets where: shares 0 … 1 of its width and height; again while dragged if
    it `drags`.
    """  # fmt: skip

    bounds: Bounds
    press: Callable[[Vec2], object]
    drags: bool = False


class Panel:
    """A part of the window. A subclass draws itself and adds its spots in `draw`."""

    color: Color = PANEL

    def __init__(self, glyphs: Glyphs):
        self.glyphs = glyphs
        self.bounds: Bounds = box(0.0, 0.0, 0.0, 0.0)
        self.spots: list[Spot] = []

    def key(self) -> Hashable:
        """Return all that `draw` depends on, except `bounds`."""
        return None

    def draw(self, sketch: Sketch) -> None:
        """Draw it; `spots` is empty before."""

    def draw_live(self, sketch: Sketch) -> None:
        """Draw on top what changes from frame to frame."""

    def scroll(self, lines: float) -> None:
        """Scroll down by so many lines."""

    def find(self, point: Pair) -> Spot | None:
        """Return the spot at a point of the window."""
        return next((spot for spot in self.spots if contains(spot.bounds, point)), None)

    def fit(self, text: str, width: float, size: float, face: Face = "sans") -> str:
        """Return a text, cut off with … where it is wider than `width`."""
        if self.glyphs.width(text, size, face) <= width:
            return text
        cut = bisect_right(
            range(len(text)), width, key=lambda n: self.glyphs.width(text[:n] + "…", size, face)
        )
        return text[: max(cut - 1, 0)] + "…"

    def wrap(self, text: str, width: float, size: float, face: Face = "sans") -> list[str]:
        """Return a paragraph as lines that are at most `width` wide."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".lstrip()
            if self.glyphs.width(longer, size, face) <= width or not lines[-1]:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines


def box(left: float, low: float, right: float, high: float) -> Bounds:
    """Return bounds of four numbers."""
    return Bounds(Vec2(left, low), Vec2(right, high))


def contains(bounds: Bounds, point: Pair) -> bool:
    """Return whether a point is within bounds."""
    (left, low), (right, high) = bounds
    return left <= point[0] < right and low <= point[1] < high


def share(bounds: Bounds, point: Pair) -> Vec2:
    """Return where a point is, in shares of a box's width and height."""
    size = bounds.upper - bounds.lower
    return Vec2((point[0] - bounds.lower.x) / size.x, (point[1] - bounds.lower.y) / size.y)
