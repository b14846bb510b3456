"""Scenes of pins: nets, figures, bridges and ropes."""

from __future__ import annotations

import math

import numpy as np

from . import figures
from .scene import DYNAMIC, STATIC, Item, Pin, Scene

SCALE = 1.6  # of the lengths of `BONES`


def net(name: str, side: int, frames: int) -> Scene:
    """Return side * side circles, pinned to their neighbours, that hang from seven: Box2D's `joint_grid`."""
    held = range(side // 2 - 3, side // 2 + 4)
    items = [
        Item(
            "circle",
            (0.4,),
            (float(column), -float(row)),
            kind=STATIC if row == 0 and column in held else DYNAMIC,
            layer=2,
            mask=1,
        )
        for row in range(side)
        for column in range(side)
    ]
    pins = []
    for row in range(side):
        for column in range(side):
            number = row * side + column
            if row:
                pins.append(Pin(number - side, number, (column, 0.5 - row)))
            if column and not (row == 0 and column in held and column - 1 in held):
                pins.append(Pin(number - 1, number, (column - 0.5, -row)))
    return Scene(name, items, frames, 0.9, until=500, pins=pins, figures=figures.of_pins)


# Bones of a figure of height 2: parent, height of its middle, half its length, height of its pin, its limits.
BONES: tuple[tuple[int | None, float, float, float, tuple[float, float]], ...] = (
    (None, 0.95, 0.08, 0.0, (0.0, 0.0)),  # hip
    (0, 1.2, 0.14, 1.05, (-0.7, 0.2)),  # chest
    (1, 1.47, 0.06, 1.4, (-0.5, 0.4)),  # head
    (0, 0.75, 0.13, 0.9, (-0.2, 1.2)),  # thigh and calf
    (3, 0.45, 0.13, 0.6, (-1.5, 0.0)),
    (0, 0.75, 0.13, 0.9, (-0.2, 1.2)),
    (5, 0.45, 0.13, 0.6, (-1.5, 0.0)),
    (1, 1.23, 0.1, 1.35, (-1.5, 2.5)),  # arm and hand
    (7, 0.98, 0.1, 1.1, (0.0, 2.0)),
    (1, 1.23, 0.1, 1.35, (-1.5, 2.5)),
    (9, 0.98, 0.1, 1.1, (0.0, 2.0)),
)


def ragdolls(count: int = 100) -> Scene:
    """Return figures of eleven capsules and ten pins with limits that fall on pegs."""
    rng = np.random.default_rng(11)
    items: list[Item] = []
    pins = []
    for k in range(count):
        x, y = (k % 20 - 10) * 3.0 + float(rng.uniform(-0.3, 0.3)), 4.0 + (k // 20) * 4.0
        hip = len(items)
        for parent, middle, half, pin, limits in BONES:
            if parent is not None:
                pins.append(Pin(hip + parent, len(items), (x, y + SCALE * pin), limits))
            size, at = (0.8 * SCALE * half, 0.09), (x, y + SCALE * middle)
            items.append(Item("capsule", size, at, math.pi / 2, friction=0.4, layer=2, mask=1))
    items += [Item("circle", (0.25,), ((k - 29.5) * 1.5, 1.0 + k % 3), kind=STATIC) for k in range(60)]
    items.append(Item("box", (160.0, 2.0), (0.0, -1.0), kind=STATIC))
    return Scene("ragdolls", items, 240, 0.9, warm_up=60, pins=pins, figures=figures.of_pins)


def bridges(count: int = 10, planks: int = 40) -> Scene:
    """Return bridges that ten balls each fall on."""
    items: list[Item] = []
    pins = []
    half = planks / 2
    for k in range(count):
        y, first = 12.0 * k, len(items)
        items += [Item("box", (1.0, 0.25), (j - half + 0.5, y), density=20.0) for j in range(planks)]
        items += [Item("box", (1.0, 1.0), (x, y), kind=STATIC) for x in (-half - 1.0, half + 1.0)]
        items += [Item("circle", (0.5,), ((j - 4.5) * 2.5, y + 2.0), density=20.0) for j in range(10)]
        pins += [Pin(first + j, first + j + 1, (j - half + 1.0, y)) for j in range(planks - 1)]
        pins.append(Pin(first + planks, first, (-half, y)))
        pins.append(Pin(first + planks - 1, first + planks + 1, (half, y)))
    return Scene("bridges", items, 240, 0.9, warm_up=60, until=600, pins=pins, figures=figures.of_pins)


def ropes(count: int = 10, links: int = 40, load: float = 100.0) -> Scene:
    """Return ropes of capsules with a ball of so many times a link's mass at the end."""
    items: list[Item] = []
    pins = []
    link = 0.4 * 0.1 + math.pi * 0.05**2  # area
    for k in range(count):
        x, first = 6.0 * k, len(items)
        items.append(Item("circle", (0.2,), (x, 0.5), kind=STATIC, mask=0))
        for j in range(links):
            items.append(Item("capsule", (0.2, 0.05), (x, -0.25 - 0.5 * j), math.pi / 2, mask=0))
        density = load * link / (0.25 * math.pi)
        items.append(Item("circle", (0.5,), (x, -0.5 * links - 0.5), density=density, mask=0))
        pins += [Pin(first + j, first + j + 1, (x, -0.5 * j)) for j in range(links + 1)]
    return Scene("ropes", items, 200, 0.9, warm_up=10, until=300, pins=pins, figures=figures.of_pins)
