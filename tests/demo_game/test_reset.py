"""A level of the demo game, restarted by `physics.reset()` in the same esper world."""

from __future__ import annotations

import gc

import esper
import pytest

from demo_game.game import Game
from demo_game.session import Progress
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
        del rule, self.rules
        gc.collect()  # esper holds their handlers weakly
        self._spawn(progress)
        self._add_rules()


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
