"""The base of all menus: a title and a list of items."""

from __future__ import annotations

from collections.abc import Sequence

import arcade

from ..options import Options
from .backdrop import City
from .camera import HEIGHT
from .gamepad import button
from .palette import SOFT, TEAL, WHITE
from .screen import Screen
from .widgets import TITLE_FONT, Choice, Item, paragraph, text, write

_UP, _DOWN, _ACCEPT, _BACK = ("UP", "W"), ("DOWN", "S"), ("ENTER", "SPACE", "NUM_ENTER"), ("ESCAPE",)
_LEFT, _RIGHT = ("LEFT", "A"), ("RIGHT", "D")
_HINT = "arrows and Enter, mouse, or gamepad    F11 full screen"
TOP = HEIGHT - 250.0  # of the list
_BOTTOM = 48.0  # of a message
_SCROLL = 24.0  # px/s of the city
_MARGIN = 120.0  # px beside a message, which may name a long path


class Menu(Screen):
    """A title, a line of text and rows. `behind` is the screen drawn behind it; without one, the city is."""

    def __init__(self, title: str, items: Sequence[Item], behind: Screen | None = None, words: str = ""):
        super().__init__()
        self.choice = Choice(items, TOP)
        self.title, self.words = title, words
        self.behind = behind
        self._city = None if behind else City()
        self._seconds = 0.0
        self._title, self._words = text(50, WHITE, "center", TITLE_FONT), text(18, SOFT, "center")
        self._hint, self._message = text(13, SOFT, "center"), paragraph(14, (*TEAL, 255))

    @property
    def options(self) -> Options:
        """The player's options."""
        return self.window.options

    def on_update(self, dt: float) -> None:
        """Scroll the city."""
        self._seconds += dt

    def on_draw(self) -> None:
        """Draw the screen behind, then the menu."""
        if self.behind is None:
            super().on_draw()
            return
        self.behind.on_draw()
        with self.screen.activate():
            arcade.draw_lbwh_rectangle_filled(0, 0, self.wide, HEIGHT, (8, 10, 22, 150))
            self.paint()

    def on_resize(self, width: int, height: int) -> None:
        """Resize the screen behind, too."""
        super().on_resize(width, height)
        if self.behind is not None:
            self.behind.on_resize(width, height)

    def paint(self) -> None:
        """Draw the menu."""
        if self._city is not None:
            self._city.draw(_SCROLL * self._seconds)
        middle = self.wide / 2
        write(self._title, self.title, middle, HEIGHT - 150)
        write(self._words, self.words, middle, HEIGHT - 200)
        self.choice.draw(self.wide)
        if self._message.width != (width := round(self.wide - _MARGIN)):
            self._message.width = width
        below = _BOTTOM if self.behind is None else self.choice.bottom - _BOTTOM  # the HUD is at the bottom
        write(self._message, self.window.message, middle, below)
        if self.behind is None:  # else the HUD has its place
            write(self._hint, _HINT, middle, 20)

    def back(self) -> None:
        """Leave the menu (Escape). The main menu stays."""

    # -- input --------------------------------------------------------------------------

    def press(self, name: str) -> None:
        """Move the mark, change a value, accept, or go back."""
        if name in _UP or name in _DOWN:
            self.choice.move(-1 if name in _UP else 1)
        elif name in _LEFT or name in _RIGHT:
            self.choice.change(-1 if name in _LEFT else 1)
        elif name in _ACCEPT:
            self.choice.accept()
        elif name in _BACK:
            self.back()

    def pad_press(self, name: str) -> None:
        """Translate a gamepad's button to a key."""
        keys = {"up": "UP", "down": "DOWN", "left": "LEFT", "right": "RIGHT", "a": "ENTER", "b": "ESCAPE"}
        self.press({**keys, "start": "ENTER"}.get(button(name), ""))

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """Mark the row under the mouse."""
        self.choice.point(self.spot(x, y))

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """Choose the row under the mouse."""
        self.choice.click(self.spot(x, y))
