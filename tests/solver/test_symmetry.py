"""A scene and its mirror image stay alike: nothing in the solver depends on which point or side comes
first.
"""

from __future__ import annotations

import math
import random

import esper
import pytest

from ecsphys import Box, Capsule, Polygon
from tests.acceptance.support import body, ground, physics, run, transform

TRAPEZE = [(-0.5, -0.4), (0.5, -0.4), (0.3, 0.4), (-0.3, 0.4)]  # its own mirror image


def throw(seed: int, side: int, restitution: float) -> list[tuple[float, float]]:
    """Throw a tumbling body at a stack from the left (side 1) or from the right (-1); return all positions as
    seen from the left.
    """
    draw = random.Random(seed)
    esper.switch_world(f"throw {seed} {side} {restitution}")
    physics((0, -9.81), length_unit=1.0)
    ground(width=100, friction=0.5)
    options = {"friction": 0.5, "restitution": restitution}
    entities = [body(Box(1, 1), side * 2.0, 0.5 + i, **options) for i in range(4)]
    shape = draw.choice([Box(1, 1), Polygon(TRAPEZE), Capsule(1, 0.3), Box(0.8, 0.6, radius=0.1)])
    x, y, angle = side * -4.0, draw.uniform(1, 4), side * draw.uniform(-0.5, 0.5)
    velocity = (side * draw.uniform(5, 25), draw.uniform(-1, 4))
    spin = side * draw.uniform(-5, 5)
    entities.append(body(shape, x, y, angle, velocity=velocity, angular_velocity=spin, **options))
    run(90)
    return [(side * transform(entity).x, transform(entity).y) for entity in entities]


@pytest.mark.jit
@pytest.mark.parametrize("restitution", [0.0, 0.3])
def test_mirrored_throws_stay_mirrored(restitution: float) -> None:
    worst = []
    for seed in range(60):
        left, right = throw(seed, 1, restitution), throw(seed, -1, restitution)
        assert left[0] != (2.0, 0.5) or left[4][0] > -3.0  # something happened
        worst.append(max(math.dist(a, b) for a, b in zip(left, right, strict=True)))
    worst.sort()
    assert worst[53] < 1e-6


@pytest.mark.parametrize("height", [0.5, 1.0, 3.3])
def test_a_box_that_falls_flat_stays_where_it_is(height: float) -> None:
    physics((0, -9.81), length_unit=1.0)
    ground(width=20)
    box = body(Box(1, 1), 0, 0.5 + height)
    run(120)
    assert abs(transform(box).x) < 1e-9
    assert abs(transform(box).angle) < 1e-9
