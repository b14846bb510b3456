"""The names of the events, and which of them a row of the event table makes."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..world.events import BEGIN, END, HIT, STAY

COLLISION_BEGIN = "collision_begin"
COLLISION_STAY = "collision_stay"
COLLISION_END = "collision_end"
COLLISION_HIT = "collision_hit"
TRIGGER_ENTER = "trigger_enter"
TRIGGER_STAY = "trigger_stay"
TRIGGER_EXIT = "trigger_exit"

COLLISION_NAMES = {BEGIN: COLLISION_BEGIN, STAY: COLLISION_STAY, END: COLLISION_END, HIT: COLLISION_HIT}
TRIGGER_NAMES = {BEGIN: TRIGGER_ENTER, STAY: TRIGGER_STAY, END: TRIGGER_EXIT}
PROJECTILE_HIT = "projectile_hit"
PROJECTILE_SPENT = "projectile_spent"
NAMES = (*COLLISION_NAMES.values(), *TRIGGER_NAMES.values(), PROJECTILE_HIT, PROJECTILE_SPENT)


def bits_of(names: Collection[str]) -> int:
    """Names as bits, by their places in NAMES."""
    return sum([1 << place for place, name in enumerate(NAMES) if name in names]) if names else 0


def known(name: Any) -> str:
    """An event's name; raises `ValueError` for any other word."""
    if name not in NAMES:
        raise ValueError(f"name must be one of {', '.join(map(repr, NAMES))}, got {name!r}")
    return str(name)
