"""Ships, bolts and crates of the arena."""

from __future__ import annotations

from ..palette import AMBER, FIRE, INK, SHINE, STEEL, STEEL_DARK, STEEL_LIGHT, TEAL, WHITE, faded
from .paint import Canvas, painted

COLORS = (TEAL, AMBER)  # of the players


@painted
def ship(canvas: Canvas, w: int, h: int, player: int = 0, burning: bool = False, lit: bool = False) -> None:
    """Draw a ship that points to the right, with its flame, and bright when it was hit."""
    color = COLORS[player]
    if burning:
        canvas.shape([(0.3 * w, 0.36 * h), (0.3 * w, 0.64 * h), (0.0, 0.5 * h)], FIRE)
        canvas.shape([(0.3 * w, 0.42 * h), (0.3 * w, 0.58 * h), (0.13 * w, 0.5 * h)], (255, 226, 130))
    hull = [(0.98 * w, 0.5 * h), (0.26 * w, 0.06 * h), (0.36 * w, 0.5 * h), (0.26 * w, 0.94 * h)]
    canvas.shape(hull, INK)
    canvas.shape([(0.5 * w + 0.9 * (x - 0.5 * w), 0.5 * h + 0.86 * (y - 0.5 * h)) for x, y in hull], color)
    canvas.shape(
        [(0.86 * w, 0.5 * h), (0.33 * w, 0.16 * h), (0.4 * w, 0.5 * h)], faded((255, 255, 255), 0.25)
    )
    canvas.disc(0.55 * w, 0.5 * h, 0.08 * w, INK)
    canvas.disc(0.56 * w, 0.48 * h, 0.045 * w, SHINE)
    if lit:
        canvas.disc(0.5 * w, 0.5 * h, 0.48 * w, faded((255, 255, 255), 0.35))


@painted
def bolt(canvas: Canvas, w: int, h: int, player: int = 0) -> None:
    """Draw a glowing shot."""
    for share, alpha in ((0.5, 0.25), (0.38, 0.5)):
        canvas.disc(w / 2, h / 2, share * w, faded(COLORS[player], alpha))
    canvas.disc(w / 2, h / 2, 0.22 * w, WHITE)


@painted
def crate(canvas: Canvas, w: int, h: int) -> None:
    """Draw a crate of steel."""
    canvas.box(0, 0, w, h, STEEL_DARK, 5)
    canvas.box(3, 3, w - 3, h - 3, STEEL, 4)
    canvas.line([(7, 7), (w - 7, h - 7)], STEEL_LIGHT, 4)
    canvas.line([(7, h - 7), (w - 7, 7)], STEEL_LIGHT, 4)
    for x in (6, w - 6):
        for y in (6, h - 6):
            canvas.disc(x, y, 2.5, SHINE)
