"""Draws triangles of `mesh` on the graphics card: buffers that are kept, one call each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from arcade.gl import BufferDescription, Framebuffer
from arcade.gl.backends.opengl.framebuffer import OpenGLFramebuffer

try:
    from pyglet.graphics.api import gl  # type: ignore[import-not-found]  # arcade 4
except ImportError:  # arcade 3.3
    from pyglet import gl

from ...drawing.lines import Color
from ...math2d.bounds import Bounds
from .glyphs import SIDE, Glyphs
from .mesh import VERTEX, Vertices

_LAYOUT = ("2f 2f 2f 4f1", ["in_position", "in_local", "in_form", "in_color"])
_VERTEX_SHADER = """#version 330
uniform vec2 size;
in vec2 in_position;
in vec2 in_local;
in vec2 in_form;
in vec4 in_color;
out vec2 local;
out vec2 form;
out vec4 color;
void main() {
    gl_Position = vec4(2.0 * in_position / size - 1.0, 0.0, 1.0);
    local = in_local;
    form = in_form;
    color = in_color;
}"""
_FRAGMENT_SHADER = """#version 330
uniform sampler2D glyphs;
in vec2 local;
in vec2 form;
in vec4 color;
out vec4 result;
void main() {
    float cover = form.y < 0.0 ? texture(glyphs, local).r
                               : clamp(form.y + 0.5 - abs(length(local) - form.x), 0.0, 1.0);
    result = vec4(color.rgb, color.a * cover);
}"""


class Canvas:
    """What layers share: the shader, the image of glyphs, and a picture of all that rarely changes.

    `context` is the window's, `width` and `height` its size, `ratio` pixels of the screen per px of it.
    """

    def __init__(self, context: Any, width: int, height: int, ratio: float):
        self.context = context
        self.glyphs: Glyphs = Glyphs(ratio)
        self.program: Any = context.program(vertex_shader=_VERTEX_SHADER, fragment_shader=_FRAGMENT_SHADER)
        self._texture = context.texture((SIDE, SIDE), components=1)
        self._texture.filter = context.NEAREST, context.NEAREST
        self._version = -1
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        """Take another size of the window over; the picture of what rarely changes is empty afterwards."""
        ratio = self.glyphs.ratio
        self.program["size"] = width, height
        texture = self.context.texture((round(width * ratio), round(height * ratio)), components=4)
        self.still: OpenGLFramebuffer = self.context.framebuffer(color_attachments=[texture])

    def begin(self, ground: Color, parts: Iterable[Bounds]) -> None:
        """Begin a frame: all of the screen in one color, then parts of the picture of what rarely changes.

        To clear a part of the screen costs as much as to fill it; to draw panels anew costs twice a copy.
        """
        screen = self.context.screen
        screen.use(force=True)
        screen.clear(color=ground)
        self.show(self.still, parts)

    def show(self, picture: OpenGLFramebuffer, parts: Iterable[Bounds]) -> None:
        """Copy parts of a picture of the window's size to the screen."""
        screen = self.context.screen
        limit, screen.scissor = screen.scissor, None
        screen.use(force=True)
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, picture.glo)
        for bounds in parts:  # arcade copies whole pictures, with their depths
            left, low, width, height = self.pixels(bounds)
            place = left, low, left + width, low + height
            gl.glBlitFramebuffer(*place, *place, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST)
        screen.scissor = limit
        screen.use(force=True)

    def clear(self, target: Framebuffer, bounds: Bounds, color: Color) -> None:
        """Fill a part of a picture, px of the window, and keep what is drawn next within it."""
        target.clear(color=color, viewport=self.pixels(bounds))
        self.limit(target, bounds)

    def limit(self, target: Framebuffer, bounds: Bounds) -> None:
        """Keep what is drawn next within a part of a picture, px of the window."""
        target.scissor = self.pixels(bounds)

    def pixels(self, bounds: Bounds) -> tuple[int, int, int, int]:
        """Return left, low, width and height of a part of the window, pixels of the screen."""
        (left, low), (right, high) = (corner * self.glyphs.ratio for corner in bounds)
        return round(left), round(low), max(0, round(right - left)), max(0, round(high - low))

    def use(self) -> None:
        """Prepare drawing: blending, and the image of glyphs as it is now."""
        if self._version != self.glyphs.version:
            self._texture.write(self.glyphs.image.tobytes())
            self._version = self.glyphs.version
        self.context.enable(self.context.BLEND)
        self._texture.use(0)


class Layer:
    """A buffer of triangles, drawn with one call."""

    def __init__(self, canvas: Canvas):
        self._canvas = canvas
        self._room = self._count = 0

    def write(self, vertices: Vertices) -> None:
        """Replace its triangles."""
        self._count = len(vertices)
        if self._count > self._room:
            self._room = max(4096, 2 * self._count)
            context = self._canvas.context
            self._buffer = context.buffer(reserve=self._room * VERTEX.itemsize, usage="stream")
            layout = BufferDescription(self._buffer, *_LAYOUT, normalized=["in_color"])
            self._geometry = context.geometry([layout], mode=context.TRIANGLES)
        if self._count:
            self._buffer.write(vertices.view(np.uint8).data)

    def draw(self) -> None:
        """Draw them onto the picture in use."""
        if self._count:
            self._canvas.use()
            self._geometry.render(self._canvas.program, vertices=self._count)
