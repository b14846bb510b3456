"""The names of events: their numbers, masks and the check of a name. The kinds stand in `world.events`."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from typing import Any

from ..world.events import EVENT_KINDS, NUMBER_OF, EventName

_RESEMBLES = 0.8  # least similarity of two names (`difflib`)
_OTHER_WORDS = {  # of other engines
    "collision": "collision_begin",
    "collision_enter": "collision_begin",
    "collision_start": "collision_begin",
    "collision_exit": "collision_end",
    "collision_separate": "collision_end",
    "trigger_begin": "trigger_enter",
    "trigger_end": "trigger_exit",
    "trigger_leave": "trigger_exit",
}

NAMES: tuple[EventName, ...] = tuple(kind.name for kind in EVENT_KINDS)  # by number


def mask_of(names: Collection[str]) -> int:
    """Return the mask of some kinds, given by name: bit 1 << number each."""
    return sum([1 << NUMBER_OF[name] for name in NAMES if name in names]) if names else 0


def check_name(value: Any) -> EventName:
    """Return the name of an event; raise `ValueError` for any other value."""
    for name in NAMES:
        if value == name:
            return name
    meant = meant_name(value)
    guess = f"; did you mean {meant!r}?" if meant else ""
    if callable(value):
        guess = ", a function; write @on(COLLISION_BEGIN) above it"
    raise ValueError(f"name must be one of {', '.join(map(repr, NAMES))}, got {value!r}{guess}")


def meant_name(value: Any) -> EventName | None:
    """Return the event name that another string resembles, None for one that is something else."""
    if not isinstance(value, str) or value in NAMES:
        return None
    word = value.lower().replace(" ", "_").replace("-", "_").removeprefix("on_")
    word = _OTHER_WORDS.get(word, word)
    close = get_close_matches(word, NAMES, 1, _RESEMBLES)
    return check_name(close[0]) if close else None
