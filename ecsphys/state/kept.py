"""Which attributes of which objects are the state of a world: tables, and how they are copied and put back.

All that decides about the steps to come is either *kept* here, part of the structure (`structure`), or
derived from both. `tests/state/test_kept.py` compares the lists with the attributes that the objects have.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from math import prod
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Array, grown
from ..contacts.growth import reserve_contacts, reserve_pairs
from ..world.contacts import PairTable
from ..world.store import Store
from .packing import NARROW, WIDE, Packed, pack, unpack

RowCopies = Array | Packed
Keep = Callable[[Array], Array]
MISSING: Any = object()  # a value that an older file does not have: it stays as it is
_MUTABLE = frozenset({list, dict, set, deque, np.ndarray, np.recarray})
_NO_ROWS = np.empty((0, 1))  # copies of no rows
_scratch = np.empty(0, np.int64)  # where rows are packed

Saved = tuple[Any, ...]  # the copies of what is kept of one owner


class Rows(NamedTuple):
    """An array of which the first rows are in use: its name, what counts them, and the type of a row."""

    name: str
    count: Callable[[Any], int]
    dtype: np.dtype[Any]
    width: int = 0  # numbers a row, of arrays that are no records


class Kept(NamedTuple):
    """What is kept of an owner: plain values, and arrays of rows."""

    values: tuple[str, ...] = ()
    rows: tuple[Rows, ...] = ()


def take(owner: Any, kept: Kept, keep: Keep) -> Saved:
    """Return copies of what is kept of an owner; `keep` copies arrays."""
    values = [copied(getattr(owner, name)) for name in kept.values]
    for rows in kept.rows:
        count = rows.count(owner)
        values.append(copy_rows(getattr(owner, rows.name)[:count], keep) if count else _NO_ROWS)
    return tuple(values)


def give_back(owner: Any, kept: Kept, saved: Saved) -> None:
    """Make an owner what it was; `saved` stays as it is."""
    rows = saved[len(kept.values) :]
    if rows:
        make_room(owner, rows)
    for name, value in zip(kept.values, saved, strict=False):
        if value is not MISSING:
            setattr(owner, name, copied(value))
    for spec, copies in zip(kept.rows, rows, strict=True):
        count = count_of(copies)
        if count == 0:
            continue
        if len(getattr(owner, spec.name)) < count:
            setattr(owner, spec.name, grown(getattr(owner, spec.name), count))
        put_rows(getattr(owner, spec.name), copies)


def make_room(owner: Any, rows: Saved) -> None:
    """Let an owner enlarge what belongs to its rows beside these, whose numbers it has not been given yet."""
    if isinstance(owner, PairTable):
        reserve_contacts(owner, max(0, count_of(rows[0]) - owner.contact_count))
        reserve_pairs(owner, max(0, count_of(rows[2]) - owner.pairs_end))
    elif isinstance(owner, Store) and owner.capacity < count_of(rows[0]):
        owner._grow(count_of(rows[0]))


def copy_rows(rows: Array, keep: Keep = np.copy) -> RowCopies:
    """Return a copy of rows, also of the bytes between their fields, packed where that saves memory."""
    plain = words(rows)
    is_packed = rows.dtype.names is not None and plain.dtype == np.int64
    return packed(plain, keep) if is_packed and NARROW < plain.shape[1] <= WIDE else keep(plain)


def packed(rows: Array, keep: Keep = np.copy) -> Packed:
    """Return words (n, width) packed."""
    global _scratch
    room = len(rows) * (rows.shape[1] + 1)
    if len(_scratch) <= room:
        _scratch = np.empty(2 * room + 1, np.int64)
    return pack(rows, _scratch, keep)


def put_rows(rows: Array, copies: RowCopies) -> None:
    """Write copies over the first rows."""
    plain = words(rows)
    if isinstance(copies, Packed):
        unpack(copies, plain[: copies.rows])
    else:
        plain[: len(copies)] = copies


def copy_points(points: Array) -> RowCopies:
    """Return a copy of the points of shapes (n, 4), of which the first is the origin.

    Four at a time are packed: most shapes are boxes, and like the one before.
    """
    four = points[1:].view(np.int64)
    return packed(four.reshape(-1, 16)) if len(four) and len(four) % 4 == 0 else points.copy()


def put_points(points: Array, copies: RowCopies) -> None:
    """Write copies of points over the first ones."""
    if isinstance(copies, Packed):
        unpack(copies, points[1 : 1 + 4 * copies.rows].view(np.int64).reshape(-1, 16))
    else:
        points[: len(copies)] = copies


def count_of_points(copies: RowCopies) -> int:
    """Return how many points were copied."""
    return 1 + 4 * copies.rows if isinstance(copies, Packed) else len(copies)


def rows_of(copies: RowCopies, spec: Rows) -> Array:
    """Return copied rows as they were: records, or numbers (n, width)."""
    if count_of(copies) == 0:
        return np.empty(0 if spec.dtype.names else (0, max(1, spec.width)), spec.dtype)
    plain = unpacked(copies) if isinstance(copies, Packed) else copies
    if spec.dtype.names is None:
        return plain
    return plain.reshape(-1).view(spec.dtype)


def unpacked(copies: Packed) -> Array:
    """Return packed rows as words (n, width)."""
    plain = np.empty((copies.rows, copies.width), np.int64)
    unpack(copies, plain)
    return plain


def count_of(copies: RowCopies) -> int:
    """Return how many rows were copied."""
    return copies.rows if isinstance(copies, Packed) else len(copies)


def words(rows: Array) -> Array:
    """Return rows as plain numbers (n, words a row), of records the words of eight bytes.

    numpy copies records field by field, ten times as slowly.
    """
    plain = rows.view(np.ndarray)
    width = plain.itemsize * prod(plain.shape[1:])  # bytes a row
    if plain.dtype.names is not None:
        size = plain.dtype.itemsize
        plain = plain.view(np.int64 if size % 8 == 0 else np.int32 if size % 4 == 0 else np.uint8)
    return plain.reshape(len(rows), width // plain.itemsize)


def copied(value: Any) -> Any:
    """Return a copy of a list, dict, set or array, also of those in there; anything else as it is."""
    kind = type(value)
    if kind not in _MUTABLE:
        return value
    if kind is list:
        return [copied(item) for item in value] if value else []
    if kind is dict:
        return {key: copied(item) for key, item in value.items()} if value else {}
    return value.copy()
