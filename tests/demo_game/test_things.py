"""Glass, crates, barrels, planks, belts, platforms."""

from __future__ import annotations

import esper
import pytest

from demo_game import tuning
from demo_game.components import Barrel, Crate, Glass, Mover, Plank, Shard
from demo_game.controls import Action
from demo_game.tuning import TILE
from ecsphys import RigidBody, Transform
from tests.demo_game.levels import FLAT, area, at, box, level
from tests.demo_game.play import fire_at, grounded, only, place, put, run, run_until, velocity, where


@pytest.mark.parametrize(("height", "breaks"), [(2.0, False), (8.0, True)])
def test_a_pane_breaks_under_a_fast_body(play, height, breaks):
    pane = box("glass", 9, 4, 4, 0.2, strength=900)
    game = play(level(pane, at("crate", 11, 4.7 + height)))
    run(game, 1.5)
    assert bool(esper.get_component(Glass)) is not breaks
    assert game.session.counts["shattered"] == breaks


@pytest.mark.parametrize(("strength", "breaks"), [(500, True), (1800, False)])
def test_a_pane_breaks_of_a_shot_if_it_is_not_armoured(play, strength, breaks):
    game = play(level(box("glass", 9, 2, 0.2, 4, strength=strength)))
    fire_at(game, 9, 2.8)
    run(game, 0.3)
    assert bool(esper.get_component(Glass)) is not breaks
    assert len(esper.get_component(Shard)) == (tuning.SHARDS if breaks else 0)
    run(game, tuning.SHARD_LIFE)
    assert not esper.get_component(Shard)


def test_the_character_breaks_a_pane_by_landing_hard(play):
    game = play(level(box("glass", 3, 4, 4, 0.2, strength=900), spawn=(5, 5.1)))
    run(game, 0.3)
    assert grounded(game) and esper.get_component(Glass)
    game.controls.hold(Action.UP)
    run(game, 1.0)
    assert not esper.get_component(Glass)


def test_crates_stack(play):
    game = play(level(*(at("crate", 10, 2.5 + i) for i in range(4))))
    run(game, 3.0)
    heights = sorted(where(entity).y for entity, _ in esper.get_component(Crate))
    assert heights == pytest.approx([2.5, 3.5, 4.5, 5.5], abs=0.03)


def test_barrels_explode_when_they_fall_hard_and_not_when_they_are_set_down(play):
    game = play(level(at("barrel", 10, 2.6), at("barrel", 20, 9)))
    run(game, 1.5)
    assert game.session.counts["exploded barrel"] == 1
    assert where(only(Barrel)).x == pytest.approx(10, abs=0.1)


def test_barrels_light_each_other_and_throw_crates(play):
    barrels = [at("barrel", 10 + 1.2 * i, 2.5) for i in range(4)]
    game = play(level(*barrels, at("crate", 15.5, 2.5)))
    fire_at(game, 10, 2.6)
    run(game, 1.5)
    assert game.session.counts["exploded barrel"] == 4
    assert where(only(Crate)).x > 16


def test_a_barrel_breaks_armoured_glass(play):
    game = play(level(at("barrel", 9.2, 2.5), box("glass", 10, 2, 0.3, 4, strength=1800)))
    fire_at(game, 9.2, 2.6)
    run(game, 1.0)
    assert not esper.get_component(Glass)


def test_a_plank_tilts_under_the_character_and_stays_where_it_is(play):
    stops = [box("solid", x, 2, 0.4, 2) for x in (8.2, 13.4)]
    game = play(level(box("plank", 8, 4.7, 6, 0.35), *stops))
    plank = esper.component_for_entity(only(Plank), Transform)
    middle = plank.position
    put(game, 8.7 * TILE, 6 * TILE)
    run(game, 1.5)
    assert plank.angle > 0.1  # down at its left end
    put(game, 13.3 * TILE, 6.5 * TILE)
    run(game, 1.5)
    assert plank.angle < -0.1
    assert plank.position.distance(middle) < 1.0


def test_belts_carry_crates_and_the_character(play):
    belt = box("conveyor", 8, 2, 12, 0.5, speed=150)
    game = play(level(belt, at("crate", 14, 3), spawn=(9, 3.3)))
    run(game, 1.0)
    start, crate = place(game).x, where(only(Crate)).x
    run(game, 1.0)
    assert place(game).x - start == pytest.approx(150, rel=0.05)
    assert (where(only(Crate)).x - crate) * TILE == pytest.approx(150, rel=0.1)


def test_platforms_go_to_and_fro_and_carry(play):
    way = area("path", (10, 3), (14, 3), number=7)
    game = play(level(way, box("mover", 9, 2.8, 2, 0.4, path=7, speed=200.0)))
    put(game, 10 * TILE, 3.2 * TILE + tuning.BODY_HEIGHT / 2 + 2)
    seen = []
    for _ in range(150):
        game.step()
        seen.append((where(only(Mover)).x, place(game).x / TILE))
    assert min(x for x, _ in seen) < 10.2 and max(x for x, _ in seen) == pytest.approx(14, abs=0.01)
    offsets = [rider - platform for platform, rider in seen[30:]]
    assert max(offsets) - min(offsets) < 0.01


def test_a_path_that_ends_where_it_begins_is_a_round(play):
    way = area("path", (10, 3), (12, 3), (12, 5), (10, 3), number=7)
    game = play(level(way, box("mover", 9, 2.8, 2, 0.4, path=7, speed=400.0)))
    mover = esper.component_for_entity(only(Mover), Mover)
    legs = []
    for _ in range(200):
        game.step()
        if not legs or legs[-1] != mover.leg:
            legs.append(mover.leg)
    assert legs[:5] == [1, 2, 3, 1, 2]


def test_pushing_takes_strength(play):
    game = play(level(*(at("crate", 7 + 1.02 * i, 2.5) for i in range(4))))
    game.controls.hold(Action.RIGHT)
    run(game, 1.5)
    assert abs(velocity(game).x) < 40
    lone = play(level(at("crate", 7, 2.5)))
    lone.controls.hold(Action.RIGHT)
    run_until(lone, lambda: velocity(lone).x > 0.6 * tuning.RUN_SPEED and where(only(Crate)).x > 8)


def test_in_top_view_crates_slide_to_a_stop(play):
    game = play(level(at("crate", 10, 6), view="top", spawn=(5, 6)))
    body = esper.component_for_entity(only(Crate), RigidBody)
    body.velocity = (300, 0)
    run(game, 2.0)
    assert body.velocity.length < 5
    assert where(only(Crate)).y == pytest.approx(6, abs=0.01)


def test_nothing_happens_on_a_flat_floor(play):
    game = play(FLAT)
    run(game, 1.0)
    assert not game.session.counts
