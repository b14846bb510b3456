"""All shapes of a world as filled triangles with a rim; a spoke shows the angle of a circle."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..arrays import Reals2
from ..collide.inside import CORNERS
from ..math2d.bounds import Bounds
from ..math2d.core import CHAIN, HALF_PLANE, INSIDE, POINT
from ..world.state import World
from .lines import Colors
from .outlines import closed_curve
from .poses import Poses
from .shape_points import ShapePoints

_FAR = 1e5  # half the drawn size of a half plane, game units
_RIM = 0.04  # width of a rim, of a typical length
_THIN = 0.15  # widest rim, of the width of a shape
_SHADE = 0.7  # of a rim, relative to the filling
_TRIGGER = 0.3  # opacity of triggers
_CHORD = 0.004  # how far the lines of a circle are from it, of a typical length

Bools = npt.NDArray[np.bool_]


class Triangles(NamedTuple):
    """Triangles: rows 3 k to 3 k + 2 of `points` (3 n, 2) are the corners of one; `colors` is (3 n, 4)."""

    points: Reals2
    colors: Colors


class ShapeFills:
    """A world's shapes as triangles, in the order of their entities. `length_unit` scales the rims."""

    def __init__(self, world: World, length_unit: float):
        self._world = world
        self._rim, self._error = _RIM * length_unit, _CHORD * length_unit
        self._fills = ShapePoints(world, self._make)

    def triangles(self, poses: Poses, colors: Colors, clear: Bools, view: Bounds | None) -> Triangles:
        """Return the shapes that `view` may show (None: all), at one pose and one colour a body.

        Triggers of the bodies in `clear` are translucent.
        """
        placed = self._fills.place(poses, view)
        shaded = colors[placed.bodies].astype(np.float64)
        is_trigger = self._world.shapes.filters["trigger"][placed.shapes] != 0
        shaded[is_trigger & clear[placed.bodies], 3] *= _TRIGGER
        shaded = np.repeat(shaded, placed.counts, axis=0)
        shaded[:, :3] *= placed.more.reshape(-1, 1)  # without any shape it has no column
        return Triangles(placed.points, shaded.astype(np.uint8))

    def _make(self, form: int, points: Reals2, radius: float) -> Reals2:
        """Return the triangles of a shape, with the shade of each corner."""
        if form == HALF_PLANE:
            return _shaded(_fan(_half_plane(points[0])), 1.0)
        if form == INSIDE:
            corners = points[: CORNERS if points[CORNERS - 1].any() else CORNERS - 1, :2]
            return _shaded(_fan(corners), 1.0)
        if form == CHAIN or (radius == 0.0 and len(points) == 2):
            return _shaded(_fan(_strip(points[:2, :2], 2.0 * self._rim)), _SHADE)
        curve = closed_curve(points, radius, self._arc_segments(radius))
        size = curve.max(axis=0) - curve.min(axis=0)
        rim = min(self._rim, _THIN * float(size.min()))
        inner = _inset(curve, rim)
        parts = [_shaded(_ring(curve, inner), _SHADE), _shaded(_fan(inner), 1.0)]
        if form == POINT:
            spoke = points[0, :2] + np.array([(0.0, 0.0), (radius - rim, 0.0)])
            parts.append(_shaded(_fan(_strip(spoke, rim)), _SHADE))
        return np.concatenate(parts)

    def _arc_segments(self, radius: float) -> int:
        """Return the number of lines of a full circle."""
        return min(128, max(12, math.ceil(math.pi * math.sqrt(0.5 * radius / self._error))))


def _shaded(points: Reals2, shade: float) -> Reals2:
    return np.column_stack([points, np.full(len(points), shade)])


def _fan(corners: Reals2) -> Reals2:
    """Return the triangles of a convex polygon."""
    k = np.arange(1, len(corners) - 1)
    return corners[np.column_stack([np.zeros_like(k), k, k + 1]).reshape(-1)]


def _ring(outer: Reals2, inner: Reals2) -> Reals2:
    """Return the triangles between two closed curves with as many points."""
    a, b = np.roll(outer, -1, axis=0), np.roll(inner, -1, axis=0)
    return np.stack([outer, a, inner, a, b, inner], axis=1).reshape(-1, 2)


def _inset(curve: Reals2, width: float) -> Reals2:
    """Return a convex counter-clockwise curve with every edge moved inwards."""
    ways = np.roll(curve, -1, axis=0) - curve
    inward = np.column_stack([-ways[:, 1], ways[:, 0]]) / np.hypot(ways[:, 0], ways[:, 1])[:, None]
    before = np.roll(inward, 1, axis=0)
    lean = 1.0 + np.einsum("ij,ij->i", inward, before)  # 0 where the curve turns back
    moved: npt.NDArray[np.float64] = curve + width * (inward + before) / np.maximum(lean, 0.3)[:, None]
    return moved


def _strip(ends: Reals2, width: float) -> Reals2:
    """Return the corners of a strip on the left of a line: there a chain is solid."""
    way = ends[1] - ends[0]
    side = np.array([-way[1], way[0]]) * (width / float(np.hypot(*way)))
    return np.array([ends[0], ends[1], ends[1] + side, ends[0] + side])


def _half_plane(row: npt.NDArray[np.float64]) -> Reals2:
    """Return the corners of a square behind the surface."""
    point, normal = row[:2], row[2:4]
    along = np.array([-normal[1], normal[0]]) * _FAR
    return np.array(
        [point - along, point - along - 2 * _FAR * normal, point + along - 2 * _FAR * normal, point + along]
    )
