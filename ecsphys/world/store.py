"""Numbered rows that are handed out and taken back, and the memory in which components keep their values."""

from __future__ import annotations

from typing import ClassVar

from ..arrays import Array, words_of


class Store:
    """Numbered rows of some arrays, handed out and taken back; the smallest free one is reused first."""

    def __init__(self, capacity: int):
        self.count: int = 0  # rows in use lie below this
        self.capacity: int = 0
        self._free: list[int] = []  # descending
        self._grow(capacity)

    def _grow(self, capacity: int) -> None:
        """Make room for `capacity` rows; subclasses enlarge their arrays."""
        self.capacity = capacity

    def take(self) -> int:
        """Return an unused row."""
        return self.take_many(1)[0]

    def take_many(self, wanted: int) -> list[int]:
        """Return unused rows, ascending."""
        reused = min(wanted, len(self._free))
        taken = self._free[len(self._free) - reused :]
        del self._free[len(self._free) - reused :]
        taken.reverse()
        first = self.count
        self.count += wanted - reused
        if self.count > self.capacity:
            self._grow(max(2 * self.capacity, self.count))
        taken += range(first, self.count)
        return taken

    def is_dense(self) -> bool:
        """Whether all rows below `count` are in use."""
        return not self._free

    def _use_first(self, count: int) -> None:
        """Use exactly the first `count` rows."""
        self.count = count
        self._free.clear()

    def _give_back(self, *rows: int) -> None:
        self._free += rows
        self._free.sort(reverse=True)


class ComponentRows:
    """Rows of eight-byte words in which components keep their values.

    `bytes`, `reals` and `ints` are the same memory: a memoryview of doubles is read at the cost of a list
    access.
    """

    __slots__ = ()

    is_owned: ClassVar[bool] = True  # the rows are entities' in a world
    esper_world: str | None = None  # whose entities they are
    bytes: memoryview
    reals: memoryview[float]
    ints: memoryview[int]

    def _map_words(self, rows: Array) -> None:
        """Point `bytes`, `reals` and `ints` at the memory of an array of eight-byte words."""
        # Subclasses name these slots.
        self.bytes, self.reals, self.ints = words_of(rows)  # type: ignore[misc]

    def owner_of(self, at: int) -> int:
        """Return the entity whose row begins at word `at`, 0 without owner."""
        raise NotImplementedError
