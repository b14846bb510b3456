"""Impulses of an impact of a sweep: no restitution gives more energy than there was."""

from __future__ import annotations

import math
import random

import pytest

from ecsphys.ccd.impulses import BodyVelocity, Surface, solve_impact
from ecsphys.collide.manifold import Manifold


def energy(a: BodyVelocity) -> float:
    return 0.5 * (a.vx**2 / a.mx + a.vy**2 / a.my + a.w**2 / a.i)


def random_body(rng: random.Random) -> BodyVelocity:
    mass = 10 ** rng.uniform(-2, 0)
    velocity = rng.uniform(-9, 9), rng.uniform(-9, 9), rng.uniform(-9, 9)
    return BodyVelocity(*velocity, mass, mass, 10 ** rng.uniform(-2, 1))


@pytest.mark.parametrize("restitution", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("friction", [0.0, 1.0])
def test_two_points_add_no_energy(restitution: float, friction: float) -> None:
    """One point may part when the other comes, and get an impulse through their coupling."""
    rng = random.Random(3)
    for _ in range(2000):
        a, b, angle = random_body(rng), random_body(rng), rng.uniform(-3, 3)
        n, at = (math.cos(angle), math.sin(angle)), [rng.uniform(-5, 5) for _ in range(6)]
        points = at[0], at[1], at[0] - 3 * n[1], at[1] + 3 * n[0]
        m = Manifold(2, *n, points[0], points[1], 0.0, 0, points[2], points[3], 0.0, 1)
        result = solve_impact(a, b, m, at[4], at[5], Surface(friction, restitution, 0.0, 0.0))
        before, after = energy(a) + energy(b), energy(result.a) + energy(result.b)
        assert after <= before * (1 + 1e-9)


def test_a_box_that_falls_flat_rises_as_fast() -> None:
    """Both points are stopped and both give back what that took."""
    wall, box = BodyVelocity(0.0, 0.0, 0.0, 0.0, 0.0, 0.0), BodyVelocity(3.0, -4.0, 0.0, 1.0, 1.0, 2.0)
    m = Manifold(2, 0.0, 1.0, -1.0, 0.5, 0.0, 0, 1.0, 0.5, 0.0, 1)
    result = solve_impact(wall, box, m, 0.0, 1.0, Surface(0.0, 1.0, 0.0, 0.0))
    assert result.b[:3] == pytest.approx((3.0, 4.0, 0.0))
