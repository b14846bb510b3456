"""The player's options: volume, full screen, and key bindings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from numbers import Real
from pathlib import Path
from typing import Any

from . import saved
from .controls import Action
from .json_file import BrokenFile, check_fields, shown

FILE = "options.json"
_MOST_KEYS, _LONGEST_KEY = 8, 30  # keys of an action, letters of a key's name
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

        Raises `BrokenFile` for malformed data.
        """
        check_fields(data, {"volume": Real, "fullscreen": bool, "keys": dict})
        volume, fullscreen = data["volume"], data["fullscreen"]
        if not 0.0 <= volume <= 1.0:
            raise BrokenFile(f"'volume' must be from 0 to 1, got {volume!r}")
        given = {_action(name): _names(name, keys) for name, keys in data["keys"].items()}
        names = [name for keys in given.values() for name in keys]
        for name, count in Counter(names).items():
            if count > 1:
                raise BrokenFile(f"the key {name!r} must belong to one action, got {count}")
        rest = {
            action: tuple(key for key in keys if key not in names)
            for action, keys in DEFAULT_KEYS.items()
            if action not in given
        }
        return cls(float(volume), fullscreen, {action: (given | rest)[action] for action in Action})

    @classmethod
    def load(cls, folder: Path | None = None) -> tuple[Options, str]:
        """Load the options from a folder (None: the user's), with a message if the file was damaged."""
        return saved.read(saved.path_of(FILE, folder), cls.from_data, cls)

    def save(self, folder: Path | None = None) -> str:
        """Write the options; return a message if that failed, else an empty one."""
        return saved.write(saved.path_of(FILE, folder), self.as_data())


def _action(name: str) -> Action:
    """Return the action of a name."""
    if name in list(Action):
        return Action(name)
    raise BrokenFile(f"'keys' must have actions ({', '.join(Action)}), got {shown(name)}")


def _names(action: str, keys: Any) -> tuple[str, ...]:
    """Return the key names of an action, checked."""
    valid = isinstance(keys, list) and len(keys) <= _MOST_KEYS
    if valid and all(isinstance(key, str) and 0 < len(key) <= _LONGEST_KEY for key in keys):
        return tuple(dict.fromkeys(keys))
    raise BrokenFile(
        f"the keys of {action!r} must be a list of at most {_MOST_KEYS} names of keys, got {shown(keys)}"
    )
