"""The whole program in a process of its own, played with real X key and mouse events (xdotool)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from demo_game.display import any_display

HEART, WALL_X, OVERLAY = (255, 92, 92), 60, (255, 190, 80)

needs_tools = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")),
    reason="NOT PLAYED FROM OUTSIDE: needs Xvfb and xdotool",
)


class Player:
    """A person in front of the screen."""

    def __init__(self, screen: str):
        self.screen = screen
        self.environment = {**os.environ, "DISPLAY": screen, "PYGLET_AUDIO": "silent"}

    def do(self, *arguments: object) -> str:
        command = ["xdotool", *map(str, arguments)]
        done = subprocess.run(
            command, env=self.environment, check=True, capture_output=True, text=True, timeout=30
        )
        return done.stdout.strip()

    def find_window(self) -> None:
        self.window = self.do("search", "--sync", "--onlyvisible", "--name", "^The Foundry").split()[-1]
        self.do("windowfocus", "--sync", self.window)

    def look(self):
        """The picture in the window."""
        from PIL import ImageGrab

        geometry = dict(
            line.split("=") for line in self.do("getwindowgeometry", "--shell", self.window).splitlines()
        )
        x, y = int(geometry["X"]), int(geometry["Y"])
        whole = ImageGrab.grab(xdisplay=self.screen).convert("RGB")
        return whole.crop((x, y, x + int(geometry["WIDTH"]), y + int(geometry["HEIGHT"])))

    def wait_until(self, seen: Callable[..., bool], seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while not seen(self.look()):
            assert time.monotonic() < deadline, "did not see it in time"
            time.sleep(0.1)


def near(color: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Alike, but for antialiasing."""
    return max(abs(a - b) for a, b in zip(color, other, strict=True)) < 40


@pytest.fixture
def player(monkeypatch) -> Iterator[Player]:
    monkeypatch.delenv("DISPLAY", raising=False)
    with any_display():
        yield Player(os.environ["DISPLAY"])


@needs_tools
@pytest.mark.jit
def test_a_person_plays(player):
    command = [sys.executable, "-m", "demo_game", "--seed", "7"]
    game = subprocess.Popen(command, env=player.environment, stderr=subprocess.PIPE)
    try:
        player.find_window()
        player.wait_until(lambda image: near(image.getpixel((40, 32)), HEART), 150)  # past the loading screen
        wall = player.look().getpixel((WALL_X, 300))
        player.do("keydown", "d")
        player.wait_until(lambda image: image.getpixel((WALL_X, 300)) != wall, 15)  # it scrolls
        player.do("keyup", "d")
        player.do("mousemove", "--window", player.window, 700, 300, "click", 1, "click", 3)
        player.do("key", "F1")
        player.wait_until(
            lambda image: any(near(color, OVERLAY) for _, color in image.getcolors(1_000_000)), 10
        )
        player.do("key", "p", "key", "q")
        assert game.wait(15) == 0, game.stderr.read().decode()
    finally:
        game.kill()
        game.wait()
