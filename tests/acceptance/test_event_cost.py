"""What a begin event costs, in calls of Python functions (`python -m benchmarks.events` has the time)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import esper
import pytest

from ecsphys import COLLISION_BEGIN, Listener, on
from tests.acceptance.support import pairs_of_discs, physics
from tests.calls import calls_of

pytestmark = pytest.mark.jit  # in plain Python kernels are calls, too
FEW, MANY = 100, 400


class Tag:
    """Something for typed handlers to ask for."""


def calls_to_hear(count: int, *more: Callable[[], Any]) -> int:
    """Calls of Python functions in a step in which so many pairs of discs begin, in a world of its own."""
    esper.switch_world(f"{count} pairs")
    clock = physics(response=False)
    for _, entity in pairs_of_discs(count):
        for make in (Tag, *more):
            esper.add_component(entity, make())
    clock.settle()
    return calls_of(clock.step_once)


def calls_an_event(listen: Callable[[], object], *more: Callable[[], Any]) -> float:
    """How many calls one more event makes, in worlds in which somebody listens."""
    found = []
    for count in (FEW, FEW, MANY):  # kernels are loaded when they are called for the first time
        esper.switch_world(f"{count} pairs")
        listen()
        found.append(calls_to_hear(count, *more))
        esper.switch_world("default")
        esper.delete_world(f"{count} pairs")
    return (found[2] - found[1]) / (MANY - FEW)


def test_an_event_is_made_and_delivered_in_few_calls() -> None:
    heard: list[int] = []

    def hear(event: Any) -> None:
        heard.append(event.entity_a)

    assert calls_an_event(lambda: esper.set_handler(COLLISION_BEGIN, hear)) <= 4
    assert len(heard) == 2 * FEW + MANY


def test_a_typed_handler_and_a_listener_need_few_calls_more() -> None:
    heard: list[int] = []

    def hear_typed(event: Any, a: int, b: int, tag: Tag) -> None:
        heard.append(a)

    def hear_own(me: int, other: int, event: Any) -> None:
        heard.append(me)

    assert calls_an_event(lambda: on(COLLISION_BEGIN, Tag)(hear_typed)) <= 12
    assert calls_an_event(lambda: None, lambda: Listener(on_collision_begin=hear_own)) <= 8
    assert len(heard) == 2 * (2 * FEW + MANY)


def test_events_that_no_listener_hears_cost_no_call() -> None:
    def listen() -> None:
        esper.create_entity(Listener(on_collision_begin=lambda me, other, event: None))

    assert calls_an_event(listen) < 1
