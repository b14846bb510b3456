"""Names of keys and mouse buttons, as saved in the options, and the input of the player."""

from __future__ import annotations

import arcade
from arcade import key

from ..controls import Action, Controls
from ..options import Options

FULLSCREEN = key.F11
OVERLAY = (key.F1, key.F2, key.F3, key.F4, key.F5, key.F6, key.F7, key.F8)
PIN = key.LSHIFT
GRAB = arcade.MOUSE_BUTTON_LEFT
RESERVED = (*OVERLAY, FULLSCREEN)  # never bound to an action

_MOUSE = {
    arcade.MOUSE_BUTTON_LEFT: "MOUSE_LEFT",
    arcade.MOUSE_BUTTON_MIDDLE: "MOUSE_MIDDLE",
    arcade.MOUSE_BUTTON_RIGHT: "MOUSE_RIGHT",
}
_KEYS = {  # keys with two names get the alphabetically later one; RETURN is left out for ENTER
    value: name
    for name, value in sorted(vars(key).items())
    if name.isupper() and isinstance(value, int) and not name.startswith(("MOD_", "MOTION_", "RETURN"))
}
GAME = tuple(action for action in Action if action not in (Action.RESTART, Action.PAUSE))

LABELS = {
    Action.LEFT: "Left",
    Action.RIGHT: "Right",
    Action.UP: "Up, jump",
    Action.DOWN: "Down, crouch, drop",
    Action.FIRE: "Fire",
    Action.WEAPON_1: "Pistol",
    Action.WEAPON_2: "Laser",
    Action.WEAPON_3: "Rockets",
    Action.WEAPON_4: "Grenades",
    Action.NEXT_WEAPON: "Next weapon",
    Action.RESTART: "From the checkpoint",
    Action.PAUSE: "Pause",
}


def key_name(symbol: int) -> str:
    """Return the name of a key as in `arcade.key`, or its number if it has none."""
    return _KEYS.get(symbol, f"KEY_CODE_{symbol}")


def mouse_name(button: int) -> str:
    """Return the name of a mouse button."""
    return _MOUSE.get(button, f"MOUSE_{button}")


def label(name: str) -> str:
    """Return a key name as shown to the player.

    >>> label("KEY_1"), label("MOUSE_LEFT"), label("W")
    ('1', 'Mouse left', 'W')
    """
    return name.removeprefix("KEY_").replace("_", " ").capitalize()


def labels(options: Options, action: Action) -> str:
    """Return all keys of an action as shown to the player."""
    return ", ".join(label(name) for name in options.keys[action]) or "none"


class PlayerInput:
    """Holds actions of the game's `Controls` while any of their named keys and buttons is down."""

    def __init__(self, controls: Controls):
        self.controls = controls
        self._down: dict[Action, set[str]] = {}

    def press(self, action: Action | None, name: str) -> None:
        """Hold an action while the key `name` is down."""
        if action in GAME:
            assert action is not None
            self._down.setdefault(action, set()).add(name)
            self.controls.press(action)

    def release(self, name: str) -> None:
        """Release a key, and its action unless another key still holds it."""
        for action, names in self._down.items():
            if name in names:
                names.discard(name)
                if not names:
                    self.controls.release(action)

    def release_all(self) -> None:
        """Release everything."""
        self._down.clear()
        self.controls.release_all()
