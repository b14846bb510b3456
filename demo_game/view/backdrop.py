"""A city at night behind the level, in two layers that move more slowly than the level."""

from __future__ import annotations

import arcade

_FOLDER = ":resources:images/cybercity_background/"
_LAYERS = (  # file, size of a pixel, share of the camera's motion, bottom, tint
    ("far-buildings.png", 3.2, 0.12, 110.0, (150, 160, 190)),
    ("back-buildings.png", 3.0, 0.28, 0.0, (96, 84, 120)),
)
_WIDEST = 3000.0  # px of screen width that the layers can fill


class Backdrop:
    """Drawn through a camera that does not move; `scroll` says how far the level's has gone."""

    def __init__(self) -> None:
        self._layers = [_Layer(*layer) for layer in _LAYERS]

    def draw(self, scroll: float) -> None:
        """Draw it, moved for a scroll in px."""
        for layer in self._layers:
            layer.draw(scroll)


class _Layer:
    """One picture, repeated to the right."""

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
        """Draw it, moved for a scroll in px."""
        start = -(scroll * self._share % self._step)
        for i, sprite in enumerate(self._sprites):
            sprite.left = start + i * self._step
        self._sprites.draw(pixelated=True)
