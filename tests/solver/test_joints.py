"""Joints against closed forms, at three rates of steps."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from ecsphys import (
    Box,
    Circle,
    DistanceJoint,
    GearJoint,
    MotorJoint,
    MouseJoint,
    PrismaticJoint,
    PulleyJoint,
    RatchetJoint,
    RevoluteJoint,
    WeldJoint,
    WheelJoint,
)
from tests.acceptance.support import rigid, run, transform

from .joint_scenes import GRAVITY, energy, join, link, new_physics, oscillator, period, samples

RATES = (30.0, 60.0, 120.0)


def pendulum_period(amplitude: float, length: float) -> float:
    """The period of a point on a rod, by the arithmetic-geometric mean."""
    a, b = 1.0, math.cos(amplitude / 2.0)
    for _ in range(8):
        a, b = (a + b) / 2.0, math.sqrt(a * b)
    return 2.0 * math.pi * math.sqrt(length / GRAVITY) / a


@pytest.mark.jit
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("amplitude", [0.05, math.pi / 2.0])
@pytest.mark.parametrize("by_rod", [False, True])
def test_period_of_a_pendulum(rate: float, amplitude: float, by_rod: bool) -> None:
    made = new_physics(rate)
    bob = link(math.sin(amplitude), -math.cos(amplitude), inertia=1e-6)
    if by_rod:
        join(DistanceJoint(None, bob, anchor_a=(0, 0)))
    else:
        join(RevoluteJoint(None, bob, anchor=(0, 0)))
    made.settle()  # which gives the bob its mass
    inertia = 0.0 if by_rod else 1e-6 / rigid(bob).mass
    found = period(samples(made, 10.0, lambda: transform(bob).x), made.step)
    assert found == pytest.approx(pendulum_period(amplitude, 1.0 + inertia), rel=0.002)


@pytest.mark.jit
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("by_rod", [False, True])
def test_a_pendulum_keeps_its_energy_for_a_minute(rate: float, by_rod: bool) -> None:
    made = new_physics(rate)
    bob = link(2.0, 0.0)
    joint = DistanceJoint(None, bob, anchor_a=(0, 0)) if by_rod else RevoluteJoint(None, bob, anchor=(0, 0))
    join(joint)
    made.settle()  # which gives the bob its mass
    height = rigid(bob).mass * GRAVITY * 2.0
    found = samples(made, 60.0, lambda: energy([bob]) / height)
    lap = round(3.4 * rate)  # the method's error within a swing goes and comes back
    assert abs(float(np.mean(found[-lap:])) - float(np.mean(found[:lap]))) < (
        0.005 if rate == 30.0 else 0.001
    )
    assert np.abs(found).max() < 0.01


@pytest.mark.jit
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize(("hertz", "damping"), [(1.0, 0.0), (1.0, 0.2), (4.0, 0.1)])
@pytest.mark.parametrize("kind", ["distance", "prismatic", "wheel", "mouse", "motor", "weld"])
def test_springs_have_their_frequency_and_damping(
    rate: float, hertz: float, damping: float, kind: str
) -> None:
    made, spring = new_physics(rate), {"hertz": hertz, "damping_ratio": damping}
    sag = GRAVITY / (2.0 * math.pi * hertz) ** 2
    mass = link(0.0, 0.0, Box(0.5, 0.5))
    if kind == "distance":
        join(DistanceJoint(None, mass, anchor_a=(0, 3), anchor_b=(0, 0), length=3.0, **spring))
    elif kind == "prismatic":
        join(PrismaticJoint(None, mass, anchor=(0.1, 0.2), axis=(0, 1), **spring))
    elif kind == "wheel":
        join(WheelJoint(None, mass, anchor=(0, 0), axis=(0, 1), **spring))
    elif kind == "mouse":
        join(MouseJoint(mass, (0, 0), **spring))
    elif kind == "motor":
        join(MotorJoint(None, mass, anchor_a=(0, 0), offset=(0, 0), **spring))
    elif kind == "weld":
        join(WeldJoint(None, mass, anchor=(0, 0), hertz=hertz, damping_ratio=damping))
    found = samples(made, 2.0 + 4.0 / hertz, lambda: transform(mass).y + sag)
    check_oscillation(found, made.step, hertz, damping)


@pytest.mark.jit
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize(("hertz", "damping"), [(1.0, 0.0), (1.0, 0.2), (4.0, 0.1)])
def test_a_door_swings_at_its_springs_frequency(rate: float, hertz: float, damping: float) -> None:
    made = new_physics(rate, gravity=0.0)
    door = link(1.0, 0.0, Box(2.0, 0.1))
    hinge = join(
        RevoluteJoint(None, door, anchor=(0, 0), target_angle=0.3, hertz=hertz, damping_ratio=damping)
    )
    found = samples(made, 2.0 + 4.0 / hertz, lambda: hinge.angle - 0.3)
    check_oscillation(found, made.step, hertz, damping)


def check_oscillation(found: np.ndarray[Any, Any], step: float, hertz: float, damping: float) -> None:
    """Compare an oscillation about 0 with a damped spring."""
    assert oscillator(found, step) == pytest.approx((hertz, damping), rel=0.005, abs=5e-4)


@pytest.mark.parametrize("rate", RATES)
def test_a_motor_speeds_up_by_its_torque_and_holds_its_speed(rate: float) -> None:
    made = new_physics(rate, gravity=0.0)
    wheel = link(0.0, 0.0, Circle(0.5))
    hinge = join(RevoluteJoint(None, wheel, anchor=(0, 0), motor_speed=1.5, max_motor_torque=0.2))
    samples(made, 0.1, lambda: 0.0)
    assert rigid(wheel).angular_velocity == pytest.approx(0.02 / rigid(wheel).inertia, rel=1e-6)
    assert hinge.torque == pytest.approx(0.2)
    samples(made, 1.0, lambda: 0.0)
    assert hinge.speed == pytest.approx(1.5)
    assert hinge.torque == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("rate", RATES)
def test_limits_are_not_passed(rate: float) -> None:
    made = new_physics(rate)
    flap = link(1.0, 0.0, Box(2.0, 0.2))
    hinge = join(RevoluteJoint(None, flap, anchor=(0, 0), limits=(-0.5, 0.5)))
    lowest = float(samples(made, 0.6, lambda: transform(flap).angle).min())
    assert math.degrees(-0.5 - lowest) < 0.5
    assert hinge.torque == pytest.approx(rigid(flap).mass * GRAVITY * math.cos(0.5), rel=0.01)


def test_angles_beyond_a_full_turn_count_on() -> None:
    made = new_physics(gravity=0.0)
    wheel = link(0.0, 0.0, angular_velocity=20.0)
    hinge = join(RevoluteJoint(None, wheel, anchor=(0, 0), limits=(-1.0, 8.0)))
    assert float(samples(made, 0.6, lambda: hinge.angle).max()) == pytest.approx(8.0, abs=0.01)


@pytest.mark.parametrize("rate", RATES)
def test_gears_keep_their_ratio(rate: float) -> None:
    made = new_physics(rate, gravity=0.0)
    small, large = link(0.0, 0.0, Circle(0.3), angular_velocity=9.0), link(2.0, 0.0, Circle(0.6))
    join(GearJoint(small, large, ratio=-2.0))
    samples(made, 0.5, lambda: 0.0)
    assert transform(small).angle == pytest.approx(-2.0 * transform(large).angle, abs=1e-3)
    assert rigid(small).angular_velocity == pytest.approx(-2.0 * rigid(large).angular_velocity)


def test_a_ratchet_turns_one_way() -> None:
    made = new_physics(gravity=0.0)
    wheel = link(0.0, 0.0, angular_velocity=2.0)
    join(RatchetJoint(None, wheel, 0.3))
    samples(made, 0.5, lambda: 0.0)
    furthest = transform(wheel).angle
    rigid(wheel).angular_velocity = -2.0
    samples(made, 0.5, lambda: 0.0)
    assert transform(wheel).angle == pytest.approx(0.3 * math.floor(furthest / 0.3), abs=1e-3)


@pytest.mark.parametrize("rate", RATES)
def test_a_pulley_is_an_atwood_machine(rate: float) -> None:
    made = new_physics(rate)
    light, heavy = link(-1.0, 0.0, mass=1.0), link(1.0, 0.0, mass=2.0)
    pulley = join(PulleyJoint(light, heavy, (-1, 5), (1, 5)))
    samples(made, 0.5, lambda: 0.0)
    assert rigid(light).velocity.y == pytest.approx(0.5 * GRAVITY / 3.0, rel=1e-2)
    assert 10.0 - transform(light).y - transform(heavy).y == pytest.approx(10.0, abs=1e-3)
    assert pulley.force.y == pytest.approx(4.0 * GRAVITY / 3.0, rel=1e-2)


def test_a_rope_slackens_and_does_not_stretch() -> None:
    made = new_physics()
    bob = link(1.0, 0.0)
    rope = join(DistanceJoint(None, bob, anchor_a=(0, 0), max_length=2.0))
    found = samples(made, 1.0, lambda: rope.distance)
    assert found[0] < 1.1
    assert 1.9 < found.max() < 2.002


def test_a_weld_bears_force_and_torque() -> None:
    made = new_physics()
    beam = link(1.0, 0.0, Box(2.0, 0.2))
    weld = join(WeldJoint(None, beam, anchor=(0, 0)))
    samples(made, 0.5, lambda: 0.0)
    weight = rigid(beam).mass * GRAVITY
    assert weld.force.y == pytest.approx(weight, rel=1e-3)
    assert weld.torque == pytest.approx(weight, rel=1e-3)
    assert weld.stretch < 1e-3


def test_a_motor_joint_uses_no_more_than_its_effort() -> None:
    made = new_physics(gravity=0.0)
    lift = link(0.0, 0.0, mass=2.0)
    joint = join(MotorJoint(None, lift, offset=(10, 0), max_force=3.0))
    samples(made, 0.5, lambda: 0.0)
    assert rigid(lift).velocity.x == pytest.approx(0.75, rel=1e-3)
    assert joint.force.x == pytest.approx(3.0, rel=1e-6)


def test_loads_break_joints() -> None:
    made = new_physics()
    strong, weak = link(0.0, 0.0, mass=1.0), link(5.0, 0.0, mass=1.0)
    held = join(RevoluteJoint(None, strong, anchor=(0, 0), break_force=1.01 * GRAVITY))
    torn = join(RevoluteJoint(None, weak, anchor=(5, 0), break_force=0.99 * GRAVITY))
    bent = join(WeldJoint(None, link(11.0, 0.0, mass=1.0), anchor=(10, 0), break_torque=0.9 * GRAVITY))
    run(3, made.step)
    assert not held.broken
    assert torn.broken
    assert bent.broken
    assert transform(strong).y == pytest.approx(0.0, abs=1e-3)
    assert transform(weak).y < -0.005
