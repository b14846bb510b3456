"""The window of the game, and which view is shown in it."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import arcade
from PIL import Image

from ecsphys import Vec2

from ..game import Game
from ..launch import Launch
from ..levels import LEVELS, BrokenMap
from ..options import Options
from ..records import Records
from .gamepad import Gamepads
from .loading import LoadingView
from .main_menu import MainMenu
from .options_menu import OptionsMenu
from .play import PlayView
from .screen import Screen
from .sounds import Sounds
from .widgets import load_fonts

SIZE = (1280, 720)
TITLE = "Foundry - ecsphys demo"


class GameWindow(arcade.Window):
    """The window, with options, best times, sounds and gamepads. `keep=False`: it touches no files."""

    def __init__(self, launch: Launch, antialiasing: bool = True, keep: bool = True):
        super().__init__(*SIZE, TITLE, resizable=True, antialiasing=antialiasing, center_window=True)
        load_fonts()
        self.begin(launch, keep)
        self.pads = Gamepads(self)

    def begin(self, launch: Launch, keep: bool = True) -> None:
        """Read options and best times."""
        self.launch = launch
        self._keep = keep
        self.options, damaged = Options.load() if keep else (Options(), "")
        self.records = Records(keep=keep)
        self.message = "\n".join(filter(None, (damaged, self.records.message)))
        self.sounds = Sounds(self.options.volume if launch.sound else 0.0)
        self.game: Game | None = None

    def first(self) -> arcade.View:
        """The view after the loading screen."""
        launch = self.launch
        if launch.number is None and not launch.script and launch.replay is None:
            return MainMenu()
        return self._play(launch.number or 1)

    # -- views ---------------------------------------------------------------------------------------

    def _play(self, number: int) -> PlayView:
        if self.game is not None:
            self.game.close()
            self.game = None
        self.game = replace(self.launch, number=number).game(self.records)
        return PlayView(self.game)

    def play(self, number: int) -> None:
        """Begin a level; if its map is broken, the menu says so."""
        self.message = ""
        try:
            self.show_view(self._play(number))
        except BrokenMap as error:
            folder = f"{LEVELS[number - 1].path.parent}{os.sep}"
            self.message = str(error).replace(folder, "")
            self.show_menu()

    def show_menu(self) -> None:
        """The main menu."""
        self.show_view(MainMenu())

    def show_options(self, back_to: Screen) -> None:
        """The options, and then back."""
        self.show_view(OptionsMenu(back_to))

    # -- options -------------------------------------------------------------------------------------

    def save_options(self) -> None:
        """Keep the options; a message says if that failed."""
        self.message = self.options.save() if self._keep else ""

    def toggle_fullscreen(self) -> None:
        """Full screen, or as it was."""
        self.set_fullscreen(not self.fullscreen)
        self.options.fullscreen = self.fullscreen
        self.save_options()

    # -- gamepads ------------------------------------------------------------------------------------

    def pad_press(self, name: str) -> None:
        """A gamepad's button, for the view that is shown."""
        if isinstance(self.current_view, Screen):
            self.current_view.pad_press(name)

    def pad_release(self, name: str) -> None:
        """See `pad_press`."""
        if isinstance(self.current_view, Screen):
            self.current_view.pad_release(name)

    def pad_aim(self, direction: Vec2 | None) -> None:
        """A gamepad's right stick."""
        if isinstance(self.current_view, Screen):
            self.current_view.pad_aim(direction)

    # -- the end -------------------------------------------------------------------------------------

    def on_update(self, dt: float) -> None:
        """End when the time is up, or the replay at its end."""
        game, seconds = self.game, self.launch.seconds
        if game is None:
            return
        passed = game.physics.step_count * game.physics.step
        if game.replayed or (seconds is not None and passed >= seconds):
            self.close()

    def close(self) -> None:
        """Save the last frame and the recording, if that was asked for, and end."""
        launch, self.launch = self.launch, Launch()
        if launch.screenshot is not None and self.current_view is not None:
            save_frame(self, self.current_view, launch.screenshot)
        if self.game is not None and (told := launch.save_recording(self.game)):
            print(told)
        super().close()


def run(launch: Launch) -> None:
    """Open the window and play until it is closed."""
    window = GameWindow(launch)
    if window.options.fullscreen:
        window.set_fullscreen(True)
    window.show_view(LoadingView(window.first))
    arcade.run()


def save_frame(window: arcade.Window, view: arcade.View, path: Path) -> None:
    """Draw once more, and write what was drawn as a PNG."""
    frame(window, view).save(path)


def frame(window: arcade.Window, view: arcade.View) -> Image.Image:
    """Draw once more; the picture."""
    window.switch_to()
    view.on_draw()
    return arcade.get_image(0, 0, *window.get_framebuffer_size()).convert("RGB")
