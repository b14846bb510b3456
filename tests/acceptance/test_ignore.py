"""Pairs that a game lets pass through each other."""

from __future__ import annotations

import math
from typing import Any

import esper
import pytest

from ecsphys import COLLISION_BEGIN, COLLISION_END, TRIGGER_ENTER, TRIGGER_EXIT, Box, Circle
from tests.acceptance.support import (
    Recorder,
    body,
    collider,
    disc,
    ground,
    physics,
    place,
    rigid,
    run,
    transform,
    wall,
)


def test_an_ignored_pair_ends_and_begins_again() -> None:
    clock = physics()
    heard = Recorder()
    a, b = disc(0, 0), disc(31.9, 0)
    c = disc(0, 31.9)
    run(2)
    clock.ignore(b, a)
    run(1)
    assert [(event.entities, event.reason) for event in heard.of(COLLISION_END)] == [((a, b), "filtered")]
    assert clock.collisions.of(a) == {c}
    place(b, 10, 0)
    run(5)
    assert heard.count(COLLISION_BEGIN) == 2
    assert math.hypot(*rigid(b).velocity) < 0.1  # what friction left when the two were pushed apart
    apart = transform(b).x
    clock.unignore(a, b)
    run(2)
    assert heard.count(COLLISION_BEGIN) == 3
    assert transform(b).x > apart + 1  # parted, without speed


def test_ignoring_before_the_first_step_and_again_and_again() -> None:
    clock = physics(response=False)
    heard = Recorder()
    a, b = disc(0, 0), disc(10, 0)
    clock.ignore(a, b)
    clock.ignore(b, a)
    run(3)
    clock.unignore(b, a)
    clock.unignore(b, a)
    run(1)
    assert heard.counts(COLLISION_BEGIN, COLLISION_END) == (1, 0)


def test_triggers_can_be_ignored_too() -> None:
    clock = physics()
    heard = Recorder()
    coin, ball = wall(0, 0, trigger=True), disc(0, 0)
    run(2)
    clock.ignore(coin, ball)
    run(2)
    assert [event.reason for event in heard.of(TRIGGER_EXIT)] == ["filtered"]
    clock.unignore(coin, ball)
    run(1)
    assert heard.count(TRIGGER_ENTER) == 2


def test_compound_colliders_are_ignored_as_a_whole() -> None:
    clock = physics()
    heard = Recorder()
    a = body([Circle(10, (-20, 0)), Circle(10, (20, 0))], 0, 0)
    b = body([Circle(10, (-20, 0)), Circle(10, (20, 0))], 0, 5)
    clock.ignore(a, b)
    run(3)
    assert heard.log == []


def test_ignoring_wakes_what_rests() -> None:
    clock = physics((0, -900))
    floor = ground()
    box = body(Box(40, 40), 0, 20)
    run(90)
    assert not rigid(box).awake
    clock.ignore(floor, box)
    run(30)
    assert transform(box).y < -50


@pytest.mark.parametrize(("seconds", "steps"), [(0.1, 6), (1 / 60, 1), (0.09, 6)])
def test_ignoring_for_a_time(seconds: float, steps: int) -> None:
    clock = physics(response=False)
    heard = Recorder()
    a, b = disc(0, 0), disc(10, 0)
    clock.ignore(a, b, seconds=seconds)
    run(steps)
    assert heard.log == []
    run(1)
    assert heard.count(COLLISION_BEGIN) == 1
    assert len(clock.hooks.pair_filters.ignored) == 0


def test_the_dead_are_forgotten() -> None:
    clock = physics(response=False)
    heard = Recorder([COLLISION_BEGIN])
    a, b = disc(0, 0), disc(10, 0)
    clock.ignore(a, b)
    run(1)
    esper.clear_database()
    assert (disc(0, 0), disc(10, 0)) == (a, b)  # the same numbers
    run(1)
    assert heard.count(COLLISION_BEGIN) == 1
    clock.ignore(a, b)
    esper.delete_entity(b)
    run(2)
    assert len(clock.hooks.pair_filters.ignored) == 0


def test_a_new_pair_of_old_numbers_is_kept() -> None:
    clock = physics(response=False)
    heard = Recorder([COLLISION_BEGIN])
    a, b = disc(0, 0), disc(10, 0)
    clock.ignore(a, b)
    run(1)
    esper.clear_database()
    disc(0, 0), disc(10, 0)
    clock.ignore(a, b)
    run(3)
    assert heard.log == []


def test_pairs_of_entities_that_never_took_part_do_not_pile_up() -> None:
    clock = physics()
    floor = ground()
    for _ in range(2000):
        ghost = esper.create_entity()
        clock.ignore(floor, ghost)
        esper.delete_entity(ghost, immediate=True)
    assert len(clock.hooks.pair_filters.ignored) < 200
    clock.ignore(floor, 10**6)  # gone or never there: of no effect
    clock.unignore(floor, 10**6)


@pytest.mark.parametrize(("a", "b", "error"), [(1, 1, ValueError), ("1", 2, TypeError), (1, None, TypeError)])
def test_ignore_is_checked(a: Any, b: Any, error: type[Exception]) -> None:
    clock = physics()
    for call in (clock.ignore, clock.unignore):
        with pytest.raises(error):
            call(a, b)
    with pytest.raises(ValueError, match="seconds"):
        clock.ignore(1, 2, seconds=0)


def test_a_number_given_anew_to_who_never_took_part() -> None:
    clock = physics(response=False)
    heard = Recorder([COLLISION_BEGIN])
    a, b = esper.create_entity(), esper.create_entity()
    clock.ignore(a, b)
    run(1)
    esper.clear_database()
    assert (disc(0, 0), disc(10, 0)) == (a, b)
    run(1)
    assert heard.count(COLLISION_BEGIN) == 1


@pytest.mark.parametrize("continuous", ["off", "auto", "bullet"])
@pytest.mark.parametrize("how", ["ignore", "filter", "mask", "group", "detect_mask"])
def test_what_is_fast_passes_what_it_may_not_meet(how: str, continuous: str) -> None:
    clock = physics()
    heard = Recorder([COLLISION_BEGIN, COLLISION_END])
    target = wall(250, 0, 10, 100)  # between two steps
    ball = disc(0, 0, 8, velocity=(6000, 0), continuous=continuous)
    if how == "ignore":
        clock.ignore(ball, target)
    elif how == "filter":
        clock.add_filter(lambda first, second: False)
    elif how == "group":
        collider(ball).group = collider(target).group = -1
    else:
        collider(ball).mask = 0
        collider(ball).detect_mask = int(how == "detect_mask")
    run(10)
    assert transform(ball).x == pytest.approx(1000)
    seen = how == "detect_mask" and continuous != "off"
    assert heard.counts(COLLISION_BEGIN, COLLISION_END) == (seen, seen)
