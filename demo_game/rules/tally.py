"""Score, time and counts of events."""

from __future__ import annotations

import esper

from .. import signals, tuning
from ..signals import Signal
from .rule import Rule, Run

_COUNTED = {  # signal: its name in the counts; {} is the signal's kind
    signals.FIRED: "fired {}",
    signals.PICKED_UP: "picked {}",
    signals.ENEMY_DOWN: "down {}",
    signals.EXPLODED: "exploded {}",
    signals.SHATTERED: "shattered",
    signals.RICOCHET: "ricochets",
    signals.REFLECTED: "reflections",
    signals.CHECKPOINT: "checkpoints",
    signals.PLATE_DOWN: "plates",
    signals.FURNACE_FED: "furnaces",
    signals.DOOR_OPENS: "doors",
    signals.ROPE_CUT: "ropes cut",
    signals.GRABBED: "swings",
    signals.SPLASHED: "dives",
    signals.BURNT: "burnt",
    signals.PLAYER_HURT: "hurt by {}",
    signals.PLAYER_DOWN: "deaths",
    signals.JUMPED: "jumps",
}
_POINTS = {
    "picked gem": tuning.GEM_SCORE,
    "down drone": tuning.DRONE_SCORE,
    "down walker": tuning.WALKER_SCORE,
}


class Tally(Rule):
    """Counts signals, adds up the score and the time."""

    def __init__(self, run: Run):
        super().__init__(run)
        self._counters = [_Counter(self, words) for words in _COUNTED.values()]  # esper holds them weakly
        for name, counter in zip(_COUNTED, self._counters, strict=True):
            esper.set_handler(name, counter.count)
        esper.set_handler(signals.LEVEL_WON, self.won)

    def process(self, dt: float) -> None:
        """Add the time of one step."""
        if self.session.playing:
            self.session.seconds += dt

    def add(self, name: str) -> None:
        """Count one more event with this name, and its points."""
        session = self.session
        session.counts[name] += 1
        session.score += _POINTS.get(name, 0)
        session.enemies_down += name.startswith("down ")

    def won(self, signal: Signal) -> None:
        """Add the points for a level that was won."""
        self.session.score += tuning.WIN_SCORE


class _Counter:
    """Counts the occurrences of one signal."""

    def __init__(self, tally: Tally, words: str):
        self._tally = tally
        self._words = words

    def count(self, signal: Signal) -> None:
        """Handle the signal."""
        self._tally.add(self._words.format(signal.kind))
