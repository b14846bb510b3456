"""The settings with which the command line starts a game."""

from __future__ import annotations

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

    def game(self, records: Records | None = None) -> Game:
        """Return the game with these settings, before its first step."""
        return Game(self.number or 1, self.seed, self.script, records, self.replay)

    def save_recording(self, game: Game) -> str:
        """Write the recording if `record` is set; return a message for the player, empty if there is none."""
        if self.record is None:
            return ""
        game.recording.fingerprint = game.fingerprint()
        return (
            game.recording.save(self.record)
            or f"recording    {self.record}, {len(game.recording.entries)} entries"
        )
