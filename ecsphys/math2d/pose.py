"""Poses: a position and an angle."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Protocol, TypeAlias

from .check import finite
from .vec2 import Vec2


class Pose(NamedTuple):
    """A position and an angle in radians, counter-clockwise."""

    x: float
    y: float
    angle: float


class HasPose(Protocol):
    """An object with a pose, such as a `Transform`."""

    @property
    def pose(self) -> tuple[float, float, float]:
        """`(x, y, angle)`."""
        ...


PoseLike: TypeAlias = "tuple[float, float, float] | HasPose"


def as_pose(value: PoseLike, name: str = "pose") -> tuple[float, float, float]:
    """Return `(x, y, angle)` from a triple of numbers or from an object with a `.pose`.

    Raises `TypeError` for any other value and `ValueError` for NaN and infinity, naming the argument.
    """
    triple: Any = value if isinstance(value, tuple) else getattr(value, "pose", value)
    try:
        x, y, angle = triple
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be (x, y, angle) or have a .pose, got {value!r}") from None
    if type(x) is type(y) is type(angle) is float and math.isfinite(x + y + angle):
        return x, y, angle
    return finite(x, f"{name}.x"), finite(y, f"{name}.y"), finite(angle, f"{name}.angle")


def transform_point(pose: tuple[float, float, float], x: float, y: float) -> Vec2:
    """Transform the local point (x, y) by a pose, from the body's frame to the frame of the pose."""
    c, s = math.cos(pose[2]), math.sin(pose[2])
    return Vec2(pose[0] + c * x - s * y, pose[1] + s * x + c * y)
