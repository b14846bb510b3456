"""The two menus over a game: pause, and the results of a level."""

from __future__ import annotations

from collections.abc import Callable

from ..controls import Action
from ..levels import LEVELS
from ..session import Result, Session
from .menu import Menu
from .screen import Screen
from .slots_menu import SlotsMenu
from .widgets import Item, format_clock


class PauseMenu(Menu):
    """A menu over a paused game.

    `behind` is the screen of the game; `restart(checkpoint)` starts the level again, at the last checkpoint
    or at the beginning; `save(slot)` saves the game and returns a message, None for a game that cannot be
    saved.
    """

    def __init__(
        self,
        behind: Screen,
        level: str,
        restart: Callable[[bool], None],
        save: Callable[[int], str] | None = None,
    ):
        self._game_screen = behind
        self._restart = restart
        self._save = save
        items = [
            Item("Go on", self.back),
            Item("From the checkpoint", lambda: self._play_again(checkpoint=True)),
            Item("Restart the level", lambda: self._play_again(checkpoint=False)),
            *([Item("Save", self._choose_slot)] if save else []),
            Item("Load", lambda: self.window.show_saves(self, behind)),
            Item("Options", lambda: self.window.show_options(self)),
            Item("Main menu", lambda: self.window.show_menu()),
        ]
        super().__init__("PAUSED", items, behind=behind, words=level)

    def press(self, name: str) -> None:
        """Resume the game with its pause key, too."""
        if name not in ("ESCAPE", "ENTER") and name in self.options.keys[Action.PAUSE]:
            self.back()
        else:
            super().press(name)

    def back(self) -> None:
        """Resume the game."""
        self.window.message = ""
        self.window.show_view(self._game_screen)

    def _choose_slot(self) -> None:
        """Ask for the slot to save to."""
        self.window.show_view(SlotsMenu("SAVE", self._save_to, self, self._game_screen, saving=True))

    def _save_to(self, slot: int) -> bool:
        assert self._save is not None
        self.window.message = self._save(slot)
        return True

    def _play_again(self, checkpoint: bool) -> None:
        self._restart(checkpoint)
        self.back()


class Results(Menu):
    """Time and score of a level that was won, and what to play next."""

    def __init__(self, behind: Screen, session: Session):
        number = session.number
        items = [
            Item("Again", lambda: self.window.play(number)),
            Item("Main menu", lambda: self.window.show_menu()),
        ]
        following = next((entry.number for entry in LEVELS if entry.number > number), None)
        if following is not None:
            items.insert(0, Item("Next level", lambda: self.window.play(following)))
        super().__init__("LEVEL CLEARED", items, behind=behind, words=summary(session, session.result))

    def back(self) -> None:
        """Return to the main menu."""
        self.window.show_menu()


def summary(session: Session, result: Result | None) -> str:
    """Return time, best time, gems and score in one line."""
    words = f"time {format_clock(session.seconds)}"
    if result is not None:
        words += "  a new record!" if result.record else f"  best {format_clock(result.best)}"
    return f"{words}      gems {session.gems_taken} / {session.gems}      score {session.score}"
