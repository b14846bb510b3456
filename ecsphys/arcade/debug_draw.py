"""The outlines of all colliders, drawn from one buffer of vertices."""

from __future__ import annotations

from typing import Any

import arcade
import numpy as np
import numpy.typing as npt
from arcade.gl import BufferDescription

from ..physics import Physics
from ..world.layout import DYNAMIC, FREE, KINEMATIC
from ..world.state import World
from .outlines import outline
from .poses import interpolated

Color = tuple[int, int, int, int]

STATIC_COLOR: Color = (120, 220, 130, 255)
KINEMATIC_COLOR: Color = (110, 170, 255, 255)
AWAKE_COLOR: Color = (255, 190, 80, 255)
ASLEEP_COLOR: Color = (150, 150, 165, 255)
TRIGGER_COLOR: Color = (240, 110, 220, 255)

_VERTEX = np.dtype([("position", "f4", 2), ("color", "u1", 4)])
_LAYOUT = ("2f 4f1", ["in_position", "in_color"])
_VERTEX_SHADER = """#version 330
uniform WindowBlock { mat4 projection; mat4 view; } window;  // of the camera in use
in vec2 in_position;
in vec4 in_color;
out vec4 color;
void main() {
    gl_Position = window.projection * window.view * vec4(in_position, 0.0, 1.0);
    color = in_color;
}"""
_FRAGMENT_SHADER = """#version 330
in vec4 color;
out vec4 result;
void main() { result = color; }"""


class Outlines:
    """The outlines of a world's shapes: body-frame vertices, and whose they are.

    `rows` and `shapes` are the body row and the shape row of each vertex; `turns` is 0 for those
    of an AABB, which ignores its body's angle.
    """

    def __init__(self, world: World):
        shapes = world.shapes
        used = [i for i in range(shapes.count) if shapes.rows[i]["body"] != FREE]
        lines = [_lines(world, i) for i in used]
        counts = [len(line) for line in lines]
        self.local: npt.NDArray[np.float64] = np.concatenate([np.zeros((0, 2)), *lines])
        self.shapes = np.repeat(np.array(used, np.int64), counts)
        self.rows = shapes.rows["body"][self.shapes]
        self.turns = 1.0 - shapes.rows["upright"][self.shapes]

    def placed(self, poses: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """(V, 2) vertices in the world, for one pose a body row."""
        x, y, angle = poses[self.rows].T
        c, s = np.cos(angle * self.turns), np.sin(angle * self.turns)
        px, py = self.local.T
        return np.column_stack([x + c * px - s * py, y + s * px + c * py])


def _lines(world: World, shape: int) -> npt.NDArray[np.float64]:
    row = world.shapes.rows[shape]
    points = world.shapes.local[row["first"] : row["first"] + max(row["count"], 1)]
    return outline(int(row["form"]), points, float(row["radius"]))


def body_colors(bodies: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """(N, 4) one colour a body row: what kind it is and whether it sleeps."""
    colors = np.empty((len(bodies), 4), np.uint8)
    colors[:] = STATIC_COLOR
    colors[bodies["kind"] == KINEMATIC] = KINEMATIC_COLOR
    dynamic = bodies["kind"] == DYNAMIC
    colors[dynamic & (bodies["awake"] != 0)] = AWAKE_COLOR
    colors[dynamic & (bodies["awake"] == 0)] = ASLEEP_COLOR
    return colors


class DebugDraw:
    """Draws every collider of a `Physics` as arcade lines, through the camera in use.

    ```python
    debug = DebugDraw(physics)      # needs a window
    with camera.activate():
        debug.draw()
    ```

    One buffer and one draw call, whatever the number of shapes. Green is static, blue kinematic,
    orange dynamic, grey asleep, pink a trigger.
    """

    def __init__(self, physics: Physics):
        self.physics = physics
        self._context = arcade.get_window().ctx
        self._program = self._context.program(vertex_shader=_VERTEX_SHADER, fragment_shader=_FRAGMENT_SHADER)
        self._vertices = np.zeros(0, _VERTEX)
        self._seen: tuple[bytes, bytes] = (b"", b"")
        self._reserve(1024)

    def draw(self) -> None:
        """Draw all outlines at the interpolated poses."""
        world = self.physics.world
        self._refresh(world)
        bodies = world.bodies.rows[: world.bodies.count]
        count = len(self._outlines.local)
        vertices = self._vertices[:count]
        vertices["position"] = self._outlines.placed(interpolated(bodies, world.bodies.alpha))
        vertices["color"] = self._colors(world, bodies)
        if count:
            self._buffer.write(vertices.view(np.uint8).data)
            self._geometry.render(self._program, vertices=count)

    def _colors(self, world: World, bodies: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
        colors: npt.NDArray[np.uint8] = body_colors(bodies)[self._outlines.rows]
        colors[world.shapes.filters["trigger"][self._outlines.shapes] != 0] = TRIGGER_COLOR
        return colors

    def _refresh(self, world: World) -> None:
        """Make the outlines anew when any shape row or point differs from the last time."""
        shapes = world.shapes
        seen = (shapes.rows[: shapes.count].tobytes(), shapes.local.tobytes())
        if seen != self._seen:
            self._seen = seen
            self._outlines = Outlines(world)
            self._reserve(len(self._outlines.local))

    def _reserve(self, count: int) -> None:
        """Room for `count` vertices."""
        if count <= len(self._vertices):
            return
        self._vertices = np.zeros(max(count, 2 * len(self._vertices)), _VERTEX)
        self._buffer = self._context.buffer(reserve=self._vertices.nbytes, usage="stream")
        layout = BufferDescription(self._buffer, *_LAYOUT, normalized=["in_color"])
        self._geometry = self._context.geometry([layout], mode=self._context.LINES)
