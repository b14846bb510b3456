"""Convex polyhedra."""

from __future__ import annotations

import math
from typing import Any, Never, Self

import numpy as np

from ...arrays import Reals2
from ...keywords import refuse_keywords
from ...math2d.check import count, not_negative, table
from ...shapes.immutable import assign, format_argument
from ..collide.core import HULL, SolidRows
from ..collide.local_core import LocalCore
from ..math3d import check
from ..math3d.hull import Loop, hull, main_corners
from ..math3d.mass import MassProperties3, mass_of_polyhedron
from ..math3d.pose import PoseLike3
from ..math3d.products import dots, product
from ..math3d.vec3 import PointsLike, Triple, Vec3
from .base import ORIGIN, Shape3, core_at, without_parallels
from .packing import polygon_rows


class Hull(Shape3):
    """The convex hull of points, in the game's unit of length.

    Points inside, on faces and on edges are dropped; triangles in one plane become one face.

    >>> from ecsphys.space3d import Hull
    >>> wedge = Hull([(0, 0, 0), (2, 0, 0), (0, 1, 0), (0, 0, 3), (2, 0, 3), (0, 1, 3), (1, 0, 1)])
    >>> wedge.volume, len(wedge.vertices), len(wedge.faces)
    (3.0, 6, 5)
    """

    __slots__ = ("_faces", "_normals", "_points")

    _points: tuple[Vec3, ...]
    _faces: tuple[Loop, ...]
    _normals: tuple[Vec3, ...]

    def __init__(self, points: PointsLike, **unknown: Never):
        """At least four points that are not in one plane: triples, or an array of shape (n, 3).

        Raises `ValueError` for points without volume, a hull more than 1e6 times as long as thick, NaN and
        infinity, and `TypeError` for what is no point.
        """
        if unknown:
            refuse_keywords(self, unknown)
        corners, faces, normals = hull(table(points, 3, "points"))
        heights = product(normals, corners.T)
        thickness = float((heights.max(axis=1) - heights.min(axis=1)).min())
        check.proportion(type(self).__name__, math.dist(corners.min(axis=0), corners.max(axis=0)), thickness)
        self._fill(_vectors(corners), faces, _vectors(normals))

    def _fill(self, points: tuple[Vec3, ...], faces: tuple[Loop, ...], normals: tuple[Vec3, ...]) -> None:
        assign(self, "_points", points)
        assign(self, "_faces", faces)
        assign(self, "_normals", normals)

    def simplified(self, most: int, error: float = 0.0) -> Hull:
        """A hull of at most `most` of the corners, >= 4; of fewer where the others are within `error`.

        It is inside this one, and none of the others is more than `error` above one of its faces. Each next
        corner is the one that is highest above a face of the hull of those taken before, so that the largest
        features come first. `closest_point` at a corner says what is lost.

        >>> from math import cos, pi, sin
        >>> from ecsphys.space3d import Hull
        >>> turns = [(0.2 * pi * i, 0.1 * pi * k) for i in range(10) for k in range(1, 10)]
        >>> ball = Hull([(sin(t) * cos(s), cos(t), sin(t) * sin(s)) for s, t in turns])
        >>> small = ball.simplified(20)
        >>> len(ball.vertices), len(small.vertices), round(small.volume / ball.volume, 1)
        (90, 20, 0.8)
        """
        if count(most, "most") < 4:
            raise ValueError(f"most must be a whole number >= 4, got {most!r}")
        corners = np.array(self._points)
        return Hull(corners[main_corners(corners, most, not_negative(error, "error"))])

    def _arguments(self) -> tuple[object, ...]:
        return self._points, self._faces, self._normals

    @classmethod
    def _from_arguments(cls, *arguments: Any) -> Self:
        shape = cls.__new__(cls)
        shape._fill(*arguments)
        return shape

    @property
    def vertices(self) -> tuple[Vec3, ...]:
        """The corners, in the order in which they were given."""
        return self._points

    @property
    def faces(self) -> tuple[Loop, ...]:
        """The faces as numbers of vertices, counter-clockwise seen from outside."""
        return self._faces

    @property
    def normals(self) -> tuple[Vec3, ...]:
        """The outward unit normals of the faces."""
        return self._normals

    @property
    def edges(self) -> tuple[tuple[Vec3, Vec3], ...]:
        """The edges, as pairs of points."""
        points = self._points
        return tuple((points[i], points[j]) for i, j in self.packed.edges[:, :2].tolist())

    @property
    def axes(self) -> tuple[Vec3, ...]:
        """The outward unit normals of the faces, parallel ones once."""
        return without_parallels(self._normals)

    def _make_core(self) -> LocalCore:
        return core_at(HULL, 0.0, ORIGIN)

    def _make_rows(self) -> SolidRows:
        return polygon_rows(np.array(self._points), self._faces, np.array(self._normals))

    @property
    def volume(self) -> float:
        """Volume, in cubic length units."""
        return self.unit_mass.mass

    def _mass_at(self, density: float) -> MassProperties3:
        return mass_of_polyhedron(np.array(self._points), self._faces, density)

    def _half_width(self) -> float:
        faces, center = self.packed.faces, self._mass_at(1.0).center
        return float((faces[:, 3] - dots(faces[:, :3], np.array(center))).min())

    def contains(self, pose: PoseLike3, point: Triple) -> bool:
        """Whether a point is inside the hull at a pose or on its boundary."""
        faces = self.packed.faces
        return bool((dots(faces[:, :3], np.array(self._local(pose, point))) <= faces[:, 3]).all())

    def __repr__(self) -> str:
        return f"Hull({format_argument(self._points)})"


def _vectors(rows: Reals2) -> tuple[Vec3, ...]:
    return tuple(Vec3(*row) for row in rows.tolist())
