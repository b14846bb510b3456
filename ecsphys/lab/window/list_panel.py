"""The list of exhibits on the left, with its search field."""

from __future__ import annotations

from collections.abc import Hashable

from ...math2d.bounds import Bounds
from ..palette import MUTED, TEXT, B
from .desk import Desk
from .glyphs import Glyphs
from .mesh import Sketch
from .panel import CHOSEN, FIELD, Panel, Spot, box

_HEAD = 44.0  # px, height of the part with the search field
_ROW, _SIZE = 20.0, 13.0
_EDGE = 12.0


class ListPanel(Panel):
    """All exhibits by section, or those that the search leaves."""

    def __init__(self, glyphs: Glyphs, desk: Desk):
        super().__init__(glyphs)
        self._desk = desk
        self._offset = 0.0  # px by which it is scrolled
        self._shown = ""  # the exhibit that was scrolled to

    def key(self) -> Hashable:
        """Return what it shows."""
        desk = self._desk
        self._reveal()
        return desk.query, desk.searching, desk.visit.name, self._offset

    def scroll(self, lines: float) -> None:
        """Scroll down by so many lines."""
        self._scroll_to(self._offset + lines * _ROW)

    def draw(self, sketch: Sketch) -> None:
        """Draw sections and titles, then the search field on top."""
        (left, low), (right, high) = self.bounds
        rows = self._rows()
        top = high - _HEAD + self._offset
        for k, (name, title) in enumerate(rows):
            row = box(left, top - (k + 1) * _ROW, right, top - k * _ROW)
            if row.upper.y > low and row.lower.y < high - _HEAD:
                self._draw_row(sketch, row, name, title)
        head = box(left, high - _HEAD, right, high)
        sketch.rect(head, self.color)
        self._draw_search(sketch, box(left + 8, high - 35, right - 8, high - 9))

    def _rows(self) -> list[tuple[str, str]]:
        """Return names (empty: the title of a section) and titles."""
        rows, section = [], ""
        for entry in self._desk.listed():
            if entry.section != section:
                section = entry.section
                rows.append(("", section))
            rows.append((entry.name, entry.title))
        return rows or [("", "nothing found")]

    def _draw_row(self, sketch: Sketch, row: Bounds, name: str, title: str) -> None:
        (left, low), (right, _) = row
        if not name:
            text = self.fit(title, right - left - 2 * _EDGE, 12, "bold")
            sketch.label((left + _EDGE, low + 4), text, B, 12, face="bold")
            return
        chosen = name == self._desk.visit.name
        if chosen:
            sketch.rect(row, CHOSEN)
        text = self.fit(title, right - left - 2 * _EDGE - 8, _SIZE)
        sketch.label((left + _EDGE + 8, low + 5), text, TEXT, _SIZE)
        self.spots.append(Spot(row, lambda _: self._desk.open(name)))

    def _draw_search(self, sketch: Sketch, field: Bounds) -> None:
        desk = self._desk
        sketch.rect(field, FIELD)
        at = field.lower.x + 8, field.lower.y + 8
        if desk.searching or desk.query:
            mark = "|" if desk.searching else ""
            sketch.label(at, desk.query + mark, TEXT, _SIZE)
        else:
            sketch.label(at, "Search ( / )", MUTED, _SIZE)
        if desk.searching:
            (left, low), (right, high) = field
            corners = [(left, low), (right, low), (right, high), (left, high)]
            sketch.path(corners, B, 1.0, closed=True)
        self.spots.insert(0, Spot(field, lambda _: desk.search()))

    def _reveal(self) -> None:
        """Scroll so that the open exhibit is in view, once after it was opened."""
        name, names = self._desk.visit.name, [name for name, _ in self._rows()]
        if name != self._shown and name in names:
            self._shown = name
            height = self.bounds.upper.y - self.bounds.lower.y - _HEAD
            at = names.index(name) * _ROW
            self._offset = min(max(self._offset, at + 2 * _ROW - height), max(at - _ROW, 0.0))
        self._scroll_to(self._offset)

    def _scroll_to(self, offset: float) -> None:
        height = self.bounds.upper.y - self.bounds.lower.y - _HEAD
        self._offset = min(max(offset, 0.0), max(0.0, (len(self._rows()) + 0.5) * _ROW - height))
