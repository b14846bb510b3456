"""Draws scenes in space on the graphics card: shaded solids, their shadows, and lines, with a depth buffer.

Smooth lines along the edges of solids hide the steps of their pixels: arcade's framebuffers have no
multisampling with depth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from arcade.gl import BufferDescription

from ...math2d.bounds import Bounds
from ...space3d.math3d.vec3 import Triple
from ..palette import GROUND
from ..space.meshes import SolidMesh, triangles
from ..space.outlines import outlines
from ..space.scene import FLAT, LIGHT, Lines3, Scene, Solids3
from .canvas import Canvas
from .mesh import Place

_LEFT = 0.5  # share of the light that is left in shadows
_MOST = 256  # surfaces that are kept

# Light is computed at corners: at pixels it costs half of a frame. Only round solids shine: it would show the
# triangles of flat faces. Of flat ones both sides are lit.
_SOLID_VERTEX = """#version 330
uniform mat4 clip;
uniform vec3 light;
uniform vec3 eye;
uniform float alpha;
uniform bool round;
in vec3 in_position;
in vec3 in_normal;
in vec4 in_x;
in vec4 in_y;
in vec4 in_z;
in vec4 in_color;
out vec4 color;
void main() {
    vec4 at = vec4(in_position, 1.0);
    vec3 place = vec3(dot(in_x, at), dot(in_y, at), dot(in_z, at));
    vec3 n = normalize(vec3(dot(in_x.xyz, in_normal), dot(in_y.xyz, in_normal), dot(in_z.xyz, in_normal)));
    vec3 back = normalize(eye - place);
    if (!round && dot(n, back) < 0.0) n = -n;
    float shine = round ? 0.22 * pow(max(dot(n, normalize(light + back)), 0.0), 32.0) : 0.0;
    float sky = 0.34 + 0.14 * n.y;
    float sun = 0.58 * max(dot(n, light), 0.0);
    color = vec4(in_color.rgb * (sky + sun) + vec3(shine), alpha > 0.0 ? alpha : in_color.a);
    gl_Position = clip * vec4(place, 1.0);
}"""
_SOLID_FRAGMENT = """#version 330
in vec4 color;
out vec4 result;
void main() { result = color; }"""
_SHADOW_VERTEX = """#version 330
uniform mat4 clip;
uniform vec3 light;
uniform float ground;
in vec3 in_position;
in vec4 in_x;
in vec4 in_y;
in vec4 in_z;
void main() {
    vec4 at = vec4(in_position, 1.0);
    vec3 place = vec3(dot(in_x, at), dot(in_y, at), dot(in_z, at));
    place -= light * max(place.y - ground, 0.0) / light.y;
    gl_Position = clip * vec4(place.x, ground, place.z, 1.0);
}"""
_SHADOW_FRAGMENT = """#version 330
out vec4 result;
void main() { result = vec4(0.0); }"""
# Four corners a line: a box along it, cut at the near plane, a little in front of what is there.
_LINE_VERTEX = """#version 330
uniform mat4 clip;
uniform vec2 half_size;
uniform float near;
in vec3 in_start;
in vec3 in_end;
in float in_half;
in vec4 in_color;
out vec2 form;
out vec4 color;
void main() {
    vec4 start = clip * vec4(in_start, 1.0), end = clip * vec4(in_end, 1.0);
    color = in_color;
    form = vec2(0.0);
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
    if (max(start.w, end.w) <= near) return;
    if (start.w < near) start = mix(end, start, (end.w - near) / (end.w - start.w));
    if (end.w < near) end = mix(start, end, (start.w - near) / (start.w - end.w));
    vec2 way = (end.xy / end.w - start.xy / start.w) * half_size;
    float reach = (gl_VertexID & 1) == 0 ? -in_half - 0.5 : in_half + 0.5;
    vec2 side = reach * vec2(-way.y, way.x) / max(length(way), 1e-9) / half_size;
    vec4 at = (gl_VertexID & 2) == 0 ? start : end;
    vec3 place = at.xyz / at.w;
    gl_Position = vec4(place.xy + side, place.z - 1.5e-3 * (1.0 - place.z), 1.0);
    form = vec2(reach, in_half);
}"""
_LINE_FRAGMENT = """#version 330
in vec2 form;
in vec4 color;
out vec4 result;
void main() { result = vec4(color.rgb, color.a * clamp(form.y + 0.5 - abs(form.x), 0.0, 1.0)); }"""
_INSTANCE = np.dtype([("model", "f4", (3, 4)), ("color", "u1", 4)])
_LINE = np.dtype([("ends", "f4", (2, 3)), ("half", "f4"), ("color", "u1", 4)])
_TWO_TRIANGLES = np.array([0, 1, 2, 2, 1, 3])


class Buffer:
    """A buffer on the graphics card that grows, and what is drawn from it."""

    def __init__(self, make: Callable[[Any], Any], context: Any):
        self._make = make  # geometry of a buffer
        self._context = context
        self._room = 0
        self.geometry: Any = None

    def write(self, rows: npt.NDArray[Any]) -> None:
        """Replace its content."""
        if len(rows) > self._room:
            self._room = max(64, 2 * len(rows))
            self._buffer = self._context.buffer(reserve=self._room * rows.itemsize, usage="stream")
            self.geometry = self._make(self._buffer)
        self._buffer.write(rows.view(np.uint8).data)


class Group(NamedTuple):
    """Copies of a surface on the graphics card; `standing`: how many of the first ones cast shadows."""

    mesh: SolidMesh
    buffer: Buffer
    copies: int
    standing: int


class SolidPainter:
    """Draws scenes; keeps the surfaces that it has drawn."""

    def __init__(self, canvas: Canvas):
        self._canvas = canvas
        self._context: Any = canvas.context
        self._meshes: dict[tuple[int, bool], tuple[SolidMesh, Buffer]] = {}  # by id of the mesh, and opaque
        self._lines = Buffer(self._line_geometry, self._context)
        self._size = (0, 0)
        program = self._context.program
        self._solid = program(vertex_shader=_SOLID_VERTEX, fragment_shader=_SOLID_FRAGMENT)
        self._shadow = program(vertex_shader=_SHADOW_VERTEX, fragment_shader=_SHADOW_FRAGMENT)
        self._line = program(vertex_shader=_LINE_VERTEX, fragment_shader=_LINE_FRAGMENT)

    def draw(self, scene: Scene, bounds: Bounds, place: Place) -> None:
        """Draw a scene into a part of the window; `place` is where the stage's units are in it."""
        self._resize(self._canvas.still.size)
        self._set_camera(scene, bounds, place)
        solids, clear_solids = joined(scene.solids)
        opaque = [self._load(some, scene.floor, True) for some in solids]
        clear = [self._load(some, None, False) for some in clear_solids]
        edges = [_edges(some, scene.camera.eye) for some in solids + clear_solids]
        context = self._context
        with self._picture.activate() as picture:
            picture.viewport = 0, 0, *self._size
            picture.clear(color=(*GROUND[:3], round(255 * _LEFT)))  # to clear a part is slower
            picture.viewport = self._canvas.pixels(bounds)
            context.enable_only(context.DEPTH_TEST)
            self._draw_solids(opaque, _LEFT)
            context.enable(context.BLEND)
            if scene.floor is not None:
                self._draw_shadows(opaque)
            picture.depth_mask = False  # lines on each other all show
            self._draw_lines([*edges, *scene.lines])
            self._draw_solids(clear)
            picture.depth_mask = True
            context.enable_only()
        self._canvas.show(self._picture, [bounds])

    def _set_camera(self, scene: Scene, bounds: Bounds, place: Place) -> None:
        width, height = bounds.upper - bounds.lower
        clip = scene.camera.clip_matrix(0.5 * width / place.scale, 0.5 * height / place.scale)
        for program in (self._solid, self._shadow, self._line):
            program["clip"] = clip.T.ravel().tolist()
        self._solid["light"] = self._shadow["light"] = tuple(LIGHT)
        self._solid["eye"] = tuple(scene.camera.eye)
        self._shadow["ground"] = (scene.floor or 0.0) + 0.5 * FLAT
        self._line["near"] = scene.camera.near
        ratio = self._canvas.glyphs.ratio
        self._line["half_size"] = 0.5 * ratio * width, 0.5 * ratio * height

    def _resize(self, size: tuple[int, int]) -> None:
        if size != self._size:
            self._size = size
            self._picture = self._context.framebuffer(
                color_attachments=[self._context.texture(size, components=4)],
                depth_attachment=self._context.depth_texture(size),
            )

    def _draw_solids(self, groups: list[Group], alpha: float = 0.0) -> None:
        """Draw solids; the picture's alpha becomes `alpha`, or with 0 they are blended by their own.

        Backs are left out: they are hidden, and of what is translucent they would show.
        """
        self._solid["alpha"] = alpha
        for group in groups:
            self._solid["round"] = group.mesh.normals is not None
            self._cull(group.mesh.closed or not alpha)
            group.buffer.geometry.render(self._solid, instances=group.copies)
        self._cull(False)

    def _cull(self, on: bool) -> None:
        """Leave triangles out that look away, or not."""
        switch = self._context.enable if on else self._context.disable
        switch(self._context.CULL_FACE)

    def _draw_shadows(self, groups: list[Group]) -> None:
        """Flatten solids onto the floor along the light.

        A shaded pixel keeps 1 - alpha of its colour, and gets alpha 0: so it is shaded once. What looks away
        from the light looks down there, and is left out of closed solids.
        """
        context = self._context
        context.blend_func = context.ZERO, context.ONE_MINUS_DST_ALPHA, context.ZERO, context.ZERO
        for group in groups:
            if group.standing:
                self._cull(group.mesh.closed)
                group.buffer.geometry.render(self._shadow, instances=group.standing)
        self._cull(False)
        context.blend_func = context.BLEND_DEFAULT

    def _load(self, solids: Solids3, floor: float | None, opaque: bool) -> Group:
        """Bring copies of a surface onto the graphics card, those that cast shadows first."""
        key = id(solids.mesh), opaque
        if key not in self._meshes:
            if len(self._meshes) >= _MOST:
                self._meshes.clear()
            self._meshes[key] = solids.mesh, Buffer(self._solid_geometry(solids.mesh), self._context)
        buffer, count = self._meshes[key][1], len(solids.models)
        stands = np.zeros(count, np.bool_)
        if floor is not None:
            stands = solids.placed()[:, :, 1].max(axis=1) > floor + FLAT
        order = np.argsort(~stands, kind="stable")
        rows = np.zeros(count, _INSTANCE)
        rows["model"], rows["color"] = solids.models[order], solids.colors[order]
        buffer.write(rows)
        return Group(solids.mesh, buffer, count, int(stands.sum()))

    def _solid_geometry(self, mesh: SolidMesh) -> Callable[[Any], Any]:
        """Return what makes the geometry of a buffer of copies."""
        points, normals, rows = triangles(mesh)
        corners = self._context.buffer(data=np.column_stack([points, normals]).astype("f4").tobytes())
        indices = self._context.buffer(data=rows.astype("u4").tobytes())
        content = BufferDescription(corners, "3f 3f", ["in_position", "in_normal"])
        names = ["in_x", "in_y", "in_z", "in_color"]

        def make(copies: Any) -> Any:
            layout = BufferDescription(copies, "4f 4f 4f 4f1", names, normalized=["in_color"], instanced=True)
            return self._context.geometry(
                [content, layout], index_buffer=indices, mode=self._context.TRIANGLES
            )

        return make

    def _line_geometry(self, corners: Any) -> Any:
        lines = corners.size // (4 * _LINE.itemsize)
        rows = 4 * np.arange(lines, dtype="u4")[:, None] + _TWO_TRIANGLES.astype("u4")
        indices = self._context.buffer(data=rows.tobytes())
        names = ["in_start", "in_end", "in_half", "in_color"]
        layout = BufferDescription(corners, "3f 3f 1f 4f1", names, normalized=["in_color"])
        return self._context.geometry([layout], index_buffer=indices, mode=self._context.TRIANGLES)

    def _draw_lines(self, lines: list[Lines3]) -> None:
        counts = [len(some.points) // 2 for some in lines]
        if not sum(counts):
            return
        rows = np.zeros(sum(counts), _LINE)
        rows["ends"] = np.concatenate([some.points for some in lines]).reshape(-1, 2, 3)
        rows["color"] = np.concatenate([some.colors[::2] for some in lines])
        rows["half"] = np.repeat([0.5 * self._canvas.glyphs.ratio * some.width for some in lines], counts)
        self._lines.write(np.repeat(rows, 4))
        self._lines.geometry.render(self._line, vertices=6 * len(rows))


def joined(solids: Iterable[Solids3]) -> tuple[list[Solids3], list[Solids3]]:
    """Return solids with all copies of a surface together: the opaque ones, and the translucent ones."""
    groups: dict[int, list[Solids3]] = {}
    for some in solids:
        groups.setdefault(id(some.mesh), []).append(some)
    parts: tuple[list[Solids3], list[Solids3]] = [], []
    for group in groups.values():
        models = np.concatenate([some.models for some in group])
        colors = np.concatenate([some.colors for some in group])
        clear = colors[:, 3] < 255
        for part, chosen in zip(parts, (~clear, clear), strict=True):
            if chosen.any():
                part.append(Solids3(group[0].mesh, models[chosen], colors[chosen]))
    return parts


def _edges(solids: Solids3, eye: Triple) -> Lines3:
    """Return the edges of solids that are seen, in their own colours: of opaque ones darker."""
    segments, rows = outlines(solids, eye)
    clear = solids.colors[:, 3:] < 255
    colors = solids.colors * np.where(clear, (1.0, 1.0, 1.0, 2.0), (0.4, 0.4, 0.4, 1.0))
    colors[:, 3] = np.minimum(colors[:, 3], 220.0)
    return Lines3(segments.reshape(-1, 3), np.repeat(colors.astype(np.uint8)[rows], 2, axis=0), 1.0)
