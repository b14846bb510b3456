"""The whole program in a process of its own, played with real X key and mouse events (xdotool)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from demo_game.display import any_display

pytestmark = pytest.mark.long

TEAL, HEALTH, BULLET = (84, 224, 200), (130, 255, 190), (255, 244, 190)
TRIGGER, LETTERS = (240, 110, 220), (230, 236, 250)  # of the overlay
MARK = (374, 272)  # of the first row of a menu
WALL = (40, 300, 70, 320)  # the edge of the wall behind the start
LEGEND = (12, 592, 216, 708)  # where the overlay shows its keys
GEMS = (272, 18, 345, 52)  # where the HUD counts them

needs_tools = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")),
    reason="NOT PLAYED FROM OUTSIDE: needs Xvfb and xdotool",
)


class Player:
    """A person in front of the screen."""

    def __init__(self, screen: str, folder):
        self.screen = screen
        self.environment = {**os.environ, "DISPLAY": screen, "XDG_DATA_HOME": str(folder)}
        del self.environment["PYGLET_AUDIO"]  # with whatever sound there is, or none

    def do(self, *arguments: object) -> str:
        command = ["xdotool", *map(str, arguments)]
        done = subprocess.run(
            command, env=self.environment, check=True, capture_output=True, text=True, timeout=30
        )
        return done.stdout.strip()

    def type(self, *names: str) -> None:
        """Press keys one after the other, each for long enough to be seen."""
        for name in names:
            self.do("key", "--delay", 60, name)
            time.sleep(0.15)

    def find_window(self) -> None:
        self.window = self.do("search", "--sync", "--onlyvisible", "--name", "^Foundry - ecsphys").split()[-1]
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

    def wait_until(self, seen: Callable[..., bool], seconds: float, what: str) -> None:
        deadline = time.monotonic() + seconds
        while not seen(image := self.look()):
            if time.monotonic() > deadline:
                if folder := os.environ.get("SHOT_DIR"):
                    image.save(f"{folder}/missing.png")
                raise AssertionError(f"did not see in time: {what}")
            time.sleep(0.1)


def near(color: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Alike, but for antialiasing."""
    return max(abs(a - b) for a, b in zip(color, other, strict=True)) < 25


def has(image, color: tuple[int, ...]) -> bool:
    """Whether there is such a colour anywhere."""
    return any(near(other, color) for _, other in image.getcolors(1_000_000))


@pytest.fixture
def player(monkeypatch, tmp_path) -> Iterator[Player]:
    monkeypatch.delenv("DISPLAY", raising=False)
    with any_display():
        yield Player(os.environ["DISPLAY"], tmp_path)


@pytest.fixture
def game(player) -> Iterator[subprocess.Popen]:
    """The game, started without arguments, in its menu."""
    process = subprocess.Popen(
        [sys.executable, "-m", "demo_game"], env=player.environment, stderr=subprocess.PIPE
    )
    try:
        player.find_window()
        player.wait_until(lambda image: near(image.getpixel(MARK), TEAL), 150, "the menu")
        yield process
    finally:
        process.kill()
        process.wait()


def begin_first_level(player: Player) -> None:
    player.type("Return")
    player.wait_until(lambda image: near(image.getpixel((200, 36)), HEALTH), 60, "the bar of health")


def quit_from_level(player: Player, game: subprocess.Popen) -> None:
    """Pause, main menu, quit."""
    player.type("p")
    player.wait_until(lambda image: near(image.getpixel(MARK), TEAL), 15, "the pause menu")
    player.type("Up", "Return")
    player.wait_until(lambda image: near(image.getpixel(MARK), TEAL), 15, "the main menu")
    player.type("Up", "Return")
    assert game.wait(20) == 0, game.stderr.read().decode()


@needs_tools
@pytest.mark.jit
def test_a_person_plays_the_opening(player, game):
    begin_first_level(player)
    start = player.look()
    player.do("keydown", "d")
    player.wait_until(lambda image: image.crop(WALL) != start.crop(WALL), 15, "the level scrolls")
    deadline = time.monotonic() + 60
    while player.look().crop(GEMS).tobytes() == start.crop(GEMS).tobytes():  # jump up to the first gem
        assert time.monotonic() < deadline, "no gem was taken"
        player.do("keydown", "w")
        time.sleep(0.5)
        player.do("keyup", "w")
        time.sleep(0.3)
    player.do("keyup", "d")
    player.do("mousemove", "--window", player.window, 900, 200, "mousedown", 1)
    player.wait_until(lambda image: has(image, BULLET), 15, "a bullet")
    player.do("mouseup", 1)
    before = player.look()
    assert not has(before, TRIGGER) and not has(before.crop(LEGEND), LETTERS)
    player.type("F1")
    player.wait_until(lambda image: has(image, TRIGGER), 10, "the outlines of signs and gems")
    assert has(player.look().crop(LEGEND), LETTERS)
    quit_from_level(player, game)


@needs_tools
@pytest.mark.jit
def test_a_person_binds_a_key_and_resizes_the_window(player, game, tmp_path):
    player.type("Up", "Up", "Return", "Down", "Down", "Return")  # options, keys
    player.type("Down", "Return", "l")  # right
    player.wait_until(lambda image: not near(image.getpixel(MARK), TEAL), 10, "the second row")
    (options,) = tmp_path.rglob("options.json")
    assert json.loads(options.read_text())["keys"]["right"] == ["L", "RIGHT"]
    player.type("Escape", "Escape", "Down", "Down")
    begin_first_level(player)
    before = player.look()
    player.do("keydown", "l")
    player.wait_until(lambda image: image.crop(WALL) != before.crop(WALL), 15, "the level scrolls")
    player.do("keyup", "l")
    player.do("windowsize", player.window, 900, 600)
    player.wait_until(lambda image: image.size == (900, 600), 10, "a smaller window")
    player.wait_until(lambda image: near(image.getpixel((167, 30)), HEALTH), 10, "the HUD, smaller")
    player.do("windowsize", player.window, 1280, 720)
    player.wait_until(
        lambda image: image.size == (1280, 720) and near(image.getpixel((200, 36)), HEALTH), 10, "as it was"
    )
    quit_from_level(player, game)


@needs_tools
@pytest.mark.jit
def test_a_person_goes_to_full_screen_and_back(player, game):
    for size in ((1280, 800), (1280, 720)):
        player.type("F11")
        time.sleep(0.5)
        player.find_window()  # another one, for X
        player.wait_until(lambda image, size=size: image.size == size, 15, f"a window of {size}")
        player.wait_until(lambda image: has(image, TEAL), 15, "the menu")
    player.type("Up", "Return")
    assert game.wait(20) == 0, game.stderr.read().decode()
