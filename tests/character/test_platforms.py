"""Platforms: jumping off, standing on what sleeps, lifts that a character is put into, one-way ones."""

from __future__ import annotations

import math
from typing import Any

import pytest

from ecsphys import Box, Capsule, Circle, Shape, Vec2
from tests.acceptance.support import body, collider, ground, physics, rigid, run, transform
from tests.character.support import GRAVITY, HERO, SKIN, control, feet, hero

STEPS = [1 / 20, 1 / 60, 1 / 240]


def platform(velocity: tuple[float, float], **options: Any) -> int:
    return body(Box(4000, 20), 0, -10, kind="kinematic", velocity=velocity, **options)


# jumping off


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("velocity", [(200, 0), (-200, 0), (0, 200), (0, -200), (120, 80)])
def test_its_velocity_is_added_once(velocity: tuple[float, float], step: float) -> None:
    """In the first step, too: the parabola begins where the character stood before it."""
    physics(GRAVITY, step=step)
    platform(velocity)
    one = hero()
    run(10, step)
    x, y = transform(one).position
    control(one).jump(400)
    for k in range(1, 8):
        run(1, step)
        t = k * step
        if 400 * t - 450 * t * t < 1:  # back on the platform, with the longest step
            break
        assert transform(one).x - x == pytest.approx(velocity[0] * t, abs=1e-6)
        assert transform(one).y - y == pytest.approx((400 + velocity[1]) * t - 450 * t * t, abs=1e-6)


@pytest.mark.parametrize("velocity", [(200, 0), (-200, 0)])
def test_moved_by_move_to_as_well(velocity: tuple[float, float]) -> None:
    physics(GRAVITY)
    lift = platform((0, 0))
    one = hero()
    for _ in range(10):
        pose = transform(lift).pose
        rigid(lift).move_to((pose[0] + velocity[0] / 60, pose[1] + velocity[1] / 60, 0), 1 / 60)
        run(1)
    control(one).jump(400)
    for _ in range(3):
        pose = transform(lift).pose
        rigid(lift).move_to((pose[0] + velocity[0] / 60, pose[1] + velocity[1] / 60, 0), 1 / 60)
        run(1)
        assert control(one).real_velocity.x == pytest.approx(velocity[0])


def test_nothing_of_it_is_kept_when_nothing_is_wanted() -> None:
    physics(GRAVITY)
    platform((200, 0))
    one = hero(on_leave="nothing")
    run(10)
    control(one).jump(400)
    run(1)
    assert control(one).real_velocity == pytest.approx((0, 392.5))


def test_a_launch_is_what_it_says_on_a_platform_too() -> None:
    physics(GRAVITY)
    platform((200, 100))
    one = hero()
    run(10)
    control(one).launch((50, 300))
    run(1)
    assert control(one).real_velocity == pytest.approx((50, 292.5))


def test_a_late_jump_keeps_the_rise_of_the_lift() -> None:
    """Within coyote time, like one from the floor."""
    physics(GRAVITY)
    body(Box(100, 20), 0, -10, kind="kinematic", velocity=(0, 200))
    one = hero(40)
    run(10)
    control(one).move((400, 0))
    while control(one).on_floor:
        run(1)
    control(one).jump(300)
    run(1)
    assert control(one).real_velocity.y == pytest.approx(492.5)


@pytest.mark.parametrize("speed", [150, -150])
def test_landing_again_it_is_at_rest_relative_to_the_platform(speed: float) -> None:
    """With finite friction: today it slid on at the velocity of the platform."""
    physics(GRAVITY)
    lift = platform((speed, 0))
    one = hero(acceleration=300.0, friction=300.0, air_acceleration=0.0, air_friction=0.0)
    run(10)
    place = transform(one).x - transform(lift).x
    control(one).jump(300)
    run(60)
    assert control(one).on_floor
    assert transform(one).x - transform(lift).x == pytest.approx(place, abs=1e-6)


# weight on what sleeps


def seesaw(mass: float | None = None) -> tuple[int, int]:
    """A sleeping plank that hangs over a ledge by less than half, and a character on its safe end."""
    ground(width=400)
    plank = body(Box(200, 10), 200 + 100 - 115, 5.0)
    one = hero(120, 10 + SKIN, mass=mass)
    run(120)
    assert not rigid(plank).awake and control(one).floor_entity == plank
    return plank, one


@pytest.mark.jit
@pytest.mark.parametrize("speed", [200, 20, 3])
def test_a_plank_over_a_ledge_tips_under_who_walks_out(speed: float) -> None:
    physics(GRAVITY)
    plank, one = seesaw(mass=4000)
    assert transform(plank).angle == pytest.approx(0, abs=1e-3)
    control(one).move((speed, 0))
    for _ in range(round(130 / speed * 60)):
        run(1)
        if transform(plank).angle < -0.05:
            return
    pytest.fail(f"level at {transform(plank).angle}, the character at {transform(one).x}")


def test_a_plank_feels_who_is_put_on_it() -> None:
    physics(GRAVITY)
    ground(width=400)
    plank = body(Box(200, 10), 185, 5.0)
    run(120)
    assert not rigid(plank).awake
    hero(275, 10 + SKIN, mass=4000)
    run(60)
    assert transform(plank).angle < -0.05


def test_a_plank_feels_who_grows_heavier() -> None:
    physics(GRAVITY)
    plank, one = seesaw(mass=0)
    control(one).move((100, 0))
    run(90)
    control(one).move((0, 0))
    run(60)
    assert not rigid(plank).awake and transform(one).x == pytest.approx(270, abs=2)
    control(one).mass = 4000
    run(60)
    assert transform(plank).angle < -0.05


def test_a_plank_feels_who_stands_on_a_head() -> None:
    """Each alone is too light to tip it."""
    physics(GRAVITY)
    ground(width=400)
    plank = body(Box(200, 10), 185, 5.0)
    low = hero(275, 10 + SKIN, Box(24, 48), mass=350)
    run(120)
    assert not rigid(plank).awake
    assert transform(plank).angle == pytest.approx(0, abs=1e-3)
    high = hero(275, 58 + 2 * SKIN, Box(24, 48), mass=2000)
    run(2)
    assert control(high).floor_entity == low
    run(60)
    assert transform(plank).angle < -0.05


def test_what_bears_the_same_load_sleeps_on() -> None:
    physics(GRAVITY)
    ground()
    pile = [body(Box(32, 32), 0, 16 + 32 * k) for k in range(3)]
    one = hero(0, 96 + SKIN)
    run(240)
    assert control(one).floor_entity == pile[2]
    assert not any(rigid(entity).awake for entity in pile)
    run(60)
    assert not any(rigid(entity).awake for entity in pile)


# put into a lift


@pytest.mark.parametrize("speed", [0, 100, 300, -300])
@pytest.mark.parametrize("depth", [1, 10, 18, 20])
@pytest.mark.parametrize(
    "shape",
    [HERO, Circle(8), Circle(10), Box(16, 16), Capsule(20, 8)],
    ids=["hero", "8", "10", "box", "small"],
)
def test_out_of_a_lift_leads_up(shape: Shape, depth: float, speed: float) -> None:
    physics(GRAVITY)
    lift = platform((0, speed))
    run(3)
    one = hero(0, transform(lift).y + 10 - depth, shape)
    run(2)
    assert feet(one) - transform(lift).y - 10 == pytest.approx(SKIN, abs=1e-6)
    assert control(one).floor_entity == lift and not control(one).crushed


def test_teleported_into_a_lift_it_is_put_on_top_as_well() -> None:
    physics(GRAVITY)
    lift = platform((0, 60))
    ground(-400)
    one = hero(0, -300, Circle(8))
    run(10)
    transform(one).position = transform(lift).position
    run(2)
    assert control(one).floor_entity == lift


def test_a_lift_that_comes_down_does_not_lift() -> None:
    """Crushed between lift and floor it stays below; with room it is pushed down."""
    physics(GRAVITY)
    ground()
    lift = body(Box(200, 20), 0, 90, kind="kinematic", velocity=(0, -120))
    one = hero()
    crushed = False
    for _ in range(30):
        run(1)
        crushed |= control(one).crushed
        assert transform(one).y < transform(lift).y
    assert crushed


def test_a_fast_lift_pushes_a_floating_one_where_it_goes() -> None:
    physics()
    lift = body(Box(200, 20), 0, 60, kind="kinematic", velocity=(0, -600))
    one = hero(feet=-24, mode="floating")
    for _ in range(30):
        run(1)
        assert transform(one).y < transform(lift).y - 30


# one-way platforms


@pytest.mark.parametrize("kind", ["static", "kinematic"])
@pytest.mark.parametrize("sizes", [(48, 24), (24, 48), (48, 40), (40, 48)])
def test_a_new_shape_does_not_fall_through(sizes: tuple[float, float], kind: str) -> None:
    physics(GRAVITY)
    ground(-200)
    shelf = body(Box(200, 10), 0, -5, kind=kind, one_way=(0, 1))
    one = hero(shape=Capsule(sizes[0], 12))
    run(20)
    assert control(one).floor_entity == shelf
    collider(one).shapes = Capsule(sizes[1], 12)
    run(30)
    assert control(one).floor_entity == shelf
    assert feet(one) == pytest.approx(SKIN, abs=1e-6)


def test_a_new_shape_on_a_rising_one_way_lift() -> None:
    physics(GRAVITY)
    shelf = platform((0, 100), one_way=(0, 1))
    one = hero(shape=Capsule(24, 12))
    run(20)
    collider(one).shapes = Capsule(48, 12)
    run(30)
    assert control(one).floor_entity == shelf


def test_a_new_shape_can_still_drop_through() -> None:
    physics(GRAVITY)
    floor = ground(-200)
    body(Box(200, 10), 0, -5, kind="static", one_way=(0, 1))
    one = hero(shape=Capsule(24, 12))
    run(20)
    collider(one).shapes = Capsule(48, 12)
    control(one).drop()
    run(90)
    assert control(one).floor_entity == floor


def test_the_platforms_own_shape_may_change() -> None:
    physics(GRAVITY)
    ground(-200)
    shelf = body(Box(200, 10), 0, -5, kind="static", one_way=(0, 1))
    one = hero()
    run(20)
    collider(shelf).shapes = Box(200, 18)  # its top is 4 higher
    run(30)
    assert control(one).floor_entity == shelf and feet(one) == pytest.approx(4 + SKIN, abs=1e-6)


def test_spinning_platforms_are_left_along_the_tangent() -> None:
    physics(GRAVITY)
    body(Box(400, 20), 0, -10, kind="kinematic", angular_velocity=0.5)
    one = hero(100)
    run(5)
    before = transform(one).position
    expected = control(one).platform_velocity
    control(one).jump(400)
    run(1)
    moved = Vec2(*(transform(one).position - before)) * 60
    assert moved.x == pytest.approx(expected.x, abs=0.6)
    assert moved.y == pytest.approx(expected.y + 392.5, abs=0.6)
    assert math.hypot(*expected) == pytest.approx(50, rel=0.1)
