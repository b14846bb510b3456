"""Poses: a position and an angle."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, TypeAlias

from ..limits import LARGEST
from .check import finite
from .elementary import cos_sin
from .vec2 import Pair, Vec2


class Pose(NamedTuple):
    """A position and an angle in radians, counter-clockwise.

    >>> from ecsphys import Transform
    >>> Transform(3, 4).pose
    Pose(x=3.0, y=4.0, angle=0.0)
    >>> x, y, angle = Transform(3, 4).pose
    """

    x: float
    y: float
    angle: float


class HasPose(Protocol):
    """An object with a pose, such as a `Transform`."""

    @property
    def pose(self) -> tuple[float, float, float]:
        """`(x, y, angle)`."""
        ...


PoseLike: TypeAlias = "tuple[float, float, float] | Pair | HasPose"


def as_pose(value: PoseLike, name: str = "pose", angle: float = 0.0) -> tuple[float, float, float]:
    """Return `(x, y, angle)` from a triple of numbers, from a pair, or from an object with a `.pose`.

    A pair, a mere position, gets `angle`. Raises `TypeError` for any other value and `ValueError` for NaN and
    infinity, naming the argument.
    """
    numbers: Any = value if isinstance(value, tuple) else getattr(value, "pose", value)
    try:
        x, y, angle = (*numbers, angle) if len(numbers) == 2 else numbers
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be (x, y, angle) or (x, y), or have a .pose, got {value!r}") from None
    if type(x) is type(y) is type(angle) is float and abs(x) + abs(y) + abs(angle) <= LARGEST:
        return x, y, angle
    return finite(x, f"{name}.x"), finite(y, f"{name}.y"), finite(angle, f"{name}.angle")


def is_position(value: PoseLike) -> bool:
    """Whether a valid pose is a pair: a position without an angle."""
    return not hasattr(value, "pose") and len(value) == 2


def transform_point(pose: tuple[float, float, float], x: float, y: float) -> Vec2:
    """Transform the local point (x, y) by a pose, from the body's frame to the frame of the pose."""
    c, s = cos_sin(pose[2])
    return Vec2(pose[0] + c * x - s * y, pose[1] + s * x + c * y)
