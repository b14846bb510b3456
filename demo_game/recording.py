"""Recordings: level, seed, and the inputs of every step of a game."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ecsphys import Vec2

from . import saved
from .controls import BITS, Inputs

_FORMAT, _VERSION = "ecsphys demo recording", 1
RESTART, CHECKPOINT = "restart", "checkpoint"  # between two steps
_ALL_BITS = sum(BITS.values())


class BrokenRecording(ValueError):
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
        """Write the recording; return a message if that failed, else an empty one."""
        entries = [
            entry if isinstance(entry, str) else [entry.held, entry.pressed, *(entry.target or ())]
            for entry in self.entries
        ]
        return saved.write(
            path,
            {
                "format": _FORMAT,
                "version": _VERSION,
                "number": self.number,
                "seed": self.seed,
                "level": self.level,
                "fingerprint": self.fingerprint,
                "entries": entries,
            },
            indent=None,
        )

    @classmethod
    def load(cls, path: Path) -> Recording:
        """Read a recording. Raises `BrokenRecording`."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise BrokenRecording(f"{path} cannot be read: {error.strerror}") from error
        except (ValueError, RecursionError) as error:
            raise BrokenRecording(f"{path} is no recording: {error}") from error
        if not isinstance(data, dict) or data.get("format") != _FORMAT:
            raise BrokenRecording(f"{path} is no recording of this game")
        if data.get("version") != _VERSION:
            raise BrokenRecording(f"{path}: version must be {_VERSION}, got {data.get('version')!r}")
        for name, kind in (
            ("number", int),
            ("seed", int),
            ("level", str),
            ("fingerprint", str),
            ("entries", list),
        ):
            if not isinstance(data.get(name), kind) or isinstance(data.get(name), bool):
                raise BrokenRecording(f"{path}: {name} must be {kind.__name__}, got {data.get(name)!r:.40}")
        entries = [_entry(path, i, entry) for i, entry in enumerate(data["entries"])]
        return cls(data["number"], data["seed"], data["level"], entries, data["fingerprint"])


def _entry(path: Path, i: int, entry: Any) -> Inputs | str:
    """Read one entry. Raises `BrokenRecording`."""
    if entry in (RESTART, CHECKPOINT):
        return str(entry)
    valid = isinstance(entry, list) and len(entry) in (2, 4)
    valid = valid and all(type(bits) is int and 0 <= bits <= _ALL_BITS for bits in entry[:2])
    valid = valid and all(type(x) in (int, float) and math.isfinite(x) for x in entry[2:])
    if not valid:
        raise BrokenRecording(f"{path}: entry {i} is neither inputs nor a restart: {entry!r:.60}")
    return Inputs(entry[0], entry[1], Vec2(float(entry[2]), float(entry[3])) if len(entry) == 4 else None)
