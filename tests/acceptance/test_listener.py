"""The component Listener, and that nothing is built for nobody."""

from __future__ import annotations

import gc
from typing import Any

import esper
import pytest

from ecsphys import COLLISION_BEGIN, COLLISION_END, COLLISION_STAY, TRIGGER_ENTER, Listener, off, on
from ecsphys.events import building, queue
from tests.acceptance.support import Calls, Recorder, disc, physics, place, run, wall
from tests.acceptance.tags import Boss, Bullet, Enemy, made

# Listener


NAMES = [name for name in dir(Listener()) if name.startswith("on_")]


def test_listeners_hear_everything_about_themselves_only() -> None:
    physics(response=False, end_after=1)
    calls = {name: Calls() for name in NAMES}
    mine = disc(0, 0)
    esper.add_component(mine, Listener(**calls))
    ball, coin = disc(10, 0), wall(0, 0, trigger=True)
    disc(300, 0), disc(305, 0)
    run(3)
    place(mine, 900, 0)
    run(2)
    counts = {name: len(heard) for name, heard in calls.items() if heard}
    assert counts == {
        "on_collision_begin": 1,
        "on_collision_stay": 2,
        "on_collision_end": 1,
        "on_trigger_enter": 1,
        "on_trigger_stay": 2,
        "on_trigger_exit": 1,
    }
    assert {call[:2] for name in calls for call in calls[name]} == {(mine, ball), (mine, coin)}
    assert calls["on_trigger_enter"][0][2].trigger == coin


def test_both_sides_are_called() -> None:
    physics()
    calls = Calls()
    a, b = disc(0, 0), disc(5, 0)
    coin = wall(0, 300, trigger=True)
    visitor = disc(0, 300)
    for entity in (a, b, coin, visitor):
        esper.add_component(entity, Listener(on_collision_begin=calls, on_trigger_enter=calls))
    run(2)
    assert [call[:2] for call in calls] == [(a, b), (b, a), (coin, visitor), (visitor, coin)]


@pytest.mark.parametrize("immediate", [True, False])
@pytest.mark.parametrize("who", ["first", "second"])
def test_the_listener_of_a_deleted_entity_hears_the_end(immediate: bool, who: str) -> None:
    clock = physics(response=False)
    calls = Calls()
    a, b = disc(0, 0), disc(5, 0)
    dying, other = (a, b) if who == "first" else (b, a)
    esper.add_component(dying, Listener(on_collision_end=calls))
    run(2)
    esper.delete_entity(dying, immediate=immediate)
    run(3)
    assert [call[:2] for call in calls] == [(dying, other)]
    assert calls[0][2].reason == "removed"
    assert not clock.simulation.registry.removed and dying not in clock.simulation.registry.components


def test_typed_handlers_of_an_end_get_the_components_of_the_dead() -> None:
    physics(response=False)
    calls = Calls()
    on(COLLISION_END, Bullet, Enemy)(calls)
    part = Bullet()
    bullet, enemy = made(disc(0, 0), part), made(disc(5, 0), Enemy())
    run(2)
    esper.delete_entity(bullet, immediate=True)
    run(2)
    assert [call[1:4] for call in calls] == [(bullet, part, enemy)]


def test_a_number_that_was_given_anew_is_not_taken_for_the_old_entity() -> None:
    """clear_database starts counting at 1 again."""
    physics(response=False)
    ends, begins = Calls(), Calls()
    on(COLLISION_END, Enemy)(ends)
    on(COLLISION_BEGIN, Enemy)(begins)
    old = [Enemy(), Boss()]
    entities = [made(disc(x, 0), part) for x, part in zip((0, 5), old, strict=True)]
    run(2)
    assert begins[0][2] is old[0]
    esper.clear_database()
    new = [Boss(), Enemy()]
    assert [made(disc(x, 0), part) for x, part in zip((0, 5), new, strict=True)] == entities
    run(2)
    assert [call[2] for call in ends] == [old[0]]
    assert [call[2] for call in begins] == [old[0], new[0]]


def test_a_listener_may_be_a_subclass_with_methods() -> None:
    physics(response=False)

    class Bomb(Listener):
        heard = 0

        def on_collision_begin(self, me: int, other: int, event: object) -> None:
            self.heard += 1

    bomb = Bomb()
    made(disc(0, 0), bomb)
    disc(5, 0)
    run(2)
    assert bomb.heard == 1


def test_listeners_may_come_change_and_go() -> None:
    physics(response=False)
    first, second = Calls(), Calls()
    a, _ = disc(0, 0), disc(5, 0)
    run(2)
    listener = Listener(on_collision_stay=first)
    esper.add_component(a, listener)
    run(2)
    listener.on_collision_stay = second
    run(3)
    listener.on_collision_stay = None
    run(1)
    esper.remove_component(a, Listener)
    run(1)
    assert (len(first), len(second)) == (2, 3)


# nothing for nobody


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every event that is made."""
    made: list[object] = []

    def events_of(*arguments: Any) -> Any:
        for entry in building.events_of(*arguments):
            made.append(entry)
            yield entry

    monkeypatch.setattr(queue, "events_of", events_of)
    return made


def scene() -> int:
    """Ten collisions and ten trigger overlaps that begin now; gives an entity that takes no part."""
    for x in range(10):
        disc(100 * x, 0), disc(100 * x + 5, 0), disc(100 * x, 500), wall(100 * x, 500, trigger=True)
    return disc(0, -900)


def test_without_a_listener_nothing_is_built(built: list[object]) -> None:
    clock = physics(response=False)
    scene()
    run(3)
    assert built == []
    assert clock.world.events.count == 0
    assert clock.world.events.rows["entity_a"].sum() == 0  # not even a row
    assert len(clock.collisions) == 10


def test_an_event_is_built_only_for_a_name_that_has_a_listener(built: list[object]) -> None:
    physics(response=False)
    heard = Recorder([TRIGGER_ENTER])
    scene()
    run(3)
    assert len(built) == heard.count(TRIGGER_ENTER) == 10


def test_stays_are_noticed_only_while_somebody_wants_them() -> None:
    clock = physics(response=False)
    scene()
    run(2)
    assert not clock.wants(COLLISION_STAY)
    calls = Calls()
    on(COLLISION_STAY)(calls)
    assert clock.wants(COLLISION_STAY)
    run(1)
    off(calls)
    assert not clock.wants(COLLISION_STAY)
    assert len(calls) == 10


def test_a_listener_that_is_gone_wants_nothing_any_more(built: list[object]) -> None:
    gc.collect()  # those of other tests
    clock = physics(response=False)
    assert not clock.wants(COLLISION_STAY)
    a, _ = disc(0, 0), disc(5, 0)
    esper.add_component(a, Listener(on_collision_begin=lambda *_: None, on_collision_stay=lambda *_: None))
    run(3)
    assert clock.wants(COLLISION_STAY)
    assert len(built) == 3
    esper.component_for_entity(a, Listener).on_collision_stay = None
    assert not clock.wants(COLLISION_STAY)
    run(3)
    assert len(built) == 3
    assert clock.wants(COLLISION_BEGIN)
    esper.remove_component(a, Listener)
    assert not clock.wants(COLLISION_BEGIN)
