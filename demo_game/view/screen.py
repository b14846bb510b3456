"""The base of all screens: a fixed frame of constant height, keys by name, gamepads."""

from __future__ import annotations

import arcade

from ecsphys import Vec2

from . import keys
from .camera import HEIGHT, fit
from .host import Host
from .palette import NIGHT


class Screen(arcade.View):
    """A view that draws in a frame `HEIGHT` high and `wide` wide, (0, 0) at the lower left."""

    window: Host

    def __init__(self) -> None:
        super().__init__()
        self.screen = arcade.Camera2D()
        self.fit()

    @property
    def wide(self) -> float:
        """Width of the frame, which depends on the window's shape."""
        return self.screen.viewport_width / self.screen.zoom

    def fit(self) -> None:
        """Adapt to the window's size."""
        fit(self.screen)
        self.screen.position = (self.wide / 2, HEIGHT / 2)

    def spot(self, x: float, y: float) -> Vec2:
        """Return the point of the frame under a point of the window."""
        point = self.screen.unproject((x, y))
        return Vec2(point[0], point[1])

    def on_draw(self) -> None:
        """Clear the window and draw the frame."""
        self.clear(color=NIGHT)
        with self.screen.activate():
            self.paint()

    def paint(self) -> None:
        """Draw in the fixed frame."""

    def on_show_view(self) -> None:
        """Adapt to a window that was resized while another view was shown."""
        self.fit()

    def on_resize(self, width: int, height: int) -> None:
        """Adapt to the window's size."""
        self.fit()

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Press a key by name."""
        if symbol not in keys.RESERVED:
            self.press(keys.key_name(symbol))

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """Release a key by name; F11 switches full screen."""
        if (
            symbol == keys.FULLSCREEN
        ):  # on release: pyglet loses the release of a key while it recreates the window
            self.window.toggle_fullscreen()
        else:
            self.release(keys.key_name(symbol))

    def press(self, name: str) -> None:
        """Handle a pressed key or mouse button."""

    def release(self, name: str) -> None:
        """Handle a released key or mouse button."""

    def pad_press(self, name: str) -> None:
        """Handle a pressed button of a gamepad."""

    def pad_release(self, name: str) -> None:
        """Handle a released button of a gamepad."""

    def pad_aim(self, direction: Vec2 | None) -> None:
        """Handle the direction of a gamepad's right stick, None in its centre."""
