"""Shapes with area, and so with mass."""

from __future__ import annotations

import math
from typing import Any, ClassVar, Never, Self

import numpy as np

from ..keywords import refuse_keywords
from ..math2d import check
from ..math2d.core import POINT, POLYGON, LocalCore, box_rows
from ..math2d.outline import convex_outline
from ..math2d.vec2 import Pair, PointsLike, Vec2
from .base import Shape
from .immutable import assign, format_argument

__all__ = ["AABB", "Box", "Capsule", "Circle", "Polygon"]  # public names, also of ecsphys


class Circle(Shape):
    """A disc of a radius, in the game's unit of length.

    >>> from ecsphys import Circle
    >>> round(Circle(2).area, 3)  # π r²
    12.566
    """

    __slots__ = ("center", "radius")

    center: Vec2

    def __init__(self, radius: float, center: Pair = (0.0, 0.0), **unknown: Never):
        """`radius` > 0; `center` in the shape's own frame. Raises `ValueError` or `TypeError`."""
        if unknown:
            refuse_keywords(self, unknown)
        assign(self, "radius", check.positive(radius, "radius"))
        assign(self, "center", check.point(center, "center"))

    def _corners(self) -> tuple[Vec2, ...]:
        return (self.center,)

    def _arguments(self) -> tuple[object, ...]:
        return self.radius, self.center

    def _make_cores(self) -> tuple[LocalCore, ...]:
        return (LocalCore(POINT, np.array([[*self.center, 0.0, 0.0]]), self.radius),)


class AABB(Shape):
    """An axis-aligned rectangle around the origin that never turns with its body; full width and height.

    A body of AABBs alone has infinite inertia; the mass properties here are those of the rectangle.

    >>> from ecsphys import AABB
    >>> AABB(4, 2).bounds((0, 0, 1.5))
    Bounds(lower=Vec2(x=-2.0, y=-1.0), upper=Vec2(x=2.0, y=1.0))
    """

    __slots__ = ("height", "width")

    upright: ClassVar[bool] = True
    radius: float = 0.0
    width: float
    height: float

    def __init__(self, width: float, height: float, **unknown: Never):
        """Both sides > 0. Raises `ValueError` or `TypeError`."""
        if unknown:
            refuse_keywords(self, unknown)
        assign(self, "width", check.positive(width, "width"))
        assign(self, "height", check.positive(height, "height"))

    def face_center(self, direction: Pair) -> Vec2:
        """The middle of the face towards which a direction points most, in the box's own frame.

        It lies along the dominant axis of the direction, the x axis where both are equal. For the normal of a
        contact it is a point of the box that never makes it twist. `ValueError` for the zero vector.

        >>> from ecsphys import AABB, Circle
        >>> from ecsphys.geometry import collide
        >>> box = AABB(4, 2)
        >>> box.face_center(collide(box, (0, 0), Circle(1), (2.3, 1.6)).normal)
        Vec2(x=0.0, y=1.0)
        """
        return face_center(self.width, self.height, direction)

    def _corners(self) -> tuple[Vec2, ...]:
        return rectangle(self.width, self.height)

    def _arguments(self) -> tuple[object, ...]:
        return self.width, self.height

    def _make_cores(self) -> tuple[LocalCore, ...]:
        return (LocalCore(POLYGON, box_rows(self.width, self.height), 0.0),)


class Box(Shape):
    """A rectangle around the origin, of a full width and height, that turns with its body.

    `radius` rounds it and is added outside, all in the game's unit of length.

    >>> from ecsphys import Box
    >>> Box(4, 2, radius=0.5).bounds()
    Bounds(lower=Vec2(x=-2.5, y=-1.5), upper=Vec2(x=2.5, y=1.5))
    """

    __slots__ = ("height", "radius", "width")

    width: float
    height: float

    def __init__(self, width: float, height: float, radius: float = 0.0, **unknown: Never):
        """Both sides > 0, `radius` >= 0. Raises `ValueError` or `TypeError`."""
        if unknown:
            refuse_keywords(self, unknown)
        assign(self, "width", check.positive(width, "width"))
        assign(self, "height", check.positive(height, "height"))
        assign(self, "radius", check.not_negative(radius, "radius"))

    def face_center(self, direction: Pair) -> Vec2:
        """The middle of the face towards which a direction of the box's own frame points most, see `AABB`.

        >>> from ecsphys import Box
        >>> Box(4, 2, radius=0.5).face_center((3, -1))
        Vec2(x=2.5, y=0.0)
        """
        rounding = 2.0 * self.radius
        return face_center(self.width + rounding, self.height + rounding, direction)

    def _corners(self) -> tuple[Vec2, ...]:
        return rectangle(self.width, self.height)

    def _arguments(self) -> tuple[object, ...]:
        return self.width, self.height, self.radius

    def _make_cores(self) -> tuple[LocalCore, ...]:
        return (LocalCore(POLYGON, box_rows(self.width, self.height), self.radius),)


def rectangle(width: float, height: float) -> tuple[Vec2, ...]:
    """Corners of an axis-aligned rectangle around (0, 0)."""
    x, y = 0.5 * width, 0.5 * height
    return Vec2(-x, -y), Vec2(x, -y), Vec2(x, y), Vec2(-x, y)


def face_center(width: float, height: float, direction: Pair) -> Vec2:
    """The middle of the side of a rectangle around (0, 0) that is along the dominant axis of a direction."""
    x, y = check.direction(direction, "direction")
    if abs(x) >= abs(y):
        return Vec2(math.copysign(0.5 * width, x), 0.0)
    return Vec2(0.0, math.copysign(0.5 * height, y))


class Capsule(Shape):
    """All points within `radius` of a segment; upright around the origin unless made by `between`.

    >>> from ecsphys import Capsule
    >>> Capsule(3, 0.5).points
    (Vec2(x=0.0, y=-1.0), Vec2(x=0.0, y=1.0))
    """

    __slots__ = ("p1", "p2", "radius")

    p1: Vec2
    p2: Vec2

    def __init__(self, height: float, radius: float, **unknown: Never):
        """`radius` > 0 and `height`, from tip to tip, >= 2 * radius. Raises `ValueError` or `TypeError`."""
        if unknown:
            refuse_keywords(self, unknown)
        height, radius = check.positive(height, "height"), check.positive(radius, "radius")
        if height < 2.0 * radius:
            raise ValueError(
                f"height must be at least 2 * radius = {2.0 * radius!r} (tip to tip), got {height!r}"
            )
        half = 0.5 * height - radius
        self._fill(Vec2(0.0, -half), Vec2(0.0, half), radius)

    @classmethod
    def between(cls, p1: Pair, p2: Pair, radius: float) -> Self:
        """The capsule around the segment from `p1` to `p2`; equal points give a disc.

        Raises `ValueError` or `TypeError` for a `radius` that is not above 0, and for what is no point.

        >>> from ecsphys import Capsule
        >>> Capsule.between((0, 0), (4, 0), 1).bounds()
        Bounds(lower=Vec2(x=-1.0, y=-1.0), upper=Vec2(x=5.0, y=1.0))
        """
        capsule = cls.__new__(cls)
        capsule._fill(check.point(p1, "p1"), check.point(p2, "p2"), check.positive(radius, "radius"))
        return capsule

    def _fill(self, p1: Vec2, p2: Vec2, radius: float) -> None:
        assign(self, "p1", p1)
        assign(self, "p2", p2)
        assign(self, "radius", radius)

    @property
    def height(self) -> float:
        """Length from tip to tip."""
        return self.p1.distance(self.p2) + 2.0 * self.radius

    def _corners(self) -> tuple[Vec2, ...]:
        return (self.p1, self.p2) if self.p1 != self.p2 else (self.p1,)

    def _arguments(self) -> tuple[object, ...]:
        return self.p1, self.p2, self.radius

    def _make_cores(self) -> tuple[LocalCore, ...]:
        if self.p1 == self.p2:
            return Circle(self.radius, self.p1).cores
        return super()._make_cores()

    def __repr__(self) -> str:
        return f"Capsule.between({', '.join(map(format_argument, self._arguments()))})"

    @classmethod
    def _from_arguments(cls, *arguments: Any) -> Self:
        return cls.between(*arguments)


class Polygon(Shape):
    """A convex polygon of corners in the game's unit of length; `radius` rounds it and is added outside.

    >>> from ecsphys import Polygon
    >>> Polygon([(0, 0), (0, 2), (2, 0)]).area
    2.0
    """

    __slots__ = ("_points", "radius")

    _points: tuple[Vec2, ...]

    def __init__(self, points: PointsLike, radius: float = 0.0, **unknown: Never):
        """At least three corners in either winding; duplicate and collinear points are dropped.

        Raises `ValueError` for a concave outline (see `ecsphys.geometry.decompose`), one that
        crosses itself or has no area, and for NaN and infinity; `TypeError` for values that are not numbers.
        """
        if unknown:
            refuse_keywords(self, unknown)
        assign(self, "_points", tuple(convex_outline(check.points(points))))
        assign(self, "radius", check.not_negative(radius, "radius"))

    def _corners(self) -> tuple[Vec2, ...]:
        return self._points

    def _arguments(self) -> tuple[object, ...]:
        return self._points, self.radius
