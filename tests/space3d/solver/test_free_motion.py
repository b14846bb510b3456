"""Bodies that nothing touches: forces, damping, locks, and rotation without torque."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ecsphys.space3d.math3d.quaternion import from_axis_angle
from ecsphys.space3d.world.records import LOCK_TURN_X, LOCK_TURN_Z, LOCK_X, LOCK_Z

from .world import KINEMATIC, TinyWorld

REST = {"sleeping": False}


def test_a_fall_is_the_sum_of_its_substeps():
    world = TinyWorld()
    world.add(mass=3.0, vx=2.0)
    world.step(60)
    (body,) = world.bodies
    n, h = 240, 1 / 240
    assert body.x == pytest.approx(2.0, rel=1e-12)
    assert body.y == pytest.approx(-10.0 * h * h * n * (n + 1) / 2, rel=1e-12)
    assert body.vy == pytest.approx(-10.0, rel=1e-12)


def test_forces_and_torques_act_for_one_step():
    world = TinyWorld(gravity=(0, 0, 0), **REST)
    world.add(mass=2.0, inertia=(1.0, 2.0, 4.0), force_x=6.0, torque_z=8.0)
    world.step(2)
    (body,) = world.bodies
    assert body.vx == pytest.approx(3.0 / 60, rel=1e-12)
    assert body.wz == pytest.approx(2.0 / 60, rel=1e-12)


def test_damping_is_implicit():
    world = TinyWorld(gravity=(0, 0, 0), **REST)
    world.add(vx=1.0, wy=1.0, linear_damping=2.0, angular_damping=1e6)
    world.step(1)
    (body,) = world.bodies
    assert body.vx == pytest.approx((1 + 2 / 240) ** -4, rel=1e-12)
    assert 0.0 < body.wy < 1e-10


def test_the_orientation_is_exact_at_a_constant_spin():
    world = TinyWorld(gravity=(0, 0, 0), **REST)
    spin = np.array([3.0, -20.0, 50.0])
    world.add(wx=spin[0], wy=spin[1], wz=spin[2])
    world.step(60)
    (body,) = world.bodies
    wanted = np.array(from_axis_angle(tuple(spin), float(np.linalg.norm(spin))))
    got = np.array([body.qw, body.qx, body.qy, body.qz])
    assert abs(got @ wanted) == pytest.approx(1.0, abs=1e-12)


def test_a_t_handle_flips_when_it_should_and_keeps_energy_and_angular_momentum():
    """Euler's equations, solved by scipy to 1e-12, flip it in steps 146, 407 and 667."""
    world = TinyWorld(gravity=(0, 0, 0), **REST)
    world.add(inertia=(1.0, 2.0, 3.0), wx=1e-3, wy=8.0, wz=1e-3)
    energy, _, l = world.momenta()
    flips, side = [], 1.0
    for step in range(1, 700):
        world.step()
        now, _, l_now = world.momenta()
        assert now == pytest.approx(energy, rel=1e-10)
        np.testing.assert_allclose(l_now, l, atol=1e-11)
        (body,) = world.bodies
        own = np.linalg.solve(world.inertia(0), l)  # spin of an undisturbed body
        axis = np.array([2 * (body.qx * body.qy - body.qw * body.qz), 1 - 2 * (body.qx**2 + body.qz**2)])
        along = axis[1]  # the middle axis of the body, seen from the world's
        if along * side < -0.5:
            flips.append(step)
            side = -side
        np.testing.assert_allclose(own, [body.wx, body.wy, body.wz], atol=1e-9)
    assert flips == [146, 407, 667]


def test_an_inertia_that_is_not_diagonal_is_kept_too():
    world = TinyWorld(gravity=(0, 0, 0), **REST)
    world.add(inertia=(3.0, 2.5, 2.0, 0.4, -0.3, 0.2), wx=5.0, wy=-3.0, wz=2.0, orientation=(0.6, 0.8, 0, 0))
    energy, _, l = world.momenta()
    world.step(600)
    now, _, l_now = world.momenta()
    assert now == pytest.approx(energy, rel=1e-10)
    np.testing.assert_allclose(l_now, l, rtol=1e-11)


def test_a_centre_of_mass_off_the_origin_moves_straight():
    world = TinyWorld(gravity=(0, 0, 0), **REST)
    center = np.array([0.3, -0.2, 0.1])
    world.add(center_x=0.3, center_y=-0.2, center_z=0.1, vx=1.0, wz=7.0, wy=2.0, inertia=(1, 2, 3))
    for k in range(1, 61):
        world.step()
        (body,) = world.bodies
        q = np.array([body.qw, body.qx, body.qy, body.qz])
        turned = center + 2 * np.cross(q[1:], np.cross(q[1:], center) + q[0] * center)
        place = np.array([body.x, body.y, body.z]) + turned
        np.testing.assert_allclose(place, center + np.array([k / 60, 0, 0]), atol=1e-12)


@pytest.mark.parametrize(
    ("locks", "free"), [(LOCK_X | LOCK_Z, "vy"), (LOCK_TURN_X | LOCK_TURN_Z, "wy"), (63, "")]
)
def test_locked_axes_do_not_move(locks, free):
    world = TinyWorld(gravity=(1, 2, 3), **REST)
    world.add(locks=locks, vx=1, vy=1, vz=1, wx=1, wy=1, wz=1, inertia=(2, 2, 2, 0.5, 0.5, 0.5),
              torque_x=4.0, torque_y=5.0, torque_z=6.0)  # fmt: skip
    world.step(10)
    (body,) = world.bodies
    locked = ["vx", "vy", "vz"] if locks & 7 else []
    locked += ["wx", "wy", "wz"] if locks & 56 else []
    for name in locked:
        assert (body[name] != 0.0) == (name == free), name
    if free == "wy":  # torques of the locks keep the other axes: the inertia about y alone counts
        assert body.wy == pytest.approx(1.0 + 5.0 / 60 / 2.0, rel=1e-9)


def test_a_kinematic_body_arrives_where_it_is_sent():
    world = TinyWorld(**REST)
    world.add(kind=KINEMATIC, vx=3.0, wz=1.0, target_time=2.5 / 60)
    world.step(5)
    (body,) = world.bodies
    assert body.x == pytest.approx(3.0 * 2.5 / 60, rel=1e-12)
    assert 2 * math.asin(body.qz) == pytest.approx(2.5 / 60, rel=1e-9)
    assert (body.vx, body.wz) == (0.0, 0.0)


def test_what_is_too_fast_is_left_out():
    world = TinyWorld()
    world.add(force_x=1e99)
    world.add()
    world.step()
    first, second = world.bodies
    assert (first.lost, first.x) == (1, 0.0)
    assert second.y < 0.0


def test_a_body_that_drifts_does_not_sleep():
    world = TinyWorld(gravity=(0, 0, 0))
    world.add(vx=1e-3)
    world.add(vx=1e-3, linear_damping=0.1)
    world.add(vx=1.0, can_sleep=1, linear_damping=5.0)
    world.run(4)
    assert world.bodies.awake.tolist() == [1, 0, 0]


@pytest.mark.parametrize(
    ("tremor", "way", "sleeps"), [(0.1, 0.0, True), (0.2, 0.07, False), (0.8, 0.0, False), (0.0, 0.07, False)]
)
def test_what_trembles_at_a_place_falls_asleep(tremor: float, way: float, sleeps: bool):
    world = TinyWorld(gravity=(0, 0, 0))
    world.add(mass=1.0, linear_damping=1e-3, angular_damping=1e-3)
    (body,) = world.bodies
    for k in range(400):
        if body.awake == 0:
            break
        sign = 1.0 if k // 5 % 2 == 0 else -1.0
        body.vx, body.vy, body.wz = way + sign * tremor, sign * tremor, sign * 0.1 * tremor
        world.step(1)
    assert (body.awake == 0) == sleeps
