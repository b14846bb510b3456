"""A hash table from pair keys to rows: open addressing with linear probing, in an (n, 2) int64 array.

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
    """The tables of pairs that have a contact already: without a trigger, and with one."""

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
    """Return the row of a key, or MISSING."""
    last = len(index) - 1
    slot = home_slot(index, key)
    while index[slot, 0] != MISSING:
        if index[slot, 0] == key:
            return int(index[slot, 1])
        slot = (slot + 1) & last
    return MISSING


@kernel
def insert(index: Index, key: int, row: int) -> None:
    """Add a key, or overwrite the row of a key that is present."""
    last = len(index) - 1
    slot = home_slot(index, key)
    while index[slot, 0] != MISSING and index[slot, 0] != key:
        slot = (slot + 1) & last
    index[slot, 0] = key
    index[slot, 1] = row


@kernel
def remove(index: Index, key: int) -> None:
    """Remove a key that is present."""
    last = len(index) - 1
    hole = home_slot(index, key)
    while index[hole, 0] != key:
        hole = (hole + 1) & last
    slot = hole
    while True:
        slot = (slot + 1) & last
        if index[slot, 0] == MISSING:
            break
        home = home_slot(index, index[slot, 0])
        if (slot - home) & last >= (slot - hole) & last:
            index[hole, 0] = index[slot, 0]
            index[hole, 1] = index[slot, 1]
            hole = slot
    index[hole, 0] = MISSING
