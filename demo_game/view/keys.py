"""Keys and mouse buttons, and what they mean."""

from __future__ import annotations

from collections import Counter

import arcade
from arcade import key

from ecsphys import Vec2

from ..controls import Action, Controls
from ..options import Options

LEFT, RIGHT = (key.A, key.LEFT), (key.D, key.RIGHT)
JUMP = (key.W, key.UP, key.SPACE)
RESTART = (key.R,)
PAUSE = (key.P, key.ESCAPE)
QUIT = (key.Q,)
NEXT = (key.ENTER,)
DEBUG = (key.F1,)
FULLSCREEN = (key.F11,)

HELP = (
    "A D / arrows  run    W / space  jump    S  crouch    mouse / J  fire    1-4 / E  weapon"
    "    P  pause    R  restart    F1  shapes"
)
_MOUSE = {
    arcade.MOUSE_BUTTON_LEFT: "MOUSE_LEFT",
    arcade.MOUSE_BUTTON_RIGHT: "MOUSE_RIGHT",
    arcade.MOUSE_BUTTON_MIDDLE: "MOUSE_MIDDLE",
}
_NAMES = {value: name for name, value in vars(key).items() if name.isupper() and isinstance(value, int)}


class Keyboard:
    """Turns key and mouse events into `Controls`; an action is held while any of its keys is."""

    def __init__(self, controls: Controls, options: Options):
        self.controls = controls
        self.options = options
        self._down: Counter[Action] = Counter()

    def press(self, symbol: int) -> None:
        """A key went down."""
        self._change(_NAMES.get(symbol, ""), True)

    def release(self, symbol: int) -> None:
        """A key came up."""
        self._change(_NAMES.get(symbol, ""), False)

    def mouse(self, button: int, down: bool) -> None:
        """A mouse button went down or came up."""
        self._change(_MOUSE.get(button, ""), down)

    def action(self, symbol: int) -> Action | None:
        """What a key does."""
        return self.options.action(_NAMES.get(symbol, ""))

    def _change(self, name: str, down: bool) -> None:
        action = self.options.action(name)
        if action is None:
            return
        self._down[action] = max(0, self._down[action] + (1 if down else -1))
        if down:
            self.controls.press(action)
        elif not self._down[action]:
            self.controls.release(action)

    def aim(self, x: float, y: float) -> None:
        """The mouse points at a place in the world."""
        self.controls.target = Vec2(x, y)

    def straight(self) -> None:
        """Without the mouse one shoots straight ahead."""
        self.controls.target = None

    def let_go(self) -> None:
        """Forget what is held."""
        self._down.clear()
        self.controls.let_go()
