"""Operations that kernels need and Python has no words for: atomics, vectors of words, the cache.

Here they are in plain Python; `compile/intrinsics/` has their machine code. Only kernels may call them.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def fetch_add(numbers: Any, place: int, change: int) -> int:
    """Add to an integer that threads share, atomically; returns its value before.

    A thread that reads the sum also sees what the adding thread wrote before (acquire-release order).
    """
    before = int(numbers[place])
    numbers[place] = before + change
    return before


def wait_for(numbers: Any, place: int, least: int) -> None:
    """Wait until an integer that threads share is at least `least`.

    Plain Python runs one thread, so there the condition already holds.
    """


def gather_words(rows: Any, first: int, numbers: Any, out: Any, lo: int, hi: int) -> None:
    """Set `out[k, i]` to word `first + k` (k < 4, doubles) of record `numbers[i]`, for `lo` <= i < `hi`.

    Compiled, four records are loaded at once and transposed in registers.
    """
    words = rows.view(np.float64).reshape(len(rows), -1)
    out[:, lo:hi] = words[numbers[lo:hi], first : first + 4].T


def add_products(rows: Any, first: int, factors: int, numbers: Any, amounts: Any, lo: int, hi: int) -> None:
    """Add `amounts[k, i]` times word `factors + k` to word `first + k` (k < 3) of record `numbers[i]`.

    The fourth words must be finite, too: the compiled code adds 0 times the one to the other.
    """
    words = rows.view(np.float64).reshape(len(rows), -1)
    for i in range(lo, hi):
        row = words[numbers[i]]
        row[first : first + 3] += row[factors : factors + 3] * amounts[:3, i]


def add_words(rows: Any, first: int, numbers: Any, amounts: Any, lo: int, hi: int) -> None:
    """Add `amounts[k, i]` to word `first + k` (k < 3) of record `numbers[i]`; compiled, 0 to the fourth."""
    words = rows.view(np.float64).reshape(len(rows), -1)
    for i in range(lo, hi):
        words[numbers[i], first : first + 3] += amounts[:3, i]


def prefetch(rows: Any, row: int) -> None:
    """Load a row into the cache that will be read soon. Changes nothing, wherever it points."""


def overlap_four(boxes: Any, row: int, lx: float, ly: float, ux: float, uy: float) -> int:
    """Return which of four boxes overlap a box, as bits; touching counts, and NaN never overlaps.

    A row of `boxes` has the lower x of all four, then their lower y, upper x and upper y. Compiled it is a
    few vector instructions; LLVM does not vectorise a loop this short.
    """
    return _overlap_bits(boxes[row].reshape(4, -1), lx, ly, ux, uy)


def overlap_eight(boxes: Any, row: int, lx: float, ly: float, ux: float, uy: float) -> int:
    """Return which of eight boxes overlap a box, see `overlap_four`."""
    return _overlap_bits(boxes[row].reshape(4, -1), lx, ly, ux, uy)


def overlap_eight_3d(
    boxes: Any, row: int, lx: float, ly: float, lz: float, ux: float, uy: float, uz: float
) -> int:
    """Return which of eight boxes of space overlap a box, as bits; touching counts, and NaN never overlaps.

    A row of `boxes` has the lower x of all eight, then their lower y and z, upper x, y and z.
    """
    sides = boxes[row].reshape(6, -1)
    return _overlap_bits(sides[[0, 1, 3, 4]], lx, ly, ux, uy) & _overlap_bits(
        sides[[2, 2, 5, 5]], lz, lz, uz, uz
    )


def enter_eight_3d(boxes: Any, row: int, slabs: Any, limit: float, fractions: Any, at: int) -> int:
    """Return which of eight boxes of space a ray enters no later than at fraction `limit`, as bits.

    Writes the fractions at which it enters to `fractions[at : at + 8]`, those of boxes that it misses are
    without meaning. `slabs`: numbers of the sides that it enters through (`near`, 0 to 5), of the others
    (`far`), its start relative to near and far sides, and the reciprocals of its step, each for x, y and z.
    Comparisons with NaN are false: such a side does not count.
    """
    sides = boxes[row].reshape(6, -1)
    enter, leave = np.zeros(8), np.full(8, limit)
    with np.errstate(invalid="ignore", over="ignore"):
        for axis in range(3):
            near = (sides[slabs[axis]] - slabs[6 + axis]) * slabs[12 + axis]
            far = (sides[slabs[3 + axis]] - slabs[9 + axis]) * slabs[12 + axis]
            enter = np.where(near > enter, near, enter)
            leave = np.where(far < leave, far, leave)
    fractions[at : at + 8] = enter
    return _bits(enter <= leave)


def highest_product(blocks: Any, first: int, count: int, x: float, y: float, z: float) -> int:
    """Return the number of the first of the vectors with the largest scalar product with (x, y, z).

    They are in `count` rows of `blocks` from `first` on: each has x of eight vectors, then their y and z, and
    perhaps more.
    """
    rows = blocks[first : first + count, :24].reshape(count, 3, 8)
    return int((rows[:, 0] * x + rows[:, 1] * y + rows[:, 2] * z).argmax())


def planes_above(blocks: Any, row: int, x: float, y: float, z: float, least: float) -> int:
    """Return of which of eight planes the point (x, y, z) is further in front than `least`, as bits.

    A row of `blocks` has x of all eight normals, then their y and z and the offsets.
    """
    rows = blocks[row].reshape(4, 8)
    return _bits(rows[0] * x + rows[1] * y + rows[2] * z - rows[3] > least)


def lowest_bit(bits: int) -> int:
    """Return the place of the lowest 1 of a number other than 0."""
    number = int(bits)  # numpy's have no `bit_length`
    return (number & -number).bit_length() - 1


def _overlap_bits(sides: Any, lx: float, ly: float, ux: float, uy: float) -> int:
    return _bits((sides[0] <= ux) & (sides[1] <= uy) & (sides[2] >= lx) & (sides[3] >= ly))


def _bits(lanes: Any) -> int:
    return sum(1 << k for k in np.flatnonzero(lanes).tolist())
