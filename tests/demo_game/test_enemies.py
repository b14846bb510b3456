"""Drones and walkers: sight, motion, contact damage."""

from __future__ import annotations

import esper
import pytest

from demo_game import tuning
from demo_game.components import Drone, Health, Walker
from demo_game.session import Outcome
from demo_game.tuning import TILE
from ecsphys import Capsule, Collider, Transform
from tests.demo_game.levels import area, at, box, level
from tests.demo_game.play import health, only, place, put, run, run_until, where

ROUND = area("path", (20, 8), (24, 8), number=7)


def test_both_are_capsules(play):
    play(level(at("drone", 20, 8), at("walker", 30, 2.7)))
    for kind in (Drone, Walker):
        assert isinstance(esper.component_for_entity(only(kind), Collider).shape, Capsule)


def test_drones_fly_their_round(play):
    game = play(level(ROUND, at("drone", 20, 8, path=7)))
    seen = []
    for _ in range(100):
        run(game, 0.1)
        seen.append(where(only(Drone)))
    assert min(p.x for p in seen) < 20.6 and max(p.x for p in seen) > 23.4
    assert all(p.y == pytest.approx(8, abs=0.2) for p in seen)


def test_drones_chase_a_visible_player_but_not_through_walls(play):
    game = play(level(at("drone", 9, 5)))
    run(game, 0.1)
    assert esper.component_for_entity(only(Drone), Drone).chasing
    game = play(level(at("drone", 9, 5), box("solid", 6.5, 2, 0.5, 8)))
    run(game, 0.1)
    assert not esper.component_for_entity(only(Drone), Drone).chasing
    game = play(level(at("drone", 25, 5)))
    run(game, 0.1)
    assert not esper.component_for_entity(only(Drone), Drone).chasing


@pytest.mark.parametrize(
    ("kind", "thing", "damage"),
    [
        (Drone, at("drone", 9, 2.7), tuning.DRONE_DAMAGE),
        (Walker, at("walker", 9, 2.7), tuning.WALKER_DAMAGE),
    ],
)
def test_a_touch_hurts_once_and_then_not_for_a_while(play, kind, thing, damage):
    game = play(level(thing))
    run_until(game, lambda: health(game) < tuning.PLAYER_HEALTH)
    assert health(game) == tuning.PLAYER_HEALTH - damage
    assert esper.component_for_entity(only(kind), kind).stunned > 0
    for _ in range(10):  # again and again in its face, within the safe time
        enemy = esper.component_for_entity(only(kind), Transform)
        put(game, enemy.x - 40, enemy.y + 4)
        run(game, 0.05)
    assert health(game) == tuning.PLAYER_HEALTH - damage


def test_enough_blows_end_the_attempt(play):
    game = play(level(at("walker", 9, 2.7)))
    for _ in range(200):
        if not game.session.playing:
            break
        enemy = esper.component_for_entity(only(Walker), Transform)
        put(game, enemy.x - 60, enemy.y + 6)
        run(game, 0.2)
    assert game.session.outcome is Outcome.LOST and health(game) == 0
    assert game.session.counts["deaths"] == 1


@pytest.mark.jit
def test_walkers_turn_at_edges_and_walls(play):
    game = play(level(box("solid", 20, 2, 8, 3), box("solid", 27, 5, 1, 2), at("walker", 23, 5.7)))
    seen = []
    for _ in range(150):
        run(game, 0.1)
        seen.append(where(only(Walker)))
    assert all(p.y == pytest.approx(5 + tuning.WALKER_HEIGHT / 2 / TILE, abs=0.1) for p in seen)
    assert 20.0 < min(p.x for p in seen) < 21.0
    assert 26.0 < max(p.x for p in seen) < 26.8


def test_walkers_run_at_a_player_on_their_level_and_stop_at_edges(play):
    game = play(level(box("solid", 8, 2, 6, 1), at("walker", 12, 3.7), spawn=(5, 2.72)))
    run_until(game, lambda: esper.component_for_entity(only(Walker), Walker).chasing)
    run(game, 2.0)
    assert where(only(Walker)).x > 8.2  # it waits at the edge
    above = play(level(box("ledge", 10, 6, 4, 0.35), at("walker", 10, 2.7)))
    put(above, 11 * TILE, 7.2 * TILE)
    run(above, 0.2)
    assert not esper.component_for_entity(only(Walker), Walker).chasing


def test_in_top_view_walkers_come_straight(play):
    game = play(level(at("walker", 9, 10), view="top", spawn=(5, 6)))
    run_until(game, lambda: health(game) < tuning.PLAYER_HEALTH)
    run(game, 0.1)
    assert place(game).x < 5 * TILE and place(game).y < 6 * TILE  # thrown away from it


def test_dead_enemies_are_gone_and_count(play):
    game = play(level(at("drone", 30, 8), at("walker", 20, 2.7)))
    assert game.session.enemies == 2
    for _, health_of in esper.get_component(Health):
        if health_of.maximum != tuning.PLAYER_HEALTH:
            health_of.points = 0
    run(game, 0.1)
    assert not esper.get_component(Drone) and not esper.get_component(Walker)
    assert game.session.enemies_down == 2
    assert game.session.score == tuning.DRONE_SCORE + tuning.WALKER_SCORE


def test_a_crushed_character_is_hurt(play):
    way = area("path", (5, 8), (5, 2.5), number=7)
    game = play(level(way, box("mover", 4, 7.8, 2, 0.4, path=7, speed=300.0)))
    run_until(game, lambda: game.session.counts["hurt by crushed"] > 0, 3.0)
