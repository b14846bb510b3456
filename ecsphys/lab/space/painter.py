"""Draws a scene without a depth buffer: polygons and lines from the farthest to the nearest.

For notebooks and pages. Faces that look away are left out, so convex solids hide their own backs; pieces are
sorted by their middles, which is right unless solids interlock.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...arrays import Reals2
from ...drawing.lines import Color
from ...math2d.hull import hull
from ...math2d.vec2 import Vec2
from ..display import Display, SceneItem
from ..palette import fade
from .camera import Camera
from .meshes import face_normal
from .outlines import outlines
from .scene import FLAT, LIGHT, Lines3, Scene, Solids3, place

AMBIENT, DIFFUSE = 0.42, 0.58  # shares of the light
_LIT_SIZE, _LIT_SHIFT = 0.55, 0.32  # radius of the part on which the light falls, and its way there, in radii
_GLASS = 128  # alpha below which that part would look like another solid
_PIECES = 12  # a line is cut into so many, so that solids hide the right part of it


class _Piece(NamedTuple):
    """A face, a round solid (its outline) or a part of a line, with the layer and depth that sort it."""

    layer: int  # 0: the floor, 1: lines on it, 2: what stands there
    depth: float
    points: Reals2
    color: Color
    is_round: bool = False
    lit: Reals2 | None = None  # outline of the part of a round solid on which the light falls
    width: float = 0.0  # of a line, px


def without_scenes(display: Display) -> Display:
    """Return a display list with painted polygons and lines in the place of scenes."""
    flat = Display()
    for item in display.items:
        if isinstance(item, SceneItem):
            paint(item.scene, flat)
        else:
            flat.items.append(item)
    return flat


def paint(scene: Scene, display: Display) -> None:
    """Add solids and lines of a scene to a display list."""
    camera = scene.camera
    pieces = [piece for solid in scene.solids for piece in _faces(solid, scene)]
    pieces += [piece for lines in scene.lines for piece in _parts(lines, camera)]
    for piece in sorted(pieces, key=lambda piece: (piece.layer, -piece.depth)):  # stable: ties stay in order
        places = [Vec2(x, y) for x, y in camera.project(piece.points)[0].tolist()]
        if piece.is_round:
            lit = () if piece.lit is None else camera.project(piece.lit)[0].tolist()
            _paint_round(display, hull(places), hull([Vec2(x, y) for x, y in lit]), piece.color)
        elif piece.width > 0.0:
            display.line(places[0], places[1], piece.color, piece.width)
        else:
            display.polygon(places, piece.color, fade(light(piece.color, 0.6), piece.color[3]), 1.0)


def _faces(solids: Solids3, scene: Scene) -> Iterator[_Piece]:
    """Yield the faces of solids that look at the camera, as bright as the light makes them."""
    for model, row in zip(solids.models, solids.colors, strict=True):
        one = Solids3(solids.mesh, model[None], row[None])
        points = one.placed()[0]
        layer = 0 if scene.floor is not None and points[:, 1].max() <= scene.floor + FLAT else 2
        faces = _flat_faces if solids.mesh.spine is None else _round_face
        for piece in faces(one, scene.camera):
            yield piece._replace(layer=layer)


def _flat_faces(solid: Solids3, camera: Camera) -> Iterator[_Piece]:
    points, color = solid.placed()[0], _color(solid)
    for face in solid.mesh.faces:
        corners, normal = points[list(face)], face_normal(points, face)
        if normal.dot(camera.eye - corners[0]) > 0.0:
            share = AMBIENT + DIFFUSE * max(0.0, normal.dot(LIGHT))
            depth = camera.depth_of(tuple(corners.mean(axis=0)))
            yield _Piece(0, depth, corners, light(color, share))


def _round_face(solid: Solids3, camera: Camera) -> Iterator[_Piece]:
    """Yield the outline of a round solid, and that of a smaller one nearer to the light."""
    assert solid.mesh.spine is not None
    start, end, radius = solid.mesh.spine
    outline = outlines(solid, camera.eye)[0].reshape(-1, 3)
    if not len(outline):
        return  # the camera is inside
    color, lit = _color(solid), None
    if color[3] >= _GLASS:
        reach = radius * float(np.linalg.norm(solid.models[0, :, 0]))
        shifted = solid.models.copy()
        shifted[0, :, 3] += _LIT_SHIFT * reach * np.array(LIGHT)
        small = solid.mesh._replace(spine=(start, end, _LIT_SIZE * radius))
        lit = outlines(Solids3(small, shifted, solid.colors), camera.eye)[0].reshape(-1, 3)
    middle = place(np.array([start, end]), solid.models)[0].mean(axis=0)
    yield _Piece(0, camera.depth_of(tuple(middle)), outline, color, True, lit)


def _color(solid: Solids3) -> Color:
    red, green, blue, alpha = solid.colors[0].tolist()
    return red, green, blue, alpha


def _parts(lines: Lines3, camera: Camera) -> Iterator[_Piece]:
    """Yield short parts of lines; they are drawn over what is as deep."""
    starts, ends = lines.points[::2, None], lines.points[1::2, None]
    shares = np.linspace(0.0, 1.0, _PIECES + 1)[:, None]
    cuts = starts + shares * (ends - starts)
    pairs = np.stack([cuts[:, :-1], cuts[:, 1:]], axis=2).reshape(-1, 3)
    shown, seen = camera.clip(pairs)
    colors = np.repeat(lines.colors[::2], _PIECES, axis=0)[seen]
    depths = 0.999 * camera.view(shown)[:, 2].reshape(-1, 2).min(axis=1)
    layer = 1 if lines.on_floor else 2
    for depth, pair, color in zip(depths.tolist(), shown.reshape(-1, 2, 3), colors.tolist(), strict=True):
        yield _Piece(layer, depth, pair, tuple(color), width=lines.width)


def _paint_round(display: Display, outline: list[Vec2], lit: list[Vec2], color: Color) -> None:
    """Paint a round solid by its outline on the stage, lighter where the light falls."""
    display.polygon(outline, light(color, 0.72), fade(light(color, 0.45), color[3]), 1.0)
    if lit:
        display.polygon(lit, fade(color, color[3] // 2))


def light(color: Color, share: float) -> Color:
    """Return a colour in so much light, 0 … 1."""
    red, green, blue, alpha = color
    return round(red * share), round(green * share), round(blue * share), alpha
