"""Make the pictures of README and guide: `xvfb-run -a python -m docs.pictures.make [name ...]`.

A scripted player plays; each picture shows a level at a moment, with an overlay on for the last second.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import esper
from arcade import key
from PIL import Image

from demo_game.components import Walker
from demo_game.game import Game
from demo_game.view.play import PlayView
from demo_game.view.snapshot import animation, film, palette_of, watching
from demo_game.view.window import frame
from ecsphys import Transform

FOLDER = Path(__file__).parent
COLORS = 160
_KEPT = 10.0  # seconds, of the time line
CLIPS = ((2, 15.3, 3.0), (3, 4.0, 2.0), (5, 7.4, 2.8), (4, 28.6, 1.6))  # of the GIF: level, begin, seconds
SEED = 7


class Shot(NamedTuple):
    """A level, a time in seconds, keys of the overlay, and whether the mouse compares hero and walker.

    With `back`, the time line shows the state so many steps before, and the hero's path.
    """

    level: int
    time: float
    keys: tuple[int, ...]
    compares: bool = False
    back: int = 0


SHOTS = {
    "shapes": Shot(2, 34.6, (key.F1,), compares=True),
    "boxes": Shot(2, 15.4, (key.F2,)),
    "casts": Shot(2, 16.6, (key.F3,)),
    "times": Shot(3, 6.0, (key.F4,)),
    "rigging": Shot(5, 9.9, (key.F1,)),
    "time": Shot(5, 10.6, (key.F1,), back=70),
}


def still(name: str, shot: Shot) -> None:
    """Reduce a picture to a palette."""
    game = Game(shot.level, SEED, script=True)
    shown = _KEPT if shot.back else 1.0  # seconds
    play(game, shot.time - shown)
    with watching(game) as (window, view):
        for symbol in shot.keys:
            view.on_key_press(symbol, 0)
        for _ in range(round(shown / game.physics.step)):
            view.on_update(game.physics.step)
        if shot.compares:
            compare(view)
        if shot.back:
            look_back(view, shot.back)
        picture = frame(window, view)
    palette = palette_of(picture, COLORS)
    picture.quantize(palette=palette, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)
    game.close()


def compare(view: PlayView) -> None:
    """Pin the character and hover the nearest walker."""
    here = view.level.player_position()
    view.overlay.hover(here)
    view.overlay.pin()
    walkers = esper.get_components(Walker, Transform)
    view.overlay.hover(min((one.position for _, (_, one) in walkers), key=here.distance))


def look_back(view: PlayView, steps: int) -> None:
    """Open the time line some steps ago, let it follow the character, and the camera, too."""
    view.on_key_press(key.F8, 0)
    line = view.overlay.time.time_line
    line.followed = view.game.session.player
    line.seek(line.step - steps)
    for _ in range(60):
        view.on_update(view.game.physics.step)


def play(game: Game, seconds: float) -> None:
    """Advance a game without drawing."""
    for _ in range(round(seconds / game.physics.step)):
        game.step()


def clips() -> None:
    """Make the GIF."""
    pictures = []
    for level, begin, seconds in CLIPS:
        game = Game(level, SEED, script=True)
        play(game, begin)
        pictures += film(game, seconds)
        game.close()
    (FOLDER / "game.gif").write_bytes(animation(pictures))


def main() -> None:
    """Make the named pictures, or all."""
    wanted = sys.argv[1:] or ["game", *SHOTS]
    for name in wanted:
        clips() if name == "game" else still(name, SHOTS[name])
        print(name)


if __name__ == "__main__":
    main()
