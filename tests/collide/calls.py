"""Call the kernels of `collide` with shapes and poses."""

from __future__ import annotations

import math

import numpy as np

from ecsphys.arrays import PointRows
from ecsphys.collide import bounds, dispatch, ray
from ecsphys.collide.manifold import Core, Manifold
from ecsphys.compile import INT, REAL, REALS2, entry, value
from ecsphys.math2d.core import transform_rows
from ecsphys.math2d.vec2 import Vec2
from ecsphys.shapes import Shape

CORE = value(Core, INT, INT, INT, REAL, REAL, REAL)
Pose = tuple[float, float, float]
HERE = (0.0, 0.0, 0.0)


@entry(REALS2, CORE, CORE, REAL)
def call_collide(points: PointRows, a: Core, b: Core, margin: float) -> Manifold:
    return dispatch.collide(points, a, b, margin)


@entry(REALS2, CORE)
def call_core_bounds(points: PointRows, a: Core) -> tuple[float, float, float, float]:
    return bounds.core_bounds(points, a)


@entry(REALS2, CORE, REAL, REAL, REAL, REAL)
def call_raycast(
    points: PointRows, a: Core, sx: float, sy: float, ex: float, ey: float
) -> tuple[float, float, float]:
    fraction, normal = ray.raycast(points, a, Vec2(sx, sy), Vec2(ex, ey))
    return fraction, normal.x, normal.y


@entry(REALS2, REALS2, INT, INT, REAL, REAL)
def call_rotate_rows(
    local: PointRows, turned: PointRows, first: int, count: int, cosine: float, sine: float
) -> None:
    bounds.rotate_rows(local, turned, first, count, cosine, sine)


def cores(shape: Shape, pose: Pose, first: int) -> tuple[list[Core], PointRows]:
    """The cores of a shape at a pose and their rows, of which the first is number `first`."""
    made, rows = [], []
    for form, points, radius in shape.cores:
        turned = transform_rows(points, (0.0, 0.0), 0.0 if shape.upright else pose[2])
        made.append(Core(form, first, len(turned), float(radius), float(pose[0]), float(pose[1])))
        rows.append(turned)
        first += len(turned)
    return made, np.concatenate(rows)


def contacts(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, margin: float = 0.0) -> list[Manifold]:
    """The manifolds of all pairs of parts that touch."""
    of_a, rows_a = cores(a, pose_a, 0)
    of_b, rows_b = cores(b, pose_b, len(rows_a))
    rows = np.concatenate([rows_a, rows_b])
    found = [call_collide(rows, one, other, margin) for one in of_a for other in of_b]
    return [m for m in found if m.count > 0]


def normals(found: list[Manifold]) -> set[tuple[float, float]]:
    return {(round(m.nx, 12) + 0.0, round(m.ny, 12) + 0.0) for m in found}


def depth(found: list[Manifold]) -> float:
    """The deepest penetration."""
    points = [m.separation0 for m in found] + [m.separation1 for m in found if m.count == 2]
    return -min(points, default=math.inf)
