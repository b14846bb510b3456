"""The state of one attempt at a level, as far as no entity carries it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum

from ecsphys import Vec2

from .components import Weapon


class Outcome(Enum):
    """How the attempt stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"  # until a restart from the checkpoint


@dataclass(frozen=True)
class Result:
    """A level that was won. `best` is the best time so far, this one included."""

    seconds: float
    best: float
    record: bool  # this time is the new best


@dataclass
class Session:
    """What HUD and summary show. `player` is an entity.

    `counts` has how often things happened: `fired <weapon>`, `picked <kind>`, `down <enemy>`,
    `exploded <thing>`, `hurt by <what>`, and more; `rules.tally` has them all.
    """

    player: int
    level: str = ""
    number: int = 1
    gems: int = 0
    enemies: int = 0
    outcome: Outcome = Outcome.PLAYING
    seconds: float = 0.0
    score: int = 0
    gems_taken: int = 0
    enemies_down: int = 0
    deaths: int = 0
    sign_text: str = ""  # of the sign beside the character
    result: Result | None = None  # once it is won
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def playing(self) -> bool:
        """Whether the attempt goes on."""
        return self.outcome is Outcome.PLAYING


@dataclass(frozen=True)
class Progress:
    """What a checkpoint keeps: a restart builds the level anew and puts this into it."""

    position: Vec2
    score: int
    gems_taken: int
    enemies_down: int
    ammo: dict[Weapon, float]
    current: Weapon
    health: float
    removed: frozenset[int]  # objects of the map: pickups, enemies, glass, barrels
    activated: frozenset[int]  # checkpoints reached, furnaces fed
