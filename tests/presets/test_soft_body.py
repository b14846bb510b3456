"""A soft body keeps its area, and comes to rest."""

from __future__ import annotations

import math

import esper
import pytest

from ecsphys import Box, Collider, HalfPlane, Transform, Vec2
from ecsphys.compile import ENABLED
from ecsphys.presets import SoftBody, soft_body
from tests.presets.support import (
    STEPS,
    angle,
    asleep,
    body_at,
    floor,
    make_physics,
    place,
    run,
    speed,
)


def area(ball: SoftBody) -> float:
    """Return the area within the centres of the rim."""
    rim = [place(one) for one in ball.rim]
    return 0.5 * sum(rim[i - 1].cross(rim[i]) for i in range(len(rim)))


@pytest.mark.jit
def test_a_soft_body_keeps_its_area() -> None:
    physics = make_physics()
    floor()
    ball = soft_body((0, 100))
    whole = area(ball)
    least = whole

    def look() -> None:
        nonlocal least
        least = min(least, area(ball))

    run(physics, STEPS, look)
    assert 0.8 * whole < least
    assert area(ball) == pytest.approx(whole, rel=0.05)
    if ENABLED:
        assert speed(ball.bodies) < 1
        assert 32 < place(ball.hub).y < 64


@pytest.mark.jit
@pytest.mark.parametrize("radius", [20, 40, 80])
def test_a_soft_body_stands_still_and_falls_asleep(radius: float) -> None:
    physics = make_physics()
    floor()
    ball = soft_body((0, radius), radius=radius)
    run(physics, 300)
    before = [place(one) for one in ball.bodies]
    run(physics, 300)
    assert asleep(ball.bodies)
    assert all(place(one).distance(was) < 1 for one, was in zip(ball.bodies, before, strict=True))


@pytest.mark.jit
def test_a_soft_body_that_fell_far_falls_asleep_its_hub_too() -> None:
    physics = make_physics()
    floor()
    ball = soft_body((0, 280), radius=30, friction=1)
    run(physics, 1200)
    assert asleep(ball.bodies)


@pytest.mark.jit
def test_a_soft_body_rolls_down_a_slope_as_a_whole() -> None:
    physics = make_physics()
    slope = 0.15
    normal = Vec2(math.sin(slope), math.cos(slope))
    esper.create_entity(Transform(), Collider(HalfPlane(normal)))
    ball = soft_body(normal * 64, radius=64)
    run(physics, 120)
    turns = [angle(one) for one in ball.rim]
    assert max(turns) - min(turns) < 1
    assert -sum(turns) / len(turns) * 60 == pytest.approx(place(ball.hub).length, rel=0.2)
    assert place(ball.hub).x > 64 * normal.x + 60


def test_it_bears_a_crate_and_springs_back() -> None:
    physics = make_physics()
    floor()
    ball = soft_body((0, 64))
    whole = area(ball)
    crate = body_at(0, 160, Collider(Box(200, 40)))
    run(physics, STEPS // 10)
    if ENABLED:
        assert area(ball) > 0.75 * whole
    esper.delete_entity(crate)
    run(physics, STEPS // 10)
    assert area(ball) == pytest.approx(whole, rel=0.05)


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"position": (0, math.inf)}, "position"),
        ({"radius": 0}, "radius"),
        ({"points": 4}, "points"),
        ({"hertz": 0}, "hertz"),
        ({"damping_ratio": -1}, "damping_ratio"),
        ({"density": 0}, "density"),
        ({"friction": -1}, "friction"),
    ],
)
def test_wrong_arguments_create_nothing(wrong: dict[str, object], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        soft_body(**{"position": (0, 0), **wrong})  # type: ignore[arg-type]
    assert not list(esper.get_components(Transform))
