"""Checks of arguments: numbers in, floats out, or an error that says what, wanted and came."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NoReturn, TypeVar

import numpy as np
import numpy.typing as npt

from .vec2 import Vec2, new_tuple

_NO_NUMBERS = (bool, np.bool_, str, bytes)
_LARGEST = 1.7976931348623157e308

Word = TypeVar("Word", bound=str)


def _refuse(value: Any, name: str, wanted: str, kind: type[Exception] = ValueError) -> NoReturn:
    raise kind(f"{name} must be {wanted}, got {value!r}") from None


def _convert(value: Any, name: str, wanted: str) -> float:
    """`value` as a float if it is a number; numpy's numbers are, bools and strings are not."""
    if type(value) is not int and (isinstance(value, _NO_NUMBERS) or not hasattr(value, "__float__")):
        _refuse(value, name, wanted, TypeError)
    try:
        return float(value)
    except (TypeError, ValueError):
        _refuse(value, name, wanted, TypeError)
    except OverflowError:
        _refuse(value, name, wanted)


def other_of(entity: int, a: int, b: int) -> int:
    """The other one of two entities."""
    if entity not in (a, b):
        raise ValueError(f"entity must be {a} or {b}, got {entity!r}")
    return b if entity == a else a


def number(value: Any, name: str) -> float:
    """Any number as a float, NaN and infinity included: for values that the next step checks."""
    return value if type(value) is float else _convert(value, name, "a number")


def finite(value: Any, name: str) -> float:
    """A number that is neither NaN nor infinite."""
    real = value if type(value) is float else _convert(value, name, "a finite number")
    if -_LARGEST <= real <= _LARGEST:
        return real
    _refuse(value, name, "a finite number")


def positive(value: Any, name: str) -> float:
    """A finite number above zero."""
    real = value if type(value) is float else _convert(value, name, "a finite number > 0")
    if 0.0 < real <= _LARGEST:
        return real
    _refuse(value, name, "a finite number > 0")


def not_negative(value: Any, name: str) -> float:
    """A finite number, zero or above."""
    real = value if type(value) is float else _convert(value, name, "a finite number >= 0")
    if 0.0 <= real <= _LARGEST:
        return real
    _refuse(value, name, "a finite number >= 0")


def pair(value: Any, name: str) -> tuple[float, float]:
    """Any two numbers as floats, NaN and infinity included: for values that the next step checks."""
    try:
        x, y = value
    except (TypeError, ValueError):
        _refuse(value, name, "a pair of numbers (x, y)", TypeError)
    if type(x) is type(y) is float:
        return x, y
    return number(x, f"{name}.x"), number(y, f"{name}.y")


def finite_pair(value: Any, name: str) -> tuple[float, float]:
    """Two finite numbers."""
    x, y = pair(value, name)
    if -_LARGEST <= x <= _LARGEST and -_LARGEST <= y <= _LARGEST:
        return x, y
    _refuse(value, name, "a pair of finite numbers (x, y)")


def point(value: Any, name: str) -> Vec2:
    """A pair of finite numbers as a vector."""
    return new_tuple(Vec2, finite_pair(value, name))


def points(values: Any, name: str = "points") -> list[Vec2]:
    """A list of pairs of finite numbers."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        _refuse(values, name, "a sequence of pairs (x, y)", TypeError)
    return [point(value, f"{name}[{index}]") for index, value in enumerate(values)]


def table(values: Any, width: int, name: str) -> npt.NDArray[np.float64]:
    """A fresh (N, width) array of finite numbers."""
    try:
        given = np.asarray(values, np.float64)
    except (TypeError, ValueError):
        _refuse(values, name, f"numbers of shape (N, {width})")
    if given.size == 0:
        return np.empty((0, width))
    if given.ndim != 2 or given.shape[1] != width:
        raise ValueError(f"{name} must be of shape (N, {width}), got {given.shape}")
    rows = np.empty(given.shape)
    for column in range(width):  # all at once, numpy copies columns of a wider array three times slower
        rows[:, column] = given[:, column]
    if not np.isfinite(rows).all():
        raise ValueError(f"{name} must be finite, got NaN or infinity")
    return rows


def direction(value: Any, name: str) -> Vec2:
    """A pair of finite numbers that are not both zero."""
    vector = point(value, name)
    if vector.x == 0.0 and vector.y == 0.0:
        _refuse(value, name, "a vector other than zero")
    return vector


def count(value: Any, name: str) -> int:
    """A whole number above zero."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number > 0, got {value!r}")
    if value > 0:
        return int(value)
    raise ValueError(f"{name} must be a whole number > 0, got {value!r}")


def one_of(value: Any, words: Collection[Word], name: str) -> Word:
    """Return `value` if it is one of `words`."""
    for word in words:
        if isinstance(value, str) and value == word:
            return word
    raise ValueError(f"{name} must be one of {', '.join(map(repr, sorted(words)))}, got {value!r}")
