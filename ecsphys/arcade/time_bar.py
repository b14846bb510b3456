"""The bar of a time line: keyframes, marks, and the step that is shown."""

from __future__ import annotations

from typing import NamedTuple

import arcade
import numpy as np

from ..arrays import FREE, Reals2
from ..drawing.lines import Color, Lines, color_lines
from ..replay import TimeLine
from .graphs import palette
from .panel import GROUND, TEXT_COLOR, Panel
from .vertex_buffer import LineBuffer

HEIGHT = 74.0  # px of the whole bar
PAST_COLOR: Color = (255, 230, 120, 255)
FUTURE_COLOR: Color = (120, 150, 200, 255)
NOW_COLOR: Color = (255, 255, 255, 255)
KEYFRAME_COLOR: Color = (110, 118, 150, 255)
_PROBLEM: Color = (255, 110, 110, 255)
_MARGIN, _RAIL, _TICK, _FLAG, _HEAD = 14.0, 34.0, 5.0, 12.0, 9.0
_LEAST = 3.0  # px between two keyframes that are drawn
_NAMES = 5  # events in the legend
_PATH_HALF = 0.1  # of a length unit: of the cross at the step shown
_KEYS = (
    "drag, Left, Right: scrub   Space, Shift+Left: play, backwards   PageUp, PageDown: events   "
    "click: follow   C: compare   Enter: go on from here   F8: back to now"
)


class Rail(NamedTuple):
    """Where the steps are on screen: the first one at `left`, the last one at `right`, px."""

    left: float
    right: float
    steps: range

    def x(self, step: int) -> float:
        """Return the place of a step."""
        return self.left + (self.right - self.left) * (step - self.steps[0]) / max(1, len(self.steps) - 1)

    def step(self, x: float) -> int:
        """Return the step nearest to a place."""
        share = (x - self.left) / max(1.0, self.right - self.left)
        return self.steps[round(min(max(share, 0.0), 1.0) * (len(self.steps) - 1))]


class TimeBar:
    """Draws a time line; its place is that of the last `draw`."""

    def __init__(self, time_line: TimeLine, buffer: LineBuffer):
        self.time_line = time_line
        self.rail: Rail = Rail(0.0, 1.0, range(1))
        self._bottom = 0.0
        self._buffer = buffer
        self._words, self._legend, self._keys = Panel(11), Panel(10), Panel(9)

    def has(self, x: float, y: float) -> bool:
        """Whether a point is on the bar."""
        left, right, _ = self.rail
        return left - _MARGIN <= x <= right + _MARGIN and self._bottom <= y <= self._bottom + HEIGHT

    def draw(self, width: float, floor: float) -> None:
        """Draw the bar above `floor`, `width` px long, and the names of marked events at its end.

        The overlay lists its keys at the other end: on the right if there is a floor.
        """
        line, bottom = self.time_line, floor
        self.rail, self._bottom = Rail(_MARGIN, width - _MARGIN, line.steps), bottom
        arcade.draw_lbwh_rectangle_filled(0, bottom, width, HEIGHT, GROUND)
        colors = dict(zip(line.events, palette(len(line.events)), strict=True))
        y, now = bottom + _RAIL, self.rail.x(line.step)
        for left, right, color in ((_MARGIN, now, PAST_COLOR), (now, width - _MARGIN, FUTURE_COLOR)):
            arcade.draw_lbwh_rectangle_filled(left, y - 1.5, right - left, 3.0, color)
        self._buffer.draw(bar_lines(line, self.rail, y, colors))
        arcade.draw_lbwh_rectangle_filled(now - 1.5, y - _HEAD, 3.0, _FLAG + _HEAD + 4.0, NOW_COLOR)
        words, color = status(line)
        self._words.draw(6, bottom + HEIGHT + 2.0, [words], [color])
        self._keys.draw(6, bottom + 24.0, [_KEYS], [KEYFRAME_COLOR])
        names = line.events[:_NAMES]
        if names:
            shades = [colors[name] for name in names]
            wide, tall = self._legend.measure(names, shades)
            self._legend.draw(6 if floor else width - wide - 6, bottom + HEIGHT + tall + 4.0, names, shades)


def status(line: TimeLine) -> tuple[str, Color]:
    """Return what is shown, in one line, and its colour."""
    ago = (line.steps[-1] - line.step) * line.physics.step
    parts = [f"{-ago:6.2f} s" if ago else "   now  ", f"step {line.step}"]
    if line.direction:
        parts.append("plays" if line.direction > 0 else "plays backwards")
    if line.reason:
        parts.append(f"stopped at {line.reason}")
    if names := line.marks.get(line.step):
        parts.append(", ".join(names))
    if line.followed is not None:
        parts.append(f"follows entity {line.followed}")
    if line.problem:
        parts.append(f"only kept steps: {line.problem}")
    return "   ".join(parts), _PROBLEM if line.problem else TEXT_COLOR


def bar_lines(line: TimeLine, rail: Rail, y: float, colors: dict[str, Color]) -> list[Lines]:
    """Return the lines of a bar whose rail is at `y`: keyframes below it, marks above."""
    places: list[float] = []
    for step in line.keyframes:
        if not places or rail.x(step) - places[-1] >= _LEAST:
            places.append(rail.x(step))
    parts = [color_lines(_strokes(places, y - _TICK - 2.0, y - 2.0), KEYFRAME_COLOR)]
    for event, color in colors.items():
        marked = [rail.x(step) for step, names in line.marks.items() if event in names and step in rail.steps]
        parts.append(color_lines(_strokes(marked, y + 2.0, y + _FLAG), color))
    return parts


def _strokes(places: list[float], low: float, high: float) -> Reals2:
    """Return an upright stroke at each place."""
    return np.array([(x, y) for x in places for y in (low, high)], float).reshape(-1, 2)


def path_lines(line: TimeLine) -> list[Lines]:
    """Return the path of the entity that is followed: what was in yellow, what will be in blue."""
    if line.followed is None:
        return []
    path = line.path(line.followed)
    steps, points = path[:, 0], path[:, 1:3]
    strokes = np.hstack([points[:-1], points[1:]]).reshape(-1, 4)
    past = steps[1:] <= line.step
    parts = [
        color_lines(strokes[~past].reshape(-1, 2), FUTURE_COLOR),
        color_lines(strokes[past].reshape(-1, 2), PAST_COLOR),
    ]
    row = line.physics.world.row_of(line.followed)
    if row != FREE:
        body, size = line.physics.world.bodies.rows[row], _PATH_HALF * line.physics.length_unit
        cross = np.array([(-1, -1), (1, 1), (-1, 1), (1, -1)]) * size + [body["x"], body["y"]]
        parts.append(color_lines(cross, NOW_COLOR))
    return parts
