"""Rotation of cores and their bounding boxes."""

from __future__ import annotations

import math

from ..arrays import PointRows
from ..compile import kernel
from ..math2d.core import AXIS_TOLERANCE
from .manifold import CHAIN, HALF_PLANE, Core, normal_at, point_at


@kernel
def rotate_rows(
    local: PointRows, turned: PointRows, first: int, count: int, cosine: float, sine: float
) -> None:
    """Rotate rows `first` … `first + count - 1` of `local` into the same rows of `turned`."""
    for i in range(first, first + count):
        x, y, nx, ny = local[i, 0], local[i, 1], local[i, 2], local[i, 3]
        turned[i, 0] = cosine * x - sine * y
        turned[i, 1] = sine * x + cosine * y
        turned[i, 2] = cosine * nx - sine * ny
        turned[i, 3] = sine * nx + cosine * ny


@kernel
def core_bounds(points: PointRows, core: Core) -> tuple[float, float, float, float]:
    """Lower x, lower y, upper x and upper y of the tight box around a core; a half-plane's is infinite."""
    if core.form == HALF_PLANE:
        return _half_plane_bounds(points, core)
    count = 2 if core.form == CHAIN else core.count
    lx, ly = points[core.first, 0], points[core.first, 1]
    ux, uy = lx, ly
    for i in range(core.first + 1, core.first + count):
        x, y = points[i, 0], points[i, 1]
        lx, ly = min(lx, x), min(ly, y)
        ux, uy = max(ux, x), max(uy, y)
    return (
        lx - core.radius + core.x,
        ly - core.radius + core.y,
        ux + core.radius + core.x,
        uy + core.radius + core.y,
    )


@kernel
def _half_plane_bounds(points: PointRows, core: Core) -> tuple[float, float, float, float]:
    x, y = points[core.first, 0] + core.x, points[core.first, 1] + core.y
    normal = normal_at(points, core.first)
    horizontal, vertical = abs(normal.x) < AXIS_TOLERANCE, abs(normal.y) < AXIS_TOLERANCE
    return (
        x if vertical and normal.x < 0.0 else -math.inf,
        y if horizontal and normal.y < 0.0 else -math.inf,
        x if vertical and normal.x > 0.0 else math.inf,
        y if horizontal and normal.y > 0.0 else math.inf,
    )
