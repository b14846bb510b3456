"""The areas and the constant forces of a world."""

from __future__ import annotations

from ...world.areas import AREA_FIELDS, MOST_TOKEN
from ..binding import C
from ..component_table import ComponentTable

_TOKEN = AREA_FIELDS["token"]


class Areas(ComponentTable[C]):
    """One row an area; a change of one gives it another token, so that sleeping visitors wake."""

    def __init__(self, component: type[C], capacity: int = 16):
        self.changed: bool = True  # something has to be derived again
        self._tokens = 0  # how many were given out
        super().__init__(component, capacity)

    def initialize(self, row: int) -> None:
        """Give a new member a token of its own (Fibonacci hashing; odd, so that numbers come once)."""
        self._tokens += 1
        self.ints[row * self.width + _TOKEN] = (self._tokens * 0x9E3779B1) & MOST_TOKEN
        self.changed = True

    def mark_changed(self, at: int) -> None:
        """Note that a field of the area at word `at` was set."""
        self.initialize(at // self.width)


class ConstantForces(ComponentTable[C]):
    """One row a constant force; `changed` lists the rows whose bodies are to wake."""

    def __init__(self, component: type[C], capacity: int = 16):
        self.changed: list[int] = []
        super().__init__(component, capacity)

    def initialize(self, row: int) -> None:
        """Wake the body of a new member."""
        self.changed.append(row)

    def mark_changed(self, at: int) -> None:
        """Note that a field of the force at word `at` was set."""
        self.changed.append(at // self.width)
