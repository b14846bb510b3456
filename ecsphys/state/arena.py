"""Memory of snapshots that is used again.

A snapshot of thousands of bodies takes a megabyte. To get that from the operating system and to give it back
takes three times as long as to write it: each page is cleared when it is first touched. So a snapshot that is
dropped leaves its memory to the next one of its world.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Array

_ALIGNMENT = 64
_MOST_FREE = 16  # arenas that wait for the next snapshot: a rollback session drops as many at a time


class Arena:
    """A block of memory in which arrays are kept one behind the other."""

    __slots__ = ("_block", "used")

    def __init__(self, size: int):
        self._block = np.empty(size, np.uint8)
        self.used: int = 0  # bytes, also those that found no room

    def keep(self, array: Array) -> Array:
        """Return a copy of a contiguous array, in the block if there is room."""
        begin, self.used = self.used, self.used + -(-array.nbytes // _ALIGNMENT) * _ALIGNMENT
        if self.used > len(self._block) or array.nbytes == 0:
            return array.copy()
        copy: Array = self._block[begin : begin + array.nbytes].view(array.dtype).reshape(array.shape)
        copy[...] = array
        return copy


class ArenaPool:
    """The arenas of one world."""

    def __init__(self) -> None:
        self._free: list[Arena] = []
        self._size = 0  # bytes that the largest of the last snapshots took, and some more

    def take(self) -> Arena:
        """Return an arena with room for a snapshot like the last ones."""
        while self._free:
            arena = self._free.pop()
            if len(arena._block) >= self._size:
                arena.used = 0
                return arena
        return Arena(self._size)

    def note(self, arena: Arena) -> None:
        """Learn from an arena that was filled how much room is needed."""
        if arena.used > len(arena._block) or 4 * arena.used < self._size:
            self._size = arena.used + arena.used // 4

    def give_back(self, arena: Arena) -> None:
        """Take an arena back that no snapshot uses any more."""
        if len(self._free) < _MOST_FREE:
            self._free.append(arena)
