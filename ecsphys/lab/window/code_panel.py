"""The lines of the engine that do what the exhibit shows, on top of stage and text."""

from __future__ import annotations

import io
import keyword
import tokenize
from collections.abc import Hashable
from functools import cache
from typing import NamedTuple

from ...drawing.lines import Color
from ..catalog import find_exhibit
from ..palette import BOTH, GOOD, MUTED, NORMAL, TEXT, B
from ..sources import listing
from .desk import Desk
from .glyphs import Glyphs
from .mesh import Sketch
from .panel import Panel

_SIZE, _LINE = 13.0, 17.0
_EDGE = 16.0
_COLORS = {tokenize.COMMENT: MUTED, tokenize.STRING: GOOD, tokenize.NUMBER: NORMAL}


class Row(NamedTuple):
    """A line: its number (0: the path of a file), its text, and the colour of each letter."""

    number: int
    text: str
    colors: tuple[Color, ...]


class CodePanel(Panel):
    """The sources of an exhibit, one after the other; it scrolls."""

    color: Color = (24, 27, 35, 255)

    def __init__(self, glyphs: Glyphs, desk: Desk):
        super().__init__(glyphs)
        self._desk = desk
        self._first = 0  # the first row in view
        self._shown = ""

    def key(self) -> Hashable:
        """Return what it shows."""
        name = self._desk.visit.name
        if name != self._shown:
            self._shown, self._first = name, 0
        return name, self._first

    def scroll(self, lines: float) -> None:
        """Scroll down by so many lines."""
        last = max(0, len(code_rows(self._desk.visit.name)) - 5)
        self._first = min(max(self._first + round(lines), 0), last)

    def draw(self, sketch: Sketch) -> None:
        """Draw the rows that are in view."""
        (left, low), (_, high) = self.bounds
        count = int((high - low - 2 * _EDGE) // _LINE)
        advance = self.glyphs.width("0", _SIZE, "mono")
        rows = code_rows(self._desk.visit.name)
        for k, row in enumerate(rows[self._first : self._first + count]):
            y = high - _EDGE - (k + 1) * _LINE + 4
            if not row.number:
                sketch.label((left + _EDGE, y), row.text, B, _SIZE, face="bold")
                continue
            sketch.label((left + _EDGE + 4 * advance, y), str(row.number), MUTED, _SIZE, "right", "mono")
            start = 0
            for end in range(1, len(row.text) + 1):
                if end == len(row.text) or row.colors[end] != row.colors[start]:
                    x = left + _EDGE + (6 + start) * advance
                    sketch.label((x, y), row.text[start:end], row.colors[start], _SIZE, face="mono")
                    start = end


@cache
def code_rows(name: str) -> list[Row]:
    """Return the sources of an exhibit as rows."""
    rows: list[Row] = []
    for thing in find_exhibit(name).source:
        found = listing(thing)
        if rows:
            rows.append(Row(0, "", ()))
        rows.append(Row(0, found.path, ()))
        lines = found.text.splitlines()
        for k, (line, colors) in enumerate(zip(lines, _colors(found.text), strict=True)):
            rows.append(Row(found.first_line + k, line, tuple(colors)))
    return rows


def _colors(text: str) -> list[list[Color]]:
    """Return the colour of each letter of each line of Python."""
    colors = [[TEXT] * len(line) for line in text.splitlines()]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        color = _COLORS.get(token.type)
        if token.type == tokenize.NAME and keyword.iskeyword(token.string):
            color = BOTH
        if color is None:
            continue
        (first, left), (last, right) = token.start, token.end
        for row in range(first - 1, last):
            begin = left if row == first - 1 else 0
            end = right if row == last - 1 else len(colors[row])
            colors[row][begin:end] = [color] * (end - begin)
    return colors
