"""The state of a run that belongs to no thing of the level: score, time, outcome, what rules remember.

Kept in two components of the character, so that snapshots of the physics can have it (`STATE`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from random import Random

from ecsphys import Vec2

from . import tuning
from .components import COMPONENTS, Weapon
from .controls import Inputs


class Outcome(Enum):
    """State of a run."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"  # until a restart from the checkpoint


@dataclass(frozen=True)
class Result:
    """The time of a level that was won; `best` is the best time including this one."""

    seconds: float
    best: float
    record: bool  # this time is the new best


@dataclass
class Session:
    """Score, time and counts of a run, for the HUD and the summary. `player` is the character's entity.

    `counts` has the number of occurrences of: `fired <weapon>`, `picked <kind>`, `down <enemy>`,
    `exploded <thing>`, `hurt by <cause>`, and more; `rules.tally` has them all.
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
        """Whether the run goes on."""
        return self.outcome is Outcome.PLAYING


@dataclass(frozen=True)
class Progress:
    """The state saved at a checkpoint; a restart spawns the level and applies this to it."""

    position: Vec2
    score: int
    gems_taken: int
    enemies_down: int
    ammo: dict[Weapon, float]
    current: Weapon
    health: float
    removed: frozenset[int]  # map numbers of pickups, enemies, glass and so on that are no longer there
    activated: frozenset[int]  # map numbers of reached checkpoints, lit furnaces, plates that stay down


_NOTHING = Inputs()


@dataclass
class Memory:
    """What rules remember from one step to the next.

    `random` is the source of all random numbers; `progress` is that of the last checkpoint, None at first;
    `active` has the map numbers of the plates and furnaces that are on.
    """

    random: Random
    progress: Progress | None = None
    active: set[int] = field(default_factory=set)
    checkpoint_due: Vec2 | None = None  # reached in the last step
    stood: bool = False  # the character, in the last step
    rope_pause: float = 0.0  # s until it may grab a rope again
    pools: list[int] = field(default_factory=list)  # entities of the water that it is in
    burning: dict[int, set[int]] = field(default_factory=dict)  # entities inside each fire
    fire_wait: float = tuning.LAVA_TICK  # s until they are hurt
    outside_wait: int = 0  # steps since the last look at what left the map
    grabs: bool = False  # the mouse, in the last step
    inputs: Inputs = _NOTHING  # what is held since the last step


STATE = (*COMPONENTS, Session, Memory)  # for `Physics.snapshot` and `Recorder`
