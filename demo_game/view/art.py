"""Pictures that are drawn by code."""

from __future__ import annotations

import arcade
from PIL import Image, ImageDraw

_STEEL, _EDGE, _SEAM = (66, 72, 98), (120, 130, 160), (44, 48, 70)
_YELLOW, _BLACK, _LAMP = (255, 204, 60), (28, 26, 34), (255, 84, 84)
_STRIPE = 18


def door_texture(width: float, height: float) -> arcade.Texture:
    """A steel shutter with a warning stripe at its foot and a red lamp."""
    w, h = round(width), round(height)
    image = Image.new("RGBA", (w, h), _STEEL)
    draw = ImageDraw.Draw(image)
    for y in range(0, h, _STRIPE):
        draw.line((0, y, w, y), _SEAM, 2)
    _stripes(draw, w, h)
    draw.rectangle((0, 0, w - 1, h - 1), outline=_EDGE, width=3)
    draw.ellipse((w / 2 - 9, h / 3 - 9, w / 2 + 9, h / 3 + 9), _LAMP, _BLACK, 2)
    return arcade.Texture(image)


def _stripes(draw: ImageDraw.ImageDraw, w: int, h: int) -> None:
    """Slanted bars in the lowest part."""
    draw.rectangle((0, h - 2 * _STRIPE, w, h), _YELLOW)
    for x in range(-w, 2 * w, 2 * _STRIPE):
        foot, top = h, h - 2 * _STRIPE
        draw.polygon([(x, foot), (x + _STRIPE, foot), (x + 3 * _STRIPE, top), (x + 2 * _STRIPE, top)], _BLACK)
