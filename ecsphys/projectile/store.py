"""The projectiles of a world, and the row of one that no world has."""

from __future__ import annotations

from array import array

import numpy as np

from .._jit import records
from ..world.layout import FREE
from ..world.state import Array, Store, grown
from .layout import FIELDS, NONE, PAST, PROJECTILE, PROJECTILE_WIDTH

_BYTES = 8 * PROJECTILE_WIDTH


class LooseProjectile:
    """The words of a projectile that no world has."""

    def __init__(self, words: bytes = bytes(_BYTES)):
        self.ints = array("q", words)
        self.reals = array("d", words)


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
        self.bytes = self.rows.view(np.ndarray).data.cast("B")
        self.reals = self.bytes.cast("d")
        self.ints = self.bytes.cast("q")

    def fill(self, row: int, loose: LooseProjectile, entity: int) -> None:
        """Take over the values of one that comes in."""
        at = row * PROJECTILE_WIDTH
        self.bytes[8 * at : 8 * at + _BYTES] = loose.ints.tobytes()
        for name in ("max_distance", "distance"):
            self.reals[at + FIELDS[name]] = loose.reals[FIELDS[name]]
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
