"""The levels: maps of the editor Tiled in this folder, in the order of their file names."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from .level import BrokenMap, Level, Thing
from .tiled import load

__all__ = ["LEVELS", "BrokenMap", "Level", "LevelEntry", "Thing", "load", "load_number"]


class LevelEntry(NamedTuple):
    """A level as listed in the menu."""

    number: int
    name: str
    view: str
    path: Path


def _entry(number: int, path: Path) -> LevelEntry:
    """Read the properties that the menu shows, without checking the map."""
    properties = {
        entry["name"]: entry["value"] for entry in json.loads(path.read_text("utf-8"))["properties"]
    }
    return LevelEntry(number, properties["name"], properties["view"], path)


LEVELS = tuple(
    _entry(number, path) for number, path in enumerate(sorted(Path(__file__).parent.glob("*.tmj")), 1)
)


@cache
def load_number(number: int) -> Level:
    """Load a level by its number, from 1. Raises `BrokenMap`."""
    if not 1 <= number <= len(LEVELS):
        raise BrokenMap(f"there is no level {number}, the last is {len(LEVELS)}")
    return load(LEVELS[number - 1].path)
