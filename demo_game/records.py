"""The best time of each level."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from . import saved
from .session import Result

FILE = "best_times.json"


class Records:
    """Best times in seconds by level name.

    `folder` holds their file (None: the user's folder); with `keep=False` there is none. `message` describes
    the last problem with the file, empty if there was none.
    """

    def __init__(self, folder: Path | None = None, keep: bool = True):
        self._path = (folder or saved.folder()) / FILE if keep else None
        self.times: dict[str, float] = {}
        self.message = ""
        if self._path is not None:
            self.times, self.message = saved.read(self._path, _times, dict)

    def best(self, level: str) -> float | None:
        """Return the best time of a level, None if it was never won."""
        return self.times.get(level)

    def enter(self, level: str, seconds: float) -> Result:
        """Enter the time of a level that was won, and save it if it is a record."""
        before = self.times.get(level, math.inf)
        if seconds < before:
            self.times[level] = round(seconds, 3)
            if self._path is not None:
                self.message = saved.write(self._path, self.times)
        return Result(seconds, min(seconds, before), record=seconds < before)


def _times(data: Any) -> dict[str, float]:
    """Read the table from JSON data. Raises `ValueError` if it is malformed."""
    if not isinstance(data, dict):
        raise ValueError("the best times must be a table")
    for level, seconds in data.items():
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0.0 < seconds < math.inf:
            raise ValueError(f"the best time of {level!r} must be a number above 0, got {seconds!r}")
    return {level: float(seconds) for level, seconds in data.items()}
