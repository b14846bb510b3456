"""One int64 for an unordered pair of rows: the smaller row above 32 bits, the larger one below.

Keys in ascending order are pairs in lexicographic order. Rows are below 2**31. Kernels use `pair_key` and
`split_key`, numpy code their twins `pair_keys` and `split_keys`; nothing else shifts.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Ints
from ..compile import inlined, kernel


@inlined
def ordered_key(first: int, second: int) -> int:
    """Return the key of two rows in the given order."""
    return int(first) << 32 | int(second)  # may be of 32 bits


@inlined
def pair_key(a: int, b: int) -> int:
    """Return the key of rows a and b, in either order."""
    return ordered_key(a, b) if a < b else ordered_key(b, a)


@inlined
def split_key(key: int) -> tuple[int, int]:
    """Return the two rows of a key; those of a `pair_key` are the smaller and the larger one."""
    return key >> 32, key & 0xFFFFFFFF


@kernel
def is_among(key: int, ascending: Ints) -> bool:
    """Whether a key is one of ascending keys."""
    low, high = 0, len(ascending)
    while low < high:
        middle = (low + high) >> 1
        if ascending[middle] < key:
            low = middle + 1
        else:
            high = middle
    return bool(low < len(ascending) and ascending[low] == key)


@kernel
def insert_sorted(ascending: Ints, count: int, value: int) -> None:
    """Insert a key or row into the first `count`, which are ascending; the one behind them is overwritten."""
    k = count
    while k > 0 and ascending[k - 1] > value:
        ascending[k] = ascending[k - 1]
        k -= 1
    ascending[k] = value


def pair_keys(a: Ints, b: Ints | int) -> Ints:
    """Return the keys of two arrays of rows, pair by pair, in either order."""
    return np.minimum(a, b) << 32 | np.maximum(a, b)


def split_keys(keys: Ints) -> tuple[Ints, Ints]:
    """Return the smaller and the larger rows of an array of keys."""
    return keys >> 32, keys & 0xFFFFFFFF
