"""The collision list, and the three ways of hearing about collisions."""

from __future__ import annotations

import math

import esper
import pytest

import ecsphys
from ecsphys import COLLISION_BEGIN, Box
from tests.acceptance.support import (
    Recorder,
    body,
    disc,
    ground,
    pair,
    physics,
    run,
    transform,
)


def test_the_collision_list() -> None:
    clock = physics(response=False)
    a, b, c = disc(0, 0), disc(20, 0), disc(40, 0)
    run(3)
    assert clock.collisions.of(b) == {a, c}
    assert clock.collisions.of(a) == {b}
    assert clock.collisions.between(a, c) is None
    found = clock.collisions.between(b, a)
    assert found is not None
    assert {found.entity_a, found.entity_b} == {a, b}
    assert abs(math.hypot(*found.normal) - 1) < 1e-9
    assert found.age >= 2
    assert len(list(clock.collisions)) == 2


def test_the_impulse_of_a_resting_box_carries_its_weight() -> None:
    clock = physics((0, -900), sleeping=False)
    floor = ground()
    box = body(Box(64, 64), 0, 32, mass=2)
    run(60)
    collision = clock.collisions.between(floor, box)
    assert collision is not None
    assert collision.impulse == pytest.approx(2 * 900 / 60, rel=0.05)


def test_a_handler_may_create_and_delete() -> None:
    physics(response=False)
    made: list[int] = []

    def split(event: ecsphys.CollisionEvent) -> None:
        if len(made) < 5:
            esper.delete_entity(event.entity_a, immediate=True)
            made.append(disc(0, 0))

    esper.set_handler(COLLISION_BEGIN, split)
    disc(0, 0)
    disc(10, 0)
    run(10)
    assert len(made) == 5
    assert transform(made[-1]).position == (0, 0)


def test_events_come_in_the_same_order_every_time() -> None:
    orders = []
    for name in ("first", "second"):
        esper.switch_world(name)
        physics((0, -900))
        heard = Recorder()
        ground()
        for i in range(12):
            disc(30 * (i % 4), 40 + 35 * (i // 4))
        run(60)
        orders.append([(name, sorted(pair(event))) for name, event in heard.log])
    assert orders[0] == orders[1]
    assert len(orders[0]) > 20
