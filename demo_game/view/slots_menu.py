"""The menu of saved games: choose a slot to save to, or to load from."""

from __future__ import annotations

from collections.abc import Callable

from .. import saves
from ..saves import BrokenSave, Summary
from .menu import Menu
from .screen import Screen
from .widgets import Choice, Item, format_clock

_WIDTH = 680.0


class SlotsMenu(Menu):
    """One row per slot. `act` saves to a slot or loads it, and returns whether it did."""

    def __init__(
        self, title: str, act: Callable[[int], bool], back_to: Screen, behind: Screen | None, saving: bool
    ):
        self.back_to = back_to
        self._act = act
        self._saving = saving
        self._slots: dict[int, Summary | str] = {}
        items = [self._row(slot) for slot in range(1, saves.SLOTS + 1)]
        items.append(Item("Back", self.back))
        super().__init__(title, items, behind=behind)
        self.choice = Choice(items, self.choice.top, _WIDTH)
        self.look()

    def look(self) -> None:
        """Read what is in the slots."""
        for slot in range(1, saves.SLOTS + 1):
            try:
                found: Summary | str = saves.read_summary(self.window.save_file(slot)) or "empty"
            except BrokenSave:
                found = "damaged"
            self._slots[slot] = found
            name = "" if isinstance(found, str) else found.name
            self.choice.items[slot - 1].words = f"{slot}   {name}"

    def _row(self, slot: int) -> Item:
        return Item(f"{slot}", lambda: self._choose(slot), lambda: self._value(slot))

    def _value(self, slot: int) -> str:
        found = self._slots[slot]
        if isinstance(found, str):
            return found
        return f"{format_clock(found.seconds)}   score {found.score}   {found.time}"

    def _choose(self, slot: int) -> None:
        """Save or load; what is damaged is loaded for its message."""
        if not self._saving and self._slots[slot] == "empty":
            self.window.message = f"slot {slot} is empty"
        elif self._act(slot):
            self.look()

    def back(self) -> None:
        """Return to the menu before."""
        self.window.message = ""
        self.window.show_view(self.back_to)
