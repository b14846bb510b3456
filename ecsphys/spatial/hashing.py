"""An index from pair keys to rows: open addressing with linear probing, in an (n, 2) int64 array.

n is a power of two and the table at most half full: the caller grows it. Removal shifts the
following entries back (Knuth, *TAOCP* 3, section 6.4, algorithm R), so there are no tombstones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Index
from ..compile import array, group, inlined, kernel, prefetch

INDEX = array(np.int64, 2)
MISSING = -1


class Known(NamedTuple):
    """Pairs that are known already: of shapes of which none is a trigger, and the others."""

    solid: Index
    triggers: Index


KNOWN = group(Known, INDEX, INDEX)
NOTHING = Known(np.full((1, 2), MISSING), np.full((1, 2), MISSING))


@inlined
def pair_key(a: int, b: int) -> int:
    """One key for an unordered pair of rows below 2**31."""
    a, b = int(a), int(b)  # may be of 32 bits
    if a < b:
        return a << 32 | b
    return b << 32 | a


@inlined
def home(index: Index, key: int) -> int:
    """Where a key would like to be: a mix of its two halves, so that neighbours spread."""
    mixed = (key >> 32) * 73856093 ^ (key & 0xFFFFFFFF) * 19349663
    return (mixed ^ mixed >> 15) & (len(index) - 1)


@inlined
def ask_for(index: Index, key: int) -> None:
    """Have the place of a key fetched that will be looked for soon: it may be anywhere in memory."""
    prefetch(index, home(index, key))


@inlined
def find(index: Index, key: int) -> int:
    """The row of a key, or MISSING."""
    last = len(index) - 1
    at = home(index, key)
    while index[at, 0] != MISSING:
        if index[at, 0] == key:
            return int(index[at, 1])
        at = (at + 1) & last
    return MISSING


@kernel
def put(index: Index, key: int, row: int) -> None:
    """Add a key, or give the key that is there another row."""
    last = len(index) - 1
    at = home(index, key)
    while index[at, 0] != MISSING and index[at, 0] != key:
        at = (at + 1) & last
    index[at, 0] = key
    index[at, 1] = row


@kernel
def erase(index: Index, key: int) -> None:
    """Remove a key that is there."""
    last = len(index) - 1
    hole = home(index, key)
    while index[hole, 0] != key:
        hole = (hole + 1) & last
    at = hole
    while True:
        at = (at + 1) & last
        if index[at, 0] == MISSING:
            break
        wish = home(index, index[at, 0])
        if (at - wish) & last >= (at - hole) & last:
            index[hole, 0] = index[at, 0]
            index[hole, 1] = index[at, 1]
            hole = at
    index[hole, 0] = MISSING
