"""The parts of the level that never move, drawn once into one list of shapes."""

from __future__ import annotations

import esper
from arcade.shape_list import Shape, ShapeElementList, create_polygon

from ecsphys import Vec2

from ..components import Solid
from ..tuning import TILE

Color = tuple[int, int, int, int]

_DEEP, _HIGH = (17, 19, 34), (62, 66, 96)  # colours of the ground below and of what is high up
_HIGH_Y = 14.0 * TILE
_SEAM: Color = (255, 255, 255, 9)
_TRIM: dict[str, Color] = {
    "block": (84, 224, 200, 255),
    "slope": (84, 224, 200, 255),
    "ledge": (255, 178, 84, 255),
    "mirror": (235, 240, 255, 255),
}
_TRIM_WIDTH, _GLOW_WIDTH, _GLOW_ALPHA = 5.0, 16.0, 46
_FLAT_ENOUGH = 0.3  # faces whose normal points up at least this much get a trim


def terrain() -> ShapeElementList[Shape]:
    """All solids of the current esper world. Slopes come last, to cover the floor's trim below them."""
    shapes: ShapeElementList[Shape] = ShapeElementList()
    solids = [solid for _, solid in esper.get_component(Solid)]
    for solid in sorted(solids, key=lambda solid: solid.kind == "slope"):
        shapes.append(_shaded(_sunk(solid)))
        if solid.kind == "block" and len(solid.outline) == 4:
            for seam in _seams(solid.outline):
                shapes.append(seam)
        for start, end in _tops(solid.outline):
            red, green, blue, _ = color = _TRIM[solid.kind]
            shapes.append(_strip(start, end, _GLOW_WIDTH, (red, green, blue, _GLOW_ALPHA)))
            shapes.append(_strip(start, end, _TRIM_WIDTH, color))
    return shapes


def shade(y: float) -> Color:
    """The colour of rock at a height."""
    share = max(0.0, min(1.0, y / _HIGH_Y))
    red, green, blue = (round(low + share * (high - low)) for low, high in zip(_DEEP, _HIGH, strict=True))
    return (red, green, blue, 255)


def _sunk(solid: Solid) -> list[Vec2]:
    """A slope's foot reaches into the floor, to hide the floor's trim."""
    if solid.kind != "slope":
        return list(solid.outline)
    foot = min(corner.y for corner in solid.outline)
    return [corner - (0.0, _GLOW_WIDTH) if corner.y == foot else corner for corner in solid.outline]


def _shaded(outline: list[Vec2]) -> Shape:
    """An outline, convex or not, in the colour of its middle height."""
    return create_polygon(outline, shade(sum(corner.y for corner in outline) / len(outline)))


def _seams(outline: tuple[Vec2, ...]) -> list[Shape]:
    """Faint lines along the tiles of a block."""
    left, bottom = outline[0]
    right, top = outline[2]
    seams = []
    for i in range(int(left // TILE) + 1, int(right // TILE) + 1):
        seams.append(_strip(Vec2(i * TILE, bottom), Vec2(i * TILE, top), 2.0, _SEAM))
    for i in range(int(bottom // TILE) + 1, int(top // TILE) + 1):
        seams.append(_strip(Vec2(left, i * TILE), Vec2(right, i * TILE), 2.0, _SEAM))
    return seams


def _tops(outline: tuple[Vec2, ...]) -> list[tuple[Vec2, Vec2]]:
    """The edges that look up, from left to right."""
    edges = zip(outline, (*outline[1:], outline[0]), strict=True)
    return [(end, start) for start, end in edges if (start - end).normalized().x > _FLAT_ENOUGH]


def _strip(start: Vec2, end: Vec2, width: float, color: Color) -> Shape:
    """A line with its upper side on the edge, `width` thick."""
    down = -(end - start).normalized().perpendicular * width
    return create_polygon([start, end, end + down, start + down], color)
