"""Draw a profile as graphs: stacked milliseconds per system, and counts over time."""

from __future__ import annotations

import colorsys

import arcade
import numpy as np

from ..arrays import Reals2
from ..drawing.lines import Color, Lines, color_lines
from .panel import GROUND, TEXT_COLOR, Panel
from .profile import COUNTS, STEPS, Profile
from .vertex_buffer import LineBuffer

_STRIDE = 2.0  # px per step
WIDTH = STEPS * _STRIDE
_GAP = 12.0
_FRAME: Color = (110, 118, 150, 255)
_REFRESH = 15  # steps between updates of the numbers
_LEAST = 1.0  # ms, smallest full scale of the graph


class Graphs:
    """Draws a `Profile`, placed by its upper right corner."""

    def __init__(self, profile: Profile, buffer: LineBuffer):
        self.profile = profile
        self._buffer = buffer
        self._panel = Panel(10)
        self._updated = -_REFRESH
        self._lines: list[str] = []

    def draw(self, right: float, top: float) -> None:
        """Draw both graphs and their numbers; coordinates are those of the current camera, px."""
        profile = self.profile
        colors, hues = palette(len(profile.names)), palette(len(COUNTS))
        words = self._words()
        wide, tall = self._panel.measure(words, [TEXT_COLOR, *colors, TEXT_COLOR, *hues])
        x = right - wide - WIDTH
        height = (tall - 3 * _GAP) / 2
        arcade.draw_lbwh_rectangle_filled(x - _GAP, top - tall, WIDTH + _GAP, tall, GROUND)
        scale = height / max(_LEAST, float(profile.milliseconds.sum(axis=1).max(initial=0.0)))
        y = top - _GAP - height
        parts = [*stacked_areas(profile.milliseconds * scale, colors, x, y), _axes(x, y, height)]
        most = max(1.0, float(profile.counts.max(initial=0)))
        y -= _GAP + height
        parts += [
            *line_curves(profile.counts.astype(float) * (height / most), hues, x, y),
            _axes(x, y, height),
        ]
        self._panel.draw(right - wide, top, words)
        self._buffer.draw(parts)

    def _words(self) -> list[str]:
        """Return the legend with means over the last steps, updated a few times per second."""
        profile = self.profile
        step = profile.physics.step_count
        if not 0 <= step - self._updated < _REFRESH:
            self._updated = step
            mean = profile.milliseconds[-2 * _REFRESH :].mean(axis=0)
            self._lines = [f"{mean.sum():6.3f} ms a step"]
            self._lines += [f"{ms:6.3f} {name}" for ms, name in zip(mean, profile.names, strict=True)]
            self._lines.append("")
            self._lines += [f"{n:6d} {name}" for n, name in zip(profile.counts[-1], COUNTS, strict=True)]
        return self._lines


def palette(count: int) -> list[Color]:
    """Return distinct colours, spaced around the hue circle."""
    hues = [colorsys.hsv_to_rgb(0.08 + 0.85 * k / max(count, 1), 0.55, 1.0) for k in range(count)]
    return [(round(255 * r), round(255 * g), round(255 * b), 255) for r, g, b in hues]


def stacked_areas(heights: Reals2, colors: list[Color], x: float, y: float) -> list[Lines]:
    """Return vertical strokes, one per row and column of `heights` (px), stacked within a row."""
    tops = y + np.cumsum(heights, axis=1)
    xs = x + _STRIDE * (np.arange(len(heights)) + 0.5)
    parts = []
    for k, color in enumerate(colors):
        low, high = tops[:, k] - heights[:, k], tops[:, k]
        parts.append(color_lines(np.stack([xs, low, xs, high], axis=1).reshape(-1, 2), color))
    return parts


def line_curves(heights: Reals2, colors: list[Color], x: float, y: float) -> list[Lines]:
    """Return one curve per column of `heights` (px)."""
    xs = x + _STRIDE * (np.arange(len(heights)) + 0.5)
    parts = []
    for k, color in enumerate(colors):
        curve = np.column_stack([xs, y + heights[:, k]])
        parts.append(color_lines(np.hstack([curve[:-1], curve[1:]]).reshape(-1, 2), color))
    return parts


def _axes(x: float, y: float, height: float) -> Lines:
    """Return the left and lower border of a graph."""
    return color_lines(np.array([(x, y + height), (x, y), (x, y), (x + WIDTH, y)]), _FRAME)
