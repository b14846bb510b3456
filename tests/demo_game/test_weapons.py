"""Pistol, laser, rockets, grenades; choosing among them."""

from __future__ import annotations

import math

import esper
import pytest

from demo_game import signals, tuning
from demo_game.components import (
    Barrel,
    Beam,
    Blast,
    Crate,
    Drone,
    Glass,
    Grenade,
    Health,
    Rocket,
    Shot,
    Weapon,
)
from demo_game.controls import Action
from demo_game.tuning import TILE
from ecsphys import RigidBody, Transform, Vec2
from tests.demo_game.levels import FLAT, area, at, box, level
from tests.demo_game.play import Heard, arm, arsenal, fire_at, health, only, put, run, run_until, tap, where

HOVERING = at("drone", 10, 2.72)


def still_drone(play, *things):
    """A game with a stunned drone, which only hovers."""
    game = play(level(HOVERING, *things))
    for _, drone in esper.get_component(Drone):
        drone.stunned = 60.0
    return game


def points(kind=Drone) -> float:
    return esper.component_for_entity(only(kind), Health).points


def test_the_pistol_hurts_enemies(play):
    game = still_drone(play)
    fire_at(game, 10, 2.72)
    run(game, 0.4)
    assert points() == tuning.DRONE_HEALTH - tuning.PISTOL_DAMAGE
    assert game.session.counts["fired pistol"] == 1
    assert not esper.get_component(Shot)


def test_it_is_swept_so_that_nothing_is_too_thin(play):
    game = still_drone(play, box("solid", 8, 2, 0.02, 6))
    fire_at(game, 10, 2.72)
    run(game, 0.5)
    assert points() == tuning.DRONE_HEALTH


def test_it_ricochets_once_and_never_hits_its_owner(play):
    game = play(level(box("solid", 12, 2, 1, 10)))
    heard = Heard(signals.RICOCHET)
    fire_at(game, 12, 2.72)
    run(game, 1.5)
    assert len(heard.signals) == 1
    assert heard.signals[0].point.x == pytest.approx(12 * TILE, abs=2 * tuning.PISTOL_RADIUS)
    assert health(game) == tuning.PLAYER_HEALTH
    assert not esper.get_component(Shot)


def test_it_fires_no_faster_than_it_may_while_held(play):
    game = play(FLAT)
    game.controls.hold(Action.FIRE)
    run(game, 1.0)
    assert game.session.counts["fired pistol"] == pytest.approx(1.0 / tuning.PISTOL_PAUSE, abs=1)


def test_shots_do_not_pass_a_wall_that_the_character_touches(play):
    game = still_drone(play, box("solid", 5.45, 2, 0.1, 6))
    put(game, 5 * TILE, 2.8 * TILE)
    fire_at(game, 10, 2.72)
    run(game, 0.5)
    assert points() == tuning.DRONE_HEALTH


def test_the_laser_pierces_glass_and_stops_at_walls(play):
    game = still_drone(play, box("glass", 7, 2, 0.1, 4), box("glass", 8, 2, 0.1, 4))
    arm(game, Weapon.LASER)
    fire_at(game, 10, 2.72)
    assert points() == tuning.DRONE_HEALTH - tuning.LASER_DAMAGE
    assert len(esper.get_component(Glass)) == 2
    end = esper.component_for_entity(only(Beam), Beam).points[-1]
    assert abs(end.x - 10 * TILE) < TILE
    run(game, tuning.BEAM_LIFE + 0.05)
    assert not esper.get_component(Beam)
    behind_wall = still_drone(play, box("solid", 7, 2, 1, 4))
    arm(behind_wall, Weapon.LASER)
    fire_at(behind_wall, 10, 2.72)
    assert points() == tuning.DRONE_HEALTH
    assert esper.component_for_entity(only(Beam), Beam).points[-1].x == pytest.approx(7 * TILE, abs=0.1)


def test_the_laser_reflects_off_mirrors(play):
    up = area("mirror", (10, 2), (12, 2), (12, 4))  # a slope of 45 degrees throws it up
    game = play(level(up, box("solid", 8, 10, 4, 1), at("barrel", 10.72, 9)))
    arm(game, Weapon.LASER)
    esper.component_for_entity(only(Barrel), RigidBody).gravity_scale = 0.0
    put(game, 5 * TILE, 2 * TILE + tuning.BODY_HEIGHT / 2)
    esper.component_for_entity(only(Barrel), RigidBody).velocity = (0, 0)
    barrel = esper.component_for_entity(only(Barrel), Transform)
    barrel.position = (barrel.x, 9 * TILE)
    tap(game, Action.FIRE)
    start, corner, end = esper.component_for_entity(only(Beam), Beam).points
    assert corner.y == pytest.approx(start.y, abs=0.1)
    assert end.x == pytest.approx(corner.x, abs=0.1) and end.y > 8 * TILE
    assert game.session.counts["reflections"] == 1
    assert esper.component_for_entity(only(Barrel), Barrel).fuse is not None


def test_two_mirrors_face_to_face_end_the_beam_sometime(play):
    game = play(level(box("mirror", 7, 2, 1, 6), box("mirror", 2, 2, 1, 6)))
    arm(game, Weapon.LASER)
    tap(game, Action.FIRE)
    assert 2 <= game.session.counts["reflections"] <= tuning.LASER_MIRRORS


def test_the_laser_pushes_a_crate(play):
    game = play(level(at("crate", 9, 2.5)))
    arm(game, Weapon.LASER)
    tap(game, Action.FIRE)
    run(game, 0.3)
    assert where(only(Crate)).x > 9.05


def test_a_rocket_explodes_where_it_hits(play):
    game = still_drone(play, box("solid", 12, 2, 1, 8))
    heard = Heard(signals.EXPLODED)
    arm(game, Weapon.ROCKETS, 2)
    fire_at(game, 12, 4)
    assert esper.get_component(Rocket)
    run_until(game, lambda: bool(heard.signals))
    assert heard.signals[0].kind == "rocket" and heard.signals[0].size == tuning.Blasts.ROCKET[0]
    assert heard.signals[0].point.x == pytest.approx(12 * TILE, abs=20)
    run(game, 0.1)
    assert not esper.get_component(Rocket)
    assert esper.get_component(Blast)
    assert 0 < points() < tuning.DRONE_HEALTH  # it stood aside
    assert arsenal(game).ammo[Weapon.ROCKETS] == 1
    run(game, tuning.BLAST_LIFE)
    assert not esper.get_component(Blast)


def explosion_at(play, x, *things):
    """A game in which a rocket's explosion has just happened at (x, 2.72)."""
    from demo_game.rules.blast import explode

    game = play(level(*things))
    explode(game.rules[0].run, Vec2(x, 2.5) * TILE, *tuning.Blasts.ROCKET, "rocket")
    game.step()
    return game


def test_explosions_push_distant_bodies_less(play):
    explosion_at(play, 20, at("crate", 21.2, 2.5), at("crate", 18.0, 2.5), at("crate", 25, 2.5))
    near, far, out = (
        esper.component_for_entity(entity, RigidBody).velocity.x for entity, _ in esper.get_component(Crate)
    )
    assert near > -far > 0
    assert abs(out) < 0.01


def test_a_wall_shields_from_an_explosion(play):
    explosion_at(play, 20, box("solid", 20.5, 2, 0.2, 4), at("crate", 21.4, 2.5))
    assert esper.component_for_entity(only(Crate), RigidBody).velocity.length < 1


def test_explosions_hurt_the_shooter_a_little(play):
    game = explosion_at(play, 5.5)
    assert tuning.PLAYER_HEALTH * 0.5 < health(game) < tuning.PLAYER_HEALTH


def test_a_grenade_bounces_and_waits(play):
    game = play(FLAT)
    bounces = Heard(signals.BOUNCED)
    explosions = Heard(signals.EXPLODED)
    arm(game, Weapon.GRENADES)
    fire_at(game, 9, 4)
    body = esper.component_for_entity(only(Grenade), RigidBody)
    assert body.continuous == "bullet"
    run(game, tuning.GRENADE_FUSE - 0.1)
    assert bounces.signals and not explosions.signals
    run(game, 0.2)
    assert [signal.kind for signal in explosions.signals] == ["grenade"]
    assert not esper.get_component(Grenade)


def test_a_grenade_explodes_at_an_enemy(play):
    game = still_drone(play)
    arm(game, Weapon.GRENADES)
    fire_at(game, 10, 2.8)
    run(game, 0.6)
    assert game.session.counts["exploded grenade"] == 1
    assert not esper.get_component(Drone)


def test_weapons_are_chosen_by_number_and_in_turn(play):
    game = play(level(weapons="pistol,laser,grenades"))
    assert arsenal(game).ammo == {Weapon.PISTOL: math.inf, Weapon.LASER: 10, Weapon.GRENADES: 10}
    tap(game, Action.WEAPON_2)
    assert arsenal(game).current is Weapon.LASER
    tap(game, Action.WEAPON_3)  # rockets: not there
    assert arsenal(game).current is Weapon.LASER
    tap(game, Action.NEXT_WEAPON)
    assert arsenal(game).current is Weapon.GRENADES
    tap(game, Action.NEXT_WEAPON)
    assert arsenal(game).current is Weapon.PISTOL


def test_an_empty_weapon_says_so(play):
    game = play(FLAT)
    clicks = Heard(signals.EMPTY)
    arm(game, Weapon.LASER, 1)
    tap(game, Action.FIRE)
    run(game, tuning.LASER_PAUSE + 0.05)
    tap(game, Action.FIRE)
    assert game.session.counts["fired laser"] == 1
    assert [signal.kind for signal in clicks.signals] == ["laser"]


def test_shots_are_removed_after_a_while(play):
    game = play(FLAT)
    game.controls.target = Vec2(5, 16) * TILE
    tap(game, Action.FIRE)
    run(game, 2.0)
    assert not esper.get_component(Shot)
