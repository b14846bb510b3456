"""One window of the lab for all tests of this folder, driven without a wall clock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

STEP = 1 / 60


class Driver:
    """Sends events to the window as pyglet does."""

    def __init__(self, window: Any):
        self.window = window

    @property
    def desk(self) -> Any:
        return self.window.desk

    @property
    def runner(self) -> Any:
        return self.desk.visit.runner

    def frames(self, count: int) -> None:
        for _ in range(count):
            self.window.dispatch_event("on_update", STEP)
            self.window.dispatch_event("on_draw")

    def tap(self, symbol: int, modifiers: int = 0, text: str = "") -> None:
        self.window.dispatch_event("on_key_press", symbol, modifiers)
        if text:
            self.window.dispatch_event("on_text", text)
        self.window.dispatch_event("on_key_release", symbol, modifiers)
        self.frames(1)

    def type(self, text: str) -> None:
        for letter in text:
            self.tap(ord(letter), text=letter)

    def click(self, x: float, y: float) -> None:
        self.window.dispatch_event("on_mouse_press", x, y, 1, 0)
        self.window.dispatch_event("on_mouse_release", x, y, 1, 0)
        self.frames(1)

    def drag(self, start: Any, end: Any) -> None:
        """Drag from point to point of the window."""
        self.window.dispatch_event("on_mouse_press", *start, 1, 0)
        self.window.dispatch_event("on_mouse_drag", *end, 0, 0, 1, 0)
        self.window.dispatch_event("on_mouse_release", *end, 1, 0)
        self.frames(1)

    def picture(self) -> Any:
        import arcade

        self.window.switch_to()
        self.window.dispatch_event("on_draw")
        return arcade.get_image(0, 0, *self.window.get_framebuffer_size()).convert("RGB")

    def part(self, bounds: Any) -> bytes:
        """Return the pixels of a part of the window."""
        (left, low), (right, high) = bounds
        height = self.window.height
        box = (round(left), round(height - high), round(right), round(height - low))
        return bytes(self.picture().crop(box).tobytes())


@pytest.fixture(scope="package")
def shared_window(display: str) -> Iterator[Any]:
    """The window, shared: pyglet cannot open many in one process."""
    import arcade
    import pyglet

    try:
        before = arcade.get_window()  # another folder's
    except RuntimeError:
        before = None
    from ecsphys.lab.window import LabWindow

    window = LabWindow()
    window._enable_event_queue = False  # else events wait for pyglet's own loop
    pyglet.clock.unschedule(window._dispatch_frame)  # no frames by the wall clock
    yield window
    window.dispatch_event("on_close")
    if before is not None:
        before.switch_to()
        arcade.set_window(before)


@pytest.fixture
def lab(shared_window: Any, tmp_path: Any) -> Iterator[Driver]:
    """A driver of the window with its first exhibit, as it is after the start."""
    import arcade

    window = shared_window
    window.switch_to()
    arcade.set_window(window)
    window.dispatch_event("on_resize", 1280, 720)
    window.begin("circle-and-circle", tmp_path)
    window.dispatch_event("on_mouse_motion", -1, -1, 0, 0)
    driver = Driver(window)
    driver.frames(1)
    yield driver
    window.desk.close()
