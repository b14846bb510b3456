"""Crates that characters push: the wanted speed whatever the step, the mass and the friction."""

from __future__ import annotations

import itertools
import math
from typing import Any

import esper
import pytest

from ecsphys import Box, Collider, Polygon, Transform
from tests.acceptance.support import body, ground, physics, rigid, run, transform
from tests.character.support import GRAVITY, HERO, SKIN, control, hero

SIZE = 32.0
SIDES = (1, -1)


def crate(x: float, size: float = SIZE, **options: Any) -> int:
    return body(Box(size, size), x, size / 2, **options)


def push(wanted: float, side: int = 1, step: float = 1 / 60, seconds: float = 1.5, **options: Any) -> int:
    """Walk against a crate a unit away; returns the crate. `options` go to its collider."""
    physics(GRAVITY, step=step)
    ground(friction=options.get("friction", 0.5), width=40_000)
    one = hero()
    pushed = crate(side * (12 + SIZE / 2 + 1), **options)
    control(one).move((side * wanted, 0))
    run(round(seconds / step), step)
    return pushed


def distance(entity: int, seconds: float, step: float) -> float:
    before = transform(entity).x
    run(round(seconds / step), step)
    return transform(entity).x - before


@pytest.mark.jit
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("step", [1 / 20, 1 / 60, 1 / 240])
@pytest.mark.parametrize(
    ("wanted", "options"),
    [
        (50, {}),
        (10, {}),
        (100, {"friction": 0.25}),
        (100, {"friction": 0.8}),
        (100, {"density": 0.05}),
        (100, {"density": 10.0}),
        (300, {"density": 3.0}),
    ],
    ids=str,
)
def test_a_crate_gets_the_wanted_speed(
    wanted: float, options: dict[str, float], step: float, side: int
) -> None:
    pushed = push(wanted, side, step, **options)
    assert distance(pushed, 0.5, step) == pytest.approx(side * 0.5 * wanted, rel=0.005)
    assert abs(transform(pushed).angle) < 0.01


def test_a_crate_gets_the_wanted_speed_at_once() -> None:
    pushed = push(50, seconds=0.25)
    assert rigid(pushed).velocity.x == pytest.approx(50, rel=0.01)


@pytest.mark.jit
@pytest.mark.parametrize("friction", [0.0, 0.5])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_a_row_is_never_pushed_faster_than_wanted(count: int, friction: float) -> None:
    physics(GRAVITY)
    ground(friction=friction)
    one = hero()
    row = [crate(12 + SIZE * (k + 0.5) + 1, friction=friction) for k in range(count)]
    control(one).move((100, 0))
    fastest = 0.0
    for _ in range(120):
        run(1)
        fastest = max(fastest, *(rigid(entity).velocity.x for entity in row))
    assert fastest < 101
    assert distance(row[0], 0.5, 1 / 60) == pytest.approx(50, rel=0.02)
    gaps = [transform(b).x - transform(a).x - SIZE for a, b in itertools.pairwise(row)]
    assert all(-0.5 < gap < 2 for gap in gaps)


@pytest.mark.parametrize("side", SIDES)
def test_against_a_wall_it_stops(side: int) -> None:
    """The force grows to its limit; the crate gives way less than 2 percent of its size, and stays."""
    physics(GRAVITY)
    ground()
    one = hero()
    pushed = crate(side * 40)
    esper.create_entity(Transform(side * 100, 50), Collider(Box(20, 100)))
    control(one).move((side * 100, 0))
    run(120)
    rest = transform(pushed).x
    assert side * rest == pytest.approx(74, abs=0.6)
    run(60)
    assert transform(pushed).x == pytest.approx(rest, abs=0.02)
    assert control(one).real_velocity.x == pytest.approx(0, abs=0.5)
    assert abs(transform(pushed).angle) < 0.01


@pytest.mark.jit
def test_on_another_floor_it_is_soon_as_fast_again() -> None:
    """From ice to stone and back: never faster than wanted, but for the step in which the floor changes."""
    physics(GRAVITY)
    for x, friction in ((-600, 0.0), (200, 1.0), (1000, 0.04)):
        esper.create_entity(Transform(x, -50), Collider(Box(800, 100), friction=friction))
    one = hero()
    pushed = crate(40, friction=1.0)
    control(one).move((100, 0))
    speeds = []
    for _ in range(600):
        run(1)
        speeds.append(rigid(pushed).velocity.x)
    assert max(speeds) < 120  # 900 / 60 more for one step, where the friction ends, and a seam
    assert speeds[150] == pytest.approx(100, rel=0.01)
    assert speeds[-1] == pytest.approx(100, rel=0.01)


def test_strength_limits_the_force() -> None:
    """Twice the friction of the crate: half of the force accelerates it."""
    physics(GRAVITY)
    ground()
    weight = SIZE * SIZE * 900
    one = hero(strength=weight)
    pushed = crate(29)
    control(one).move((100, 0))
    run(4)
    before = rigid(pushed).velocity.x
    run(1)
    assert (rigid(pushed).velocity.x - before) * 60 == pytest.approx(450, rel=0.02)
    esper.component_for_entity(pushed, Collider).friction = 8.0
    run(60)
    assert abs(rigid(pushed).velocity.x) < 0.1


def test_too_heavy_is_too_heavy_whatever_the_step() -> None:
    for step in (1 / 20, 1 / 60, 1 / 240):
        esper.switch_world(f"{esper.current_world} {step}")
        pushed = push(200, step=step, seconds=1, density=100.0)
        assert transform(pushed).x == pytest.approx(12 + SIZE / 2 + 1, abs=0.5)


@pytest.mark.parametrize("side", SIDES)
def test_on_a_moving_platform_the_speed_is_the_platforms_and_its_own(side: int) -> None:
    physics(GRAVITY)
    body(Box(4000, 20), 0, -10, kind="kinematic", velocity=(side * 80, 0))
    one = hero()
    pushed = crate(40)
    run(60)
    control(one).move((50, 0))
    run(90)
    assert rigid(pushed).velocity.x == pytest.approx(side * 80 + 50, rel=0.01)
    assert control(one).real_velocity.x == pytest.approx(side * 80 + 50, rel=0.01)


@pytest.mark.parametrize("side", SIDES)
def test_up_a_slope(side: int) -> None:
    physics(GRAVITY)
    tilt = math.radians(15)
    run_up = 2000 * math.tan(tilt)
    esper.create_entity(
        Transform(0, 0),
        Collider(Polygon([(0, 0), (2000 * side, run_up), (2000 * side, -9)])),
    )
    one = hero(side * 100, 100 * math.tan(tilt) + 2)
    c, s = math.cos(side * tilt), math.sin(side * tilt)
    along, up = side * 160 / math.cos(tilt), 16.1
    pushed = body(Box(SIZE, SIZE), c * along - s * up, s * along + c * up, side * tilt)
    run(30)
    control(one).move((side * 60, 0))
    run(90)
    before = transform(pushed).position
    run(60)
    moved = transform(pushed).position - before
    assert math.hypot(*moved) == pytest.approx(math.hypot(*control(one).real_velocity), rel=0.03)
    assert math.hypot(*moved) == pytest.approx(60 * math.cos(tilt), rel=0.05)


@pytest.mark.jit
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("damping", [0.0, 2.0])
@pytest.mark.parametrize("step", [1 / 20, 1 / 60, 1 / 240])
def test_floating_with_finite_acceleration(step: float, damping: float, side: int) -> None:
    """Both gain speed together, and reach the wanted one; today's push began at zero in every step."""
    physics(step=step)
    one = hero(shape=HERO, feet=-24, mode="floating", acceleration=200.0, friction=400.0)
    pushed = body(Box(SIZE, SIZE), side * 28.2, 0, linear_damping=damping)
    control(one).move((side * 100, 0))
    run(round(0.25 / step), step)
    assert damping > 0 or rigid(pushed).velocity.x == pytest.approx(side * 50, abs=200 * 2.1 * step)
    run(round(2.25 / step), step)
    assert rigid(pushed).velocity.x == pytest.approx(side * 100, rel=0.03)
    assert distance(pushed, 0.5, step) == pytest.approx(side * 50, rel=0.03)
    assert control(one).real_velocity.x == pytest.approx(side * 100, rel=0.03)


def test_two_push_no_faster_than_one() -> None:
    physics()
    for y in (-30, 30):
        one = hero(feet=y - 24, mode="floating")
        control(one).move((100, 0))
    pushed = body(Box(20, 140), 40, 0, lock_rotation=True)
    fastest = 0.0
    for _ in range(60):
        run(1)
        fastest = max(fastest, rigid(pushed).velocity.x)
    assert fastest == pytest.approx(100, rel=0.01)


def test_a_floating_one_is_not_stopped_by_what_it_pushes_along() -> None:
    """In a corner between a wall and a crate it slides along the wall and pushes on."""
    physics()
    esper.create_entity(Transform(0, -50), Collider(Box(2000, 50)))
    one = hero(shape=HERO, feet=-25 + SKIN, mode="floating")
    pushed = body(Box(SIZE, SIZE), 40, -8, linear_damping=1.0)
    control(one).move((80, -80))
    run(120)
    assert rigid(pushed).velocity.x == pytest.approx(80, rel=0.05)
