"""Ropes, boards, carts and pools: what joints and water do to the character and to things."""

from __future__ import annotations

import esper
import pytest

from demo_game import tuning
from demo_game.components import Ball, Board, Cart, Crate, Link, Player
from demo_game.controls import Action
from demo_game.tuning import TILE
from ecsphys import CharacterController, RigidBody, Transform
from tests.demo_game.levels import FLAT, area, at, box, level
from tests.demo_game.play import fire_at, grounded, only, place, put, run, run_until, tap, velocity, where

ROPE = area("rope", (10, 13), (10, 6), grip=True)
POOL = box("pool", 4, 2, 12, 5)
CART = box("cart", 8, 2.9, 3.2, 0.45, speed=300.0)


def double(game) -> int | None:
    """The body that hangs or swims in place of the character."""
    return esper.component_for_entity(game.session.player, Player).double


def hanging(play, *things):
    """A game in which the character has jumped at a rope."""
    game = play(level(ROPE, *things))
    put(game, 9.6 * TILE, 6.6 * TILE)
    run_until(game, lambda: double(game) is not None, 0.5)
    return game


# -- ropes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shot", [True, False])
def test_a_ball_hangs_on_its_rope_until_a_shot_cuts_it(play, shot):
    game = play(level(at("ball", 9, 6, size=96.0, number=7), area("rope", (9, 9), (9, 6), holds=7)))
    if shot:
        fire_at(game, 9, 7.8)
    run(game, 1.0)
    assert where(only(Ball)).y == pytest.approx(2.75 if shot else 6.0, abs=0.1)
    assert game.session.counts["ropes cut"] == shot


@pytest.mark.jit
def test_a_shot_cuts_a_rope_where_it_hits_it(play):
    game = play(level(ROPE))
    fire_at(game, 10, 8)
    run(game, 1.5)
    heights = sorted(where(link).y for link, _ in esper.get_component(Link))
    assert heights[0] < 2.5  # the lower end fell to the floor
    assert 7.5 < min(y for y in heights if y > 6.0) < 8.5  # what is above the shot still hangs


@pytest.mark.jit
def test_the_character_hangs_on_a_rope_and_drops_off(play):
    game = hanging(play)
    run(game, 2.0)
    assert not grounded(game) and place(game).y > 5.0 * TILE
    tap(game, Action.DOWN)
    assert double(game) is None
    run_until(game, lambda: grounded(game), 1.5)


def test_ropes_without_a_grip_are_passed(play):
    game = play(level(area("rope", (10, 13), (10, 6))))
    put(game, 9.6 * TILE, 6.6 * TILE)
    run_until(game, lambda: grounded(game), 1.5)
    assert game.session.counts["swings"] == 0


@pytest.mark.jit
def test_keys_swing_the_character_and_a_jump_throws_it_off(play):
    game = hanging(play)
    game.controls.hold(Action.RIGHT)
    run(game, 0.4)
    right, speed = place(game).x, velocity(game).x
    assert right > 10.5 * TILE and speed > 200.0
    tap(game, Action.UP)
    assert double(game) is None and velocity(game).x > 0.8 * speed and velocity(game).y > 400.0
    run(game, 0.3)
    assert double(game) is None  # it does not grab the same rope again at once
    assert game.session.counts["swings"] == 1


@pytest.mark.jit
def test_walls_stop_the_character_on_a_rope(play):
    game = hanging(play, box("solid", 11, 2, 1, 12))
    game.controls.hold(Action.RIGHT)
    run(game, 1.0)
    assert place(game).x == pytest.approx(11 * TILE - tuning.BODY_RADIUS, abs=6.0)


# -- boards and carts --------------------------------------------------------------------------------


def test_a_seesaw_tilts_under_the_character_to_its_limits(play):
    game = play(level(box("board", 8, 4, 6, 0.4, hinge="middle", lowest=-15.0, highest=10.0)))
    board = esper.component_for_entity(only(Board), Transform)
    for x, angle in ((13.4, -15.0), (8.6, 10.0)):
        put(game, x * TILE, 7 * TILE)
        run(game, 1.5)
        assert board.degrees == pytest.approx(angle, abs=1.0)
        assert board.position == pytest.approx((11 * TILE, 4.2 * TILE), abs=1.0)


def test_a_drawbridge_falls_to_its_limit_through_walls(play):
    bridge = box("board", 10, 2.2, 0.4, 5, hinge="bottom", lowest=-90.0, highest=0.0)
    game = play(level(bridge, box("solid", 12, 2, 1, 0.3)))
    esper.component_for_entity(only(Board), RigidBody).angular_velocity = -1.0
    run(game, 3.0)
    assert esper.component_for_entity(only(Board), Transform).degrees == pytest.approx(-90.0, abs=1.0)


@pytest.mark.jit
def test_a_cart_drives_under_the_character_and_brakes_without_it(play):
    game = play(level(CART))
    cart = only(Cart)
    start = where(cart).x
    run(game, 1.0)
    assert where(cart).x == pytest.approx(start, abs=0.05)
    put(game, 9.6 * TILE, 4.3 * TILE)
    run(game, 2.0)
    assert esper.component_for_entity(cart, RigidBody).velocity.x == pytest.approx(300.0, rel=0.05)
    assert esper.component_for_entity(game.session.player, CharacterController).floor_entity == cart
    tap(game, Action.UP)
    run_until(game, lambda: grounded(game), 1.5)  # on the cart, which drove on below
    assert esper.component_for_entity(game.session.player, CharacterController).floor_entity == cart
    put(game, 3 * TILE, 2.8 * TILE)
    run(game, tuning.CART_PATIENCE + 1.0)
    assert esper.component_for_entity(cart, RigidBody).velocity.x == pytest.approx(0.0, abs=2.0)


# -- water -----------------------------------------------------------------------------------------------


def test_a_crate_floats_as_deep_as_its_density_says(play):
    game = play(level(POOL, at("crate", 12, 6.6)))
    run(game, 4.0)
    depth = 7.0 - (where(only(Crate)).y - 0.5)
    assert depth == pytest.approx(tuning.CRATE_DENSITY / tuning.WATER_DENSITY, abs=0.02)


def test_the_character_swims_and_leaps_out(play):
    game = play(level(POOL, spawn=(10, 4)))
    run_until(game, lambda: where(game.session.player).y > 6.2)  # it floats
    assert double(game) is not None
    game.controls.hold(Action.DOWN)
    run(game, 1.0)
    assert where(game.session.player).y < 4.5
    game.controls.release_all()
    game.controls.hold(Action.RIGHT)
    run(game, 0.5)
    assert where(game.session.player).x > 11.5
    game.controls.release_all()
    run_until(game, lambda: where(game.session.player).y > 6.2)
    tap(game, Action.UP)
    assert double(game) is None and velocity(game).y > 0.9 * tuning.WATER_JUMP
    assert game.session.counts["dives"] == 1


def test_from_above_the_character_neither_swims_nor_hangs(play):
    rope = area("rope", (10, 9), (10, 7), grip=True)
    game = play(level(box("pool", 2, 2, 12, 8), rope, spawn=(9.8, 7), view="top"))
    game.controls.hold(Action.DOWN)
    run(game, 0.3)
    assert double(game) is None and velocity(game).y == pytest.approx(-tuning.RUN_SPEED, rel=0.1)


def test_walking_on_dry_ground_is_no_swimming(play):
    game = play(FLAT)
    run(game, 0.5)
    assert double(game) is None and grounded(game)
