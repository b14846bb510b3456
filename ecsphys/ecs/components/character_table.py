"""The characters of a world, in the plane or in space, and the surfaces that they touched."""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from ...arrays import Array, grown, words_of
from ...character.records import HIT, MOST_HITS, NONE
from ...clock import Clock
from ...compile import records
from ..binding import C
from ..component_table import ComponentTable


class Characters(ComponentTable[C]):
    """One row a character, and up to `MOST_HITS` rows of surfaces that it touched."""

    hit: ClassVar[np.dtype[Any]] = HIT
    hit_row: ClassVar[struct.Struct] = struct.Struct("=qqdddd")
    # Default lengths, in typical objects (`length_unit`).
    scaled: ClassVar[Mapping[str, float]] = {"step_height": 0.125, "snap": 0.125}
    # Fields that name an entity which it met.
    entities: ClassVar[tuple[str, ...]] = ("floor_entity", "load_entity", "pushed_entity")

    def __init__(self, component: type[C], unit: float, clock: Clock, capacity: int = 8):
        self.unit: float = unit  # length of a typical object
        self.clock = clock
        self.hits: Array = records(0, self.hit)
        super().__init__(component, capacity)

    def _grow(self, capacity: int) -> None:
        super()._grow(capacity)
        self.hits = grown(self.hits, capacity * MOST_HITS)
        self._hit_bytes, _, _ = words_of(self.hits)

    def initialize(self, row: int) -> None:
        """Scale default lengths, assign the rows of hits, and forget what it met in another world."""
        at, words = row * self.width, self.words
        for name in ("hits", "on_floor", *self.entities):
            self.ints[at + words[name]] = 0
        for name in ("floor_body", "floor_proxy"):
            self.ints[at + words[name]] = NONE
        for name, share in self.scaled.items():
            if self.reals[at + words[name]] < 0.0:
                self.reals[at + words[name]] = share * self.unit
        self.ints[at + words["first_hit"]] = row * MOST_HITS
        self.reals[at + words["last_x"]] = math.nan

    def hits_of(self, at: int) -> list[tuple[Any, ...]]:
        """Return the surfaces, as rows of `hit`, that a character touched in the last step.

        `at` is its first word.
        """
        first, count = self.ints[at + self.words["first_hit"]], self.ints[at + self.words["hits"]]
        unpack_from, size = self.hit_row.unpack_from, self.hit_row.size
        return [unpack_from(self._hit_bytes, (first + k) * size) for k in range(count)]
