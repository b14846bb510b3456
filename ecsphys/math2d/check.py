"""Checks of arguments: numbers in, floats out, or an error that says what, wanted and came."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NoReturn

from .vec2 import Vec2

_INFINITY = math.inf
_LARGEST = 1.7976931348623157e308


def _refuse(value: Any, name: str, wanted: str) -> NoReturn:
    kind = ValueError if isinstance(value, (int, float)) and not isinstance(value, bool) else TypeError
    raise kind(f"{name} must be {wanted}, got {value!r}")


def _number(value: Any, name: str, wanted: str) -> float:
    """`value` as a float if it is a number; numpy's numbers are, bools and strings are not."""
    if isinstance(value, (bool, str, bytes)) or not hasattr(value, "__float__"):
        raise TypeError(f"{name} must be {wanted}, got {value!r}")
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{name} must be {wanted}, got {value!r}") from None


def finite(value: Any, name: str) -> float:
    """A number that is neither NaN nor infinite."""
    number = value if type(value) is float else _number(value, name, "a finite number")
    if -_LARGEST <= number <= _LARGEST:
        return number
    _refuse(number, name, "a finite number")


def positive(value: Any, name: str) -> float:
    """A finite number above zero."""
    number = value if type(value) is float else _number(value, name, "a finite number > 0")
    if 0.0 < number < _INFINITY:
        return number
    _refuse(number, name, "a finite number > 0")


def not_negative(value: Any, name: str) -> float:
    """A finite number, zero or above."""
    number = value if type(value) is float else _number(value, name, "a finite number >= 0")
    if 0.0 <= number < _INFINITY:
        return number
    _refuse(number, name, "a finite number >= 0")


def point(value: Any, name: str) -> Vec2:
    """A pair of finite numbers."""
    try:
        x, y = value
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a pair of numbers (x, y), got {value!r}") from None
    if isinstance(value, str):
        raise TypeError(f"{name} must be a pair of numbers (x, y), got {value!r}")
    return Vec2(finite(x, f"{name}.x"), finite(y, f"{name}.y"))


def points(values: Any, name: str = "points") -> list[Vec2]:
    """A list of pairs of finite numbers."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a sequence of pairs (x, y), got {values!r}")
    return [point(value, f"{name}[{index}]") for index, value in enumerate(values)]


def direction(value: Any, name: str) -> Vec2:
    """A pair of finite numbers that are not both zero."""
    vector = point(value, name)
    if vector.x == 0.0 and vector.y == 0.0:
        raise ValueError(f"{name} must not be the zero vector, got {value!r}")
    return vector


def number(value: Any, name: str) -> float:
    """Any number as a float, NaN and infinity included: for values that the next step checks."""
    return value if type(value) is float else _number(value, name, "a number")


def pair(value: Any, name: str) -> tuple[float, float]:
    """Any two numbers as floats, NaN and infinity included: for values that the next step checks."""
    try:
        x, y = value
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a pair of numbers (x, y), got {value!r}") from None
    return number(x, f"{name}.x"), number(y, f"{name}.y")
