"""Typed handlers: who is called with what, how often and in which order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import esper
import pytest

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
from tests.acceptance.support import Calls, collider, disc, physics, place, run, wall
from tests.acceptance.tags import Boss, Bullet, Enemy, made


class Pickup:
    pass


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
