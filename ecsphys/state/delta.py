"""What makes one snapshot of an earlier one, as documents of the kind "delta" (see `document`).

| in the header | content |
|---|---|
| `base` | a sum of the earlier snapshot: `sum_of` |
| `header` | what differs in the header (see `writing`): `differences` |
| `gone` | columns that the earlier one has and this one has not |
| `shapes` | dtype and shape of each column where they differ |
| `rows` | `[column, how many rows differ]`, in the order of the columns below |

A column is taken as rows of words: of eight bytes, or of one where eight do not fill a row. They are compared
with the row of the same number, one that is new with zeros. `at`: the rows that differ, each as its distance
from the one before; `masks`: for each of them a bit for each word, filled up to bytes; `words`: the words
that differ, exclusive or, all of one column of words before those of the next, their first bytes before their
second ones; `bytes`: likewise, of rows of bytes. What moves a little differs in its last bytes only, so
zlib finds long stretches of zeros.
"""

from __future__ import annotations

import json
import zlib
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Array
from .document import MOST_RATIO, MOST_SMALL, read_document, write_document
from .dtypes import bytes_of, dtype_from_tree, dtype_to_tree, shape_from_tree, size_of

KIND, VERSION = "delta", 1
_SET, _GONE, _IN = "set", "gone", "in"


class OtherBase(ValueError):
    """The error of a delta that goes with another snapshot."""


class Whole(NamedTuple):
    """The header and the columns of a snapshot; the latter are not packed."""

    header: dict[str, Any]
    columns: dict[str, Array]


def write_delta(new: Whole, base: Whole) -> bytes:
    """Return what makes `new` of `base`."""
    shapes: dict[str, Any] = {}
    rows: list[tuple[str, int]] = []
    parts = _Parts([], [], [], [])
    for name, column in new.columns.items():
        old = base.columns.get(name)
        if old is None or old.dtype != column.dtype or old.shape != column.shape:
            shapes[name] = [dtype_to_tree(column.dtype), list(column.shape)]
        words = _words(column).copy()
        _flip(words, old)
        changed = np.flatnonzero(words.any(axis=1))
        if len(changed):
            rows.append((name, len(changed)))
            _take_rows(words[changed], changed, parts)
    header = {
        "base": sum_of(base),
        "header": differences(base.header, new.header),
        "gone": sorted(base.columns.keys() - new.columns.keys()),
        "shapes": shapes,
        "rows": rows,
    }
    columns = {name: _join(arrays) for name, arrays in parts._asdict().items()}
    return write_document(KIND, VERSION, header, columns, compress=True)


class _Parts(NamedTuple):
    """Columns of a delta, one array for each column of the snapshot that differs."""

    at: list[Array]
    masks: list[Array]
    words: list[Array]
    bytes: list[Array]


def _take_rows(words: Array, changed: Array, parts: _Parts) -> None:
    """Append rows that differ."""
    differs = words != 0
    parts.at.append(np.diff(changed, prepend=0).astype(np.int32).view(np.uint8))
    parts.masks.append(np.packbits(differs, axis=1).reshape(-1))
    plain = words.T[differs.T]
    if words.itemsize == 8:
        parts.words.append(plain.view(np.uint8).reshape(-1, 8).T.reshape(-1))
    else:
        parts.bytes.append(plain)


def read_delta(data: bytes | bytearray | memoryview, base: Whole) -> Whole:
    """Return what `write_delta` was given. Raises `OtherBase`, and `ValueError` for malformed bytes."""
    _, header, columns = read_document(data, KIND, VERSION)
    if header["base"] != sum_of(base):
        raise OtherBase("the delta is from another snapshot than this base")
    most = MOST_SMALL + MOST_RATIO * len(data) + sum(column.nbytes for column in base.columns.values())
    made = {name: column for name, column in base.columns.items() if name not in set(header["gone"])}
    for name, (dtype, shape) in header["shapes"].items():
        made[name] = _resized(base.columns.get(name), dtype_from_tree(dtype), shape_from_tree(shape), most)
    reader = _Reader(columns)
    for name, count in header["rows"]:
        made[name] = reader.flip(made[name], count)
    reader.finish()
    return Whole(with_differences(base.header, header["header"]), made)


class _Reader:
    """Takes rows that differ from the columns of a delta."""

    def __init__(self, columns: dict[str, Array]):
        self._columns = {name: columns[name].view(np.uint8).reshape(-1) for name in _Parts._fields}

    def flip(self, column: Array, count: int) -> Array:
        """Return a column with the next `count` rows that differ."""
        made = column.copy()
        words = _words(made)
        width = words.shape[1]
        changed = np.cumsum(self._take("at", 4 * count).view(np.int32), dtype=np.int64)
        if count and not (changed[0] >= 0 and changed[-1] < len(words) and (np.diff(changed) > 0).all()):
            raise ValueError("a delta names rows that do not exist")
        masks = self._take("masks", count * (-(-width // 8))).reshape(count, -1)
        differs = np.unpackbits(masks, axis=1, count=width).astype(bool)
        number = int(differs.sum())
        if words.itemsize == 8:
            plain = np.ascontiguousarray(self._take("words", 8 * number).reshape(8, -1).T).view(np.int64)
        else:
            plain = self._take("bytes", number)
        rows = np.zeros((width, count), words.dtype)
        rows[differs.T] = plain.reshape(-1)
        words[changed] ^= rows.T
        return made

    def finish(self) -> None:
        """Raise `ValueError` unless everything was taken."""
        if any(map(len, self._columns.values())):
            raise ValueError("a delta has more than its rows take")

    def _take(self, name: str, size: int) -> Array:
        column = self._columns[name]
        if len(column) < size:
            raise ValueError("a delta has less than its rows take")
        taken, self._columns[name] = column[:size].copy(), column[size:]
        return taken


def sum_of(whole: Whole) -> int:
    """Return a sum of 32 bits of a header and its columns."""
    text = json.dumps(whole.header, sort_keys=True, separators=(",", ":"))
    total = zlib.crc32(text.encode())
    for name, column in sorted(whole.columns.items()):
        total = zlib.crc32(bytes_of(column), zlib.crc32(f"{name} {column.shape}".encode(), total))
    return total


def differences(old: Any, new: Any) -> list[Any]:
    """Return what makes one JSON-able value of another, `[]` if they are equal: see `with_differences`.

    Objects are compared key by key, lists of the same length item by item.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        found = {key: differences(old[key], new[key]) if key in old else [_SET, new[key]] for key in new}
        found |= {key: [_GONE] for key in old.keys() - new.keys()}
        inner = {key: one for key, one in found.items() if one}
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        inner = {str(at): one for at, (was, now) in pairs if (one := differences(was, now))}
    else:
        return [] if type(old) is type(new) and old == new else [_SET, new]
    return [_IN, inner] if inner else []


def with_differences(old: Any, found: list[Any]) -> Any:
    """Return what `differences` compared `old` with."""
    if not found:
        return old
    if found[0] == _SET:
        return found[1]
    if isinstance(old, list):
        return [with_differences(one, found[1].get(str(at), [])) for at, one in enumerate(old)]
    inner = found[1]
    gone = {key for key, one in inner.items() if one[0] == _GONE}
    kept = {key: with_differences(one, inner.get(key, [])) for key, one in old.items() if key not in gone}
    return kept | {key: one[1] for key, one in inner.items() if key not in old}


def _words(column: Array) -> Array:
    """Return a view of a contiguous column as rows of words."""
    plain = column.view(np.ndarray)
    if plain.size == 0:
        return np.empty((0, 1), np.int64)
    data = plain.reshape(-1).view(np.uint8).reshape(len(plain), -1)
    return data.view(np.int64) if data.shape[1] % 8 == 0 else data


def _flip(words: Array, old: Array | None) -> None:
    """Make words exclusive or with those of an earlier column, as far as both reach."""
    if old is not None and old.size and words.size:
        before = _words(old)
        if before.shape[1] == words.shape[1]:
            common = min(len(before), len(words))
            words[:common] ^= before[:common]


def _resized(old: Array | None, dtype: np.dtype[Any], shape: tuple[int, ...], most: int) -> Array:
    """Return a column of another shape with the rows of an earlier one, as far as both reach; else zeros."""
    size_of(shape, dtype, most)
    made = np.zeros(shape, dtype)
    if made.size:
        _flip(_words(made), old)
    return made


def _join(arrays: list[Array]) -> Array:
    return np.concatenate(arrays) if arrays else np.empty(0, np.uint8)
