"""The window of the game, which opens all screens."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import arcade
from PIL import Image

from ecsphys import Vec2

from .. import saves
from ..game import Game
from ..json_file import BrokenFile
from ..launch import Launch, NotSaved, saving
from ..levels import FOLDER, LEFT_OUT, BrokenMap
from ..options import Options
from ..records import Records
from ..report import report_path
from ..saves import BrokenSave, SavedGame
from .gamepad import Gamepads
from .loading import LoadingView
from .main_menu import MainMenu
from .options_menu import OptionsMenu
from .play import PlayView
from .screen import Screen
from .slots_menu import SlotsMenu
from .sounds import Sounds
from .widgets import load_fonts

SIZE = (1280, 720)
TITLE = "Foundry - ecsphys demo"


class GameWindow(arcade.Window):
    """The window, with options, best times, sounds and gamepads: the `Host` of all screens.

    With `keep=False` it neither reads nor writes files.
    """

    def __init__(self, launch: Launch, antialiasing: bool = True, keep: bool = True):
        super().__init__(*SIZE, TITLE, resizable=True, antialiasing=antialiasing, center_window=True)
        load_fonts()
        self.begin(launch, keep)
        self.pads = Gamepads(self)

    def begin(self, launch: Launch, keep: bool = True) -> None:
        """Read options and best times; also starts a new session in a window that tests share."""
        self.launch = launch
        self._keep = keep
        self.report = report_path() if keep else None
        self.options, damaged = Options.load() if keep else (Options(), "")
        self.records = Records(keep=keep)
        broken = [f"level {number} is left out: {why}" for number, why in LEFT_OUT.items()]
        self.message = "\n".join(filter(None, (damaged, self.records.message, *broken)))
        self.not_saved: list[NotSaved] = []  # by `close`
        self.sounds = Sounds(self.options.volume if launch.sound else 0.0)
        self.game: Game | None = None

    def first(self) -> arcade.View:
        """Return the view after the loading screen."""
        launch = self.launch
        if launch.number is None and not launch.script and launch.replay is None:
            return MainMenu()
        return self._play(launch.number or 1)

    # -- screens ---------------------------------------------------------------------------------------

    def _play(self, number: int) -> PlayView:
        """Close the current game and return the screen of a new one."""
        if self.game is not None:
            self.game.close()
            self.game = None
        self.game = replace(self.launch, number=number).game(self.records, self.report)
        return PlayView(self.game)

    def play(self, number: int) -> None:
        """Start a level; show the menu with a message if its map is broken."""
        self.message = ""
        try:
            self.show_view(self._play(number))
        except BrokenMap as error:
            self.message = str(error).replace(f"{FOLDER}{os.sep}", "")
            self.show_menu()

    def save_file(self, slot: int) -> Path | None:
        """Return the file of a slot of saved games, None if nothing is kept."""
        return saves.path_of(slot) if self._keep else None

    def load(self, slot: int) -> bool:
        """Go on with a saved game; set `message` and return False if that cannot be done."""
        path = self.save_file(slot)
        try:
            if path is None:
                raise BrokenSave("there is no folder of saved games")
            save = SavedGame.load(path)
            game = Game(records=self.records, save=save, report=self.report)
        except BrokenFile as error:
            self.message = str(error)
            return False
        self.message = ""
        if self.game is not None:
            self.game.close()
        self.game = game
        self.show_view(PlayView(game, save.summary.camera))
        return True

    def show_saves(self, back_to: Screen, behind: Screen | None) -> None:
        """Show the saved games, and `back_to` when the player leaves them."""
        self.message = ""
        self.show_view(SlotsMenu("LOAD", self.load, back_to, behind, saving=False))

    def show_menu(self) -> None:
        """Show the main menu."""
        self.show_view(MainMenu())

    def show_options(self, back_to: Screen) -> None:
        """Show the options, and `back_to` when the player leaves them."""
        self.show_view(OptionsMenu(back_to))

    # -- options -------------------------------------------------------------------------------------

    def save_options(self) -> None:
        """Save the options; set `message` if that failed."""
        self.message = self.options.save() if self._keep else ""

    def toggle_fullscreen(self) -> None:
        """Switch between full screen and a window."""
        self.set_fullscreen(not self.fullscreen)
        self.options.fullscreen = self.fullscreen
        self.save_options()

    # -- gamepads ------------------------------------------------------------------------------------

    def pad_press(self, name: str) -> None:
        """Pass a gamepad's button to the current screen."""
        if isinstance(self.current_view, Screen):
            self.current_view.pad_press(name)

    def pad_release(self, name: str) -> None:
        """Pass a released button to the current screen."""
        if isinstance(self.current_view, Screen):
            self.current_view.pad_release(name)

    def pad_aim(self, direction: Vec2 | None) -> None:
        """Pass the direction of a gamepad's right stick to the current screen."""
        if isinstance(self.current_view, Screen):
            self.current_view.pad_aim(direction)

    # -- the end -------------------------------------------------------------------------------------

    def on_update(self, dt: float) -> None:
        """Close the window at the end of the time limit or of the replay."""
        game, seconds = self.game, self.launch.seconds
        if game is None:
            return
        passed = game.physics.step_count * game.physics.step
        if game.replayed or (seconds is not None and passed >= seconds):
            self.close()

    def close(self) -> None:
        """Save screenshot and recording if requested, and close the window; see `not_saved`."""
        launch, self.launch = self.launch, Launch()
        try:
            if self.game is not None:
                launch.save_recording(self.game)
            if launch.screenshot is not None and self.current_view is not None:
                save_frame(self, self.current_view, launch.screenshot)
        except NotSaved as error:
            self.not_saved.append(error)
        super().close()


def run(launch: Launch) -> None:
    """Open the window and run until it is closed. Raises `NotSaved`."""
    window = GameWindow(launch)
    if window.options.fullscreen:
        window.set_fullscreen(True)
    window.show_view(LoadingView(window.first))
    try:
        arcade.run()
    except Exception as error:
        error.add_note(f"python -m demo_game --bug-report '{window.report}' runs the last seconds again")
        raise
    if window.not_saved:
        raise window.not_saved[0]


def save_frame(window: arcade.Window, view: arcade.View, path: Path) -> None:
    """Draw a view once more and write the image as a PNG. Raises `NotSaved`."""
    picture = frame(window, view)
    with saving(path):
        picture.save(path)


def frame(window: arcade.Window, view: arcade.View) -> Image.Image:
    """Draw a view once more and return the image."""
    window.switch_to()
    view.on_draw()
    return arcade.get_image(0, 0, *window.get_framebuffer_size()).convert("RGB")
