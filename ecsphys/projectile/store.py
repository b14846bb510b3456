"""The projectiles of a world, and the row of one that no world has."""

from __future__ import annotations

import numpy as np

from ..arrays import FREE, Array, grown, words_of
from ..compile import records
from ..world.store import LooseWords, Store
from .records import FIELDS, NONE, PAST, PROJECTILE, PROJECTILE_WIDTH

_BYTES = 8 * PROJECTILE_WIDTH


class LooseProjectile(LooseWords):
    """The words of a projectile that no world has."""

    def __init__(self, words: bytes = bytes(_BYTES)):
        super().__init__(words)


class Projectiles(Store):
    """One row a projectile; `reals` and `ints` are the same memory, word by word, for components."""

    def __init__(self, capacity: int = 16):
        self.rows: Array = records(0, PROJECTILE)
        self.past: Array = np.zeros((0, PAST), np.int64)
        self.ignored_stale = True  # some projectile ignores others than `first_ignored` says
        super().__init__(capacity)

    def _grow(self, capacity: int) -> None:
        super()._grow(capacity)
        self.rows = grown(self.rows, capacity)
        self.past = grown(self.past, capacity)
        self.bytes, self.reals, self.ints = words_of(self.rows)

    def fill(self, row: int, loose: LooseProjectile, entity: int) -> None:
        """Take over the values of one that comes in."""
        at = row * PROJECTILE_WIDTH
        self.bytes[8 * at : 8 * at + _BYTES] = loose.bytes
        self.ints[at + FIELDS["entity"]] = entity
        self.ints[at + FIELDS["body"]] = NONE

    def release(self, row: int) -> LooseProjectile:
        """Give a row back; returns its values."""
        at = row * PROJECTILE_WIDTH
        loose = LooseProjectile(bytes(self.bytes[8 * at : 8 * at + _BYTES]))
        self.ints[at + FIELDS["entity"]] = FREE
        self.ints[at + FIELDS["body"]] = NONE
        self._give_back(row)
        return loose
