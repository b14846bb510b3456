"""What esper added, removed and replaced since the last look.

esper tells nobody about changes, but every one of them passes through the set of entities that it keeps for a
type of component. Those of the physics components are replaced by sets that note down who was added to them
or taken out. So a quiet frame is free and k changes take time proportional to k.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from operator import itemgetter
from typing import Any, SupportsIndex

import esper

from ..world.bodies import NONE, Parts
from ..world.state import World

Components = dict[type, Any]  # an entity's, as esper keeps them; stays readable when esper lets go of it
NO_COMPONENTS: Components = {}  # of an entity that is gone


class _Probe:
    """A component type that no entity has."""


Change = tuple[int, Parts, Parts]  # an entity whose physics components changed, those before and those after


def event_registry() -> dict[str, Any]:
    """Return the event registry of esper's current world: sets of handlers by name, and our own entries."""
    return esper.event_registry


def component_types() -> Container[type]:
    """Return the component types of the entities in esper's current world."""
    return esper._components


def current_world() -> str:
    """The name of esper's current world."""
    return esper.current_world


def change_token() -> object:
    """Something that is the same thing as at the last look unless esper's current world changed meanwhile."""
    return esper.get_component(_Probe)


class Watched(set[int]):
    """The entities that have a component of one type, in the place of the set that esper would make.

    `touched` gets everybody for whom esper adds, replaces or removes such a component.
    """

    __slots__ = ("touched",)

    def __init__(self, entities: Iterable[int], touched: set[int]):
        super().__init__(entities)
        self.touched = touched

    def add(self, entity: int) -> None:
        """An entity got a component, perhaps in the place of another one."""
        self.touched.add(entity)
        _add(self, entity)

    def discard(self, entity: Any) -> None:
        """An entity lost its component."""
        self.touched.add(entity)
        _discard(self, entity)

    def copy(self) -> set[int]:
        """A plain set, of which nobody takes notice."""
        return set(self)

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        return set, (list(self),)  # whoever copies or pickles esper's world gets a plain set as well


_add, _discard = set.add, set.discard


class Registry:
    """Who of one esper world has physics components, and all components of these, as of the last commit."""

    def __init__(self, kinds: tuple[type, type, type], world: World):
        self._kinds = kinds
        self._world = world  # has the physics components as of the last commit
        self.components: dict[int, Components] = {}  # all components of those held, physical or not
        self.removed: dict[int, Components] = {}  # of those that left since the last `clear_changes`
        self.added: list[int] = []  # those that came since then
        self._touched: set[int] = set()  # who may have changed since the last commit
        self._watched: list[Watched | None] = [None, None, None]  # by kind; None while esper has no set

    def is_unchanged(self) -> bool:
        """Whether nothing can have changed since the last commit; takes constant time."""
        self._watch()
        return not (self._touched or esper._dead_entities)

    def _watch(self) -> None:
        """Put ours in the place of sets that esper made anew: it throws empty ones away."""
        of_kind = esper._components
        for place, kind in enumerate(self._kinds):
            now, known = of_kind.get(kind), self._watched[place]
            if now is not known:
                self._touched.update(now or (), known or ())
                ours = None if now is None else Watched(now, self._touched)
                if ours is not None:
                    of_kind[kind] = ours
                self._watched[place] = ours

    def entities_with(self, kind: type) -> list[int]:
        """All entities with a component of a type or of a subclass, in no order."""
        found: list[int] = []
        for key, entities in esper._components.items():
            if issubclass(key, kind):
                found += entities
            elif issubclass(kind, key):  # `key` may be an alias
                found += [entity for entity in entities if isinstance(esper._entities[entity][key], kind)]
        return found

    def current_components(self, entity: int) -> Components | None:
        """The components of an entity as esper has them, None for one that is gone.

        It is the same dict for as long as the entity lives.
        """
        return None if entity in esper._dead_entities else esper._entities.get(entity)

    def changes(self) -> list[Change]:
        """All changed entities in ascending order; the same again until they are committed."""
        self._watch()
        found: list[Change] = []
        of_transform, of_body, of_collider = self._kinds
        alive, dead = esper._entities, esper._dead_entities
        parts_of = self._world.parts_of
        for entity in self._touched | dead if dead else self._touched:
            before, after = parts_of(entity), NONE
            components = alive.get(entity)
            if components is not None and entity not in dead:
                transform = components.get(of_transform)
                body, collider = components.get(of_body), components.get(of_collider)
                if transform is not None and (body is not None or collider is not None):
                    after = transform, body, collider
            if after[0] is not before[0] or after[1] is not before[1] or after[2] is not before[2]:
                found.append((entity if type(entity) is int else int(entity), before, after))
        found.sort(key=itemgetter(0))
        return found

    def components_of(self, entity: int, departed: bool = False) -> Components:
        """All components of an entity; with `removed` of the one of this number that left, if one did."""
        parts = self.removed.get(entity) if departed else None
        return self.components.get(entity, NO_COMPONENTS) if parts is None else parts

    def clear_changes(self) -> None:
        """Whoever wanted to know who came and left has been told."""
        self.removed.clear()
        self.added.clear()

    def commit(self, changes: list[Change]) -> None:
        """The changes were taken in."""
        alive, whole = esper._entities, self.components
        for entity, _, after in changes:
            if after is NONE:
                self.removed.setdefault(entity, whole.pop(entity))
                continue
            now = alive[entity]
            was = whole.get(entity)
            if was is not now:
                self.added.append(entity)
                if was is not None:  # another entity got the number of one that is gone
                    self.removed.setdefault(entity, was)
            whole[entity] = now
        self._touched.clear()
