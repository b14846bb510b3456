"""Checks of the values of components that are vectors of space."""

from __future__ import annotations

from typing import Any

from ...limits import LARGEST
from ...math2d.check import finite, number
from ..math3d import check
from ..math3d.vec3 import Triple, Vec3


def any_triple(value: Any, name: str) -> Triple:
    """Any three numbers as floats, NaN and infinity included: for values that the next step checks."""
    try:
        x, y, z = value
    except (TypeError, ValueError):
        check.point(value, name)  # raises
        raise
    return number(x, f"{name}.x"), number(y, f"{name}.y"), number(z, f"{name}.z")


def finite_triple(value: Any, name: str, most: float = LARGEST) -> Vec3:
    """Three numbers from -`most` to `most`."""
    x, y, z = any_triple(value, name)
    return Vec3(finite(x, f"{name}.x", most), finite(y, f"{name}.y", most), finite(z, f"{name}.z", most))
