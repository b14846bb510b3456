"""A game on a small level, and one window shared by all tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from demo_game.display import has_screen
from demo_game.game import Game
from demo_game.levels import Level
from tests.demo_game.play import run

if not has_screen() and not shutil.which("Xvfb"):
    os.environ["ARCADE_HEADLESS"] = "1"  # must stand before any test file imports arcade


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let a likely mistake in the game fail its tests."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.filterwarnings("error::ecsphys.PhysicsWarning"))


@pytest.fixture
def games() -> Iterator[list[Game]]:
    """A list for games that are closed in the end."""
    made: list[Game] = []
    yield made
    for game in made:
        game.close()


@pytest.fixture
def play() -> Iterator[Callable[[Level], Game]]:
    """Starts a game and lets it settle for a moment; closes all games in the end."""
    games = []

    def start(level: Level) -> Game:
        game = Game(level=level)
        games.append(game)
        run(game, 0.2)
        return game

    yield start
    for game in games:
        game.close()


@pytest.fixture(scope="session")
def shared_window(display: str) -> Iterator[Any]:
    """The game's window, shared: pyglet cannot open many in one process."""
    import arcade
    import pyglet

    from demo_game.launch import Launch
    from demo_game.view.window import GameWindow

    window = GameWindow(Launch(sound=False), antialiasing=False, keep=False)
    window._enable_event_queue = False  # else events wait for pyglet's own loop
    pyglet.clock.unschedule(window._dispatch_frame)  # no frames by the wall clock
    yield window
    arcade.close_window()


@pytest.fixture
def window(shared_window: Any) -> Iterator[Any]:
    """The window without a view, with default options and nothing kept."""
    from demo_game.launch import Launch

    shared_window.switch_to()
    shared_window.ctx.reset()
    shared_window.default_camera.use()
    shared_window.begin(Launch(), keep=False)
    yield shared_window
    shared_window.hide_view()


@pytest.fixture
def kept(window: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """The window, with options, best times and saved games in a folder of their own."""
    from demo_game.launch import Launch

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    window.begin(Launch(sound=False))
    yield window
    if window.game is not None:
        window.game.close()
        window.game = None
