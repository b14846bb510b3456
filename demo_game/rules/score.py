"""Points and the clock."""

from __future__ import annotations

import esper

from ecsphys import Vec2

from .. import old_signals as signals
from .. import tuning
from ..old_session import Session


class Score(esper.Processor):
    """Counts what the other rules tell."""

    def __init__(self, session: Session):
        self.session = session
        esper.set_handler(signals.GEM_TAKEN, self.on_gem_taken)
        esper.set_handler(signals.ENEMY_DOWN, self.on_enemy_down)
        esper.set_handler(signals.LEVEL_WON, self.on_level_won)

    def process(self, dt: float) -> None:
        """Let the clock run."""
        if self.session.playing:
            self.session.seconds += dt

    def on_gem_taken(self, point: Vec2) -> None:
        """Points for a gem."""
        self.session.score += tuning.GEM_SCORE

    def on_enemy_down(self, point: Vec2) -> None:
        """Points for a drone."""
        self.session.drones_down += 1
        self.session.score += tuning.DRONE_SCORE

    def on_level_won(self, point: Vec2) -> None:
        """Points for the way out."""
        self.session.score += tuning.WIN_SCORE
