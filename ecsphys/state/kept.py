"""Which attributes of which objects are the state of a world: tables, and how they are copied and put back.

All that decides about the steps to come is either *kept* here, part of the structure (`structure`), or
derived from both. `tests/state/test_kept.py` compares the lists with the attributes that the objects have.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..arrays import grown
from ..contacts.growth import reserve_contacts, reserve_pairs
from ..world.contacts import PairTable
from ..world.store import Store

Saved = tuple[Any, ...]  # the copies of what is kept of one owner


class Rows(NamedTuple):
    """An array of which the first rows are in use: its name, and the attribute that counts them."""

    name: str
    count: Callable[[Any], int]


class Kept(NamedTuple):
    """What is kept of an owner: plain values, and arrays of rows."""

    values: tuple[str, ...] = ()
    rows: tuple[Rows, ...] = ()


def take(owner: Any, kept: Kept) -> Saved:
    """Return copies of what is kept of an owner."""
    return (
        *[copied(getattr(owner, name)) for name in kept.values],
        *[getattr(owner, rows.name)[: rows.count(owner)].copy() for rows in kept.rows],
    )


def give_back(owner: Any, kept: Kept, saved: Saved) -> None:
    """Make an owner what it was; `saved` stays as it is."""
    rows = saved[len(kept.values) :]
    make_room(owner, kept, rows)
    for name, value in zip(kept.values, saved, strict=False):
        setattr(owner, name, copied(value))
    for (name, _), copies in zip(kept.rows, rows, strict=True):
        getattr(owner, name)[: len(copies)] = copies


def make_room(owner: Any, kept: Kept, saved: Saved) -> None:
    """Enlarge the arrays of an owner to the number of rows that were saved."""
    wanted = max(map(len, saved), default=0)
    if isinstance(owner, PairTable):
        reserve_contacts(owner, max(0, len(saved[0]) - owner.contact_count))
        reserve_pairs(owner, max(0, len(saved[2]) - owner.pairs_end))
    elif isinstance(owner, Store) and owner.capacity < wanted:
        owner._grow(wanted)
    for (name, _), copies in zip(kept.rows, saved, strict=True):
        array = getattr(owner, name)
        if len(array) < len(copies):
            setattr(owner, name, grown(array, len(copies)))


def copied(value: Any) -> Any:
    """Return a copy of a list, dict, set or array, also of those in there; anything else as it is."""
    kind = type(value)
    if kind is list:
        return [copied(item) for item in value] if value else []
    if kind is dict:
        return {key: copied(item) for key, item in value.items()}
    if kind is set or kind is deque:
        return value.copy()
    if isinstance(value, np.ndarray):
        return value.copy()
    return value
