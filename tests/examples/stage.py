"""Runs an example without a wall clock: its view in a window that is there, keys and mouse by a script."""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import arcade
import esper

from ecsphys import RigidBody

FOLDER = Path(__file__).parents[2] / "examples"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))
STEP = 1 / 60


def load(name: str) -> ModuleType:
    """Import an example as a module of its own."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", FOLDER / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # saved components are found by the name of their module
    spec.loader.exec_module(module)
    return module


class Stage:
    """One example in a window: `view`, its `module`, and what a player can do."""

    def __init__(self, window: Any, name: str):
        self.window: Any = window
        self.module = load(name)
        views = [
            thing
            for thing in vars(self.module).values()
            if isinstance(thing, type) and issubclass(thing, arcade.View) and thing is not arcade.View
        ]
        assert len(views) == 1, f"{name} has {len(views)} views"
        self.view: Any = views[0]()
        window.show_view(self.view)
        self.seconds = 0.0

    @property
    def physics(self) -> Any:
        return self.view.physics

    def part(self, entity: int, component: type) -> Any:
        """Return a component of an entity."""
        return esper.component_for_entity(entity, component)

    def moving(self) -> list[int]:
        """Return the entities of all dynamic bodies, ascending."""
        return sorted(entity for entity, body in esper.get_component(RigidBody) if body.kind == "dynamic")

    def run(self, seconds: float) -> None:
        """Pass time, in frames of a step each. What does not run the physics itself is bound."""
        for _ in range(round(seconds / STEP)):
            self.window.dispatch_event("on_update", STEP)
            self.window.dispatch_event("on_fixed_update", STEP)
            if hasattr(self.module, "bind"):
                esper.process(STEP)
            self.seconds += STEP
            self.after_frame()

    def after_frame(self) -> None:
        """Do nothing; a film takes its pictures here."""

    def send(self, event: str, *arguments: Any) -> None:
        self.window.dispatch_event(event, *arguments)

    def down(self, *symbols: int) -> None:
        for symbol in symbols:
            self.send("on_key_press", symbol, 0)

    def up(self, *symbols: int) -> None:
        for symbol in symbols:
            self.send("on_key_release", symbol, 0)

    def tap(self, *symbols: int) -> None:
        for symbol in symbols:
            self.down(symbol)
            self.up(symbol)

    def hold(self, seconds: float, *symbols: int) -> None:
        self.down(*symbols)
        self.run(seconds)
        self.up(*symbols)

    def point(self, x: float, y: float) -> None:
        self.send("on_mouse_motion", x, y, 0, 0)

    def press(self, x: float, y: float, button: int = 1) -> None:
        self.send("on_mouse_press", x, y, button, 0)

    def drag(self, x: float, y: float) -> None:
        self.send("on_mouse_drag", x, y, 0, 0, 1, 0)

    def release(self, x: float, y: float, button: int = 1) -> None:
        self.send("on_mouse_release", x, y, button, 0)

    def click(self, x: float, y: float) -> None:
        self.press(x, y)
        self.release(x, y)

    def picture(self) -> Any:
        """Return an image of the window."""
        self.window.switch_to()
        self.window.dispatch_event("on_draw")
        return arcade.get_image(0, 0, *self.window.get_framebuffer_size()).convert("RGB")


def open_window(antialiasing: bool = False) -> Any:
    """Open a window that is driven by its stage alone."""
    import pyglet

    window = arcade.Window(1280, 720, "examples", antialiasing=antialiasing)
    window._enable_event_queue = False  # else events wait for pyglet's own loop
    pyglet.clock.unschedule(window._dispatch_frame)  # no frames by the wall clock
    return window


@contextmanager
def on_stage(window: Any, name: str, kind: type[Stage] = Stage) -> Iterator[Any]:
    """Show an example in an esper world of its own; all worlds that it makes are gone afterwards."""
    before, current = set(esper.list_worlds()), esper.current_world
    earlier = arcade.get_window()  # perhaps of other tests in this process
    esper.switch_world(f"example {name}")
    random.seed(7)
    arcade.set_window(window)
    window.switch_to()
    window.ctx.reset()
    window.default_camera.use()
    try:
        yield kind(window, name)
    finally:
        window.hide_view()
        arcade.set_window(earlier)
        earlier.switch_to()
        esper.switch_world(current)
        for world in set(esper.list_worlds()) - before:
            esper.delete_world(world)
