"""The characters of a world: their rows, and the rows of what they touch."""

from __future__ import annotations

import math
import struct
from typing import Any

from ..arrays import FREE, Array, grown, words_of
from ..compile import records
from ..world.store import LooseWords, Store
from .records import CHARACTER, CHARACTER_FIELDS, CHARACTER_WIDTH, HIT, MOST_HITS, NONE

_ENTITY, _BODY, _FIRST_HIT = (CHARACTER_FIELDS[name] for name in ("entity", "body", "first_hit"))
_BYTES = 8 * CHARACTER_WIDTH
_HIT_ROW = struct.Struct("=qqdddd")
SCALED = {"step_height": 0.125, "snap": 0.125}  # default lengths, in typical objects (`length_unit`)


class LooseCharacter(LooseWords):
    """The row of a character that no world has, from words given or blank."""

    unit = 0.0  # nothing to scale defaults with: they stay negative
    esper_world = None

    def __init__(self, words: bytes = bytes(_BYTES)):
        super().__init__(words)

    @staticmethod
    def touched(at: int) -> list[tuple[Any, ...]]:
        """Nothing: only a step knows."""
        return []


class Characters(Store):
    """One row a character; `reals` and `ints` are the same memory, word by word, for components."""

    def __init__(self, unit: float, capacity: int = 8):
        self.unit = unit
        self.esper_world: str | None = None  # the esper world whose entities they are
        self.rows: Array = records(0, CHARACTER)
        self.hits: Array = records(0, HIT)
        super().__init__(capacity)

    def _grow(self, capacity: int) -> None:
        super()._grow(capacity)
        self.rows = grown(self.rows, capacity)
        self.hits = grown(self.hits, capacity * MOST_HITS)
        self._bytes, self.reals, self.ints = words_of(self.rows)
        self._hit_bytes, _, _ = words_of(self.hits)

    def fill(self, row: int, loose: LooseCharacter, entity: int) -> None:
        """Take over the values of a character that comes in."""
        at = row * CHARACTER_WIDTH
        self._bytes[8 * at : 8 * at + _BYTES] = loose.bytes
        for name, share in SCALED.items():
            if self.reals[at + CHARACTER_FIELDS[name]] < 0.0:
                self.reals[at + CHARACTER_FIELDS[name]] = share * self.unit
        self.ints[at + _ENTITY] = entity
        self.ints[at + _BODY] = NONE
        self.ints[at + _FIRST_HIT] = row * MOST_HITS
        self.reals[at + CHARACTER_FIELDS["last_x"]] = math.nan

    def release(self, row: int) -> LooseCharacter:
        """Give a row back; returns its values."""
        at = row * CHARACTER_WIDTH
        loose = LooseCharacter(bytes(self._bytes[8 * at : 8 * at + _BYTES]))
        self.ints[at + _ENTITY] = FREE
        self.ints[at + _BODY] = NONE
        self._give_back(row)
        return loose

    def touched(self, at: int) -> list[tuple[Any, ...]]:
        """What the character whose words begin at `at` touched in the last step, as rows of HIT."""
        first = self.ints[at + _FIRST_HIT]
        count = self.ints[at + CHARACTER_FIELDS["hits"]]
        size = _HIT_ROW.size
        return [_HIT_ROW.unpack_from(self._hit_bytes, (first + k) * size) for k in range(count)]
