"""Argument checks of space; numbers are checked by `math2d.check`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...limits import MOST_SLENDER
from ...math2d.check import finite, shown
from .quaternion import Quaternion
from .vec3 import PointsLike, Vec3

_UNIT = 1e-12  # squares of unit vectors differ from 1 by less


def point(value: Any, name: str) -> Vec3:
    """Three finite numbers as a `Vec3`."""
    try:
        x, y, z = value
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be three numbers (x, y, z), got {shown(value)}") from None
    return Vec3(finite(x, f"{name}.x"), finite(y, f"{name}.y"), finite(z, f"{name}.z"))


def points(value: PointsLike, name: str = "points") -> list[Vec3]:
    """Triples, or an array of shape (n, 3), as `Vec3`s."""
    if isinstance(value, np.ndarray) and (value.ndim != 2 or value.shape[1] != 3):
        raise ValueError(f"{name} must be an array of shape (n, 3), got one of shape {value.shape}")
    try:
        given = list(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be triples of numbers, got {shown(value)}") from None
    return [point(one, f"{name}[{i}]") for i, one in enumerate(given)]


def proportion(shape: str, length: float, thickness: float) -> None:
    """Raise `ValueError` for a needle or a plate: a shape more than MOST_SLENDER times as long as thick."""
    if not length <= MOST_SLENDER * thickness:
        raise ValueError(
            f"{shape} must be at most {MOST_SLENDER:g} times as long as thick, got a length of {length:g} "
            f"and a thickness of {thickness:g}: make it thicker, or of several shapes"
        )


def direction(value: Any, name: str) -> Vec3:
    """A vector other than zero, as a unit vector."""
    vector = point(value, name)
    largest = max(map(abs, vector))
    if largest == 0.0:
        raise ValueError(f"{name} must be a vector other than zero, got {shown(value)}")
    return (vector / largest).normalized()


def orientation(value: Any, name: str) -> Quaternion:
    """Four numbers, not all zero, as a unit quaternion (w, x, y, z); one of length 1 keeps its bits."""
    try:
        w, x, y, z = value
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a quaternion (w, x, y, z), got {shown(value)}") from None
    parts = [finite(part, f"{name}.{axis}") for part, axis in zip((w, x, y, z), "wxyz", strict=True)]
    square = math.fsum(part * part for part in parts)
    if abs(square - 1.0) <= _UNIT:
        return Quaternion(*parts)
    length = math.hypot(*parts)
    if length == 0.0:
        raise ValueError(f"{name} must be a quaternion other than zero, got {shown(value)}")
    return Quaternion(*(part / length for part in parts))
