"""The window of the game."""

from __future__ import annotations

from pathlib import Path

import arcade

from ..game import Game
from ..launch import Launch
from ..records import Records
from .loading import LoadingView
from .play import PlayView
from .sounds import Sounds

SIZE = (1280, 720)
TITLE = "The Foundry - ecsphys demo"


class GameWindow(arcade.Window):
    """Shows the loading screen, then the game. Stops after `seconds` of game time, if there are any."""

    def __init__(self, launch: Launch, antialiasing: bool = True):
        super().__init__(*SIZE, TITLE, resizable=True, antialiasing=antialiasing, center_window=True)
        self._launch = launch
        self._sounds = Sounds(launch.sound)
        self.game: Game | None = None
        self.show_view(LoadingView(self._play))

    def _play(self) -> PlayView:
        self.game = self._launch.game(Records())
        return PlayView(self.game, self._sounds)

    def on_update(self, dt: float) -> None:
        """End when the time is up."""
        if self.game is None or self._launch.seconds is None:
            return
        if self.game.physics.step_count * self.game.physics.step >= self._launch.seconds:
            self.close()

    def close(self) -> None:
        """Save the last frame and the recording, if that was asked for, and end."""
        if self.game is not None and self.current_view is not None:
            if self._launch.screenshot is not None:
                save_frame(self, self.current_view, self._launch.screenshot)
            print(self._launch.keep_tape(self.game), end="")
            self.game = None
        super().close()


def run(launch: Launch) -> None:
    """Open the window and play until it is closed."""
    GameWindow(launch)
    arcade.run()


def save_frame(window: arcade.Window, view: arcade.View, path: Path) -> None:
    """Draw once more, and write what was drawn as a PNG."""
    window.switch_to()
    view.on_draw()
    arcade.get_image(0, 0, *window.get_framebuffer_size()).convert("RGB").save(path)
