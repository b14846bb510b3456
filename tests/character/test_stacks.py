"""Characters on each other's heads, and tunnels as narrow as they may be."""

from __future__ import annotations

import esper
import pytest

from ecsphys import AABB, Box, Capsule, Circle, Collider, Shape, Transform
from tests.acceptance.support import body, ground, physics, run, transform
from tests.character.support import GRAVITY, HERO, SKIN, control, feet, hero

SHAPES: dict[str, Shape] = {
    "capsule": HERO,
    "box": Box(24, 48),
    "aabb": AABB(24, 48),
    "circle": Circle(24),
    "low": Capsule(32, 12),
}
SIDES = (1, -1)


def stack(count: int, shape: Shape, shift: float = 0.0, bottom: float = 0.0) -> list[int]:
    """Characters of one shape on top of each other, the upper ones shifted."""
    bounds = shape.bounds((0, 0, 0))
    height = bounds.upper.y - bounds.lower.y
    return [
        hero(shift * k, bottom + SKIN + k * (height + SKIN), shape, acceleration=800.0, friction=800.0)
        for k in range(count)
    ]


@pytest.mark.jit
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("step", [1 / 20, 1 / 60])
@pytest.mark.parametrize("shift", [0.0, 2.0, 6.0])
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_who_is_carried_does_not_slow(shape: Shape, shift: float, step: float, side: int) -> None:
    physics(GRAVITY, step=step)
    ground(width=40_000)
    low, high = stack(2, shape, shift)
    control(low).move((side * 80, 0))
    run(round(0.5 / step), step)
    for _ in range(round(2 / step)):
        run(1, step)
        assert control(low).real_velocity.x == pytest.approx(side * 80, abs=1e-6)
        assert control(low).on_floor and feet(low) == pytest.approx(SKIN, abs=1e-6)
        assert control(high).floor_entity == low
        assert control(high).real_velocity.x == pytest.approx(side * 80, abs=1e-6)


@pytest.mark.jit
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_three_on_a_platform(shape: Shape, side: int) -> None:
    """Up and down and aside: the stack stays together."""
    physics(GRAVITY)
    for velocity in ((0, 120), (0, -120), (side * 150, 0), (side * 90, 70)):
        esper.switch_world(f"{esper.current_world} {velocity}")
        physics(GRAVITY)
        lift = body(Box(400, 20), 0, -10, kind="kinematic", velocity=velocity)
        entities = stack(3, shape, 1.0)
        run(20)  # they slide at first, their friction being finite
        places = [transform(entity).position - transform(lift).position for entity in entities]
        run(90)
        for entity, place in zip(entities, places, strict=True):
            assert transform(entity).position - transform(lift).position == pytest.approx(place, abs=1e-6)
            assert control(entity).on_floor and not control(entity).crushed


def test_jumping_with_one_on_the_head() -> None:
    """Both rise, none is slowed or overlaps; both come down again."""
    physics(GRAVITY)
    ground()
    low, high = stack(2, HERO)
    run(20)
    control(low).jump(400)
    top = 0.0
    for _ in range(80):
        run(1)
        top = max(top, feet(low))
        assert transform(high).y - transform(low).y > 48
    assert top == pytest.approx(400**2 / 1800, rel=0.02)
    assert control(low).on_floor and control(high).floor_entity == low


@pytest.mark.parametrize("shape", [Box(24, 48), HERO])
def test_a_ceiling_over_the_upper_one_stops_both(shape: Shape) -> None:
    """It is noticed a step late at most: they overlap no deeper than the motion of a step, and part again."""
    physics(GRAVITY)
    ground()
    esper.create_entity(Transform(0, 150), Collider(Box(400, 60)))  # 24 px over the stack
    low, high = stack(2, shape)
    run(20)
    control(low).jump(500)
    for _ in range(90):
        run(1)
        assert transform(high).y + 24 < 120
        assert transform(high).y - transform(low).y > 48 - 500 / 60 - 0.5
    assert transform(high).y - transform(low).y >= 48
    assert control(low).on_floor and control(high).floor_entity == low


def test_a_low_beam_holds_the_upper_one_back() -> None:
    physics(GRAVITY)
    ground(width=40_000)
    low, high = stack(2, Box(24, 48))
    esper.create_entity(Transform(100, 200), Collider(Box(20, 280)))
    control(low).move((80, 0))
    run(180)
    assert transform(low).x > 200
    assert transform(high).x < 90 and feet(high) == pytest.approx(SKIN, abs=1e-6)


# tunnels


@pytest.mark.jit
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("mode", ["grounded", "floating"])
@pytest.mark.parametrize("speed", [20, 200, 2000])
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_tunnel_of_body_and_skins(shape: Shape, speed: float, mode: str, side: int) -> None:
    physics(GRAVITY if mode == "grounded" else (0, 0))
    bounds = shape.bounds((0, 0, 0))
    height = bounds.upper.y - bounds.lower.y + 2 * SKIN
    ground(0, 20_000)
    esper.create_entity(Transform(side * 600, height + 50), Collider(Box(1000, 100)))
    one = hero(0, SKIN, shape, mode=mode)
    run(5)
    control(one).move((side * speed, 0))
    run(round(300 / speed * 60))
    assert side * transform(one).x == pytest.approx(300, abs=speed / 60)


@pytest.mark.parametrize("side", SIDES)
def test_a_tunnel_of_tiles(side: int) -> None:
    physics(GRAVITY)
    for k in range(-2, 20):
        esper.create_entity(Transform(side * 32 * k, -16), Collider(Box(32, 32)))
        if k > 3:
            esper.create_entity(Transform(side * 32 * k, 48 + 2 * SKIN + 16), Collider(Box(32, 32)))
    one = hero()
    control(one).move((side * 200, 0))
    run(120)
    assert side * transform(one).x == pytest.approx(400, abs=1)


@pytest.mark.parametrize("shape", [HERO, Box(24, 48)])
def test_a_shaft_of_body_and_skins(shape: Shape) -> None:
    physics(GRAVITY)
    for side in SIDES:
        esper.create_entity(Transform(side * (12 + SKIN + 50), 0), Collider(Box(100, 400)))
    one = hero(0, 230, shape)
    run(70)
    assert feet(one) == pytest.approx(230 - 450 * (70 / 60) ** 2, abs=8)


@pytest.mark.parametrize("side", SIDES)
def test_a_tunnel_a_little_too_low_stops_it(side: int) -> None:
    physics(GRAVITY)
    ground()
    esper.create_entity(Transform(side * 600, 48 + 1.9 * SKIN + 50), Collider(Box(1000, 100)))
    one = hero(shape=Box(24, 48))
    control(one).move((side * 200, 0))
    run(60)
    assert side * transform(one).x == pytest.approx(100 - 12, abs=1)
