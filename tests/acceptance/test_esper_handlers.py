"""Handlers set with esper: weak as ever, but in order, and missed when they vanish."""

from __future__ import annotations

import gc
import warnings
from typing import Any

import esper
import pytest

from ecsphys import COLLISION_BEGIN, COLLISION_END, COLLISION_STAY, TRIGGER_ENTER
from tests.acceptance.support import (
    disc,
    pairs_of_discs,
    physics,
    run,
)


def test_esper_handlers_may_remove_each_other() -> None:
    """esper's own dispatch raises RuntimeError here."""
    physics(response=False)
    heard: list[str] = []

    def first(event: Any) -> None:
        heard.append("first")
        esper.remove_handler(COLLISION_BEGIN, first)
        esper.remove_handler(COLLISION_BEGIN, second)
        esper.set_handler(COLLISION_BEGIN, third)

    def second(event: Any) -> None:
        heard.append("second")

    def third(event: Any) -> None:
        heard.append("third")

    esper.set_handler(COLLISION_BEGIN, first)
    esper.set_handler(COLLISION_BEGIN, second)
    pairs_of_discs(2)
    run(1)
    assert heard == ["first", "third"]


def test_a_dead_handler_is_skipped() -> None:
    physics(response=False)
    heard: list[object] = []

    class Game:
        def hear(self, event: Any) -> None:
            heard.append(event)
            games.clear()
            gc.collect()

    games = [Game(), Game()]
    for game in games:
        esper.set_handler(COLLISION_BEGIN, game.hear)
    del game
    pairs_of_discs(3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run(2)
    assert 1 <= len(heard) <= 2


# vanished handlers


@pytest.mark.parametrize("how", ["lambda", "method", "inner"])
def test_a_handler_that_vanished_is_warned_of_once(how: str) -> None:
    physics(response=False)

    class Game:
        def hear(self, event: object) -> None: ...

    def set_inner() -> None:
        def inner(event: object) -> None: ...

        esper.set_handler(COLLISION_BEGIN, inner)

    {
        "lambda": lambda: esper.set_handler(COLLISION_BEGIN, lambda event: None),
        "method": lambda: esper.set_handler(COLLISION_BEGIN, Game().hear),
        "inner": set_inner,
    }[how]()
    gc.collect()
    with pytest.warns(UserWarning, match=r"begin.*weakly.*@ecsphys\.on\(COLLISION_BEGIN\)") as caught:
        run(5)
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        esper.set_handler(COLLISION_BEGIN, lambda event: None)
        run(5)


def test_who_was_removed_or_has_heard_something_is_not_missed() -> None:
    physics(response=False)
    games: list[Any] = []

    class Game:
        def hear(self, event: object) -> None: ...

    def removed(event: object) -> None: ...

    games.append(Game())
    esper.set_handler(COLLISION_BEGIN, games[0].hear)
    esper.set_handler(TRIGGER_ENTER, removed)
    esper.remove_handler(TRIGGER_ENTER, removed)
    pairs_of_discs(1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run(2)
        games.clear()
        gc.collect()
        run(2)


def test_esper_itself_still_dispatches_our_names() -> None:
    physics()
    heard: list[object] = []
    handler = heard.append

    def hear(event: object) -> None:
        handler(event)

    esper.set_handler(COLLISION_BEGIN, hear)
    esper.set_handler(COLLISION_BEGIN, hear)
    esper.dispatch_event(COLLISION_BEGIN, 7)
    esper.remove_handler(COLLISION_BEGIN, hear)
    esper.dispatch_event(COLLISION_BEGIN, 8)
    assert heard == [7]


def test_handlers_set_before_physics_was_made_are_kept() -> None:
    heard: list[Any] = []

    def hear(event: Any) -> None:
        heard.append(event)

    esper.set_handler(COLLISION_BEGIN, hear)
    physics(response=False)
    pairs_of_discs(1)
    esper.event_registry.setdefault(COLLISION_END, set())
    run(1)
    assert len(heard) == 1


def test_a_method_can_be_removed_from_esper_again() -> None:
    """esper's own sets do not find it."""
    physics(response=False)

    class Game:
        heard = 0

        def hear(self, event: Any) -> None:
            self.heard += 1

    game, other = Game(), Game()
    for one in (game, other):
        esper.set_handler(COLLISION_STAY, one.hear)
    pairs_of_discs(1)
    run(3)
    esper.remove_handler(COLLISION_STAY, game.hear)
    run(3)
    assert (game.heard, other.heard) == (2, 5)


def test_a_set_of_handlers_that_was_put_in_the_place_of_ours_is_found() -> None:
    heard: list[str] = []

    def first(event: Any) -> None:
        heard.append("first")

    def second(event: Any) -> None:
        heard.append("second")

    physics()
    esper.set_handler(COLLISION_STAY, first)
    disc(0, 0, can_sleep=False)
    disc(30, 0)
    run(2)
    assert set(heard) == {"first"}
    heard.clear()
    del esper.event_registry[COLLISION_STAY]
    esper.set_handler(COLLISION_STAY, second)
    run(2)
    assert set(heard) == {"second"}
