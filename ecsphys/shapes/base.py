"""The base class of all shapes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import ClassVar, NamedTuple

import numpy as np

from ..arrays import PartRows, PointRows
from ..math2d import check
from ..math2d.bounds import Bounds
from ..math2d.core import (
    POLYGON,
    LocalCore,
    edge_normal,
    furthest,
    half_width,
    outline_rows,
    without_parallels,
)
from ..math2d.mass import MassProperties, area_of, mass_of
from ..math2d.outline import RELATIVE_TOLERANCE, distance_outside, extent
from ..math2d.pose import PoseLike, as_pose, transform_point
from ..math2d.simple import edges_of
from ..math2d.vec2 import Pair, Vec2
from .features import ROUNDING, SHARE, Feature, FeatureKind, nearest_feature
from .immutable import ImmutableShape, assign


class UnitMass(NamedTuple):
    """Mass properties at density 1, with two lengths that sweeps need.

    `reach`: largest distance of a point of the shape from the origin of its frame. `half_width`: half
    of the smallest width of its cores.
    """

    mass: float
    center: Vec2
    inertia: float
    reach: float
    half_width: float


class Shape(ImmutableShape):
    """The convex hull of `points` (a Chain: the line along them) and all within `radius` of it.

    Lengths are in the game's own unit, angles in radians. A shape's frame is that of its Collider: the
    entity's, or placed in it by the Collider's `offset` and `angle`. Inertia is mass · length².

    A subclass calls `assign` in its constructor and defines `_corners` and `_arguments`; mass, bounds, cores,
    equality, `repr`, copies and pickles follow from these two.

    Methods raise `TypeError` for what is no pose, point or number, `ValueError` for NaN and infinity.

    >>> from ecsphys import Box, Shape
    >>> isinstance(Box(4, 2), Shape), Box(4, 2) == Box(4, 2)
    (True, True)
    >>> Box(4, 2).area, Box(4, 2).bounds((10, 0))
    (8.0, Bounds(lower=Vec2(x=8.0, y=-1.0), upper=Vec2(x=12.0, y=1.0)))
    """

    __slots__ = ("_cores", "_mass", "_packed")

    _cores: tuple[LocalCore, ...]
    _mass: UnitMass
    _packed: tuple[PointRows, PartRows, float]
    upright: ClassVar[bool] = False  # whether it keeps its angle when its body turns
    solid: ClassVar[bool] = True  # whether it has an interior; without one it is for static bodies only
    radius: float

    @property
    def points(self) -> tuple[Vec2, ...]:
        """The corners of the shape without its rounding, counter-clockwise, in its own frame."""
        return self._corners()

    @property
    def vertices(self) -> tuple[Vec2, ...]:
        """The same as `points`: a Circle has its centre, a Capsule two, a HalfPlane one of its surface."""
        return self.points

    @property
    def edges(self) -> tuple[tuple[Vec2, Vec2], ...]:
        """The straight lines between the vertices, as pairs of points, in their order.

        A Capsule has the one between its two vertices, a Circle and a HalfPlane none.
        """
        points = self.points
        return tuple(edges_of(points)) if len(points) > 2 else tuple(pairwise(points))

    @property
    def axes(self) -> tuple[Vec2, ...]:
        """The outward unit normals of the edges, parallel ones once: the axes on which shapes may separate.

        A HalfPlane has its normal, a Circle none.
        """
        return without_parallels(Vec2(*edge_normal(*edge)) for edge in self.edges)

    @abstractmethod
    def _corners(self) -> tuple[Vec2, ...]:
        """Return `points`."""

    def _make_cores(self) -> tuple[LocalCore, ...]:
        """Return `cores`: by default one of all points."""
        points = self.points
        return (LocalCore(min(len(points), POLYGON), outline_rows(points), self.radius),)

    @property
    def cores(self) -> tuple[LocalCore, ...]:
        """The convex parts that kernels work on, `(form, rows, radius)` each; computed once.

        Rows are float64 `(n, 4)`: x, y and the outward unit normal of the edge to the next point.
        """
        try:
            return self._cores
        except AttributeError:
            cores = self._make_cores()
            for core in cores:
                core.rows.setflags(write=False)
            assign(self, "_cores", cores)
            return cores

    @property
    def packed(self) -> tuple[PointRows, PartRows, float]:
        """The rows of all cores, `(form, first, count)` of each core, and the radius; computed once."""
        try:
            return self._packed
        except AttributeError:
            firsts = accumulate((len(core.rows) for core in self.cores), initial=0)
            parts = [
                (core.form, first, len(core.rows)) for core, first in zip(self.cores, firsts, strict=False)
            ]
            rows = np.concatenate([core.rows for core in self.cores])
            assign(self, "_packed", (rows, np.array(parts, np.int64), self.radius))
            return self._packed

    @property
    def area(self) -> float:
        """Area, in square length units."""
        return area_of(self.points, self.radius)

    def mass_properties(self, density: float = 1.0) -> MassProperties:
        """Mass, centre of mass and inertia about it, for a mass per area of `density` >= 0.

        Raises `ValueError` for one below 0.

        >>> from ecsphys import Box
        >>> Box(4, 2).mass_properties(density=3).mass
        24.0
        """
        return mass_of(self.points, self.radius, check.not_negative(density, "density"))

    @property
    def unit_mass(self) -> UnitMass:
        """Mass properties at density 1, reach and smallest half width; computed once."""
        try:
            return self._mass
        except AttributeError:
            reach = max(furthest(rows) + radius for _, rows, radius in self.cores)
            narrowest = min(half_width(form, rows) + radius for form, rows, radius in self.cores)
            assign(self, "_mass", UnitMass(*self.mass_properties(1.0), reach, narrowest))
            return self._mass

    def _placed(self, pose: PoseLike) -> tuple[float, float, float]:
        """Return a pose as `(x, y, angle)`, the angle 0 for a shape that does not turn."""
        x, y, angle = as_pose(pose)
        return (x, y, 0.0) if self.upright else (x, y, angle)

    def points_at(self, pose: PoseLike) -> list[Vec2]:
        """`points` at a pose, in the frame of the pose.

        >>> from ecsphys import Segment
        >>> Segment((0, 0), (3, 1)).points_at((10, 20))
        [Vec2(x=10.0, y=20.0), Vec2(x=13.0, y=21.0)]
        """
        placed = self._placed(pose)
        return [transform_point(placed, x, y) for x, y in self.points]

    def bounds(self, pose: PoseLike = (0.0, 0.0, 0.0)) -> Bounds:
        """The tightest axis-aligned box around the shape at a pose.

        >>> import math
        >>> from ecsphys import Box
        >>> round(Box(2, 2).bounds((5, 0, math.radians(45))).upper.x, 4)  # 5 + √2
        6.4142
        """
        corners = self.points_at(pose)
        xs, ys, r = [p[0] for p in corners], [p[1] for p in corners], self.radius
        return Bounds(Vec2(min(xs) - r, min(ys) - r), Vec2(max(xs) + r, max(ys) + r))

    def contains(self, pose: PoseLike, point: Pair) -> bool:
        """Whether a point is inside the shape at a pose or on its boundary.

        >>> from ecsphys import Circle
        >>> Circle(2).contains((10, 0), (11, 1)), Circle(2).contains((10, 0), (12, 1))
        (True, False)
        """
        x, y, angle = self._placed(pose)
        local = (check.point(point, "point") - (x, y)).rotated(-angle)
        return distance_outside(self.points, local) <= self.radius

    def feature_at(self, pose: PoseLike, point: Pair) -> Feature:
        """The corner or edge of the shape at a pose that is nearest to a point, as one of a contact.

        Of a round side it is the corner or edge that is rounded. A point that is as near to an end of an edge
        as rounding errors allow is at the corner.

        >>> from ecsphys import Box
        >>> Box(4, 2).feature_at((10, 0), (12, 0.5)), Box(4, 2).feature_at((10, 0), (12, 1))
        (Feature(kind='edge', index=1), Feature(kind='vertex', index=2))
        """
        x, y, angle = self._placed(pose)
        given = check.point(point, "point")
        local = (given - (x, y)).rotated(-angle)
        slack = SHARE * extent(self.points) + ROUNDING * (abs(given.x) + abs(given.y))
        return nearest_feature(self._distances(local), slack)

    def _distances(self, p: Vec2) -> Iterator[tuple[float, FeatureKind, int]]:
        """Yield the distance of a point of the shape's frame from each corner and edge."""
        for i, corner in enumerate(self.points):
            yield p.distance(corner), "vertex", i
        for i, edge in enumerate(self.edges):
            yield distance_outside(edge, p), "edge", i

    def support(self, direction: Pair) -> Vec2:
        """The point of the shape furthest in a direction (not zero, any length), in its own frame.

        Raises `ValueError` for the zero vector.

        >>> from ecsphys import Box, Circle
        >>> Circle(5).support((3, 4)), Box(4, 2).support((1, 1))
        (Vec2(x=3.0, y=4.0), Vec2(x=2.0, y=1.0))
        """
        d = check.direction(direction, "direction")
        return max(self.points, key=d.dot) + d.normalized() * self.radius

    def supports(self, direction: Pair) -> tuple[Vec2, ...]:
        """The corners furthest in a direction, in the shape's own frame: one, or the two ends of an edge.

        There are two where an edge is at right angles to the direction, but for rounding errors; they are in
        the order of `edges`, and with the rounding of the shape. `ValueError` for the zero vector.

        >>> from ecsphys import Box
        >>> Box(4, 2).supports((0, 3)), Box(4, 2).supports((1, 3))
        ((Vec2(x=2.0, y=1.0), Vec2(x=-2.0, y=1.0)), (Vec2(x=2.0, y=1.0),))
        """
        unit = check.direction(direction, "direction").normalized()
        points = self.points
        level = max(map(unit.dot, points)) - RELATIVE_TOLERANCE * extent(points)
        furthest = [p for p in points if unit.dot(p) >= level]
        if furthest == [points[0], points[-1]] and len(points) > 2:  # the edge that closes the outline
            furthest.reverse()
        return tuple(p + unit * self.radius for p in furthest)
