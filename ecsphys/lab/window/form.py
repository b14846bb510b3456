"""Rows of a panel from top to bottom: paragraphs, controls with the places to click, buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...math2d.bounds import Bounds
from ...math2d.vec2 import Vec2
from ..controls import Choice, Slider, Toggle
from ..palette import NORMAL, TEXT, B
from ..runner import Runner
from ..wording import format_value
from .glyphs import Face
from .mesh import Sketch
from .panel import CHOSEN, FIELD, Panel, Spot, box
from .visit import Visit

SIZE, LINE = 13.0, 18.0  # of text, px
GAP = 6.0
_BUTTON = 24.0
_KNOB = 7.0

Draw = Callable[[Sketch], None]
Press = Callable[[Vec2], object]


class Form:
    """Adds rows to a panel: what stays goes into `sketch`, what shows values into `live`.

    `left`, `right`: the edges of rows, px of the window; `y`: where the next row begins, downwards.
    """

    def __init__(self, panel: Panel, visit: Visit, runner: Runner, sketch: Sketch, rows: Bounds):
        self._panel = panel
        self._visit = visit
        self._exhibit = runner.exhibit
        self._sketch = sketch
        self.left: float = rows.lower.x
        self.right: float = rows.upper.x
        self.y: float = rows.upper.y
        self.live: list[Draw] = []

    def row(self, height: float) -> Bounds:
        """Return the next row."""
        self.y -= height
        return box(self.left, self.y, self.right, self.y + height)

    def paragraph(self, text: str, size: float = SIZE, line: float = LINE, face: Face = "sans") -> None:
        """Add lines of text."""
        for words in self._panel.wrap(text, self.right - self.left, size, face):
            row = self.row(line)
            self._sketch.label((row.lower.x, row.lower.y + 4), words, TEXT, size, face=face)
        self.y -= GAP

    def controls(self) -> None:
        """Add all controls that are not on the stage, then the buttons."""
        for name, control in self._exhibit.controls.items():
            if isinstance(control, Slider):
                self._slider(name, control)
            elif isinstance(control, Toggle):
                self._toggle(name, _label(control.label, control.key))
            elif isinstance(control, Choice):
                self._choice(name, control)
        buttons = self._exhibit.buttons
        labels = [_label(button.label, button.key) for button in buttons.values()]
        for name, label, place in zip(buttons, labels, self._flow(labels), strict=True):
            self._button(place, label, self._clicking(name))

    def _clicking(self, name: str) -> Press:
        return lambda _: self._visit.do(lambda runner: runner.click(name))

    def _setting(self, name: str, value: str) -> Press:
        return lambda _: self._set(name, value)

    def _set(self, name: str, value: object) -> None:
        self._visit.do(lambda runner: runner.set(name, value))

    def _slider(self, name: str, slider: Slider) -> None:
        words, way = self.row(LINE), self.row(16.0)
        self._sketch.label((words.lower.x, words.lower.y + 3), slider.label, TEXT, SIZE)
        left, right, middle = way.lower.x + _KNOB, way.upper.x - _KNOB, way.center.y
        self._sketch.rect(box(left, middle - 2, right, middle + 2), FIELD)

        def press(at: Vec2) -> None:
            x = way.lower.x + at.x * (way.upper.x - way.lower.x)
            self._set(name, slider.at((x - left) / (right - left)))

        def live(sketch: Sketch) -> None:
            value = self._exhibit.values[name]
            x = left + slider.share(value) * (right - left)
            sketch.rect(box(left, middle - 2, x, middle + 2), CHOSEN)
            sketch.disc((x, middle), _KNOB, B)
            at = words.upper.x, words.lower.y + 3
            sketch.label(at, format_value(slider, value), NORMAL, SIZE, "right")

        self._panel.spots.append(Spot(way, press, drags=True))
        self.live.append(live)
        self.y -= 4.0

    def _toggle(self, name: str, label: str) -> None:
        row = self.row(22.0)
        x, y = row.lower.x, row.lower.y + 4
        self._sketch.rect(box(x, y, x + 14, y + 14), FIELD)
        self._sketch.label((x + 22, row.lower.y + 6), label, TEXT, SIZE)

        def live(sketch: Sketch) -> None:
            if self._exhibit.values[name]:
                sketch.rect(box(x + 3, y + 3, x + 11, y + 11), B)

        self._panel.spots.append(Spot(row, lambda _: self._visit.do(lambda runner: runner.advance(name))))
        self.live.append(live)

    def _choice(self, name: str, choice: Choice) -> None:
        row = self.row(LINE)
        label = _label(choice.label, choice.key)
        self._sketch.label((row.lower.x, row.lower.y + 3), label, TEXT, SIZE)
        places = self._flow(choice.options)
        for option, place in zip(choice.options, places, strict=True):
            self._button(place, option, self._setting(name, option))

        def live(sketch: Sketch) -> None:
            option = self._exhibit.values[name]
            place = places[choice.options.index(option)]
            sketch.rect(place, CHOSEN)
            self._caption(sketch, place, option)

        self.live.append(live)

    def _button(self, place: Bounds, label: str, press: Press) -> None:
        self._sketch.rect(place, FIELD)
        self._caption(self._sketch, place, label)
        self._panel.spots.append(Spot(place, press))

    def _caption(self, sketch: Sketch, place: Bounds, label: str) -> None:
        text = self._panel.fit(label, place.upper.x - place.lower.x, SIZE)
        sketch.label((place.center.x, place.lower.y + 8), text, TEXT, SIZE, "center")

    def _flow(self, labels: Iterable[str]) -> list[Bounds]:
        """Return places of buttons beside each other, in as many rows as they need."""
        places: list[Bounds] = []
        x = self.right
        for label in labels:
            width = min(self._panel.glyphs.width(label, SIZE) + 18, self.right - self.left)
            if x + width > self.right:
                x, self.y = self.left, self.y - _BUTTON - GAP
            places.append(box(x, self.y + GAP / 2, x + width, self.y + GAP / 2 + _BUTTON))
            x += width + GAP
        return places


def _label(label: str, key: str) -> str:
    """Return a label with the key that does the same."""
    return f"{label} [{key}]" if key else label
