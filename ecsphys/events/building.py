"""From the sorted rows of a step to what handlers are given."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from ..ecs.components import Projectile
from ..ecs.registry import NO_COMPONENTS, Components, Registry
from ..world.contacts import REMOVED
from .event import REASON, CollisionEvent, EventTable, ProjectileEvent, TriggerEvent
from .names import COLLISION_NAMES, NAMES, PROJECTILE_HIT, PROJECTILE_SPENT, TRIGGER_NAMES

Words = npt.NDArray[np.int64]
AnyEvent = CollisionEvent | TriggerEvent | ProjectileEvent
# The place of its name in NAMES, event and the components of its two entities; None when nobody asked for
# them so far.
Entry = tuple[int, AnyEvent, Components | None, Components | None]

# By the kind that `order.tell` gives, which is the place in NAMES.
CLASS_OF = (CollisionEvent,) * len(COLLISION_NAMES) + (TriggerEvent,) * len(TRIGGER_NAMES)
HIT, SPENT = NAMES.index(PROJECTILE_HIT), NAMES.index(PROJECTILE_SPENT)


def events_of(
    words: Words, columns: list[list[int]], called: int, asked: frozenset[str], registry: Registry
) -> Iterator[Entry]:
    """The events of rows, in the order of columns that `order.told` made of those that are `called`.

    Somebody wants to know the components of the entities of those that are `asked`. By map and zip: a
    Python loop takes twice as long.
    """
    shared = EventTable(words)
    kind, rows, one, two = columns
    makers: Iterator[type] = repeat(CollisionEvent)
    if called >> len(COLLISION_NAMES):
        makers = map(CLASS_OF.__getitem__, kind)
    events: Iterator[Any] = map(tuple.__new__, makers, zip(repeat(shared), rows, one, two))
    if not asked:
        return zip(kind, events, repeat(None), repeat(None))
    parts = (
        list(map(registry.components.get, one, repeat(NO_COMPONENTS))),
        list(map(registry.components.get, two, repeat(NO_COMPONENTS))),
    )
    for at in np.flatnonzero(words[rows, REASON] == REMOVED).tolist():  # perhaps gone by now
        for side, entities in zip(parts, (one, two), strict=True):
            side[at] = registry.components_of(entities[at], True)
    return zip(kind, events, *parts, strict=True)


def projectile_events_of(
    shots: npt.NDArray[Any], called: frozenset[str], registry: Registry
) -> Iterator[Entry]:
    """The hits of projectiles, and which of them are spent, as far as somebody is called."""
    for shot in shots.tolist():
        event = ProjectileEvent(shot)
        parts = registry.components_of(event.projectile), registry.components_of(event.entity)
        shooter = parts[0].get(Projectile)
        heard = PROJECTILE_HIT in called or (shooter is not None and shooter.on_hit is not None)
        if heard and event.entity != 0:
            yield HIT, event, *parts
        if PROJECTILE_SPENT in called and event.spent:
            yield SPENT, event, *parts
