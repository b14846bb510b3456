"""Projectiles whose collider is disabled, missing or aside of their origin, and speeds beyond all measure."""

from __future__ import annotations

import contextlib

import esper
import pytest

from ecsphys import Box, Circle, Collider, Projectile, RigidBody, Segment, Transform
from ecsphys.world.bodies import BODY_FIELDS
from tests.projectile.shots import BOTH, Range, shot


@BOTH
def test_with_a_disabled_collider_it_flies_and_hits_nothing(mode: str) -> None:
    play = Range()
    _, wall = (esper.create_entity(Transform(x, 0), Collider(Box(10, 50))) for x in (50, 200))
    collider = Collider(Circle(3))
    bullet = esper.create_entity(
        Transform(), RigidBody(velocity=(600, 0), gravity_scale=0), collider, Projectile(mode=mode)
    )
    play.run(1)
    collider.enabled = False
    play.run(9)
    assert play.physics.explain(bullet, wall) == (
        f"the Collider of the Projectile {bullet} is disabled: it flies on and hits nothing"
    )
    assert esper.component_for_entity(bullet, Transform).x == pytest.approx(100)
    collider.enabled = True
    play.run(20)
    assert [hit.entity for hit in play.hits] == [wall]


def test_its_range_ends_with_a_disabled_collider_too() -> None:
    play = Range()
    projectile = Projectile(max_distance=50)
    esper.create_entity(
        Transform(),
        RigidBody(velocity=(600, 0), gravity_scale=0),
        Collider(Circle(3), enabled=False),
        projectile,
    )
    play.run(10)
    assert projectile.spent and projectile.distance == 50


def test_a_missing_collider_is_one_error_and_can_be_mended() -> None:
    play = Range()
    collider = Collider(Circle(3))
    body = RigidBody(velocity=(600, 0), gravity_scale=0)
    bullet = esper.create_entity(Transform(), body, collider, Projectile())
    play.run(1)
    esper.remove_component(bullet, Collider)
    for _ in range(2):
        with pytest.raises(ValueError, match=f"needs a Collider, entity {bullet} has none"):
            play.run(1)
    esper.add_component(bullet, Collider(Circle(4)))
    play.run(2)
    assert esper.component_for_entity(bullet, Transform).x == pytest.approx(30)


def test_a_spent_one_may_lose_its_body() -> None:
    play = Range()
    esper.create_entity(Transform(50, 0), Collider(Box(10, 50)))
    arrow = esper.create_entity(
        Transform(), RigidBody(velocity=(6000, 0), gravity_scale=0), Collider(Circle(3)), Projectile()
    )
    play.run(2)
    esper.remove_component(arrow, RigidBody)
    play.run(2)
    assert esper.component_for_entity(arrow, Transform).x == pytest.approx(42)


def test_a_ray_follows_the_origin_and_a_swept_shape_its_own_place() -> None:
    play = Range()
    low = esper.create_entity(Transform(100, 0), Collider(Box(10, 6)))
    high = esper.create_entity(Transform(80, 10), Collider(Box(10, 6)))
    shots = {}
    for mode in ("ray", "swept"):
        place = Transform()
        parts = RigidBody(velocity=(3000, 0), gravity_scale=0), Collider(Circle(3, (0, 10)))
        shots[esper.create_entity(place, *parts, Projectile(mode=mode))] = place
    play.run(3)
    (ray, at), (swept, there) = shots.items()
    assert {hit.projectile: hit.entity for hit in play.hits} == {ray: low, swept: high}
    assert at.position == pytest.approx((95, 0)) and there.position == pytest.approx((72, 0))


@pytest.mark.filterwarnings("ignore")  # of numpy, about overflow
@BOTH
@pytest.mark.parametrize("speed", [1e153, 1e160, -1e300, 1.7e308])
def test_no_speed_makes_it_hit_what_does_not_exist(mode: str, speed: float) -> None:
    play = Range()
    esper.create_entity(Transform(100, 0), Collider(Box(10, 50)))
    for k in range(20):
        place, body = Transform(-20 * k, 0), RigidBody(gravity_scale=0)
        esper.create_entity(place, body, Collider(Circle(3)), Projectile(pierce=2, ricochet=1, mode=mode))
        body._rows.reals[body._at + BODY_FIELDS["vx"]] = (
            speed  # past all checks, as a force within a step would
        )
    with contextlib.suppress(ValueError):  # may be refused
        play.run(3)
    assert all(hit.entity == 1 and hit.shape == 0 for hit in play.hits)


@pytest.mark.parametrize("velocity", [(0, 600), (0, -600), (600, 0), (600, 600), (-600, -600)])
def test_a_ray_leaves_the_line_on_which_it_starts(velocity: tuple[float, float]) -> None:
    play = Range()
    esper.create_entity(Transform(), Collider(Segment((-50, 0), (50, 0))))
    ceiling = esper.create_entity(Transform(0, 300), Collider(Segment((-900, 0), (900, 0))))
    shot(velocity, mode="ray")
    play.run(60)
    assert [hit.entity for hit in play.hits] == [ceiling] * (velocity[1] > 0)


@pytest.mark.parametrize("velocity", [(0, 600), (600, 600)])
def test_a_ray_that_falls_back_hits_the_line_off_which_it_bounced(velocity: tuple[float, float]) -> None:
    play = Range(gravity=(0, -900))
    line = esper.create_entity(Transform(), Collider(Segment((-9000, 0), (9000, 0))))
    _, body, _ = shot((velocity[0], -600), at=(0, 50), mode="ray", ricochet=9)
    body.gravity_scale = 1
    play.run(300)
    assert len(play.hits) > 2 and {hit.entity for hit in play.hits} == {line}
