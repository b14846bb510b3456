"""The levels: maps of the editor Tiled in this folder, in the order of their file names.

A broken map is left out and keeps its number, so that the others keep theirs.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from .level import BrokenMap, Level, NoSuchThing, Thing
from .tiled import load

__all__ = [
    "FOLDER", "LEFT_OUT", "LEVELS", "BrokenMap", "Level", "LevelEntry", "NoSuchThing", "Thing",
    "find_levels", "load", "load_number",
]  # fmt: skip

FOLDER = Path(__file__).parent


class LevelEntry(NamedTuple):
    """A level as listed in the menu."""

    number: int
    name: str
    view: str
    path: Path
    level: Level


def find_levels(folder: Path) -> tuple[tuple[LevelEntry, ...], dict[int, str]]:
    """Load all maps of a folder; return the levels, and by number why others are left out."""
    levels, left_out = [], {}
    for number, path in enumerate(sorted(folder.glob("*.tmj")), 1):
        try:
            level = load(path)
        except BrokenMap as error:
            left_out[number] = str(error)
        else:
            levels.append(LevelEntry(number, level.name, level.view, path, level))
    return tuple(levels), left_out


LEVELS, LEFT_OUT = find_levels(FOLDER)


def load_number(number: int) -> Level:
    """Return a level by its number, from 1. Raises `BrokenMap`."""
    for entry in LEVELS:
        if entry.number == number:
            return entry.level
    if number in LEFT_OUT:
        raise BrokenMap(LEFT_OUT[number])
    numbers = ", ".join(str(entry.number) for entry in LEVELS)
    raise BrokenMap(f"there is no level {number}; there are: {numbers or 'none'}")
