"""The first menu, and what one comes to while playing: pause, results."""

from __future__ import annotations

from typing import TYPE_CHECKING

import arcade

from ..controls import Action
from ..levels import LEVELS
from ..session import Result, Session
from .menu import Menu
from .widgets import Item

if TYPE_CHECKING:
    from .play import PlayView


def clock(seconds: float) -> str:
    """Minutes, seconds and tenths.

    >>> clock(83.46)
    '1:23.4'
    """
    tenths = int(seconds * 10 + 1e-6)
    return f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"


class MainMenu(Menu):
    """The levels with their best times, options, and the way out."""

    def __init__(self) -> None:
        window = arcade.get_window()
        items = [self._level(entry.number, entry.name) for entry in LEVELS]
        items += [Item("Options", lambda: window.show_options(self)), Item("Quit", window.close)]
        super().__init__("FOUNDRY", items, words="a demo of ecsphys: physics for esper and arcade")

    def _level(self, number: int, name: str) -> Item:
        """A row for a level."""

        def best() -> str:
            seconds = self.window.records.best(name)
            return "" if seconds is None else f"best {clock(seconds)}"

        return Item(f"{number}   {name}", lambda: self.window.play(number), best)


class PauseMenu(Menu):
    """Over a game that waits."""

    def __init__(self, play: PlayView):
        self.play = play
        items = [
            Item("Go on", self.back),
            Item("From the checkpoint", self._again),
            Item("Restart the level", self._restart),
            Item("Options", lambda: self.window.show_options(self)),
            Item("Main menu", lambda: self.window.show_menu()),
        ]
        super().__init__("PAUSED", items, behind=play, words=play.game.level.name)

    def press(self, name: str) -> None:
        """The pause key goes on, too."""
        if name not in ("ESCAPE", "ENTER") and name in self.options.keys[Action.PAUSE]:
            self.back()
        else:
            super().press(name)

    def back(self) -> None:
        """Go on playing."""
        self.window.show_view(self.play)

    def _again(self) -> None:
        self.play.restart(checkpoint=True)
        self.back()

    def _restart(self) -> None:
        self.play.restart(checkpoint=False)
        self.back()


class Results(Menu):
    """After a level that was won."""

    def __init__(self, play: PlayView):
        self.play = play
        items = [Item("Again", self._again), Item("Main menu", lambda: self.window.show_menu())]
        if play.game.number < len(LEVELS):
            items.insert(0, Item("Next level", self._next))
        session = play.game.session
        super().__init__("LEVEL CLEARED", items, behind=play, words=summary(session, session.result))

    def _next(self) -> None:
        self.window.play(self.play.game.number + 1)

    def _again(self) -> None:
        self.window.play(self.play.game.number)

    def back(self) -> None:
        """To the menu."""
        self.window.show_menu()


def summary(session: Session, result: Result | None) -> str:
    """Time, best time and score in a line."""
    words = f"time {clock(session.seconds)}"
    if result is not None:
        words += "  a new record!" if result.record else f"  best {clock(result.best)}"
    return f"{words}      gems {session.gems_taken} / {session.gems}      score {session.score}"
