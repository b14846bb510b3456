"""Static terrain, drawn as one list of shapes."""

from __future__ import annotations

import esper
from arcade.gl import enums
from arcade.shape_list import Shape, ShapeElementList, create_line_generic_with_colors, create_polygon

from ecsphys import Vec2
from ecsphys.geometry import decompose

from ..components import Solid
from ..tuning import TILE
from .palette import AMBER, DEEP, HIGH, ICE, SHINE, TEAL, Rgb, Rgba, faded, mixed

_HIGH_Y = 22.0 * TILE
_SEAM: Rgba = (255, 255, 255, 9)
_TRIM: dict[str, Rgb] = {"block": TEAL, "slope": TEAL, "ledge": AMBER, "mirror": SHINE}
_TRIM_WIDTH, _GLOW_WIDTH, _GLOW_ALPHA = 5.0, 16.0, 0.18
_FLAT_ENOUGH = 0.3  # faces whose normal points up at least this much get a trim


def terrain(top_down: bool) -> ShapeElementList[Shape]:
    """Return the shapes of all solids of the current esper world.

    Slopes come last, to cover the trim of the floor below them. In top-down view all edges have a trim.
    """
    shapes: ShapeElementList[Shape] = ShapeElementList()
    solids = [solid for _, solid in esper.get_component(Solid)]
    for solid in sorted(solids, key=lambda solid: solid.kind == "slope"):
        for part in decompose(_sunk(solid)):
            shapes.append(_shaded(part.points, solid.kind == "mirror", top_down))
        for seam in _seams(solid):
            shapes.append(seam)
        color = _TRIM[solid.kind]
        for start, end in _edges(solid, top_down):
            shapes.append(_strip(start, end, _GLOW_WIDTH, faded(color, _GLOW_ALPHA)))
            shapes.append(_strip(start, end, _TRIM_WIDTH, (*color, 255)))
    return shapes


def shade(y: float, top_down: bool) -> Rgba:
    """Return the colour of rock at a height."""
    if top_down:
        return (*mixed(DEEP, HIGH, 0.75), 255)
    return (*mixed(DEEP, HIGH, max(0.0, min(1.0, y / _HIGH_Y))), 255)


def _sunk(solid: Solid) -> list[Vec2]:
    """Return the outline; the foot of a slope is lowered into the floor, to hide its trim."""
    if solid.kind != "slope":
        return list(solid.outline)
    foot = min(corner.y for corner in solid.outline)
    return [corner - (0.0, _GLOW_WIDTH) if corner.y == foot else corner for corner in solid.outline]


def _shaded(outline: tuple[Vec2, ...], mirror: bool, top_down: bool) -> Shape:
    """Return a convex outline shaded by height, as a triangle strip."""
    count = len(outline)
    order = [i // 2 if i % 2 == 0 else count - 1 - i // 2 for i in range(count)]
    corners = [outline[i] for i in order]
    glass = (*mixed(ICE, DEEP, 0.55), 255)
    colors = [glass if mirror else shade(corner.y, top_down) for corner in corners]
    return create_line_generic_with_colors(corners, colors, enums.TRIANGLE_STRIP)


def _seams(solid: Solid) -> list[Shape]:
    """Return faint lines between the tiles of an upright rectangle."""
    if solid.kind != "block" or len(solid.outline) != 4 or len({x for x, _ in solid.outline}) > 2:
        return []
    left, bottom = min(solid.outline)
    right, top = max(solid.outline)
    seams = []
    for i in range(int(left // TILE) + 1, int(right // TILE) + 1):
        seams.append(_strip(Vec2(i * TILE, bottom), Vec2(i * TILE, top), 2.0, _SEAM))
    for i in range(int(bottom // TILE) + 1, int(top // TILE) + 1):
        seams.append(_strip(Vec2(left, i * TILE), Vec2(right, i * TILE), 2.0, _SEAM))
    return seams


def _edges(solid: Solid, top_down: bool) -> list[tuple[Vec2, Vec2]]:
    """Return the edges with a trim: those that face up; all of mirrors and in top-down view."""
    outline = solid.outline
    edges = zip(outline, (*outline[1:], outline[0]), strict=True)
    everywhere = top_down or solid.kind == "mirror"
    return [(end, start) for start, end in edges if everywhere or (start - end).normalized().x > _FLAT_ENOUGH]


def _strip(start: Vec2, end: Vec2, width: float, color: Rgba) -> Shape:
    """Return a strip `width` thick with its upper side on an edge."""
    down = -(end - start).normalized().perpendicular * width
    return create_polygon([start, end, end + down, start + down], color)
