"""The best time of each level."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from . import saved
from .json_file import BrokenFile, shown
from .session import Result

FILE = "best_times.json"
_LONGEST = 1e6  # s


class Records:
    """Best times in seconds by level name.

    `folder` holds their file (None: the user's folder); with `keep=False` there is none. `message` describes
    the last problem with the file, empty if there was none.
    """

    def __init__(self, folder: Path | None = None, keep: bool = True):
        self._keep = keep
        self._path = saved.path_of(FILE, folder) if keep else None
        self.times, self.message = saved.read(self._path, _times, dict)

    def best(self, level: str) -> float | None:
        """Return the best time of a level, None if it was never won."""
        return self.times.get(level)

    def enter(self, level: str, seconds: float) -> Result:
        """Enter the time of a level that was won, and save it if it is a record."""
        before = self.times.get(level, math.inf)
        if seconds < before:
            self.times[level] = round(seconds, 3)
            if self._keep:
                self.message = saved.write(self._path, self.times)
        return Result(seconds, min(seconds, before), record=seconds < before)


def _times(data: Any) -> dict[str, float]:
    """Read the table from JSON data. Raises `BrokenFile`."""
    if not isinstance(data, dict):
        raise BrokenFile(f"the best times must be a table, got {shown(data)}")
    for level, seconds in data.items():
        is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
        if not is_number or not 0.0 < seconds <= _LONGEST:
            raise BrokenFile(
                f"the best time of {shown(level)} must be a number of seconds above 0 and at most "
                f"{_LONGEST:g}, got {shown(seconds)}"
            )
    return {level: float(seconds) for level, seconds in data.items()}
