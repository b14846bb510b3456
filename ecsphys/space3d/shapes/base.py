"""The base class of all shapes of space."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ...arrays import Reals2
from ...math2d.check import not_negative
from ...math2d.outline import RELATIVE_TOLERANCE
from ...shapes.features import ROUNDING, SHARE, Feature, FeatureKind, nearest_feature
from ...shapes.immutable import ImmutableShape, assign
from ..collide.core import SolidRows
from ..collide.local_core import LocalCore
from ..collide.solid_rows import NO_ROWS
from ..math3d import check
from ..math3d.bounds import Bounds3
from ..math3d.mass import MassProperties3
from ..math3d.pose import UPRIGHT, Pose3, PoseLike3, as_pose
from ..math3d.products import dots, lengths, product
from ..math3d.quaternion import Quaternion, Rotation, rotate, rotate_back, rotation_of
from ..math3d.vec3 import Triple, Vec3

ORIGIN = Vec3(0.0, 0.0, 0.0)
NOWHERE = Pose3(ORIGIN)
# Of unit vectors: what is less apart counts as parallel, as in the plane.
PARALLEL = 1e-12


class UnitMass3(NamedTuple):
    """Mass properties at density 1, with two lengths that sweeps need.

    `reach`: largest distance of a point of the shape from the origin of its frame. `half_width`: radius of
    the largest ball around the centre of mass that is inside; 0 for a Plane and a Mesh.
    """

    mass: float
    center: Vec3
    inertia: Reals2
    reach: float
    half_width: float


class Shape3(ImmutableShape):
    """A convex solid (a Plane: half of space; a Mesh: a surface of triangles), rounded by its radius.

    A shape's frame is that of its Collider3D. A subclass calls `assign` in its constructor and defines
    `_arguments`, `vertices`, `_make_core` and `mass_properties`.

    >>> from ecsphys.space3d import AABB, Box, Capsule, Plane, Shape3, Sphere
    >>> shapes = [Sphere(1), Box(1, 2, 3), AABB(1, 1, 1), Capsule(3, 0.5), Plane((0, 1, 0))]
    >>> all(isinstance(shape, Shape3) for shape in shapes)
    True
    >>> [shape.radius for shape in shapes]
    [1.0, 0.0, 0.0, 0.5, 0.0]
    >>> [shape.solid for shape in shapes]
    [True, True, True, True, False]
    """

    __slots__ = ("_cores", "_hash", "_mass", "_packed", "_partners")

    _cores: tuple[LocalCore, ...]
    _hash: int
    _mass: UnitMass3
    _packed: SolidRows
    _partners: dict[int, Any]
    upright: ClassVar[bool] = False  # whether it keeps its orientation when its body turns
    solid: ClassVar[bool] = True  # whether it has a volume; without one it is for static bodies only
    radius: float = 0.0

    @property
    @abstractmethod
    def vertices(self) -> tuple[Vec3, ...]:
        """The corners of the shape without its rounding, in its own frame.

        A Sphere has its centre, a Capsule the ends of its axis, a Plane one point of its surface.
        """

    @property
    def faces(self) -> tuple[tuple[int, ...], ...]:
        """The polygons between the vertices, as numbers of vertices, counter-clockwise seen from outside.

        Round shapes and a Plane have none.
        """
        return ()

    @property
    def edges(self) -> tuple[tuple[Vec3, Vec3], ...]:
        """The straight lines between the vertices, as pairs of points; of a Capsule its axis."""
        return ()

    @property
    def axes(self) -> tuple[Vec3, ...]:
        """The outward unit normals of the faces, parallel ones once; round shapes have none."""
        return ()

    @abstractmethod
    def _make_core(self) -> LocalCore:
        """Return the only one of `cores`."""

    def _make_rows(self) -> SolidRows:
        """Return `packed`."""
        return NO_ROWS

    @property
    def cores(self) -> tuple[LocalCore, ...]:
        """The convex parts that kernels work on; computed once."""
        try:
            return self._cores
        except AttributeError:
            assign(self, "_cores", (self._make_core(),))
            return self._cores

    @property
    def packed(self) -> SolidRows:
        """Points, faces, edges and nodes of a Hull or a Mesh, no rows of other shapes; computed once."""
        try:
            return self._packed
        except AttributeError:
            assign(self, "_packed", self._make_rows())
            return self._packed

    @property
    def partners(self) -> dict[int, Any]:
        """What `geometry` keeps of pairs with other shapes, by the `id` of each."""
        try:
            return self._partners
        except AttributeError:
            assign(self, "_partners", {})
            return self._partners

    @property
    @abstractmethod
    def volume(self) -> float:
        """Volume, in cubic length units."""

    def mass_properties(self, density: float = 1.0) -> MassProperties3:
        """Mass, centre of mass and inertia (3, 3) about it, for a mass per volume of `density` >= 0.

        The inertia is in the shape's own axes, mass · length².

        >>> import math
        >>> from ecsphys.space3d import Sphere
        >>> mass, center, inertia = Sphere(3).mass_properties(density=1 / math.pi)
        >>> round(mass, 9), center, round(float(inertia[0, 0]) / mass, 9)  # 4/3 r³ and 2/5 r²
        (36.0, Vec3(x=0.0, y=0.0, z=0.0), 3.6)
        """
        return self._mass_at(not_negative(density, "density"))

    @abstractmethod
    def _mass_at(self, density: float) -> MassProperties3:
        """Return mass properties for a valid density."""

    @property
    def unit_mass(self) -> UnitMass3:
        """Mass properties at density 1, reach and smallest half width; computed once."""
        try:
            return self._mass
        except AttributeError:
            mass, center, inertia = self._mass_at(1.0)
            inertia.setflags(write=False)
            reach = float(lengths(self._corners()).max()) + self.radius
            assign(self, "_mass", UnitMass3(mass, center, inertia, reach, self._half_width() + self.radius))
            return self._mass

    def _corners(self) -> Reals2:
        """Return the points that the shape is the hull of, before its rounding."""
        return self.packed.points if len(self.packed.points) else np.array(self.vertices)

    def _half_width(self) -> float:
        """Return the distance of the centre of mass from the nearest face, without the rounding."""
        return 0.0

    def _placed(self, pose: PoseLike3) -> tuple[Vec3, Rotation]:
        """Return a pose as position and rotation; a shape that does not turn is upright."""
        position, orientation = as_pose(pose)
        return position, rotation_of(*(UPRIGHT if self.upright else orientation))

    def _local(self, pose: PoseLike3, point: Triple) -> Vec3:
        """Return a point of the frame of a pose in the shape's own one."""
        position, rotation = self._placed(pose)
        return rotate_back(rotation, check.point(point, "point") - position)

    def vertices_at(self, pose: PoseLike3) -> list[Vec3]:
        """`vertices` at a pose, in the frame of the pose.

        >>> from ecsphys.space3d import Capsule
        >>> Capsule(3, 0.5).vertices_at((10, 20, 30))
        [Vec3(x=10.0, y=19.0, z=30.0), Vec3(x=10.0, y=21.0, z=30.0)]
        """
        position, rotation = self._placed(pose)
        return [position + rotate(rotation, vertex) for vertex in self.vertices]

    def bounds(self, pose: PoseLike3 = NOWHERE) -> Bounds3:
        """The tightest axis-aligned box around the shape at a pose.

        >>> from ecsphys.space3d import Capsule
        >>> Capsule(3, 0.5).bounds((10, 0, 0))
        Bounds3(lower=Vec3(x=9.5, y=-1.5, z=-0.5), upper=Vec3(x=10.5, y=1.5, z=0.5))
        """
        position, rotation = self._placed(pose)
        corners = product(self._corners(), np.array(rotation).reshape(3, 3).T)
        lower = (corners.min(axis=0) - self.radius).tolist()
        upper = (corners.max(axis=0) + self.radius).tolist()
        return Bounds3(position + lower, position + upper)

    @abstractmethod
    def contains(self, pose: PoseLike3, point: Triple) -> bool:
        """Whether a point is inside the shape at a pose or on its boundary.

        >>> from ecsphys.space3d import Sphere
        >>> Sphere(1).contains((5, 0, 0), (5, 1, 0)), Sphere(1).contains((5, 0, 0), (0, 0, 0))
        (True, False)
        """

    def feature_at(self, pose: PoseLike3, point: Triple) -> Feature:
        """The corner, edge or face of the shape at a pose nearest to a point, as to one of a contact.

        Of a round side it is the corner or edge that is rounded. A point that is as near to a corner or edge
        as rounding errors allow is at that.

        >>> from ecsphys.space3d import Box
        >>> box = Box(2, 4, 6)
        >>> box.feature_at((10, 0, 0), (11, 0.5, 0)), box.feature_at((10, 0, 0), (9, -2, -3))
        (Feature(kind='face', index=1), Feature(kind='vertex', index=0))
        """
        local = self._local(pose, point)
        size = float(np.ptp(self._corners(), axis=0).max())
        slack = SHARE * size + ROUNDING * float(np.abs(check.point(point, "point")).sum())
        return nearest_feature(self._distances(local), slack)

    def _distances(self, p: Vec3) -> Iterator[tuple[float, FeatureKind, int]]:
        """Yield the distance of a point of the shape's frame from corners, edges and the faces below it."""
        corners = self.vertices
        for i, corner in enumerate(corners):
            yield p.distance(corner), "vertex", i
        for i, (start, end) in enumerate(self.edges):
            way = end - start
            along = min(max((p - start).dot(way) / way.length_squared, 0.0), 1.0)
            yield p.distance(start.lerp(end, along)), "edge", i
        for i, loop in enumerate(self.faces):
            height = _height_above([corners[k] for k in loop], p)
            if height is not None:
                yield height, "face", i

    def support(self, direction: Triple) -> Vec3:
        """The point of the shape furthest in a direction (not zero, any length), in its own frame.

        >>> from ecsphys.space3d import Box
        >>> Box(2, 4, 6).support((1, -1, 1))
        Vec3(x=1.0, y=-2.0, z=3.0)
        """
        unit = check.direction(direction, "direction")
        corners = self._corners()
        return Vec3(*corners[dots(corners, np.array(unit)).argmax()].tolist()) + unit * self.radius

    def supports(self, direction: Triple) -> tuple[Vec3, ...]:
        """The corners furthest in a direction, in the shape's own frame: one, or those of an edge or a face.

        There are several where an edge or face is at right angles to the direction, but for rounding errors;
        they are in the order of `vertices`, and with the rounding of the shape. `ValueError` for the zero
        vector.

        >>> from ecsphys.space3d import Box
        >>> len(Box(2, 4, 6).supports((0, 1, 0))), len(Box(2, 4, 6).supports((1, 1, 0)))
        (4, 2)
        """
        unit = check.direction(direction, "direction")
        corners = self._corners()
        heights = dots(corners, np.array(unit))
        level = heights.max() - RELATIVE_TOLERANCE * float(np.ptp(corners, axis=0).max())
        return tuple(Vec3(*corner) + unit * self.radius for corner in corners[heights >= level].tolist())

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            assign(self, "_hash", hash((type(self), self._arguments())))
            return self._hash


def _height_above(corners: Sequence[Vec3], p: Vec3) -> float | None:
    """Return the distance of a point from a convex polygon's plane, None where it is beside the polygon."""
    first, sides = corners[0], list(zip(corners, [*corners[1:], corners[0]], strict=True))
    normal = sum(((start - first).cross(end - first) for start, end in sides), start=ORIGIN).normalized()
    if any(normal.dot((end - start).cross(p - start)) < 0.0 for start, end in sides):
        return None
    return abs(normal.dot(p - first))


def without_parallels(directions: Iterable[Vec3]) -> tuple[Vec3, ...]:
    """Keep the first of unit vectors that are parallel or opposite.

    >>> without_parallels([Vec3(0, -1, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)])
    (Vec3(x=0, y=-1, z=0), Vec3(x=1, y=0, z=0))
    """
    given = list(directions)
    rows = np.array(given, np.float64).reshape(-1, 3)
    kept: list[int] = []
    for i in range(len(rows)):
        if not (np.abs(np.cross(rows[kept], rows[i])).max(axis=1) <= PARALLEL).any():
            kept.append(i)
    return tuple(given[i] for i in kept)


def core_at(form: int, radius: float, half: Vec3, position: Vec3 = ORIGIN) -> LocalCore:
    """Return a core that is not turned in its shape's frame."""
    return LocalCore(form, 0, radius, half, position, Quaternion(*UPRIGHT))
