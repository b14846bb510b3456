"""Pictures and films of display lists, drawn by Pillow: no window is needed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from ..math2d.vec2 import Pair
from .display import STAGE, Disc, Display, Item, Polygon, Segments, Text
from .palette import GROUND
from .space import flat

WIDTH, HEIGHT = (round(side) for side in STAGE.upper - STAGE.lower)
_SMOOTH = 2  # pictures are drawn so many times as large, then reduced: edges become smooth
_COLORS = 64  # of a film
_ANCHORS = {"left": "ls", "center": "ms", "right": "rs"}


def picture(display: Display) -> Image.Image:
    """Return a picture of the stage, one pixel a unit, 720 x 640."""
    image = Image.new("RGB", (WIDTH * _SMOOTH, HEIGHT * _SMOOTH), GROUND[:3])
    pen = ImageDraw.Draw(image, "RGBA")
    for item in flat(display).items:
        _draw(pen, item)
    return image.resize((WIDTH, HEIGHT), Image.Resampling.BOX)


def save_film(frames: Iterable[Display], path: str | Path, rate: float = 30.0) -> None:
    """Save display lists as a GIF that repeats; `rate` in frames a second. Raises `ValueError` for none."""
    images = [picture(frame).quantize(_COLORS, dither=Image.Dither.NONE) for frame in frames]
    if not images:
        raise ValueError("frames must be at least one, got none")
    images[0].save(path, save_all=True, append_images=images[1:], duration=round(1000 / rate), loop=0)


@cache
def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size * _SMOOTH)


def _place(point: Pair) -> tuple[float, float]:
    """Return where a point of the stage is in the large picture."""
    return (point[0] - STAGE.lower.x) * _SMOOTH, (STAGE.upper.y - point[1]) * _SMOOTH


def _draw(pen: ImageDraw.ImageDraw, item: Item) -> None:
    if isinstance(item, Segments):
        width = max(1, round(item.width * _SMOOTH))
        ends, colors = item.points.tolist(), item.colors[::2].tolist()
        for k, color in enumerate(colors):
            pen.line([_place(ends[2 * k]), _place(ends[2 * k + 1])], tuple(color), width)
    elif isinstance(item, Polygon):
        places = [_place(point) for point in item.points]
        if item.fill is not None:
            pen.polygon(places, item.fill)
        if item.line is not None:
            pen.line([*places, places[0]], item.line, max(1, round(item.width * _SMOOTH)), "curve")
    elif isinstance(item, Disc):
        (x, y), radius = _place(item.center), item.radius * _SMOOTH
        width = max(1, round(item.width * _SMOOTH))
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), item.fill, item.line, width)
    elif isinstance(item, Text):
        pen.text(_place(item.position), item.text, item.color, _font(item.size), _ANCHORS[item.align])
