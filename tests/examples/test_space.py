"""The examples of space do what they say."""

from __future__ import annotations

import esper
import pytest

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

from arcade import key

from ecsphys.space3d import Body3D, Projectile3D, Transform3D

pytestmark = pytest.mark.jit


def dynamic():
    """Return entity, place and body of all dynamic bodies."""
    return [
        (entity, place, body)
        for entity, (place, body) in esper.get_components(Transform3D, Body3D)
        if body.kind == "dynamic"
    ]


def test_what_is_poured_stays_in_the_bowl(show):
    stage = show("space_bowl")
    stage.run(12)
    inside = [place for _, place, _ in dynamic() if max(abs(place.x), abs(place.z)) < 6 and place.y > -1]
    assert len(inside) >= 145


def test_a_click_in_the_bowl_pushes_what_it_is_on(show):
    stage = show("space_bowl")
    stage.run(8)
    _, place, body = max(dynamic(), key=lambda thing: thing[1].y)
    away = (place.position - stage.view.eye.position).normalized()
    before = body.velocity.dot(away)
    stage.click(*stage.view.camera.project(place.position))
    assert body.velocity.dot(away) > before + 3


@pytest.mark.parametrize("way", [((key.W, 1.2), (key.A, 0.72)), ((key.A, 0.72), (key.W, 1.2))])
def test_the_hero_walks_up_the_stairs_and_the_ramp(show, way):
    stage = show("space_walk")
    stage.run(0.2)
    floor = stage.view.place.y
    for symbol, seconds in way:
        stage.hold(seconds, symbol)
    assert stage.view.place.y == pytest.approx(floor + 1.2, abs=0.05)
    assert stage.view.hero.on_floor


def test_the_lift_carries_the_hero_to_the_tower(show):
    stage = show("space_walk")
    stage.view.place.position = -4.6, 0.9, -3
    while stage.view.lift.velocity.y > 0 or stage.seconds < 1:
        stage.run(0.1)
    assert stage.view.hero.on_floor
    stage.hold(0.5, key.A)
    assert stage.view.place.y == pytest.approx(4.7, abs=0.05) and stage.view.place.x < -6


def test_the_hero_jumps_and_pushes_crates(show):
    stage = show("space_walk")
    stage.run(0.2)
    floor = stage.view.place.y
    stage.hold(0.3, key.SPACE)
    assert stage.view.place.y > floor + 0.8
    stage.run(1)
    stage.view.place.position = 4, 0.7, 1
    before = [place.position for _, place, _ in dynamic()]
    stage.hold(1, key.D)
    moved = [place.position.distance(old) for (_, place, _), old in zip(dynamic(), before, strict=True)]
    assert max(moved) > 0.5


@pytest.mark.parametrize("speed", [40, 500])
def test_a_shot_pushes_the_crate_that_is_clicked(show, speed):
    stage = show("space_gallery")
    stage.module.SPEED = speed
    stage.run(0.2)
    crate = 30
    place, body = esper.components_for_entity(dynamic()[crate][0])[:2]
    assert body.velocity.length < 0.1
    stage.click(*stage.view.camera.project(place.position))
    for _ in range(30):
        stage.run(1 / 60)
        if body.velocity.z < -1:
            break
    assert body.velocity.z < -1
    stage.run(0.1)
    assert not list(esper.get_component(Projectile3D))  # it is spent


def test_a_shot_into_the_sky_meets_nothing(show):
    stage = show("space_gallery")
    stage.run(0.2)
    stage.click(640, 700)
    assert len(list(esper.get_component(Projectile3D))) == 1
    stage.run(2)
    assert not list(esper.get_component(Projectile3D))
    assert all(body.velocity.length < 0.5 for _, _, body in dynamic())
