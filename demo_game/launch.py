"""The settings with which the command line starts a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .game import Game
from .recording import Recording
from .records import Records


@dataclass(frozen=True)
class Launch:
    """Settings of one start.

    `number` is the level; None stands for the menu, or for level 1 when headless. `seconds` limits the game
    time; None is no limit.
    """

    number: int | None = None
    seed: int = 0
    script: bool = False
    seconds: float | None = None
    screenshot: Path | None = None
    gif: Path | None = None
    record: Path | None = None
    replay: Recording | None = None
    sound: bool = True

    def game(self, records: Records | None = None, report: Path | None = None) -> Game:
        """Return the game with these settings, before its first step; `report` is for bug reports."""
        return Game(self.number or 1, self.seed, self.script, records, self.replay, report=report)

    def save_recording(self, game: Game) -> None:
        """Write the recording if `record` is set, and say so. Raises `NotSaved`."""
        if self.record is None:
            return
        game.recording.fingerprint = game.fingerprint()
        if message := game.recording.save(self.record):
            raise NotSaved(message)
        print(f"recording    {self.record}, {len(game.recording.entries)} entries")


class NotSaved(Exception):
    """A file could not be written; the message names it."""


@contextmanager
def saving(path: Path) -> Iterator[None]:
    """Turn errors while a picture is written into `NotSaved`."""
    try:
        yield
    except OSError as error:
        raise NotSaved(f"{path} cannot be written: {error.strerror or error}") from error
