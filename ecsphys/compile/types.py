"""The types of an entry kernel's arguments, and the one way to allocate rows of records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .backends import ENABLED

LINE = 64  # bytes of a cache line


class Spec:
    """The type of one argument of an entry kernel."""


@dataclass(frozen=True)
class Scalar(Spec):
    """A number: `float` (64 bits) or `int` (64 bits)."""

    kind: type


@dataclass(frozen=True)
class Array(Spec):
    """A C-contiguous array of numbers or of records."""

    dtype: np.dtype[Any]
    ndim: int


@dataclass(frozen=True)
class Group(Spec):
    """A NamedTuple `kind` whose fields have the given types."""

    kind: type
    fields: tuple[Spec, ...]


def array(dtype: Any, ndim: int = 1) -> Array:
    """Return the type of C-contiguous arrays of numbers or of records."""
    return Array(np.dtype(dtype), ndim)


def group(kind: type, *fields: Spec) -> Group:
    """Return the type of a NamedTuple `kind` whose fields have the given types."""
    return Group(kind, fields)


value = group  # the same for NamedTuples of scalars
REAL, INT = Scalar(float), Scalar(int)
REALS2, INTS = array(np.float64, 2), array(np.int64)


def empty_value(spec: Spec) -> Any:
    """Return a value of the given type, with arrays of no rows."""
    match spec:
        case Scalar(kind):
            return kind(0)
        case Array(dtype, ndim):
            return np.empty((0,) * ndim, dtype)
        case Group(kind, fields):
            return kind(*map(empty_value, fields))
    raise TypeError(f"no type of an argument: {spec!r}")


def records(n: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Allocate `n` zeroed rows of a record array, aligned to a cache line.

    In plain Python, too, the fields of a row are attributes.
    """
    raw = np.zeros(n * dtype.itemsize + LINE, np.uint8)
    start = -raw.ctypes.data % LINE
    rows = raw[start : start + n * dtype.itemsize].view(dtype)
    return rows if ENABLED else rows.view(np.recarray)
