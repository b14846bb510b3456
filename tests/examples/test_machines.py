"""The examples of joints, areas and contraptions do what they say."""

from __future__ import annotations

import math

import esper
import pytest

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

from arcade import key

from ecsphys import Box, Collider, RevoluteJoint, RigidBody, Transform
from ecsphys.arcade import Paint
from tests.examples.stage import STEP

pytestmark = pytest.mark.jit


def test_the_marble_run_runs(show):
    stage = show("marble_run")
    turned, tilted = 0.0, 0.0
    marbles = set(stage.moving()) - {stage.view.wheel, stage.view.seesaw}
    for _ in range(600):
        stage.run(STEP)
        turned = max(turned, abs(stage.part(stage.view.wheel, Transform).angle))
        tilted = max(tilted, abs(stage.part(stage.view.seesaw, Transform).angle))
    assert turned > 1.5 and tilted > 0.2
    assert all(-100 < stage.part(marble, Transform).y < 1400 for marble in marbles)


def test_marbles_are_lifted_to_the_top(show):
    stage = show("marble_run")
    stage.run(0.5)
    marble = stage.moving()[-1]
    stage.part(marble, Transform).position = 640, 0
    stage.run(0.1)
    assert stage.part(marble, Transform).y > 700


def test_the_factory_sorts_by_colour(show):
    stage = show("conveyor_factory")
    stage.run(40)
    sorted_out = 0
    for _, (place, paint) in esper.get_components(Transform, Paint):
        if paint.color in stage.module.BINS and place.y < 200:
            assert (place.x < 470) == (stage.module.BINS[paint.color] < 0)
            sorted_out += 1
    assert sorted_out >= 8


def test_planets_stay_on_their_orbits(show):
    stage = show("planets")
    sun, planets = stage.module.SUN, stage.moving()
    before = [stage.part(planet, Transform).position.distance(sun) for planet in planets]
    stage.run(20)
    for planet, distance in zip(planets, before, strict=True):
        assert stage.part(planet, Transform).position.distance(sun) == pytest.approx(distance, rel=2e-3)
    stage.press(100, 100)
    stage.release(200, 150)
    (thrown,) = set(stage.moving()) - set(planets)
    assert stage.part(thrown, RigidBody).velocity == (200, 100)
    stage.run(0.2)
    assert len(stage.view.trail) > 300


def test_the_boat_floats_with_its_cargo(show):
    stage = show("boat_on_water")
    stage.run(4)
    ((_, (place, _, _)),) = [
        (one, parts)
        for one, parts in esper.get_components(Transform, RigidBody, Collider)
        if parts[1] is stage.view.boat
    ]
    assert 250 < place.y < 350 and abs(math.remainder(place.angle, math.tau)) < 0.2
    before = place.x
    stage.hold(1.5, key.D)
    assert place.x > before + 50


def test_wood_floats_and_stone_sinks(show):
    stage = show("boat_on_water")
    for x, density in ((950, 0.5), (1150, 2.5)):
        stage.view.drop(x, 400, density)
    wood, stone = stage.moving()[-2:]
    stage.run(4)
    assert stage.part(wood, Transform).y == pytest.approx(300, abs=20)  # half submerged
    assert stage.part(stone, Transform).y < 60


def test_wind_moves_what_faces_it(show):
    stage = show("wind_and_sails")
    yacht = stage.part(stage.view.yacht, Transform)
    stage.point(1000, 380)
    start = yacht.x
    stage.run(1)
    assert yacht.x > start + 30
    stage.point(100, 380)
    turned = yacht.x
    stage.run(5)
    assert yacht.x < turned and stage.view.air.wind.x < 0
    vanes = [
        stage.part(joint.b, Transform).angle
        for _, joint in esper.get_component(RevoluteJoint)
        if joint.a is None and joint.b in stage.moving()
    ]
    assert all(math.cos(angle) > 0.8 for angle in vanes[:2])  # their tails are downwind, on the left


def test_the_bridge_holds_until_it_breaks_and_is_mended(show):
    stage = show("rope_bridge")
    stage.run(2)
    for x in range(400, 900, 100):
        stage.click(x, 500)
        stage.run(0.5)
    assert stage.view.broken == 0
    middle = stage.part(stage.view.bridge.planks[12], Transform)
    assert middle.y > 200
    esper.create_entity(Transform(640, 600), RigidBody(), Collider(Box(150, 150), density=20))
    stage.run(2)
    assert stage.view.broken > 0 and stage.view.text.text.startswith(str(stage.view.broken))
    stage.tap(key.R)
    assert not any(stage.part(joint, RevoluteJoint).broken for joint in stage.view.bridge.joints)


def test_ragdolls_fall_down_the_stairs_and_can_be_grabbed(show):
    stage = show("ragdolls")
    count = len(stage.moving())
    stage.run(5)
    assert count == 33 and all(0 < stage.part(limb, Transform).y < 720 for limb in stage.moving())
    assert max(stage.part(limb, RigidBody).velocity.length for limb in stage.moving()) < 150
    head = stage.moving()[2]
    place = stage.part(head, Transform)
    stage.press(*place.position)
    stage.drag(640, 600)
    stage.run(1.5)
    assert place.y > 450
    stage.release(640, 600)
    stage.tap(key.SPACE)
    assert len(stage.moving()) == 44


def test_the_wrecking_ball_wrecks_and_its_chain_holds(show):
    stage = show("wrecking_ball")
    tower = [one for one in stage.moving() if stage.part(one, Transform).x > 700]
    before = [stage.part(one, Transform).position for one in tower]
    stage.run(1)
    assert (
        max(p.distance(stage.part(one, Transform).position) for p, one in zip(before, tower, strict=True)) < 9
    )
    stage.hold(1.5, key.D)
    stage.run(2)
    moved = [p.distance(stage.part(one, Transform).position) for p, one in zip(before, tower, strict=True)]
    assert sum(distance > 40 for distance in moved) > 10
    assert abs(stage.physics.joints["stretch"]).max() < 1


def area_of(points):
    pairs = zip(points, points[1:] + points[:1], strict=True)
    return 0.5 * sum(p.x * q.y - p.y * q.x for p, q in pairs)


def test_soft_bodies_keep_their_area(show):
    stage = show("soft_bodies")

    def areas():
        rims = [[stage.part(disc, Transform).position for disc in jelly.rim] for jelly in stage.view.jellies]
        return [area_of(rim) for rim in rims]

    before = areas()
    stage.run(4)
    for now, then in zip(areas(), before, strict=True):
        assert 0.75 < now / then < 1.1
    stage.tap(key.SPACE)
    assert len(stage.view.jellies) == 6


def test_walls_are_cover(show):
    stage = show("explosion")
    stage.run(1)
    crates = stage.moving()
    stage.click(560, 300)
    hit = {blast.entity for blast in stage.view.blasts}
    sheltered = {one for one in crates if 262 < stage.part(one, Transform).x < 518}
    behind = {one for one in crates if stage.part(one, Transform).x > 912}
    assert len(sheltered) == 24 and hit and not hit & sheltered
    assert len(hit & behind) < len(behind) / 2
    assert all(stage.part(one, Paint).color[:3] == stage.module.HIT for one in hit)
    stage.run(0.5)
    assert all(stage.part(one, RigidBody).velocity.length < 30 for one in sheltered)
