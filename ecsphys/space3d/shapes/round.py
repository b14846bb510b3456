"""Round shapes: sphere and capsule."""

from __future__ import annotations

import math
from typing import Any, Never, Self

from ...keywords import refuse_keywords
from ...math2d.check import positive
from ...shapes.immutable import assign, format_argument
from ..collide.core import POINT, SEGMENT
from ..collide.local_core import LocalCore
from ..math3d import check
from ..math3d.mass import MassProperties3, mass_of_capsule, mass_of_sphere
from ..math3d.pose import PoseLike3
from ..math3d.vec3 import Triple, Vec3
from .base import ORIGIN, Shape3, core_at


class Sphere(Shape3):
    """A ball of a radius, in the game's unit of length.

    >>> import math
    >>> from ecsphys.space3d import Sphere
    >>> round(Sphere(3).volume / math.pi, 9)  # 4/3 r³
    36.0
    """

    __slots__ = ("center", "radius")

    center: Vec3
    radius: float

    def __init__(self, radius: float, center: Triple = (0.0, 0.0, 0.0), **unknown: Never):
        """`radius` > 0; `center` in the shape's own frame. Raises `ValueError` or `TypeError`."""
        if unknown:
            refuse_keywords(self, unknown)
        assign(self, "radius", positive(radius, "radius"))
        assign(self, "center", check.point(center, "center"))

    def _arguments(self) -> tuple[object, ...]:
        return self.radius, self.center

    @property
    def vertices(self) -> tuple[Vec3, ...]:
        """The centre."""
        return (self.center,)

    def _make_core(self) -> LocalCore:
        return core_at(POINT, self.radius, ORIGIN, self.center)

    @property
    def volume(self) -> float:
        """Volume, in cubic length units."""
        return 4.0 / 3.0 * math.pi * self.radius * self.radius * self.radius

    def _mass_at(self, density: float) -> MassProperties3:
        return mass_of_sphere(self.radius, self.center, density)

    def contains(self, pose: PoseLike3, point: Triple) -> bool:
        """Whether a point is inside the sphere at a pose or on its boundary."""
        return self._local(pose, point).distance(self.center) <= self.radius


class Capsule(Shape3):
    """All points within `radius` of a segment; upright around the origin unless made by `between`.

    >>> from ecsphys.space3d import Capsule
    >>> Capsule(3, 0.5).vertices
    (Vec3(x=0.0, y=-1.0, z=0.0), Vec3(x=0.0, y=1.0, z=0.0))
    """

    __slots__ = ("p1", "p2", "radius")

    p1: Vec3
    p2: Vec3
    radius: float

    def __init__(self, height: float, radius: float, **unknown: Never):
        """`radius` > 0 and `height`, from tip to tip, from 2 to 2e6 times `radius`.

        Raises `ValueError` or `TypeError`.
        """
        if unknown:
            refuse_keywords(self, unknown)
        height, radius = positive(height, "height"), positive(radius, "radius")
        if height < 2.0 * radius:
            raise ValueError(
                f"height must be at least 2 * radius = {2.0 * radius!r} (tip to tip), got {height!r}"
            )
        half = 0.5 * height - radius
        self._fill(Vec3(0.0, -half, 0.0), Vec3(0.0, half, 0.0), radius)

    @classmethod
    def between(cls, p1: Triple, p2: Triple, radius: float) -> Self:
        """The capsule around the segment from `p1` to `p2`; equal points give a sphere.

        Raises `ValueError` for one more than 1e6 times as long as thick.

        >>> from ecsphys.space3d import Capsule
        >>> Capsule.between((0, 0, 0), (3, 4, 0), radius=1).height
        7.0
        """
        capsule = cls.__new__(cls)
        capsule._fill(check.point(p1, "p1"), check.point(p2, "p2"), positive(radius, "radius"))
        return capsule

    def _fill(self, p1: Vec3, p2: Vec3, radius: float) -> None:
        check.proportion(type(self).__name__, p1.distance(p2) + 2.0 * radius, 2.0 * radius)
        assign(self, "p1", p1)
        assign(self, "p2", p2)
        assign(self, "radius", radius)

    @property
    def height(self) -> float:
        """Length from tip to tip."""
        return self.p1.distance(self.p2) + 2.0 * self.radius

    def _arguments(self) -> tuple[object, ...]:
        return self.p1, self.p2, self.radius

    @property
    def vertices(self) -> tuple[Vec3, ...]:
        """The ends of the axis; a single one if they are equal."""
        return (self.p1, self.p2) if self.p1 != self.p2 else (self.p1,)

    @property
    def edges(self) -> tuple[tuple[Vec3, Vec3], ...]:
        """The axis."""
        return ((self.p1, self.p2),) if self.p1 != self.p2 else ()

    def _make_core(self) -> LocalCore:
        if self.p1 == self.p2:
            return core_at(POINT, self.radius, ORIGIN, self.p1)
        return core_at(SEGMENT, self.radius, 0.5 * (self.p2 - self.p1), 0.5 * (self.p1 + self.p2))

    @property
    def volume(self) -> float:
        """Volume, in cubic length units."""
        r = self.radius
        return math.pi * r * r * (self.p1.distance(self.p2) + 4.0 / 3.0 * r)

    def _mass_at(self, density: float) -> MassProperties3:
        return mass_of_capsule(self.p1, self.p2, self.radius, density)

    def contains(self, pose: PoseLike3, point: Triple) -> bool:
        """Whether a point is inside the capsule at a pose or on its boundary."""
        local, way = self._local(pose, point) - self.p1, self.p2 - self.p1
        square = way.length_squared
        fraction = min(max(local.dot(way) / square, 0.0), 1.0) if square > 0.0 else 0.0
        return local.distance(fraction * way) <= self.radius

    def __repr__(self) -> str:
        return f"Capsule.between({', '.join(map(format_argument, self._arguments()))})"

    @classmethod
    def _from_arguments(cls, *arguments: Any) -> Self:
        return cls.between(*arguments)
