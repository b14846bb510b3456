"""Make the pictures of the tutorial, a GIF a chapter: `python -m docs.pictures.make_tutorial [NUMBER ...]`.

Keys are pressed by a script, and a part of the game is filmed in the tutorial's own window. What is newer
than its chapter, the window and this file is left as it is, unless it is named. Exit code 3: no display.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any, NamedTuple

import esper
from PIL import Image

from demo_game.display import NoDisplay, any_display
from docs.pictures.make_examples import EVERY, NO_DISPLAY, SIZE, encode

FOLDER = Path(__file__).parent / "tutorial"
CHAPTERS = Path(__file__).parents[1] / "tutorial"
STEP = 1 / 60
SHOWN = (200, 190, 1080, 685)  # of the window: left, upper, right and lower edge


class Shot(NamedTuple):
    """Where the hero starts, if elsewhere; when keys go down (+) and up (-); what of it is filmed."""

    start: tuple[float, float] | None = None
    keys: tuple[tuple[float, str], ...] = ()
    begin: float = 0.0
    seconds: float = 2.4


SHOTS = {
    1: Shot(),
    2: Shot(None, ((0.3, "+right"), (0.8, "+jump"), (1.5, "-right"), (1.6, "+left"), (1.9, "+jump"))),
    3: Shot(
        (330, 24), ((0.2, "+right"), (0.4, "+jump"), (1, "-right"), (1.5, "+drop"), (1.9, "+right")), 0, 4
    ),
    4: Shot((300, 24), ((0.2, "+right"), (0.5, "+jump"), (1.2, "-right")), 0.1),
    5: Shot((600, 24), ((0.3, "+jump"), (0.5, "+left"), (0.9, "-left"), (1.3, "+right")), 0.1),
    6: Shot(
        (930, 24), ((0.2, "+right"), (1.7, "+jump"), (2.2, "-jump"), (2.3, "+jump"), (3, "-right")), 0.1, 4
    ),
    7: Shot((2250, 24), ((0.2, "+right"),), 0.1, 1.1),
}


def load(name: str) -> Any:
    """Import a file of the tutorial."""
    spec = importlib.util.spec_from_file_location(f"tutorial_{name}", CHAPTERS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # components of snapshots are found by the name of their module
    spec.loader.exec_module(module)
    return module


def film(window: Any, number: int, shot: Shot) -> list[Image.Image]:
    """Return the pictures of a chapter."""
    import arcade

    esper.switch_world(f"chapter {number}")
    game = load(f"chapter_{number}").Game()
    window.show_view(load("window").GameView(game))
    if shot.start is not None:
        game.place.position = shot.start
    keys, pictures = list(shot.keys), []
    for frame in range(round((shot.begin + shot.seconds) / STEP)):
        while keys and keys[0][0] <= frame * STEP:
            _, name = keys.pop(0)
            (game.press if name[0] == "+" else game.release)(name[1:])
        window.dispatch_event("on_update", STEP)
        if frame * STEP >= shot.begin and frame % EVERY == 0:
            window.switch_to()
            window.dispatch_event("on_draw")
            image = arcade.get_image(0, 0, *window.get_framebuffer_size()).convert("RGB")
            pictures.append(image.crop(SHOWN).resize(SIZE, Image.Resampling.LANCZOS))
    window.hide_view()
    return pictures


def is_fresh(number: int) -> bool:
    """Whether a picture is newer than what it shows and this script."""
    path = FOLDER / f"chapter_{number}.gif"
    sources = (Path(__file__), CHAPTERS / "window.py", CHAPTERS / f"chapter_{number}.py")
    return path.exists() and all(path.stat().st_mtime > source.stat().st_mtime for source in sources)


def main(wanted: list[str]) -> int:
    """Make the pictures of the chapters named, or all that are out of date; return the exit code."""
    FOLDER.mkdir(exist_ok=True)
    numbers = [int(number) for number in wanted] or [number for number in SHOTS if not is_fresh(number)]
    try:
        with any_display():
            from tests.examples.stage import open_window

            window = open_window()
            for number in numbers:
                path = FOLDER / f"chapter_{number}.gif"
                path.write_bytes(encode(film(window, number, SHOTS[number])))
                print(f"{path.name}: {path.stat().st_size // 1000} kB", flush=True)
            window.close()
    except NoDisplay as error:
        print(f"no pictures of the tutorial: {error}")
        return NO_DISPLAY
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
