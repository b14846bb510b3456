"""The window of the game."""

from __future__ import annotations

from pathlib import Path

import arcade

from ..game import Game
from .loading import LoadingView
from .play import PlayView
from .sounds import Sounds

SIZE = (1280, 720)
TITLE = "The Foundry - ecsphys demo"


class GameWindow(arcade.Window):
    """Shows the loading screen, then the game. Stops after `seconds` of game time if they are given."""

    def __init__(
        self,
        seed: int = 0,
        autoplay: bool = False,
        seconds: float | None = None,
        screenshot: Path | None = None,
        sound: bool = True,
        antialiasing: bool = True,
    ):
        super().__init__(*SIZE, TITLE, resizable=True, antialiasing=antialiasing, center_window=True)
        self._seed, self._autoplay = seed, autoplay
        self._seconds, self._screenshot = seconds, screenshot
        self._sounds = Sounds(sound)
        self.game: Game | None = None
        self.show_view(LoadingView(self._play))

    def _play(self) -> PlayView:
        self.game = Game(seed=self._seed, autoplay=self._autoplay)
        return PlayView(self.game, self._sounds)

    def on_update(self, dt: float) -> None:
        """End when the time is up."""
        if self.game is None or self._seconds is None:
            return
        if self.game.physics.step_count * self.game.physics.step >= self._seconds:
            self.close()

    def close(self) -> None:
        """Save the last frame, if that was asked for, and end."""
        if self._screenshot is not None and self.current_view is not None:
            save_frame(self, self.current_view, self._screenshot)
            self._screenshot = None
        super().close()


def run(seed: int, autoplay: bool, seconds: float | None, screenshot: Path | None, sound: bool) -> None:
    """Open the window and play until it is closed."""
    GameWindow(seed, autoplay, seconds, screenshot, sound)
    arcade.run()


def save_frame(window: arcade.Window, view: arcade.View, path: Path) -> None:
    """Draw once more, and write what was drawn as a PNG."""
    window.switch_to()
    view.on_draw()
    arcade.get_image(0, 0, *window.get_framebuffer_size()).convert("RGB").save(path)
