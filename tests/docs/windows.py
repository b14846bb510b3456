"""Run a program from standard input that opens a window and ends with `arcade.run()`.

In place of arcade's endless loop it gets a second of frames, keys and the mouse.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any

import arcade

from ecsphys import PhysicsWarning

STEP = 1 / 60
KEYS = (arcade.key.F1, arcade.key.F2, arcade.key.F3, arcade.key.F4, arcade.key.F8, arcade.key.F8)


def play() -> None:
    """Play in the window that is open, and print how many colours are in it."""
    window = arcade.get_window()
    window._enable_event_queue = False  # else events wait for the loop
    _frames(window, 30)
    for key in KEYS:
        window.dispatch_event("on_key_press", key, 0)  # and the mouse, before the next frame is drawn
        window.dispatch_event("on_mouse_motion", 400, 300, 0, 0)
        window.dispatch_event("on_mouse_press", 400, 60, arcade.MOUSE_BUTTON_LEFT, 0)
        window.dispatch_event("on_mouse_drag", 420, 90, 20, 30, arcade.MOUSE_BUTTON_LEFT, 0)
        window.dispatch_event("on_mouse_release", 420, 90, arcade.MOUSE_BUTTON_LEFT, 0)
        window.dispatch_event("on_mouse_press", 400, 60, arcade.MOUSE_BUTTON_RIGHT, 0)
        _frames(window, 5)
    picture = arcade.get_image(0, 0, *window.get_framebuffer_size()).convert("RGB")
    print(len(picture.getcolors(1 << 24)))
    window.close()


def _frames(window: Any, count: int) -> None:
    for _ in range(count):
        window.dispatch_event("on_update", STEP)
        window.dispatch_event("on_draw")


if __name__ == "__main__":
    warnings.simplefilter("error", PhysicsWarning)
    arcade.run = play
    exec(compile(sys.stdin.read(), "example", "exec"), {"__name__": "__main__"})
