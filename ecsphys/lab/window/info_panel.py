"""The panel on the right: title, paragraph, controls and numbers of the exhibit."""

from __future__ import annotations

from collections.abc import Hashable

from ...math2d.bounds import Bounds
from ..exhibit import Number
from ..palette import GRID, MUTED, NORMAL
from ..runner import Runner
from ..wording import format_number
from .desk import Desk
from .form import GAP, LINE, SIZE, Draw, Form
from .glyphs import Glyphs
from .mesh import Sketch
from .panel import Panel, box

_EDGE = 14.0  # px
_NUMBERS_EVERY = 3  # frames: faster cannot be read, and numbers may cost more than the drawing
_NAME_SHARE = 0.7  # of the width, that the name of a number has at most


class InfoPanel(Panel):
    """What there is to read and to set. Values are drawn live: they change from frame to frame."""

    def __init__(self, glyphs: Glyphs, desk: Desk):
        super().__init__(glyphs)
        self._visit = desk.visit
        self._numbers: dict[str, Number] = {}
        self._offset = self._height = 0.0  # px: scrolled by, and of all it shows
        self._shown = ""
        self._live: list[Draw] = []
        self._runner: Runner | None = None  # of the numbers
        self._age = 0  # frames since they were asked for

    def refresh(self) -> None:
        """Ask for the numbers anew in the next frame."""
        self._age = _NUMBERS_EVERY

    def key(self) -> Hashable:
        """Return what it shows, except values."""
        runner = self._visit.runner
        if self._visit.name != self._shown:
            self._shown, self._offset = self._visit.name, 0.0
        if runner is not self._runner or self._age >= _NUMBERS_EVERY:
            self._runner, self._age = runner, 0
            self._numbers = self._visit.numbers()
        self._age += 1
        return id(runner), bool(self._visit.error), tuple(self._numbers), self._offset

    def scroll(self, lines: float) -> None:
        """Scroll down by so many lines."""
        room = max(0.0, self._height - (self.bounds.upper.y - self.bounds.lower.y))
        self._offset = min(max(self._offset + lines * LINE, 0.0), room)

    def draw(self, sketch: Sketch) -> None:
        """Draw it from top to bottom."""
        runner = self._visit.runner
        self._live = []
        if runner is None:
            return
        (left, low), (right, high) = self.bounds
        start = high - GAP + self._offset
        form = Form(self, self._visit, runner, sketch, box(left + _EDGE, low, right - _EDGE, start))
        form.paragraph(runner.exhibit.title, 18.0, 23.0, "bold")
        form.paragraph(runner.exhibit.text)
        form.controls()
        self._live = form.live
        if self._numbers:
            form.y -= GAP
            line = form.row(3.0)
            sketch.rect(box(form.left, line.upper.y - 1, form.right, line.upper.y), GRID)
        for name in self._numbers:
            self._live.append(self._number(sketch, name, form.row(LINE)))
        self._height = start - form.y + 2 * GAP

    def draw_live(self, sketch: Sketch) -> None:
        """Draw the values."""
        if not self._visit.error:
            for draw in self._live:
                draw(sketch)

    def _number(self, sketch: Sketch, name: str, row: Bounds) -> Draw:
        """Draw the name of a number; return what draws its value."""
        (left, low), (right, _) = row
        words = self.fit(name, _NAME_SHARE * (right - left), SIZE)
        sketch.label((left, low + 4), words, MUTED, SIZE)
        room = right - left - self.glyphs.width(words, SIZE) - 10

        def live(sketch: Sketch) -> None:
            value = self.fit(format_number(self._numbers[name]), room, SIZE)
            sketch.label((right, low + 4), value, NORMAL, SIZE, "right")

        return live
