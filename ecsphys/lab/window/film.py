"""A film of the stage: display lists are kept while it runs, and drawn afterwards by a thread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Thread

from ..display import Display
from ..pictures import save_film

RATE = 25.0  # pictures a second; a GIF counts in hundredths of a second
LONGEST = 1000  # pictures; what comes later is left out


class Film:
    """A film that is made now, or saved to `path`. `result` says what became of it once it is `done`."""

    def __init__(self, path: Path):
        self.path = path
        self.result: str = ""
        self._pictures: list[Display] = []
        self._left = 1.0 / RATE  # s since the last picture; the first one is taken at once
        self._thread = Thread(target=self._save, daemon=True)

    def frame(self, dt: float, display: Callable[[], Display]) -> None:
        """Take a picture if it is time for one."""
        self._left = min(self._left + dt, 2.0 / RATE)
        if self._left >= 1.0 / RATE - 1e-9 and len(self._pictures) < LONGEST:
            self._left -= 1.0 / RATE
            self._pictures.append(display())

    def save(self) -> None:
        """Begin to save it."""
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether it is saved, or could not be."""
        return bool(self.result)

    def wait(self) -> None:
        """Wait until it is saved."""
        self._thread.join()

    def _save(self) -> None:
        try:
            save_film(self._pictures, self.path, RATE)
        except (OSError, ValueError) as error:
            self.result = f"No film: {error}"
        else:
            self.result = f"Saved {self.path}, {len(self._pictures)} pictures"
