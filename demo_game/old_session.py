"""The state of one attempt at a level, as far as no entity carries it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Outcome(Enum):
    """How the attempt stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


@dataclass
class Session:
    """Counters for the HUD and the headless summary. `player` is an entity."""

    player: int
    gems: int
    outcome: Outcome = Outcome.PLAYING
    score: int = 0
    taken: int = 0
    shots: int = 0
    laser_shots: int = 0
    hits: int = 0
    drones_down: int = 0
    wounds: int = 0
    seconds: float = 0.0

    @property
    def playing(self) -> bool:
        """Whether the attempt goes on."""
        return self.outcome is Outcome.PLAYING
