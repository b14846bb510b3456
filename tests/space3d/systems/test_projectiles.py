"""Projectiles in space: hits, piercing, ricochets, range, and who decides."""

from __future__ import annotations

import esper
import pytest

import ecsphys
from ecsphys import space3d as s3
from tests.space3d.things import Recorder, ball, body, collider, ground, motion, physics, run, transform

HIT, SPENT = ecsphys.PROJECTILE_HIT, ecsphys.PROJECTILE_SPENT


def shoot(velocity: s3.Vec3 | tuple = (300, 0, 0), at: tuple = (-5, 0, 0), **options: object) -> int:
    restitution = options.pop("restitution", 0)
    gravity_scale = options.pop("gravity_scale", 0)
    return esper.create_entity(
        s3.Transform3D(*at),
        s3.Body3D(velocity=velocity, gravity_scale=gravity_scale),
        s3.Collider3D(s3.Sphere(0.1), restitution=restitution),
        s3.Projectile3D(**options),
    )


def wall(x: float = 0, **options: object) -> int:
    return body(s3.Box(0.2, 10, 10), x, kind="static", **options)


@pytest.mark.parametrize("mode", ["swept", "ray"])
def test_a_shot_stops_where_it_hits(mode: str) -> None:
    physics()
    target, shot = wall(), shoot(mode=mode)
    heard = Recorder(HIT, SPENT)
    run(3)
    assert heard.names() == [HIT, SPENT]
    event = heard.heard[0][1]
    assert isinstance(event, s3.ProjectileEvent3D)
    assert event.entities == (shot, target)
    radius = 0.1 if mode == "swept" else 0
    assert event.point == pytest.approx((-0.1, 0, 0), abs=1e-9)
    assert event.normal == pytest.approx((-1, 0, 0))
    assert event.distance == pytest.approx(4.9 - radius)
    assert event.speed == pytest.approx(300)
    assert event.spent
    assert transform(shot).position == pytest.approx((-0.1 - radius, 0, 0), abs=1e-9)
    assert motion(shot).velocity == (0, 0, 0)


def test_it_pierces_then_ricochets_then_ends() -> None:
    physics()
    first, second, third = wall(), wall(2), wall(4)
    back = wall(1)  # between the two that it goes through
    calls = []
    shot = shoot(pierce=2, ricochet=1, restitution=1, on_hit=lambda me, other, event: calls.append(other))
    run(10)
    assert calls == [first, back, second, back]
    assert transform(shot).x == pytest.approx(1.2, abs=1e-6)
    assert third not in calls


def test_a_ricochet_keeps_its_speed_and_angle() -> None:
    physics()
    wall()
    shot = shoot((120, 60, 0), restitution=1, ricochet=1)
    run(6)
    assert motion(shot).velocity == pytest.approx((-120, 60, 0))
    assert transform(shot).y == pytest.approx(6)
    # 4.8 to the wall's side, then back
    assert transform(shot).x == pytest.approx(-0.2 - (12 - 4.8), abs=1e-3)


def test_range_and_despawn() -> None:
    physics()
    shot = shoot(max_distance=8, despawn=True)
    heard = Recorder(SPENT, HIT)
    run(3)
    ((name, event),) = heard.heard
    assert (name, event.entity, event.distance) == (SPENT, 0, pytest.approx(8))
    assert event.point == pytest.approx((3, 0, 0))
    assert not esper.entity_exists(shot)


def test_who_decides() -> None:
    clock = physics()
    ignored, filtered, masked = wall(), wall(2), wall(4, layer=2, mask=2)
    target = wall(6)
    shot = shoot(ignore=ignored)
    clock.ignore(shot, filtered)
    heard = Recorder(HIT)
    run(5)
    assert [event.entity for _, event in heard.heard] == [target]
    assert masked not in [event.entity for _, event in heard.heard]


def test_it_hits_what_moves_and_pushes_nothing() -> None:
    physics()
    target = ball(velocity=(60, 0, 0))
    shot = shoot((600, 0, 0))
    heard = Recorder(HIT)
    run(3)
    assert [event.entity for _, event in heard.heard] == [target]
    assert motion(target).velocity == (60, 0, 0)
    assert heard.heard[0][1].point.x < transform(target).x
    assert shot


@pytest.mark.parametrize("kind", ["octree", "brute_force", "bounding_volume_tree", "sweep_and_prune"])
def test_of_equally_near_things_the_smallest_entity_is_hit(kind: str) -> None:
    physics(broad_phase=kind)
    walls = [wall() for _ in range(3)]
    shoot()
    heard = Recorder(HIT)
    run(2)
    assert [event.entity for _, event in heard.heard] == walls[:1]


def test_gravity_bends_its_path() -> None:
    physics((0, -10, 0))
    floor = ground()
    shot = shoot((20, 0, 0), (-5, 2, 0), gravity_scale=1)
    heard = Recorder(HIT)
    run(60)
    ((_, event),) = heard.heard
    assert event.entity == floor
    assert event.point.x == pytest.approx(-5 + 20 * (2 * 1.9 / 10) ** 0.5, abs=0.2)
    assert transform(shot).y == pytest.approx(0.1, abs=1e-9)


def test_mistakes_are_named() -> None:
    physics()
    entity = esper.create_entity(s3.Transform3D(), s3.Body3D(), s3.Projectile3D())
    with pytest.raises(ValueError, match=f"needs a Collider3D, entity {entity} has none"):
        run()
    esper.delete_entity(entity)
    run()
    static = esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Sphere(1)), s3.Projectile3D())
    with pytest.raises(ValueError, match=f"needs a Body3D that moves, entity {static} is static"):
        run()


def test_a_disabled_collider_hits_nothing() -> None:
    physics()
    wall()
    shot = shoot()
    collider(shot).enabled = False
    run(3)
    assert transform(shot).x > 5
