"""Axis-aligned boxes of space."""

from __future__ import annotations

from typing import NamedTuple

from . import check
from .vec3 import PointsLike, Vec3


class Bounds3(NamedTuple):
    """An axis-aligned box: its corners of least and of greatest coordinates.

    >>> from ecsphys.space3d import Bounds3
    >>> box = Bounds3.of([(0, 0, 0), (4, 2, 6)])
    >>> box.center, box.half
    (Vec3(x=2.0, y=1.0, z=3.0), Vec3(x=2.0, y=1.0, z=3.0))
    """

    lower: Vec3
    upper: Vec3

    @classmethod
    def of(cls, points: PointsLike) -> Bounds3:
        """The tightest box around points; `ValueError` if there are none.

        >>> from ecsphys.space3d import Bounds3
        >>> Bounds3.of([(0, 2, 0), (3, 0, 1)]).upper
        Vec3(x=3.0, y=2.0, z=1.0)
        """
        given = check.points(points)
        if not given:
            raise ValueError("points must be at least one, got none")
        xs, ys, zs = zip(*given, strict=True)
        return cls(Vec3(min(xs), min(ys), min(zs)), Vec3(max(xs), max(ys), max(zs)))

    @property
    def center(self) -> Vec3:
        """The point halfway between both corners; NaN along an axis on which the box has no ends."""
        return 0.5 * (Vec3(*self.lower) + self.upper)

    @property
    def half(self) -> Vec3:
        """Half of the width, height and depth."""
        return 0.5 * (Vec3(*self.upper) - self.lower)

    def union(self, other: Bounds3) -> Bounds3:
        """The tightest box around both boxes.

        >>> from ecsphys.space3d import Bounds3
        >>> Bounds3((0, 0, 0), (1, 1, 1)).union(Bounds3((4, 0, 0), (5, 2, 1)))
        Bounds3(lower=Vec3(x=0, y=0, z=0), upper=Vec3(x=5, y=2, z=1))
        """
        lower, upper = other
        return Bounds3(Vec3(*self.lower).min(lower), Vec3(*self.upper).max(upper))

    def overlaps(self, other: Bounds3) -> bool:
        """Whether two boxes overlap or touch.

        >>> from ecsphys.space3d import Bounds3
        >>> box = Bounds3((0, 0, 0), (1, 1, 1))
        >>> box.overlaps(Bounds3((1, 0, 0), (2, 1, 1))), box.overlaps(Bounds3((3, 0, 0), (4, 1, 1)))
        (True, False)
        """
        lower, upper = other
        return all(self.lower[i] <= upper[i] and lower[i] <= self.upper[i] for i in range(3))
