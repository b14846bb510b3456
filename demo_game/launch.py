"""What the command line asks of a game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .game import Game
from .recording import Recording
from .records import Records


@dataclass(frozen=True)
class Launch:
    """`number` None is the menu, and level 1 where there is none. `seconds` None is without end."""

    number: int | None = None
    seed: int = 0
    script: bool = False
    seconds: float | None = None
    screenshot: Path | None = None
    gif: Path | None = None
    record: Path | None = None
    replay: Recording | None = None
    sound: bool = True

    def game(self, records: Records | None = None) -> Game:
        """The game that is asked for, at its beginning."""
        return Game(self.number or 1, self.seed, self.script, records, self.replay)

    def save_recording(self, game: Game) -> str:
        """Write the recording if one is asked for; returns what to tell about it, empty if nothing."""
        if self.record is None:
            return ""
        game.recording.fingerprint = game.fingerprint()
        return (
            game.recording.save(self.record)
            or f"recording    {self.record}, {len(game.recording.entries)} entries"
        )
