"""How the character runs and jumps."""

from __future__ import annotations

import esper
import pytest

from demo_game import tuning
from demo_game.components import Crate, Player
from demo_game.controls import Action
from demo_game.tuning import TILE
from ecsphys import Vec2
from tests.demo_game.levels import FLAT, area, at, box, level
from tests.demo_game.play import grounded, only, place, put, run, run_until, velocity, where

RAMP = level(area("slope", (10, 2), (20, 2), (16, 4), (14, 4)))


def test_it_stands_still(play):
    game = play(FLAT)
    before = place(game)
    run(game, 1.0)
    assert grounded(game)
    assert place(game).distance(before) < 0.5


def test_it_runs_at_its_speed_and_stops(play):
    game = play(FLAT)
    game.controls.hold(Action.RIGHT)
    run(game, 0.5)
    assert velocity(game).x == pytest.approx(tuning.RUN_SPEED, rel=0.02)
    game.controls.release(Action.RIGHT)
    run(game, 0.3)
    assert abs(velocity(game).x) < 1.0


def jump_height(game, held: float) -> float:
    """Return how far the feet rise when the key is held for some seconds."""
    start = highest = place(game).y
    game.controls.press(Action.UP)
    for i in range(70):
        if i * game.physics.step >= held:
            game.controls.release(Action.UP)
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
    game.controls.press(Action.UP)
    assert not grounded(game)
    run(game, 0.2)
    assert velocity(game).y > 300


def test_one_may_jump_just_after_walking_off_a_ledge_but_not_long_after(play):
    def speed_after(wait: float) -> float:
        game = play(level(box("ledge", 3, 5, 4, 0.5), spawn=(6, 6.3)))
        game.controls.hold(Action.RIGHT)
        while grounded(game):
            game.step()
        run(game, wait)
        game.controls.press(Action.UP)
        game.step()
        return velocity(game).y

    assert speed_after(0.5 * tuning.COYOTE_TIME) > 500
    assert speed_after(1.5 * tuning.COYOTE_TIME) < 0


def test_no_jump_in_the_air(play):
    game = play(FLAT)
    game.controls.press(Action.UP)
    run(game, 0.3)
    game.controls.release(Action.UP)
    game.controls.press(Action.UP)
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
    game.controls.hold(Action.RIGHT)
    while place(game).x < 19.5 * TILE:
        game.step()
        assert grounded(game), place(game)


def test_it_climbs_a_slope_at_its_speed(play):
    game = play(RAMP)
    put(game, 10.6 * TILE, 2.3 * TILE + 60)
    game.controls.hold(Action.RIGHT)
    run(game, 0.4)
    assert grounded(game)
    assert velocity(game).length == pytest.approx(tuning.RUN_SPEED, rel=0.05)


def test_it_pushes_crates_and_stands_on_them(play):
    game = play(level(at("crate", 8, 2.5)))
    game.controls.hold(Action.RIGHT)
    run(game, 1.2)
    assert where(only(Crate)).x > 8.5
    game.controls.release(Action.RIGHT)
    put(game, *(where(only(Crate)) * TILE + Vec2(0, 90)))
    run(game, 0.6)
    assert grounded(game)
    assert place(game).y == pytest.approx(3 * TILE + tuning.BODY_HEIGHT / 2, abs=2.0)


def test_a_wall_stops_it_and_does_not_hold_it(play):
    game = play(FLAT)
    put(game, 30, 8 * TILE)
    game.controls.hold(Action.LEFT)
    run(game, 2.4)
    assert grounded(game)
    assert place(game).x == pytest.approx(tuning.BODY_RADIUS, abs=1.0)


def test_it_crouches_slowly_under_one_tile_and_stands_up_where_there_is_room(play):
    game = play(level(box("solid", 7, 3.05, 3, 4)))
    game.controls.hold(Action.RIGHT)
    run(game, 1.0)
    assert place(game).x < 7 * TILE
    game.controls.hold(Action.DOWN)
    run_until(game, lambda: place(game).x > 8 * TILE)
    assert velocity(game).x == pytest.approx(tuning.CROUCH_SPEED, rel=0.02)
    game.controls.release(Action.DOWN)
    run(game, 0.3)
    player = esper.component_for_entity(game.session.player, Player)
    assert player.crouching and player.height == tuning.CROUCH_HEIGHT
    run_until(game, lambda: place(game).x > 11 * TILE)
    assert not player.crouching and player.height == tuning.BODY_HEIGHT
    assert place(game).y == pytest.approx(2 * TILE + tuning.BODY_HEIGHT / 2, abs=1.0)


def test_a_ledge_lets_it_up_and_holds_it_until_it_drops_through(play):
    game = play(level(box("ledge", 3, 4.5, 4, 0.35)))
    game.controls.hold(Action.UP)
    run(game, 1.2)
    game.controls.release(Action.UP)
    on_it = 4.85 * TILE + tuning.BODY_HEIGHT / 2
    assert grounded(game) and place(game).y == pytest.approx(on_it, abs=1.0)
    game.controls.hold(Action.DOWN)
    run(game, 0.2)
    assert grounded(game)
    game.controls.press(Action.UP)
    run(game, 0.1)
    game.controls.release_all()
    run(game, 0.8)
    assert grounded(game) and place(game).y == pytest.approx(2 * TILE + tuning.BODY_HEIGHT / 2, abs=1.0)


def test_it_jumps_from_wall_to_wall(play):
    game = play(level(box("solid", 3, 2, 1, 11), box("solid", 6, 2, 1, 11)))
    side, highest = Action.LEFT, 0.0
    for _ in range(240):
        stuck = abs(velocity(game).x) < 1.0
        if grounded(game) or (stuck and velocity(game).y < 0.0):
            game.controls.release(Action.UP)
            game.step()
            game.controls.hold(Action.UP)
            game.controls.release(side)
            side = Action.RIGHT if side is Action.LEFT else Action.LEFT
            game.controls.hold(side)
        game.step()
        highest = max(highest, place(game).y)
    assert highest > 8 * TILE


def test_in_top_view_it_goes_where_the_keys_point(play):
    game = play(level(view="top", spawn=(5, 6)))
    game.controls.hold(Action.UP)
    run(game, 0.4)
    assert velocity(game) == pytest.approx((0, tuning.RUN_SPEED), abs=1)
    game.controls.hold(Action.RIGHT)
    run(game, 0.4)
    assert velocity(game).length == pytest.approx(tuning.RUN_SPEED, rel=0.02)
    assert velocity(game).x == pytest.approx(velocity(game).y, rel=0.02)
    game.controls.release_all()
    run(game, 0.4)
    assert velocity(game).length < 1
