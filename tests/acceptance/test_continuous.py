"""Fast bodies: what they hit, when, and what becomes of the rest of the step."""

from __future__ import annotations

import math
from typing import Any

import pytest

from ecsphys import AABB, COLLISION_BEGIN, COLLISION_END, COLLISION_HIT, Box, Capsule, Circle

from .flight import A_STEP, SLOP, bullet, swept
from .support import Recorder, body, disc, physics, rigid, run, transform, wall

# auto, bullet, off


@pytest.mark.parametrize("mode", ["auto", "bullet"])
def test_a_fast_body_does_not_pass_a_thin_wall(mode: str) -> None:
    physics()
    one = bullet(500, continuous=mode)
    wall(250, 0, 1, 400)
    run(1)
    assert transform(one).x <= 250 - 0.5 - 4 + SLOP


def test_off_is_discrete() -> None:
    physics()
    one = bullet(500, continuous="off")
    wall(250, 0, 1, 400)
    run(1)
    assert transform(one).x == pytest.approx(500)


@pytest.mark.parametrize(("mode", "other_mode", "hits"), [
    ("auto", "auto", False), ("bullet", "auto", True), ("auto", "bullet", True), ("bullet", "off", True),
])  # fmt: skip
def test_only_bullets_are_swept_against_what_moves(mode: str, other_mode: str, hits: bool) -> None:
    physics()
    one = bullet(300, continuous=mode, restitution=1)
    other = bullet(-300, 250, continuous=other_mode, restitution=1)
    run(1)
    assert (transform(one).x < transform(other).x) == hits


@pytest.mark.parametrize("shape", [Circle(4), Box(8, 8), AABB(8, 8), Capsule(12, 4)])
def test_bullets_sweep_the_relative_motion(shape: Any) -> None:
    """Paths cross at a right angle, and both are there at the same time."""
    physics()
    one = body(shape, velocity=(100 * A_STEP, 0), continuous="bullet")
    other = body(shape, 50, 50, velocity=(0, -100 * A_STEP), continuous="bullet")
    run(1)
    assert rigid(one).velocity.y < -1
    assert rigid(other).velocity.x > 1


def test_bullets_that_come_there_at_other_times_do_not_meet() -> None:
    physics()
    one = bullet(100, continuous="bullet")
    other = disc(50, 80, 4, velocity=(0, -100 * A_STEP), continuous="bullet")
    run(1)
    assert transform(one).x == pytest.approx(100)
    assert transform(other).y == pytest.approx(-20)


def test_a_slow_body_is_not_swept() -> None:
    clock = physics(gravity=(0, -900))
    wall(0, -10, 4000, 20)
    for k in range(50):
        disc(-1000 + 40 * k, 16, 16, velocity=(7.9 * A_STEP, 0), friction=0)
    run(5)
    assert swept(clock) == 0


def test_a_fast_body_near_nothing_is_not_swept() -> None:
    clock = physics()
    wall(0, 5000)
    for k in range(20):
        bullet(300, 0, 20 * k)
    run(3)
    assert swept(clock) == 0


def test_kinematic_bodies_stop_at_static_ones() -> None:
    clock = physics()
    one = body(Box(10, 10), kind="kinematic", velocity=(1000 * A_STEP, 0))
    wall(300, 0, 1, 400)
    run(1)
    assert transform(one).x == pytest.approx(294.5, abs=0.01)
    assert rigid(one).velocity.x == 1000 * A_STEP
    run(5)  # and when they press on
    assert transform(one).x == pytest.approx(294.5, abs=SLOP)
    assert clock.dropped_motions == 0


def test_a_kinematic_bullet_that_strikes_many_does_not_pass_the_wall_behind_them() -> None:
    clock = physics()
    one = body(Circle(10), kind="kinematic", velocity=(1200 * A_STEP, 0), continuous="bullet")
    for k in range(12):
        disc(100 + 50 * k, 5 * (-1) ** k, 8)
    wall(900, 0, 2, 2000)
    run(1)
    assert transform(one).x < 900
    assert clock.dropped_motions > 0


# bounces


@pytest.mark.parametrize("way", [30, 77.7, 250, 640])
def test_a_bullet_between_walls_keeps_speed_and_energy(way: float) -> None:
    """Exactly on the triangle wave of a mirror's law."""
    clock = physics()
    wall(-101, 0, 2, 100)
    wall(101, 0, 2, 100)
    one = bullet(way, restitution=1, friction=0)
    half = 100 - 4
    for k in range(1, 121):
        run(1)
        phase = (k * way + half) % (4 * half)
        expected = phase - half if phase <= 2 * half else 3 * half - phase
        assert transform(one).x == pytest.approx(expected, abs=1e-6)
        assert abs(rigid(one).velocity.x) == pytest.approx(way * A_STEP, rel=1e-9)
    assert transform(one).y == 0
    assert clock.dropped_motions == 0


def test_a_ball_that_bounces_forever_keeps_its_energy_under_gravity() -> None:
    physics(gravity=(0, -900))
    wall(0, -10, 1000, 20)
    ball = disc(0, 500, 4, restitution=1, friction=0, can_sleep=False)
    energy = 900 * 500
    highest = 0.0
    for k in range(1200):
        run(1)
        y, v = transform(ball).y, rigid(ball).velocity.y
        if k > 1000:
            highest = max(highest, y)
        # The velocity is that of a sub-step's end, an eighth of a step from the parabola's.
        assert 0.5 * v * v + 900 * y == pytest.approx(energy, rel=0.005)
    assert highest == pytest.approx(500, rel=1e-3)


@pytest.mark.parametrize("restitution", [0, 0.25, 0.5, 1])
def test_it_bounces_in_the_same_step_and_spends_the_rest_of_it(restitution: float) -> None:
    physics()
    one = bullet(100, restitution=restitution, friction=0)
    wall(59, 0, 10, 100)  # met after half the step
    run(1)
    assert transform(one).x == pytest.approx(50 - 50 * restitution, abs=1e-9)
    assert rigid(one).velocity.x == pytest.approx(-100 * restitution * A_STEP, abs=1e-9)


def test_oblique_it_reflects_like_light() -> None:
    physics()
    one = disc(0, 0, 4, velocity=(100 * A_STEP, 60 * A_STEP), restitution=1, friction=0)
    wall(59, 0, 10, 400)
    run(1)
    assert transform(one).position == pytest.approx((0, 60), abs=1e-9)
    assert rigid(one).velocity == pytest.approx((-100 * A_STEP, 60 * A_STEP))


def test_two_equal_bullets_exchange_their_velocities() -> None:
    physics()
    one = bullet(100, restitution=1, continuous="bullet")
    other = bullet(-60, 88, restitution=1, continuous="bullet")
    run(1)
    assert transform(one).x == pytest.approx(50 - 30, abs=1e-9)
    assert transform(other).x == pytest.approx(58 + 50, abs=1e-9)
    assert rigid(one).velocity.x == pytest.approx(-60 * A_STEP)
    assert rigid(other).velocity.x == pytest.approx(100 * A_STEP)


def test_impacts_are_bounded_and_what_is_left_is_counted() -> None:
    clock = physics()
    wall(-11, 0, 2, 100)
    wall(11, 0, 2, 100)
    one = bullet(2000, restitution=1)
    assert clock.dropped_motions == 0
    run(1)
    assert clock.dropped_motions == 1
    assert abs(transform(one).x) <= 6 + SLOP
    assert abs(rigid(one).velocity.x) == pytest.approx(2000 * A_STEP)
    run(9)
    assert clock.dropped_motions == 10
    with pytest.raises(AttributeError):
        clock.dropped_motions = 0  # type: ignore[misc]


def test_strong_gravity_does_not_glue_a_slider_to_the_floor() -> None:
    """It lands without bouncing and slides on in the same step."""
    clock = physics(gravity=(0, -20000))
    wall(0, -10, 20000, 20, friction=0)
    box = body(Box(20, 20), 0, 60, velocity=(6000, -6000), friction=0)
    for k in range(1, 11):
        run(1)
        assert transform(box).x == pytest.approx(100 * k)
    assert clock.dropped_motions == 0
    assert transform(box).y == pytest.approx(10, abs=2 * SLOP)


# events


def test_a_begin_carries_time_point_normal_speed_and_impulse() -> None:
    physics()
    heard = Recorder()
    one = bullet(100, y=3, restitution=1, friction=0, mass=2)
    block = wall(45, 0, 10, 100)
    run(1)
    (event,) = heard.of(COLLISION_BEGIN)
    assert (event.entity_a, event.entity_b) == (one, block)
    assert event.time == pytest.approx(0.36)
    assert event.point == pytest.approx((40, 3))
    assert event.normal == pytest.approx((1, 0))
    assert event.speed == pytest.approx(6000)
    assert event.impulse == pytest.approx(2 * 12000)
    run(1)
    assert heard.count(COLLISION_END) == 1


def test_a_box_that_hits_with_its_corner_reports_the_corner() -> None:
    physics()
    heard = Recorder()
    body(Box(10, 10), velocity=(100 * A_STEP, 0), angle=math.pi / 4, friction=0)
    wall(60, 0, 10, 100)
    run(1)
    (event,) = heard.of(COLLISION_BEGIN)
    assert event.point == pytest.approx((55, 0), abs=1e-6)
    assert event.time == pytest.approx((55 - math.hypot(5, 5)) / 100)
    assert event.normal == pytest.approx((1, 0))


def test_hits_are_events_with_time() -> None:
    physics()
    heard = Recorder([COLLISION_HIT])
    bullet(100, restitution=1)
    wall(59, 0, 10, 100)
    run(1)
    (event,) = heard.of(COLLISION_HIT)
    assert event.time == pytest.approx(0.5)
    assert event.speed == pytest.approx(6000)


def test_without_response_a_passage_begins_and_ends_in_its_step() -> None:
    physics(response=False)
    heard = Recorder()
    bullet(100)
    wall(50, 0, 2, 100)
    run(1)
    run(2)
    assert [name for name, _ in heard.log] == [COLLISION_BEGIN, COLLISION_END]
    begin, end = (event for _, event in heard.log)
    assert begin.time == pytest.approx(0.45)
    assert end.time == pytest.approx(0.55)


def test_what_is_only_detected_is_passed_and_reported() -> None:
    physics()
    heard = Recorder()
    one = bullet(100, mask=0, detect_mask=1)
    wall(50, 0, 2, 100)
    run(1)
    assert transform(one).x == pytest.approx(100)
    assert heard.counts(COLLISION_BEGIN, COLLISION_END) == (1, 1)
