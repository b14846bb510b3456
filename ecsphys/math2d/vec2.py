"""Vectors of the plane, as tuples with arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple, NoReturn, TypeAlias, TypeVar

import numpy.typing as npt

from .elementary import atan2, cos_sin
from .operands import NO_FACTORS, pair, refuse_factor

Pair: TypeAlias = "tuple[float, float]"
PointsLike: TypeAlias = "Iterable[Pair] | npt.ArrayLike"  # pairs, or an array of shape (n, 2)
T = TypeVar("T", bound="tuple[object, ...]")


class Vec2(NamedTuple):
    """A point or a vector; any operand may also be a plain pair of numbers.

    >>> from ecsphys import Vec2
    >>> Vec2(3, 4) - (1, 1)
    Vec2(x=2, y=3)
    >>> Vec2(3, 4).length
    5.0
    """

    x: float
    y: float

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} of a Vec2 cannot be set: assign a new pair, (x, y), to what has it")

    def __add__(self, other: Pair) -> Vec2:  # type: ignore[override]  # a vector, not a sequence
        x, y = pair(other)
        return Vec2(self[0] + x, self[1] + y)

    def __radd__(self, other: Pair) -> Vec2:
        x, y = pair(other)
        return Vec2(x + self[0], y + self[1])

    def __sub__(self, other: Pair) -> Vec2:
        x, y = pair(other)
        return Vec2(self[0] - x, self[1] - y)

    def __rsub__(self, other: Pair) -> Vec2:
        x, y = pair(other)
        return Vec2(x - self[0], y - self[1])

    def __mul__(self, factor: float) -> Vec2:  # type: ignore[override]
        if isinstance(factor, NO_FACTORS):
            refuse_factor(self, factor)
        return Vec2(self[0] * factor, self[1] * factor)

    def __rmul__(self, factor: float) -> Vec2:  # type: ignore[override]
        return self * factor

    def __truediv__(self, divisor: float) -> Vec2:
        if isinstance(divisor, NO_FACTORS):
            refuse_factor(self, divisor)
        return Vec2(self[0] / divisor, self[1] / divisor)

    def __neg__(self) -> Vec2:
        return Vec2(-self[0], -self[1])

    def __pos__(self) -> Vec2:
        return self

    def __abs__(self) -> float:
        return math.hypot(self[0], self[1])

    @property
    def length(self) -> float:
        """Euclidean length."""
        return math.hypot(self[0], self[1])

    @property
    def length_squared(self) -> float:
        """Length squared, without the root."""
        return self[0] * self[0] + self[1] * self[1]

    @property
    def angle(self) -> float:
        """Direction in radians, counter-clockwise from the x axis, in -pi ... pi; 0 for the zero vector."""
        return atan2(self[1], self[0])

    @property
    def perpendicular(self) -> Vec2:
        """Vector rotated by a quarter turn counter-clockwise."""
        return Vec2(-self[1], self[0])

    def dot(self, other: Pair) -> float:
        """Scalar product."""
        x, y = pair(other)
        return self[0] * x + self[1] * y

    def cross(self, other: Pair) -> float:
        """z of the vector product; positive when `other` lies counter-clockwise of this vector.

        >>> from ecsphys import Vec2
        >>> Vec2(1, 0).cross((0, 1)), Vec2(1, 0).cross((0, -1))
        (1, -1)
        """
        x, y = pair(other)
        return self[0] * y - self[1] * x

    def distance(self, other: Pair) -> float:
        """Distance between two points."""
        x, y = pair(other)
        return math.hypot(x - self[0], y - self[1])

    def normalized(self) -> Vec2:
        """The unit vector of the same direction; the zero vector stays zero.

        >>> from ecsphys import Vec2
        >>> Vec2(0, -3).normalized()
        Vec2(x=0.0, y=-1.0)
        """
        length = math.hypot(self[0], self[1])
        return Vec2(self[0] / length, self[1] / length) if length > 0.0 else Vec2(0.0, 0.0)

    def rotated(self, angle: float) -> Vec2:
        """Vector rotated by `angle` radians, counter-clockwise."""
        c, s = cos_sin(angle)
        return Vec2(c * self[0] - s * self[1], s * self[0] + c * self[1])

    def lerp(self, other: Pair, fraction: float) -> Vec2:
        """The point at `fraction` of the way to `other`.

        >>> from ecsphys import Vec2
        >>> Vec2(0, 0).lerp((10, 20), 0.25)
        Vec2(x=2.5, y=5.0)
        """
        x, y = pair(other)
        return Vec2(self[0] + (x - self[0]) * fraction, self[1] + (y - self[1]) * fraction)

    def min(self, other: Pair) -> Vec2:
        """The smaller of both x and the smaller of both y."""
        x, y = pair(other)
        return Vec2(min(self[0], x), min(self[1], y))

    def max(self, other: Pair) -> Vec2:
        """The larger of both x and the larger of both y."""
        x, y = pair(other)
        return Vec2(max(self[0], x), max(self[1], y))

    def clamp(self, lower: Pair, upper: Pair) -> Vec2:
        """The nearest point of the axis-aligned box from `lower` to `upper`.

        Raises `ValueError` where `lower` is above `upper`.

        >>> from ecsphys import Vec2
        >>> Vec2(5, 1).clamp((0, 0), (3, 2))
        Vec2(x=3, y=1)
        """
        if lower[0] > upper[0] or lower[1] > upper[1]:
            raise ValueError(f"lower must not be above upper, got {lower!r} and {upper!r}")
        return self.max(lower).min(upper)

    def project(self, axis: Pair) -> Vec2:
        """The part of the vector along an axis: (v · n) n, with the unit vector n of `axis`.

        `axis` is of any length but zero (`ValueError`). What is left, v less this part, is at right angles
        to it.

        >>> from ecsphys import Vec2
        >>> Vec2(3.0, 4.0).project((0, 2))
        Vec2(x=0.0, y=4.0)
        """
        n = unit_along(axis, "axis")
        return self.dot(n) * n

    def reflect(self, normal: Pair) -> Vec2:
        """The vector after a bounce off a surface: v - 2 (v · n) n, with the unit vector n of `normal`.

        `normal` is of any length but zero (`ValueError`), and either of the two of a surface.

        >>> from ecsphys import Vec2
        >>> Vec2(3.0, -4.0).reflect((0, 2))
        Vec2(x=3.0, y=4.0)
        """
        n = unit_along(normal, "normal")
        return self - 2.0 * self.dot(n) * n


def unit_along(direction: Pair, name: str) -> Vec2:
    """The unit vector of a direction; `ValueError`, which names it, for the zero vector."""
    unit = Vec2(*direction).normalized()
    if unit == (0.0, 0.0):
        raise ValueError(f"{name} must be a vector other than zero, got {direction!r}")
    return unit


# `new_tuple(Vec2, (x, y))` makes a `Vec2` in 0.10 instead of 0.19 us (2026-11-21): for attributes that
# handlers read often, and for the groups of arrays that every step hands to kernels.
new_tuple: Callable[[type[T], Iterable[object]], T] = tuple.__new__
