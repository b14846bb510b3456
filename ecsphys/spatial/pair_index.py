"""An index from pair keys to rows: open addressing with linear probing, in an (n, 2) int64 array.

n is a power of two and the table at most half full: the caller grows it. Removal shifts the
following entries back (Knuth, *TAOCP* 3, section 6.4, algorithm R), so there are no tombstones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Index
from ..compile import array, group, inlined, kernel
from .pair_keys import split_key

INDEX = array(np.int64, 2)
MISSING = -1


class KnownPairs(NamedTuple):
    """Pairs that are known already: of shapes of which none is a trigger, and the others."""

    solid: Index
    triggers: Index


KNOWN_PAIRS = group(KnownPairs, INDEX, INDEX)
NO_PAIRS = KnownPairs(np.full((1, 2), MISSING), np.full((1, 2), MISSING))


@inlined
def home_slot(index: Index, key: int) -> int:
    """Return the slot where probing for a key starts: a hash of its two rows, so that neighbours spread."""
    a, b = split_key(key)
    mixed = a * 73856093 ^ b * 19349663
    return (mixed ^ mixed >> 15) & (len(index) - 1)


@inlined
def lookup(index: Index, key: int) -> int:
    """The row of a key, or MISSING."""
    last = len(index) - 1
    at = home_slot(index, key)
    while index[at, 0] != MISSING:
        if index[at, 0] == key:
            return int(index[at, 1])
        at = (at + 1) & last
    return MISSING


@kernel
def insert(index: Index, key: int, row: int) -> None:
    """Add a key, or give the key that is there another row."""
    last = len(index) - 1
    at = home_slot(index, key)
    while index[at, 0] != MISSING and index[at, 0] != key:
        at = (at + 1) & last
    index[at, 0] = key
    index[at, 1] = row


@kernel
def remove(index: Index, key: int) -> None:
    """Remove a key that is there."""
    last = len(index) - 1
    hole = home_slot(index, key)
    while index[hole, 0] != key:
        hole = (hole + 1) & last
    at = hole
    while True:
        at = (at + 1) & last
        if index[at, 0] == MISSING:
            break
        wish = home_slot(index, index[at, 0])
        if (at - wish) & last >= (at - hole) & last:
            index[hole, 0] = index[at, 0]
            index[hole, 1] = index[at, 1]
            hole = at
    index[hole, 0] = MISSING
