"""Argument checks: convert numbers to floats, or raise an error with name, condition and value."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterable
from types import FunctionType
from typing import Any, NoReturn, TypeVar

import numpy as np
import numpy.typing as npt

from .vec2 import Vec2, new_tuple

_NOT_NUMBERS = (bool, np.bool_, str, bytes)
_LARGEST = 1.7976931348623157e308

Word = TypeVar("Word", bound=str)


def _reject(value: Any, name: str, wanted: str, kind: type[Exception] = ValueError) -> NoReturn:
    raise kind(f"{name} must be {wanted}, got {value!r}") from None


def _convert(value: Any, name: str, wanted: str) -> float:
    """Convert a number (Python's or numpy's, but no bool and no string) to a float."""
    if type(value) is not int and (isinstance(value, _NOT_NUMBERS) or not hasattr(value, "__float__")):
        _reject(value, name, wanted, TypeError)
    try:
        return float(value)
    except (TypeError, ValueError):
        _reject(value, name, wanted, TypeError)
    except OverflowError:
        _reject(value, name, wanted)


def other_of(entity: int, a: int, b: int) -> int:
    """The partner of an entity in the pair (a, b); `ValueError` if it is in neither place."""
    if entity not in (a, b):
        raise ValueError(f"entity must be {a} or {b}, got {entity!r}")
    return b if entity == a else a


def number(value: Any, name: str) -> float:
    """Any number as a float, NaN and infinity included; for values that are checked at the next step."""
    return value if type(value) is float else _convert(value, name, "a number")


def finite(value: Any, name: str) -> float:
    """A number that is neither NaN nor infinite."""
    real = value if type(value) is float else _convert(value, name, "a finite number")
    if -_LARGEST <= real <= _LARGEST:
        return real
    _reject(value, name, "a finite number")


def positive(value: Any, name: str) -> float:
    """A finite number above zero."""
    real = value if type(value) is float else _convert(value, name, "a finite number > 0")
    if 0.0 < real <= _LARGEST:
        return real
    _reject(value, name, "a finite number > 0")


def not_negative(value: Any, name: str) -> float:
    """A finite number, zero or above."""
    real = value if type(value) is float else _convert(value, name, "a finite number >= 0")
    if 0.0 <= real <= _LARGEST:
        return real
    _reject(value, name, "a finite number >= 0")


def pair(value: Any, name: str) -> tuple[float, float]:
    """Any two numbers as floats, NaN and infinity included; for values that are checked at the next step."""
    try:
        x, y = value
    except (TypeError, ValueError):
        _reject(value, name, "a pair of numbers (x, y)", TypeError)
    if type(x) is type(y) is float:
        return x, y
    return number(x, f"{name}.x"), number(y, f"{name}.y")


def finite_pair(value: Any, name: str) -> tuple[float, float]:
    """Two finite numbers."""
    x, y = pair(value, name)
    if -_LARGEST <= x <= _LARGEST and -_LARGEST <= y <= _LARGEST:
        return x, y
    _reject(value, name, "a pair of finite numbers (x, y)")


def point(value: Any, name: str) -> Vec2:
    """A pair of finite numbers as a vector."""
    return new_tuple(Vec2, finite_pair(value, name))


def points(values: Any, name: str = "points") -> list[Vec2]:
    """A list of pairs of finite numbers."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        _reject(values, name, "a sequence of pairs (x, y)", TypeError)
    return [point(value, f"{name}[{index}]") for index, value in enumerate(values)]


def table(values: Any, width: int, name: str) -> npt.NDArray[np.float64]:
    """A fresh (N, width) array of finite numbers."""
    try:
        given = np.asarray(values, np.float64)
    except (TypeError, ValueError):
        _reject(values, name, f"numbers of shape (N, {width})")
    if given.size == 0:
        return np.empty((0, width))
    if given.ndim != 2 or given.shape[1] != width:
        raise ValueError(f"{name} must be of shape (N, {width}), got {given.shape}")
    rows = np.empty(given.shape)
    for column in range(width):  # a single assignment copies the columns of a wider array three times slower
        rows[:, column] = given[:, column]
    if not np.isfinite(rows).all():
        raise ValueError(f"{name} must be finite, got NaN or infinity")
    return rows


def direction(value: Any, name: str) -> Vec2:
    """A finite vector of any length but zero."""
    vector = point(value, name)
    if vector.x == 0.0 and vector.y == 0.0:
        _reject(value, name, "a vector other than zero")
    return vector


def count(value: Any, name: str) -> int:
    """An integer above zero."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number > 0, got {value!r}")
    if value > 0:
        return int(value)
    raise ValueError(f"{name} must be a whole number > 0, got {value!r}")


def entity(value: Any, name: str, wanted: str = "an entity, a whole number") -> int:
    """The number of an entity, Python's or numpy's."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        _reject(value, name, wanted, TypeError)
    return int(value)


def handler(value: Any, name: str, arguments: str, wanted: str = "callable") -> Any:
    """A function that can be called with some arguments, given by name: "me, other, event"."""
    if not callable(value):
        _reject(value, name, wanted, TypeError)
    count = arguments.count(",") + 1
    if isinstance(value, FunctionType):
        code = value.__code__
        if code.co_argcount == count and code.co_kwonlyargcount == 0:
            return value  # the usual case, in a hundredth of the time
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return value  # a builtin that does not tell
    try:
        signature.bind(*range(count))
    except TypeError:
        raise TypeError(f"{name} is called with ({arguments}), and {value!r} takes {signature}") from None
    return value


def one_of(value: Any, words: Collection[Word], name: str) -> Word:
    """Return `value` if it is one of `words`."""
    for word in words:
        if isinstance(value, str) and value == word:
            return word
    raise ValueError(f"{name} must be one of {', '.join(map(repr, sorted(words)))}, got {value!r}")
