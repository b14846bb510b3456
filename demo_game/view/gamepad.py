"""Gamepads: found, plugged in and out while the game runs, and their buttons as names."""

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
_FAR, _NEAR = 0.5, 0.35  # a stick is a button from here on, until it is back here
_AIM = 0.4  # the right stick aims from here on


class Listener(Protocol):
    """Who gets what gamepads do."""

    def pad_press(self, name: str) -> None:
        """A button, or a stick as one, went down."""

    def pad_release(self, name: str) -> None:
        """It came up."""

    def pad_aim(self, direction: Vec2 | None) -> None:
        """The right stick points somewhere, or nowhere."""


class Gamepads:
    """All gamepads together. Where the platform has none, or cannot say, nothing happens."""

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
        except Exception:  # no /dev/input, or a driver that raises: one plays with keys
            self.pads = []

    def connect(self, pad: Any) -> None:
        """A gamepad was plugged in."""
        if pad in self.pads:
            return
        pad.open()
        pad.push_handlers(self)
        self.pads.append(pad)

    def disconnect(self, pad: Any) -> None:
        """A gamepad was pulled out: let go of all that it held."""
        if pad in self.pads:
            self.pads.remove(pad)
            pad.remove_handlers(self)
        for name in sorted(self._down):
            self._set(name, False)
        self.listener.pad_aim(None)

    # -- events of a pyglet Controller ---------------------------------------------------------------

    def on_button_press(self, pad: Any, button: str) -> None:
        """A button went down."""
        self._set(button, True)

    def on_button_release(self, pad: Any, button: str) -> None:
        """A button came up."""
        self._set(button, False)

    def on_dpad_motion(self, pad: Any, vector: Any) -> None:
        """The cross changed."""
        self._way("pad ", vector[0], vector[1], 0.5, 0.5)

    def on_stick_motion(self, pad: Any, stick: str, vector: Any) -> None:
        """The left stick walks, the right one aims."""
        if stick == "leftstick":
            self._way("stick ", vector[0], vector[1], _FAR, _NEAR)
        elif stick == "rightstick":
            way = Vec2(vector[0], vector[1])
            self.listener.pad_aim(way.normalized() if way.length > _AIM else None)

    def on_trigger_motion(self, pad: Any, trigger: str, value: float) -> None:
        """A trigger is a button."""
        self._set(trigger, value > (_NEAR if trigger in self._down else _FAR))

    def _way(self, source: str, x: float, y: float, far: float, near: float) -> None:
        """A stick or cross as four buttons."""
        for name, part in (("left", -x), ("right", x), ("down", -y), ("up", y)):
            self._set(source + name, part > (near if source + name in self._down else far))

    def _set(self, name: str, down: bool) -> None:
        """Tell of what changed."""
        if down == (name in self._down):
            return
        if down:
            self._down.add(name)
            self.listener.pad_press(name)
        else:
            self._down.discard(name)
            self.listener.pad_release(name)


def button(name: str) -> str:
    """The name of what a button means: sticks and cross are alike."""
    return name.split()[-1]
