"""Draws scenes in space on the graphics card: shaded solids, their shadows, and lines, with a depth buffer.

A scene is drawn larger than it is shown and reduced: arcade's framebuffers have no multisampling with depth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import numpy as np
from arcade.gl import BufferDescription

from ...math2d.bounds import Bounds
from ..palette import GROUND
from ..space.meshes import SolidMesh, triangles
from ..space.scene import LIGHT, Lines3, Scene, Solid, place
from .canvas import Canvas
from .mesh import Place

_SCALE = 1.25  # pixels drawn for one that is shown, along each axis
_FLAT = 0.01  # height above the floor below which solids have no shadow
_LEFT = 0.5  # share of the light that is left in shadows

_SOLID_VERTEX = """#version 330
uniform mat4 clip;
in vec3 in_position;
in vec3 in_normal;
in vec4 in_x;
in vec4 in_y;
in vec4 in_z;
in vec4 in_color;
out vec3 place;
out vec3 normal;
out vec4 color;
void main() {
    mat4 model = transpose(mat4(in_x, in_y, in_z, vec4(0.0, 0.0, 0.0, 1.0)));
    vec4 world = model * vec4(in_position, 1.0);
    place = world.xyz;
    normal = mat3(model) * in_normal;
    color = in_color;
    gl_Position = clip * world;
}"""
_SOLID_FRAGMENT = """#version 330
uniform vec3 light;
uniform vec3 eye;
uniform float alpha;
in vec3 place;
in vec3 normal;
in vec4 color;
out vec4 result;
void main() {
    vec3 n = normalize(normal);
    vec3 back = normalize(eye - place);
    if (dot(n, back) < 0.0) n = -n;
    float sky = 0.34 + 0.14 * n.y;
    float sun = 0.58 * max(dot(n, light), 0.0);
    float shine = max(dot(n, normalize(light + back)), 0.0);  // to the power 32: pow costs a sixth of a frame
    shine *= shine; shine *= shine; shine *= shine; shine *= shine; shine *= shine;
    result = vec4(color.rgb * (sky + sun) + vec3(0.22 * shine), alpha > 0.0 ? alpha : color.a);
}"""
_SHADOW_VERTEX = """#version 330
uniform mat4 clip;
uniform vec3 light;
uniform float ground;
in vec3 in_position;
in vec4 in_x;
in vec4 in_y;
in vec4 in_z;
void main() {
    mat4 model = transpose(mat4(in_x, in_y, in_z, vec4(0.0, 0.0, 0.0, 1.0)));
    vec3 world = (model * vec4(in_position, 1.0)).xyz;
    world -= light * max(world.y - ground, 0.0) / light.y;
    gl_Position = clip * vec4(world.x, ground, world.z, 1.0);
}"""
_SHADOW_FRAGMENT = """#version 330
out vec4 result;
void main() { result = vec4(0.0); }"""
_LINE_VERTEX = """#version 330
in vec4 in_position;
in vec2 in_form;
in vec4 in_color;
out vec2 form;
out vec4 color;
void main() {
    gl_Position = in_position;
    form = in_form;
    color = in_color;
}"""
_LINE_FRAGMENT = """#version 330
in vec2 form;
in vec4 color;
out vec4 result;
void main() { result = vec4(color.rgb, color.a * clamp(form.y + 0.5 - abs(form.x), 0.0, 1.0)); }"""
_SHOW_VERTEX = """#version 330
in vec2 in_position;
out vec2 at;
void main() {
    at = 0.5 * in_position + 0.5;
    gl_Position = vec4(in_position, 0.0, 1.0);
}"""
_SHOW_FRAGMENT = """#version 330
uniform sampler2D picture;
in vec2 at;
out vec4 result;
void main() { result = vec4(texture(picture, at).rgb, 1.0); }"""

_INSTANCE = np.dtype([("model", "f4", (3, 4)), ("color", "u1", 4)])
_LINE = np.dtype([("position", "f4", 4), ("form", "f4", 2), ("color", "u1", 4)])
_CORNERS = np.array([0, 1, 2, 0, 2, 3])


class Solids:
    """Draws scenes; keeps the surfaces that it has drawn."""

    def __init__(self, canvas: Canvas):
        self._canvas = canvas
        self._context: Any = canvas.context
        self._meshes: dict[int, tuple[SolidMesh, Any, int]] = {}  # by id of the mesh, which is kept
        self._picture: Any = None
        self._size = (0, 0)

    def _begin(self) -> None:
        """Make shaders, once they are needed."""
        program = self._context.program
        self._solid = program(vertex_shader=_SOLID_VERTEX, fragment_shader=_SOLID_FRAGMENT)
        self._shadow = program(vertex_shader=_SHADOW_VERTEX, fragment_shader=_SHADOW_FRAGMENT)
        self._line = program(vertex_shader=_LINE_VERTEX, fragment_shader=_LINE_FRAGMENT)
        self._show = program(vertex_shader=_SHOW_VERTEX, fragment_shader=_SHOW_FRAGMENT)
        corners = self._context.buffer(data=np.array([-1, -1, 1, -1, -1, 1, 1, 1], "f4").tobytes())
        square = [BufferDescription(corners, "2f", ["in_position"])]
        self._square = self._context.geometry(square, mode=self._context.TRIANGLE_STRIP)

    def draw(self, scene: Scene, bounds: Bounds, place: Place) -> None:
        """Draw a scene into a part of the window; `place` is where the stage's units are in it."""
        width, height = bounds.upper - bounds.lower
        size = max(1, round(width * _SCALE)), max(1, round(height * _SCALE))
        if size != self._size:
            self._resize(size)
        context, halves = self._context, (0.5 * width / place.scale, 0.5 * height / place.scale)
        clip = scene.camera.clip_matrix(*halves)
        with self._picture.activate() as picture:
            picture.clear(color=(*GROUND[:3], round(255 * _LEFT)))
            opaque = [solid for solid in scene.solids if solid.color[3] == 255]
            context.enable_only(context.DEPTH_TEST)
            self._draw_solids(scene, opaque, clip, _LEFT)
            context.enable(context.BLEND)
            if scene.floor is not None:
                self._draw_shadows(scene.floor, opaque, clip)
            picture.depth_mask = False  # lines on each other all show
            self._draw_lines(scene, clip, size)
            context.enable(context.CULL_FACE)  # of what is translucent only the front
            self._draw_solids(scene, [solid for solid in scene.solids if solid.color[3] < 255], clip)
            context.disable(context.CULL_FACE)
            picture.depth_mask = True
            context.disable(context.DEPTH_TEST)
        self._show_picture(bounds)

    def _resize(self, size: tuple[int, int]) -> None:
        if self._picture is None:
            self._begin()
        self._size = size
        self._color = self._context.texture(size, components=4)
        self._picture = self._context.framebuffer(
            color_attachments=[self._color], depth_attachment=self._context.depth_texture(size)
        )

    def _show_picture(self, bounds: Bounds) -> None:
        screen = self._context.screen
        screen.use(force=True)
        before = screen.viewport
        ratio = self._canvas.glyphs.ratio
        (left, low), (right, high) = bounds.lower * ratio, bounds.upper * ratio
        screen.viewport = round(left), round(low), round(right - left), round(high - low)
        self._color.use(0)
        self._square.render(self._show)
        screen.viewport = before

    def _draw_solids(self, scene: Scene, solids: Iterable[Solid], clip: Any, alpha: float = 0.0) -> None:
        """Draw solids; the picture's alpha becomes `alpha`, or with 0 they are blended by their own."""
        self._solid["alpha"] = alpha
        self._solid["clip"] = clip.T.ravel().tolist()
        self._solid["light"] = tuple(LIGHT)
        self._solid["eye"] = tuple(scene.camera.eye)
        for mesh, group in _by_mesh(solids).items():
            self._render(self._solid, mesh, group)

    def _draw_shadows(self, floor: float, solids: Iterable[Solid], clip: Any) -> None:
        """Flatten solids onto the floor along the light.

        A shaded pixel keeps 1 - alpha of its colour, and gets alpha 0: so it is shaded once.
        """
        context = self._context
        context.blend_func = context.ZERO, context.ONE_MINUS_DST_ALPHA, context.ZERO, context.ZERO
        self._shadow["clip"] = clip.T.ravel().tolist()
        self._shadow["light"] = tuple(LIGHT)
        self._shadow["ground"] = floor + 0.5 * _FLAT
        standing = [solid for solid in solids if solid.placed()[:, 1].max() > floor + _FLAT]
        for mesh, group in _by_mesh(standing).items():
            self._render(self._shadow, mesh, group)
        context.blend_func = context.BLEND_DEFAULT

    def _render(self, program: Any, key: int, group: list[Solid]) -> None:
        """Draw all solids with the same surface in one call."""
        buffer, count = self._buffer_of(group[0].mesh)
        rows = np.zeros(len(group), _INSTANCE)
        rows["model"] = [solid.model for solid in group]
        rows["color"] = [solid.color for solid in group]
        instances = self._context.buffer(data=rows.tobytes())
        content = [
            BufferDescription(buffer, "3f 3f", ["in_position", "in_normal"]),
            BufferDescription(
                instances,
                "4f 4f 4f 4f1",
                ["in_x", "in_y", "in_z", "in_color"],
                normalized=["in_color"],
                instanced=True,
            ),
        ]
        geometry = self._context.geometry(content, mode=self._context.TRIANGLES)
        geometry.render(program, vertices=count, instances=len(group))

    def _buffer_of(self, mesh: SolidMesh) -> tuple[Any, int]:
        """Return the triangles of a surface on the graphics card, and the number of their corners."""
        known = self._meshes.get(id(mesh))
        if known is None:
            corners, normals = triangles(mesh)
            data = np.column_stack([corners, normals]).astype("f4")
            known = self._meshes[id(mesh)] = mesh, self._context.buffer(data=data.tobytes()), len(data)
        return known[1:]

    def _draw_lines(self, scene: Scene, clip: Any, size: tuple[int, int]) -> None:
        groups = _by_mesh(solid for solid in scene.solids if len(solid.mesh.edges))
        edges = [_edges(group) for group in groups.values()]
        rows = [_line_rows(lines, scene, clip, size) for lines in _joined([*edges, *scene.lines])]
        vertices = np.concatenate(rows) if rows else np.zeros(0, _LINE)
        if len(vertices):
            buffer = self._context.buffer(data=vertices.tobytes())
            names = ["in_position", "in_form", "in_color"]
            content = [BufferDescription(buffer, "4f 2f 4f1", names, normalized=["in_color"])]
            geometry = self._context.geometry(content, mode=self._context.TRIANGLES)
            geometry.render(self._line, vertices=len(vertices))


def _by_mesh(solids: Iterable[Solid]) -> dict[int, list[Solid]]:
    """Group solids with the same surface, in the order of their first one."""
    groups: dict[int, list[Solid]] = {}
    for solid in solids:
        groups.setdefault(id(solid.mesh), []).append(solid)
    return groups


def _edges(solids: list[Solid]) -> Lines3:
    """Return the edges of solids with the same surface, in their own colours, darker."""
    mesh = solids[0].mesh
    models = np.array([solid.model for solid in solids])
    ends = place(mesh.points, models)[:, mesh.edges]
    colors = np.array([solid.color for solid in solids]) * (0.4, 0.4, 0.4, 1.0)
    colors[:, 3] = np.minimum(colors[:, 3], 220.0)
    return Lines3(ends.reshape(-1, 3), np.repeat(colors.astype(np.uint8), mesh.edges.size, axis=0), 1.0)


def _joined(lines: Iterable[Lines3]) -> Iterator[Lines3]:
    """Yield lines that follow each other with the same width as one."""
    for width, group in groupby(lines, key=lambda some: some.width):
        points, colors = zip(*((some.points, some.colors) for some in group), strict=True)
        yield Lines3(np.concatenate(points), np.concatenate(colors), width)


def _line_rows(lines: Lines3, scene: Scene, clip: Any, size: tuple[int, int]) -> Any:
    """Return boxes along lines, two triangles each, in clip space and a little in front of what is there."""
    ends, seen = scene.camera.clip(lines.points)
    placed = np.column_stack([ends, np.ones(len(ends))]) @ clip.T
    placed[:, :3] /= placed[:, 3:]
    half = 0.5 * np.array(size)
    pixels = (placed[:, :2] * half).reshape(-1, 2, 2)
    way = pixels[:, 1] - pixels[:, 0]
    along = way / np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-12)[:, None]
    reach = 0.5 * lines.width * _SCALE + 0.5
    side = np.column_stack([-along[:, 1], along[:, 0]]) * reach / half
    depth = placed[:, 2].reshape(-1, 2) - 4e-4 * (1.0 - placed[:, 2].reshape(-1, 2))
    xy = placed[:, :2].reshape(-1, 2, 2)
    corners = np.stack([xy[:, 0] - side, xy[:, 1] - side, xy[:, 1] + side, xy[:, 0] + side], axis=1)
    depths = depth[:, [0, 1, 1, 0]]
    rows = np.zeros((len(corners), 6), _LINE)
    rows["position"][:, :, :2] = corners[:, _CORNERS]
    rows["position"][:, :, 2] = depths[:, _CORNERS]
    rows["position"][:, :, 3] = 1.0
    rows["form"][:, :, 0] = np.array([-reach, -reach, reach, reach])[_CORNERS]
    rows["form"][:, :, 1] = reach - 0.5
    rows["color"] = lines.colors[::2][seen][:, None]
    return rows.ravel()
