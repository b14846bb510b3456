"""The characters of a world in space, and the surfaces that they touched."""

from __future__ import annotations

import math
import struct
from typing import Any

from ...arrays import Array, grown, words_of
from ...compile import records
from ...ecs.binding import C
from ...ecs.component_table import ComponentTable
from ..character.records import CHARACTER3_FIELDS, HIT3, MOST_HITS, NONE

SCALED3 = {"step_height": 0.3, "snap": 0.3}  # default lengths, in typical objects (`length_unit`)

_FIRST_HIT, _HITS = CHARACTER3_FIELDS["first_hit"], CHARACTER3_FIELDS["hits"]
_HIT_ROW = struct.Struct("=qqdddddd")


class Characters3(ComponentTable[C]):
    """One row a character, and up to `MOST_HITS` rows of surfaces that it touched."""

    def __init__(self, component: type[C], unit: float, capacity: int = 8):
        self.unit: float = unit  # length of a typical object
        self.hits: Array = records(0, HIT3)
        super().__init__(component, capacity)

    def _grow(self, capacity: int) -> None:
        super()._grow(capacity)
        self.hits = grown(self.hits, capacity * MOST_HITS)
        self._hit_bytes, _, _ = words_of(self.hits)

    def initialize(self, row: int) -> None:
        """Scale default lengths, assign the rows of hits, and forget what it met in another world."""
        at = row * self.width
        for name in ("hits", "on_floor", "floor_entity", "load_entity"):
            self.ints[at + CHARACTER3_FIELDS[name]] = 0
        for name in ("floor_body", "floor_proxy"):
            self.ints[at + CHARACTER3_FIELDS[name]] = NONE
        for name, share in SCALED3.items():
            if self.reals[at + CHARACTER3_FIELDS[name]] < 0.0:
                self.reals[at + CHARACTER3_FIELDS[name]] = share * self.unit
        self.ints[at + _FIRST_HIT] = row * MOST_HITS
        self.reals[at + CHARACTER3_FIELDS["last_x"]] = math.nan

    def hits_of(self, at: int) -> list[tuple[Any, ...]]:
        """Return the surfaces, as rows of HIT3, that a character touched in the last step.

        `at` is its first word.
        """
        first, count, size = self.ints[at + _FIRST_HIT], self.ints[at + _HITS], _HIT_ROW.size
        return [_HIT_ROW.unpack_from(self._hit_bytes, (first + k) * size) for k in range(count)]
