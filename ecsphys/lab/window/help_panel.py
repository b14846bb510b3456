"""The help: all keys and what the mouse does."""

from __future__ import annotations

from ...drawing.lines import Color
from ..palette import NORMAL, TEXT
from .commands import COMMANDS, OTHERS
from .mesh import Sketch
from .panel import Panel

_EDGE = 40.0
_LINE, _SIZE = 24.0, 15.0
_COLUMN = 190.0


class HelpPanel(Panel):
    """A table of keys, on top of the stage."""

    color: Color = (24, 27, 35, 255)

    def draw(self, sketch: Sketch) -> None:
        """Draw the table."""
        left, top = self.bounds.lower.x + _EDGE, self.bounds.upper.y - 50
        sketch.label((left, top), "Keys and mouse", TEXT, 18, face="bold")
        rows = [*((command.keys, command.help) for command in COMMANDS), *OTHERS]
        for k, (keys, what) in enumerate(rows):
            y = top - 36 - k * _LINE
            sketch.label((left, y), keys, NORMAL, _SIZE)
            sketch.label((left + _COLUMN, y), what, TEXT, _SIZE)
