"""A level of the demo game, restarted by `physics.reset()` in the same esper world."""

from __future__ import annotations

from random import Random

import esper
import pytest

from demo_game.game import Game
from demo_game.players import Script
from demo_game.rules import Run, all_rules
from demo_game.rules.checkpoints import Checkpoints
from demo_game.session import Progress
from demo_game.spawn import spawn_level
from ecsphys import BroadPhaseSystem
from ecsphys.world.checks import fingerprint


class ResettingGame(Game):
    """A game that keeps its world and its Physics for a restart."""

    def _start(self, progress: Progress | None) -> None:
        if not self.world:
            super()._start(progress)
            return
        for rule in self.rules:
            self.physics.systems.remove(rule)
        self.physics.reset()
        self.controls.release_all()
        random = Random(self.seed)
        self.session = self._session(spawn_level(self.level, random))
        run = Run(self.level, self.physics, self.session, self.controls, random)
        self._checkpoints = Checkpoints(run, progress)
        self._script = Script(run, self.number) if self.script else None
        self.rules = (type(self.rules[0])(self, run), self._checkpoints, *all_rules(run, set()))
        for rule in self.rules:
            self.physics.insert(rule, before=BroadPhaseSystem)


def played(game: Game, steps: int) -> tuple[str, int, dict[str, int]]:
    """Let the scripted player play on; return the state of world and session."""
    for _ in range(steps):
        game.step()
    return fingerprint(game.physics), len(game.physics.collisions), dict(game.session.counts)


@pytest.mark.jit
def test_a_level_of_the_demo_runs_the_same_after_a_reset() -> None:
    game = ResettingGame(number=1, seed=3, script=True)
    fresh = played(game, 400)
    world = game.world
    for _ in range(2):
        game.restart()
        assert (game.world, game.physics.step_count) == (world, 0)
        assert played(game, 400) == fresh
    esper.switch_world(world)
