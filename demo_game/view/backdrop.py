"""The background: a city at night in two parallax layers, or a tiled floor in top-down view."""

from __future__ import annotations

import arcade
from arcade.shape_list import Shape, ShapeElementList, create_rectangle_filled

from ecsphys import Vec2

from ..tuning import TILE
from .palette import DEEP, NIGHT, STEEL_DARK, mixed

_FOLDER = ":resources:images/cybercity_background/"
_LAYERS = (  # file, size of a pixel, share of the camera's motion, bottom, tint
    ("far-buildings.png", 3.2, 0.12, 110.0, (150, 160, 190)),
    ("back-buildings.png", 3.0, 0.28, 0.0, (96, 84, 120)),
)
_WIDEST = 3000.0  # px of screen width that the layers can fill


class City:
    """Two parallax layers, drawn through a fixed camera and moved by the scroll of the level's camera."""

    def __init__(self) -> None:
        self._layers = [_Layer(*layer) for layer in _LAYERS]

    def draw(self, scroll: float) -> None:
        """Draw it for a scroll in px."""
        for layer in self._layers:
            layer.draw(scroll)


class _Layer:
    """One image, repeated to the right."""

    def __init__(self, file: str, scale: float, share: float, bottom: float, tint: tuple[int, int, int]):
        texture = arcade.load_texture(_FOLDER + file)
        self._step = texture.width * scale
        self._share = share
        self._sprites: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
        for _ in range(int(_WIDEST / self._step) + 2):
            sprite = arcade.Sprite(texture, scale)
            sprite.bottom = bottom
            sprite.color = tint
            self._sprites.append(sprite)

    def draw(self, scroll: float) -> None:
        """Draw it for a scroll in px."""
        start = -(scroll * self._share % self._step)
        for i, sprite in enumerate(self._sprites):
            sprite.left = start + i * self._step
        self._sprites.draw(pixelated=True)


def floor(size: Vec2) -> ShapeElementList[Shape]:
    """Return the tiled floor of a top-down level, to be drawn through the level's camera."""
    shapes: ShapeElementList[Shape] = ShapeElementList()
    shapes.append(
        create_rectangle_filled(size.x / 2, size.y / 2, size.x, size.y, (*mixed(NIGHT, DEEP, 0.5), 255))
    )
    side = 2.0 * TILE
    light = (*mixed(NIGHT, STEEL_DARK, 0.35), 255)
    for row in range(int(size.y / side) + 1):
        for column in range(row % 2, int(size.x / side) + 1, 2):
            middle = ((column + 0.5) * side, (row + 0.5) * side)
            shapes.append(create_rectangle_filled(*middle, side - 4, side - 4, light))
    return shapes
