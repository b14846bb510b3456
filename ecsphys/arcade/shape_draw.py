"""Draw all colliders as filled shapes: a game before it has pictures."""

from __future__ import annotations

from typing import Any

import esper
import numpy as np

from ..drawing.lines import Color, Colors
from ..drawing.poses import interpolate_poses
from ..drawing.shape_fills import Bools, ShapeFills
from ..physics import Physics, require_physics
from ..world.bodies import DYNAMIC, KINEMATIC
from .debug_draw import visible_bounds
from .vertex_buffer import TriangleBuffer

STATIC: Color = (84, 94, 116, 255)
MOVING: Color = (108, 142, 255, 255)
DYNAMIC_COLORS: tuple[Color, ...] = (
    (255, 176, 72, 255),
    (255, 111, 105, 255),
    (120, 214, 150, 255),
    (92, 184, 255, 255),
    (196, 146, 255, 255),
    (255, 222, 110, 255),
)


class Paint:
    """A component: the colour in which `ShapeDraw` fills the shapes of its entity.

    `color` is (red, green, blue) or (red, green, blue, alpha), whole numbers from 0 to 255, as arcade's
    colours are; an alpha of 0 hides. It may be assigned at any time. Raises `ValueError` for anything else.

    >>> from ecsphys.arcade import Paint
    >>> Paint((255, 90, 60)).color
    (255, 90, 60, 255)
    """

    __slots__ = ("_color",)

    def __init__(self, color: tuple[int, int, int] | Color):
        self.color = color

    @property
    def color(self) -> Color:
        """Red, green, blue, alpha, 0 … 255."""
        return self._color

    @color.setter
    def color(self, value: tuple[int, int, int] | Color) -> None:
        parts = tuple(value)
        if len(parts) not in (3, 4) or not all(isinstance(part, int) and 0 <= part <= 255 for part in parts):
            raise ValueError(f"color must be three or four whole numbers from 0 to 255, got {value!r}")
        red, green, blue, *alpha = parts
        self._color: Color = (red, green, blue, alpha[0] if alpha else 255)


class ShapeDraw:
    """Draws the shapes of all colliders of a `Physics`, filled, through the current camera; needs a window.

    Entities with a `Paint` have its colour. Without one, static bodies are grey, kinematic ones blue, dynamic
    ones of six colours by turns, and triggers translucent. Newer entities are on top; a spoke shows how a
    circle turns. All triangles share one draw call. Good for a thousand shapes; for more there is
    `SpriteSync`.

    Raises `TypeError` unless `physics` is a `Physics`.

    ```python
    import arcade
    import esper
    from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform
    from ecsphys.arcade import Paint, ShapeDraw

    class Game(arcade.Window):
        def __init__(self):
            super().__init__(800, 600, "ShapeDraw")
            physics = Physics(gravity=(0, -900))
            esper.add_processor(physics)
            esper.create_entity(Transform(400, 20), Collider(Box(800, 40)))
            ball = RigidBody(), Collider(Circle(20), restitution=0.8), Paint(arcade.color.CORAL)
            esper.create_entity(Transform(400, 500), *ball)
            self.shapes = ShapeDraw(physics)

        def on_update(self, dt):
            esper.process(dt)

        def on_draw(self):
            self.clear()
            self.shapes.draw()

    game = Game()
    arcade.run()
    ```
    """

    def __init__(self, physics: Physics):
        require_physics(physics, "ShapeDraw")
        self.physics = physics
        self._fills = ShapeFills(physics.world, physics.length_unit)
        self._buffer = TriangleBuffer()

    def draw(self) -> None:
        """Draw all shapes at poses between the last two steps."""
        bodies = self.physics.world.bodies
        rows = bodies.rows[: bodies.count]
        poses = interpolate_poses(rows, bodies.alpha)
        self._buffer.draw([self._fills.triangles(poses, *_colors(rows), visible_bounds())])


def _colors(rows: Any) -> tuple[Colors, Bools]:
    """Return one colour a body, and which have no `Paint`."""
    kind, entity = rows["kind"], rows["entity"]
    colors: Colors = np.empty((len(rows), 4), np.uint8)
    colors[:] = STATIC
    colors[kind == KINEMATIC] = MOVING
    moving = kind == DYNAMIC
    colors[moving] = np.array(DYNAMIC_COLORS, np.uint8)[entity[moving] % len(DYNAMIC_COLORS)]
    unpainted = np.ones(len(rows), np.bool_)
    painted = esper.get_component(Paint)
    if painted:
        row_of = {number: row for row, number in enumerate(entity.tolist())}
        for number, paint in painted:
            if number in row_of:
                colors[row_of[number]], unpainted[row_of[number]] = paint.color, False
    return colors, unpainted
