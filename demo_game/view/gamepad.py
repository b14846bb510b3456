"""Gamepads, which may be plugged in and out during the game, with buttons by name."""

from __future__ import annotations

from typing import Any, Protocol

import pyglet

from ecsphys import Vec2

from ..controls import Action

ACTIONS: dict[str, Action] = {
    "left": Action.LEFT,
    "right": Action.RIGHT,
    "up": Action.UP,
    "down": Action.DOWN,
    "a": Action.UP,
    "b": Action.DOWN,
    "x": Action.FIRE,
    "rightshoulder": Action.FIRE,
    "righttrigger": Action.FIRE,
    "y": Action.NEXT_WEAPON,
    "leftshoulder": Action.NEXT_WEAPON,
    "start": Action.PAUSE,
    "back": Action.RESTART,
}
_FAR, _NEAR = 0.5, 0.35  # deflection at which a stick presses a button, and at which it releases it
_AIM = 0.4  # deflection from which the right stick aims


class Listener(Protocol):
    """Receives the input of gamepads."""

    def pad_press(self, name: str) -> None:
        """Handle a pressed button, or a stick pushed like one."""

    def pad_release(self, name: str) -> None:
        """Handle a released button."""

    def pad_aim(self, direction: Vec2 | None) -> None:
        """Handle the direction of the right stick, None in its centre."""


class Gamepads:
    """All gamepads as one. Without any, or without a driver, it does nothing."""

    def __init__(self, listener: Listener):
        self.listener = listener
        self.pads: list[Any] = []
        self._down: set[str] = set()
        self._manager: Any = None
        try:
            self._manager = pyglet.input.ControllerManager()
            self._manager.push_handlers(on_connect=self.connect, on_disconnect=self.disconnect)
            for pad in self._manager.get_controllers():
                self.connect(pad)
        except Exception:  # no /dev/input, or a driver that raises: keys remain
            self.pads = []

    def connect(self, pad: Any) -> None:
        """Add a gamepad that was plugged in."""
        if pad in self.pads:
            return
        pad.open()
        pad.push_handlers(self)
        self.pads.append(pad)

    def disconnect(self, pad: Any) -> None:
        """Remove a gamepad that was pulled out, and release its buttons."""
        if pad in self.pads:
            self.pads.remove(pad)
            pad.remove_handlers(self)
        for name in sorted(self._down):
            self._set(name, False)
        self.listener.pad_aim(None)

    # -- events of a pyglet Controller ---------------------------------------------------------------

    def on_button_press(self, pad: Any, button: str) -> None:
        """Press a button."""
        self._set(button, True)

    def on_button_release(self, pad: Any, button: str) -> None:
        """Release a button."""
        self._set(button, False)

    def on_dpad_motion(self, pad: Any, vector: Any) -> None:
        """Press and release the four buttons of the directional pad."""
        self._press_directions("pad ", vector[0], vector[1], 0.5, 0.5)

    def on_stick_motion(self, pad: Any, stick: str, vector: Any) -> None:
        """Walk with the left stick, aim with the right one."""
        if stick == "leftstick":
            self._press_directions("stick ", vector[0], vector[1], _FAR, _NEAR)
        elif stick == "rightstick":
            direction = Vec2(vector[0], vector[1])
            self.listener.pad_aim(direction.normalized() if direction.length > _AIM else None)

    def on_trigger_motion(self, pad: Any, trigger: str, value: float) -> None:
        """Treat a trigger as a button."""
        self._set(trigger, value > (_NEAR if trigger in self._down else _FAR))

    def _press_directions(self, source: str, x: float, y: float, far: float, near: float) -> None:
        """Treat a stick or directional pad as four buttons."""
        for name, part in (("left", -x), ("right", x), ("down", -y), ("up", y)):
            self._set(source + name, part > (near if source + name in self._down else far))

    def _set(self, name: str, down: bool) -> None:
        """Pass a change on to the listener."""
        if down == (name in self._down):
            return
        if down:
            self._down.add(name)
            self.listener.pad_press(name)
        else:
            self._down.discard(name)
            self.listener.pad_release(name)


def button(name: str) -> str:
    """Return the name of a button without its source, the same for stick and directional pad."""
    return name.split()[-1]
