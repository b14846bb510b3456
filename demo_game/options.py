"""The player's options: volume, full screen, and key bindings."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import saved
from .controls import Action

FILE = "options.json"
DEFAULT_KEYS: dict[Action, tuple[str, ...]] = {  # names of arcade.key, and of mouse buttons
    Action.LEFT: ("A", "LEFT"),
    Action.RIGHT: ("D", "RIGHT"),
    Action.UP: ("W", "UP", "SPACE"),
    Action.DOWN: ("S", "DOWN"),
    Action.FIRE: ("MOUSE_LEFT", "J"),
    Action.WEAPON_1: ("KEY_1",),
    Action.WEAPON_2: ("KEY_2",),
    Action.WEAPON_3: ("KEY_3",),
    Action.WEAPON_4: ("KEY_4",),
    Action.NEXT_WEAPON: ("E", "MOUSE_RIGHT"),
    Action.RESTART: ("R",),
    Action.PAUSE: ("P", "ESCAPE"),
}


@dataclass
class Options:
    """Volume (0 … 1), full screen, and the key names of each action; a key belongs to one action."""

    volume: float = 0.7
    fullscreen: bool = False
    keys: dict[Action, tuple[str, ...]] = field(default_factory=lambda: dict(DEFAULT_KEYS))

    def bind(self, action: Action, key: str, instead_of: str | None = None) -> None:
        """Bind a key to an action, and only to it; it replaces the key `instead_of`, or is added."""
        self.keys = {other: tuple(k for k in keys if k != key) for other, keys in self.keys.items()}
        keys = [key if k == instead_of else k for k in self.keys[action]]
        self.keys[action] = tuple(keys if key in keys else [*keys, key])

    def action(self, key: str) -> Action | None:
        """Return the action of a key, None if it has none."""
        return next((action for action, keys in self.keys.items() if key in keys), None)

    def as_data(self) -> dict[str, Any]:
        """Return the options as JSON data, for `from_data`."""
        keys = {action.value: list(names) for action, names in self.keys.items()}
        return {"volume": self.volume, "fullscreen": self.fullscreen, "keys": keys}

    @classmethod
    def from_data(cls, data: Any) -> Options:
        """Read options from JSON data; actions missing there get their default keys.

        Raises `ValueError`, `TypeError` or `KeyError` for malformed data.
        """
        if not isinstance(data, dict):
            raise ValueError("the options must be a table")
        volume, fullscreen = data["volume"], data["fullscreen"]
        if isinstance(volume, bool) or not isinstance(volume, int | float) or not 0.0 <= volume <= 1.0:
            raise ValueError(f"volume must be a number from 0 to 1, got {volume!r}")
        if not isinstance(fullscreen, bool):
            raise ValueError(f"fullscreen must be true or false, got {fullscreen!r}")
        given = {Action(name): _names(name, keys) for name, keys in data["keys"].items()}
        names = [name for keys in given.values() for name in keys]
        if len(set(names)) < len(names):
            raise ValueError("a key must belong to one action")
        rest = {
            action: tuple(key for key in keys if key not in names)
            for action, keys in DEFAULT_KEYS.items()
            if action not in given
        }
        return cls(float(volume), fullscreen, {action: (given | rest)[action] for action in Action})

    @classmethod
    def load(cls, folder: Path | None = None) -> tuple[Options, str]:
        """Load the options from a folder (None: the user's), with a message if the file was damaged."""
        return saved.read((folder or saved.folder()) / FILE, cls.from_data, cls)

    def save(self, folder: Path | None = None) -> str:
        """Write the options; return a message if that failed, else an empty one."""
        return saved.write((folder or saved.folder()) / FILE, self.as_data())


def _names(action: str, keys: Any) -> tuple[str, ...]:
    """Return the key names of an action, checked."""
    if isinstance(keys, list) and all(isinstance(key, str) and key for key in keys):
        return tuple(dict.fromkeys(keys))
    raise ValueError(f"the keys of {action!r} must be a list of names, got {keys!r}")
