"""Triggers: enter and exit for every kind of trigger and visitor."""

from __future__ import annotations

import esper
import pytest

from ecsphys import COLLISION_BEGIN, TRIGGER_ENTER, TRIGGER_EXIT, TRIGGER_STAY, Box, Circle, Collider
from tests.acceptance.support import (
    Recorder,
    body,
    collider,
    disc,
    motion,
    pair,
    physics,
    place,
    rigid,
    run,
    transform,
    wall,
)

KINDS = ("static", "kinematic", "dynamic")
FAR = (5000.0, 0.0)


@pytest.mark.parametrize("trigger_kind", KINDS)
@pytest.mark.parametrize("visitor_kind", KINDS)
@pytest.mark.parametrize("moved", ["trigger", "visitor"])
def test_enter_and_exit_for_all_kinds(trigger_kind: str, visitor_kind: str, moved: str) -> None:
    physics()
    heard = Recorder()
    trigger = body(Box(60, 60), 0, 0, kind=trigger_kind, trigger=True)
    visitor = body(Circle(16), *FAR, kind=visitor_kind)
    run(2)
    assert heard.log == []
    goer, target = (trigger, FAR) if moved == "trigger" else (visitor, (0.0, 0.0))
    home = transform(goer).position
    place(goer, *target)
    run(3)
    expected = 0 if trigger_kind == visitor_kind == "static" else 1
    assert heard.counts(TRIGGER_ENTER, TRIGGER_STAY, TRIGGER_EXIT) == (expected, 2 * expected, 0)
    place(goer, *home)
    run(3)
    assert heard.counts(TRIGGER_ENTER, TRIGGER_STAY, TRIGGER_EXIT) == (expected, 2 * expected, expected)
    assert heard.count(COLLISION_BEGIN) == 0
    if expected:
        enter, leave = heard.of(TRIGGER_ENTER)[0], heard.of(TRIGGER_EXIT)[0]
        assert (enter.trigger, enter.visitor) == (leave.trigger, leave.visitor) == (trigger, visitor)
        assert leave.reason == "separated"


@pytest.mark.parametrize("trigger_kind", KINDS)
@pytest.mark.parametrize("visitor_kind", KINDS)
def test_an_overlap_from_the_start_is_reported(trigger_kind: str, visitor_kind: str) -> None:
    clock = physics()
    heard = Recorder()
    trigger = body(Box(60, 60), 0, 0, kind=trigger_kind, trigger=True)
    visitor = body(Circle(16), 5, 5, kind=visitor_kind)
    run(1)
    expected = not (trigger_kind == visitor_kind == "static")
    assert heard.count(TRIGGER_ENTER) == expected
    assert (visitor in clock.collisions.triggers_of(trigger)) == expected or (
        trigger in clock.collisions.triggers_of(visitor)
    ) == expected


def test_triggers_never_push() -> None:
    physics((0, -900))
    body(Box(600, 60), 0, 0, kind="static", trigger=True)
    solid, ghost = disc(-50, 100), disc(50, 100, trigger=True)
    wall(50, -200, 40, 10)
    run(60)
    assert transform(solid).y < -200
    assert transform(ghost).y == pytest.approx(transform(solid).y, abs=1e-6)


def test_two_moving_triggers_see_each_other() -> None:
    physics()
    heard = Recorder()
    a = disc(0, 0, trigger=True, velocity=(300, 0))
    b = disc(100, 0, trigger=True)
    run(60)
    seen = {frozenset(pair(event)) for event in heard.of(TRIGGER_ENTER)}
    assert seen == {frozenset((a, b))}
    assert heard.count(TRIGGER_ENTER) == heard.count(TRIGGER_EXIT)
    assert motion(a)[0] == pytest.approx(300)


def test_a_falling_visitor_passes_a_static_trigger() -> None:
    physics((0, -900))
    heard = Recorder()
    trigger = body(Box(200, 40), 0, 0, kind="static", trigger=True)
    ball = disc(0, 100)
    run(90)
    assert [(name, event.trigger, event.visitor) for name, event in heard.log if name != TRIGGER_STAY] == [
        (TRIGGER_ENTER, trigger, ball),
        (TRIGGER_EXIT, trigger, ball),
    ]


def test_a_collider_only_trigger_is_static_and_works() -> None:
    physics()
    heard = Recorder()
    coin = wall(0, 0, trigger=True)
    ball = disc(-100, 0, velocity=(300, 0))
    run(60)
    assert heard.counts(TRIGGER_ENTER, TRIGGER_EXIT) == (1, 1)
    assert pair(heard.of(TRIGGER_ENTER)[0]) == {coin, ball}


def test_a_pickup_deleted_in_its_own_handler() -> None:
    physics()
    heard = Recorder()

    def take(event: object) -> None:
        esper.delete_entity(event.trigger, immediate=True)  # type: ignore[attr-defined]

    esper.set_handler(TRIGGER_ENTER, take)
    coins = [wall(x, 0, 20, 20, trigger=True) for x in (0, 40, 80)]
    disc(-100, 0, velocity=(300, 0))
    run(60)
    assert not any(esper.entity_exists(coin) for coin in coins)
    assert heard.counts(TRIGGER_ENTER, TRIGGER_EXIT) == (3, 3)
    assert {event.reason for event in heard.of(TRIGGER_EXIT)} == {"removed"}


@pytest.mark.parametrize("who", ["trigger", "visitor"])
@pytest.mark.parametrize("how", ["immediate", "lazy", "collider"])
def test_removal_is_an_exit(who: str, how: str) -> None:
    physics()
    heard = Recorder()
    entities = {"trigger": wall(0, 0, trigger=True), "visitor": disc(5, 0)}
    run(2)
    if how == "collider":
        esper.remove_component(entities[who], Collider)
    else:
        esper.delete_entity(entities[who], immediate=how == "immediate")
    run(3)
    assert heard.counts(TRIGGER_ENTER, TRIGGER_EXIT) == (1, 1)
    assert heard.of(TRIGGER_EXIT)[0].reason == "removed"


def test_becoming_a_trigger_ends_the_collision() -> None:
    physics()
    heard = Recorder()
    a, b = disc(0, 0), disc(31, 0)
    run(2)
    collider(b).trigger = True
    run(2)
    assert heard.counts("collision_begin", "collision_end", TRIGGER_ENTER) == (1, 1, 1)
    assert pair(heard.of(TRIGGER_ENTER)[0]) == {a, b}


@pytest.mark.parametrize("second_first", [False, True])
def test_each_of_two_triggers_keeps_its_own_account(second_first: bool) -> None:
    """One of them turns into a trigger, or back, while they overlap: its begin or end is its own."""
    physics()
    heard = Recorder((TRIGGER_ENTER, TRIGGER_EXIT))
    disc(0, 0, trigger=True)
    second = disc(10, 0, trigger=second_first)
    run(3)
    collider(second).trigger = not second_first
    run(3)
    place(second, 500, 0)
    run(3)
    account = {1: 0, 2: 0}
    for name, event in heard.log:
        account[event.trigger] += 1 if name == TRIGGER_ENTER else -1
        assert account[event.trigger] in (0, 1)
    assert set(account.values()) == {0}
    assert {event.trigger for _, event in heard.log} == {1, 2}


def test_triggers_work_without_response() -> None:
    physics(response=False)
    heard = Recorder()
    wall(0, 0, trigger=True)
    ball = disc(500, 0)
    run(1)
    place(ball, 0, 0)
    run(1)
    place(ball, 500, 0)
    run(1)
    assert heard.counts(TRIGGER_ENTER, TRIGGER_EXIT) == (1, 1)


def test_a_trigger_that_comes_in_sees_sleepers() -> None:
    physics((0, -900))
    heard = Recorder()
    wall(0, -50, 2000, 100)
    box = body(Box(64, 64), 0, 32)
    run(120)
    assert not rigid(box).awake
    body(Box(100, 100), 0, 32, kind="kinematic", trigger=True)
    run(3)
    assert heard.count(TRIGGER_ENTER) >= 1
