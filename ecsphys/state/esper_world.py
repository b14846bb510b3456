"""The entities of an esper world, as a snapshot keeps them and as it puts them back.

Beside `ecs.registry` the only module that reads and writes esper's private names.
"""

from __future__ import annotations

from itertools import count
from typing import Any, NamedTuple

import esper

Components = dict[type, Any]  # of one entity: esper's own dict


class EsperEntity(NamedTuple):
    """An entity: its number, esper's own dict of its components, and what was in there."""

    number: int
    components: Components
    items: tuple[tuple[type, Any], ...]


class EsperWorld(NamedTuple):
    """All entities of an esper world, in esper's order, and the number that the next one gets."""

    entities: tuple[EsperEntity, ...]
    dying: frozenset[int]
    next_number: int


def take_entities() -> EsperWorld:
    """Return the entities of esper's current world."""
    entities = tuple(
        EsperEntity(number, parts, tuple(parts.items())) for number, parts in esper._entities.items()
    )
    return EsperWorld(entities, frozenset(esper._dead_entities), next_number())


def components_of(entity: int) -> Components:
    """Return esper's own dict of the components of an entity."""
    return esper._entities[entity]


def is_entity(entity: int, components: Components) -> bool:
    """Whether an entity is there, with this dict of its components."""
    return esper._entities.get(entity) is components


def next_number() -> int:
    """Return the number that esper gives to the next entity."""
    return int(repr(esper._entity_count)[len("count(") : -1])


def give_back_entities(world: EsperWorld) -> None:
    """Make esper's current world what it was.

    The dicts of entities and the sets of types stay the same objects: what holds on to them sees the change.
    """
    holders: dict[type, list[int]] = {}
    esper._entities.clear()
    for number, components, items in world.entities:
        components.clear()
        components.update(items)
        esper._entities[number] = components
        for kind in components:
            holders.setdefault(kind, []).append(number)
    for kind in [kind for kind in esper._components if kind not in holders]:
        set.clear(esper._components[kind])
        del esper._components[kind]
    for kind, numbers in holders.items():
        entities = esper._components.setdefault(kind, set())
        set.clear(entities)  # those of the engine record what `add` and `discard` do
        set.update(entities, numbers)
    esper._dead_entities.clear()
    esper._dead_entities.update(world.dying)
    set_next_number(world.next_number)
    esper.clear_cache()


def set_next_number(number: int) -> None:
    """Let esper give this number to the next entity."""
    esper._entity_count = count(number)
