"""Surfaces of shapes: corners and faces to draw them by."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from ...arrays import Ints2, Reals2
from ...space3d import AABB, Box, Capsule, Hull, Mesh, Plane, Shape3, Sphere
from ...space3d.math3d.vec3 import Triple, Vec3

_AROUND, _ALONG = 32, 16  # faces around a sphere, and from pole to pole
_PLANE = 40.0  # half the side of the piece of a Plane that is drawn


class SolidMesh(NamedTuple):
    """A surface in the frame of its shape.

    points: (n, 3). faces: their corners, counter-clockwise from outside. edges: (e, 2) rows of points, the
    creases. normals: (n, 3), one a point, of a round surface; None if its faces are flat. spine: both ends of
    a capsule's core and its radius, for a sphere its centre twice. planes: (f, 4) outward normals and offsets
    of the faces of a convex solid, and beside: (e, 2) the faces that each edge is between.
    """

    points: Reals2
    faces: tuple[tuple[int, ...], ...]
    edges: Ints2
    normals: Reals2 | None = None
    spine: tuple[Vec3, Vec3, float] | None = None
    planes: Reals2 | None = None
    beside: Ints2 | None = None

    @property
    def closed(self) -> bool:
        """Whether it is the surface of a convex solid, of which nobody sees the back."""
        return self.spine is not None or self.planes is not None


@lru_cache(maxsize=4096)
def surface_of(shape: Shape3) -> tuple[SolidMesh, Reals2]:
    """Return the surface of a shape, and the matrix (3, 4) that places it in the shape's frame.

    All spheres share one surface, and so do all boxes: a graphics card draws them at once. Round surfaces
    have 32 faces to the turn.
    """
    if isinstance(shape, Sphere):
        return _unit_sphere(), np.column_stack([shape.radius * np.eye(3), shape.center])
    if isinstance(shape, (AABB, Box)):
        half = Vec3(*shape.bounds((0.0, 0.0, 0.0)).upper)
        return unit_box(), np.column_stack([np.diag(half), np.zeros(3)])
    return _mesh_of(shape), np.eye(3, 4)


@cache
def _unit_sphere() -> SolidMesh:
    return _tube(Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0), 1.0)


@cache
def unit_box() -> SolidMesh:
    """Return the surface of a box from -1 to 1 along each axis."""
    return _mesh_of(Hull(Box(2.0, 2.0, 2.0).vertices))


def _mesh_of(shape: Shape3) -> SolidMesh:
    if isinstance(shape, Capsule):
        lower, upper = shape.vertices
        return _tube(Vec3(*lower), Vec3(*upper), shape.radius)
    if isinstance(shape, Plane):
        return _square(shape)
    if isinstance(shape, (Hull, Mesh)):
        points = np.array(shape.vertices, float)
        edges, beside = _creases(points, shape.faces)
        if isinstance(shape, Mesh):
            return SolidMesh(points, shape.faces, edges)
        normals = np.array([face_normal(points, face) for face in shape.faces])
        offsets = (normals * points[[face[0] for face in shape.faces]]).sum(axis=1)
        planes = np.column_stack([normals, offsets])
        return SolidMesh(points, shape.faces, edges, planes=planes, beside=beside)
    raise TypeError(f"shape must be one of ecsphys.space3d, got {shape!r}")


def _tube(start: Vec3, end: Vec3, radius: float) -> SolidMesh:
    """Return a capsule from start to end, or a sphere where these are equal."""
    along = (end - start).normalized() if end != start else Vec3(0.0, 1.0, 0.0)
    side = along.cross((1.0, 0.0, 0.0) if abs(along.x) < 0.9 else (0.0, 1.0, 0.0)).normalized()
    across = along.cross(side)
    normals, centers = [], []
    angles = [math.pi * k / _ALONG - 0.5 * math.pi for k in range(_ALONG + 1)]
    rings = [(angle, start) for angle in angles[: _ALONG // 2 + 1]]
    rings += [(angle, end) for angle in angles[_ALONG // 2 if end != start else _ALONG // 2 + 1 :]]
    for angle, center in rings:
        for k in range(_AROUND):
            turn = 2.0 * math.pi * k / _AROUND
            out = math.cos(turn) * side + math.sin(turn) * across
            normals.append(math.cos(angle) * out + math.sin(angle) * along)
            centers.append(center)
    faces = []
    for ring in range(len(rings) - 1):
        for k in range(_AROUND):
            a, b = ring * _AROUND + k, ring * _AROUND + (k + 1) % _AROUND
            faces.append((a, b, b + _AROUND, a + _AROUND))
    points = np.array(centers) + radius * np.array(normals)
    edges = np.zeros((0, 2), np.int64)
    return SolidMesh(points, tuple(faces), edges, np.array(normals), (start, end, radius))


def _square(plane: Plane) -> SolidMesh:
    """Return a large square of a plane's surface."""
    normal = Vec3(*plane.normal)
    side = normal.cross((1.0, 0.0, 0.0) if abs(normal.x) < 0.9 else (0.0, 0.0, 1.0)).normalized()
    across = normal.cross(side)
    middle = plane.offset * normal
    corners = [middle + _PLANE * (i * side + j * across) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return SolidMesh(np.array(corners), ((0, 1, 2, 3),), np.zeros((0, 2), np.int64))


def _creases(points: Reals2, faces: Sequence[Sequence[int]]) -> tuple[Ints2, Ints2]:
    """Return the edges between faces with a fold, and those of one face, ascending; and their faces.

    An edge of one face has that face twice.
    """
    normals = [face_normal(points, face) for face in faces]
    beside: dict[tuple[int, int], list[int]] = {}
    for k, face in enumerate(faces):
        for a, b in zip(face, (*face[1:], face[0]), strict=True):
            beside.setdefault((min(a, b), max(a, b)), []).append(k)
    kept = sorted(
        (edge, (owners[0], owners[-1]))
        for edge, owners in beside.items()
        if len(owners) != 2 or normals[owners[0]].dot(normals[owners[1]]) < 1.0 - 1e-6
    )
    rows = np.array(kept, np.int64).reshape(-1, 2, 2)
    return rows[:, 0], rows[:, 1]


def face_normal(points: Sequence[Triple] | Reals2, face: Sequence[int]) -> Vec3:
    """Return the outward unit normal of a face (Newell's method)."""
    total = Vec3(0.0, 0.0, 0.0)
    for a, b in zip(face, (*face[1:], face[0]), strict=True):
        total += Vec3(*points[a]).cross(points[b])
    return total.normalized()


def triangles(mesh: SolidMesh) -> tuple[Reals2, Reals2, Ints2]:
    """Return points (n, 3) of a surface, their normals, of faces or smooth, and triangles: (t, 3) rows."""
    fans = [[(0, k, k + 1) for k in range(1, len(face) - 1)] for face in mesh.faces]
    if mesh.normals is not None:
        rows = [[face[k] for k in three] for face, fan in zip(mesh.faces, fans, strict=True) for three in fan]
        indices = np.array(rows, np.int64)
        places = mesh.points[indices]
        wide = (places != np.roll(places, 1, axis=1)).any(axis=2).all(axis=1)  # not so at poles
        return mesh.points, mesh.normals, indices[wide]
    counts = [len(face) for face in mesh.faces]
    firsts = np.repeat(np.cumsum([0, *counts[:-1]]), [len(fan) for fan in fans])
    normals = np.repeat([face_normal(mesh.points, face) for face in mesh.faces], counts, axis=0)
    corners = [corner for face in mesh.faces for corner in face]
    return mesh.points[corners], normals, firsts[:, None] + [three for fan in fans for three in fan]
