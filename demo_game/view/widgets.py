"""Texts, and a list of items to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import arcade

from ecsphys import Vec2

from .palette import PANEL, SOFT, TEAL, WHITE, Rgba, faded

TITLE_FONT, FONT = "Kenney Future Narrow", "Liberation Sans"
_PAD = 20.0


def load_fonts() -> None:
    """Load fonts bundled with arcade, so that text looks the same on all platforms."""
    arcade.load_font(":resources:fonts/ttf/Kenney/Kenney_Future_Narrow.ttf")
    arcade.resources.load_liberation_fonts()


def text(size: float, color: Rgba = WHITE, anchor: str = "left", font: str = FONT) -> arcade.Text:
    """Return an empty text."""
    return arcade.Text("", 0, 0, color, size, font_name=font, anchor_x=anchor)


def paragraph(size: float, color: Rgba) -> arcade.Text:
    """Return an empty text that wraps at its `width`, centred above its position."""
    label = arcade.Text(
        "", 0, 0, color, size, 1, "center", FONT, anchor_x="center", anchor_y="bottom", multiline=True
    )
    label.label.set_style("wrap", "char")  # a path may be longer than a line
    return label


def format_clock(seconds: float) -> str:
    """Return minutes, seconds and tenths.

    >>> format_clock(83.46)
    '1:23.4'
    """
    tenths = int(seconds * 10 + 1e-6)
    return f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"


def write(label: arcade.Text, words: str, x: float, y: float, color: Rgba | None = None) -> None:
    """Draw a text; set only properties that differ, because layout is slow."""
    if label.text != words:
        label.text = words
    if color is not None and label.color != color:
        label.color = color
    if (label.x, label.y) != (x, y):
        label.position = x, y
    label.draw()


@dataclass
class Item:
    """A row of a list: its text, its action, and a value that left and right may change."""

    words: str
    act: Callable[[], None]
    value: Callable[[], str] = str
    change: Callable[[int], None] | None = None


class Choice:
    """A centred list of rows from `top` downwards, one of them marked."""

    def __init__(self, items: Sequence[Item], top: float, width: float = 520.0, row: float = 44.0):
        self.items = list(items)
        self.at = 0
        self.top, self.width, self.row = top, width, row
        size = 0.45 * row
        self._texts = [(text(size), text(0.9 * size, SOFT, "right")) for _ in self.items]
        self._left = 0.0

    @property
    def bottom(self) -> float:
        """Lower edge of the list."""
        return self.top - self.row * len(self.items)

    def move(self, step: int) -> None:
        """Mark the next row (1) or the one before (-1)."""
        self.at = (self.at + step) % len(self.items)

    def accept(self) -> None:
        """Run the marked row's action."""
        self.items[self.at].act()

    def change(self, step: int) -> None:
        """Turn the marked row's value up (1) or down (-1), if it has one."""
        change = self.items[self.at].change
        if change is not None:
            change(step)

    def row_at(self, spot: Vec2) -> int | None:
        """Return the row under a point of the frame, None beside the list."""
        row = int((self.top - spot.y) // self.row)
        inside = self._left <= spot.x <= self._left + self.width and spot.y <= self.top
        return row if inside and row < len(self.items) else None

    def point(self, spot: Vec2) -> None:
        """Mark the row under the mouse."""
        row = self.row_at(spot)
        self.at = self.at if row is None else row

    def click(self, spot: Vec2) -> None:
        """Mark the row under the mouse and run its action."""
        row = self.row_at(spot)
        if row is not None:
            self.at = row
            self.accept()

    def draw(self, wide: float) -> None:
        """Draw all rows in a frame `wide` wide."""
        self._left = (wide - self.width) / 2
        height = self.row * len(self.items)
        arcade.draw_lbwh_rectangle_filled(
            self._left - _PAD, self.top - height - 8, self.width + 2 * _PAD, height + 16, PANEL
        )
        y = self.top - self.row
        for k, (item, (words, value)) in enumerate(zip(self.items, self._texts, strict=True)):
            marked = k == self.at
            if marked:
                arcade.draw_lbwh_rectangle_filled(
                    self._left - 8, y, self.width + 16, self.row, faded(TEAL, 0.16)
                )
                arcade.draw_lbwh_rectangle_filled(self._left - 8, y, 5, self.row, (*TEAL, 255))
            write(words, item.words, self._left + 14, y + 0.3 * self.row, WHITE if marked else SOFT)
            shown = item.value()
            if shown and item.change is not None and marked:
                shown = f"‹ {shown} ›"
            write(value, shown, self._left + self.width - 8, y + 0.32 * self.row)
            y -= self.row
