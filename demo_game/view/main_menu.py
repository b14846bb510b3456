"""The first menu: levels, saved games, options, quit."""

from __future__ import annotations

from ..levels import LEVELS
from .menu import Menu
from .widgets import Item, format_clock


class MainMenu(Menu):
    """The levels with their best times, saved games, options, and the way out."""

    def __init__(self) -> None:
        items = [self._level(entry.number, entry.name) for entry in LEVELS]
        items.append(Item("Load a game", lambda: self.window.show_saves(self, None)))
        items.append(Item("Options", lambda: self.window.show_options(self)))
        items.append(Item("Quit", lambda: self.window.close()))
        super().__init__("FOUNDRY", items, words="a demo of ecsphys: physics for esper and arcade")

    def _level(self, number: int, name: str) -> Item:
        """Return the row of a level."""

        def best() -> str:
            seconds = self.window.records.best(name)
            return "" if seconds is None else f"best {format_clock(seconds)}"

        return Item(f"{number}   {name}", lambda: self.window.play(number), best)
