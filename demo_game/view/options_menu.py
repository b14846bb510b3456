"""The menus of volume, full screen and key bindings."""

from __future__ import annotations

from ..controls import Action
from . import keys
from .menu import TOP, Menu
from .screen import Screen
from .widgets import Choice, Item

_STEP = 0.1
_WAITING = "press a key or mouse button, Escape: as it was"


class OptionsMenu(Menu):
    """Volume, full screen and key bindings; saved on leaving."""

    def __init__(self, back_to: Screen):
        self.back_to = back_to
        items = [
            Item("Volume", self._louder, lambda: f"{self.options.volume:.0%}", self._volume),
            Item("Full screen", self._toggle, self._fullscreen, lambda step: self._toggle()),
            Item("Keys", lambda: self.window.show_view(KeysMenu(self))),
            Item("Back", self.back),
        ]
        super().__init__("OPTIONS", items)

    def _louder(self) -> None:
        self._volume(1 if self.options.volume < 1.0 else -10)

    def _volume(self, step: int) -> None:
        volume = round(max(0.0, min(1.0, self.options.volume + step * _STEP)), 1)
        self.options.volume = self.window.sounds.volume = volume
        self.window.sounds.click()

    def _fullscreen(self) -> str:
        return "on" if self.options.fullscreen else "off"

    def _toggle(self) -> None:
        self.window.toggle_fullscreen()

    def back(self) -> None:
        """Save the options and go back."""
        self.window.save_options()
        self.window.show_view(self.back_to)


class KeysMenu(Menu):
    """One row per action; the chosen one waits for its new key."""

    def __init__(self, back_to: OptionsMenu):
        self.back_to = back_to
        self.waiting: Action | None = None
        items = [self._row(action) for action in Action]
        items.append(Item("Back", self.back))
        super().__init__("KEYS", items)
        self.choice = Choice(items, TOP + 60.0, 680.0, 34.0)

    def _row(self, action: Action) -> Item:
        def wait() -> None:
            self.waiting = action

        def shown() -> str:
            return "…" if self.waiting is action else keys.labels(self.options, action)

        return Item(keys.LABELS[action], wait, shown)

    def paint(self) -> None:
        """Draw the rows, with a hint while a row waits."""
        self.window.message = _WAITING if self.waiting else ""
        super().paint()

    def press(self, name: str) -> None:
        """Bind the key if a row waits, else handle the list's keys."""
        if self.waiting is None:
            super().press(name)
        elif name == "ESCAPE":
            self.waiting = None
        else:
            self._bind(name)

    def _bind(self, name: str) -> None:
        """Bind a key to the waiting action, in place of its first key."""
        assert self.waiting is not None
        before = self.options.keys[self.waiting]
        self.options.bind(self.waiting, name, instead_of=before[0] if before and name not in before else None)
        self.waiting = None
        self.window.save_options()

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """Bind the button if a row waits, else click."""
        if self.waiting is None:
            super().on_mouse_press(x, y, button, modifiers)
        else:
            self._bind(keys.mouse_name(button))

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """Mark the row under the mouse, unless a row waits."""
        if self.waiting is None:
            super().on_mouse_motion(x, y, dx, dy)

    def back(self) -> None:
        """Return to the options."""
        self.window.message = ""
        self.window.show_view(self.back_to)
