"""The names of the events, and the bits that stand for them in kernels."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, Literal, TypeAlias

from ..world.events import BEGIN, END, HIT, STAY

CollisionName: TypeAlias = Literal["collision_begin", "collision_stay", "collision_end", "collision_hit"]
TriggerName: TypeAlias = Literal["trigger_enter", "trigger_stay", "trigger_exit"]
ProjectileName: TypeAlias = Literal["projectile_hit", "projectile_spent"]
EventName: TypeAlias = CollisionName | TriggerName | ProjectileName

COLLISION_BEGIN: Final = "collision_begin"
COLLISION_STAY: Final = "collision_stay"
COLLISION_END: Final = "collision_end"
COLLISION_HIT: Final = "collision_hit"
TRIGGER_ENTER: Final = "trigger_enter"
TRIGGER_STAY: Final = "trigger_stay"
TRIGGER_EXIT: Final = "trigger_exit"
PROJECTILE_HIT: Final = "projectile_hit"
PROJECTILE_SPENT: Final = "projectile_spent"

# By the kind in a row of the event table.
COLLISION_NAMES: dict[int, CollisionName] = {
    BEGIN: COLLISION_BEGIN,
    STAY: COLLISION_STAY,
    END: COLLISION_END,
    HIT: COLLISION_HIT,
}
TRIGGER_NAMES: dict[int, TriggerName] = {BEGIN: TRIGGER_ENTER, STAY: TRIGGER_STAY, END: TRIGGER_EXIT}
# The place of a name is its bit, and its event's kind in `sort.route_events`.
NAMES: tuple[EventName, ...] = (
    *COLLISION_NAMES.values(),
    *TRIGGER_NAMES.values(),
    PROJECTILE_HIT,
    PROJECTILE_SPENT,
)


def bits_of(names: Collection[str]) -> int:
    """Return names as bits, by their places in NAMES."""
    return sum([1 << place for place, name in enumerate(NAMES) if name in names]) if names else 0


def check_name(value: Any) -> EventName:
    """Return the name of an event; raise `ValueError` for any other value."""
    for name in NAMES:
        if value == name:
            return name
    raise ValueError(f"name must be one of {', '.join(map(repr, NAMES))}, got {value!r}")
