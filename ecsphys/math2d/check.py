"""Argument checks: convert numbers to floats, or raise an error with name, condition and value."""

from __future__ import annotations

import inspect
import math
from collections.abc import Collection, Iterable
from types import FunctionType
from typing import Any, NoReturn, TypeVar

import numpy as np
import numpy.typing as npt

from ..limits import COUNT, LARGEST, SMALLEST
from .vec2 import Vec2, new_tuple

_NOT_NUMBERS = (bool, np.bool_, str, bytes)

Word = TypeVar("Word", bound=str)

ROUNDING = (
    4.5e-16  # the length of a vector that was divided by its own is 1 but for two units in the last place
)


def _reject(value: Any, name: str, wanted: str, kind: type[Exception] = ValueError) -> NoReturn:
    raise kind(f"{name} must be {wanted}, got {shown(value)}") from None


def shown(value: Any) -> str:
    """Return a value as messages show it: Python prints no integers of thousands of digits."""
    try:
        return repr(value)
    except ValueError:
        return f"a {type(value).__name__} too large to print"


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


def _refuse_number(
    real: float, value: Any, name: str, wanted: str, lowest: float, highest: float
) -> NoReturn:
    """Raise for a number that is not `wanted`, or that is but lies outside a range."""
    least = 0.0 if lowest == 0.0 else (lowest if lowest > 0.0 else -math.inf)
    if math.isfinite(real) and (real > 0.0 if lowest > 0.0 else real >= least):
        wanted = f"from {lowest:g} to {highest:g}"
    _reject(value, name, wanted)


def finite(value: Any, name: str, most: float = LARGEST) -> float:
    """A number from -`most` to `most`."""
    real = value if type(value) is float else _convert(value, name, "a finite number")
    if -most <= real <= most:
        return real
    _refuse_number(real, value, name, "a finite number", -most, most)


def positive(value: Any, name: str, least: float = SMALLEST, most: float = LARGEST) -> float:
    """A number above zero, from `least` to `most`."""
    real = value if type(value) is float else _convert(value, name, "a finite number > 0")
    if least <= real <= most:
        return real
    _refuse_number(real, value, name, "a finite number > 0", least, most)


def not_negative(value: Any, name: str) -> float:
    """A number from zero to `LARGEST`."""
    real = value if type(value) is float else _convert(value, name, "a finite number >= 0")
    if 0.0 <= real <= LARGEST:
        return real
    _refuse_number(real, value, name, "a finite number >= 0", 0.0, LARGEST)


def pair(value: Any, name: str) -> tuple[float, float]:
    """Any two numbers as floats, NaN and infinity included; for values that are checked at the next step."""
    try:
        x, y = value
    except (TypeError, ValueError):
        _reject(value, name, "a pair of numbers (x, y)", TypeError)
    if type(x) is type(y) is float:
        return x, y
    return number(x, f"{name}.x"), number(y, f"{name}.y")


def finite_pair(value: Any, name: str, most: float = LARGEST) -> tuple[float, float]:
    """Two numbers from -`most` to `most`."""
    x, y = pair(value, name)
    if -most <= x <= most and -most <= y <= most:
        return x, y
    wanted = "a pair of finite numbers (x, y)"
    if math.isfinite(x) and math.isfinite(y):
        wanted = f"a pair of numbers (x, y) from {-most:g} to {most:g}"
    _reject(value, name, wanted)


def point(value: Any, name: str, most: float = LARGEST) -> Vec2:
    """A pair of numbers from -`most` to `most` as a vector."""
    return new_tuple(Vec2, finite_pair(value, name, most))


def points(values: Any, name: str = "points") -> list[Vec2]:
    """A list of pairs of finite numbers."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        _reject(values, name, "a sequence of pairs (x, y)", TypeError)
    return [point(value, f"{name}[{index}]") for index, value in enumerate(values)]


def table(values: Any, width: int, name: str) -> npt.NDArray[np.float64]:
    """A fresh (N, width) array of finite numbers."""
    try:
        if np.iscomplexobj(values):
            raise TypeError
        given = np.asarray(values, np.float64)
    except (TypeError, ValueError, OverflowError):
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
    if np.abs(rows).max() > LARGEST:
        raise ValueError(
            f"{name} must be from {-LARGEST:g} to {LARGEST:g}, got {rows[np.abs(rows) > LARGEST][0]!r}"
        )
    return rows


def direction(value: Any, name: str) -> Vec2:
    """A finite vector of any length but zero."""
    vector = point(value, name)
    if vector.length < SMALLEST:
        _reject(value, name, f"a vector other than zero, of a length of at least {SMALLEST:g}")
    return vector


def unit(value: Any, name: str) -> Vec2:
    """A finite vector of any length but zero as a unit vector; one that was made by this stays as it is."""
    vector = direction(value, name)
    return vector if abs(vector.length - 1.0) <= ROUNDING else vector.normalized()


def count(value: Any, name: str, most: int = COUNT, least: int = 1) -> int:
    """An integer from `least`, 0 or 1, to `most`."""
    wanted = "a whole number > 0" if least else "a whole number >= 0"
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be {wanted}, got {value!r}")
    if least <= value <= most:
        return int(value)
    raise ValueError(f"{name} must be {wanted}{f' and <= {most}' if value > 0 else ''}, got {shown(value)}")


def entity(value: Any, name: str, wanted: str = "an entity, a whole number") -> int:
    """The number of an entity, Python's or numpy's."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        _reject(value, name, wanted, TypeError)
    if not -(2**63) <= value < 2**63:
        _reject(value, name, wanted)
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
