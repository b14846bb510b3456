"""A GPU buffer of line segments or triangles, written from numpy arrays."""

from __future__ import annotations

from collections.abc import Iterable

import arcade
import numpy as np
from arcade.gl import BufferDescription

from ..drawing.lines import Lines
from ..drawing.shape_fills import Triangles

_VERTEX = np.dtype([("position", "f4", 2), ("color", "u1", 4)])
_LAYOUT = ("2f 4f1", ["in_position", "in_color"])
_VERTEX_SHADER = """#version 330
uniform WindowBlock { mat4 projection; mat4 view; } window;  // of the current camera
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


class VertexBuffer:
    """Draws figures of `corners` vertices through the current camera, with one buffer and one call.

    Needs a window.
    """

    def __init__(self, corners: int) -> None:
        self._corners = corners
        self._context = arcade.get_window().ctx
        self._program = self._context.program(vertex_shader=_VERTEX_SHADER, fragment_shader=_FRAGMENT_SHADER)
        self._vertices = np.zeros(0, _VERTEX)
        self._reserve(1024)

    def draw(self, parts: Iterable[Lines | Triangles]) -> int:
        """Draw all parts, the last on top; return the number of figures."""
        listed = [part for part in parts if len(part.points)]
        count = sum(len(part.points) for part in listed)
        if not count:
            return 0
        self._reserve(count)
        at = 0
        for points, colors in listed:
            vertices = self._vertices[at : at + len(points)]
            vertices["position"], vertices["color"] = points, colors
            at += len(points)
        self._buffer.write(self._vertices[:count].view(np.uint8).data)
        self._context.enable(self._context.BLEND)
        self._geometry.render(self._program, vertices=count)
        return count // self._corners

    def _reserve(self, count: int) -> None:
        """Grow the buffer to at least `count` vertices."""
        if count <= len(self._vertices):
            return
        self._vertices = np.zeros(max(count, 2 * len(self._vertices)), _VERTEX)
        self._buffer = self._context.buffer(reserve=self._vertices.nbytes, usage="stream")
        layout = BufferDescription(self._buffer, *_LAYOUT, normalized=["in_color"])
        mode = self._context.LINES if self._corners == 2 else self._context.TRIANGLES
        self._geometry = self._context.geometry([layout], mode=mode)


class LineBuffer(VertexBuffer):
    """Draws line segments."""

    def __init__(self) -> None:
        super().__init__(2)


class TriangleBuffer(VertexBuffer):
    """Draws triangles."""

    def __init__(self) -> None:
        super().__init__(3)
