"""The bar at the bottom: a button for each command, and messages."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from ...drawing.lines import Color
from ...math2d.vec2 import Vec2
from ..palette import GOOD, HIT, MUTED, TEXT, fade
from .commands import COMMANDS, Command
from .desk import Desk
from .glyphs import Glyphs
from .mesh import Sketch
from .panel import CHOSEN, FIELD, Panel, Spot, box

_SIZE = 13.0
_GAP = 6.0
_HINT = "← → exhibits, Space pause, C code, H help"


class Bar(Panel):
    """Buttons of commands; a message on the right."""

    def __init__(self, glyphs: Glyphs, desk: Desk):
        super().__init__(glyphs)
        self._desk = desk

    def key(self) -> Hashable:
        """Return what it shows."""
        return self._desk.message, *self._lights().items()

    def _lights(self) -> dict[str, Color | None]:
        """Return the colours of buttons that are on."""
        desk = self._desk
        return {
            "pause": CHOSEN if desk.paused else None,
            "slow": CHOSEN if desk.slowed else None,
            "code": CHOSEN if desk.shows_code else None,
            "film": fade(HIT, 150) if desk.filming else None,
            "help": CHOSEN if desk.shows_help else None,
        }

    def draw(self, sketch: Sketch) -> None:
        """Draw the buttons, then the message."""
        (left, low), (right, high) = self.bounds
        lights, x = self._lights(), left + _GAP
        for command in COMMANDS:
            if not command.button:
                continue
            width = self.glyphs.width(command.button, _SIZE) + 20
            place = box(x, low + _GAP, x + width, high - _GAP)
            sketch.rect(place, lights.get(command.name) or FIELD)
            sketch.label((x + 10, low + 15), command.button, TEXT, _SIZE)
            self.spots.append(Spot(place, self._press(command)))
            x += width + _GAP
        message = self.fit(self._desk.message, right - x - 2 * _GAP, _SIZE)
        shown, color = (message, GOOD) if message else (_HINT, MUTED)
        sketch.label((x + _GAP, low + 15), shown, color, _SIZE)

    def _press(self, command: Command) -> Callable[[Vec2], object]:
        return lambda _: self._desk.run(command)
