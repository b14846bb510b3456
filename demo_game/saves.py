"""Saved games: files from which a game goes on in the middle of a level, also in another process.

A file has three parts: a line of JSON with what a menu shows, a line of JSON with the recording so far, and
the bytes of a snapshot of the physics, which has the components of the game, too.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from ecsphys import Vec2
from ecsphys.state import Snapshot

from . import saved
from .json_file import BrokenFile, check_fields, parse, require_regular, shown
from .levels import LEVELS
from .recording import Recording

SLOTS = 5
_FORMAT, _VERSION = "ecsphys demo save", 1
_FIELDS = {
    "format": str, "version": int, "number": int, "name": str, "seconds": float, "score": int,
    "time": str, "camera": list,
}  # fmt: skip
_LONGEST_LINE = 1 << 12  # bytes of the first line
_MOST_BYTES = 1 << 26


class BrokenSave(BrokenFile):
    """A file that no game can go on from; the message says why."""


@dataclass(frozen=True)
class Summary:
    """What a menu shows of a saved game. `time` is when it was saved; `name` is that of the level."""

    number: int
    name: str
    seconds: float
    score: int
    time: str
    camera: Vec2


@dataclass(frozen=True)
class SavedGame:
    """A game in the middle of a level: its recording so far, with the fingerprint, and its world."""

    summary: Summary
    recording: Recording
    snapshot: Snapshot

    @classmethod
    def load(cls, path: Path) -> SavedGame:
        """Read a saved game. Raises `BrokenSave`."""
        try:
            content = _content(path, _MOST_BYTES)
            first, _, rest = content.partition(b"\n")
            second, _, state = rest.partition(b"\n")
            return cls(_summary(first), Recording.from_data(parse(second)), Snapshot.from_bytes(state))
        except OSError as error:
            raise BrokenSave(f"{path.name} cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise BrokenSave(f"{path.name} cannot be loaded: {error}") from error

    def write(self, path: Path | None) -> str:
        """Write it to a file, which replaces another one; return a message if that failed."""
        summary = {**vars(self.summary), "format": _FORMAT, "version": _VERSION}
        lines = json.dumps(summary), json.dumps(self.recording.as_data())
        return saved.write_bytes(path, "\n".join([*lines, ""]).encode() + self.snapshot.to_bytes())


def summary_of(number: int, name: str, seconds: float, score: int, camera: Vec2) -> Summary:
    """Return the summary of a game that is saved now."""
    time = datetime.now().strftime("%Y-%m-%d %H:%M")
    return Summary(number, name, seconds, score, time, camera)


def path_of(slot: int) -> Path | None:
    """Return the file of a slot, from 1, in the user's folder; None if there is none."""
    return saved.path_of(f"slot_{slot}.save")


def read_summary(path: Path | None) -> Summary | None:
    """Return what a menu shows of a file, None if there is none. Raises `BrokenSave`."""
    if path is None or not os.path.exists(path):
        return None
    try:
        return _summary(_content(path, None).partition(b"\n")[0])
    except OSError as error:
        raise BrokenSave(f"{path.name} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise BrokenSave(f"{path.name} cannot be loaded: {error}") from error


def _content(path: Path, most: int | None) -> bytes:
    """Return a file of at most `most` bytes, or the beginning of one."""
    require_regular(path)
    with path.open("rb") as file:
        content = file.read(_LONGEST_LINE if most is None else most + 1)
    if most is not None and len(content) > most:
        raise BrokenSave(f"it is larger than {most >> 20} MB")
    return content


def _summary(line: bytes) -> Summary:
    """Read the first line. Raises `BrokenFile`."""
    if not line.startswith(b"{") or len(line) >= _LONGEST_LINE:
        raise BrokenSave("it is no saved game")
    data: Any = parse(line)
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise BrokenSave("it is no saved game")
    if data.get("version") != _VERSION:
        raise BrokenSave(f"it was saved by another version of this game ({shown(data.get('version'))})")
    check_fields(data, _FIELDS)
    camera = data["camera"]
    if len(camera) != 2 or not all(type(x) in (int, float) for x in camera):
        raise BrokenSave(f"'camera' must be two numbers, got {shown(camera)}")
    if not any(entry.number == data["number"] for entry in LEVELS):
        raise BrokenSave(f"there is no level {data['number']}")
    names = "number", "name", "seconds", "score", "time"
    return Summary(*[data[name] for name in names], Vec2(*map(float, camera)))
