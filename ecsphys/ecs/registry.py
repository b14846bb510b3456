"""Find the components that esper added, removed and replaced.

This is the only module that reads esper's private names.

esper has no notification of changes, but each passes through the set of entities that it has for a component
type. Those of the physics components are replaced by sets that record the entities added and discarded. So a
frame without changes costs nothing and k changes take time proportional to k.

`tests/ecs/test_esper.py` checks each private name and the behaviour relied upon.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator
from operator import is_, itemgetter
from typing import Any, SupportsIndex, TypeVar

import esper

from ..world.base_world import BaseWorld
from ..world.body_store import NONE, Parts
from .mistakes import MISTAKEN, MistakeFinder

T = TypeVar("T")
Components = dict[type, Any]  # of one entity: esper's own dict, which stays readable after it is deleted
NO_COMPONENTS: Components = {}  # of a deleted entity


class _Probe:
    """A component type that no entity has."""


Change = tuple[int, Parts, Parts]  # an entity, its physics components before and after


def component_types() -> Container[type]:
    """Return the component types of the entities in esper's current world."""
    return esper._components


def current_world() -> str:
    """Return the name of esper's current world."""
    return esper.current_world


def clear_database() -> None:
    """Delete all entities of esper's current world at once."""
    esper.clear_database()


def component_of(entity: int, kind: type[T]) -> T | None:
    """Return a component of an entity of the current world, None if it has none, is deleted or never was."""
    components = None if entity in esper._dead_entities else esper._entities.get(entity)
    return None if components is None else components.get(kind)


def components_with(kind: type[T]) -> Iterator[tuple[int, T]]:
    """Yield the components of a type and of its subclasses in the current world with their entities."""
    for key, holders in esper._components.items():
        if issubclass(key, kind):
            for entity in holders - esper._dead_entities:
                yield entity, esper._entities[entity][key]


def change_token() -> object:
    """Return an object that stays the same one until a component or entity of the current world changes."""
    return esper.get_component(_Probe)


class WatchedSet(set[int]):
    """The entities that have a component of one type, in the place of esper's own set.

    `touched` receives each entity for which esper adds, replaces or removes such a component.
    """

    __slots__ = ("touched",)

    def __init__(self, entities: Iterable[int], touched: set[int]):
        super().__init__(entities)
        self.touched: set[int] = touched

    def add(self, entity: int) -> None:
        """Record an entity whose component was added or replaced."""
        self.touched.add(entity)
        _add(self, entity)

    def discard(self, entity: Any) -> None:
        """Record an entity whose component was removed."""
        self.touched.add(entity)
        _discard(self, entity)

    def copy(self) -> set[int]:
        """Return a plain set, which records nothing."""
        return set(self)

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        return set, (list(self),)  # copies and pickles are plain sets


_add, _discard = set.add, set.discard


class Watch:
    """Looks out for components of some types that esper adds, replaces and removes."""

    def __init__(self, kinds: tuple[type, ...]):
        self._kinds: tuple[type, ...] = ()
        self._sets: list[WatchedSet | None] = []  # None while esper has no set
        self.token: object = None  # `change_token()` at the last look
        self.touched: set[int] = set()  # entities that may have changed since it was cleared
        self.add(*kinds)

    def add(self, *kinds: type) -> None:
        """Look out for components of further types."""
        self._kinds += tuple(kind for kind in kinds if kind not in self._kinds)
        self._sets += [None] * (len(self._kinds) - len(self._sets))
        self.token = None

    def look(self) -> set[int]:
        """Return `touched`.

        Replaces the sets that esper created since the last call: it deletes empty ones.
        """
        token = change_token()
        if token is not self.token:
            self.token = token
            self._replace_sets()
        return self.touched

    def _replace_sets(self) -> None:
        of_kind = esper._components
        if all(map(is_, map(of_kind.get, self._kinds), self._sets)):
            return
        for place, kind in enumerate(self._kinds):
            now, known = of_kind.get(kind), self._sets[place]
            if now is not known:
                self.touched.update(now or (), known or ())
                ours = None if now is None else WatchedSet(now, self.touched)
                if ours is not None:
                    of_kind[kind] = ours
                self._sets[place] = ours


def dying_entities() -> set[int]:
    """Return the entities that esper deletes when it processes next, in its own set."""
    return esper._dead_entities


class Registry:
    """The entities of one esper world with physics components, as of the last commit, and later changes."""

    def __init__(self, kinds: tuple[type, type, type], world: BaseWorld, shape: type):
        self._kinds = kinds
        self._world = world  # has the physics components as of the last commit
        self.components: dict[int, Components] = {}  # of each entity with a row, all that it has
        self.removed: dict[int, Components] = {}  # of entities that lost their row since `clear_changes`
        self.added: list[int] = []  # entities that got a row since then
        self._mistakes = MistakeFinder(kinds, shape)
        self.watch: Watch = Watch((*kinds, *MISTAKEN))  # its `token` is that of the last `is_unchanged`
        self.watch.touched.add(0)  # no entity: so that the first commit looks at the world in any case
        self.has_other_physics: Callable[[], bool] = bool  # in the current world, of the other dimension
        self._held: set[int] = set()  # entities whose Transform alone makes a static body

    def is_unchanged(self) -> bool:
        """Whether nothing can have changed since the last commit, in constant time."""
        return not (self.watch.look() or esper._dead_entities)

    def has_bodies(self) -> bool:
        """Whether entities of the current world have bodies or colliders, seen or not."""
        return any(kind in esper._components for kind in self._kinds[1:])

    def hold(self, entities: Collection[int]) -> None:
        """Let entities have a static body from the next commit on, even if they have a Transform only."""
        self._held.update(entities)
        self.watch.touched.update(entities)

    def entities_with(self, kind: type) -> list[int]:
        """Return all entities with a component of a type or of a subclass, in no order.

        Among them those with a row that were deleted since the last commit: until the next one they count.
        """
        entities: list[int] = []
        for key, holders in esper._components.items():
            if issubclass(key, kind):
                entities += holders
            elif issubclass(kind, key):  # `key` may be an alias
                entities += [entity for entity in holders if isinstance(esper._entities[entity][key], kind)]
        for entity in self.watch.look():
            known = self.components.get(entity)
            if known is not None and known is not esper._entities.get(entity):
                entities += [entity] * any(issubclass(key, kind) for key in known)
        return entities

    def current_components(self, entity: int) -> Components | None:
        """Return the components of an entity as esper has them, None for a deleted one.

        It is the same dict for as long as the entity lives.
        """
        return None if entity in esper._dead_entities else esper._entities.get(entity)

    def has_existed(self, entity: int) -> bool:
        """Whether esper has given this number to an entity, which may be gone."""
        upcoming = int(repr(esper._entity_count)[len("count(") : -1])
        return 0 < entity < upcoming

    def changes(self) -> list[Change]:
        """Return all changed entities, ascending; the same again until they are committed."""
        touched, changes = self.watch.look(), list[Change]()
        of_transform, of_body, of_collider = self._kinds
        alive, dead = esper._entities, esper._dead_entities
        parts_of = self._world.parts_of
        for entity in touched | dead if dead else touched:
            before, after = parts_of(entity), NONE
            components = alive.get(entity)
            if components is not None and entity not in dead:
                self._mistakes.look_at(entity, components)
                transform = components.get(of_transform)
                body, collider = components.get(of_body), components.get(of_collider)
                if transform is not None and (
                    body is not None or collider is not None or entity in self._held
                ):
                    after = transform, body, collider
                elif transform is None and before is NONE and (body is not None or collider is not None):
                    self._mistakes.warn_of_no_place(entity, components)
            if after[0] is not before[0] or after[1] is not before[1] or after[2] is not before[2]:
                changes.append((entity if type(entity) is int else int(entity), before, after))
        if not self.components and not changes and not self.has_other_physics():
            self._mistakes.warn_of_strangers(esper._components)
        changes.sort(key=itemgetter(0))
        return changes

    def departed(self) -> list[int]:
        """Return the entities with a row that were deleted since the last commit, ascending."""
        known, current = self.components, self.current_components
        suspects = self.watch.look() | esper._dead_entities
        return sorted(
            entity for entity in suspects if entity in known and current(entity) is not known[entity]
        )

    def components_of(self, entity: int, departed: bool = False) -> Components:
        """Return all components of an entity; with `departed`, of a deleted one of this number."""
        parts = self.removed.get(entity) if departed else None
        return self.components.get(entity, NO_COMPONENTS) if parts is None else parts

    def expect(self, components: dict[int, Components]) -> None:
        """Go on where a snapshot was taken: these are the entities with a row, and none has changed."""
        self.components = components
        self.watch.look().clear()

    def clear_changes(self) -> None:
        """Forget `removed` and `added`: all that depends on them is up to date."""
        self.removed.clear()
        self.added.clear()

    def commit(self, changes: list[Change]) -> None:
        """Make the changes part of the known state: the world has applied them."""
        alive, known = esper._entities, self.components
        for entity, _, after in changes:
            if after is NONE:
                self.removed.setdefault(entity, known.pop(entity))
                self._held.discard(entity)
                continue
            now, before = alive[entity], known.get(entity)
            if before is not now:
                self.added.append(entity)
                if before is not None:  # another entity got the number of a deleted one
                    self.removed.setdefault(entity, before)
            known[entity] = now
        self.watch.touched.clear()
