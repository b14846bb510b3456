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
from .scene import LIGHT, Lines3, Scene, Solids3

AMBIENT, DIFFUSE = 0.42, 0.58  # shares of the light
_LIT_SIZE = 0.55  # of the part of a round solid on which the light falls, as a share of the solid
_FLAT = 0.01  # height above the floor below which a solid is part of it
_PIECES = 12  # a line is cut into so many, so that solids hide the right part of it


class _Piece(NamedTuple):
    """A face, a round solid (all its points) or a part of a line, with the layer and depth that sort it."""

    layer: int  # 0: the floor, 1: lines on it, 2: what stands there
    depth: float
    points: Reals2
    color: Color
    is_round: bool = False
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
            _paint_round(display, hull(places), piece.color)
        elif piece.width > 0.0:
            display.line(places[0], places[1], piece.color, piece.width)
        else:
            display.polygon(places, piece.color, fade(light(piece.color, 0.6), piece.color[3]), 1.0)


def _faces(solids: Solids3, scene: Scene) -> Iterator[_Piece]:
    """Yield the faces of solids that look at the camera, as bright as the light makes them."""
    camera, mesh = scene.camera, solids.mesh
    for points, color in zip(solids.placed(), map(tuple, solids.colors.tolist()), strict=True):
        layer = 0 if scene.floor is not None and points[:, 1].max() <= scene.floor + _FLAT else 2
        if mesh.normals is not None:
            depth = camera.depth_of(tuple(points.mean(axis=0)))
            yield _Piece(layer, depth, points, color, is_round=True)
            continue
        for face in mesh.faces:
            corners, normal = points[list(face)], face_normal(points, face)
            if normal.dot(camera.eye - corners[0]) > 0.0:
                share = AMBIENT + DIFFUSE * max(0.0, normal.dot(LIGHT))
                depth = camera.depth_of(tuple(corners.mean(axis=0)))
                yield _Piece(layer, depth, corners, light(color, share))


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


def _paint_round(display: Display, outline: list[Vec2], color: Color) -> None:
    """Paint a round solid by its outline on the stage, lighter where the light falls."""
    display.polygon(outline, light(color, 0.72), fade(light(color, 0.45), color[3]), 1.0)
    middle = sum(outline, Vec2(0.0, 0.0)) / len(outline)
    size = max(point.distance(middle) for point in outline)
    lit = [middle + Vec2(0.16, 0.22) * size + (point - middle) * _LIT_SIZE for point in outline]
    display.polygon(lit, fade(color, color[3] // 2))


def light(color: Color, share: float) -> Color:
    """Return a colour in so much light, 0 … 1."""
    red, green, blue, alpha = color
    return round(red * share), round(green * share), round(blue * share), alpha
