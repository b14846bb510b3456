"""The tests of the game that grows in the tutorial: no window, no clock."""

import itertools

import chapter_7
import esper
import pytest

_worlds = itertools.count()


@pytest.fixture
def game():
    esper.switch_world(f"tutorial {next(_worlds)}")
    yield chapter_7.Game()
    esper.switch_world("default")


def play(game, seconds):
    """Run to the right; jump over what is in the way, and onto slimes."""
    game.press("right")
    for _ in range(round(60 * seconds)):
        slimes = [place.x for _, (place, _) in esper.get_components(chapter_7.Transform, chapter_7.Slime)]
        near = any(20 < x - game.place.x < 70 for x in slimes)
        if game.hero.on_floor and (near or game.hero.on_wall):
            game.press("jump")
        game.update(1 / 60)


def test_the_level_can_be_won(game):
    play(game, 15)
    assert game.player.has_won and game.deaths == 0


def test_the_same_keys_give_the_same_game(game):
    play(game, 5)
    first = game.physics.fingerprint()
    esper.switch_world(f"tutorial {next(_worlds)}")
    again = chapter_7.Game()
    play(again, 5)
    assert again.physics.fingerprint() == first


def test_who_falls_starts_at_the_checkpoint(game):
    play(game, 7)
    coins = game.player.coins
    game.place.position = (1150, -170)
    game.release("right")
    for _ in range(30):
        game.update(1 / 60)
    assert game.deaths == 1 and game.place.x > 1300
    assert game.player.coins <= coins
