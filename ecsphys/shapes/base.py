"""What all shapes can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import accumulate
from typing import Any, ClassVar, NamedTuple, NoReturn

import numpy as np

from ..arrays import PartRows, PointRows
from ..math2d import check
from ..math2d.core import POLYGON, LocalCore, half_width, outline_rows
from ..math2d.mass import MassProperties, area_of, mass_of
from ..math2d.outline import distance_outside
from ..math2d.pose import PoseLike, as_pose, transform_point
from ..math2d.vec2 import Bounds, Pair, Vec2


class UnitMass(NamedTuple):
    """Mass properties at density 1, how far the shape reaches from its frame's origin, and half of its
    smallest width.
    """

    mass: float
    center: Vec2
    inertia: float
    reach: float
    thin: float


# How the constructors of immutable values fill their slots.
assign = object.__setattr__


class Shape(ABC):
    """What all shapes can do. `points` and `radius` say what a shape is: the convex hull of the
    points (for a Chain the line along them), with everything that is within `radius` of it.
    """

    __slots__ = ("_cores", "_mass", "_packed")

    _cores: tuple[LocalCore, ...]
    _mass: UnitMass
    _packed: tuple[PointRows, PartRows, float]
    upright: ClassVar[bool] = False  # does not turn with its body
    solid: ClassVar[bool] = True  # has an inside; what has none serves static bodies only
    radius: float

    @property
    def points(self) -> tuple[Vec2, ...]:
        """The corners of the shape without its rounding, counter-clockwise, in its own frame."""
        return self._corners()

    @abstractmethod
    def _corners(self) -> tuple[Vec2, ...]:
        """What `points` gives."""

    @abstractmethod
    def _arguments(self) -> tuple[Any, ...]:
        """What the constructor was given, tidied."""

    def _make_cores(self) -> tuple[LocalCore, ...]:
        points = self.points
        return ((min(len(points), POLYGON), outline_rows(points), self.radius),)

    @property
    def cores(self) -> tuple[LocalCore, ...]:
        """The convex parts that the kernels work on: `(form, rows, radius)` each, made once.

        Rows are float64 `(n, 4)`: x, y and the outward unit normal of the edge to the next point.
        """
        try:
            return self._cores
        except AttributeError:
            made = self._make_cores()
            for _, rows, _ in made:
                rows.setflags(write=False)
            assign(self, "_cores", made)
            return made

    @property
    def packed(self) -> tuple[PointRows, PartRows, float]:
        """The cores in two arrays and their radius, made once.

        The rows of all cores, and one row `(form, first, count)` a core.
        """
        try:
            return self._packed
        except AttributeError:
            counts = [len(rows) for _, rows, _ in self.cores]
            firsts = accumulate(counts, initial=0)
            parts = [(core[0], first, n) for core, first, n in zip(self.cores, firsts, counts, strict=False)]
            rows = np.concatenate([rows for _, rows, _ in self.cores])
            assign(self, "_packed", (rows, np.array(parts, np.int64), self.radius))
            return self._packed

    @property
    def area(self) -> float:
        """Area, in square length units."""
        return area_of(self.points, self.radius)

    def mass_properties(self, density: float = 1.0) -> MassProperties:
        """Mass, centre of mass and inertia about it, for a mass per area of `density` >= 0."""
        return mass_of(self.points, self.radius, check.not_negative(density, "density"))

    @property
    def unit_mass(self) -> UnitMass:
        """Mass properties at density 1 and the shape's reach, made once."""
        try:
            return self._mass
        except AttributeError:
            reach = max(
                float(np.hypot(rows[:, 0], rows[:, 1]).max()) + radius for _, rows, radius in self.cores
            )
            thin = min(half_width(form, rows) + radius for form, rows, radius in self.cores)
            assign(self, "_mass", UnitMass(*self.mass_properties(1.0), reach, thin))
            return self._mass

    def _placed(self, pose: PoseLike) -> tuple[float, float, float]:
        x, y, angle = as_pose(pose)
        return (x, y, 0.0) if self.upright else (x, y, angle)

    def bounds(self, pose: PoseLike = (0.0, 0.0, 0.0)) -> Bounds:
        """The tightest axis-aligned box around the shape at a pose."""
        placed = self._placed(pose)
        corners = [transform_point(placed, x, y) for x, y in self.points]
        xs, ys, r = [p[0] for p in corners], [p[1] for p in corners], self.radius
        return Bounds(Vec2(min(xs) - r, min(ys) - r), Vec2(max(xs) + r, max(ys) + r))

    def contains(self, pose: PoseLike, point: Pair) -> bool:
        """Whether a point is inside the shape at a pose or on its boundary."""
        x, y, angle = self._placed(pose)
        local = (check.point(point, "point") - (x, y)).rotated(-angle)
        return distance_outside(self.points, local) <= self.radius

    def support(self, direction: Pair) -> Vec2:
        """The point of the shape furthest in a direction (not zero, any length), in its own frame."""
        d = check.direction(direction, "direction")
        return max(self.points, key=d.dot) + d.normalized() * self.radius

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: make a new one instead of setting {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._arguments() == other._arguments()

    def __hash__(self) -> int:
        return hash((type(self), self._arguments()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(format_argument, self._arguments()))})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._arguments()


def format_argument(value: Any) -> str:
    """An argument for `repr`: points as pairs."""
    if isinstance(value, Vec2):
        return f"({value.x!r}, {value.y!r})"
    if isinstance(value, tuple):
        return f"[{', '.join(map(format_argument, value))}]"
    return repr(value)
