"""The interface of the window towards its screens."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import arcade

from ..options import Options
from ..records import Records
from .sounds import Sounds


class Host(Protocol):
    """The window as screens see it: the player's settings, and the way to other screens.

    Screens name only this type and only `window.GameWindow` names the screens, so imports form no circle.
    `message` is the line at the bottom of every menu, empty for none.
    """

    options: Options
    records: Records
    sounds: Sounds
    message: str

    def show_view(self, view: arcade.View) -> None:
        """Show another screen."""

    def show_menu(self) -> None:
        """Show the main menu."""

    def show_options(self, back_to: arcade.View) -> None:
        """Show the options, and `back_to` when the player leaves them."""

    def save_file(self, slot: int) -> Path | None:
        """Return the file of a slot of saved games, None if nothing is kept."""

    def show_saves(self, back_to: arcade.View, behind: arcade.View | None) -> None:
        """Show the saved games over the screen `behind`, and `back_to` when the player leaves them."""

    def play(self, number: int) -> None:
        """Start the level with this number."""

    def toggle_fullscreen(self) -> None:
        """Switch between full screen and a window."""

    def save_options(self) -> None:
        """Write the options to the player's folder."""

    def close(self) -> None:
        """Quit the game."""
