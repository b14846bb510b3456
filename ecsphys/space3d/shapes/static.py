"""Shapes for static bodies: half of space, and surfaces of triangles."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, ClassVar, Never, Self

import numpy as np
import numpy.typing as npt

from ...arrays import Ints2, Reals2
from ...keywords import refuse_keywords
from ...limits import LARGEST, MOST_SLENDER, SMALLEST
from ...math2d.check import finite, shown, table
from ...shapes.features import FeatureKind
from ...shapes.immutable import assign
from ..collide.core import MESH, PLANE, SolidRows
from ..collide.local_core import LocalCore
from ..math3d import check
from ..math3d.bounds import Bounds3
from ..math3d.mass import MassProperties3, no_mass
from ..math3d.pose import PoseLike3
from ..math3d.products import dots, lengths
from ..math3d.quaternion import rotate
from ..math3d.vec3 import PointsLike, Triple, Vec3
from .base import NOWHERE, ORIGIN, PARALLEL, Shape3, core_at, without_parallels
from .packing import mesh_rows

_LEAST_AREA = 1.0 / MOST_SLENDER  # of the square of a triangle's longest edge


class Plane(Shape3):
    """All points behind a plane; static bodies only.

    >>> from ecsphys.space3d import Plane
    >>> ground = Plane((0, 2, 0), 5)  # normal and offset: all points up to y = 2.5
    >>> ground.contains((0, 0, 0), (100, 2.5, 0)), ground.contains((0, 0, 0), (100, 2.6, 0))
    (True, False)
    """

    __slots__ = ("normal", "offset")

    solid: ClassVar[bool] = False
    normal: Vec3
    offset: float

    def __init__(self, normal: Triple, offset: float = 0.0, **unknown: Never):
        """Solid where `dot(normal, p) <= offset`; `normal` (not zero) is made a unit vector and `offset` a
        distance from the origin. Raises `ValueError` or `TypeError`.
        """
        if unknown:
            refuse_keywords(self, unknown)
        unit = check.direction(normal, "normal")
        length = math.hypot(*check.point(normal, "normal"))
        if length < SMALLEST:
            raise ValueError(f"normal must be a vector of a length of at least {SMALLEST:g}, got {normal!r}")
        assign(self, "normal", unit)
        assign(self, "offset", finite(offset, "offset") / length)

    @classmethod
    def _from_arguments(cls, *arguments: Any) -> Self:
        normal, offset = arguments
        plane = cls.__new__(cls)
        assign(plane, "normal", check.point(normal, "normal"))
        assign(plane, "offset", finite(offset, "offset", LARGEST / SMALLEST))
        return plane

    def _arguments(self) -> tuple[object, ...]:
        return self.normal, self.offset

    @property
    def vertices(self) -> tuple[Vec3, ...]:
        """The point of the surface that is nearest to the origin."""
        return (self.normal * self.offset,)

    @property
    def axes(self) -> tuple[Vec3, ...]:
        """The normal."""
        return (self.normal,)

    def _make_core(self) -> LocalCore:
        return core_at(PLANE, 0.0, self.normal, self.normal * self.offset)

    @property
    def volume(self) -> float:
        """0: half of space is unbounded, its volume is of no use."""
        return 0.0

    def _mass_at(self, density: float) -> MassProperties3:
        return no_mass(ORIGIN)

    def bounds(self, pose: PoseLike3 = NOWHERE) -> Bounds3:
        """Infinite, except on the side of a normal that is parallel to an axis at this pose."""
        position, rotation = self._placed(pose)
        normal = rotate(rotation, self.normal)
        surface = position + normal * self.offset
        lower, upper = [-math.inf] * 3, [math.inf] * 3
        for axis in range(3):
            if math.hypot(*(normal[other] for other in range(3) if other != axis)) < PARALLEL:
                (upper if normal[axis] > 0.0 else lower)[axis] = surface[axis]
        return Bounds3(Vec3(*lower), Vec3(*upper))

    def contains(self, pose: PoseLike3, point: Triple) -> bool:
        """Whether a point is behind the plane or on it."""
        return self.normal.dot(self._local(pose, point)) <= self.offset

    def support(self, direction: Triple) -> Vec3:
        """A point of the surface, if `direction` is the normal's; `ValueError` for other directions."""
        if check.direction(direction, "direction").distance(self.normal) > PARALLEL:
            raise ValueError(f"direction must be the normal's: a plane has no end towards {direction!r}")
        return self.vertices[0]

    def _distances(self, p: Vec3) -> Iterator[tuple[float, FeatureKind, int]]:
        yield abs(self.normal.dot(p) - self.offset), "face", 0

    def supports(self, direction: Triple) -> tuple[Vec3, ...]:
        """That of `support`: a plane has no corners."""
        return (self.support(direction),)


class Mesh(Shape3):
    """A surface of triangles that are solid from the front, for ground and walls; static bodies only.

    The front of a triangle is where its corners are counter-clockwise. What has its middle behind it passes,
    as do rays from there; a mesh has no inside. What slides over an edge that two triangles share does not
    catch on it if both have their fronts on the same side.

    >>> from ecsphys.space3d import Mesh
    >>> floor = Mesh([(0, 0, 0), (4, 0, 0), (4, 0, 4), (0, 0, 4)], [(0, 2, 1), (0, 3, 2)])
    >>> floor.axes, floor.bounds((0, 1, 0))
    ((Vec3(x=0.0, y=1.0, z=0.0),), Bounds3(lower=Vec3(x=0.0, y=1.0, z=0.0), upper=Vec3(x=4.0, y=1.0, z=4.0)))
    """

    __slots__ = ("_faces", "_vertices")

    solid: ClassVar[bool] = False
    _vertices: tuple[Vec3, ...]
    _faces: tuple[tuple[int, ...], ...]

    def __init__(self, vertices: PointsLike, faces: npt.ArrayLike, **unknown: Never):
        """Vertices: triples of numbers, or an array (n, 3); faces: triples of numbers of vertices, from 0 on,
        or an array (m, 3). Raises `ValueError` for a face without area (its height below 1e-6 of its longest
        edge) or with a number that no vertex has.
        """
        if unknown:
            refuse_keywords(self, unknown)
        points, triangles = table(vertices, 3, "vertices"), _triangles(faces)
        if len(triangles) == 0:
            raise ValueError("faces must be at least one, got none")
        if triangles.min() < 0 or triangles.max() >= len(points):
            wrong = triangles[(triangles < 0).any(axis=1) | (triangles >= len(points)).any(axis=1)][0]
            raise ValueError(
                f"faces must be numbers of vertices, from 0 to {len(points) - 1}, got {tuple(wrong.tolist())}"
            )
        _check_areas(points[triangles])
        assign(self, "_vertices", tuple(Vec3(*row) for row in points.tolist()))
        assign(self, "_faces", tuple(map(tuple, triangles.tolist())))

    def _arguments(self) -> tuple[object, ...]:
        return self._vertices, self._faces

    @property
    def vertices(self) -> tuple[Vec3, ...]:
        """The vertices as they were given."""
        return self._vertices

    @property
    def faces(self) -> tuple[tuple[int, ...], ...]:
        """The triangles as they were given: numbers of vertices."""
        return self._faces

    @property
    def edges(self) -> tuple[tuple[Vec3, Vec3], ...]:
        """The edges of the triangles, as pairs of points; what two of them share comes once."""
        points = [Vec3(*row) for row in self.packed.points.tolist()]
        return tuple((points[i], points[j]) for i, j in self.packed.edges[:, :2].tolist())

    @property
    def axes(self) -> tuple[Vec3, ...]:
        """The unit normals of the triangles, parallel ones once."""
        return without_parallels(Vec3(*row) for row in self.packed.faces[:, :3].tolist())

    def _make_core(self) -> LocalCore:
        return core_at(MESH, 0.0, ORIGIN)

    def _make_rows(self) -> SolidRows:
        points, triangles = np.array(self._vertices), np.array(self._faces)
        normals, doubled = _normals(points[triangles])
        return mesh_rows(points, triangles, normals / doubled[:, None])

    @property
    def volume(self) -> float:
        """0: a mesh is a surface."""
        return 0.0

    def _mass_at(self, density: float) -> MassProperties3:
        return no_mass(ORIGIN)

    def contains(self, pose: PoseLike3, point: Triple) -> bool:
        """Whether a point is exactly on the surface."""
        p = np.array(self._local(pose, point))
        a, b, c = np.moveaxis(np.array(self._vertices)[np.array(self._faces)], 1, 0)
        normals = self.packed.faces[:, :3]
        within = dots(normals, p - a) == 0.0
        for start, end in ((a, b), (b, c), (c, a)):
            within &= dots(normals, np.cross(end - start, p - start)) >= 0.0
        return bool(within.any())


def _triangles(faces: Any) -> Ints2:
    """Return faces as an array (m, 3) of whole numbers."""
    try:
        given = np.asarray(faces)
        if given.size == 0:
            return np.empty((0, 3), np.int64)
        if given.dtype.kind not in "iu":
            raise TypeError
    except (TypeError, ValueError):
        raise TypeError(f"faces must be triples of whole numbers, got {shown(faces):.200}") from None
    if given.ndim != 2 or given.shape[1] != 3:
        raise ValueError(
            f"faces must be triangles, of shape (m, 3), got {given.shape}: cut larger polygons into triangles"
        )
    return given.astype(np.int64)


def _normals(corners: Reals2) -> tuple[Reals2, Reals2]:
    """Return the normals of triangles (m, 3, 3) and their lengths, twice the areas."""
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return normals, lengths(normals)


def _check_areas(corners: Reals2) -> None:
    """Raise `ValueError` for a triangle without area."""
    _, doubled = _normals(corners)
    longest = lengths(corners - np.roll(corners, 1, axis=1)).max(axis=1)
    flat = np.flatnonzero(doubled <= _LEAST_AREA * longest * longest)
    if len(flat):
        points = ", ".join(map(str, map(tuple, corners[flat[0]].tolist())))
        raise ValueError(f"faces must have an area, got faces[{flat[0]}] with corners {points}: leave it out")
