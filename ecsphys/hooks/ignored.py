"""Pairs of entities that a game lets pass through each other for a while."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..arrays import Ints
from ..ecs.registry import Components, Registry
from ..spatial.pair_keys import pair_key, split_key

_MIN_TIDY = 64  # fewer pairs are not searched for dead entities


class IgnoredPairs:
    """Ignored pairs, by `pair_key` of both entities. A pair is forgotten when one of its entities dies."""

    def __init__(self, registry: Registry):
        self._registry = registry
        # esper reuses the numbers of entities; the dict of its components identifies an entity.
        self.components: dict[int, tuple[Components, Components]] = {}  # by key
        self._keys_of: dict[int, set[int]] = {}  # by entity
        self._end_step: dict[int, int] = {}  # by key, of pairs ignored for a while
        self._sorted_keys: Ints | None = None
        self._tidy_at = _MIN_TIDY

    def __len__(self) -> int:
        return len(self.components)

    def __contains__(self, entities: tuple[int, int]) -> bool:
        return pair_key(*entities) in self.components

    @property
    def keys(self) -> Ints:
        """The keys of all pairs, ascending."""
        if self._sorted_keys is None:
            self._sorted_keys = np.array(sorted(self.components), np.int64)
        return self._sorted_keys

    def add(self, a: int, b: int, until: int | None) -> bool:
        """Ignore a pair up to a step (None: for ever); returns whether it was not ignored before.

        Does nothing when one of the entities does not exist.
        """
        first, second = (self._registry.current_components(entity) for entity in sorted((a, b)))
        if first is None or second is None:
            return False
        key = pair_key(a, b)
        was_ignored = key in self.components and self._is_alive(key)
        self.components[key] = (first, second)
        for entity in (a, b):
            self._keys_of.setdefault(entity, set()).add(key)
        self._end_step.pop(key, None)
        if until is not None:
            self._end_step[key] = until
        self._sorted_keys = None
        if len(self.components) > self._tidy_at:
            self.forget_dead(list(self._keys_of))
            self._tidy_at = 2 * len(self.components) + _MIN_TIDY
        return not was_ignored

    def forget_keys(self) -> None:
        """Sort the keys anew, after the pairs were restored."""
        self._sorted_keys = None

    def clear(self) -> None:
        """Ignore no pair any more."""
        for key in list(self.components):
            self.remove(key)

    def remove(self, key: int) -> bool:
        """Stop ignoring a pair; returns whether it was ignored."""
        if self.components.pop(key, None) is None:
            return False
        for entity in split_key(key):
            keys = self._keys_of[entity]
            keys.discard(key)
            if not keys:
                del self._keys_of[entity]
        self._end_step.pop(key, None)
        self._sorted_keys = None
        return True

    def _is_alive(self, key: int) -> bool:
        """Whether both numbers still belong to the entities for which the pair was added."""
        current = self._registry.current_components
        entities = zip(split_key(key), self.components[key], strict=True)
        return all(current(entity) is components for entity, components in entities)

    def forget_dead(self, entities: Iterable[int]) -> None:
        """Remove the pairs of those of the given entities that died."""
        for key in sorted({key for entity in entities for key in self._keys_of.get(entity, ())}):
            if not self._is_alive(key):
                self.remove(key)

    def expired(self, step: int) -> list[int]:
        """Return the keys of the pairs that were to be ignored up to this step."""
        return sorted(key for key, end_step in self._end_step.items() if end_step <= step)
