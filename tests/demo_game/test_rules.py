"""Pickups, door, damage, death, restart."""

from __future__ import annotations

import esper
import pytest

from demo_game import tuning
from demo_game.old_components import Door, Drone, Gem
from demo_game.levels import Patrol
from demo_game.old_session import Outcome
from demo_game.tuning import TILE
from ecsphys import Transform
from tests.demo_game.levels import FLAT, level
from tests.demo_game.play import health, only, place, put, run

TWO_GEMS = level(gems=(((8, 2.7),), ((9, 2.7),)))
DRONE_HERE = level(patrols=(Patrol(((9, 2.7), (9, 2.7))),))


def test_gems_are_taken_by_touch_and_count(play):
    game = play(TWO_GEMS)
    assert (game.session.taken, game.session.gems) == (0, 2)
    put(game, 8 * TILE, 2.8 * TILE)
    game.step()
    game.step()
    assert game.session.taken == 1
    assert game.session.score == tuning.GEM_SCORE
    assert len(esper.get_component(Gem)) == 1


def test_the_door_is_shut_until_the_last_gem_is_taken(play):
    game = play(TWO_GEMS)
    door = esper.component_for_entity(only(Door), Transform)
    shut = door.y
    put(game, 8 * TILE, 2.8 * TILE)
    run(game, 0.5)
    assert door.y == shut
    put(game, 9 * TILE, 2.8 * TILE)
    run(game, 3.0)
    assert game.session.taken == 2
    opened = door.y
    assert opened > shut + 3 * TILE
    run(game, 0.5)
    assert door.y == opened


def test_the_shut_door_stops_the_character(play):
    game = play(FLAT)
    put(game, 28 * TILE, 2.8 * TILE)
    game.controls.move = 1.0
    run(game, 1.0)
    assert place(game).x < 30 * TILE
    assert game.session.playing


def test_the_exit_wins_once(play):
    game = play(FLAT)
    put(game, 37.5 * TILE, 2.8 * TILE)
    run(game, 0.1)
    assert game.session.outcome is Outcome.WON
    put(game, 33 * TILE, 2.8 * TILE)
    run(game, 0.1)
    put(game, 37.5 * TILE, 2.8 * TILE)
    run(game, 0.1)
    assert game.session.score == tuning.WIN_SCORE


def test_nothing_obeys_the_controls_after_the_end(play):
    game = play(FLAT)
    put(game, 37.5 * TILE, 2.8 * TILE)
    run(game, 0.3)
    before, shots = place(game), game.session.shots
    game.controls.move = -1.0
    game.controls.gun.press()
    run(game, 0.3)
    assert place(game).distance(before) < 2.0
    assert game.session.shots == shots


def test_a_drone_hurts_once_and_then_not_for_a_while(play):
    game = play(DRONE_HERE)
    put(game, 8.5 * TILE, 2.8 * TILE)
    run(game, 0.3)
    assert health(game) == tuning.PLAYER_HEALTH - 1
    assert game.session.wounds == 1
    drone = esper.component_for_entity(only(Drone), Transform)
    for _ in range(10):  # again and again in its face, within the safe time
        put(game, drone.x - 30, drone.y)
        run(game, 0.05)
    assert health(game) == tuning.PLAYER_HEALTH - 1


def test_enough_wounds_end_the_attempt_and_restart_begins_anew(play):
    game = play(DRONE_HERE)
    for _ in range(1000):
        if not game.session.playing:
            break
        drone = esper.component_for_entity(only(Drone), Transform)
        put(game, drone.x - 40, drone.y)
        run(game, 0.1)
    assert game.session.outcome is Outcome.LOST
    assert health(game) == 0
    world = game.world
    game.restart()
    run(game, 0.1)
    assert world not in esper.list_worlds()
    assert game.session.playing
    assert (game.session.score, game.session.wounds, health(game)) == (0, 0, tuning.PLAYER_HEALTH)
    assert place(game).x == pytest.approx(5 * TILE, abs=1)


def test_drones_chase_whom_they_see_but_not_through_walls(play):
    game = play(level(patrols=(Patrol(((9, 5), (9, 5))),)))
    run(game, 0.1)
    assert esper.component_for_entity(only(Drone), Drone).chasing
    game = play(level(patrols=(Patrol(((9, 5), (9, 5))),), blocks=(*FLAT.blocks, (6.5, 2, 0.5, 8))))
    run(game, 0.1)
    assert not esper.component_for_entity(only(Drone), Drone).chasing


def test_drones_fly_their_round(play):
    game = play(level(patrols=(Patrol(((20, 8), (24, 8))),)))
    transform = esper.component_for_entity(only(Drone), Transform)
    seen = []
    for _ in range(100):
        run(game, 0.1)
        seen.append(transform.x / TILE)
    assert min(seen) < 20.6 and max(seen) > 23.4
    assert transform.y == pytest.approx(8 * TILE, abs=10)
