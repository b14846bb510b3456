"""The colours of the game."""

from __future__ import annotations

Rgb = tuple[int, int, int]
Rgba = tuple[int, int, int, int]

NIGHT: Rgb = (12, 14, 30)
DEEP: Rgb = (17, 19, 34)
HIGH: Rgb = (62, 66, 96)
INK: Rgb = (24, 26, 40)
STEEL_DARK: Rgb = (44, 48, 70)
STEEL: Rgb = (66, 72, 98)
STEEL_LIGHT: Rgb = (120, 130, 160)
SHINE: Rgb = (190, 202, 230)

TEAL: Rgb = (84, 224, 200)  # ground and good news
AMBER: Rgb = (255, 178, 84)  # ledges
YELLOW: Rgb = (255, 214, 90)
RED: Rgb = (255, 92, 92)
PINK: Rgb = (255, 60, 130)  # the laser
GREEN: Rgb = (130, 255, 190)
ICE: Rgb = (150, 215, 255)  # glass and mirrors
FIRE: Rgb = (255, 120, 50)
BLUE: Rgb = (90, 150, 255)

WHITE: Rgba = (240, 244, 255, 255)
SOFT: Rgba = (176, 186, 214, 255)
PANEL: Rgba = (10, 12, 26, 190)


def faded(color: Rgb, alpha: float) -> Rgba:
    """Return a colour with an opacity of 0 … 1."""
    return (*color, round(255 * max(0.0, min(1.0, alpha))))


def mixed(a: Rgb, b: Rgb, share: float) -> Rgb:
    """Return the colour between a (share 0) and b (1)."""
    red, green, blue = (round(x + share * (y - x)) for x, y in zip(a, b, strict=True))
    return (red, green, blue)
