"""Types of arrays as JSON-able trees and back, and rows written by another version as those of this one.

A plain type is numpy's string for it in little endian, such as "<f8". A record is `{"names": […],
"formats": […], "offsets": […], "size": bytes}`, a field of several numbers `{"base": format, "shape": […]}`.
"""

from __future__ import annotations

import math
import re
import reprlib
from functools import cache
from typing import Any, TypeGuard

import numpy as np

from ..arrays import Array

MOST_DIMENSIONS = 16
MOST_ITEM = 1 << 20  # bytes of an item
_DEEPEST = 8  # records in records
_LARGEST_POINT = 0x10FFFF  # of Unicode

# bool, integers, floats, complex numbers, bytes and text of a fixed length, dates and spans of time
_PLAIN = re.compile(
    r"\|b1|[|<][iu]1|<[iu][248]|<f[248]|<c(8|16)|\|S[1-9]\d{0,5}|<U[1-9]\d{0,5}|"
    r"<[mM]8\[(Y|M|W|D|h|m|s|ms|us|ns)\]"
)


@cache
def dtype_to_tree(dtype: np.dtype[Any]) -> Any:
    """Return the tree of a type; raise `TypeError` for one that cannot be saved, such as object."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return {"base": dtype_to_tree(base), "shape": list(shape)}
    if dtype.names and dtype.fields:
        fields = [dtype.fields[name] for name in dtype.names]
        return {
            "names": list(dtype.names),
            "formats": [dtype_to_tree(field[0]) for field in fields],
            "offsets": [field[1] for field in fields],
            "size": dtype.itemsize,
        }
    plain = dtype.newbyteorder("<").str
    if _PLAIN.fullmatch(plain):
        return plain
    raise TypeError(f"numpy arrays of {dtype} cannot be saved")


def dtype_from_tree(tree: Any, depth: int = 0) -> np.dtype[Any]:
    """Return the type of a tree, in this machine's byte order; raise `ValueError` for a malformed one."""
    try:
        made = _dtype_of(tree, depth)
    except (TypeError, OverflowError) as error:
        raise ValueError(f"no type of an array: {error}") from None
    if not 0 < made.itemsize <= MOST_ITEM:
        raise ValueError(f"a type of an array has {made.itemsize} bytes, must be 1 to {MOST_ITEM}")
    return made


def _dtype_of(tree: Any, depth: int) -> np.dtype[Any]:
    if depth > _DEEPEST:
        raise ValueError(f"records of an array are nested deeper than {_DEEPEST}")
    if isinstance(tree, str) and _PLAIN.fullmatch(tree):
        return np.dtype(tree).newbyteorder("=")
    if isinstance(tree, dict) and tree.keys() == {"base", "shape"}:
        return np.dtype((dtype_from_tree(tree["base"], depth + 1), shape_from_tree(tree["shape"])))
    if isinstance(tree, dict) and tree.keys() == {"names", "formats", "offsets", "size"}:
        return _record_of(tree, depth)
    raise ValueError(f"no type of an array that is known: {reprlib.repr(tree)}")


def _record_of(tree: dict[str, Any], depth: int) -> np.dtype[Any]:
    names, formats, offsets, size = tree["names"], tree["formats"], tree["offsets"], tree["size"]
    if not (isinstance(names, list) and isinstance(formats, list) and isinstance(offsets, list)):
        raise ValueError("names, formats and offsets of a record must be lists")
    if not (names and len(names) == len(formats) == len(offsets)):
        raise ValueError("names, formats and offsets of a record must be equally many, at least one")
    if not all(isinstance(name, str) and name for name in names) or len(set(names)) < len(names):
        raise ValueError("names of a record must be different words")
    if not (all(map(is_count, offsets)) and is_count(size) and size <= MOST_ITEM):
        raise ValueError(f"offsets and size of a record must be whole numbers, the size at most {MOST_ITEM}")
    types = [dtype_from_tree(form, depth + 1) for form in formats]
    for name, at, one in zip(names, offsets, types, strict=True):
        if at + one.itemsize > size:
            raise ValueError(f"field {name!r} of a record ends behind its {size} bytes")
    return np.dtype({"names": names, "formats": types, "offsets": offsets, "itemsize": size})


def is_count(value: Any) -> TypeGuard[int]:
    """Whether a value is a whole number, 0 or more, of 64 bits."""
    return type(value) is int and 0 <= value < 1 << 63


def shape_from_tree(tree: Any) -> tuple[int, ...]:
    """Return the shape of an array; raise `ValueError` for a malformed one."""
    if not (isinstance(tree, list) and len(tree) <= MOST_DIMENSIONS and all(map(is_count, tree))):
        raise ValueError(
            f"a shape must be a list of at most {MOST_DIMENSIONS} whole numbers, got {reprlib.repr(tree)}"
        )
    return tuple(tree)


def size_of(shape: tuple[int, ...], dtype: np.dtype[Any], most: int) -> int:
    """Return the bytes of an array; raise `ValueError` for more than `most`, also beside a length of 0."""
    if math.prod(max(length, 1) for length in shape) * dtype.itemsize > most:
        raise ValueError(f"an array of shape {shape} is larger than {most} bytes")
    return math.prod(shape) * dtype.itemsize


def array_of(data: Any, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Array:
    """Return bytes as an array, a view on them if they are aligned; raise `ValueError` for wrong contents."""
    if 0 in shape:
        return np.empty(shape, dtype)
    little = np.frombuffer(data, dtype.newbyteorder("<")).reshape(shape)
    made = little.astype(dtype, copy=not little.flags.aligned)
    _check_contents(made)
    return made


def bytes_of(array: Array) -> memoryview:
    """Return the memory of an array in little endian, without a copy where that is possible."""
    plain, little = array.view(np.ndarray), array.dtype.newbyteorder("<")
    if array.dtype != little or not array.flags.c_contiguous:
        plain = np.zeros(array.shape, little)  # so that what is between the fields is zero
        plain[...] = array
    return plain.reshape(-1).view(np.uint8).data


def _check_contents(array: Array) -> None:
    """Raise `ValueError` for bytes that are no value of their type: truth values, and text."""
    if array.dtype.names:
        for name in array.dtype.names:
            _check_contents(array[name])
    elif array.dtype.kind == "b" and array.view(np.uint8).max() > 1:
        raise ValueError("an array of truth values has others than 0 and 1")
    elif array.dtype.kind == "U":
        points = np.ascontiguousarray(array).view(np.uint32)
        if points.max() > _LARGEST_POINT:
            raise ValueError("an array of text has numbers that are no characters")


def adapt_rows(rows: Array, dtype: np.dtype[Any]) -> Array:
    """Return rows of a record as those of another one, field by field by name.

    Fields that the old record has not are zero, those that the new one has not are dropped. Raises
    `ValueError` for a field whose values the new one cannot hold. Returns `rows` if the records are the same.
    """
    if rows.dtype == dtype:
        return rows
    if not (rows.dtype.names and dtype.names):
        raise ValueError(f"rows must be of a record like {dtype}, got {rows.dtype}")
    made = np.zeros(rows.shape, dtype)
    for name in dtype.names:
        if name in rows.dtype.names:
            _adapt_field(rows[name], made[name], name)
    return made


def _adapt_field(old: Array, new: Array, name: str) -> None:
    """Copy the values of a field into a field of the same name."""
    if old.shape != new.shape:
        raise ValueError(f"field {name!r} must have the shape {new.shape}, got {old.shape}")
    if old.dtype.names or new.dtype.names:
        new[...] = adapt_rows(old, new.dtype)
    elif not np.can_cast(old.dtype, new.dtype, "same_kind"):
        raise ValueError(f"field {name!r} must be of type {new.dtype}, got {old.dtype}")
    else:
        new[...] = old
        if not np.can_cast(old.dtype, new.dtype) and not np.array_equal(new, old):
            raise ValueError(f"field {name!r} has values that do not fit into {new.dtype}")
