"""An anti-aliased canvas: drawn three times as large, then scaled down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import arcade
from PIL import Image, ImageDraw

from ..palette import Rgb

_LARGER = 3
Point = tuple[float, float]


class Canvas:
    """Draws in pixels of the texture, (0, 0) at the upper left corner. Fills with an alpha are blended."""

    def __init__(self, width: float, height: float):
        self.width, self.height = max(1, round(width)), max(1, round(height))
        self._image = Image.new("RGBA", (self.width * _LARGER, self.height * _LARGER), (0, 0, 0, 0))

    def _fill(self, fill: tuple[int, ...], draw: Callable[[ImageDraw.ImageDraw], None]) -> None:
        """Call `draw`, on a layer of its own if the fill is transparent."""
        if len(fill) == 3 or fill[3] == 255:
            draw(ImageDraw.Draw(self._image))
        else:
            layer = Image.new("RGBA", self._image.size, (0, 0, 0, 0))
            draw(ImageDraw.Draw(layer))
            self._image.alpha_composite(layer)

    def box(
        self, left: float, top: float, right: float, bottom: float, fill: tuple[int, ...], radius: float = 0.0
    ) -> None:
        """Draw a filled rectangle, with rounded corners if `radius` is given."""
        bounds = [v * _LARGER for v in (left, top, right, bottom)]
        bounds[2], bounds[3] = max(bounds[0], bounds[2] - 1), max(bounds[1], bounds[3] - 1)
        self._fill(fill, lambda draw: draw.rounded_rectangle(bounds, radius * _LARGER, fill))

    def disc(self, x: float, y: float, radius: float, fill: tuple[int, ...]) -> None:
        """Draw a filled circle."""
        bounds = [v * _LARGER for v in (x - radius, y - radius, x + radius, y + radius)]
        self._fill(fill, lambda draw: draw.ellipse(bounds, fill))

    def shape(self, points: Sequence[Point], fill: tuple[int, ...]) -> None:
        """Draw a filled polygon."""
        scaled = [(x * _LARGER, y * _LARGER) for x, y in points]
        self._fill(fill, lambda draw: draw.polygon(scaled, fill))

    def line(self, points: Sequence[Point], fill: tuple[int, ...], width: float) -> None:
        """Draw a line with round joints."""
        scaled = [(x * _LARGER, y * _LARGER) for x, y in points]
        wide = max(1, round(width * _LARGER))
        self._fill(fill, lambda draw: draw.line(scaled, fill, wide, joint="curve"))

    def shade(self, top: Rgb, bottom: Rgb) -> None:
        """Fill the canvas with a vertical gradient."""
        column = Image.new("RGB", (1, 2))
        column.putpixel((0, 0), top)
        column.putpixel((0, 1), bottom)
        self._image.paste(column.resize(self._image.size, Image.Resampling.BILINEAR))

    def texture(self) -> arcade.Texture:
        """Return the canvas as a texture."""
        small = self._image.resize((self.width, self.height), Image.Resampling.LANCZOS)
        return arcade.Texture(small, hit_box_algorithm=arcade.hitbox.algo_bounding_box)


Painter = Callable[..., None]


def painted(paint: Painter) -> Callable[..., arcade.Texture]:
    """Turn `paint(canvas, width, height, *more)` into a function `(width, height, *more) -> Texture`.

    Each texture is drawn once and cached.
    """

    @cache
    def make(width: int, height: int, *more: object) -> arcade.Texture:
        canvas = Canvas(width, height)
        paint(canvas, canvas.width, canvas.height, *more)
        return canvas.texture()

    def texture(width: float, height: float, *more: object) -> arcade.Texture:
        return make(round(width), round(height), *more)

    texture.__doc__ = paint.__doc__
    return texture
