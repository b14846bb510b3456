"""Loose bodies, pickups and projectiles."""

from __future__ import annotations

from ..palette import FIRE, ICE, INK, PINK, RED, SHINE, STEEL, STEEL_DARK, STEEL_LIGHT, YELLOW, faded
from .paint import Canvas, painted


@painted
def cube(canvas: Canvas, w: int, h: int) -> None:
    """Draw the companion cube: steel with a heart on it."""
    canvas.box(0, 0, w, h, STEEL_DARK, 9)
    canvas.box(3, 3, w - 3, h - 3, STEEL_LIGHT, 7)
    for x in (0, w - 18):
        for y in (0, h - 18):
            canvas.box(x, y, x + 18, y + 18, SHINE, 6)
    canvas.disc(w / 2, h / 2, 0.3 * w, (236, 240, 250))
    _heart(canvas, w / 2, h / 2 + 1, 0.17 * w)


def _heart(canvas: Canvas, x: float, y: float, r: float) -> None:
    canvas.disc(x - 0.55 * r, y - 0.35 * r, 0.62 * r, PINK)
    canvas.disc(x + 0.55 * r, y - 0.35 * r, 0.62 * r, PINK)
    canvas.shape([(x - 1.12 * r, y - 0.1 * r), (x + 1.12 * r, y - 0.1 * r), (x, y + 1.15 * r)], PINK)


@painted
def barrel(canvas: Canvas, w: int, h: int, lit: bool = False) -> None:
    """Draw a red drum with a warning sign; it glows when its fuse burns."""
    body = (255, 190, 120) if lit else (196, 58, 58)
    canvas.box(1, 1, w - 1, h - 1, body, 7)
    canvas.box(1, 1, 0.28 * w, h - 1, faded((255, 255, 255), 0.16), 7)
    for y in (0.16 * h, 0.84 * h):
        canvas.box(0, y - 3, w, y + 3, (92, 30, 36), 2)
    middle = h / 2
    canvas.shape([(w / 2, middle - 14), (w / 2 + 15, middle + 12), (w / 2 - 15, middle + 12)], YELLOW)
    canvas.box(w / 2 - 2, middle - 5, w / 2 + 2, middle + 4, INK)
    canvas.disc(w / 2, middle + 8, 2.2, INK)


@painted
def plank(canvas: Canvas, w: int, h: int) -> None:
    """Draw a board with bolts."""
    canvas.box(0, 0, w, h, (122, 84, 54), 4)
    canvas.box(0, 0, w, 0.4 * h, (158, 112, 72), 4)
    for x in (12, w / 2, w - 12):
        canvas.disc(x, h / 2, 3.5, INK)


@painted
def ball(canvas: Canvas, w: int, h: int) -> None:
    """Draw a ball of iron."""
    canvas.disc(w / 2, h / 2, w / 2, STEEL_DARK)
    canvas.disc(w / 2, h / 2, 0.46 * w, STEEL)
    canvas.disc(0.38 * w, 0.36 * h, 0.16 * w, faded(SHINE, 0.5))


@painted
def wheel(canvas: Canvas, w: int, h: int) -> None:
    """Draw a tyre with spokes."""
    canvas.disc(w / 2, h / 2, w / 2, INK)
    canvas.disc(w / 2, h / 2, 0.34 * w, STEEL_LIGHT)
    canvas.line([(0.2 * w, h / 2), (0.8 * w, h / 2)], STEEL_DARK, 4)
    canvas.line([(w / 2, 0.2 * h), (w / 2, 0.8 * h)], STEEL_DARK, 4)


@painted
def link(canvas: Canvas, w: int, h: int, grip: bool) -> None:
    """Draw a piece of rope; ropes to hang on are brighter."""
    canvas.box(0, 0, w, h, (214, 176, 110) if grip else (150, 118, 82), h / 2)
    for x in range(4, w - 4, 8):
        canvas.line([(x, h - 1), (x + 4, 1)], (92, 70, 48), 1.5)


@painted
def glass(canvas: Canvas, w: int, h: int) -> None:
    """Draw a pane with streaks of light."""
    canvas.box(0, 0, w, h, faded(ICE, 0.45), 2)
    long = max(w, h)
    for at in range(10, long - 8, 34):
        ends = ((0, at + 10), (w, at)) if h >= w else ((at, h), (at + 10, 0))
        canvas.line(ends, faded((255, 255, 255), 0.7), 2)
    canvas.box(0, 0, w if w > h else 2, 2 if w > h else h, faded((255, 255, 255), 0.85))


@painted
def shard(canvas: Canvas, w: int, h: int) -> None:
    """Draw a splinter."""
    canvas.shape([(0, h), (0.3 * w, 0), (w, 0.6 * h)], faded(ICE, 0.8))


@painted
def shot(canvas: Canvas, w: int, h: int) -> None:
    """Draw a bright bullet, facing right."""
    canvas.box(0, 0.25 * h, w, 0.75 * h, faded(YELLOW, 0.55), 0.25 * h)
    canvas.box(0.4 * w, 0.12 * h, w, 0.88 * h, (255, 244, 190), 0.38 * h)


@painted
def rocket(canvas: Canvas, w: int, h: int) -> None:
    """Draw a rocket, facing right."""
    canvas.shape([(0.1 * w, 0), (0.34 * w, 0.3 * h), (0.34 * w, 0.7 * h), (0.1 * w, h)], RED)
    canvas.box(0.14 * w, 0.26 * h, 0.8 * w, 0.74 * h, SHINE, 3)
    canvas.shape([(0.76 * w, 0.26 * h), (w, 0.5 * h), (0.76 * w, 0.74 * h)], RED)
    canvas.disc(0.06 * w, 0.5 * h, 0.2 * h, FIRE)


@painted
def grenade(canvas: Canvas, w: int, h: int) -> None:
    """Draw a green ball with a lever."""
    canvas.disc(w / 2, h / 2 + 1, 0.46 * h, (58, 112, 70))
    canvas.disc(w / 2 - 3, h / 2 - 2, 0.18 * h, (130, 190, 130))
    canvas.box(w / 2 - 3, 0, w / 2 + 3, 6, STEEL_LIGHT, 1)


@painted
def weapon(canvas: Canvas, w: int, h: int, name: str) -> None:
    """Draw a weapon from the side, facing right: for pickups, the HUD and the hand."""
    body, glow = {
        "pistol": (SHINE, YELLOW),
        "laser": (STEEL_LIGHT, PINK),
        "rockets": (STEEL_LIGHT, RED),
        "grenades": (STEEL, (110, 200, 120)),
    }[name]
    thick = 0.62 if name in ("rockets", "grenades") else 0.4
    top = (0.5 - thick / 2) * h
    canvas.shape([(0.14 * w, 0.5 * h), (0.34 * w, 0.5 * h), (0.3 * w, h), (0.1 * w, h)], STEEL)
    canvas.box(0.05 * w, top, 0.72 * w, top + thick * h, INK, 3)
    canvas.box(0.05 * w + 2, top + 2, 0.72 * w - 2, top + thick * h - 2, body, 2)
    canvas.box(0.68 * w, 0.38 * h, 0.98 * w, 0.62 * h, INK, 2)
    canvas.box(0.68 * w, 0.44 * h, 0.98 * w, 0.56 * h, glow)
    canvas.box(0.16 * w, top + 0.3 * thick * h, 0.5 * w, top + 0.6 * thick * h, glow, 2)


@painted
def medkit(canvas: Canvas, w: int, h: int) -> None:
    """Draw a white box with a cross."""
    canvas.box(0, 0.14 * h, w, 0.92 * h, (236, 240, 250), 6)
    canvas.box(0.34 * w, 0.03 * h, 0.66 * w, 0.2 * h, STEEL_LIGHT, 4)
    canvas.box(0.42 * w, 0.3 * h, 0.58 * w, 0.8 * h, RED)
    canvas.box(0.25 * w, 0.46 * h, 0.75 * w, 0.63 * h, RED)
