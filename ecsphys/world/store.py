"""Numbered rows that are handed out and taken back, and the words of a row outside any world."""

from __future__ import annotations


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
        """A row that nobody uses."""
        return self.take_many(1)[0]

    def take_many(self, wanted: int) -> list[int]:
        """Rows that nobody uses, ascending."""
        again = min(wanted, len(self._free))
        taken = self._free[len(self._free) - again :]
        del self._free[len(self._free) - again :]
        taken.reverse()
        first = self.count
        self.count += wanted - again
        if self.count > self.capacity:
            self._grow(max(2 * self.capacity, self.count))
        taken += range(first, self.count)
        return taken

    def is_dense(self) -> bool:
        """Whether all rows below `count` are in use."""
        return not self._free

    def _give_back(self, *rows: int) -> None:
        self._free += rows
        self._free.sort(reverse=True)


class LooseWords:
    """The words of a row that no world has; `reals` and `ints` are the same memory, as in a world's rows."""

    def __init__(self, words: bytes):
        self.bytes: memoryview = memoryview(bytearray(words))
        self.reals: memoryview[float] = self.bytes.cast("d")
        self.ints: memoryview[int] = self.bytes.cast("q")
