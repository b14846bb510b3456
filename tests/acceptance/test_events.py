"""The collision list, and the three ways of hearing about collisions."""

from __future__ import annotations

import inspect
import math
from typing import get_args

import esper
import pytest

import ecsphys
from ecsphys import COLLISION_BEGIN, Box, Circle, Listener
from ecsphys.world.events import EVENT_KINDS, EventName
from tests.acceptance.support import (
    Recorder,
    body,
    disc,
    ground,
    pair,
    physics,
    place,
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
        for i in range(6):
            disc(30 * (i % 3), 20 + 33 * (i // 3))
        run(20)
        orders.append([(name, sorted(pair(event))) for name, event in heard.log])
    assert orders[0] == orders[1]
    assert len(orders[0]) > 6


# handles


def test_a_collision_may_be_kept_and_says_when_it_ended() -> None:
    clock = physics(response=False)
    a, b = disc(0, 0), disc(20, 0)
    run(2)
    kept = clock.collisions.between(a, b)
    assert kept is not None
    assert not kept.ended
    assert kept.age == 1
    place(b, 0, 25)
    run(1)
    assert kept.normal == pytest.approx((0, 1))
    assert kept.points[0].penetration == pytest.approx(7)
    assert kept.points[0].point == pytest.approx((0, 12.5))
    assert kept.age == 2
    assert kept == clock.collisions.between(b, a)
    assert kept in set(clock.collisions)
    assert (kept.has(a), kept.has(b + 1), kept.other(a), kept.other(b)) == (True, False, b, a)
    place(b, 500, 0)
    run(1)
    assert kept.ended
    assert (kept.normal, kept.points, kept.impulse, kept.age) == ((0, 0), (), 0, 2)
    assert (kept.entity_a, kept.entity_b) == (a, b)
    assert "ended" in repr(kept)
    place(b, 20, 0)
    run(2)
    assert kept.ended  # that is another one
    again = clock.collisions.between(a, b)
    assert again is not None
    assert again != kept
    assert not again.ended
    with pytest.raises(ValueError, match="entity must be"):
        kept.other(99)


def test_a_handle_is_not_fooled_by_numbers_given_anew() -> None:
    clock = physics(response=False)
    a, b = disc(0, 0), disc(20, 0)
    run(1)
    (kept,) = clock.collisions
    esper.clear_database()
    assert [disc(0, 0), disc(20, 0)] == [a, b]
    run(1)
    assert kept.ended
    assert [collision.ended for collision in clock.collisions] == [False]


@pytest.mark.parametrize("remove", ["delete", "disable", "ignore"])
def test_handles_end_in_every_way(remove: str) -> None:
    clock = physics(response=False)
    a, b, _ = disc(0, 0), disc(20, 0), disc(20, 5)
    run(1)
    kept = list(clock.collisions)
    if remove == "delete":
        esper.delete_entity(b)
    elif remove == "disable":
        esper.component_for_entity(b, ecsphys.Collider).enabled = False
    else:
        clock.ignore(a, b)
    run(1)
    assert [collision.ended for collision in kept] == [True, False, remove != "ignore"]
    assert [len(collision.points) > 0 for collision in kept] == [not one.ended for one in kept]


def test_a_collision_of_several_shapes_has_the_points_of_all() -> None:
    clock = physics(response=False)
    two = body([Circle(10, (-20, 0)), Circle(10, (20, 0))], 0, 8)
    floor = ground()
    run(2)
    collision = clock.collisions.between(floor, two)
    assert collision is not None
    assert sorted(point.point.x for point in collision.points) == pytest.approx([-20, 20])
    assert collision.normal == pytest.approx((0, -1))


def test_end_after_keeps_a_collision_that_has_no_points_for_a_while() -> None:
    clock = physics(response=False, end_after=3)
    a, b = disc(0, 0), disc(20, 0)
    run(1)
    kept = clock.collisions.between(a, b)
    assert kept is not None
    place(b, 500, 0)
    run(2)
    assert not kept.ended
    assert (kept.points, kept.normal) == ((), (0, 0))
    assert clock.collisions.of(a) == {b}
    run(1)
    assert kept.ended
    assert clock.collisions.of(a) == set()


def test_sleepers_keep_their_collisions_and_their_data() -> None:
    clock = physics((0, -900))
    heard = Recorder()
    floor = ground()
    box = body(Box(64, 64), 0, 32)
    run(120)
    kept = clock.collisions.between(floor, box)
    assert kept is not None
    assert len(kept.points) == 2
    assert kept.normal == pytest.approx((0, 1))
    age = kept.age
    stays = heard.count(ecsphys.COLLISION_STAY)
    run(50)
    assert kept.age == age + 50
    assert not kept.ended
    assert heard.count(ecsphys.COLLISION_STAY) == stays + 50
    assert heard.counts(COLLISION_BEGIN, ecsphys.COLLISION_END) == (1, 0)


def test_every_kind_of_event_has_its_public_names() -> None:
    names = [kind.name for kind in EVENT_KINDS]
    literals = {name for family in get_args(EventName) for name in get_args(family) or (family,)}
    assert set(names) == literals and len(names) == len(literals)
    keywords = inspect.signature(Listener).parameters
    for name in names:
        assert getattr(ecsphys, name.upper()) == name
        assert name.upper() in ecsphys.__all__
        assert f"on_{name}" in keywords and hasattr(Listener, f"on_{name}")


@pytest.mark.parametrize("name", [kind.name for kind in EVENT_KINDS])
def test_a_stream_of_any_kind_begins_empty_with_the_fields_of_its_family(name: EventName) -> None:
    rows = physics().stream(name).take()
    assert len(rows) == 0
    assert set(rows.dtype.names or ()) >= {"time", "x", "y"}
