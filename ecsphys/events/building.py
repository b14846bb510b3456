"""From the sorted rows of a step to the events that handlers get."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from ..arrays import ShotRows
from ..ecs.registry import NO_COMPONENTS, Components, Registry
from ..world.contacts import REMOVED
from ..world.events import COLLISION_BEGIN, EVENT_KINDS, NUMBER_OF, PROJECTILE_HIT, PROJECTILE_SPENT
from .event import WORD, EventTable, PairEvent, ProjectileEvent
from .families import EventFormat
from .names import mask_of
from .sort import Deliveries

Words = npt.NDArray[np.int64]
AnyEvent = PairEvent | ProjectileEvent
# The number of its kind, the event, and the components of its two entities: None where no handler needs them.
Delivery = tuple[int, AnyEvent, Components | None, Components | None]

_COLLISION = NUMBER_OF[COLLISION_BEGIN]
_COLLISIONS = mask_of([kind.name for kind in EVENT_KINDS if kind.family == "collision"])


def heard(deliveries: Deliveries, for_all: int, listening: set[int]) -> Deliveries:
    """Return the deliveries of the kinds in the mask `for_all`, and those of entities that are `listening`.

    In a heap whose stays one entity hears these are few of all.
    """
    kinds, _, first, second = deliveries
    kept = [
        k
        for k, kind in enumerate(kinds)
        if for_all >> kind & 1 or first[k] in listening or second[k] in listening
    ]
    return Deliveries(*([column[k] for k in kept] for column in deliveries))


def events_of(
    words: Words,
    deliveries: Deliveries,
    called: int,
    with_components: bool,
    registry: Registry,
    form: EventFormat,
) -> Iterator[Delivery]:
    """Return the events of rows one by one, as `deliveries` order them; `called` is the mask of their kinds.

    Built by `map` and `zip`: a Python loop takes twice as long.
    """
    shared = EventTable(words)
    kinds, rows, first, second = deliveries
    classes: Iterator[type] = repeat(form.classes[_COLLISION])
    if called & ~_COLLISIONS:
        classes = map(form.classes.__getitem__, kinds)
    events: Iterator[Any] = map(tuple.__new__, classes, zip(repeat(shared), rows, first, second))
    if not with_components:
        return zip(kinds, events, repeat(None), repeat(None))
    first_components = list(map(registry.components.get, first, repeat(NO_COMPONENTS)))
    second_components = list(map(registry.components.get, second, repeat(NO_COMPONENTS)))
    for at in np.flatnonzero(words[rows, WORD["reason"]] == REMOVED).tolist():  # may be deleted by now
        first_components[at] = registry.components_of(first[at], True)
        second_components[at] = registry.components_of(second[at], True)
    return zip(kinds, events, first_components, second_components, strict=True)


def projectile_events_of(
    shots: ShotRows, called: frozenset[str], registry: Registry, form: EventFormat
) -> Iterator[Delivery]:
    """Return the hits of projectiles that have a handler, and the ends of those that are spent.

    `on_hit` is a handler of hits and, with the entity 0, of the end of a projectile's range.
    """
    make = form.classes[NUMBER_OF[PROJECTILE_HIT]]
    for shot in shots.tolist():
        event = make(shot)
        components = registry.components_of(event.projectile), registry.components_of(event.entity)
        projectile = components[0].get(form.projectile)
        has_handler = projectile is not None and projectile.on_hit is not None
        if (PROJECTILE_HIT in called or has_handler) and event.entity != 0:
            yield NUMBER_OF[PROJECTILE_HIT], event, *components
        if (PROJECTILE_SPENT in called or (has_handler and event.entity == 0)) and event.spent:
            yield NUMBER_OF[PROJECTILE_SPENT], event, *components
