"""COLLISION_HIT: where, how fast and how hard, once a blow."""

from __future__ import annotations

from typing import Any

import pytest

from ecsphys import COLLISION_BEGIN, COLLISION_END, COLLISION_HIT, Box
from tests.acceptance.support import (
    Recorder,
    body,
    disc,
    ground,
    physics,
    rigid,
    run,
    wall,
)


def test_a_hit_says_where_and_how_hard() -> None:
    clock = physics()
    heard = Recorder([COLLISION_BEGIN, COLLISION_HIT])
    floor = wall(0, -20, 400, 40)
    ball = disc(0, 50, velocity=(0, -300), mass=2)
    run(30)
    (begin,), (hit,) = heard.of(COLLISION_BEGIN), heard.of(COLLISION_HIT)
    assert hit.entities == begin.entities == (floor, ball)
    assert hit.normal == pytest.approx((0, 1))
    assert hit.point == pytest.approx((0, 0), abs=3)
    assert hit.speed == pytest.approx(300)
    assert hit.impulse == pytest.approx(600, rel=0.02)
    assert [name for name, _ in heard.log] == [COLLISION_BEGIN, COLLISION_HIT]
    assert clock.hit_speed == 64


@pytest.mark.parametrize(("speed", "hits"), [(100, 0), (140, 1)])
def test_only_what_is_faster_than_hit_speed_is_a_hit(speed: float, hits: int) -> None:
    clock = physics()
    clock.hit_speed = 120
    heard = Recorder([COLLISION_BEGIN, COLLISION_HIT])
    wall(0, -20)
    disc(0, 30, velocity=(0, -speed))
    run(60)
    assert heard.counts(COLLISION_BEGIN, COLLISION_HIT) == (1, hits)


def test_a_hit_is_a_rising_edge() -> None:
    """A box that rests on another is hit anew each time that it is struck."""
    physics((0, -900), sleeping=False)
    heard = Recorder([COLLISION_BEGIN, COLLISION_HIT])
    ground()
    box = body(Box(40, 40), 0, 20)
    run(30)
    assert heard.counts(COLLISION_BEGIN, COLLISION_HIT) == (1, 0)
    for blows in range(1, 4):
        rigid(box).velocity = (0, -200)
        run(20)
        assert heard.counts(COLLISION_BEGIN, COLLISION_HIT) == (1, blows)


def test_every_bounce_is_a_hit() -> None:
    physics((0, -900))
    heard = Recorder([COLLISION_BEGIN, COLLISION_HIT, COLLISION_END])
    ground()
    disc(0, 200, restitution=0.8)
    run(155)
    assert heard.count(COLLISION_HIT) == heard.count(COLLISION_BEGIN) >= 2
    speeds = [event.speed for event in heard.of(COLLISION_HIT)]
    assert speeds == sorted(speeds, reverse=True)
    assert all(event.impulse > 0 for event in heard.of(COLLISION_HIT))


def test_without_response_a_hit_needs_no_impulse() -> None:
    physics(response=False)
    heard = Recorder([COLLISION_HIT])
    wall(0, 0), disc(100, 0, velocity=(-300, 0))
    run(20)
    assert heard.count(COLLISION_HIT) == 1


@pytest.mark.parametrize("value", [-1, float("nan"), "fast"])
def test_hit_speed_is_checked(value: Any) -> None:
    clock = physics()
    with pytest.raises((ValueError, TypeError), match="hit_speed"):
        clock.hit_speed = value


@pytest.mark.parametrize("speed", [300, 3000, 40000])
@pytest.mark.parametrize("restitution", [0, 1])
def test_the_hit_of_a_fast_body_comes_with_its_begin(speed: float, restitution: float) -> None:
    physics()
    heard = Recorder([COLLISION_BEGIN, COLLISION_HIT])
    target = wall(500, 0, 10, 100)
    ball = disc(0, 0, 8, velocity=(speed, 0), restitution=restitution, mass=2)
    run(120)
    (begin,), (hit,) = heard.of(COLLISION_BEGIN), heard.of(COLLISION_HIT)
    assert hit.entities == (target, ball)
    assert (hit.speed, hit.time) == (begin.speed, begin.time) == pytest.approx((speed, 487 / speed * 60 % 1))
    assert hit.impulse == pytest.approx(2 * speed * (1 + restitution))
    assert hit.point == pytest.approx((495, 0), abs=0.5)
    assert hit.normal == pytest.approx((-1, 0))
