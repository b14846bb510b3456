"""Rows of bodies that a game reads and writes within a step, while rows can neither move nor be released."""

from __future__ import annotations

import numpy as np

from ..arrays import Array, BodyRows, Ints
from ..world.body_store import BodyStore

_Loan = tuple[BodyRows, Ints, Ints]  # the copy, the rows it was made of, and their words then


class LentRows:
    """Copies of the bodies that are left of a step's, where some have been deleted.

    An array without gaps is no view of rows with gaps. So what a game writes to the copy is written back
    before the next system runs: only the words that it changed, since components may have written others.
    """

    def __init__(self) -> None:
        self.loans: list[_Loan] = []

    def lend(self, bodies: BodyStore, departed: list[int]) -> BodyRows:
        """Return the rows in use but those of `departed`: a view where there are no gaps, else a copy."""
        if bodies.is_dense() and not departed:
            return bodies.rows[: bodies.count]
        rows = bodies.rows[: bodies.count]
        is_left = rows["entity"] > 0
        is_left[departed] = False
        left = np.flatnonzero(is_left)
        copy = rows[left]
        self.loans.append((copy, left, _words(copy).copy()))
        return copy

    def take_back(self, bodies: BodyStore) -> None:
        """Write back what has changed in the copies, in the order in which they were lent."""
        loans, self.loans = self.loans, []
        for copy, rows, before in loans:
            after, words = _words(copy), _words(bodies.rows)
            place, word = np.nonzero(after != before)
            words[rows[place], word] = after[place, word]


def _words(rows: BodyRows) -> Array:
    words: Array = rows.view(np.ndarray).view(np.int64).reshape(-1, rows.dtype.itemsize // 8)
    return words
