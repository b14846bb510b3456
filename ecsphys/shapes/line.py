"""Shapes without area: the segment, and the chain and half-plane for static bodies."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, ClassVar, Never, Self

import numpy as np

from ..keywords import refuse_keywords
from ..limits import LARGEST, SMALLEST
from ..math2d import check
from ..math2d.bounds import Bounds
from ..math2d.core import AXIS_TOLERANCE, CHAIN, HALF_PLANE, LocalCore, edge_normal
from ..math2d.mass import MassProperties
from ..math2d.outline import distance_outside, without_duplicates
from ..math2d.pose import PoseLike, as_pose, transform_point
from ..math2d.simple import edges_of
from ..math2d.vec2 import Pair, PointsLike, Vec2
from .base import Shape
from .curved import arc_points
from .features import FeatureKind
from .immutable import assign

__all__ = ["Chain", "HalfPlane", "Segment"]  # public names, also of ecsphys


class Segment(Shape):
    """A line from `p1` to `p2`, solid from both sides, without area.

    >>> from ecsphys import Segment
    >>> Segment((0, 0), (3, 4)).length
    5.0
    """

    __slots__ = ("p1", "p2")

    radius: float = 0.0
    p1: Vec2
    p2: Vec2

    def __init__(self, p1: Pair, p2: Pair, **unknown: Never):
        """Two different points. Raises `ValueError` or `TypeError`."""
        if unknown:
            refuse_keywords(self, unknown)
        assign(self, "p1", check.point(p1, "p1"))
        assign(self, "p2", check.point(p2, "p2"))
        if self.p1 == self.p2:
            raise ValueError(f"p1 and p2 must differ, got {p1!r} twice")

    @property
    def length(self) -> float:
        """Distance between the ends."""
        return self.p1.distance(self.p2)

    def _corners(self) -> tuple[Vec2, ...]:
        return self.p1, self.p2

    def _arguments(self) -> tuple[object, ...]:
        return self.p1, self.p2


class Chain(Shape):
    """One-sided segments from point to point, for ground and walls; static bodies only.

    The solid side is the left of the way along the points, so that a counter-clockwise loop is an
    island and a clockwise one a room, and ground to stand on runs from right to left (as in Box2D).
    A shape that slides over a joint does not catch on it.

    In a world, what the loops of one collider wind around counter-clockwise counts as solid: queries find
    it, and what gets in is pushed out by the shortest way. A clockwise loop is a hole in it. Alone, in
    `ecsphys.geometry`, a chain is a line without an inside.

    >>> from ecsphys import Chain
    >>> ground = Chain([(200, 0), (100, 50), (0, 0)])  # from right to left: solid below
    >>> len(ground.edges), all(normal.y > 0 for normal in ground.axes)
    (2, True)
    """

    __slots__ = ("_points", "loop")

    solid: ClassVar[bool] = False
    radius: float = 0.0
    loop: bool
    _points: tuple[Vec2, ...]

    def __init__(self, points: PointsLike, loop: bool = False, **unknown: Never):
        """At least two different points, three for a loop. Raises `ValueError` or `TypeError`."""
        if unknown:
            refuse_keywords(self, unknown)
        if not isinstance(loop, bool):
            raise TypeError(f"loop must be True or False, got {loop!r}")
        given = check.points(points)
        points = without_duplicates(given, loop) if given else []
        if len(points) < 2 + loop:
            raise ValueError(f"points must be at least {2 + loop} different ones, got {len(points)}")
        assign(self, "_points", tuple(points))
        assign(self, "loop", loop)

    @classmethod
    def arc(
        cls, radius: float, start: float, end: float, center: Pair = (0.0, 0.0), segments: int = 32
    ) -> Chain:
        """An arc around `center` from one angle to another, in radians; a full turn is a loop.

        Counter-clockwise, with `end` > `start`, the centre's side is solid: a hill. Clockwise the other one
        is: a bowl, a pipe. Its corners lie on the circle, whose other points are at most
        radius · (1 - cos(angle / 2 / segments)) from it. `segments` from 1 to 256, the angle up to a full
        turn. Raises `ValueError` or `TypeError`.

        >>> import math
        >>> from ecsphys import Chain
        >>> half_pipe = Chain.arc(100, 0, -math.pi, center=(0, 100))  # from its right edge to its left one
        >>> len(half_pipe.edges), half_pipe.bounds().lower.y, half_pipe.axes[15].y > 0
        (32, 0.0, True)
        """
        first, last = check.finite(start, "start"), check.finite(end, "end")
        count = check.count(segments, "segments", 256)
        if not 0.0 < abs(last - first) <= math.tau:
            raise ValueError(f"end must be up to a full turn from start, got {start!r} and {end!r}")
        loop = abs(last - first) == math.tau
        points = arc_points(
            check.point(center, "center"), check.positive(radius, "radius"), first, last, count
        )
        return Chain(points[:-1] if loop else points, loop)

    def _corners(self) -> tuple[Vec2, ...]:
        return self._points

    def _arguments(self) -> tuple[object, ...]:
        return self._points, self.loop

    @property
    def edges(self) -> tuple[tuple[Vec2, Vec2], ...]:
        """The segments from point to point; their normals in `axes` point to the front."""
        return tuple(edges_of(self._points) if self.loop else pairwise(self._points))

    def _make_cores(self) -> tuple[LocalCore, ...]:
        segments = self.edges
        normals = [edge_normal(*segment) for segment in segments]
        cores = []
        for i, ((p1, p2), (nx, ny)) in enumerate(zip(segments, normals, strict=True)):
            j = (i + 1) % len(segments)
            before = (*segments[i - 1][0], *normals[i - 1]) if i > 0 or self.loop else (*p1, 0.0, 0.0)
            after = (*segments[j][1], *normals[j]) if j > 0 or self.loop else (*p2, 0.0, 0.0)
            cores.append(LocalCore(CHAIN, np.array([(*p1, nx, ny), (*p2, -nx, -ny), before, after]), 0.0))
        return tuple(cores)

    @property
    def area(self) -> float:
        """0: a chain is a line."""
        return 0.0

    def mass_properties(self, density: float = 1.0) -> MassProperties:
        """No mass: chains serve static bodies."""
        check.not_negative(density, "density")
        return MassProperties(0.0, Vec2(0.0, 0.0), 0.0)

    def contains(self, pose: PoseLike, point: Pair) -> bool:
        """Whether a point is exactly on the line."""
        x, y, angle = as_pose(pose)
        local = (check.point(point, "point") - (x, y)).rotated(-angle)
        return any(distance_outside(segment, local) == 0.0 for segment in self.edges)


class HalfPlane(Shape):
    """All points behind a straight line; static bodies only.

    >>> from ecsphys import HalfPlane
    >>> floor = HalfPlane((0, 1), 5)  # all that is no higher than 5
    >>> floor.contains((0, 0), (100, 4)), floor.contains((0, 0), (100, 6))
    (True, False)
    """

    __slots__ = ("normal", "offset")

    solid: ClassVar[bool] = False
    radius: float = 0.0
    normal: Vec2
    offset: float

    def __init__(self, normal: Pair, offset: float = 0.0, **unknown: Never):
        """Solid where `dot(normal, p) <= offset`; `normal` (not zero) is made a unit vector and
        `offset` a distance from the origin. Raises `ValueError` or `TypeError`.
        """
        if unknown:
            refuse_keywords(self, unknown)
        given = check.direction(normal, "normal")
        assign(self, "normal", given.normalized())
        assign(self, "offset", check.finite(offset, "offset") / given.length)

    @classmethod
    def _from_arguments(cls, *arguments: Any) -> Self:
        normal, offset = arguments
        plane = cls.__new__(cls)
        assign(plane, "normal", check.unit(normal, "normal"))
        assign(plane, "offset", check.finite(offset, "offset", LARGEST / SMALLEST))
        return plane

    def _corners(self) -> tuple[Vec2, ...]:
        return (self.normal * self.offset,)

    def _arguments(self) -> tuple[object, ...]:
        return self.normal, self.offset

    def _make_cores(self) -> tuple[LocalCore, ...]:
        return (LocalCore(HALF_PLANE, np.array([[*self.points[0], *self.normal]]), 0.0),)

    @property
    def axes(self) -> tuple[Vec2, ...]:
        """The normal."""
        return (self.normal,)

    @property
    def area(self) -> float:
        """0: a half-plane is unbounded, its area is of no use."""
        return 0.0

    def mass_properties(self, density: float = 1.0) -> MassProperties:
        """No mass: half-planes serve static bodies."""
        check.not_negative(density, "density")
        return MassProperties(0.0, Vec2(0.0, 0.0), 0.0)

    def bounds(self, pose: PoseLike = (0.0, 0.0, 0.0)) -> Bounds:
        """Infinite, except on the side of a normal that is parallel to an axis at this pose."""
        placed = as_pose(pose)
        n = self.normal.rotated(placed[2])
        surface = transform_point(placed, *self.points[0])
        lower, upper = [-math.inf, -math.inf], [math.inf, math.inf]
        for axis in (0, 1):
            if abs(n[1 - axis]) < AXIS_TOLERANCE:
                (upper if n[axis] > 0.0 else lower)[axis] = surface[axis]
        return Bounds(Vec2(*lower), Vec2(*upper))

    def contains(self, pose: PoseLike, point: Pair) -> bool:
        """Whether a point is behind the line or on it."""
        x, y, angle = as_pose(pose)
        local = (check.point(point, "point") - (x, y)).rotated(-angle)
        return self.normal.dot(local) <= self.offset

    def support(self, direction: Pair) -> Vec2:
        """A point of the surface, if `direction` is the normal's; `ValueError` for other directions."""
        d = check.direction(direction, "direction").normalized()
        if d.distance(self.normal) > AXIS_TOLERANCE:
            raise ValueError(f"direction must be the normal's: a half-plane has no end towards {direction!r}")
        return self.points[0]

    def _distances(self, p: Vec2) -> Iterator[tuple[float, FeatureKind, int]]:
        yield abs(self.normal.dot(p) - self.offset), "edge", 0

    def supports(self, direction: Pair) -> tuple[Vec2, ...]:
        """That of `support`: a half-plane has no corners."""
        return (self.support(direction),)
