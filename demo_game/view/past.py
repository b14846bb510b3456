"""The last ten seconds of a game, for the overlay's time line."""

from __future__ import annotations

from ecsphys.replay import TimeLine

from .. import signals
from ..components import (
    Ball,
    Beam,
    Blast,
    Board,
    Conveyor,
    Crate,
    Cube,
    Exit,
    Lava,
    Link,
    Origin,
    Plank,
    Pool,
    Rocket,
    Shard,
    Shot,
    Sign,
    Solid,
    Wheel,
)  # fmt: skip
from ..game import Game
from ..session import STATE

# Components that never change: a snapshot need not copy them.
CONSTANT = frozenset({
    Ball, Beam, Blast, Board, Conveyor, Crate, Cube, Exit, Lava, Link, Origin, Plank, Pool, Rocket, Shard,
    Shot, Sign, Solid, Wheel,
})  # fmt: skip
_MARKED = signals.EXPLODED, signals.PLAYER_HURT, signals.ENEMY_DOWN, signals.PICKED_UP, signals.CHECKPOINT
_MEGABYTES = 100.0  # enough for every step of all levels, so that none runs again: its sounds would, too


def make_time_line(game: Game) -> TimeLine:
    """Return a time line of the game's current world."""
    kinds = [kind for kind in STATE if kind not in CONSTANT]
    time_line = TimeLine(game.physics, *kinds, megabytes=_MEGABYTES, rerun=False)
    time_line.mark(*_MARKED)
    return time_line
