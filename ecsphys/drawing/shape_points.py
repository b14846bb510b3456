"""Points of all shapes of a world, kept in body frames; only those of visible shapes are transformed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..arrays import FREE, Ints, Reals2
from ..math2d.bounds import Bounds
from ..math2d.core import INSIDE
from ..world.state import World
from .poses import Poses

# Core form, its points, radius -> rows to draw: x, y, and whatever else the drawing wants of a point.
Make = Callable[[int, Reals2, float], Reals2]


class Placed(NamedTuple):
    """Points in the world: of each of `shapes` (rows) on a body of `bodies`, `counts` of `points` (n, 2).

    `more` (n, k): what the rows of `make` hold beyond x and y.
    """

    shapes: Ints
    bodies: Ints
    counts: Ints
    points: Reals2
    more: Reals2


class ShapePoints:
    """What `make` returns for each shape of a world, newer entities last: in its body's frame."""

    def __init__(self, world: World, make: Make):
        self._world = world
        self._make = make
        self._structure = -1
        self._local: Reals2 = np.zeros((0, 2))
        self._starts: Ints = np.zeros(0, np.int64)
        self._counts: Ints = np.zeros(0, np.int64)
        self._shapes: Ints = np.zeros(0, np.int64)

    def place(self, poses: Poses, view: Bounds | None) -> Placed:
        """Return the points of the shapes that `view` may show (None: all), at one pose per body."""
        self._refresh()
        world = self._world
        seen = np.flatnonzero(in_view(world.shapes.fat[self._shapes], view))
        shapes, counts = self._shapes[seen], self._counts[seen]
        bodies = world.shapes.rows["body"][shapes].astype(np.int64)
        x, y, angle = poses[bodies].T
        angle = np.where(world.shapes.rows["upright"][shapes] != 0, 0.0, angle)
        frame = np.repeat(np.column_stack([x, y, np.cos(angle), np.sin(angle)]), counts, axis=0)
        local = self._local[ranges_to_indices(self._starts[seen], counts)]
        px, py = local[:, :2].T
        x, y, c, s = frame.T
        points = np.column_stack([x + c * px - s * py, y + s * px + c * py])
        return Placed(shapes, bodies, counts, points, local[:, 2:])

    def _refresh(self) -> None:
        """Make the points anew if shapes were added, removed or changed."""
        world = self._world
        if self._structure == world.structure_version:
            return
        self._structure = world.structure_version
        used = [i for i in range(world.shapes.count) if world.shapes.rows[i]["body"] != FREE]
        used.sort(key=self._depth)
        made = [self._points_of(i) for i in used]
        self._shapes = np.array(used, np.int64)
        self._counts = np.array([len(points) for points in made], np.int64)
        self._starts = np.cumsum(self._counts) - self._counts
        self._local = np.concatenate(made) if made else np.zeros((0, 2))

    def _depth(self, shape: int) -> tuple[int, bool]:
        """Return the order of drawing: by entity, and what is inside of chains before these."""
        row: Any = self._world.shapes.rows[shape]
        return int(self._world.bodies.rows["entity"][row["body"]]), row["form"] != INSIDE

    def _points_of(self, shape: int) -> Reals2:
        row: Any = self._world.shapes.rows[shape]
        points = self._world.shapes.local[row["first"] : row["first"] + max(row["count"], 1)]
        return self._make(int(row["form"]), points, float(row["radius"]))


def in_view(bounds: npt.NDArray[np.float64], view: Bounds | None) -> npt.NDArray[np.bool_]:
    """Return which rows (lower x, lower y, upper x, upper y) overlap the view; None shows all."""
    if view is None:
        return np.ones(len(bounds), np.bool_)
    (left, bottom), (right, top) = view
    lx, ly, ux, uy = bounds.T
    overlaps: npt.NDArray[np.bool_] = (lx <= right) & (ux >= left) & (ly <= top) & (uy >= bottom)
    return overlaps


def ranges_to_indices(starts: Ints, counts: Ints) -> Ints:
    """Return the indices of ranges that begin at `starts` and are `counts` long, concatenated.

    >>> ranges_to_indices(np.array([10, 40]), np.array([3, 2])).tolist()
    [10, 11, 12, 40, 41]
    """
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    return np.arange(total) + np.repeat(starts - ends + counts, counts)
