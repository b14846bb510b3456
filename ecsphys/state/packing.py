"""Rows of records without what they repeat.

A row is packed as a mask, and the words of eight bytes in which it differs from the row before; the first one
whole. Bodies in a pile are alike in two thirds of their words, contacts in a third: masses, surfaces,
counters, times, whatever is zero.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..arrays import Array, Ints
from ..compile import INT, INTS, backend, entry, inlined

NARROW = 4  # rows of fewer words are not worth a mask
WIDE = 63  # words of the widest rows, the bits of a mask


class Packed(NamedTuple):
    """Packed rows."""

    words: Ints  # and one at the end that is not used
    rows: int
    width: int  # words a row

    @property
    def nbytes(self) -> int:
        """Bytes of the packed words."""
        return int(self.words.nbytes)


@inlined
def pack_first_row(words: Ints, width: int, packed: Ints) -> int:
    """Pack the first row as if all of its words differed; return how many words of `packed` it takes."""
    packed[0] = (1 << width) - 1
    for k in range(width):
        packed[1 + k] = words[k]
    return 1 + width


@entry(INTS, INT, INTS)
def pack_words(words: Ints, width: int, packed: Ints) -> int:
    """Pack rows of `width` words; return how many words of `packed` they take.

    At most 1 + `width` each, and one at the end that is not used. There are no branches, which would be
    predicted wrongly: each word is written, and the next one overwrites it if it is that of the row before.
    """
    end = 0
    for row in range(len(words) // width):
        at, mask = row * width, 0
        before = at - width if row > 0 else at
        place = end
        end += 1
        for k in range(width):
            word = words[at + k]
            differs = 1 if word != words[before + k] else 0
            packed[end] = word
            mask |= differs << k
            end += differs
        packed[place] = mask
        if row == 0:
            end = pack_first_row(words, width, packed)
    packed[end] = 0
    return end + 1


@entry(INTS, INT, INTS)
def unpack_words(packed: Ints, width: int, words: Ints) -> int:
    """Unpack rows of `width` words; return how many words of `packed` they took.

    Raises nothing: `packed` is what `pack_words` wrote.
    """
    at = 0
    for row in range(len(words) // width):
        mask, first = packed[at], row * width
        before = first - width if row > 0 else first
        at += 1
        for k in range(width):
            differs = mask >> k & 1
            word = packed[at]  # in any case: no branch
            words[first + k] = word if differs == 1 else words[before + k]
            at += differs
    return at


def pack(rows: Array, scratch: Ints, keep: Callable[[Array], Array] = np.copy) -> Packed:
    """Return rows, given as contiguous words (n, width), packed; `scratch` has room for n (width + 1) + 1.

    `keep` makes the copy that stays.
    """
    count, width = rows.shape
    if backend == "python":
        return Packed(_pack_slowly(rows), count, width)
    used = pack_words(rows.reshape(-1), width, scratch)
    return Packed(keep(scratch[:used]), count, width)


def unpack(packed: Packed, rows: Array) -> None:
    """Write packed rows to contiguous words (n, width)."""
    if backend == "python":
        _unpack_slowly(packed, rows)
    else:
        unpack_words(packed.words, packed.width, rows.reshape(-1))


def _pack_slowly(rows: Array) -> Ints:
    """Return what `pack_words` writes, by numpy."""
    differs = np.ones(rows.shape, bool)
    differs[1:] = rows[1:] != rows[:-1]
    bits = np.left_shift(1, np.arange(rows.shape[1], dtype=np.int64))
    masks = (differs * bits).sum(axis=1, dtype=np.int64)
    everything = np.column_stack((masks, rows))
    return np.append(everything[np.column_stack((np.ones(len(rows), bool), differs))], 0)


def _unpack_slowly(packed: Packed, rows: Array) -> None:
    """Do what `unpack_words` does, row by row."""
    at, before = 0, np.zeros(packed.width, np.int64)
    bits = np.arange(packed.width, dtype=np.int64)
    for row in rows:
        differs = (packed.words[at] >> bits & 1) == 1
        count = int(differs.sum())
        row[:] = before
        row[differs] = packed.words[at + 1 : at + 1 + count]
        before, at = row, at + 1 + count
