"""Axis-aligned boxes."""

from __future__ import annotations

from typing import NamedTuple

from . import check
from .vec2 import PointsLike, Vec2


class Bounds(NamedTuple):
    """An axis-aligned box: its lower left and upper right corner.

    >>> from ecsphys import Bounds
    >>> box = Bounds.of([(0, 0), (4, 2)])
    >>> box.center, box.half
    (Vec2(x=2.0, y=1.0), Vec2(x=2.0, y=1.0))
    """

    lower: Vec2
    upper: Vec2

    @classmethod
    def of(cls, points: PointsLike) -> Bounds:
        """The tightest box around points; `ValueError` if there are none.

        >>> from ecsphys import Bounds
        >>> Bounds.of([(3, 1), (0, 2)])
        Bounds(lower=Vec2(x=0.0, y=1.0), upper=Vec2(x=3.0, y=2.0))
        """
        given = check.points(points)
        if not given:
            raise ValueError("points must be at least one, got none")
        xs, ys = [p[0] for p in given], [p[1] for p in given]
        return cls(Vec2(min(xs), min(ys)), Vec2(max(xs), max(ys)))

    @property
    def center(self) -> Vec2:
        """The point halfway between both corners; NaN along an axis on which the box has no ends."""
        return 0.5 * (Vec2(*self.lower) + self.upper)

    @property
    def half(self) -> Vec2:
        """Half of the width and half of the height."""
        return 0.5 * (Vec2(*self.upper) - self.lower)

    def union(self, other: Bounds) -> Bounds:
        """The tightest box around both boxes.

        >>> from ecsphys import Bounds
        >>> Bounds.of([(0, 0), (1, 1)]).union(Bounds.of([(3, -1)]))
        Bounds(lower=Vec2(x=0.0, y=-1.0), upper=Vec2(x=3.0, y=1.0))
        """
        lower, upper = other
        return Bounds(Vec2(*self.lower).min(lower), Vec2(*self.upper).max(upper))

    def overlaps(self, other: Bounds) -> bool:
        """Whether two boxes overlap or touch.

        >>> from ecsphys import Bounds
        >>> Bounds.of([(0, 0), (1, 1)]).overlaps(Bounds.of([(1, 1), (2, 2)]))
        True
        """
        (left, bottom), (right, top) = self
        (other_left, other_bottom), (other_right, other_top) = other
        return left <= other_right and other_left <= right and bottom <= other_top and other_bottom <= top
