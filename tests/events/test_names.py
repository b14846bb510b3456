"""Names of events that do not exist: an error that guesses the right one, or a warning."""

from __future__ import annotations

import warnings
from typing import Any

import esper
import pytest

import ecsphys
from ecsphys import Listener, Physics, PhysicsWarning
from ecsphys.events.names import NAMES, meant_name


def handler(*arguments: Any) -> None:
    """Handle anything."""


def warnings_of(steps: int) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(steps):
            esper.process(1 / 60)
    return [str(warning.message) for warning in caught if warning.category is PhysicsWarning]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("colision_begin", "collision_begin"),
        ("COLLISION_BEGIN", "collision_begin"),
        ("on_collision_begin", "collision_begin"),
        ("collision", "collision_begin"),
        ("collision_exit", "collision_end"),
        ("trigger_entered", "trigger_enter"),
        ("projectile_hits", "projectile_hit"),
        ("jump", None),
        ("enemy_hit", None),
        ("collision_begin", None),
        (3, None),
    ],
)
def test_the_name_that_was_meant(word: Any, meant: str | None) -> None:
    assert meant_name(word) == meant


def test_on_and_stream_guess() -> None:
    for take in (ecsphys.on, Physics().stream):
        with pytest.raises(
            ValueError, match=r"'trigger_stay'.*got 'colision_begin'; did you mean 'collision_begin'"
        ):
            take("colision_begin")  # type: ignore[arg-type]


def test_a_misspelt_name_in_esper_is_warned_of_once() -> None:
    esper.add_processor(Physics())
    esper.set_handler("level_done", handler)
    assert warnings_of(1) == []
    esper.set_handler("colision_begin", handler)
    (message,) = warnings_of(3)
    assert "set_handler('colision_begin'" in message and "ecsphys.COLLISION_BEGIN" in message
    esper.remove_handler("colision_begin", handler)
    esper.process(1 / 60)
    esper.set_handler("colision_begin", handler)
    assert warnings_of(2) == []


def test_right_names_are_not_warned_of() -> None:
    esper.add_processor(Physics())
    for name in NAMES:
        esper.set_handler(name, handler)
    assert warnings_of(2) == []


def test_a_listener_refuses_names_that_do_not_exist() -> None:
    listener = Listener()
    with pytest.raises(AttributeError, match="no 'on_colision_begin'; did you mean on_collision_begin"):
        listener.on_colision_begin = handler  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="no 'on_death'; it has on_collision_begin, "):
        listener.on_death = handler  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="on_colision_begin"):
        Listener(on_colision_begin=handler)  # type: ignore[call-arg]


def test_a_subclass_of_listener_may_have_names_of_its_own() -> None:
    with pytest.warns(
        PhysicsWarning, match="Loud.on_collision_enter is never called; did you mean on_colli"
    ) as caught:

        class Loud(Listener):
            def on_collision_enter(self, me: int, other: int, event: Any) -> None: ...

            def on_death(self) -> None: ...

    assert [warning.filename for warning in caught] == [__file__]
    loud = Loud()
    loud.on_birth = handler  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="did you mean on_trigger_exit"):
        loud.on_trigger_leave = handler  # type: ignore[attr-defined]
