"""Typed handlers and listeners: who is called with what, how often and in which order."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import esper
import pytest

import ecsphys
from ecsphys import (
    COLLISION_BEGIN,
    COLLISION_END,
    COLLISION_STAY,
    TRIGGER_ENTER,
    TRIGGER_EXIT,
    TRIGGER_STAY,
    Listener,
    off,
    on,
)
from tests.acceptance.support import Recorder, collider, disc, physics, place, run, wall


class Bullet:
    pass


class Enemy:
    pass


class Boss(Enemy):
    pass


class Pickup:
    pass


def made(entity: int, *components: object) -> int:
    for component in components:
        esper.add_component(entity, component)
    return entity


class Calls(list[Any]):
    """A handler that keeps its arguments."""

    def __call__(self, *arguments: Any) -> None:
        self.append(arguments)


@pytest.mark.parametrize("bullet_first", [True, False])
@pytest.mark.parametrize("order", [(Bullet, Enemy), (Enemy, Bullet)])
def test_two_types_orient_the_call(bullet_first: bool, order: tuple[type, type]) -> None:
    physics(response=False)
    calls = Calls()
    on(COLLISION_BEGIN, *order)(calls)
    first, second = disc(0, 0), disc(10, 0)
    bullet, enemy = (first, second) if bullet_first else (second, first)
    parts = {Bullet: Bullet(), Enemy: Enemy()}
    made(bullet, parts[Bullet])
    made(enemy, parts[Enemy])
    made(disc(500, 0), Bullet())
    disc(500, 5)
    run(3)
    ((event, *rest),) = calls
    entities = {Bullet: bullet, Enemy: enemy}
    assert rest == [entities[order[0]], parts[order[0]], entities[order[1]], parts[order[1]]]
    assert set(event.entities) == {bullet, enemy}


def test_the_decorator_gives_the_function_back() -> None:
    def f(event: object) -> None: ...

    assert on(COLLISION_BEGIN)(f) is f
    off(f)


def test_one_type_against_itself_once_and_the_smaller_first() -> None:
    physics(response=False)
    calls = Calls()
    on(COLLISION_BEGIN, Bullet, Bullet)(calls)
    a, b, c = (made(disc(x, 0), Bullet()) for x in (0, 20, 40))
    made(disc(0, 20), Enemy())
    run(3)
    assert [(first, second) for _, first, _, second, _ in calls] == [(a, b), (b, c)]
    assert all(isinstance(part, Bullet) for call in calls for part in (call[2], call[4]))


def test_a_base_class_hears_of_subclasses() -> None:
    physics(response=False)
    calls, exact = Calls(), Calls()
    on(COLLISION_BEGIN, Bullet, Enemy)(calls)
    on(COLLISION_BEGIN, Boss)(exact)
    boss, minion = Boss(), Enemy()
    made(disc(0, 0), Bullet())
    big, small = made(disc(10, 0), boss), made(disc(0, 10), minion)
    run(2)
    assert sorted((call[3], call[4]) for call in calls) == [(big, boss), (small, minion)]
    assert [call[1] for call in exact] == [big, big]


def test_a_component_under_an_alias_counts_as_what_it_is() -> None:
    physics(response=False)
    calls = Calls()
    on(COLLISION_BEGIN, Boss)(calls)
    disc(0, 0)
    boss = Boss()
    esper.add_component(disc(5, 0), boss, type_alias=Enemy)
    run(1)
    assert [call[2] for call in calls] == [boss]


def test_of_several_components_that_fit_the_very_type_is_taken() -> None:
    physics(response=False)
    calls = Calls()
    on(COLLISION_BEGIN, Enemy)(calls)
    plain = Enemy()
    made(disc(0, 0), Boss(), plain)
    disc(5, 0)
    run(1)
    assert calls[0][2] is plain


def test_one_type_against_anything() -> None:
    physics(response=False)
    calls = Calls()
    on(COLLISION_BEGIN, Bullet)(calls)
    part = Bullet()
    floor = wall(0, 0)
    bullet = made(disc(0, 0), part)
    disc(900, 0), disc(900, 5)
    run(2)
    assert [call[1:] for call in calls] == [(bullet, part, floor)]
    other = made(disc(0, 10), Bullet())
    run(1)
    assert [call[1::2] for call in calls[1:]] == [(other, floor), (bullet, other)]  # once a pair


def test_no_type_hears_everything_of_its_name() -> None:
    physics(response=False)
    calls = Calls()
    on(COLLISION_BEGIN)(calls)
    a, b = disc(0, 0), disc(10, 0)
    run(2)
    ((event,),) = calls
    assert event.entities == (a, b)


@pytest.mark.parametrize("types", [(Pickup, Bullet), (Bullet, Pickup)])
@pytest.mark.parametrize("trigger_first", [True, False])
def test_trigger_events_are_oriented_by_type_too(types: tuple[type, type], trigger_first: bool) -> None:
    physics()
    enter, stay, leave = Calls(), Calls(), Calls()
    on(TRIGGER_ENTER, *types)(enter)
    on(TRIGGER_STAY, *types)(stay)
    on(TRIGGER_EXIT, *types)(leave)
    entities = [disc(0, 0), disc(5, 0)]
    pickup, bullet = entities if trigger_first else entities[::-1]
    collider(pickup).trigger = True
    made(pickup, Pickup())
    made(bullet, Bullet())
    run(3)
    place(bullet, 900, 0)
    run(2)
    assert [len(calls) for calls in (enter, stay, leave)] == [1, 2, 1]
    event, first, part, second, other = enter[0]
    assert (event.trigger, event.visitor) == (pickup, bullet)
    assert (type(part), type(other)) == types
    assert (first, second) == ((pickup, bullet) if types[0] is Pickup else (bullet, pickup))


def test_handlers_run_in_the_order_in_which_they_were_added() -> None:
    physics(response=False)
    heard: list[str] = []

    def hear(word: str) -> Callable[..., None]:
        return lambda *_: heard.append(word)

    plain, late = hear("esper 1"), hear("esper 2")
    a, b = made(disc(0, 0), Bullet()), disc(5, 0)
    esper.add_component(b, Listener(on_collision_begin=hear("listener b")))
    esper.add_component(a, Listener(on_collision_begin=hear("listener a")))
    on(COLLISION_BEGIN)(hear("typed 1"))
    esper.set_handler(COLLISION_BEGIN, plain)
    on(COLLISION_BEGIN, Bullet)(hear("typed 2"))
    on(COLLISION_END, Bullet)(hear("not now"))
    esper.set_handler(COLLISION_BEGIN, late)
    on(COLLISION_BEGIN)(hear("typed 3"))
    run(3)
    assert heard == ["esper 1", "esper 2", "typed 1", "typed 2", "typed 3", "listener a", "listener b"]


def test_off_removes_and_refuses_strangers() -> None:
    physics(response=False)
    calls = Calls()
    on(COLLISION_BEGIN)(calls)
    on(COLLISION_STAY, Bullet)(calls)
    off(calls)
    disc(0, 0), disc(5, 0)
    run(3)
    assert calls == []
    with pytest.raises(ValueError, match="off needs a function that was added"):
        off(calls)


def test_methods_can_be_added_and_removed() -> None:
    physics(response=False)

    class Game:
        heard = 0

        def hear(self, event: object) -> None:
            self.heard += 1

    game = Game()
    on(COLLISION_STAY)(game.hear)
    disc(0, 0), disc(5, 0)
    run(4)
    off(game.hear)
    run(4)
    assert game.heard == 3


def test_they_belong_to_the_world_that_was_current() -> None:
    here = esper.current_world
    calls = Calls()
    on(COLLISION_BEGIN)(calls)
    esper.switch_world("another of the handlers")
    physics(response=False)
    disc(0, 0), disc(5, 0)
    run(2)
    assert calls == []
    with pytest.raises(ValueError, match="another of the handlers"):
        off(calls)
    esper.switch_world(here)
    esper.delete_world("another of the handlers")
    physics(response=False)
    disc(0, 0), disc(5, 0)
    run(2)
    assert len(calls) == 1


def test_a_world_made_anew_has_no_old_handlers() -> None:
    here = esper.current_world
    calls = Calls()
    for _ in range(2):
        esper.switch_world("made twice")
        if not calls:
            on(COLLISION_BEGIN)(calls)
        physics(response=False)
        disc(0, 0), disc(5, 0)
        run(1)
        esper.switch_world(here)
        esper.delete_world("made twice")
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("collision_began",), ValueError),
        ((COLLISION_BEGIN, Bullet, Enemy, Boss), TypeError),
        ((COLLISION_BEGIN, Bullet()), TypeError),
    ],
)
def test_mistakes_are_refused(arguments: tuple[Any, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        on(*arguments)
    with pytest.raises(TypeError, match="callable"):
        on(COLLISION_BEGIN)(3)  # type: ignore[type-var]
    with pytest.raises(TypeError, match="on_collision_begin must be callable or None, got 'boom'"):
        Listener(on_collision_begin="boom")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Listener(on_collision=print)  # type: ignore[call-arg]


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
    assert not clock._registry.departed and dying not in clock._registry.whole


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
    """Every event object that is made."""
    made: list[object] = []
    for kind in (ecsphys.CollisionEvent, ecsphys.TriggerEvent):
        before = kind.__init__

        def init(self: Any, *arguments: Any, before: Any = before) -> None:
            made.append(self)
            before(self, *arguments)

        monkeypatch.setattr(kind, "__init__", init)
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
