"""Contacts whose point and normal move within a step, overlaps that part without speed, heavy on light."""

from __future__ import annotations

import math
import random

import pytest

from ecsphys import Box, Capsule, Circle, Shape
from tests.acceptance.support import body, ground, physics, rigid, run, speed, transform

UNIT = 20.0


def amplitudes(shape: Shape, rate: float) -> list[float]:
    """How far a plank that rocks on a fixed barrel turns (radians) in three seconds each, for thirty."""
    made = physics((0, -900), length_unit=UNIT, step=1 / rate, sleeping=False)
    body(Circle(30), kind="static", friction=1.0)
    plank = body(shape, 0, 35, 0.1, friction=1.0)
    found = []
    for _ in range(10):
        most = 0.0
        for _ in range(round(3 * rate)):
            made.step_once()
            most = max(most, abs(transform(plank).angle))
        found.append(most)
    return found


@pytest.mark.jit
@pytest.mark.parametrize("rate", [60.0, 120.0])
@pytest.mark.parametrize("shape", [Box(120, 10), Capsule.between((-60, 0), (60, 0), 5)])
def test_a_plank_keeps_rocking_on_a_barrel(shape: Shape, rate: float) -> None:
    found = amplitudes(shape, rate)
    assert found == pytest.approx([found[0]] * 10, rel=0.01)


def test_a_barrel_rolls_on_a_plank_that_slides_freely() -> None:
    """Nothing outside pushes along the floor: momentum stays, and the pair gains no energy."""
    physics((0, -900), length_unit=UNIT, sleeping=False)
    ground(friction=0.0)
    plank = body(Box(2000, 20), 0, 10, friction=1.0)
    barrel = body(Circle(30), 0, 50, velocity=(100, 0), friction=1.0)
    rigid(plank).mass, rigid(barrel).mass = 2.0, 1.0
    rigid(barrel).inertia = 0.5 * 30**2
    run(300)
    ours, other = rigid(barrel), rigid(plank)
    assert ours.velocity.x + 2.0 * other.velocity.x == pytest.approx(100.0, rel=1e-9)
    slip = ours.velocity.x + 30 * ours.angular_velocity - other.velocity.x
    assert abs(slip) < 1e-6 * 100
    # Friction j brings the slip to 0: 100 - j (1 / 1 + 30² / inertia + 1 / 2) = 0.
    j = 100 / (1 + 2 + 0.5)
    assert ours.velocity.x == pytest.approx(100 - j, rel=1e-3)
    assert ours.angular_velocity == pytest.approx(-j / 15, rel=1e-3)


@pytest.mark.parametrize("seed", range(12))
def test_turned_boxes_made_in_each_other_part_without_speed(seed: int) -> None:
    rng = random.Random(seed)
    physics((0, 0), length_unit=UNIT)
    count = 2 + seed % 3
    made = [
        body(Box(20, 20), rng.uniform(-9, 9), rng.uniform(-9, 9), rng.uniform(0, math.tau), can_sleep=False)
        for _ in range(count)
    ]
    run(240)
    assert max(speed(one) for one in made) < 1e-3 * UNIT
    assert max(abs(rigid(one).angular_velocity) for one in made) < 1e-3


@pytest.mark.jit
@pytest.mark.parametrize("ratio", [30.0, 300.0, 3000.0])
def test_a_heavy_box_on_a_light_one_does_not_bounce(ratio: float) -> None:
    """Without restitution: what stops it grows from sub-step to sub-step, and must not throw it back."""
    physics((0, -10), length_unit=1.0, sleeping=False)
    ground()
    body(Box(1, 1), 0, 2.5, mass=1.0)
    heavy = body(Box(1, 1), 0, 3.5, mass=ratio)
    fastest = 0.0
    for _ in range(240):
        run(1)
        fastest = max(fastest, rigid(heavy).velocity.y)
    assert fastest < 0.1 * math.sqrt(2 * 10 * 2)
