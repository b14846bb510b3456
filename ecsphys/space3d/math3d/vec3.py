"""Vectors of space, as tuples with arithmetic; x to the right, y up, z towards the viewer (right-handed)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple, NoReturn, TypeAlias

import numpy.typing as npt

from ...math2d.operands import NO_FACTORS, refuse_factor, triple

Triple: TypeAlias = "tuple[float, float, float]"
PointsLike: TypeAlias = "Iterable[Triple] | npt.ArrayLike"  # triples, or an array of shape (n, 3)


class Vec3(NamedTuple):
    """A point or a vector; any operand may also be a plain triple of numbers.

    >>> from ecsphys.space3d import Vec3
    >>> Vec3(2, 3, 6) - (1, 1, 1)
    Vec3(x=1, y=2, z=5)
    >>> Vec3(2, 3, 6).length
    7.0
    """

    x: float
    y: float
    z: float

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(
            f"{name} of a Vec3 cannot be set: assign a new triple, (x, y, z), to what has it"
        )

    def __add__(self, other: Triple) -> Vec3:  # type: ignore[override]  # a vector, not a sequence
        x, y, z = triple(other)
        return Vec3(self[0] + x, self[1] + y, self[2] + z)

    def __radd__(self, other: Triple) -> Vec3:
        x, y, z = triple(other)
        return Vec3(x + self[0], y + self[1], z + self[2])

    def __sub__(self, other: Triple) -> Vec3:
        x, y, z = triple(other)
        return Vec3(self[0] - x, self[1] - y, self[2] - z)

    def __rsub__(self, other: Triple) -> Vec3:
        x, y, z = triple(other)
        return Vec3(x - self[0], y - self[1], z - self[2])

    def __mul__(self, factor: float) -> Vec3:  # type: ignore[override]
        if isinstance(factor, NO_FACTORS):
            refuse_factor(self, factor)
        return Vec3(self[0] * factor, self[1] * factor, self[2] * factor)

    def __rmul__(self, factor: float) -> Vec3:  # type: ignore[override]
        return self * factor

    def __truediv__(self, divisor: float) -> Vec3:
        if isinstance(divisor, NO_FACTORS):
            refuse_factor(self, divisor)
        return Vec3(self[0] / divisor, self[1] / divisor, self[2] / divisor)

    def __neg__(self) -> Vec3:
        return Vec3(-self[0], -self[1], -self[2])

    def __pos__(self) -> Vec3:
        return self

    def __abs__(self) -> float:
        return math.hypot(*self)

    @property
    def length(self) -> float:
        """Euclidean length."""
        return math.hypot(*self)

    @property
    def length_squared(self) -> float:
        """Length squared, without the root."""
        return self.dot(self)

    def dot(self, other: Triple) -> float:
        """Scalar product.

        >>> from ecsphys.space3d import Vec3
        >>> Vec3(1, 2, 3).dot((4, 5, 6))
        32
        """
        x, y, z = triple(other)
        return self[0] * x + self[1] * y + self[2] * z

    def cross(self, other: Triple) -> Vec3:
        """Vector product, at right angles to both.

        >>> from ecsphys.space3d import Vec3
        >>> Vec3(1, 0, 0).cross((0, 1, 0))
        Vec3(x=0, y=0, z=1)
        """
        x, y, z = triple(other)
        return Vec3(self[1] * z - self[2] * y, self[2] * x - self[0] * z, self[0] * y - self[1] * x)

    def distance(self, other: Triple) -> float:
        """Distance between two points.

        >>> from ecsphys.space3d import Vec3
        >>> Vec3(1, 1, 1).distance((3, 4, 7))
        7.0
        """
        return math.dist(self, triple(other))

    def normalized(self) -> Vec3:
        """The unit vector of the same direction; the zero vector stays zero.

        >>> from ecsphys.space3d import Vec3
        >>> Vec3(0, -3, 0).normalized()
        Vec3(x=0.0, y=-1.0, z=0.0)
        """
        length = math.hypot(*self)
        return self / length if length > 0.0 else Vec3(0.0, 0.0, 0.0)

    def lerp(self, other: Triple, fraction: float) -> Vec3:
        """The point at `fraction` of the way to `other`.

        >>> from ecsphys.space3d import Vec3
        >>> Vec3(0, 0, 0).lerp((4, 8, 0), 0.25)
        Vec3(x=1.0, y=2.0, z=0.0)
        """
        return self + fraction * (Vec3(*triple(other)) - self)

    def min(self, other: Triple) -> Vec3:
        """The smaller of both along each axis.

        >>> from ecsphys.space3d import Vec3
        >>> Vec3(1, 5, 2).min((3, 0, 2))
        Vec3(x=1, y=0, z=2)
        """
        x, y, z = triple(other)
        return Vec3(min(self[0], x), min(self[1], y), min(self[2], z))

    def max(self, other: Triple) -> Vec3:
        """The larger of both along each axis.

        >>> from ecsphys.space3d import Vec3
        >>> Vec3(1, 5, 2).max((3, 0, 2))
        Vec3(x=3, y=5, z=2)
        """
        x, y, z = triple(other)
        return Vec3(max(self[0], x), max(self[1], y), max(self[2], z))

    def clamp(self, lower: Triple, upper: Triple) -> Vec3:
        """The nearest point of the axis-aligned box from `lower` to `upper`.

        Raises `ValueError` where `lower` is above `upper`.

        >>> from ecsphys.space3d import Vec3
        >>> Vec3(-2, 0.5, 9).clamp((0, 0, 0), (1, 1, 1))
        Vec3(x=0, y=0.5, z=1)
        """
        if any(low > high for low, high in zip(lower, upper, strict=True)):
            raise ValueError(f"lower must not be above upper, got {lower!r} and {upper!r}")
        return self.max(lower).min(upper)

    def project(self, axis: Triple) -> Vec3:
        """The part of the vector along an axis: (v · n) n, with the unit vector n of `axis`.

        `axis` is of any length but zero (`ValueError`). What is left, v less this part, is at right angles
        to it.

        >>> from ecsphys.space3d import Vec3
        >>> Vec3(3.0, 4.0, 5.0).project((0, 2, 0))
        Vec3(x=0.0, y=4.0, z=0.0)
        """
        n = unit_along(axis, "axis")
        return self.dot(n) * n

    def reflect(self, normal: Triple) -> Vec3:
        """The vector after a bounce off a surface: v - 2 (v · n) n, with the unit vector n of `normal`.

        `normal` is of any length but zero (`ValueError`), and either of the two of a surface.

        >>> from ecsphys.space3d import Vec3
        >>> Vec3(3, -4, 0).reflect((0, 1, 0))
        Vec3(x=3.0, y=4.0, z=0.0)
        """
        n = unit_along(normal, "normal")
        return self - 2.0 * self.dot(n) * n


def unit_along(direction: Triple, name: str) -> Vec3:
    """The unit vector of a direction; `ValueError`, which names it, for the zero vector."""
    unit = Vec3(*direction).normalized()
    if unit == (0.0, 0.0, 0.0):
        raise ValueError(f"{name} must be a vector other than zero, got {direction!r}")
    return unit
