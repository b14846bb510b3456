"""How the character runs and jumps."""

from __future__ import annotations

import pytest

from demo_game import tuning
from demo_game.tuning import TILE
from ecsphys import Vec2
from tests.demo_game.levels import FLAT, level
from tests.demo_game.play import grounded, place, put, run, velocity

RAMP = level(slopes=(((10, 2), (14, 4), (16, 4), (20, 2)),))


def test_it_stands_still(play):
    game = play(FLAT)
    before = place(game)
    run(game, 1.0)
    assert grounded(game)
    assert place(game).distance(before) < 0.5


def test_it_runs_at_its_speed_and_stops(play):
    game = play(FLAT)
    game.controls.move = 1.0
    run(game, 0.5)
    assert velocity(game).x == pytest.approx(tuning.RUN_SPEED, rel=0.02)
    game.controls.move = 0.0
    run(game, 0.3)
    assert abs(velocity(game).x) < 1.0


def jump_height(game, held: float) -> float:
    """How far the feet rise when the key is held for so many seconds."""
    start = highest = place(game).y
    game.controls.jump.press()
    for i in range(70):
        if i * game.physics.step >= held:
            game.controls.jump.release()
        game.step()
        highest = max(highest, place(game).y)
    return highest - start


def test_a_long_press_jumps_three_tiles_a_tap_much_less(play):
    full, tap = jump_height(play(FLAT), held=1.0), jump_height(play(FLAT), held=0.05)
    assert 3.0 * TILE < full < 3.6 * TILE
    assert 0.2 * TILE < tap < 0.5 * full


def test_a_press_shortly_before_landing_counts(play):
    game = play(FLAT)
    put(game, 5 * TILE, 2 * TILE + tuning.BODY_HEIGHT / 2 + 30)
    while place(game).y > 2 * TILE + tuning.BODY_HEIGHT / 2 + 15:
        game.step()
    game.controls.jump.press()
    assert not grounded(game)
    run(game, 0.2)
    assert velocity(game).y > 300


def test_one_may_jump_just_after_walking_off_a_ledge_but_not_long_after(play):
    def speed_after(wait: float) -> float:
        game = play(level(ledges=((3, 5, 4, 0.5),), spawn=(6, 6.3)))
        game.controls.move = 1.0
        while grounded(game):
            game.step()
        run(game, wait)
        game.controls.jump.press()
        game.step()
        return velocity(game).y

    assert speed_after(0.5 * tuning.COYOTE_TIME) > 500
    assert speed_after(1.5 * tuning.COYOTE_TIME) < 0


def test_no_jump_in_the_air(play):
    game = play(FLAT)
    game.controls.jump.press()
    run(game, 0.3)
    game.controls.jump.release()
    game.controls.jump.press()
    before = velocity(game).y
    game.step()
    assert velocity(game).y <= before


def test_it_does_not_slide_down_a_slope(play):
    game = play(RAMP)
    put(game, 12 * TILE, 3 * TILE + 60)
    run(game, 0.4)
    assert grounded(game)
    before = place(game)
    run(game, 1.0)
    assert place(game).distance(before) < 1.0


def test_it_keeps_its_feet_on_the_ground_downhill(play):
    game = play(RAMP)
    put(game, 15 * TILE, 4 * TILE + 47)
    run(game, 0.2)
    game.controls.move = 1.0
    while place(game).x < 19.5 * TILE:
        game.step()
        assert grounded(game), place(game)


def test_it_climbs_a_slope_at_its_speed(play):
    game = play(RAMP)
    put(game, 10.6 * TILE, 2.3 * TILE + 60)
    game.controls.move = 1.0
    run(game, 0.4)
    assert grounded(game)
    assert velocity(game).length == pytest.approx(tuning.RUN_SPEED, rel=0.05)


def test_it_pushes_crates_and_stands_on_them(play):
    import esper

    from demo_game.old_components import Crate
    from ecsphys import Transform

    game = play(level(crates=((8, 2.5),)))
    crate = esper.get_component(Crate)[0][0]
    game.controls.move = 1.0
    run(game, 1.0)
    assert esper.component_for_entity(crate, Transform).x > 8.5 * TILE
    game.controls.move = 0.0
    put(game, *(esper.component_for_entity(crate, Transform).position + Vec2(0, 90)))
    run(game, 0.6)
    assert grounded(game)
    assert place(game).y == pytest.approx(3 * TILE + tuning.BODY_HEIGHT / 2, abs=2.0)


def test_a_wall_stops_it_and_does_not_hold_it(play):
    game = play(FLAT)
    put(game, 30, 8 * TILE)
    game.controls.move = -1.0
    run(game, 1.2)
    assert grounded(game)
    assert place(game).x == pytest.approx(tuning.BODY_RADIUS, abs=1.0)
