"""Make the pictures of the tutorials, a GIF a chapter: `python -m docs.pictures.make_tutorial [NAME ...]`.

Keys are pressed by a script, and a part of the game is filmed in the tutorial's own window. The page on space
is filmed while its code runs. What is newer than its sources and this file is left as it is, unless it is
named. Exit code 3: no display.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any, NamedTuple

import esper
from PIL import Image

from docs.pictures.make_examples import EVERY, SIZE, encode, make_all

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


def film_space(window: Any, begin: float = 5.2, seconds: float = 5.2) -> list[Image.Image]:
    """Return pictures of what happens while the code of the page on space runs, with nothing in between."""
    import arcade

    from ecsphys.space3d import Body3D, Box, Capsule, Collider3D, Physics3D, Transform3D
    from tests.docs.pages import blocks_of
    from tests.examples import stage

    example = stage.load("space_walk")
    program = window.ctx.program(vertex_shader=example.VERTEX, fragment_shader=example.FRAGMENT)
    cube, ball = arcade.gl.geometry.cube((2, 2, 2)), arcade.gl.geometry.sphere(1)
    view = arcade.camera.CameraData((0, 7, 16), forward=(0, -0.36, -1))
    camera, pictures = arcade.camera.PerspectiveProjector(view=view), []

    def draw() -> None:
        window.clear(color=(24, 27, 36))
        with camera.activate(), window.ctx.enabled(window.ctx.DEPTH_TEST):
            for entity, (place, solid) in esper.get_components(Transform3D, Collider3D):
                body = esper.try_component(entity, Body3D)
                color = example.COLORS[body.kind if body else "static"]
                if solid.trigger or isinstance(solid.shape, Capsule):
                    color = (0.95, 0.45, 0.42) if solid.trigger else (0.37, 0.72, 0.96)
                program["place"], program["turn"] = place.pose
                program["size"], program["color"] = solid.shape.bounds().half, color
                (cube if isinstance(solid.shape, Box) else ball).render(program)

    def look(dt: float) -> None:
        if begin <= physics.step_count * STEP < begin + seconds and physics.step_count % EVERY == 0:
            window.switch_to()
            draw()
            image = arcade.get_image(0, 0, *window.get_framebuffer_size()).convert("RGB")
            pictures.append(image.resize(SIZE, Image.Resampling.BOX))

    esper.switch_world("space")
    names: dict[str, Any] = {"__name__": "game"}
    first, *others = blocks_of(CHAPTERS / "space.md")
    exec(first.code, names)
    physics = esper.get_processor(Physics3D)
    physics.after_step(look)
    for block in others:
        exec(block.code, names)
    return pictures


def is_fresh(name: str) -> bool:
    """Whether a picture is newer than what it shows and this script."""
    path = FOLDER / f"{name}.gif"
    sources = [Path(__file__), CHAPTERS / "window.py", *CHAPTERS.glob(f"{name}.*")]
    return path.exists() and all(path.stat().st_mtime > source.stat().st_mtime for source in sources)


def main(wanted: list[str]) -> int:
    """Make the named pictures, or all that are out of date; return the exit code."""
    FOLDER.mkdir(exist_ok=True)
    shots = {f"chapter_{number}": (number, shot) for number, shot in SHOTS.items()}
    names = wanted or [name for name in (*shots, "space") if not is_fresh(name)]

    def make(window: Any, name: str) -> Path:
        path = FOLDER / f"{name}.gif"
        path.write_bytes(encode(film_space(window) if name == "space" else film(window, *shots[name])))
        return path

    return make_all(names, make, "the tutorial")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
