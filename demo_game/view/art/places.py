"""Doors, belts, platforms, lava and triggers."""

from __future__ import annotations

import math

from ..palette import (
    AMBER,
    FIRE,
    GREEN,
    INK,
    RED,
    SHINE,
    STEEL,
    STEEL_DARK,
    STEEL_LIGHT,
    TEAL,
    YELLOW,
    faded,
)  # fmt: skip
from .paint import Canvas, painted

_STRIPE = 18


@painted
def door(canvas: Canvas, w: int, h: int, lamp: bool = False) -> None:
    """Draw a steel shutter with warning stripes at its ends and a lamp, green when it opens."""
    canvas.box(0, 0, w, h, STEEL_LIGHT, 3)
    canvas.box(3, 3, w - 3, h - 3, STEEL, 2)
    for at in range(_STRIPE, max(w, h), _STRIPE):
        canvas.line([(3, at), (w - 3, at)] if h >= w else [(at, 3), (at, h - 3)], STEEL_DARK, 2)
    if h >= w:
        _stripes(canvas, w, h)
    color = GREEN if lamp else RED
    canvas.disc(w / 2, h / 2, 11, INK)
    canvas.disc(w / 2, h / 2, 8, color)


def _stripes(canvas: Canvas, w: int, h: int) -> None:
    """Draw slanted bars in the lowest part."""
    foot, top = h - 3, h - 1.8 * _STRIPE
    canvas.box(3, top, w - 3, foot, YELLOW)
    for x in range(-w, 2 * w, 2 * _STRIPE):
        ends = [(x, foot), (x + _STRIPE, foot), (x + 2.6 * _STRIPE, top), (x + 1.6 * _STRIPE, top)]
        canvas.shape([(min(max(px, 3), w - 3), py) for px, py in ends], INK)


@painted
def conveyor(canvas: Canvas, w: int, h: int, phase: int, right: bool) -> None:
    """Draw a belt with chevrons, in one of four positions."""
    canvas.box(0, 0, w, h, INK, h / 2)
    canvas.box(2, 2, w - 2, h - 2, STEEL_DARK, h / 2 - 2)
    direction = 1 if right else -1
    deep = min(0.32 * h, 8)
    for x in range(-32, w + 32, 32):
        at = x + direction * phase * 8
        if 8 < at < w - 8:
            canvas.line(
                [(at - direction * deep, h / 2 - deep), (at, h / 2), (at - direction * deep, h / 2 + deep)],
                AMBER,
                3,
            )
    canvas.box(h / 2, 0, w - h / 2, 3, STEEL_LIGHT)


@painted
def mover(canvas: Canvas, w: int, h: int, top: bool = False) -> None:
    """Draw a platform; in top-down view a block with a rim."""
    canvas.box(0, 0, w, h, AMBER if top else STEEL_DARK, 5)
    canvas.box(4, 4, w - 4, h - 4, STEEL, 4)
    canvas.box(0, 0, w, 5, AMBER, 2)
    for x in range(16, w - 8, 32):
        canvas.disc(x, h / 2 + 2, 3, INK)


@painted
def lava(canvas: Canvas, w: int, h: int, phase: int, top: bool = False) -> None:
    """Draw lava with waves in one of two phases; in top-down view it glows all over."""
    if top:
        canvas.box(0, 0, w, h, (120, 20, 30), 10)
        canvas.box(5, 5, w - 5, h - 5, (226, 84, 40), 8)
        canvas.box(14, 14, w - 14, h - 14, (255, 132, 56), 10)
    else:
        canvas.shade((255, 150, 60), (120, 20, 30))
        crest = [(x, 5 + 4 * math.sin(x / 15 + math.pi * phase)) for x in range(0, w + 8, 8)]
        canvas.line(crest, (255, 236, 150), 6)
    for k in range(w * h // 9000 if top else w // 56):
        x, y = 20 + (56 * k + 7 * phase) % max(1, w - 40), 20 + (37 * k + 11 * phase) % max(1, h - 32)
        canvas.disc(x, y, 4 + k % 3, faded((255, 214, 110), 0.6))


@painted
def pool(canvas: Canvas, w: int, h: int) -> None:
    """Draw water with a bright surface."""
    canvas.box(0, 0, w, h, (40, 120, 210, 90))
    canvas.box(0, 0, w, 5, (170, 225, 255, 190))


@painted
def plate(canvas: Canvas, w: int, h: int, down: bool, top: bool = False) -> None:
    """Draw a button in the floor: red, green while it is pressed."""
    color = GREEN if down else RED
    if top:
        canvas.box(0, 0, w, h, STEEL_DARK, 6)
        canvas.box(4, 4, w - 4, h - 4, color, 5)
        return
    foot = h - 4
    canvas.box(0, foot - 4, w, h, STEEL_DARK, 2)
    high = foot - (4 if down else min(14, h - 6))
    canvas.box(5, high, w - 5, foot, color, 4)
    canvas.box(5, high, w - 5, high + 3, faded((255, 255, 255), 0.45), 2)


@painted
def furnace(canvas: Canvas, w: int, h: int, lit: bool, top: bool = False) -> None:
    """Draw an open hearth; in top-down view a grate over the glow."""
    glow = (255, 170, 70) if lit else (140, 44, 30)
    canvas.box(0, 0, w, h, STEEL_LIGHT if top else STEEL_DARK, 6)
    canvas.box(5, 5 if top else 0, w - 5, h - 5, INK, 4)
    if top:
        canvas.box(12, 12, w - 12, h - 12, glow, 6)
        canvas.box(24, 24, w - 24, h - 24, YELLOW if lit else FIRE, 8)
        for x in range(18, w - 10, 20):
            canvas.box(x, 5, x + 4, h - 5, STEEL_DARK)
        return
    for x in range(8, w - 10, 14):
        tall = 0.35 * h + 0.3 * h * abs(math.sin(0.9 * x))
        canvas.shape([(x, h - 6), (x + 7, h - 6 - tall), (x + 14, h - 6)], glow)
        canvas.shape([(x + 3, h - 6), (x + 7, h - 6 - 0.5 * tall), (x + 11, h - 6)], YELLOW if lit else FIRE)
    canvas.box(0, 0, 7, h, STEEL_LIGHT, 3)
    canvas.box(w - 7, 0, w, h, STEEL_LIGHT, 3)


@painted
def checkpoint(canvas: Canvas, w: int, h: int, reached: bool) -> None:
    """Draw a post with a light, and with a banner once it is reached."""
    color = TEAL if reached else STEEL_LIGHT
    middle = w / 2
    canvas.box(middle - 4, 14, middle + 4, h, STEEL, 2)
    canvas.box(middle - 14, h - 8, middle + 14, h, STEEL_DARK, 3)
    canvas.disc(middle, 12, 11, faded(color, 0.35))
    canvas.disc(middle, 12, 7, color)
    if reached:
        wide = min(34, middle - 4)
        canvas.shape([(middle + 4, 22), (middle + 4 + wide, 33), (middle + 4, 44)], TEAL)


@painted
def gate(canvas: Canvas, w: int, h: int) -> None:
    """Draw the exit: a frame of light."""
    canvas.box(0, 0, w, h, faded(GREEN, 0.16), 10)
    for inset, alpha in ((0, 0.9), (7, 0.5), (14, 0.25)):
        corners = [(inset, h), (inset, inset), (w - inset, inset), (w - inset, h)]
        canvas.line([(x, y) for x, y in corners], faded(GREEN, alpha), 5)
    for k in range(3):
        x = w / 2 - 14 + 14 * k
        canvas.line(
            [(x - 6, h / 2 - 12), (x + 6, h / 2), (x - 6, h / 2 + 12)], faded(GREEN, 0.4 + 0.25 * k), 5
        )


@painted
def sign(canvas: Canvas, w: int, h: int) -> None:
    """Draw a screen on a post."""
    canvas.box(w / 2 - 3, 0.5 * h, w / 2 + 3, h, STEEL, 1)
    canvas.box(0, 0, w, 0.62 * h, STEEL_LIGHT, 5)
    canvas.box(3, 3, w - 3, 0.62 * h - 3, (20, 44, 54), 3)
    for k, share in enumerate((0.7, 0.5, 0.6)):
        y = 9 + 8 * k
        if y < 0.62 * h - 6:
            canvas.box(9, y, 9 + share * (w - 18), y + 3, TEAL)
    canvas.box(3, 3, w - 3, 6, faded(SHINE, 0.3))
