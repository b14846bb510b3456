"""Pairs of entities that a game lets pass through each other for a while."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..arrays import Ints
from ..ecs.registry import Components, Registry
from ..spatial.pair_keys import pair_key

_FEW = 64  # so many pairs are not worth a look for the dead among them


class IgnoredPairs:
    """The pairs, by key of both entities. An entity that dies takes its pairs along."""

    def __init__(self, registry: Registry):
        self._registry = registry
        # Numbers of entities come again; the dict of its components is who an entity is.
        self._who: dict[int, tuple[Components, Components]] = {}
        self._of: dict[int, set[int]] = {}  # entity -> keys
        self._until: dict[int, int] = {}  # key -> step in which it ends
        self._keys: Ints | None = None
        self._tidy_at = _FEW

    def __len__(self) -> int:
        return len(self._who)

    def __contains__(self, two: tuple[int, int]) -> bool:
        return pair_key(*two) in self._who

    @property
    def keys(self) -> Ints:
        """The keys of all pairs, ascending."""
        if self._keys is None:
            self._keys = np.array(sorted(self._who), np.int64)
        return self._keys

    def add(self, a: int, b: int, until: int | None) -> bool:
        """Ignore a pair, up to a step; says whether that is new. Of no effect when one of them is gone."""
        one, two = (self._registry.current_components(entity) for entity in sorted((a, b)))
        if one is None or two is None:
            return False
        key = pair_key(a, b)
        known = key in self._who and self._lives(key)
        self._who[key] = (one, two)
        for entity in (a, b):
            self._of.setdefault(entity, set()).add(key)
        self._until.pop(key, None)
        if until is not None:
            self._until[key] = until
        self._keys = None
        if len(self._who) > self._tidy_at:
            self.forget_dead(list(self._of))
            self._tidy_at = 2 * len(self._who) + _FEW
        return not known

    def remove(self, key: int) -> bool:
        """Ignore a pair no longer; says whether it was ignored."""
        if self._who.pop(key, None) is None:
            return False
        for entity in entities_of_key(key):
            keys = self._of[entity]
            keys.discard(key)
            if not keys:
                del self._of[entity]
        self._until.pop(key, None)
        self._keys = None
        return True

    def _lives(self, key: int) -> bool:
        """Whether both are still those that were meant."""
        now = self._registry.current_components
        return all(
            now(entity) is who for entity, who in zip(entities_of_key(key), self._who[key], strict=True)
        )

    def forget_dead(self, entities: Iterable[int]) -> None:
        """Remove the pairs of those of the entities that died."""
        for key in sorted({key for entity in entities for key in self._of.get(entity, ())}):
            if not self._lives(key):
                self.remove(key)

    def due(self, step: int) -> list[int]:
        """The keys of pairs whose time is over."""
        return sorted(key for key, until in self._until.items() if until <= step)


def entities_of_key(key: int) -> tuple[int, int]:
    """The two entities of a key."""
    return key >> 32, key & 0xFFFFFFFF
