"""Recordings: level, seed, and the inputs of every step of a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ecsphys import Vec2

from . import saved
from .controls import BITS, Inputs
from .json_file import BrokenFile, check_fields, read, shown

_FORMAT, _VERSION = "ecsphys demo recording", 2  # 1: without grabs
RESTART, CHECKPOINT = "restart", "checkpoint"  # between two steps
_ALL_BITS = sum(BITS.values())
_FIELDS = {"number": int, "seed": int, "level": str, "fingerprint": str, "entries": list}
_MOST_ENTRIES = 250_000  # an hour of 60 steps a second; longer files are not read
_MOST_RESTARTS = 1000  # each of them makes a new world
_FARTHEST = 1e6  # px of a target


class BrokenRecording(BrokenFile):
    """A file that is not a recording of this game."""


@dataclass
class Recording:
    """A recorded game. `entries` are the inputs of each step and the restarts between steps.

    `level` is the digest of the map; `fingerprint` is that of the bodies at the end, empty until then.
    """

    number: int
    seed: int
    level: str
    entries: list[Inputs | str] = field(default_factory=list)
    fingerprint: str = ""

    def save(self, path: Path) -> str:
        """Write the recording; return a message if that failed, else an empty one.

        Of a game that is too long for a file only the beginning is written, without the fingerprint.
        """
        return saved.write(path, self.as_data(), indent=None)

    def as_data(self) -> dict[str, Any]:
        """Return the recording as JSON data."""
        kept = self.entries[:_MOST_ENTRIES]
        return {
            "format": _FORMAT,
            "version": _VERSION,
            "number": self.number,
            "seed": self.seed,
            "level": self.level,
            "fingerprint": self.fingerprint if len(kept) == len(self.entries) else "",
            "entries": [entry if isinstance(entry, str) else _numbers(entry) for entry in kept],
        }

    @classmethod
    def load(cls, path: Path) -> Recording:
        """Read a recording. Raises `BrokenRecording`."""
        try:
            data = read(path)
        except OSError as error:
            raise BrokenRecording(f"{path} cannot be read: {error.strerror}") from error
        except BrokenFile as error:
            raise BrokenRecording(f"{path} is no recording: {error}") from error
        try:
            return cls.from_data(data)
        except BrokenFile as error:
            raise BrokenRecording(f"{path}: {error}") from error

    @classmethod
    def from_data(cls, data: Any) -> Recording:
        """Read a recording from JSON data. Raises `BrokenFile`."""
        if not isinstance(data, dict) or data.get("format") != _FORMAT:
            raise BrokenFile("the file is no recording of this game")
        if data.get("version") not in range(1, _VERSION + 1):
            raise BrokenFile(f"'version' must be 1 to {_VERSION}, got {shown(data.get('version'))}")
        check_fields(data, _FIELDS)
        if len(data["entries"]) > _MOST_ENTRIES:
            raise BrokenFile(f"'entries' must be at most {_MOST_ENTRIES}, got {len(data['entries'])}")
        entries = [_entry(i, entry) for i, entry in enumerate(data["entries"])]
        restarts = sum(isinstance(entry, str) for entry in entries)
        if restarts > _MOST_RESTARTS:
            raise BrokenFile(f"'entries' must have at most {_MOST_RESTARTS} restarts, got {restarts}")
        return cls(data["number"], data["seed"], data["level"], entries, data["fingerprint"])


def _numbers(inputs: Inputs) -> list[float | None]:
    """Return the entry of a step: keys held and pressed, then x and y aimed at and grabbed, if any."""
    target, grip = inputs.target or (), inputs.grip or ()
    return [inputs.held, inputs.pressed, *(target or ((None, None) if grip else ())), *grip]


def _entry(i: int, entry: Any) -> Inputs | str:
    """Read one entry. Raises `BrokenFile`."""
    if entry in (RESTART, CHECKPOINT):
        return str(entry)
    if isinstance(entry, list) and len(entry) in (2, 4, 6):
        bits, target, grip = entry[:2], entry[2:4], entry[4:]
        if grip and target == [None, None]:
            target = []
        if all(type(keys) is int and 0 <= keys <= _ALL_BITS for keys in bits) and all(
            type(x) in (int, float) and abs(x) <= _FARTHEST for x in target + grip
        ):
            return Inputs(*bits, _point(target), _point(grip))
    raise BrokenFile(
        f"entries[{i}] must be '{RESTART}', '{CHECKPOINT}', or a list of the keys held, the keys pressed "
        f"and, if there are any, the points aimed at and grabbed, x and y each; got {shown(entry)}"
    )


def _point(numbers: list[float]) -> Vec2 | None:
    """Return the point of two numbers, None of none."""
    return Vec2(float(numbers[0]), float(numbers[1])) if numbers else None
