"""Delivery: whatever handlers do, every event arrives once, and the next step goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import esper
import pytest

import ecsphys
from ecsphys import COLLISION_BEGIN, COLLISION_END, TRIGGER_ENTER, TRIGGER_EXIT, Listener, Physics, off, on
from tests.acceptance.support import (
    STEP,
    Recorder,
    disc,
    pair,
    pairs_of_discs,
    physics,
    place,
    rigid,
    run,
    transform,
    wall,
)


def delete_both(clock: Physics, event: Any) -> None:
    for entity in event.entities:
        if esper.entity_exists(entity):
            esper.delete_entity(entity, immediate=True)


def delete_lazily(clock: Physics, event: Any) -> None:
    for entity in event.entities:
        esper.delete_entity(entity)


def despawn_everything_twice(clock: Physics, event: Any) -> None:
    for entity in list(esper.get_entities()) * 2:
        clock.despawn(entity)


def create(clock: Physics, event: Any) -> None:
    disc(event.point.x, 900)


def teleport(clock: Physics, event: Any) -> None:
    transform(event.entity_b).position = (-500 * event.entity_a, 900)


def push(clock: Physics, event: Any) -> None:
    rigid(event.entity_a).apply_impulse((0, 1e6))


def ask(clock: Physics, event: Any) -> None:
    hit = clock.raycast((-50, 0), (50, 0))
    assert hit is not None and hit.entity == 1 and hit.point == pytest.approx((-16, 0))
    assert clock.overlap_point(event.point) == list(event.entities)
    assert [collision.has(1) for collision in clock.collisions] == [True, False, False, False]


def disable(clock: Physics, event: Any) -> None:
    esper.component_for_entity(event.entity_a, ecsphys.Collider).enabled = False


def look_at_all(clock: Physics, event: Any) -> None:
    bodies = clock.bodies
    assert bodies["entity"].tolist() == list(range(1, 9))
    assert bodies["x"].tolist() == [transform(entity).x for entity in range(1, 9)]


def clear(clock: Physics, event: Any) -> None:
    esper.clear_database()


@pytest.mark.parametrize(
    "act",
    [
        delete_both,
        delete_lazily,
        despawn_everything_twice,
        create,
        teleport,
        push,
        ask,
        disable,
        look_at_all,
        clear,
    ],
)
def test_the_remaining_events_of_the_step_are_delivered(act: Callable[[Physics, Any], None]) -> None:
    clock = physics(response=False)
    acted: list[object] = []

    def first(event: Any) -> None:
        if not acted:
            acted.append(event)
            act(clock, event)

    on(COLLISION_BEGIN)(first)
    heard = Recorder([COLLISION_BEGIN, COLLISION_END])
    expected = pairs_of_discs(4)
    run(1)
    assert [event.entities for event in heard.of(COLLISION_BEGIN)] == expected
    assert acted
    run(3)
    off(first)
    for entity in list(esper.get_entities()):
        esper.delete_entity(entity, immediate=True)
    run(2)
    assert heard.count(COLLISION_BEGIN) == heard.count(COLLISION_END)


def test_every_handler_may_despawn_everything() -> None:
    clock = physics(response=False)
    on(COLLISION_BEGIN)(lambda event: despawn_everything_twice(clock, event))
    on(COLLISION_END)(lambda event: despawn_everything_twice(clock, event))
    heard = Recorder()
    pairs_of_discs(3)
    run(3)
    assert list(esper.get_entities()) == []
    assert heard.counts(COLLISION_BEGIN, COLLISION_END) == (3, 3)
    assert {event.reason for event in heard.of(COLLISION_END)} == {"removed"}


def test_entities_of_an_event_can_be_read_for_the_whole_step() -> None:
    """Despawned ones go when all events of the step were delivered."""
    clock = physics(response=False)
    seen: list[bool] = []
    on(COLLISION_BEGIN)(lambda event: clock.despawn(event.entity_a))
    on(COLLISION_BEGIN)(lambda event: seen.extend(map(esper.entity_exists, event.entities)))
    a, b, c = disc(0, 0), disc(5, 0), disc(10, 0)
    run(1)
    assert seen == [True] * 6
    assert [esper.entity_exists(entity) for entity in (a, b, c)] == [False, False, True]


def test_handlers_may_step_the_clock() -> None:
    clock = physics(response=False)
    heard = Recorder([COLLISION_BEGIN])
    stepped: list[int] = []

    def step(event: Any) -> None:
        if not stepped:
            stepped.append(1)
            disc(900, 900), disc(905, 900)
            clock.step_once()

    on(COLLISION_BEGIN)(step)
    expected = pairs_of_discs(3)
    run(1)
    assert [event.entities for event in heard.of(COLLISION_BEGIN)] == [*expected, (7, 8)]
    assert clock.step_count == 2


def test_a_handler_added_meanwhile_hears_from_the_next_event_on() -> None:
    physics(response=False)
    late: list[Any] = []

    def first(event: Any) -> None:
        if event.entity_a == 1:
            on(COLLISION_BEGIN)(late.append)
            esper.set_handler(COLLISION_BEGIN, keep)

    plain: list[Any] = []

    def keep(event: Any) -> None:
        plain.append(event)

    on(COLLISION_BEGIN)(first)
    expected = pairs_of_discs(3)
    run(2)
    assert [event.entities for event in late] == expected[1:] == [event.entities for event in plain]


def test_a_removed_handler_is_not_called_any_more() -> None:
    physics(response=False)
    typed: list[Any] = []
    plain: list[Any] = []
    own: list[Any] = []

    def keep(event: Any) -> None:
        plain.append(event)

    listener = Listener(on_collision_begin=lambda *_: own.append(1))

    def remover(event: Any) -> None:
        off(remover)
        off(typed.append)
        esper.remove_handler(COLLISION_BEGIN, keep)
        listener.on_collision_begin = None

    esper.set_handler(COLLISION_BEGIN, remover_of_esper := lambda event: esper.remove_handler("x", keep))
    on(COLLISION_BEGIN)(remover)
    esper.set_handler(COLLISION_BEGIN, keep)
    on(COLLISION_BEGIN)(typed.append)
    esper.add_component(disc(0, 0), listener)
    disc(5, 0)
    pairs_of_discs(2)
    run(2)
    assert typed == own == []
    assert len(plain) == 1  # esper's were called before it was removed
    assert remover_of_esper


def test_a_handler_that_raises_stops_the_dispatch_and_nothing_is_lost() -> None:
    """Not even for the other handlers of that very event."""
    clock = physics(response=False)
    heard: list[tuple[str, tuple[int, int]]] = []

    def before(event: Any) -> None:
        heard.append(("before", event.entities))

    def after(event: Any) -> None:
        heard.append(("after", event.entities))

    def fail(event: Any) -> None:
        heard.append(("fail", event.entities))
        if event.entity_a == 3:
            raise KeyError("mine")

    for handler in (before, fail, after):
        on(COLLISION_BEGIN)(handler)
    expected = pairs_of_discs(3)
    with pytest.raises(KeyError, match="mine") as raised:
        run(1)
    assert raised.traceback[-1].name == "fail"
    assert heard[:3] == [(word, (1, 2)) for word in ("before", "fail", "after")]
    assert heard[3:] == [("before", (3, 4)), ("fail", (3, 4))]
    run(1)
    assert heard == [(word, two) for two in expected for word in ("before", "fail", "after")]
    assert clock.step_count == 2
    clock.process(0)
    assert len(heard) == 9


def test_ends_arrive_after_an_exception_too() -> None:
    physics(response=False)
    heard = Recorder([COLLISION_BEGIN, COLLISION_END])
    failing = [True]

    def fail(event: Any) -> None:
        if failing:
            raise RuntimeError("stop")

    on(COLLISION_BEGIN)(fail)
    entities = [entity for two in pairs_of_discs(3) for entity in two]
    for _ in range(3):
        with pytest.raises(RuntimeError):
            run(1)
    failing.clear()
    for entity in entities:
        esper.delete_entity(entity, immediate=True)
    run(2)
    assert heard.counts(COLLISION_BEGIN, COLLISION_END) == (3, 3)
    names = [name for name, _ in heard.log]
    assert names == sorted(names)


def test_ends_come_before_begins_and_smaller_entities_first() -> None:
    physics(response=False)
    heard = Recorder([COLLISION_BEGIN, COLLISION_END])
    a, b, c, d = disc(0, 0), disc(500, 0), disc(5, 0), disc(505, 0)
    run(1)
    heard.clear()
    place(a, 502, 0)
    place(b, 2, 0)
    run(1)
    assert [(name[10:], event.entities) for name, event in heard.log] == [
        ("end", (a, c)),
        ("end", (b, d)),
        ("begin", (a, d)),
        ("begin", (b, c)),
    ]


def test_events_come_by_time_within_the_step() -> None:
    physics()
    heard = Recorder([COLLISION_BEGIN])
    for i, gap in enumerate((6, 1, 4)):
        wall(0, 100 * i, 40, 40)
        disc(20 + 16 + gap, 100 * i, velocity=(-600, 0))
    run(1)
    assert [event.entity_a for event in heard.of(COLLISION_BEGIN)] == [3, 5, 1]
    assert [event.time for event in heard.of(COLLISION_BEGIN)] == pytest.approx([0.1, 0.4, 0.6], abs=0.02)


def test_waiting_events_are_sent_when_the_world_is_back() -> None:
    clock = physics(response=False)
    here = esper.current_world
    heard = Recorder([COLLISION_BEGIN])

    def leave(event: Any) -> None:
        off(leave)
        esper.switch_world("elsewhere")

    on(COLLISION_BEGIN)(leave)
    expected = pairs_of_discs(3)
    clock.process(STEP)
    assert len(heard.log) == 1
    esper.switch_world(here)
    esper.delete_world("elsewhere")
    clock.process(STEP)
    assert [event.entities for event in heard.of(COLLISION_BEGIN)] == expected


def test_clearing_the_world_ends_everything() -> None:
    clock = physics(response=False)
    heard = Recorder([COLLISION_BEGIN, COLLISION_END, TRIGGER_ENTER, TRIGGER_EXIT])
    pairs_of_discs(3), wall(0, 0, trigger=True)
    run(2)
    esper.clear_database()
    run(1)
    assert heard.counts(COLLISION_END, TRIGGER_EXIT) == (3, 2)
    assert {event.reason for name, event in heard.log if name in (COLLISION_END, TRIGGER_EXIT)} == {"removed"}
    assert len(clock.collisions) == 0
    assert {frozenset(pair(event)) for event in heard.of(COLLISION_END)} == {
        frozenset(pair(event)) for event in heard.of(COLLISION_BEGIN)
    }


def test_despawn_means_the_entity_of_then() -> None:
    clock = physics(response=False)

    def act(event: Any) -> None:
        clock.despawn(event.entity_a)
        clock.despawn(10**6)
        esper.clear_database()
        disc(0, 0)

    on(COLLISION_BEGIN)(act)
    first, _ = disc(0, 0), disc(5, 0)
    run(2)
    assert esper.entity_exists(first)
