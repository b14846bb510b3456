"""What all views have in common: a fixed camera of the same height in any window, keys by name, gamepads."""

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
        """The width of the frame; it depends on the window's shape."""
        return self.screen.viewport_width / self.screen.zoom

    def fit(self) -> None:
        """Adapt to the window's size."""
        fit(self.screen)
        self.screen.position = (self.wide / 2, HEIGHT / 2)

    def spot(self, x: float, y: float) -> Vec2:
        """The point of the frame under a point of the window."""
        place = self.screen.unproject((x, y))
        return Vec2(place[0], place[1])

    def on_draw(self) -> None:
        """Night, and what the view draws over it."""
        self.clear(color=NIGHT)
        with self.screen.activate():
            self.paint()

    def paint(self) -> None:
        """Draw in the fixed frame."""

    def on_show_view(self) -> None:
        """The window may have changed while another view was shown."""
        self.fit()

    def on_resize(self, width: int, height: int) -> None:
        """The window has another size."""
        self.fit()

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """A key by its name."""
        if symbol not in keys.RESERVED:
            self.press(keys.key_name(symbol))

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """See `on_key_press`."""
        if symbol == keys.FULLSCREEN:  # on release: pyglet forgets a release while the window is made anew
            self.window.toggle_fullscreen()
        else:
            self.release(keys.key_name(symbol))

    def press(self, name: str) -> None:
        """A key or mouse button went down."""

    def release(self, name: str) -> None:
        """It came up."""

    def pad_press(self, name: str) -> None:
        """A gamepad's button went down."""

    def pad_release(self, name: str) -> None:
        """It came up."""

    def pad_aim(self, direction: Vec2 | None) -> None:
        """A gamepad's right stick points somewhere, or nowhere."""
