"""Motion without contacts: integrators, forces, damping, locks, mass; and kinematic bodies."""

from __future__ import annotations

import math

import esper
import pytest

from ecsphys import AABB, Box, Capsule, Circle, Collider, Polygon, RigidBody, Transform
from tests.acceptance.support import STEP, body, disc, ground, physics, rigid, run, speed, transform

G = -900.0


def fall(integrator: str, step: float, seconds: float = 1.0) -> float:
    """How far above the exact parabola a falling body ends."""
    physics((0, G), integrator=integrator, step=step)
    ball = disc(0, 0, velocity=(70, 300))
    run(round(seconds / step), step)
    assert transform(ball).x == pytest.approx(70 * seconds)
    assert rigid(ball).velocity[1] == pytest.approx(300 + G * seconds)
    return transform(ball).y - (300 * seconds + G * seconds**2 / 2)


def test_velocity_verlet_is_exact_in_free_fall() -> None:
    assert fall("velocity_verlet", STEP) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("integrator", "sign"), [("semi_implicit_euler", -1), ("explicit_euler", 1)])
def test_euler_errs_to_its_own_side_in_first_order(integrator: str, sign: int) -> None:
    coarse = fall(integrator, STEP)
    esper.switch_world("finer")
    fine = fall(integrator, STEP / 2)
    assert coarse * sign > 0
    assert abs(coarse) <= abs(G) * STEP / 2 * 1.001  # g·t·h/2 with h a step; sub-steps make it smaller
    assert coarse / fine == pytest.approx(2, rel=0.01)


@pytest.mark.parametrize("integrator", ["semi_implicit_euler", "explicit_euler", "velocity_verlet"])
def test_without_forces_every_integrator_moves_straight_on(integrator: str) -> None:
    physics(integrator=integrator)
    ball = disc(0, 0, velocity=(120, -60), angular_velocity=2)
    run(60)
    assert transform(ball).position == pytest.approx((120, -60))
    assert transform(ball).angle == pytest.approx(2)


def test_gravity_scale() -> None:
    physics((0, G))
    balls = {scale: disc(100 * scale, 0, gravity_scale=scale) for scale in (0, 0.5, 2, -1)}
    run(60)
    for scale, ball in balls.items():
        assert rigid(ball).velocity[1] == pytest.approx(G * scale, abs=1e-6)


def test_a_body_without_a_collider_just_moves() -> None:
    physics((0, G))
    entity = esper.create_entity(Transform(3, 4), RigidBody(velocity=(60, 0)))
    run(60)
    assert transform(entity).x == pytest.approx(63)
    assert transform(entity).y < -400


def test_forces_act_for_one_step() -> None:
    physics()
    ball = disc(0, 0, mass=4)
    run(1)
    rigid(ball).apply_force((240, -480))
    run(1)
    assert rigid(ball).velocity == pytest.approx((240 / 4 * STEP, -480 / 4 * STEP))
    run(10)
    assert rigid(ball).velocity == pytest.approx((240 / 4 * STEP, -480 / 4 * STEP))


def test_forces_of_one_step_add_up() -> None:
    physics()
    ball = disc(0, 0, mass=2)
    run(1)
    for _ in range(3):
        rigid(ball).apply_force((10, 0))
    run(1)
    assert rigid(ball).velocity[0] == pytest.approx(15 * STEP)


def test_a_force_before_the_first_step_counts() -> None:
    physics()
    ball = disc(0, 0, mass=2)
    rigid(ball).apply_force((120, 0))
    rigid(ball).apply_impulse((0, 6))
    run(1)
    assert rigid(ball).velocity == pytest.approx((60 * STEP, 3))


def test_a_force_at_a_point_turns() -> None:
    physics()
    box = body(Box(10, 10), 100, 50, mass=2, inertia=8)
    run(1)
    rigid(box).apply_force((0, 6), point=(104, 50))
    run(1)
    assert rigid(box).velocity == pytest.approx((0, 3 * STEP))
    assert rigid(box).angular_velocity == pytest.approx(4 * 6 / 8 * STEP)


def test_torque_and_angular_impulse() -> None:
    physics()
    box = body(Box(10, 10), mass=2, inertia=8)
    run(1)
    rigid(box).apply_torque(16)
    run(1)
    assert rigid(box).angular_velocity == pytest.approx(2 * STEP)
    rigid(box).apply_angular_impulse(-4)
    assert rigid(box).angular_velocity == pytest.approx(2 * STEP - 0.5)


def test_impulses_act_at_once() -> None:
    physics()
    box = body(Box(10, 10), 20, 0, mass=2, inertia=8)
    run(1)
    rigid(box).apply_impulse((4, 0))
    assert rigid(box).velocity == pytest.approx((2, 0))
    rigid(box).apply_impulse((0, 4), point=(18, 0))
    assert rigid(box).velocity == pytest.approx((2, 2))
    assert rigid(box).angular_velocity == pytest.approx(-1)


def test_velocity_at_a_point() -> None:
    physics()
    box = body(Box(10, 10), 20, 0, velocity=(1, 2), angular_velocity=3)
    run(1)
    x, y = transform(box).position
    assert rigid(box).velocity_at((x, y + 5)) == pytest.approx((1 - 15, 2))
    assert rigid(box).velocity_at((x + 4, y)) == pytest.approx((1, 2 + 12))


def test_damping_is_exponential() -> None:
    physics()
    ball = disc(velocity=(100, 0), angular_velocity=8, linear_damping=1.0, angular_damping=2.0)
    run(60)
    assert rigid(ball).velocity[0] == pytest.approx(100 * math.exp(-1), rel=0.01)
    assert rigid(ball).angular_velocity == pytest.approx(8 * math.exp(-2), rel=0.02)


def test_strong_damping_does_not_turn_motion_round() -> None:
    physics()
    ball = disc(velocity=(100, 0), linear_damping=1000)
    run(60)
    assert 0 <= rigid(ball).velocity[0] < 1


@pytest.mark.parametrize(("lock", "free"), [("lock_x", 1), ("lock_y", 0)])
def test_a_locked_axis_does_not_move(lock: str, free: int) -> None:
    physics((300, 300))
    ball = disc(7, 9, **{lock: True})
    hitter = disc(-100, 9 - 100, velocity=(400, 400))
    run(60)
    position, start = transform(ball).position, (7, 9)
    assert position[1 - free] == start[1 - free]
    assert position[free] != start[free]
    assert transform(hitter).x != 0


def test_locked_rotation() -> None:
    physics((0, G))
    ground()
    box = body(Box(64, 64), 0, 100, 0.4, lock_rotation=True)
    rigid(box).apply_impulse((0, 1000), point=(20, 100))
    run(120)
    assert transform(box).angle == 0.4
    assert rigid(box).angular_velocity == 0


def test_aabb_bodies_never_turn() -> None:
    physics((0, G))
    ground()
    box = body(AABB(64, 64), 10, 100)
    edge = disc(40, 200)
    run(90)
    assert transform(box).angle == 0
    assert transform(box).y == pytest.approx(32, abs=1)
    assert transform(edge).y < 200


@pytest.mark.parametrize(
    ("shape", "mass", "inertia"),
    [
        (Circle(3), math.pi * 9, math.pi * 81 / 2),
        (Box(4, 6), 24, 24 * (16 + 36) / 12),
        (Polygon([(-2, -3), (2, -3), (2, 3), (-2, 3)]), 24, 24 * (16 + 36) / 12),
        (Capsule(6, 1), 8 + math.pi, None),
    ],
)
def test_mass_is_density_times_area(shape: object, mass: float, inertia: float | None) -> None:
    physics(length_unit=1)
    entity = body(shape, density=2.5)
    run(1)
    assert rigid(entity).mass == pytest.approx(2.5 * mass)
    if inertia is not None:
        assert rigid(entity).inertia == pytest.approx(2.5 * inertia)


def test_a_given_mass_scales_the_inertia() -> None:
    physics(length_unit=1)
    entity = body(Circle(3), mass=10)
    run(1)
    assert rigid(entity).mass == 10
    assert rigid(entity).inertia == pytest.approx(10 * 9 / 2)


def test_compound_mass_and_inertia() -> None:
    """Two unit discs four apart, as one collider: parallel axes."""
    physics(length_unit=1)
    entity = body([Circle(1, (-2, 0)), Circle(1, (2, 0))])
    run(1)
    assert rigid(entity).mass == pytest.approx(2 * math.pi)
    assert rigid(entity).inertia == pytest.approx(2 * (math.pi / 2 + math.pi * 4))


def test_a_free_body_turns_about_its_centre_of_mass() -> None:
    physics(length_unit=1)
    entity = body([Box(2, 2), Box(2, 2)], offset=(3, 1), angular_velocity=2, velocity=(1, 0))
    for steps in range(1, 30):
        run(1)
        centre = transform(entity).local_to_world((3, 1))
        assert centre == pytest.approx((3 + steps * STEP, 1), abs=1e-3)
    assert transform(entity).angle == pytest.approx(29 * STEP * 2)


def test_collider_offset_and_angle_place_the_shape() -> None:
    physics((0, G))
    esper.create_entity(Transform(-100, 0), Collider(Box(20, 200), offset=(100, 0), angle=math.pi / 2))
    ball = disc(80, 100)
    run(120)
    assert transform(ball).y == pytest.approx(10 + 16, abs=0.6)


# kinematic bodies


def test_a_kinematic_body_follows_its_velocity_and_nothing_else() -> None:
    physics((0, G))
    mover = body(Box(100, 20), kind="kinematic", velocity=(60, 30), angular_velocity=0.5)
    disc(10, 60, density=100)
    run(60)
    assert transform(mover).position == pytest.approx((60, 30))
    assert transform(mover).angle == pytest.approx(0.5)
    assert rigid(mover).velocity == (60, 30)


def test_move_to_arrives_after_one_step_and_stops() -> None:
    physics()
    mover = body(Box(100, 20), 5, 5, kind="kinematic")
    run(1)
    rigid(mover).move_to((20, -7, 0.5), STEP)
    run(1)
    assert transform(mover).pose == pytest.approx((20, -7, 0.5))
    run(10)
    assert transform(mover).pose == pytest.approx((20, -7, 0.5))
    assert speed(mover) == 0


def test_move_to_every_step_carries_riders() -> None:
    """A lift and a ferry: what stands on a kinematic platform goes along, by friction."""
    physics((0, G))
    ferry = body(Box(200, 20), 0, 0, kind="kinematic", friction=0.9)
    rider = body(Box(40, 40), 0, 30, friction=0.9)
    run(30)
    for i in range(120):
        rigid(ferry).move_to((i + 1, (i + 1) / 2, 0), STEP)
        run(1)
    assert transform(ferry).position == pytest.approx((120, 60))
    assert transform(rider).x == pytest.approx(120, abs=8)
    assert transform(rider).y == pytest.approx(90, abs=1)


def test_a_kinematic_body_pushes_and_is_never_pushed() -> None:
    physics()
    pusher = body(Box(40, 40), 0, 0, kind="kinematic", velocity=(100, 0))
    crate = body(Box(40, 40), 60, 0)
    run(60)
    assert transform(pusher).x == pytest.approx(100)
    assert transform(crate).x >= 100 + 39


def test_kinematic_bodies_pass_through_static_ones() -> None:
    physics()
    body(Box(40, 40), 60, 0, kind="static")
    mover = body(Box(40, 40), 0, 0, kind="kinematic", velocity=(120, 0))
    run(60)
    assert transform(mover).x == pytest.approx(120)
