"""Cores: the convex parts that kernels work on. Every shape is a few points in rows, rounded by a radius.

A row is `(px, py, nx, ny)`: a point and the outward unit normal of the edge from it to the next point.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ..arrays import PointRows
from .elementary import cos_sin
from .vec2 import Pair, Vec2

# The form of a core, called after its points.
POINT = 1  # a circle
SEGMENT = 2  # a capsule, or with radius 0 a segment
POLYGON = 3  # three points or more, convex and counter-clockwise
HALF_PLANE = 4  # a point on the surface and its outward normal; solid behind it
CHAIN = 5  # a one-sided segment and its ghost vertices: the points before and after it
INSIDE = 6  # a convex part of the inside of chain loops, and its exits: the edges nearest to it

# A normal whose smaller component is below this counts as parallel to an axis: over a world 1e7
# units wide the surface rises by less than 1e-5.
AXIS_TOLERANCE = 1e-12


class LocalCore(NamedTuple):
    """A core in its shape's own frame."""

    form: int
    rows: PointRows
    radius: float


def edge_normal(a: Pair, b: Pair) -> Pair:
    """Unit normal on the right of the way from `a` to `b`: outward on a counter-clockwise outline.

    >>> edge_normal((0, 0), (2, 0))
    (0.0, -1.0)
    """
    x, y = b[1] - a[1], a[0] - b[0]
    length = math.hypot(x, y)
    return x / length, y / length


def without_parallels(normals: Iterable[Vec2]) -> tuple[Vec2, ...]:
    """Keep the first of unit vectors that are parallel or opposite.

    >>> without_parallels([Vec2(0, -1), Vec2(1, 0), Vec2(0, 1)])
    (Vec2(x=0, y=-1), Vec2(x=1, y=0))
    """
    kept: list[Vec2] = []
    for normal in normals:
        if all(abs(normal.cross(other)) > AXIS_TOLERANCE for other in kept):
            kept.append(normal)
    return tuple(kept)


def outline_rows(points: Sequence[Pair]) -> PointRows:
    """Rows of a closed counter-clockwise outline (two points: a segment and its two sides)."""
    following = (*points[1:], points[0])
    return np.array([(*a, *edge_normal(a, b)) for a, b in zip(points, following, strict=True)])


def half_width(form: int, rows: PointRows) -> float:
    """Half the smallest width of a core's points; 0 unless it is a polygon."""
    if form != POLYGON:
        return 0.0
    x, y, nx, ny = rows.T
    heights = np.multiply.outer(x, nx) + np.multiply.outer(y, ny)
    return float((heights.max(axis=0) - heights.min(axis=0)).min()) / 2


def furthest(rows: PointRows) -> float:
    """Return the largest distance of a core's points from the origin."""
    x, y = rows[:, 0], rows[:, 1]
    return math.sqrt((x * x + y * y).max())


def box_rows(width: float, height: float) -> PointRows:
    """Rows of an axis-aligned rectangle around (0, 0)."""
    x, y = 0.5 * width, 0.5 * height
    return np.array([(-x, -y, 0.0, -1.0), (x, -y, 1.0, 0.0), (x, y, 0.0, 1.0), (-x, y, -1.0, 0.0)])


def transform_rows(points: PointRows, offset: Pair, angle: float) -> PointRows:
    """Rotate rows by `angle` and translate their points by `offset`; normals are only rotated."""
    c, s = cos_sin(angle)
    moved = np.empty_like(points)
    moved[:, 0] = c * points[:, 0] - s * points[:, 1] + offset[0]
    moved[:, 1] = s * points[:, 0] + c * points[:, 1] + offset[1]
    moved[:, 2] = c * points[:, 2] - s * points[:, 3]
    moved[:, 3] = s * points[:, 2] + c * points[:, 3]
    return moved
