"""The projectiles of a world."""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ...compile import records
from ...projectile.records import FIELDS, NONE, PIERCED
from ..binding import C
from ..component_table import ComponentTable


class Projectiles(ComponentTable[C]):
    """One row a projectile, and lists of the entities that each has pierced since its last ricochet."""

    def __init__(self, component: type[C], capacity: int = 16):
        self.ignored_stale: bool = True  # `first_ignored` of some row is out of date
        self.pierced: Array = records(capacity, PIERCED)
        self.pierced_count: int = 0
        super().__init__(component, capacity)

    def initialize(self, row: int) -> None:
        """Have the ignored entities listed again; a new member has pierced nothing."""
        self.ignored_stale = True
        self.ints[row * self.width + FIELDS["last_pierced"]] = NONE

    def pierced_by(self, row: int) -> list[int]:
        """Return the entities that a row's member has pierced since its last ricochet, the last first."""
        pierced, entities = self.pierced.view(np.ndarray), []
        at = self.ints[row * self.width + FIELDS["last_pierced"]]
        while at != NONE:
            entities.append(int(pierced["entity"][at]))
            at = int(pierced["before"][at])
        return entities

    def make_room(self) -> None:
        """Drop the rows of `pierced` that no member refers to; double their number if most are in use."""
        kept: list[tuple[int, int]] = []
        for member in self.members.values():
            row, before = self.row_of(member), NONE
            for entity in reversed(self.pierced_by(row)):
                kept.append((entity, before))
                before = len(kept) - 1
            self.ints[row * self.width + FIELDS["last_pierced"]] = before
        if 2 * len(kept) >= len(self.pierced):
            self.pierced = records(2 * len(self.pierced), PIERCED)
        self.pierced.view(np.ndarray)[: len(kept)] = kept
        self.pierced_count = len(kept)
