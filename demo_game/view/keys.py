"""Keys and mouse buttons, and what they mean."""

from __future__ import annotations

import arcade
from arcade import key

from ecsphys import Vec2

from ..old_controls import Button, Controls

LEFT = (key.A, key.LEFT)
RIGHT = (key.D, key.RIGHT)
JUMP = (key.W, key.UP, key.SPACE)
GUN = (key.J,)
LASER = (key.K,)
RESTART = (key.R,)
PAUSE = (key.P, key.ESCAPE)
QUIT = (key.Q,)
DEBUG = (key.F1,)
FULLSCREEN = (key.F11,)

HELP = (
    "A D / arrows  run    W / space  jump    left mouse / J  gun    right mouse / K  laser"
    "    P  pause    R  restart    F1  shapes"
)


class Keyboard:
    """Turns key and mouse events into `Controls`."""

    def __init__(self, controls: Controls):
        self.controls = controls
        self._left = self._right = False

    def press(self, symbol: int) -> None:
        """A key went down."""
        self._walk(symbol, True)
        button = self._button(symbol)
        if button is not None:
            button.press()
        if symbol in GUN + LASER:
            self.controls.target = None  # without the mouse one shoots straight ahead

    def release(self, symbol: int) -> None:
        """A key came up."""
        self._walk(symbol, False)
        button = self._button(symbol)
        if button is not None:
            button.release()

    def mouse(self, button: int, down: bool) -> None:
        """A mouse button went down or came up."""
        meant = {
            arcade.MOUSE_BUTTON_LEFT: self.controls.gun,
            arcade.MOUSE_BUTTON_RIGHT: self.controls.laser,
        }.get(button)
        if meant is not None:
            meant.press() if down else meant.release()

    def aim(self, x: float, y: float) -> None:
        """The mouse points at a place in the world."""
        self.controls.target = Vec2(x, y)

    def let_go(self) -> None:
        """Forget what is held."""
        self._left = self._right = False
        self.controls.let_go()

    def _button(self, symbol: int) -> Button | None:
        for symbols, button in (
            (JUMP, self.controls.jump),
            (GUN, self.controls.gun),
            (LASER, self.controls.laser),
        ):
            if symbol in symbols:
                return button
        return None

    def _walk(self, symbol: int, down: bool) -> None:
        if symbol in LEFT:
            self._left = down
        elif symbol in RIGHT:
            self._right = down
        else:
            return
        self.controls.move = float(self._right) - float(self._left)
