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
