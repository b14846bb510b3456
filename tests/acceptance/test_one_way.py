"""Platforms that are solid from one side."""

from __future__ import annotations

import math

import pytest

from ecsphys import AABB, COLLISION_BEGIN, Box, Capsule, Circle

from .support import Recorder, body, collider, physics, rigid, run, transform


def ledge(shape: object = None, angle: float = 0.0, **options: object) -> int:
    """A platform at y = 100, its top at 105, solid from above."""
    one = body(shape or Box(200, 10), 0, 100, kind="static")
    collider(one).one_way = (0, 1)
    transform(one).angle = angle
    return one


@pytest.mark.parametrize("platform", [Box(200, 10), AABB(200, 10)])
@pytest.mark.parametrize("shape", [Circle(10), Box(20, 20), Capsule(30, 8)])
def test_it_holds_what_falls_on_it(platform: object, shape: object) -> None:
    physics(gravity=(0, -900))
    heard = Recorder()
    ledge(platform)
    falling = body(shape, 0, 200)
    run(180)
    bottom = transform(falling).y + shape.bounds((0, 0, 0)).lower.y  # type: ignore[attr-defined]
    assert bottom == pytest.approx(105, abs=1)
    assert heard.count(COLLISION_BEGIN) == 1


@pytest.mark.parametrize("speed", [450, 600, 900])
def test_what_jumps_up_through_it_lands_on_it(speed: float) -> None:
    physics(gravity=(0, -900))
    heard = Recorder()
    ledge()
    jumper = body(Circle(10), 0, 20)
    rigid(jumper).velocity = (0, speed)
    highest = 0.0
    for _ in range(180):
        before = rigid(jumper).velocity.y
        run(1)
        highest = max(highest, transform(jumper).y)
        if transform(jumper).y < 110 and before > 20:
            assert rigid(jumper).velocity.y == pytest.approx(before - 15)  # nothing held it or popped it up
    assert highest == pytest.approx(20 + speed**2 / 1800, rel=0.05)
    assert transform(jumper).y == pytest.approx(115, abs=1)
    assert heard.count(COLLISION_BEGIN) == 1


def test_a_jump_that_ends_inside_it_falls_back() -> None:
    physics(gravity=(0, -900))
    ledge()
    jumper = body(Box(20, 20), 0, 60)
    rigid(jumper).velocity = (0, math.sqrt(1800 * 40))  # its centre comes to y = 100
    run(60)
    assert transform(jumper).y < 60


def test_it_turns_with_its_body() -> None:
    physics(gravity=(0, 0))
    ledge(angle=-math.pi / 2)  # solid from the right now
    from_left, from_right = body(Circle(5), -50, 100), body(Circle(5), 50, 100)
    rigid(from_left).velocity, rigid(from_right).velocity = (100, 0), (-100, 0)
    collider(from_left).group = collider(from_right).group = -1
    run(60)
    assert transform(from_left).x == pytest.approx(50, abs=1)
    assert transform(from_right).x == pytest.approx(10, abs=1)


# moving platforms


def lift(velocity: tuple[float, float], **options: object) -> int:
    """A kinematic platform solid from above, its top at 105 at first."""
    return body(Box(200, 10), 0, 100, kind="kinematic", velocity=velocity, one_way=(0, 1), **options)


def stands_on(rider: int, platform: int, half: float = 10) -> bool:
    return transform(rider).y - transform(platform).y == pytest.approx(5 + half, abs=1.5)


@pytest.mark.jit
@pytest.mark.parametrize("shape", [Circle(10), Box(20, 20), Capsule(20, 8)])
@pytest.mark.parametrize("velocity", [(0, 60), (0, 300), (0, 1200), (0, -300), (150, 0), (150, 300)])
def test_passengers_stay_on_a_moving_platform(shape: object, velocity: tuple[float, float]) -> None:
    physics(gravity=(0, -900))
    platform = lift(velocity)
    rider = body(shape, 0, 115.01, velocity=velocity, lock_rotation=True, friction=1)
    run(90)
    assert stands_on(rider, platform)
    assert rigid(rider).velocity == pytest.approx(velocity, abs=30)


def test_a_platform_that_starts_and_turns_round_keeps_its_passenger() -> None:
    physics(gravity=(0, -900))
    platform = lift((0, 0))
    rider = body(Box(20, 20), 0, 115)
    for speed in (200, 400, 0, -200, 0, 400, 100, -300, 0):
        rigid(platform).velocity = (0, speed)
        run(20)
    run(30)
    assert stands_on(rider, platform)


@pytest.mark.parametrize(
    ("speed", "continuous"),
    [(100, "auto"), (400, "auto"), (700, "auto"), (1000, "bullet"), (2500, "bullet")],
)
def test_a_platform_that_rises_picks_up_what_is_above_it(speed: float, continuous: str) -> None:
    """Godot's bodies fall through upward movers."""
    physics(gravity=(0, -900))
    platform = lift((0, speed), continuous=continuous)
    falling = body(Box(20, 20), 0, 300, velocity=(0, -300))
    run(60)
    assert transform(falling).y >= transform(platform).y + 14


@pytest.mark.parametrize("speed", [100, 400, 1000])
def test_a_platform_that_comes_down_passes_over_what_is_below(speed: float) -> None:
    """Neither pushed down, nor popped up once it is inside."""
    physics(gravity=(0, 0))
    heard = Recorder()
    lift((0, -speed))
    below = body(Box(20, 20), 0, 60)
    run(60)
    assert transform(below).position == (0, 60)
    assert heard.log == []


def test_a_platform_that_stops_inside_somebody_lets_them_go() -> None:
    physics(gravity=(0, -900))
    floor = body(Box(400, 20), 0, 40, kind="static")
    platform = lift((0, -300))
    standing = body(Box(20, 20), 0, 60)
    run(8)  # 40 units: the platform's middle is in the body's
    rigid(platform).velocity = (0, 0)
    run(60)
    assert transform(standing).y == pytest.approx(60, abs=1)
    rigid(platform).velocity = (0, 120)  # and away upwards, through it
    run(60)
    assert transform(standing).y == pytest.approx(60, abs=1)
    assert floor


@pytest.mark.parametrize("gravity_scale", [0.1, 0.5, 1])
def test_a_platform_that_falls_carries_its_passenger(gravity_scale: float) -> None:
    physics(gravity=(0, -900))
    platform = body(
        Box(200, 10), 0, 100, one_way=(0, 1), mass=5000, lock_rotation=True, gravity_scale=gravity_scale
    )
    rider = body(Box(20, 20), 0, 115, mass=50)
    for _ in range(60):
        run(1)
        assert stands_on(rider, platform)
    assert transform(platform).y < 80
    rigid(platform).gravity_scale = 0
    rigid(platform).linear_damping = 5
    run(60)
    assert stands_on(rider, platform)


@pytest.mark.parametrize("speed", [0, 200, -200])
def test_jumping_up_through_a_moving_platform(speed: float) -> None:
    physics(gravity=(0, -900))
    platform = lift((0, 0))
    jumper = body(Box(20, 20), 0, 40, velocity=(0, 700))
    rigid(platform).velocity = (0, speed)
    before, above = rigid(jumper).velocity.y, False
    for _ in range(240):
        run(1)
        now = rigid(jumper).velocity.y
        above = above or transform(jumper).y > transform(platform).y + 15
        if not above:
            assert now == pytest.approx(before - 15)  # nothing held it or popped it up
        before = now
        if abs(transform(platform).y - 100) > 60:
            rigid(platform).velocity = (0, 0)
    assert stands_on(jumper, platform)


def test_coming_from_the_side_is_free() -> None:
    physics(gravity=(0, 0))
    ledge()
    walker = body(Box(20, 20), -200, 104, velocity=(200, 0))
    run(180)
    assert rigid(walker).velocity == pytest.approx((200, 0))


def test_walking_along_joints_of_platforms_is_smooth() -> None:
    physics(gravity=(0, -900))
    for i in range(6):
        one = body(Box(100, 10), 100 * i, 100, kind="static")
        collider(one).one_way = (0, 1)
    walker = body(Capsule(30, 10), 0, 120.01, velocity=(200, 0), friction=0, lock_rotation=True)
    for _ in range(120):
        run(1)
        assert transform(walker).y == pytest.approx(120, abs=1)
    assert rigid(walker).velocity.x > 190


@pytest.mark.parametrize("speed", [1500, 6000, 20000])
@pytest.mark.parametrize("continuous", ["auto", "bullet"])
def test_the_fastest_too(speed: float, continuous: str) -> None:
    clock = physics(gravity=(0, 0))
    ledge()
    down = body(Circle(5), -50, 1000, velocity=(0, -speed), continuous=continuous)
    up = body(Circle(5), 50, -900, velocity=(0, speed), continuous=continuous)
    run(120)
    assert transform(down).y > 105
    assert rigid(up).velocity == (0, speed)
    assert transform(up).y == pytest.approx(-900 + 2 * speed)
    assert clock


def test_a_heap_sleeps_on_a_platform() -> None:
    physics(gravity=(0, -900))
    ledge()
    boxes = [body(Box(20, 20), 0, 115 + 20.01 * i) for i in range(4)]
    run(240)
    assert not any(rigid(box).awake for box in boxes)
    assert [transform(box).y for box in boxes] == pytest.approx([115, 135, 155, 175], abs=2)


# drop-through


@pytest.mark.parametrize("shape", [Circle(10), Box(20, 20)])
def test_drop_through_by_ignoring_for_a_time(shape: object) -> None:
    clock = physics(gravity=(0, -900))
    heard = Recorder()
    upper = ledge()
    lower = body(Box(200, 10), 0, -50, kind="static", one_way=(0, 1))
    player = body(shape, 0, 115)
    run(60)
    assert clock.collisions.of(player) == {upper}
    clock.ignore(player, upper, seconds=0.25)
    run(1)
    assert [event.reason for event in heard.of("collision_end")] == ["filtered"]
    run(120)
    assert clock.collisions.of(player) == {lower}
    assert transform(player).y == pytest.approx(-35, abs=1)
    rigid(player).velocity = (0, 800)
    run(180)
    assert clock.collisions.of(player) == {upper}  # and solid again from above


@pytest.mark.parametrize("steps", [1, 2, 4, 8, 12])
def test_ignoring_that_ends_inside_the_platform_does_not_pop_up(steps: int) -> None:
    clock = physics(gravity=(0, -900))
    upper = ledge(Box(200, 40))
    player = body(Box(20, 20), 0, 130)
    run(60)
    clock.ignore(player, upper)
    run(steps)
    depth = 130 - transform(player).y
    clock.unignore(player, upper)
    highest = transform(player).y
    for _ in range(60):
        run(1)
        assert transform(player).y <= highest + 0.6
    assert (transform(player).y < 0) == (depth > 1)  # less deep than a step's fall is landing on it


def test_one_way_can_be_changed_at_any_time() -> None:
    physics(gravity=(0, -900))
    platform = body(Box(200, 10), 0, 100, kind="static", one_way=(0, -1))  # solid from below only
    jumper, falling = body(Circle(10), -50, 20, velocity=(0, 600)), body(Circle(10), 50, 200)
    run(60)
    assert transform(falling).y < 80
    assert transform(jumper).y < 90
    collider(platform).one_way = None
    rigid(falling).velocity = (0, 0)
    transform(falling).position = (50, 200)
    run(90)
    assert transform(falling).y == pytest.approx(115, abs=1)


@pytest.mark.parametrize("step", [1 / 60, 1 / 30, 1 / 20])
@pytest.mark.parametrize("apex", [4.0, 7.0, 12.0, 20.0, 35.0, 60.0])
@pytest.mark.parametrize("thickness", [2.0, 8.0, 16.0])
@pytest.mark.parametrize("shape", [Circle(8), Box(16, 16), Capsule(20, 6)])
def test_what_rises_out_of_a_platform_lands_on_it(
    step: float, apex: float, thickness: float, shape: object
) -> None:
    """Their boxes may overlap all the way; `apex`: how far above the platform the lowest point turns."""
    world = physics(gravity=(0, -900), step=step)
    ledge(Box(200, thickness))
    rest = 100 + 0.5 * thickness - shape.bounds((0, 0, 0)).lower.y  # type: ignore[attr-defined]
    jumper = body(shape, 3, 40)
    rigid(jumper).velocity = (0, math.sqrt(2 * 900 * (rest + apex - 40)))
    rigid(jumper).lock_rotation = True
    highest = 40.0
    for _ in range(round(2.0 / step)):
        world.step_once()
        highest = max(highest, transform(jumper).y)
    assert highest > rest
    assert transform(jumper).y == pytest.approx(rest, abs=0.5)
