"""Pickups, lava, checkpoints, plates, furnace, doors, signs, exit."""

from __future__ import annotations

import math

import esper
import pytest

from demo_game import signals, tuning
from demo_game.components import Checkpoint, Crate, Cube, Door, Drone, Furnace, Health, Pickup, Plate, Weapon
from demo_game.controls import Action
from demo_game.records import Records
from demo_game.session import Outcome
from demo_game.tuning import TILE
from ecsphys import Transform
from tests.demo_game.levels import FLAT, at, box, level
from tests.demo_game.play import Heard, arsenal, fire_at, health, only, place, put, run, run_until, tap, where


def to(game, x, y=2.8):
    """Put the character somewhere, in tiles, and let the step notice it."""
    put(game, x * TILE, y * TILE)
    run(game, 0.05)


def test_gems_are_taken_once_and_count(play):
    game = play(level(at("pickup", 8, 2.7, what="gem"), at("pickup", 9, 2.7, what="gem")))
    assert (game.session.gems_taken, game.session.gems) == (0, 2)
    to(game, 8)
    assert (game.session.gems_taken, game.session.score) == (1, tuning.GEM_SCORE)
    assert len(esper.get_component(Pickup)) == 1


def test_a_medkit_heals_and_is_kept_for_a_hurt_character(play):
    game = play(level(at("pickup", 8, 2.7, what="medkit")))
    to(game, 8)
    assert esper.get_component(Pickup)
    to(game, 5)
    esper.component_for_entity(game.session.player, Health).points = 30
    to(game, 8)
    assert health(game) == 30 + tuning.MEDKIT
    assert not esper.get_component(Pickup)


def test_a_weapon_comes_into_the_hand_and_more_of_it_are_shots(play):
    game = play(
        level(
            at("pickup", 8, 2.7, what="rockets", shots=3.0), at("pickup", 9, 2.7, what="rockets", shots=2.0)
        )
    )
    to(game, 8)
    assert arsenal(game).current is Weapon.ROCKETS and arsenal(game).ammo[Weapon.ROCKETS] == 3
    tap(game, Action.WEAPON_1)
    to(game, 9)
    assert arsenal(game).current is Weapon.PISTOL and arsenal(game).ammo[Weapon.ROCKETS] == 5
    assert arsenal(game).ammo[Weapon.PISTOL] == math.inf


LAVA = box("lava", 10, 2, 6, 1, damage=40.0)


@pytest.mark.parametrize("damage", [20.0, 40.0])
def test_lava_takes_its_damage_each_second_inside_and_none_outside(play, damage):
    game = play(level(box("lava", 10, 2, 6, 1, damage=damage)))
    to(game, 12)
    before, ticks = health(game), game.session.counts["hurt by lava"]
    run(game, 1.0)
    assert before - health(game) == pytest.approx(damage)
    assert game.session.counts["hurt by lava"] - ticks == 1.0 / tuning.LAVA_TICK
    to(game, 5)
    after = health(game)
    run(game, 1.0)
    assert health(game) == after


def test_lava_kills_enemies_and_burns_crates(play):
    game = play(level(LAVA, at("drone", 12, 2.5), at("crate", 14, 2.5), spawn=(35, 2.72)))
    run(game, 3.0)
    assert not esper.get_component(Drone) and not esper.get_component(Crate)
    assert game.session.counts["down drone"] == 1 and game.session.counts["burnt"] == 1


def test_the_cube_comes_back_from_lava(play):
    play(level(LAVA, at("cube", 20, 2.5)))
    cube = esper.component_for_entity(only(Cube), Transform)
    cube.position = (12 * TILE, 4 * TILE)
    game = play(level(LAVA, at("cube", 20, 2.5)))
    cube = esper.component_for_entity(only(Cube), Transform)
    cube.position = (12 * TILE, 3 * TILE)
    run(game, 0.5)
    assert where(only(Cube)).x == pytest.approx(20, abs=0.05)


def plate_and_door(stays=False):
    return (
        box("door", 20, 2, 0.8, 4, number=7),
        box("plate", 9.2, 2, 1.6, 0.3, number=8, opens=7, stays=stays),
    )


@pytest.mark.parametrize("stays", [False, True])
def test_a_plate_opens_its_door_under_a_weight_or_for_good(play, stays):
    game = play(level(*plate_and_door(stays)))
    shut = where(only(Door)).y
    to(game, 10)
    run(game, 2.0)
    assert esper.component_for_entity(only(Plate), Plate).down
    assert where(only(Door)).y > shut + 3.5
    to(game, 5)
    run(game, 2.0)
    assert esper.component_for_entity(only(Plate), Plate).down is stays
    assert where(only(Door)).y == pytest.approx(shut + 3.9 if stays else shut, abs=0.02)
    assert game.session.counts["plates"] == 1 and game.session.counts["doors"] == 1


def test_a_crate_holds_a_plate_down(play):
    game = play(level(*plate_and_door(), at("crate", 10, 2.5)))
    run(game, 2.0)
    assert esper.component_for_entity(only(Door), Door).open
    to(game, 18)
    game.controls.hold(Action.RIGHT)
    run(game, 1.0)
    assert place(game).x > 20.5 * TILE


def test_a_shut_door_stops_the_character(play):
    game = play(level(*plate_and_door()))
    to(game, 18)
    game.controls.hold(Action.RIGHT)
    run(game, 1.0)
    assert place(game).x < 20 * TILE


def test_the_furnace_wants_the_cube_and_nothing_else(play):
    parts = (box("door", 20, 2, 0.8, 4, number=7), box("furnace", 9, 2, 2, 1.5, opens=7))
    game = play(level(*parts, at("cube", 14, 2.5), at("crate", 10, 5)))
    run(game, 1.0)
    furnace = esper.component_for_entity(only(Furnace), Furnace)
    assert not esper.get_component(Crate) and not furnace.lit
    esper.component_for_entity(only(Cube), Transform).position = (10 * TILE, 5 * TILE)
    run(game, 2.5)
    assert not esper.get_component(Cube) and furnace.lit
    assert esper.component_for_entity(only(Door), Door).open
    assert game.session.counts["furnaces"] == 1
    to(game, 10)
    run(game, 1.0)
    assert game.session.counts["hurt by furnace"] >= 3


def test_a_door_that_waits_for_all_gems(play):
    gems = [at("pickup", x, 2.7, what="gem") for x in (8, 9)]
    game = play(level(*gems, box("door", 20, 2, 0.8, 4, gems=True)))
    to(game, 8)
    assert not esper.component_for_entity(only(Door), Door).open
    to(game, 9)
    assert esper.component_for_entity(only(Door), Door).open


def test_a_sign_is_read_from_near(play):
    game = play(level(box("sign", 8, 2, 4, 3, words="mind the gap")))
    assert game.session.sign_text == ""
    to(game, 10)
    assert game.session.sign_text == "mind the gap"
    to(game, 20)
    assert game.session.sign_text == ""


def test_the_exit_wins_once_and_nothing_obeys_any_more(play):
    game = play(FLAT)
    to(game, 37.5)
    assert game.session.outcome is Outcome.WON
    assert game.session.score == tuning.WIN_SCORE
    assert game.session.result is not None and game.session.result.seconds == game.session.seconds
    before = place(game)
    game.controls.hold(Action.LEFT)
    game.controls.hold(Action.FIRE)
    run(game, 0.5)
    assert abs(place(game).x - before.x) < 1
    assert not game.session.counts["fired pistol"]


def checkpointed(play):
    """A level with a checkpoint that has just been reached, after some deeds."""
    things = (
        at("pickup", 7, 2.7, what="laser", shots=5.0),
        at("pickup", 8, 2.7, what="gem"),
        at("pickup", 25, 2.7, what="gem"),
        box("glass", 12, 2, 0.2, 4),
        box("checkpoint", 17.5, 2, 1, 2.5),
        *plate_and_door(stays=True),
        at("drone", 30, 5),
    )
    game = play(level(*things))
    to(game, 7)
    to(game, 8)
    to(game, 10)
    fire_at(game, 12, 2.8)
    tap(game, Action.WEAPON_1)
    run(game, tuning.LASER_PAUSE)
    fire_at(game, 12, 2.8)
    run(game, 0.3)
    heard = Heard(signals.CHECKPOINT)
    to(game, 18)
    run(game, 0.1)
    assert len(heard.signals) == 1
    return game


def test_a_restart_from_the_checkpoint_keeps_the_progress(play):
    game = checkpointed(play)
    to(game, 25)
    assert game.session.gems_taken == 2
    esper.component_for_entity(game.session.player, Health).points = 0
    run(game, 0.1)
    assert game.session.outcome is Outcome.LOST
    seconds, world = game.session.seconds, game.world
    game.restart_from_checkpoint()
    run(game, 0.5)
    assert world not in esper.list_worlds()
    assert place(game).x == pytest.approx(18 * TILE, abs=1)
    assert place(game).y == pytest.approx(2 * TILE + tuning.BODY_HEIGHT / 2, abs=1)
    session = game.session
    assert session.playing and session.gems_taken == 1 and session.deaths == 1
    assert session.seconds > seconds
    assert arsenal(game).ammo[Weapon.LASER] == 4
    assert game.session.counts["shattered"] == 1
    assert [one.kind for _, one in esper.get_component(Pickup)] == ["gem"]
    assert esper.component_for_entity(only(Plate), Plate).down
    assert esper.component_for_entity(only(Door), Door).open
    assert esper.component_for_entity(only(Checkpoint), Checkpoint).reached
    assert len(esper.get_component(Drone)) == 1
    assert health(game) == tuning.PLAYER_HEALTH


def test_a_restart_without_a_checkpoint_starts_over(play):
    game = play(FLAT)
    to(game, 20)
    game.restart_from_checkpoint()
    assert place(game).x == pytest.approx(5 * TILE, abs=1)


def test_a_whole_restart_forgets_the_checkpoint(play):
    game = checkpointed(play)
    game.restart()
    run(game, 0.1)
    assert place(game).x == pytest.approx(5 * TILE, abs=1)
    assert (game.session.score, game.session.gems_taken, game.session.seconds < 0.2) == (0, 0, True)
    assert len(esper.get_component(Pickup)) == 3


def test_a_character_that_falls_out_of_the_level_dies(play):
    game = play(FLAT)
    put(game, 5 * TILE, -6 * TILE)
    run_until(game, lambda: game.session.outcome is Outcome.LOST, 1.0)


def test_the_best_time_is_kept(play, tmp_path):
    records = Records(tmp_path)
    game = play(FLAT)
    game.records = records
    run(game, 0.5)
    to(game, 37.5)
    first = game.session.result
    assert first.record and first.best == first.seconds
    game.restart()
    run(game, 1.0)
    to(game, 37.5)
    second = game.session.result
    assert not second.record and second.best == pytest.approx(first.seconds, abs=1e-3)
    assert Records(tmp_path).best("flat") == pytest.approx(first.seconds, abs=1e-3)
