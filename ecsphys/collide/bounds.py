"""Rotation of cores and their bounding boxes."""

from __future__ import annotations

import math

from ..arrays import PointRows
from ..compile import inlined, kernel
from ..math2d.core import AXIS_TOLERANCE
from ..math2d.vector import rotate
from .inside import as_polygon
from .manifold import CHAIN, HALF_PLANE, INSIDE, Core, normal_at, point_at


@inlined
def rotate_row(
    source: PointRows, row: int, target: PointRows, target_row: int, cosine: float, sine: float
) -> None:
    """Rotate the point and the normal of a row of `source` into a row of `target`."""
    point = rotate(point_at(source, row), cosine, sine)
    normal = rotate(normal_at(source, row), cosine, sine)
    target[target_row, 0], target[target_row, 1] = point.x, point.y
    target[target_row, 2], target[target_row, 3] = normal.x, normal.y


@kernel
def rotate_rows(
    local: PointRows, turned: PointRows, first: int, count: int, cosine: float, sine: float
) -> None:
    """Rotate rows `first` … `first + count - 1` of `local` into the same rows of `turned`."""
    for i in range(first, first + count):
        rotate_row(local, i, turned, i, cosine, sine)


@inlined
def core_bounds(points: PointRows, core: Core) -> tuple[float, float, float, float]:
    """Lower x, lower y, upper x and upper y of the tight box around a core; a half-plane's is infinite."""
    if core.form == HALF_PLANE:
        return _half_plane_bounds(points, core)
    count = 2 if core.form == CHAIN else core.count
    if core.form == INSIDE:
        count = as_polygon(points, core).count
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
