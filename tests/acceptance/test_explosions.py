"""Explosions: whom they reach, with which impulse, cover, reports and mistakes."""

from __future__ import annotations

import math

import esper
import pytest

from ecsphys import Blast, Box, Capsule, Circle, Collider, Transform
from ecsphys.shapes import Shape
from tests.acceptance.support import body, disc, physics, rigid, run, transform, wall


@pytest.mark.parametrize(
    ("shape", "angle", "width", "near"),
    [
        (Circle(10), 0.0, 20.0, 10.0), (Box(40, 20), 0.0, 20.0, 20.0), (Box(40, 20), math.pi / 2, 40.0, 10.0),
        (Capsule(60, 10), 0.0, 60.0, 10.0), (Capsule(60, 10), math.pi / 2, 20.0, 30.0),
        (Box(20, 20, radius=5), 0.0, 30.0, 15.0),
    ],
)  # fmt: skip
def test_the_impulse_is_the_facing_width_and_falls_to_zero_at_the_radius(
    shape: Shape, angle: float, width: float, near: float
) -> None:
    clock = physics()
    entity = body(shape, 100, 0, angle)
    (blast,) = clock.explode((0, 0), 200, 3)
    share = 1 - (100 - near) / 200
    assert blast == Blast(entity, blast.point, blast.impulse)
    assert blast.point.x == pytest.approx(100 - near)
    assert blast.impulse == pytest.approx((3 * width * share, 0), abs=1e-9)
    assert rigid(entity).velocity == pytest.approx(blast.impulse / rigid(entity).mass, abs=1e-9)


@pytest.mark.parametrize(("falloff", "share"), [(0, 1), (0.5, 0.5**0.5), (1, 0.5), (2, 0.25)])
def test_falloff_is_a_power(falloff: float, share: float) -> None:
    clock = physics()
    disc(0, 110, 10)
    (blast,) = clock.explode((0, 0), 200, 1, falloff=falloff)
    assert blast.impulse == pytest.approx((0, 20 * share), abs=1e-9)


def test_only_the_part_within_the_radius_counts() -> None:
    clock = physics()
    body(Box(10, 2000), 65, 0)
    (blast,) = clock.explode((0, 0), 100, 1, falloff=0)
    assert blast.impulse.x == pytest.approx(2 * 80)  # the chord at a distance of 60


def test_what_is_hit_off_centre_turns() -> None:
    clock = physics()
    plate = body(Box(20, 200), 50, 80)
    (blast,) = clock.explode((0, 0), 100, 10)
    assert blast.point == pytest.approx((40, 0), abs=1e-9)
    lever = blast.point - transform(plate).position
    assert rigid(plate).angular_velocity == pytest.approx(lever.cross(blast.impulse) / rigid(plate).inertia)


def test_an_implosion_pulls() -> None:
    clock = physics()
    entity = disc(50, 0)
    clock.explode((0, 0), 100, -5)
    assert rigid(entity).velocity.x < 0


def test_inside_of_a_shape_it_acts_at_the_centroid_in_full() -> None:
    clock = physics()
    entity = body(Box(60, 40), 10, 0)
    (blast,) = clock.explode((0, 0), 100, 2)
    assert blast.point == pytest.approx((10, 0))
    assert blast.impulse == pytest.approx((80, 0))
    assert rigid(entity).angular_velocity == 0


def test_one_report_an_entity_in_ascending_order() -> None:
    clock = physics()
    shapes = [Circle(5, center=(0, 20)), Circle(5, center=(0, -20))]
    entities = [body(shapes, 80 * math.cos(k), 80 * math.sin(k), 0.5 * k) for k in range(6)]
    for entity in (entities[1], entities[4]):
        esper.delete_entity(entity, immediate=True)
    run(1)
    late = [disc(30, 30, 4), disc(-30, 30, 4)]  # in rows of the deleted ones
    blasts = clock.explode((0, 0), 300, 1)
    expected = sorted({*entities, *late} - {entities[1], entities[4]})
    assert [blast.entity for blast in blasts] == expected


def test_masks_ignored_entities_triggers_and_what_is_not_dynamic() -> None:
    clock = physics()
    hit, other, ignored = disc(50, 0, layer=2), disc(-50, 0, layer=4), disc(0, 50, layer=2)
    disc(0, -50, layer=2, trigger=True)
    wall(60, 60, layer=2)
    body(Circle(5), -60, -60, kind="kinematic", layer=2)
    assert [blast.entity for blast in clock.explode((0, 0), 100, 1, mask=2, ignore=ignored)] == [hit]
    assert [blast.entity for blast in clock.explode((0, 0), 100, 1, ignore=[hit, ignored])] == [other]


def test_cover() -> None:
    clock = physics()
    shield = wall(50, 0, 10, 60)
    behind, beside, open_ = disc(100, 0), disc(0, 100), disc(-100, 0)
    crate = body(Box(20, 20), 0, 60)
    blasts = clock.explode((0, 0), 200, 1, cover=True)
    assert [blast.entity for blast in blasts] == [open_, crate]
    assert rigid(behind).velocity == rigid(beside).velocity == (0, 0)
    assert len(clock.explode((0, 0), 200, 1)) == 4
    assert behind in [blast.entity for blast in clock.explode((0, 0), 200, 1, cover=True, ignore=shield)]


def test_it_wakes_what_it_hits() -> None:
    clock = physics()
    entity = disc(50, 0)
    run(1)
    rigid(entity).sleep()
    run(1)
    assert not rigid(entity).awake
    clock.explode((0, 0), 100, 1)
    run(1)
    assert rigid(entity).awake
    assert transform(entity).x > 50


def test_what_was_just_made_is_hit() -> None:
    clock = physics()
    run(1)
    entity = disc(50, 0)
    assert [blast.entity for blast in clock.explode((0, 0), 100, 1)] == [entity]


def test_locked_bodies_and_momentum() -> None:
    clock = physics()
    left, right = disc(-50, 0), disc(50, 0)
    fixed = body(Circle(10), 0, 50, lock_y=True)
    clock.explode((0, 0), 100, 7)
    assert rigid(left).velocity + rigid(right).velocity == pytest.approx((0, 0))
    run(1)
    assert transform(fixed).y == 50


def test_all_broad_phases_and_moments_agree() -> None:
    reports = []
    for kind in ("quadtree", "brute_force", "sweep_and_prune"):
        esper.switch_world(f"blast {kind}")
        clock = physics(broad_phase=kind)
        for k in range(40):
            body([Box(12, 8), Circle(4, center=(6, 0))], 23 * (k % 8) - 90, 31 * (k // 8) - 70, 0.1 * k)
        reports.append(clock.explode((3, 5), 80, 2, cover=True))
    assert len(reports[0]) > 3
    assert reports[0] == reports[1] == reports[2]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (((math.nan, 0), 1, 1), "center"), (((0, 0), 0, 1), "radius"), (((0, 0), -1, 1), "radius"),
        (((0, 0), 1, math.inf), "impulse"),
    ],
)  # fmt: skip
def test_bad_arguments_are_named(arguments: tuple[object, ...], words: str) -> None:
    clock = physics()
    with pytest.raises(ValueError, match=words):
        clock.explode(*arguments)  # type: ignore[arg-type]


def test_bad_keywords_are_named() -> None:
    clock = physics()
    with pytest.raises(ValueError, match="falloff"):
        clock.explode((0, 0), 1, 1, falloff=-1)
    with pytest.raises(TypeError, match="ignore"):
        clock.explode((0, 0), 1, 1, ignore="me")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="cover must be True or False, got 'wall'"):
        clock.explode((0, 0), 1, 1, cover="wall")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="did you mean 'mask'"):
        clock.explode((0, 0), 1, 1, layer=2)  # type: ignore[call-arg]


def test_what_would_become_too_fast_is_refused_and_nothing_has_moved() -> None:
    clock = physics()
    first, light = disc(50, 0), disc(-50, 0, density=1e-9)
    with pytest.raises(ValueError, match=f"entity {light}: impulse"):
        clock.explode((0, 0), 100, 1e12)
    assert rigid(first).velocity == (0, 0)


def test_in_a_handler_and_between_two_systems() -> None:
    clock = physics()
    entity = disc(50, 0)
    esper.create_entity(Transform(50, 0), Collider(Circle(30), trigger=True))
    done: list[list[Blast]] = []

    @clock.before_step
    def blow(dt: float) -> None:
        if not done:
            done.append(clock.explode((0, 0), 100, 1))

    run(2)
    assert [blast.entity for blast in done[0]] == [entity]
    assert transform(entity).x > 50
