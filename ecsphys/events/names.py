"""The names of events: their numbers, masks and the check of a name. The kinds stand in `world.events`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..world.events import EVENT_KINDS, NUMBER_OF, EventName

NAMES: tuple[EventName, ...] = tuple(kind.name for kind in EVENT_KINDS)  # by number


def mask_of(names: Collection[str]) -> int:
    """Return the mask of some kinds, given by name: bit 1 << number each."""
    return sum([1 << NUMBER_OF[name] for name in NAMES if name in names]) if names else 0


def check_name(value: Any) -> EventName:
    """Return the name of an event; raise `ValueError` for any other value."""
    for name in NAMES:
        if value == name:
            return name
    raise ValueError(f"name must be one of {', '.join(map(repr, NAMES))}, got {value!r}")
