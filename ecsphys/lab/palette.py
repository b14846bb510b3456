"""Colours of the lab, on its dark ground: (red, green, blue, alpha), 0 … 255."""

from ..drawing.lines import Color

GROUND: Color = (22, 25, 33, 255)
TEXT: Color = (228, 231, 238, 255)
MUTED: Color = (138, 146, 164, 255)
GRID: Color = (48, 54, 68, 255)
A: Color = (255, 176, 72, 255)  # the first shape
B: Color = (92, 172, 255, 255)  # the second shape
BOTH: Color = (196, 140, 255, 255)  # what comes of both
HIT: Color = (255, 96, 96, 255)  # overlap, impact, failure
GOOD: Color = (112, 220, 140, 255)  # what is right, what is apart
NORMAL: Color = (255, 236, 100, 255)  # normals, axes, directions
STILL: Color = (120, 132, 150, 255)  # static shapes
CURVES: tuple[Color, ...] = (A, B, GOOD, BOTH, NORMAL, HIT)  # of graphs and of worlds side by side


def fade(color: Color, alpha: int) -> Color:
    """Return a colour with another alpha, 0 (invisible) … 255."""
    return (*color[:3], alpha)
