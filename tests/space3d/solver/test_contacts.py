"""Contacts against closed forms: friction, rolling, toppling, bounces, impacts of free bodies."""

from __future__ import annotations

import math

import numpy as np
import pytest

from .world import STATIC, TinyWorld

G = 10.0


def slope(angle, **options):
    """Return a world with a floor; gravity is inclined by `angle` (degrees) towards x."""
    a = math.radians(angle)
    world = TinyWorld(gravity=(G * math.sin(a), -G * math.cos(a), 0.0), **options)
    world.add(("plane", (0.0, 1.0, 0.0)), kind=STATIC, friction=1.0)
    return world


@pytest.mark.parametrize("turned", [0.0, 0.4])
def test_a_box_sticks_below_the_friction_angle(turned):
    world = slope(20)  # friction 0.4 holds up to 21.8 degrees
    row = world.add(("box", 1, 1, 2), (0, 0.5, 0), (math.cos(turned), 0, math.sin(turned), 0), friction=0.16)
    world.run(3)
    body = world.bodies[row]
    assert abs(body.x) < 2e-3 and abs(body.z) < 2e-3
    assert body.awake == 0


@pytest.mark.parametrize("turned", [0.0, 0.4, 1.0])
def test_a_box_slides_above_the_friction_angle_with_the_acceleration_of_the_closed_form(turned):
    world = slope(35)
    q = (math.cos(turned), 0, math.sin(turned), 0)
    row = world.add(("box", 1, 0.5, 2), (0, 0.25, 0), q, friction=0.16)
    world.run(0.5)
    before = world.bodies[row].vx
    world.run(1)
    body, a = world.bodies[row], math.radians(35)
    assert body.vx - before == pytest.approx(G * (math.sin(a) - 0.4 * math.cos(a)), rel=0.01)
    assert abs(body.vz) < 1e-3 * body.vx and abs(body.wy) < 1e-3  # isotropic: straight down


@pytest.mark.parametrize("angle", [0.3, 1.2, 2.5])
def test_friction_opposes_the_slip_whatever_its_direction(angle):
    world = slope(0)
    v = 5.0
    row = world.add(
        ("box", 0.5, 0.5, 3), (0, 0.25, 0), vx=v * math.cos(angle), vz=v * math.sin(angle), friction=0.09
    )
    world.run(1)
    body = world.bodies[row]
    assert math.atan2(body.vz, body.vx) == pytest.approx(angle, abs=2e-3)
    assert math.hypot(body.vx, body.vz) == pytest.approx(v - 0.3 * G, rel=0.01)


def test_a_box_that_twists_on_the_floor_is_stopped():
    world = slope(0)
    row = world.add(("box", 1, 0.5, 1), (0, 0.25, 0), wy=4.0, friction=0.09)
    world.run(0.2)
    assert 0.0 < world.bodies[row].wy < 4.0
    world.run(2)
    assert world.bodies[row].wy == 0.0


def test_a_sphere_rolls_down_a_slope():
    world = slope(20)
    row = world.add(("sphere", 0.5), (0, 0.5, 0), friction=0.5)
    world.run(2)
    body = world.bodies[row]
    wanted = 5 / 7 * G * math.sin(math.radians(20)) * 2
    assert body.vx == pytest.approx(wanted, rel=1e-3)
    assert body.wz == pytest.approx(-body.vx / 0.5, rel=1e-3)


def test_a_sphere_that_slides_ends_up_rolling_with_five_sevenths_of_its_speed():
    world = slope(0, sleeping=False)
    row = world.add(("sphere", 0.5), (0, 0.5, 0), vx=3.0, vz=4.0)
    world.run(3)
    body = world.bodies[row]
    assert (body.vx, body.vz) == pytest.approx((15 / 7, 20 / 7), rel=1e-4)
    assert (body.wx, body.wz) == pytest.approx((40 / 7, -30 / 7), rel=1e-4)
    speed = body.vx
    world.run(5)
    assert world.bodies[row].vx == pytest.approx(speed, rel=1e-9)  # rolls on for ever


def test_a_tall_box_topples_as_the_pendulum_that_it_is():
    # About its lower edge, at a distance r from the centre, (I + m r²) angle'' = m g r sin(angle).
    angle = 22.0
    world = slope(angle)
    row = world.add(("box", 1, 3, 1), (0, 1.5, 0), friction=1.0)
    r, arm = math.hypot(0.5, 1.5), math.atan2(0.5, 1.5)
    rate = G * r / ((1 + 9) / 12 + r * r)
    phi, spin, h = math.radians(angle) - arm, 0.0, 1e-4
    steps = 0
    while steps < 30000 and phi < math.radians(angle) - arm + 0.6:
        spin += h * rate * math.sin(phi)
        phi += h * spin
        steps += 1
    world.run(h * steps)
    body = world.bodies[row]
    assert -2 * math.atan2(body.qz, body.qw) == pytest.approx(0.6, rel=0.05)


@pytest.mark.parametrize("shape", [("sphere", 0.5), ("box", 1, 1, 1)])
def test_a_full_restitution_keeps_the_energy(shape):
    world = slope(0, sleeping=False)
    row = world.add(shape, (0, 2.5, 0), restitution=1.0)
    bounces, falling, top = 0, False, 0.0
    while bounces < 20:
        world.step()
        body = world.bodies[row]
        bounces += falling and body.vy > 0.0
        falling = body.vy < 0.0
        energy = 0.5 * body.vy**2 + G * (body.y - 0.5)
        top = max(top, abs(energy / (G * 2.0) - 1.0))
    assert top < 0.01
    assert abs(body.x) < 1e-6 and abs(body.wx) + abs(body.wz) < 1e-6


@pytest.mark.parametrize("restitution", [0.3, 0.8])
def test_the_height_of_a_bounce_is_the_square_of_the_restitution(restitution):
    world = slope(0)
    row = world.add(("sphere", 0.5), (0, 4.5, 0), restitution=restitution)
    heights, last = [], 0.0
    for _ in range(400):
        world.step()
        vy = world.bodies[row].vy
        if last > 0.0 >= vy:
            heights.append(world.bodies[row].y - 0.5)
        last = vy
    assert heights[0] == pytest.approx(4.0 * restitution**2, rel=0.02)


def test_impacts_of_free_spheres_keep_momentum_and_angular_momentum():
    rng = np.random.default_rng(3)
    for restitution in (0.0, 0.6, 1.0):
        world = TinyWorld(gravity=(0, 0, 0), sleeping=False)
        for k in range(8):
            place, v, w = (
                rng.uniform(-1, 1, 3) + 3 * np.eye(3)[k % 3] * (k - 4),
                rng.normal(size=3),
                rng.normal(size=3),
            )
            v -= place
            world.add(("sphere", 0.4 + 0.05 * k), place, restitution=restitution, friction=0.7,
                      vx=v[0], vy=v[1], vz=v[2], wx=w[0], wy=w[1], wz=w[2])  # fmt: skip
        energy, p, l = world.momenta()
        touched = 0
        for _ in range(240):
            world.step()
            touched += int(np.sum(world.contacts.rows["touching"] == 1))
        now, p_now, l_now = world.momenta()
        assert touched >= 4
        np.testing.assert_allclose(p_now, p, atol=1e-11)
        np.testing.assert_allclose(l_now, l, atol=1e-10)
        assert now < energy


def test_central_impacts_without_friction_keep_the_energy():
    world = TinyWorld(gravity=(0, 0, 0), sleeping=False)
    for x in range(5):
        world.add(("sphere", 0.5), (1.0 * x, 0, 0), restitution=1.0, friction=0.0)
    world.add(("sphere", 0.5), (-3, 0, 0), restitution=1.0, friction=0.0, vx=4.0)
    world.run(2)
    np.testing.assert_allclose(world.bodies.vx, [0, 0, 0, 0, 4, 0], atol=1e-9)
