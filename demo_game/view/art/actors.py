"""Actors for which arcade bundles no images: drones, and all actors in top-down view."""

from __future__ import annotations

from ..palette import BLUE, INK, RED, SHINE, STEEL, STEEL_DARK, STEEL_LIGHT, YELLOW, Rgb, faded
from .paint import Canvas, painted


@painted
def drone(canvas: Canvas, w: int, h: int, angry: bool) -> None:
    """Draw a flying capsule with one eye, facing right."""
    canvas.box(0, 0.1 * h, w, h, STEEL_DARK, 0.45 * h)
    canvas.box(3, 0.1 * h + 3, w - 3, h - 5, STEEL_LIGHT if not angry else (176, 96, 104), 0.4 * h)
    canvas.box(3, 0.6 * h, w - 3, h - 5, STEEL, 0.25 * h)
    canvas.box(0.2 * w, 0, 0.8 * w, 0.16 * h, STEEL, 2)
    canvas.disc(0.74 * w, 0.5 * h, 0.23 * h, INK)
    canvas.disc(0.76 * w, 0.5 * h, 0.15 * h, RED if angry else YELLOW)
    canvas.disc(0.79 * w, 0.46 * h, 0.05 * h, (255, 255, 255))


@painted
def from_above(canvas: Canvas, w: int, h: int, actor: str) -> None:
    """Draw a robot or a walker from above, facing right."""
    body, light = _COATS[actor]
    canvas.box(0.28 * w, 0.02 * h, 0.68 * w, 0.98 * h, INK, 0.18 * w)
    canvas.box(0.31 * w, 0.05 * h, 0.65 * w, 0.95 * h, body, 0.16 * w)
    canvas.disc(0.5 * w, 0.5 * h, 0.3 * w, INK)
    canvas.disc(0.5 * w, 0.5 * h, 0.27 * w, light)
    canvas.box(0.6 * w, 0.33 * h, 0.74 * w, 0.67 * h, faded(INK, 0.9), 4)
    canvas.box(0.64 * w, 0.38 * h, 0.71 * w, 0.62 * h, RED if actor == "angry" else YELLOW, 2)


_COATS: dict[str, tuple[Rgb, Rgb]] = {
    "hero": (BLUE, SHINE),
    "walker": ((92, 140, 84), (150, 196, 130)),
    "angry": ((150, 72, 64), (206, 124, 104)),
}
