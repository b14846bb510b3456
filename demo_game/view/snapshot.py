"""A picture of a game that was played without a window."""

from __future__ import annotations

from pathlib import Path

import arcade

from ..game import Game
from .play import PlayView
from .sounds import Sounds
from .window import SIZE, TITLE, save_frame


def save(game: Game, path: Path) -> None:
    """Open a window on whatever display there is, draw the game once and write it to `path`."""
    window = arcade.Window(*SIZE, TITLE, antialiasing=False)
    try:
        view = PlayView(game, Sounds(on=False))
        window.show_view(view)
        save_frame(window, view, path)
    finally:
        window.close()
