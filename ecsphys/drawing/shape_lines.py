"""Outlines of all shapes of a world; only visible ones are transformed."""

from __future__ import annotations

import numpy as np

from ..arrays import Ints
from ..math2d.bounds import Bounds
from ..world.bodies import DYNAMIC, KINEMATIC
from ..world.state import World
from .lines import Color, Colors, Lines
from .outlines import outline
from .poses import Poses
from .shape_points import ShapePoints

STATIC_COLOR: Color = (120, 220, 130, 255)
KINEMATIC_COLOR: Color = (110, 170, 255, 255)
AWAKE_COLOR: Color = (255, 190, 80, 255)
ASLEEP_COLOR: Color = (150, 150, 165, 255)
TRIGGER_COLOR: Color = (240, 110, 220, 255)


class ShapeLines:
    """Outlines of a world's shapes, coloured by what their bodies do."""

    def __init__(self, world: World):
        self._world = world
        self._outlines = ShapePoints(world, outline)

    def lines(self, poses: Poses, view: Bounds | None) -> Lines:
        """Return the outlines of the shapes that `view` may show (None: all), at one pose per body."""
        shapes, bodies, counts, points, _ = self._outlines.place(poses, view)
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
