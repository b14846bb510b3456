"""Make the pictures of the gallery, a GIF an example: `python -m docs.pictures.make_examples [NAME ...]`.

A script plays each example without a wall clock (`tests/examples/stage.py`), a part of which is filmed. What
is newer than its example and this file is left as it is, unless it is named. Exit code 3: no display.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from demo_game.display import NoDisplay, any_display

FOLDER = Path(__file__).parent / "examples"
SIZE = (480, 270)  # of pictures of a window of 1280 x 720: that smooths edges
EVERY = 5  # steps of 1/60 s from picture to picture
LARGEST = 150_000  # bytes; what is larger gets fewer colours, then fewer and smaller pictures
QUALITIES = ((64, 1, SIZE), (32, 1, SIZE), (16, 1, SIZE), (16, 2, (400, 225)), (8, 3, (320, 180)))
NO_DISPLAY = 3


class Shot(NamedTuple):
    """What is played, and which seconds of it are filmed."""

    play: Callable[[Any], object]
    begin: float = 0.0
    seconds: float = 2.0


def bridge(stage: Any) -> None:
    """Load the bridge until it breaks."""
    stage.run(1)
    for x in range(400, 900, 70):
        stage.click(x, 560)
        stage.run(0.25)
    stage.click(640, 700)
    stage.run(3)


def shoot(stage: Any) -> None:
    """Aim for a moment, then let go."""
    stage.run(0.3)
    stage.press(220, 260)
    for i in range(30):
        stage.drag(220 - 4.6 * i, 260 - i)
        stage.run(1 / 60)
    stage.release(82, 230)
    stage.run(2)


def pool(stage: Any) -> None:
    """Aim for a moment, then break."""
    stage.run(0.1)
    stage.press(340, 360)
    for i in range(40):
        stage.drag(340 - 5 * i, 360 - 0.2 * i)
        stage.run(1 / 60)
    stage.release(140, 352)
    stage.run(2)


def pinball(stage: Any) -> None:
    """Shoot, and turn the flippers now and then."""
    from arcade import key

    stage.run(0.3)
    stage.tap(key.SPACE)
    stage.run(1.7)
    for _ in range(6):
        stage.hold(0.15, key.LEFT, key.RIGHT)
        stage.run(0.25)


def platformer(stage: Any) -> None:
    """Run up the hill, and jump for a coin."""
    from arcade import key

    stage.run(0.9)
    stage.down(key.D)
    stage.run(1.3)
    stage.hold(0.1, key.W)
    stage.run(1)
    stage.up(key.D)


def run_and_jump(stage: Any) -> None:
    """Jump from platform to platform, and drop."""
    from arcade import key

    stage.run(0.6)
    stage.hold(0.9, key.D)
    stage.tap(key.W)
    stage.run(0.6)
    stage.tap(key.W)
    stage.run(0.6)
    stage.tap(key.S)
    stage.run(0.6)


def climb_walls(stage: Any) -> None:
    """Run below a wall, and jump from wall to wall."""
    from arcade import key

    hero, sides = stage.view.hero, (key.D, key.A, key.D, key.A, key.D)
    stage.view.place.x = 500
    stage.run(0.2)
    for side in sides:
        stage.down(side)
        for _ in range(80):
            stage.run(1 / 60)
            if hero.on_wall and (stage.view.place.x > 600 or not hero.on_floor):
                break
        stage.up(side)
        stage.down(key.W)
    stage.run(0.6)


def ice(stage: Any) -> None:
    """Run to the right, over three tiles and down."""
    from arcade import key

    stage.run(0.2)
    stage.down(key.D)
    stage.run(0.5)
    stage.hold(0.1, key.W)
    stage.run(1.7)
    stage.up(key.D)


def twin_stick(stage: Any) -> None:
    """Run from the crowd, and shoot into it."""
    from arcade import key

    stage.point(300, 40)
    stage.run(0.8)
    stage.down(key.D)
    for i in range(120):
        stage.point(300 + 3 * i, 60 + 5 * i)
        stage.run(1 / 60)
    stage.up(key.D)


def drive(*symbols: str) -> Callable[[Any], None]:
    """Return a script that holds keys from the first half second on."""

    def play(stage: Any) -> None:
        from arcade import key

        stage.run(0.5)
        stage.hold(4, *(getattr(key, symbol) for symbol in symbols))

    return play


def rewind(stage: Any) -> None:
    """Let the tower fall, and get up again."""
    from arcade import key

    stage.run(1.6)
    stage.hold(1, key.BACKSPACE)


def save_crates(stage: Any) -> None:
    """Build a tower of crates, save it, crush it, and load it."""
    from arcade import key

    stage.module.FILE = Path(mkdtemp()) / "crates.save"
    for k in range(6):
        stage.click(600 + 80 * (k % 2), 96 + 64 * (k // 2))
    stage.run(0.4)
    stage.tap(key.S)
    for k in range(3):
        stage.click(520 + 90 * k, 500)
        stage.run(0.4)
    stage.run(0.3)
    stage.tap(key.L)
    stage.run(0.4)


def duel(stage: Any) -> None:
    """Play at both machines."""
    from arcade import key

    stage.run(1)
    stage.down(key.D, key.LEFT)
    stage.run(0.5)
    stage.hold(0.2, key.W)
    stage.up(key.D, key.LEFT)
    stage.hold(0.2, key.UP)
    stage.hold(0.6, key.A)
    stage.hold(0.6, key.RIGHT, key.D)


def dig(stage: Any) -> None:
    """Dig a tunnel."""
    stage.run(0.8)
    for i in range(100):
        stage.drag(60 + 6 * i, 480 - 3.2 * i)
        stage.run(1 / 60)
    stage.run(0.5)


def blast(stage: Any) -> None:
    """Set off two charges."""
    stage.run(0.6)
    stage.click(560, 300)
    stage.run(1)
    stage.click(780, 90)
    stage.run(1)


def lamp(stage: Any) -> None:
    """Carry the lamp around."""
    for i in range(130):
        stage.point(300 + 5 * i, 360)
        stage.run(1 / 60)


def breakout(stage: Any) -> None:
    """Follow the ball."""
    for i in range(900):
        stage.point(stage.view.ball.x + 70 * (i % 3 - 1), 0)
        stage.run(1 / 60)


def crowd(stage: Any) -> None:
    """Stand in the middle."""
    stage.point(640, 360)
    stage.run(3)


def wait(seconds: float) -> Callable[[Any], None]:
    """Return a script that watches."""
    return lambda stage: stage.run(seconds)


def drop(stage: Any) -> None:
    """Drop a second ball."""
    stage.run(0.6)
    stage.click(860, 650)
    stage.run(1.6)


def wind(stage: Any) -> None:
    """Turn the wind."""
    for i in range(150):
        stage.point(1200 - 7 * i, 420)
        stage.run(1 / 60)


def push(stage: Any) -> None:
    """Let it pour, and push what lies in the middle."""
    stage.run(2.2)
    for x in (600, 760, 520):
        stage.click(x, 300)
        stage.run(0.6)


def shoot_crates(stage: Any) -> None:
    """Shoot at the wall, low and high."""
    stage.run(0.3)
    for x, y in ((640, 330), (420, 300), (840, 420), (560, 240), (720, 250), (480, 440)):
        stage.click(x, y)
        stage.run(0.4)
    stage.run(1)


def walk(stage: Any) -> None:
    """Walk up the ramp, down the stairs and through the crates."""
    from arcade import key

    stage.hold(0.75, key.A)
    stage.hold(1, key.W)
    stage.hold(0.4, key.D)
    stage.down(key.D)
    stage.hold(0.65, key.S)
    stage.run(1.2)
    stage.up(key.D)


SHOTS = {
    "angry_boxes": Shot(shoot, 0.4, 2.4),
    "boat_on_water": Shot(drive("D"), 0.8),
    "breakout": Shot(breakout, 12),
    "car_on_hills": Shot(drive("D"), 1.5),
    "conveyor_factory": Shot(wait(14), 12),
    "crowd": Shot(crowd, 1.5, 1.5),
    "dig_caves": Shot(dig, 0.5),
    "explosion": Shot(blast, 0.5),
    "hello_ball": Shot(drop),
    "line_of_sight": Shot(lamp),
    "marble_run": Shot(wait(10), 8),
    "one_way": Shot(run_and_jump, 0.6, 2.4),
    "own_processors": Shot(wait(6), 4),
    "pinball": Shot(pinball, 0.4, 3),
    "planets": Shot(wait(5), 3),
    "platformer": Shot(platformer, 0.9, 2.4),
    "pool_table": Shot(pool, 0.2, 2.2),
    "ragdolls": Shot(wait(3), 0.2),
    "rollback": Shot(duel, 1, 2.4),
    "rope_bridge": Shot(bridge, 1.5, 3),
    "save_and_rewind": Shot(rewind, 0.6),
    "saved_sprites": Shot(save_crates, 0.2, 2.4),
    "soft_bodies": Shot(wait(3), 0.2),
    "space_bowl": Shot(push, 1.4, 2.6),
    "space_gallery": Shot(shoot_crates, 0.2, 3.2),
    "space_walk": Shot(walk, 0.7, 3),
    "tile_grid": Shot(ice, 0.1, 2.2),
    "twin_stick": Shot(twin_stick, 0.8),
    "wall_jump": Shot(climb_walls, 0.6, 3),
    "wind_and_sails": Shot(wind, 0.3, 2.2),
    "wrecking_ball": Shot(drive("D"), 0.6, 2.4),
}


def film(window: Any, name: str, shot: Shot) -> list[Image.Image]:
    """Return the pictures of an example."""
    from tests.examples.stage import STEP, Stage, on_stage

    pictures: list[Image.Image] = []

    class Filmed(Stage):
        def after_frame(self) -> None:
            frame = round((self.seconds - shot.begin) / STEP)
            if 0 <= frame < shot.seconds / STEP and frame % EVERY == 0:
                pictures.append(self.picture().resize(SIZE, Image.Resampling.BOX))

    with on_stage(window, name, Filmed) as stage:
        shot.play(stage)
    return pictures


def encode(pictures: list[Image.Image]) -> bytes:
    """Return a GIF that repeats, as good as its size allows."""
    for colors, nth, size in QUALITIES:
        shown = [picture.resize(size, Image.Resampling.BOX) for picture in pictures[::nth]]
        table, none = palette(shown, colors), Image.Dither.NONE
        first, *rest = [picture.quantize(palette=table, dither=none) for picture in shown]
        file, pause = io.BytesIO(), round(1000 * EVERY * nth / 60)
        first.save(file, "GIF", save_all=True, append_images=rest, duration=pause, loop=0, optimize=True)
        if file.tell() <= LARGEST:
            break
    return file.getvalue()


def palette(pictures: list[Image.Image], colors: int) -> Image.Image:
    """Return an image whose palette is that of the first, the middle and the last picture."""
    width, height = pictures[0].size
    strip = Image.new("RGB", (width, 3 * height))
    for i, picture in enumerate((pictures[0], pictures[len(pictures) // 2], pictures[-1])):
        strip.paste(picture, (0, i * height))
    return strip.quantize(colors)


def print_server(path: Path) -> None:
    """Save what the server prints, as a terminal shows it."""
    from tests.examples.stage import load

    printed = io.StringIO()
    with redirect_stdout(printed):
        load("headless_server").main()
    image = Image.new("RGB", (960, 540), (24, 27, 36))
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(17)
    for row, line in enumerate(printed.getvalue().splitlines()[-25:]):
        head, bar, rest = line.partition("|")
        pen.text((20, 18 + 20 * row), head, (255, 222, 110), font)
        track, bar, rest = rest.rpartition("|")
        if bar:
            pen.text((620, 18 + 20 * row), rest, (138, 146, 164), font)
            for x, sign in enumerate(track):
                if sign != " ":
                    pen.ellipse((110 + 7.7 * x, 24 + 20 * row, 120 + 7.7 * x, 34 + 20 * row), (120, 214, 150))
    image.quantize(16).save(path, optimize=True)


def is_fresh(path: Path, name: str) -> bool:
    """Whether a picture is newer than its example and this script."""
    sources = (Path(__file__), Path(__file__).parents[2] / "examples" / f"{name}.py")
    return path.exists() and all(path.stat().st_mtime > source.stat().st_mtime for source in sources)


def main(wanted: list[str]) -> int:
    """Make the named pictures, or all that are out of date; return the exit code."""
    FOLDER.mkdir(exist_ok=True)
    paths = {name: FOLDER / f"{name}.gif" for name in SHOTS} | {
        "headless_server": FOLDER / "headless_server.png"
    }
    names = wanted or [name for name, path in paths.items() if not is_fresh(path, name)]

    def make(window: Any, name: str) -> Path:
        if name == "headless_server":
            print_server(paths[name])
        else:
            paths[name].write_bytes(encode(film(window, name, SHOTS[name])))
        return paths[name]

    return make_all(names, make, "the examples")


def make_all(names: Sequence[str], make: Callable[[Any, str], Path], what: str) -> int:
    """Make pictures of `what` with one window: `make` saves the one of a name. Return the exit code."""
    try:
        with any_display():
            from tests.examples.stage import open_window

            window = open_window()
            for name in names:
                path = make(window, name)
                print(f"{path.name}: {path.stat().st_size // 1000} kB", flush=True)
            window.close()
    except NoDisplay as error:
        print(f"no pictures of {what}: {error}")
        return NO_DISPLAY
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
