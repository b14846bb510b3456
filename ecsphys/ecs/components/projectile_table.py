"""The projectiles of a world."""

from __future__ import annotations

import numpy as np

from ...arrays import Ints2, grown
from ...projectile.records import PAST
from ..binding import C, ComponentTable


class Projectiles(ComponentTable[C]):
    """One row a projectile, and the last `PAST` entities that it pierced."""

    def __init__(self, component: type[C], capacity: int = 16):
        self.past: Ints2 = np.zeros((0, PAST), np.int64)
        self.ignored_stale: bool = True  # `first_ignored` of some row is out of date
        super().__init__(component, capacity)

    def _grow(self, capacity: int) -> None:
        super()._grow(capacity)
        self.past = grown(self.past, capacity)

    def initialize(self, row: int) -> None:
        """Have the ignored entities listed again."""
        self.ignored_stale = True
