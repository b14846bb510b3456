"""Random cores of all convex forms with their points, for tests that compare with other ways to compute."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.spatial.transform import Rotation as Turn

from ecsphys.space3d.collide.core import (
    BOX,
    HULL,
    MESH,
    PLANE,
    POINT,
    SEGMENT,
    TRIANGLE,
    Core,
    SolidRows,
)
from ecsphys.space3d.collide.solid_rows import join_rows
from ecsphys.space3d.math3d.quaternion import Rotation
from ecsphys.space3d.math3d.vec3 import Vec3
from ecsphys.space3d.shapes import Hull, Mesh

Reals = npt.NDArray[np.float64]
UPRIGHT = np.eye(3)
POLYTOPES = (BOX, HULL, TRIANGLE)
CONVEX = (POINT, SEGMENT, BOX, HULL, TRIANGLE)


def core(
    form: int,
    half: Sequence[float] = (0.0, 0.0, 0.0),
    radius: float = 0.0,
    at: Sequence[float] = (0.0, 0.0, 0.0),
    turned: Reals = UPRIGHT,
    span: int = 0,
) -> Core:
    """A core at a pose."""
    x, y, z = (float(part) for part in half)
    matrix = Rotation(*(float(part) for part in np.asarray(turned).ravel()))
    return Core(form, span, float(radius), Vec3(x, y, z), Vec3(*(float(part) for part in at)), matrix)


def matrix_of(given: Core) -> Reals:
    return np.array(given.rotation).reshape(3, 3)


def hull_rows(points: Reals) -> SolidRows:
    """The rows of the convex hull of points."""
    return Hull(points).packed


def triangle_rows(corners: Reals) -> SolidRows:
    """The rows of a single triangle."""
    return Mesh(corners, [(0, 1, 2)]).packed


def random_hull(rng: np.random.Generator, count: int = 16) -> SolidRows:
    """A hull of random points on an ellipsoid around somewhere near the origin."""
    points = rng.normal(size=(count, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    return hull_rows(points * rng.uniform(0.5, 1.5, 3) + rng.uniform(-0.3, 0.3, 3))


def pool(rng: np.random.Generator, hulls: int = 6, triangles: int = 4) -> SolidRows:
    """Rows of some hulls, then of triangles."""
    parts = [random_hull(rng, int(rng.choice([4, 6, 8, 16, 24, 60]))) for _ in range(hulls)]
    return join_rows(parts + [triangle_rows(rng.normal(size=(3, 3))) for _ in range(triangles)])


def random_core(
    rng: np.random.Generator, rows: SolidRows, form: int, hulls: int = 6, spread: float = 1.5
) -> Core:
    """A core of a form, somewhere near the origin, with a random orientation."""
    turned = Turn.random(rng=rng).as_matrix()
    at = rng.uniform(-spread, spread, 3)
    if form == POINT:
        return core(POINT, radius=rng.uniform(0.1, 1.0), at=at, turned=turned)
    if form == SEGMENT:
        half = rng.normal(size=3) * 0.5
        return core(SEGMENT, half, rng.uniform(0.0, 0.5), at, turned)
    if form == BOX:
        return core(BOX, rng.uniform(0.2, 1.2, 3), 0.0, at, turned)
    if form == HULL:
        return core(HULL, at=at, turned=turned, span=int(rng.integers(hulls)))
    if form == TRIANGLE:
        first = rows.spans[hulls + int(rng.integers(len(rows.spans) - hulls)), 2]
        return core(TRIANGLE, at=at, turned=turned, span=int(first))
    n = rng.normal(size=3)
    return core(PLANE, n / np.linalg.norm(n), at=at, turned=turned)


def local_points(rows: SolidRows, given: Core) -> Reals:
    """The points of a core in its own frame."""
    if given.form == POINT:
        return np.zeros((1, 3))
    if given.form == SEGMENT:
        return np.array([-np.array(given.half), np.array(given.half)])
    if given.form == BOX:
        signs = [[1 if i >> k & 1 else -1 for k in range(3)] for i in range(8)]
        return np.array(signs) * np.array(given.half)
    if given.form in (HULL, MESH):
        first, count = rows.spans[given.span, :2]
        return rows.points[first : first + count]
    first = rows.loops[given.span, 0]
    return rows.points[rows.corners[first : first + 3, 0]]


def points_of(rows: SolidRows, given: Core) -> Reals:
    """The points of a core in the shared frame."""
    return local_points(rows, given) @ matrix_of(given).T + np.array(given.center)


def moved(given: Core, by: Sequence[float]) -> Core:
    """The core moved by a vector."""
    return given._replace(center=Vec3(*(c + float(d) for c, d in zip(given.center, by, strict=True))))


def vec(v: Sequence[float] | Reals) -> Vec3:
    """Three numbers as a vector of Python's own ones."""
    x, y, z = (float(part) for part in v)
    return Vec3(x, y, z)
