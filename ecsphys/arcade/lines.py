"""Line segments in one GPU buffer, written from numpy arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import arcade
import numpy as np
import numpy.typing as npt
from arcade.gl import BufferDescription

from ..arrays import Reals2

Color = tuple[int, int, int, int]
Colors = npt.NDArray[np.uint8]

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


class Lines(NamedTuple):
    """Segments: rows 2 k and 2 k + 1 of `points` (2 n, 2) are the ends of segment k; `colors` is (2 n, 4)."""

    points: Reals2
    colors: Colors


def color_lines(points: Reals2, color: Color) -> Lines:
    """Return segments of one colour."""
    return Lines(points, np.broadcast_to(np.array(color, np.uint8), (len(points), 4)))


def join_lines(parts: Sequence[Lines]) -> Lines:
    """Return the segments of all parts, concatenated."""
    points = [np.zeros((0, 2)), *(part.points for part in parts)]
    colors = [np.zeros((0, 4), np.uint8), *(part.colors for part in parts)]
    return Lines(np.concatenate(points), np.concatenate(colors))


def box_sides(bounds: Reals2) -> Reals2:
    """Return the sides (8 n, 2) of boxes with rows lower x, lower y, upper x, upper y."""
    return bounds[:, [0, 1, 2, 1, 2, 1, 2, 3, 2, 3, 0, 3, 0, 3, 0, 1]].reshape(-1, 2)


class LineBuffer:
    """Draws segments through the current camera, with one buffer and one call. Needs a window."""

    def __init__(self) -> None:
        self._context = arcade.get_window().ctx
        self._program = self._context.program(vertex_shader=_VERTEX_SHADER, fragment_shader=_FRAGMENT_SHADER)
        self._vertices = np.zeros(0, _VERTEX)
        self._reserve(1024)

    def draw(self, parts: Iterable[Lines]) -> int:
        """Draw all parts, the last on top; return the number of segments."""
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
        return count // 2

    def _reserve(self, count: int) -> None:
        """Grow the buffer to at least `count` vertices."""
        if count <= len(self._vertices):
            return
        self._vertices = np.zeros(max(count, 2 * len(self._vertices)), _VERTEX)
        self._buffer = self._context.buffer(reserve=self._vertices.nbytes, usage="stream")
        layout = BufferDescription(self._buffer, *_LAYOUT, normalized=["in_color"])
        self._geometry = self._context.geometry([layout], mode=self._context.LINES)
