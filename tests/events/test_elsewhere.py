"""Handlers belong to the esper world that is current when they are added: a warning where no Physics is."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from typing import Any

import esper
import pytest

from ecsphys import COLLISION_BEGIN, Physics, PhysicsWarning, on, space3d


def handler(*_: Any) -> None:
    pass


ADD: dict[str, Callable[[], Any]] = {
    "on": lambda: on(COLLISION_BEGIN)(handler),
    "set_handler": lambda: esper.set_handler(COLLISION_BEGIN, handler),
}


@pytest.fixture(autouse=True)
def few_worlds() -> None:
    """Leave no world of another test."""
    for world in esper.list_worlds():
        if world != esper.current_world:
            esper.delete_world(world)


@pytest.mark.parametrize("add", ADD)
@pytest.mark.parametrize("make", [Physics, space3d.Physics3D])
def test_a_handler_in_a_world_without_physics_is_named_once(add: str, make: Callable[[], Any]) -> None:
    first = esper.current_world
    ADD[add]()
    esper.switch_world("level")
    esper.add_processor(make())
    said = f"'collision_begin' is in the esper world '{first}', .*This Physics is in 'level'"
    with pytest.warns(PhysicsWarning, match=said) as caught:
        esper.process(1 / 60)
        line = inspect.currentframe().f_lineno - 1  # type: ignore[union-attr]
    assert [(warning.filename, warning.lineno) for warning in caught] == [(__file__, line)]
    assert esper.current_world == "level"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        esper.process(1 / 60)
        esper.switch_world("next level")
        make().step_once()


@pytest.mark.parametrize("add", ADD)
def test_handlers_where_they_are_heard_are_fine(add: str) -> None:
    ADD[add]()  # as when a module is imported
    added = Physics()
    esper.add_processor(added)
    esper.switch_world("by hand")
    ADD[add]()
    by_hand = Physics()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        by_hand.step_once()
        esper.switch_world("third")
        Physics().step_once()
        esper.switch_world(added.simulation.esper_world or "")
        added.step_once()
