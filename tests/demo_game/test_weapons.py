"""The gun's projectiles and the laser's ray."""

from __future__ import annotations

import esper

from demo_game import tuning
from demo_game.old_components import Beam, Crate, Drone, Health, Shot
from demo_game.levels import Patrol
from demo_game.tuning import TILE
from ecsphys import Transform, Vec2
from tests.demo_game.levels import FLAT, level
from tests.demo_game.play import only, place, put, run

DRONE = level(patrols=(Patrol(((10, 2.75), (10, 2.75))),))
DRONE_BEHIND_WALL = level(patrols=(Patrol(((10, 2.75), (10, 2.75))),), blocks=(*FLAT.blocks, (7, 2, 0.1, 6)))


def tap(button) -> None:
    button.press()
    button.release()


def drone_health() -> int:
    return esper.component_for_entity(only(Drone), Health).points


def test_a_tap_shoots_once_and_holding_goes_on(play):
    game = play(FLAT)
    tap(game.controls.gun)
    run(game, 0.5)
    assert game.session.shots == 1
    game.controls.gun.press()
    run(game, 1.0)
    assert 6 <= game.session.shots <= 8


def test_a_shot_hurts_the_drone_it_hits_and_is_gone(play):
    game = play(DRONE)
    tap(game.controls.gun)
    run(game, 0.4)
    assert drone_health() == tuning.DRONE_HEALTH - tuning.SHOT_DAMAGE
    assert game.session.hits == 1
    assert not esper.get_component(Shot)


def test_three_shots_bring_a_drone_down(play):
    game = play(DRONE)
    game.controls.gun.press()
    run(game, 1.0)
    assert not esper.get_component(Drone)
    assert game.session.drones_down == 1
    assert game.session.score == tuning.DRONE_SCORE


def test_a_shot_does_not_pass_a_thin_wall(play):
    game = play(DRONE_BEHIND_WALL)
    game.controls.gun.press()
    run(game, 1.0)
    assert game.session.shots > 3
    assert game.session.hits == 0
    assert drone_health() == tuning.DRONE_HEALTH


def test_a_shot_begins_before_a_wall_that_one_leans_against(play):
    game = play(level(blocks=(*FLAT.blocks, (7, 2, 0.1, 6))))
    put(game, 7 * TILE - tuning.BODY_RADIUS - 1, 2.75 * TILE)
    game.controls.gun.press()
    for _ in range(40):
        game.step()
        assert all(
            esper.component_for_entity(shot, Transform).x < 7 * TILE for shot, _ in esper.get_component(Shot)
        )


def test_a_shot_into_the_sky_goes_by_itself(play):
    game = play(FLAT)
    game.controls.target = place(game) + Vec2(0, 500)
    tap(game.controls.gun)
    game.step()
    assert len(esper.get_component(Shot)) == 1
    run(game, tuning.SHOT_LIFE + 0.1)
    assert not esper.get_component(Shot)


def test_the_laser_hits_in_the_step_in_which_it_is_fired(play):
    game = play(DRONE)
    tap(game.controls.laser)
    game.step()
    assert drone_health() == tuning.DRONE_HEALTH - tuning.LASER_DAMAGE
    ((_, beam),) = esper.get_component(Beam)
    assert abs(beam.end.x - (10 * TILE - tuning.DRONE_RADIUS)) < 0.5 * TILE
    run(game, tuning.BEAM_LIFE + 0.05)
    assert not esper.get_component(Beam)


def test_the_laser_stops_at_a_wall(play):
    game = play(DRONE_BEHIND_WALL)
    tap(game.controls.laser)
    game.step()
    assert drone_health() == tuning.DRONE_HEALTH
    ((_, beam),) = esper.get_component(Beam)
    assert abs(beam.end.x - 7 * TILE) < 0.1


def test_the_laser_pushes_a_crate(play):
    game = play(level(crates=((9, 2.5),)))
    crate = esper.component_for_entity(only(Crate), Transform)
    tap(game.controls.laser)
    run(game, 0.3)
    assert crate.x > 9 * TILE + 10


def test_the_laser_cools_down(play):
    game = play(FLAT)
    game.controls.laser.press()
    run(game, 2.0 * tuning.LASER_PAUSE + 0.1)
    assert game.session.laser_shots == 3
