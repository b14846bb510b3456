"""What esper added, removed and replaced since the last look.

esper tells nobody about changes. Three facts of esper 3.9 make a quiet frame free and a change
cheap: every structural change clears its query caches, so the cached answer for a type that nobody
uses is a new list exactly when something changed; the entities that have a component are kept
as one set a type; deferred deletions wait in one set until `esper.process`.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from sys import getrefcount
from typing import Any

import esper

from .nursery import NURSERY

_NOTHING: frozenset[int] = frozenset()
Components = dict[type, Any]  # an entity's, as esper keeps them; stays readable when esper lets go of it
Parts = tuple[Any, Any, Any]  # Transform, RigidBody, Collider of an entity, None where it has none
NONE: Parts = (None, None, None)
NOBODY: Components = {}  # of an entity that is gone
A_STEP = 128  # entities looked through on rounds, about 0.03 ms


class _Probe:
    """A component type that no entity has."""


Change = tuple[int, Parts, Parts]  # an entity whose physics components changed, those before and those after


def current_world() -> str:
    """The name of esper's current world."""
    return esper.current_world


def look() -> object:
    """Something that is the same thing as at the last look unless esper's current world changed meanwhile."""
    return esper.get_component(_Probe)


class Registry:
    """The physics components of all entities of one esper world, as of the last commit."""

    def __init__(self, kinds: tuple[type, type, type]):
        self._kinds = kinds
        self.held: dict[int, Parts] = {}
        self.whole: dict[int, Components] = {}  # all components of those held, physical or not
        self.departed: dict[int, Components] = {}  # of those that left since the last `forget`
        self.arrived: list[int] = []  # those that came since then
        self._known: tuple[set[int], ...] = (set(), set(), set())
        self._differences: list[tuple[Set[int], Set[int]]] = []  # entities come and gone, by kind
        self._seen: object = None
        # An entity that got another one's component while others came or went has left no trace. If somebody
        # goes on using a component that was lost, the next step without changes looks through all entities;
        # if not, so many of them a step, on rounds until all were seen.
        self._moved = False
        self._round: list[int] = []
        self._again = False  # there were changes since the round began
        self._seen_all = False  # in the last look

    def quiet(self) -> bool:
        """Whether nothing can have changed since the last commit; takes constant time."""
        return self._same() and not (self._moved or self._round)

    def _same(self) -> bool:
        """Whether esper has changed nothing since the last commit."""
        return look() is self._seen and not esper._dead_entities

    def having(self, kind: type) -> list[int]:
        """All entities with a component of a type or of a subclass, in no order."""
        found: list[int] = []
        for key, entities in esper._components.items():
            if issubclass(key, kind):
                found += entities
            elif issubclass(kind, key):  # `key` may be an alias
                found += [entity for entity in entities if isinstance(esper._entities[entity][key], kind)]
        return found

    def now(self, entity: int) -> Components | None:
        """The components of an entity as esper has them, None for one that is gone.

        It is the same dict for as long as the entity lives.
        """
        return None if entity in esper._dead_entities else esper._entities.get(entity)

    def changes(self) -> list[Change]:
        """All changed entities in ascending order; the same again until they are committed."""
        if self._same():
            return self._compare(self._replaced(self.held if self._moved else self._round[-A_STEP:]))
        dead = esper._dead_entities
        self._differences = []
        touched: set[int] = set()
        for kind, known in zip(self._kinds, self._known, strict=True):
            now: Set[int] = esper._components.get(kind, _NOTHING)
            if dead:
                now = now - dead
            come = now - known
            gone = _gone(known, now, len(known) + len(come) - len(now), touched)
            self._differences.append((come, gone))
            touched |= come
            touched |= gone
        changes = self._compare(touched)
        # Replaced: by one that waited, or, when nothing else explains the change, by another entity's.
        self._seen_all = not changes or NURSERY.waiting() > _new(changes)
        if self._seen_all:
            changes = sorted(changes + self._compare(self._replaced(self.held) - touched))
        return changes

    def _replaced(self, among: Iterable[int]) -> set[int]:
        """Those among some entities of which esper has other components than those held."""
        entities, held = esper._entities, self.held
        of_transform, of_body, of_collider = self._kinds
        return {
            entity
            for entity in among
            if (parts := held.get(entity)) is not None
            if (now := entities.get(entity)) is None
            or now.get(of_transform) is not parts[0]
            or now.get(of_body) is not parts[1]
            or now.get(of_collider) is not parts[2]
        }

    def _compare(self, entities: Iterable[int]) -> list[Change]:
        """Those of the entities whose parts are not the ones held, in ascending order."""
        found = []
        of_transform, of_body, of_collider = self._kinds
        alive, dead, held = esper._entities, esper._dead_entities, self.held
        for entity in sorted(entities):
            before, after = held.get(entity, NONE), NONE
            components = alive.get(entity)
            if components is not None and entity not in dead:
                transform = components.get(of_transform)
                body, collider = components.get(of_body), components.get(of_collider)
                if transform is not None and (body is not None or collider is not None):
                    after = transform, body, collider
            if after[0] is not before[0] or after[1] is not before[1] or after[2] is not before[2]:
                found.append((entity, before, after))
        return found

    def components_of(self, entity: int, departed: bool = False) -> Components:
        """All components of an entity; with `departed` of the one of this number that left, if one did."""
        parts = self.departed.get(entity) if departed else None
        return self.whole.get(entity, NOBODY) if parts is None else parts

    def forget(self) -> None:
        """Whoever wanted to know who came and left has been told."""
        self.departed.clear()
        self.arrived.clear()

    def commit(self, changes: list[Change]) -> None:
        """The changes were taken in."""
        alive, held, whole = esper._entities, self.held, self.whole
        for entity, before, after in changes:
            now = alive.get(entity, NOBODY)
            was = whole.get(entity, now)
            if before is not NONE and not self._moved:
                # By the parts held, and by its own components if they are not esper's any more.
                self._moved = _used_elsewhere(before, after, 1 if was is now else 2)
            if before is NONE or was is not now:
                self.arrived.append(entity)
            if after is NONE or was is not now:  # or another entity got the number of one that is gone
                self.departed.setdefault(entity, was)
            if after is NONE:
                held.pop(entity, None)
                whole.pop(entity, None)
            else:
                held[entity] = after
                whole[entity] = now
        for known, (come, gone) in zip(self._known, self._differences, strict=False):
            known |= come
            known -= gone
        self._go_rounds(bool(changes))
        self._differences = []
        self._seen = look()

    def _go_rounds(self, changed: bool) -> None:
        """Note how far the look for components that moved has come."""
        if not self._differences:
            self._moved = False
            del self._round[-A_STEP:]
        elif self._seen_all:
            self._moved = False
        self._again = self._again or changed
        if self._again and not self._round:
            self._again, self._round = False, list(self.held)


def _gone(known: set[int], now: Set[int], count: int, likely: set[int]) -> Set[int]:
    """Those known that are not there now, `count` of them; to look at the likely ones first saves looking at
    all.
    """
    if count == 0:
        return _NOTHING
    gone = (likely & known) - now
    return gone if len(gone) == count else known - now


def _used_elsewhere(before: Parts, after: Parts, known: int) -> bool:
    """Whether somebody goes on using a component that an entity lost, beyond so many references known."""
    limit = known + _BY_A_LOOP
    for part in before:
        if part is not None and getrefcount(part) > limit and all(part is not other for other in after):
            return True
    return False


def _references(parts: tuple[object, ...]) -> int:
    """Of the last one of some things, as `_used_elsewhere` counts them."""
    count = 0
    for part in parts:
        count = getrefcount(part)
    return count


_BY_A_LOOP = _references((object(),)) - 1


def _new(changes: list[Change]) -> int:
    """How many of the components that entities got have rows of their own."""
    parts = [part for _, _, after in changes for part in after if part is not None]
    return sum([part._entity == 0 and part._rows.alone for part in parts])
