"""Scenes with the sizes of Box2D's own benchmarks of the same names.

After `shared/benchmarks.c` of https://github.com/erincatto/box2d, commit 617d32a. Nothing comes to rest in
them, so sleeping is off here, but for `smash`, whose crates sleep until they are hit.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import figures
from .scene import KINEMATIC, STATIC, After, Figures, Item, Outline, Pin, Scene

TURN = math.radians(25.0)  # of tumbler and washer, per second
RISE = (0.0, 10.0)  # middle of both


def grid(count: int, spacing: float, start: tuple[float, float]) -> list[tuple[float, float]]:
    """Return count * count points, row by row."""
    x, y = start
    return [(x + spacing * k, y + spacing * row) for row in range(count) for k in range(count)]


def rectangle(width: float, height: float, x: float, y: float) -> Outline:
    """Return the corners of a rectangle around (x, y)."""
    right, top = 0.5 * width, 0.5 * height
    return tuple((x + dx, y + dy) for dx, dy in ((-right, -top), (right, -top), (right, top), (-right, top)))


def tumbler() -> Scene:
    """Return a heavy box that a motor turns, with 2,025 crates in it."""
    sides = (
        rectangle(1.0, 20.0, 10.0, 0.0),
        rectangle(1.0, 20.0, -10.0, 0.0),
        rectangle(20.0, 1.0, 0.0, 10.0),
        rectangle(20.0, 1.0, 0.0, -10.0),
    )
    box = Item("polygons", (), RISE, pieces=sides, density=50.0)
    crates = [Item("box", (0.25, 0.25), at) for at in grid(45, 0.4, (-9.0, 1.0))]
    pin = Pin(None, 0, RISE, motor=(TURN, 1e8))

    def judge(scene: Scene, after: After) -> Figures:
        return {
            "escaped": figures.outside_ring(scene, after, RISE, 15.0),
            **figures.of_pins(scene, after),
        }

    return Scene("tumbler", [box, *crates], 300, 0.9, warm_up=100, pins=[pin], figures=judge)


def washer() -> Scene:
    """Return a ring of wedges with four fins, moved by its velocity, and 8,100 crates in it."""
    ring = Item(
        "polygons", (), RISE, velocity=(0.001, -0.002), spin=TURN, kind=KINEMATIC, pieces=tuple(wedges())
    )
    crates = [Item("box", (0.2, 0.2), at) for at in grid(90, 0.21, (-9.9, 0.1))]

    def judge(scene: Scene, after: After) -> Figures:
        return {"escaped": figures.outside_ring(scene, after, RISE, 19.0)}

    return Scene("washer", [ring, *crates], 120, 0.9, warm_up=100, figures=judge)


def wedges() -> list[Outline]:
    """Return the pieces of the washer: 36 that overlap by two degrees, and a fin at each ninth."""
    pieces = []
    for k in range(36):
        first, last = math.radians(10.0 * k), math.radians(10.0 * k + 10.0)
        pieces.append(wedge(16.0, 18.0, first - math.radians(1.0), last + math.radians(1.0)))
        if k % 9 == 0:
            pieces.append(wedge(14.0, 16.0, first, last))
    return pieces


def wedge(inner: float, outer: float, first: float, last: float) -> Outline:
    """Return the corners between two radii and two angles."""
    corners = (inner, first), (outer, first), (outer, last), (inner, last)
    return tuple((r * math.cos(angle), r * math.sin(angle)) for r, angle in corners)


def spinner() -> Scene:
    """Return a round room of 360 sides in which a motor turns a bar among 6,076 small shapes."""
    angles = -np.arange(360) * math.tau / 360.0
    corners = tuple((40.0 * math.cos(a), 40.0 * math.sin(a) + 32.0) for a in angles.tolist())
    room = Item("room", (), (0.0, 0.0), kind=STATIC, points=corners, friction=0.1)
    bar = Item("box", (0.8, 40.0, 0.2), (0.0, 12.0), friction=0.0)
    forms: tuple[tuple[str, tuple[float, ...]], ...] = (
        ("capsule", (0.25, 0.25)),
        ("circle", (0.35,)),
        ("box", (0.7, 0.7)),
    )
    surface: dict[str, Any] = {"friction": 0.1, "restitution": 0.1, "density": 0.25}
    small = [
        Item(*forms[k % 3], (0.5 * (k % 92) - 23.0, 0.5 * (k // 92) + 2.0), **surface) for k in range(6076)
    ]

    def judge(scene: Scene, after: After) -> Figures:
        return {
            "escaped": figures.outside_ring(scene, after, (0.0, 32.0), 41.0),
            **figures.of_pins(scene, after),
        }

    pin = Pin(0, 1, bar.position, motor=(5.0, 1e18))
    return Scene("spinner", [room, bar, *small], 120, 0.9, warm_up=100, pins=[pin], figures=judge)


def smash() -> Scene:
    """Return a heavy box that flies into 9,600 sleeping crates, without gravity."""
    ram = Item("box", (8.0, 8.0), (-20.0, 0.0), velocity=(40.0, 0.0), density=8.0)
    crates = [
        Item("box", (0.4, 0.4), (0.4 * k + 30.0, 0.4 * (row - 40)), asleep=True)
        for k in range(120)
        for row in range(80)
    ]

    def judge(scene: Scene, after: After) -> Figures:
        masses = np.array([item.density * item.size[0] * item.size[1] for item in scene.items])
        before = masses[0] * 40.0
        return {"momentum": float((masses * after.velocities[:, 0]).sum() / before)}

    return Scene(
        "smash", [ram, *crates], 140, 0.9, gravity=(0.0, 0.0), warm_up=60, sleeping=True, figures=judge
    )
