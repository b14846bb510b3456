"""Outlines of all shapes of a world; only visible ones are transformed."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..arrays import FREE, Ints, Reals2
from ..math2d.vec2 import Bounds
from ..world.bodies import DYNAMIC, KINEMATIC
from ..world.state import World
from .lines import Color, Colors, Lines
from .outlines import outline
from .poses import Poses

STATIC_COLOR: Color = (120, 220, 130, 255)
KINEMATIC_COLOR: Color = (110, 170, 255, 255)
AWAKE_COLOR: Color = (255, 190, 80, 255)
ASLEEP_COLOR: Color = (150, 150, 165, 255)
TRIGGER_COLOR: Color = (240, 110, 220, 255)


class ShapeLines:
    """Outlines of a world's shapes in body frames, one range of vertices per shape."""

    def __init__(self, world: World):
        self._world = world
        self._structure = -1
        self._local: Reals2 = np.zeros((0, 2))
        self._starts: Ints = np.zeros(0, np.int64)
        self._counts: Ints = np.zeros(0, np.int64)
        self._shapes: Ints = np.zeros(0, np.int64)

    def lines(self, poses: Poses, view: Bounds | None) -> Lines:
        """Return the outlines of the shapes that `view` may show (None: all), at one pose per body."""
        self._refresh()
        world = self._world
        seen = np.flatnonzero(in_view(world.shapes.fat[self._shapes], view))
        shapes, counts = self._shapes[seen], self._counts[seen]
        bodies = world.shapes.rows["body"][shapes]
        x, y, angle = poses[bodies].T
        angle = np.where(world.shapes.rows["upright"][shapes] != 0, 0.0, angle)
        frame = np.repeat(np.column_stack([x, y, np.cos(angle), np.sin(angle)]), counts, axis=0)
        px, py = self._local[ranges_to_indices(self._starts[seen], counts)].T
        x, y, c, s = frame.T
        points = np.column_stack([x + c * px - s * py, y + s * px + c * py])
        return Lines(points, np.repeat(self._colors(shapes, bodies), counts, axis=0))

    def _colors(self, shapes: Ints, bodies: Ints) -> Colors:
        """Return one colour per shape, by kind and state of its body; triggers have their own."""
        rows = self._world.bodies.rows
        kind, awake = rows["kind"][bodies], rows["awake"][bodies] != 0
        colors: Colors = np.empty((len(shapes), 4), np.uint8)
        colors[:] = STATIC_COLOR
        colors[kind == KINEMATIC] = KINEMATIC_COLOR
        colors[(kind == DYNAMIC) & awake] = AWAKE_COLOR
        colors[(kind == DYNAMIC) & ~awake] = ASLEEP_COLOR
        colors[self._world.shapes.filters["trigger"][shapes] != 0] = TRIGGER_COLOR
        return colors

    def _refresh(self) -> None:
        """Rebuild the outlines if shapes were added, removed or changed."""
        world = self._world
        if self._structure == world.structure_version:
            return
        self._structure = world.structure_version
        used = [i for i in range(world.shapes.count) if world.shapes.rows[i]["body"] != FREE]
        lines = [_outline(world, i) for i in used]
        self._shapes = np.array(used, np.int64)
        self._counts = np.array([len(line) for line in lines], np.int64)
        self._starts = np.cumsum(self._counts) - self._counts
        self._local = np.concatenate([np.zeros((0, 2)), *lines])


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

    >>> stretches(np.array([10, 40]), np.array([3, 2])).tolist()
    [10, 11, 12, 40, 41]
    """
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    return np.arange(total) + np.repeat(starts - ends + counts, counts)


def _outline(world: World, shape: int) -> Reals2:
    """Return the outline of one shape in the frame of its body."""
    row: Any = world.shapes.rows[shape]
    points = world.shapes.local[row["first"] : row["first"] + max(row["count"], 1)]
    return outline(int(row["form"]), points, float(row["radius"]))
