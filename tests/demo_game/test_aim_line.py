"""The arc of a grenade before it is thrown, and that it changes nothing."""

from __future__ import annotations

from demo_game.game import Game
from tests.demo_game.levels import at, level
from tests.demo_game.play import run

YARD = level(at("crate", 9, 2.5), at("drone", 20, 6))


def test_a_prediction_does_not_run_the_rules() -> None:
    """They are processors among the systems of the physics."""
    game = Game(level=YARD)
    run(game, 0.5)
    before, seconds = game.physics.fingerprint(), game.session.seconds
    game.physics.predict(game.session.player, 20)
    assert (game.physics.fingerprint(), game.session.seconds) == (before, seconds)
    assert len(game.recording.entries) == game.physics.step_count
    game.close()
