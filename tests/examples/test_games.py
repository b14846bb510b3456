"""The examples that are games: what a player does in them has the effect that they are about."""

from __future__ import annotations

import math

import esper
import pytest

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

from arcade import key

from ecsphys import CharacterController, Collider, RigidBody, Transform, Vec2
from ecsphys.arcade import Paint
from tests.examples.stage import STEP

pytestmark = pytest.mark.jit


def test_hello_ball_bounces_to_half_its_height(show):
    stage = show("hello_ball")
    (first,) = stage.moving()
    stage.click(300, 500)
    heights = []
    for _ in range(120):
        stage.run(STEP)
        heights.append(stage.part(first, Transform).y)
    assert 110 <= min(heights) < 118  # floor and radius; it bounces within a step
    assert max(heights[heights.index(min(heights)) :]) - 110 == pytest.approx(0.7**2 * 490, rel=0.05)
    assert len(stage.moving()) == 2


def test_breakout_keeps_its_energy_for_a_minute(show):
    stage = show("breakout")
    view = stage.view
    bricks = len(esper.get_component(stage.module.Brick))
    caught = 0
    for frame in range(3600):
        stage.point(view.ball.x + 40 * math.sin(frame), 0)
        stage.run(STEP)
        caught += view.ball.y > 0
    assert view.body.velocity.length == pytest.approx(stage.module.SPEED, rel=1e-9)
    assert caught == 3600 and len(esper.get_component(stage.module.Brick)) < bricks - 20


def test_breakout_brings_a_lost_ball_back(show):
    stage = show("breakout")
    stage.view.ball.position = 30, -100
    stage.run(STEP)
    stage.picture()
    assert stage.view.ball.position == (640, 300)


def test_twin_stick_has_chasers_that_come_and_fall(show):
    stage = show("twin_stick")
    place, chasers = stage.view.place, len(esper.get_component(stage.module.Chaser))
    assert chasers == 200
    stage.point(500, 10)
    stage.hold(0.5, key.A)
    assert place.x < 500
    stage.run(1.5)
    left = [entity for entity, _ in esper.get_component(stage.module.Chaser)]
    near = [stage.part(entity, Transform).position.distance(place.position) for entity in left]
    assert 120 < len(left) < 200 and sum(distance < 200 for distance in near) > 30


def test_the_pool_table_predicts_what_comes(show):
    stage = show("pool_table")
    stage.run(0.1)
    cue = stage.view.cue
    stage.press(340, 360)
    stage.drag(140, 352)
    white = stage.picture().crop((400, 330, 560, 360)).getcolors()
    assert any(color == (255, 255, 255) for _, color in white)  # dots on the way
    path = stage.physics.predict(cue, 60, velocity=stage.view.aim)
    stage.release(140, 352)
    stage.run(1)
    assert tuple(stage.part(cue, Transform).pose) == tuple(path[-1])
    assert sum(stage.part(ball, RigidBody).velocity.length > 1 for ball in stage.moving()) > 5


def test_pool_balls_fall_into_pockets_and_the_white_one_comes_back(show):
    stage = show("pool_table")
    stage.run(0.1)
    red = stage.moving()[-1]
    for ball in (red, stage.view.cue):
        stage.part(ball, Transform).position = 1100, 540
        stage.part(ball, RigidBody).velocity = 400, 400
        stage.run(1)
        assert not esper.entity_exists(ball)
    assert stage.part(stage.view.cue, Transform).position == (340, 360)


def test_pinball_flippers_turn_between_their_limits_and_bumpers_kick(show):
    stage = show("pinball")
    stage.run(0.5)
    assert stage.view.left.angle == pytest.approx(0, abs=0.05)
    stage.hold(0.3, key.LEFT)
    assert stage.view.left.angle == pytest.approx(1, abs=0.1) and abs(stage.view.right.angle) < 0.05
    stage.tap(key.SPACE)
    fastest = 0.0
    for _ in range(300):
        before = stage.view.body.velocity
        stage.run(STEP)
        fastest = max(fastest, (stage.view.body.velocity - before).length)
        if stage.view.ball.y < 0:
            break
    assert fastest > 300  # a kick, or the turn of the table
    stage.view.ball.position, stage.view.body.velocity = (590, 445), (0, -50)
    stage.run(0.2)
    assert stage.view.body.velocity.y > 100


def test_angry_boxes_stand_until_they_are_hit(show):
    stage = show("angry_boxes")
    boxes = set(stage.view.boxes)
    stage.run(2)
    assert boxes <= set(stage.moving())
    stage.press(220, 260)
    stage.drag(80, 230)
    stage.picture()
    stage.release(80, 230)
    stage.run(2)
    assert len(boxes & set(stage.moving())) < len(boxes) - 2
    assert stage.part(stage.view.ball, Transform).position == (220, 260)  # the next one


def hero_of(stage):
    ((entity, (_, place)),) = esper.get_components(CharacterController, Transform)
    return entity, place


def test_the_hero_passes_one_way_platforms_both_ways(show):
    stage = show("one_way")
    _, place = hero_of(stage)
    for _, (spot, _) in esper.get_components(Transform, RigidBody):
        if spot.y > 680:
            spot.y += 3000  # crates: not now
    place.position = 330, 75
    stage.run(0.3)
    low = place.y
    stage.tap(key.W)
    stage.run(1)
    assert place.y > low + 90 and stage.view.hero.on_floor
    stage.tap(key.S)
    stage.run(1)
    assert place.y == pytest.approx(low, abs=1)


def climb(stage):
    """Run into the shaft, and jump from wall to wall until the hero is above them; returns the jumps."""
    hero, (_, place), jumps, toward = stage.view.hero, hero_of(stage), 0, key.D
    for _ in range(900):
        stage.down(toward)
        stage.run(STEP)
        if hero.on_wall and (place.x > 600 or not hero.on_floor):
            stage.up(toward)
            toward = key.A if place.x > 690 else key.D
            stage.down(key.W)
            jumps += 1
        if place.y > 660:
            break
    stage.up(toward)
    return jumps


def test_the_hero_climbs_the_shaft_by_wall_jumps(show):
    stage = show("wall_jump")
    assert 4 <= climb(stage) <= 14
    assert hero_of(stage)[1].y > 660


def test_the_hero_jumps_once_more_in_the_air_and_is_red_until_it_lands(show):
    stage = show("wall_jump")
    look, (_, place) = stage.view.look, hero_of(stage)
    stage.run(0.2)
    low, colors = place.y, set()
    for _ in range(2):
        stage.down(key.W)
        stage.run(0.35)
        stage.up(key.W)
    assert place.y > low + 1.4 * 560**2 / 3000 and look.color[:3] == stage.module.SPENT
    for _ in range(60):
        stage.run(STEP)
        colors.add(look.color[:3])
    assert colors == {stage.module.SPENT, stage.module.LANDED, stage.module.READY}


def test_the_lift_carries_the_hero(show):
    stage = show("one_way")
    _, place = hero_of(stage)
    place.position = 640, stage.view.lift.y + 45
    stage.run(2)
    assert place.y - stage.view.lift.y == pytest.approx(37, abs=2) and stage.view.lift.y > 300


def test_the_hero_of_the_tile_grid_catches_nowhere(show):
    stage = show("tile_grid")
    _, place = hero_of(stage)
    place.position = 170, 6 * 72 + 40  # on a ledge of three tiles
    stage.run(0.4)
    stage.down(key.D)
    speeds = []
    for _ in range(26):
        before = place.x
        stage.run(STEP)
        speeds.append((place.x - before) / STEP)
    assert place.x > 300 and min(speeds[1:]) == pytest.approx(320, rel=0.01)
    stage.up(key.D)
    assert all(0 < stage.part(one, Transform).y < 720 for one in stage.moving())


def test_the_platformer_has_coins_a_ladder_and_a_lift(show):
    stage = show("platformer")
    stage.run(1)
    view, place = stage.view, stage.part(stage.view.me, Transform)
    assert view.hero.on_floor
    start = place.x
    stage.hold(1, key.D)
    assert place.x > start + 150
    coin = min(view.coins)
    sprites = len(view.sync.sprites)
    place.position = stage.part(coin, Transform).position
    stage.run(0.1)
    stage.picture()
    left = sum(map(esper.entity_exists, view.coins))
    assert not esper.entity_exists(coin) and len(view.sync.sprites) == left + 2 < sprites
    place.position = 13.5 * 64, 12 * 64
    stage.run(0.1)
    assert view.hero.mode == "floating"
    stage.hold(0.5, key.W)
    assert place.y > 12 * 64 + 80
    stage.run(0.5)
    assert view.hero.mode == "floating" and view.hero.real_velocity.length < 1  # it hangs on
    ((_, (lift, body)),) = [
        (one, both) for one, both in esper.get_components(Transform, RigidBody) if both[1] is view.lift
    ]
    place.position = lift.x, lift.y + 50
    stage.run(1)
    above, height = place.y - lift.y, lift.y
    stage.run(0.7)
    assert place.y - lift.y == pytest.approx(above, abs=2) and abs(lift.y - height) > 10
    assert view.hero.on_floor and abs(body.velocity.y) == 80


def test_the_car_climbs_hills(show):
    stage = show("car_on_hills")
    chassis = stage.part(stage.view.car.chassis, Transform)
    stage.run(1)
    start = chassis.x
    stage.hold(4, key.D)
    assert chassis.x > start + 700
    stage.run(2)
    stopped = chassis.x
    stage.run(0.5)
    assert chassis.x == pytest.approx(stopped, abs=5)  # the motors brake


def test_guards_see_the_lamp_but_through_walls(show):
    stage = show("line_of_sight")
    stage.point(640, 360)
    stage.run(0.1)
    seen = {entity for entity, (_, paint) in esper.get_components(stage.module.Guard, Paint) if is_red(paint)}
    guards = {entity for entity, _ in esper.get_component(stage.module.Guard)}
    assert set() < seen < guards
    for guard in guards:
        eye = stage.part(guard, Transform).position
        hit = stage.physics.raycast(eye, Vec2(640, 360), ignore=guard)
        assert (hit is None) == (guard in seen)
    stage.point(400, 110)  # beside the second guard
    stage.run(0.1)
    assert {
        entity for entity, (_, paint) in esper.get_components(stage.module.Guard, Paint) if is_red(paint)
    } != seen


def is_red(paint: Paint) -> bool:
    return paint.color[0] == 255


def test_caves_are_dug_at_run_time(show):
    stage = show("dig_caves")
    stage.run(2)
    ball = max(stage.moving(), key=lambda one: stage.part(one, Transform).y)
    for other in set(stage.moving()) - {ball}:
        esper.delete_entity(other)
    place = stage.part(ball, Transform)
    place.position = 640, 700
    stage.view.cells[:] = True
    stage.view.cells[40:, 38:42] = False
    stage.view.rebuild()
    stage.run(2)
    height = place.y
    assert height == pytest.approx(40 * 16 + 7, abs=1)
    stage.send("on_mouse_drag", 640, 620, 0, 0, 1, 0)
    stage.run(1)
    assert place.y < height - 15
    assert len(esper.get_component(Collider)) == 2  # the ground's was replaced, not joined by others
