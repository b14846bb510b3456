"""Lines of text on a dark panel, laid out again only where they change."""

from __future__ import annotations

from collections.abc import Sequence

import arcade
from pyglet.graphics import Batch

from ..drawing.lines import Color

TEXT_COLOR: Color = (230, 236, 250, 255)
GROUND: Color = (8, 10, 22, 205)
_PAD = 8.0
_FONT = "Liberation Mono"


class Panel:
    """A block of lines with letters `size` px high."""

    def __init__(self, size: int = 11):
        arcade.resources.load_liberation_fonts()
        self._size = size
        self._batch = Batch()
        self._texts: list[arcade.Text] = []

    @property
    def line_height(self) -> float:
        """Distance between lines, px."""
        return 1.5 * self._size

    def measure(self, lines: Sequence[str], colors: Sequence[Color] = ()) -> tuple[float, float]:
        """Set the lines and return width and height of the panel, px."""
        while len(self._texts) < len(lines):
            text = arcade.Text("", 0, 0, TEXT_COLOR, self._size, font_name=_FONT, batch=self._batch)
            self._texts.append(text)
        for k, text in enumerate(self._texts):
            words = lines[k] if k < len(lines) else ""
            if text.text != words:
                text.text = words
            if k < len(colors) and text.color != colors[k]:
                text.color = colors[k]
        width = max((text.content_width for text in self._texts[: len(lines)] if text.text), default=0)
        return width + 2 * _PAD, len(lines) * self.line_height + 2 * _PAD

    def draw(self, left: float, top: float, lines: Sequence[str], colors: Sequence[Color] = ()) -> None:
        """Draw the panel with its upper left corner at `left`, `top`, px of the current camera."""
        width, height = self.measure(lines, colors)
        arcade.draw_lbwh_rectangle_filled(left, top - height, width, height, GROUND)
        for k, text in enumerate(self._texts[: len(lines)]):
            place = round(left + _PAD), round(top - _PAD - (k + 0.8) * self.line_height)
            if (text.x, text.y) != place:
                text.position = place
        self._batch.draw()
