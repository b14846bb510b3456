"""Boxes: one that turns with its body, and one that does not."""

from __future__ import annotations

import math
from itertools import product
from typing import ClassVar, Never

from ...keywords import refuse_keywords
from ...math2d.check import positive
from ...shapes.immutable import assign
from ..collide.core import BOX
from ..collide.local_core import LocalCore
from ..math3d import check
from ..math3d.bounds import Bounds3
from ..math3d.mass import MassProperties3, mass_of_box
from ..math3d.pose import PoseLike3
from ..math3d.vec3 import Triple, Vec3
from .base import NOWHERE, Shape3, core_at

# Numbers of the corners in `vertices`, which count z first, then y, then x: 0 is the lowest of all.
_FACES = (
    (0, 1, 3, 2),  # -x
    (4, 6, 7, 5),  # +x
    (0, 4, 5, 1),  # -y
    (2, 3, 7, 6),  # +y
    (0, 2, 6, 4),  # -z
    (1, 5, 7, 3),  # +z
)
_EDGES = tuple((i, i | bit) for bit in (4, 2, 1) for i in range(8) if not i & bit)
_AXES = Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)


class _Cuboid(Shape3):
    """A box around the origin, its full width along x, height along y, depth along z."""

    __slots__ = ("depth", "height", "width")

    width: float
    height: float
    depth: float

    def __init__(self, width: float, height: float, depth: float, **unknown: Never):
        """All three > 0, the longest at most 1e6 times the shortest. Raises `ValueError` or `TypeError`."""
        if unknown:
            refuse_keywords(self, unknown)
        assign(self, "width", positive(width, "width"))
        assign(self, "height", positive(height, "height"))
        assign(self, "depth", positive(depth, "depth"))
        sides = self._arguments()
        check.proportion(type(self).__name__, max(sides), min(sides))

    @property
    def half(self) -> Vec3:
        """Half of width, height and depth."""
        return Vec3(0.5 * self.width, 0.5 * self.height, 0.5 * self.depth)

    def _arguments(self) -> tuple[float, float, float]:
        return self.width, self.height, self.depth

    @property
    def vertices(self) -> tuple[Vec3, ...]:
        """The eight corners, from the lowest to the highest: z counts first, then y, then x."""
        x, y, z = self.half
        return tuple(Vec3(*corner) for corner in product((-x, x), (-y, y), (-z, z)))

    @property
    def faces(self) -> tuple[tuple[int, ...], ...]:
        """The faces at -x, x, -y, y, -z, z, as numbers of vertices, counter-clockwise seen from outside."""
        return _FACES

    @property
    def edges(self) -> tuple[tuple[Vec3, Vec3], ...]:
        """The twelve edges, as pairs of points: four each along x, y and z."""
        corners = self.vertices
        return tuple((corners[i], corners[j]) for i, j in _EDGES)

    @property
    def axes(self) -> tuple[Vec3, ...]:
        """The unit vectors along x, y and z."""
        return _AXES

    def _make_core(self) -> LocalCore:
        return core_at(BOX, 0.0, self.half)

    @property
    def volume(self) -> float:
        """Volume, in cubic length units."""
        return self.width * self.height * self.depth

    def _mass_at(self, density: float) -> MassProperties3:
        return mass_of_box(self.half, density)

    def _half_width(self) -> float:
        return min(self.half)

    def face_center(self, direction: Triple) -> Vec3:
        """The middle of the face towards which a direction points most, in the box's own frame.

        It lies along the dominant axis of the direction, the first of equal ones. For the normal of a contact
        it is a point of the box that never makes it twist. `ValueError` for the zero vector.

        >>> from ecsphys.space3d import AABB
        >>> AABB(4, 2, 6).face_center((0.6, -0.8, 0))
        Vec3(x=0.0, y=-1.0, z=0.0)
        """
        unit = check.direction(direction, "direction")
        axis = max(range(3), key=lambda k: abs(unit[k]))
        reach = math.copysign(self.half[axis], unit[axis])
        return Vec3(*(reach if k == axis else 0.0 for k in range(3)))

    def bounds(self, pose: PoseLike3 = NOWHERE) -> Bounds3:
        """The tightest axis-aligned box around the shape at a pose."""
        position, r = self._placed(pose)
        x, y, z = self.half
        reach = Vec3(
            abs(r.xx) * x + abs(r.xy) * y + abs(r.xz) * z,
            abs(r.yx) * x + abs(r.yy) * y + abs(r.yz) * z,
            abs(r.zx) * x + abs(r.zy) * y + abs(r.zz) * z,
        )
        return Bounds3(position - reach, position + reach)

    def contains(self, pose: PoseLike3, point: Triple) -> bool:
        """Whether a point is inside the box at a pose or on its boundary."""
        return all(abs(x) <= half for x, half in zip(self._local(pose, point), self.half, strict=True))


class AABB(_Cuboid):
    """An axis-aligned box around the origin that never turns with its body; full width, height and depth.

    A body of AABBs alone has infinite inertia; the mass properties here are those of the box.

    >>> from ecsphys.space3d import AABB
    >>> AABB(4, 2, 6).bounds(((1, 0, 0), (0.6, 0.8, 0, 0)))
    Bounds3(lower=Vec3(x=-1.0, y=-1.0, z=-3.0), upper=Vec3(x=3.0, y=1.0, z=3.0))
    """

    __slots__ = ()

    upright: ClassVar[bool] = True


class Box(_Cuboid):
    """A box around the origin, of a full width, height and depth, that turns with its body.

    >>> from ecsphys.space3d import Box
    >>> Box(4, 2, 6).bounds(((0, 0, 0), (0.5, 0.5, 0.5, 0.5)))
    Bounds3(lower=Vec3(x=-3.0, y=-2.0, z=-1.0), upper=Vec3(x=3.0, y=2.0, z=1.0))
    """

    __slots__ = ()
