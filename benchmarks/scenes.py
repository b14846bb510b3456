"""The scenes of the table in `RESULTS.md`, by name."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from . import box2d_scenes, extreme_scenes, figures, pinned_scenes
from .parts import container, mixed_shapes
from .scene import DYNAMIC, KINEMATIC, STATIC, Item, Replacement, Scene

RADIUS = 0.5  # of the gas's circles
ELASTIC: dict[str, Any] = {"friction": 0.0, "restitution": 1.0}


def tiny() -> Scene:
    """Return a capsule, nine crates and twenty tiles: the fixed cost of a step."""
    tiles = [Item("box", (2.0, 1.0), (2.0 * k - 19.0, -0.5), kind=STATIC) for k in range(20)]
    crates = [
        Item("box", (1.0, 1.0), (3.0 * column - 2.0, row + 0.5)) for column in range(3) for row in range(3)
    ]
    player = Item("capsule", (0.5, 0.4), (-6.0, 1.2), math.pi / 2)
    items = [player, *tiles, *crates]
    return Scene("tiny", items, 4000, wanted_ms=0.035, warm_up=100, together=50)


def gas_in_box(n: int) -> tuple[list[Item], float]:
    """Return n circles that fill a tenth of a box, with its walls, and half of the box's width."""
    rng = np.random.default_rng(11)
    half = 0.5 * math.sqrt(n * math.pi * RADIUS**2 / 0.1)
    side = math.ceil(math.sqrt(n))
    cell = 2.0 * half / side
    play = 0.5 * cell - RADIUS - 0.02
    circles = [
        Item("circle", (RADIUS,), position, velocity=velocity, **ELASTIC)
        for position, velocity in zip(
            [
                ((k % side + 0.5) * cell - half + dx, (k // side + 0.5) * cell - half + dy)
                for k, (dx, dy) in enumerate(rng.uniform(-play, play, (n, 2)).tolist())
            ],
            velocities(rng, n, 5.0, 15.0),
            strict=True,
        )
    ]
    middle, length = half + 1.0, 2.0 * half + 4.0
    walls = [
        Item("box", size, position, kind=STATIC, **ELASTIC)
        for size, position in (
            ((2.0, length), (-middle, 0.0)),
            ((2.0, length), (middle, 0.0)),
            ((length, 2.0), (0.0, -middle)),
            ((length, 2.0), (0.0, middle)),
        )
    ]
    return circles + walls, half


def velocities(rng: np.random.Generator, n: int, slowest: float, fastest: float) -> list[tuple[float, float]]:
    """Return random velocities in all directions."""
    angles, speeds = rng.uniform(0.0, math.tau, n), rng.uniform(slowest, fastest, n)
    return list(zip((np.cos(angles) * speeds).tolist(), (np.sin(angles) * speeds).tolist(), strict=True))


def gas(name: str, n: int, frames: int, frame: str = "events", wanted: float = 0.6) -> Scene:
    """Return circles that bounce in a box without loss."""
    items, _ = gas_in_box(n)
    return Scene(name, items, frames, wanted, gravity=(0.0, 0.0), frame=frame, figures=figures.of_gas)


def churn(n: int = 5000, each: int = 200, frames: int = 120) -> Scene:
    """Return a gas of which some circles are replaced in every frame."""
    items, half = gas_in_box(n)
    rng = np.random.default_rng(12)
    warm_up = 20
    replacements = []
    for _ in range(warm_up + frames):
        positions = rng.uniform(1.0 - half, half - 1.0, (each, 2)).tolist()
        new = [
            Item("circle", (RADIUS,), (x, y), velocity=velocity, **ELASTIC)
            for (x, y), velocity in zip(positions, velocities(rng, each, 5.0, 15.0), strict=True)
        ]
        replacements.append(Replacement(rng.choice(n, each, replace=False).tolist(), new))
    return Scene(
        "churn",
        items,
        frames,
        gravity=(0.0, 0.0),
        frame="replace",
        warm_up=warm_up,
        replacements=replacements,
    )


def pickups() -> Scene:
    """Return capsules that fly over sensors."""
    rng = np.random.default_rng(13)
    coins = [
        Item("circle", (0.5,), (x, y), kind=STATIC, sensor=True, layer=2, mask=1)
        for x, y in rng.uniform(-100.0, 100.0, (5000, 2)).tolist()
    ]
    positions = rng.uniform(-60.0, 60.0, (500, 2)).tolist()
    angles = rng.uniform(0.0, math.tau, 500).tolist()
    players = [
        Item("capsule", (0.5, 0.3), (x, y), angle, velocity, layer=1, mask=2)
        for (x, y), angle, velocity in zip(positions, angles, velocities(rng, 500, 15.0, 15.0), strict=True)
    ]
    return Scene("pickups", coins + players, 240, 0.6, gravity=(0.0, 0.0), frame="events")


def stack_boxes(rows: int, x: float = 0.0) -> list[Item]:
    """Return boxes of one metre, each on two others; the lowest row is centred at x."""
    return [
        Item("box", (1.0, 1.0), (x + k - 0.5 * (rows - row - 1), row + 0.5))
        for row in range(rows)
        for k in range(rows - row)
    ]


def pyramid(name: str, rows: int, frames: int, sleeping: bool = False) -> Scene:
    """Return a pyramid of boxes on the ground."""
    ground = Item("box", (2.0 * rows + 40.0, 2.0), (0.0, -1.0), kind=STATIC)
    judge = figures.of_sleeping_pyramid if sleeping else figures.of_pyramid
    items = [ground, *stack_boxes(rows)]
    return Scene(name, items, frames, 0.9, until=600, sleeping=sleeping, figures=judge)


def tumble() -> Scene:
    """Return two thousand bodies that fall into a container."""
    rng = np.random.default_rng(14)
    n, columns, half = 2000, 40, 30.0
    k = np.arange(n)
    positions = np.stack([(k % columns - 19.5) * 1.4, (k // columns) * 1.4 + 1.5], axis=1)
    surface: dict[str, Any] = {"friction": 0.5, "restitution": 0.1}
    bodies = mixed_shapes(rng, (positions + rng.uniform(-0.1, 0.1, (n, 2))).tolist(), **surface)
    walls = container(half, **surface)
    return Scene("tumble-2k", bodies + walls, 400, 0.9, warm_up=5, figures=figures.of_heap)


def sticks() -> Scene:
    """Return fifteen hundred long thin sticks that fall on a plate: large boxes around little."""
    rng = np.random.default_rng(17)
    n, columns = 1500, 20
    k = np.arange(n)
    positions = np.stack([(k % columns - 9.5) * 5.6, (k // columns) * 0.8 + 1.0], axis=1)
    angles = rng.uniform(-0.1, 0.1, n).tolist()
    bodies = [
        Item("box", (5.0, 0.1), (x, y), angle)
        for (x, y), angle in zip(positions.tolist(), angles, strict=True)
    ]
    return Scene("sticks", bodies + container(60.0), 300, 0.9, warm_up=60, figures=figures.of_heap)


def stirred() -> Scene:
    """Return shapes in a container, stirred by a turning cross.

    The scene `spinner` of others' collections is of this kind; ours of that name is Box2D's.
    """
    rng = np.random.default_rng(18)
    n, columns, half = 2500, 50, 32.0
    k = np.arange(n)
    positions = np.stack([(k % columns - 24.5) * 1.25, (k // columns) * 1.25 + 1.0], axis=1)
    bodies = mixed_shapes(rng, (positions + rng.uniform(-0.05, 0.05, (n, 2))).tolist())
    arms = [Item("box", size, (0.0, 22.0), spin=1.0, kind=KINEMATIC) for size in ((40.0, 1.0), (1.0, 40.0))]
    items = bodies + arms + container(half)
    return Scene("stirred", items, 300, 0.9, warm_up=60, figures=figures.of_heap)


def bullets(name: str = "bullets", wall: str = STATIC, wanted: float = 0.8) -> Scene:
    """Return lanes between two thin walls with ten bullets each, up to 13 wall widths per step."""
    rng = np.random.default_rng(15)
    items = []
    for lane in range(100):
        y = 4.0 * lane - 200.0
        for x in (-5.0, 5.0):
            items.append(Item("box", (0.1, 3.6), (x, y), kind=wall, **ELASTIC))
        for dy in np.linspace(-1.35, 1.35, 10).tolist():
            position = (float(rng.uniform(-4.0, 4.0)), y + dy)
            speed = float(rng.uniform(30.0, 80.0) * rng.choice((-1.0, 1.0)))
            items.append(Item("circle", (0.05,), position, velocity=(speed, 0.0), bullet=True, **ELASTIC))
    judge = figures.of_bullets if wall == STATIC else None
    return Scene(name, items, 240, wanted, gravity=(0.0, 0.0), warm_up=2, figures=judge)


def rays(n: int = 5000, count: int = 10_000) -> Scene:
    """Return rays among static bodies, starting outside all of them."""
    rng = np.random.default_rng(16)
    side = math.ceil(math.sqrt(n))
    spacing = 2.8
    k = np.arange(n)
    grid = np.stack([k % side, k // side], axis=1) - 0.5 * side
    positions = grid * spacing + rng.uniform(-0.6, 0.6, (n, 2))
    items = mixed_shapes(rng, positions.tolist(), kind=STATIC)
    starts = np.zeros((0, 2))
    while len(starts) < count:
        tried = rng.uniform(-0.5 * side * spacing, 0.5 * side * spacing, (2 * count, 2))
        near = np.rint(tried / spacing + 0.5 * side).astype(np.int64)
        free = np.ones(len(tried), bool)
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                column, row = near[:, 0] + dx, near[:, 1] + dy
                number = row * side + column
                there = (column >= 0) & (column < side) & (row >= 0) & (number < n)
                away = np.hypot(*(positions[np.where(there, number, 0)] - tried).T)
                free &= ~there | (away > 0.7)
        starts = np.concatenate([starts, tried[free]])[:count]
    angles = rng.uniform(0.0, math.tau, count)
    ends = starts + 20.0 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    segments = np.concatenate([starts, ends], axis=1)
    return Scene("rays", items, 10, 0.15, frame="rays", warm_up=1, rays=segments)


def idle() -> Scene:
    """Return ten thousand boxes asleep on a hundred platforms."""
    items = []
    for k in range(100):
        left, y = k % 10 * 220.0, k // 10 * 20.0
        items += [Item("box", (1.0, 1.0), (left + 2.0 * j, y + 0.5)) for j in range(100)]
        items.append(Item("box", (210.0, 2.0), (left + 99.0, y - 1.0), kind=STATIC))
    return Scene(
        "idle-10k", items, 120, wanted_ms=0.02, warm_up=90, sleeping=True, figures=figures.of_sleepers
    )


SCENES: dict[str, Callable[[], Scene]] = {
    "tiny": tiny,
    "gas-1k": lambda: gas("gas-1k", 1000, 400),
    "gas-5k": lambda: gas("gas-5k", 5000, 200),
    "gas-20k": lambda: gas("gas-20k", 20_000, 60),
    "gas-5k-silent": lambda: gas("gas-5k-silent", 5000, 200, "step", 0.5),
    "readback": lambda: gas("readback", 5000, 200, "read", 0.5),
    "churn": churn,
    "pickups": pickups,
    "pyramid-40": lambda: pyramid("pyramid-40", 40, 200),
    "pyramid-100": lambda: pyramid("pyramid-100", 100, 60),
    "pyramid-40-sleep": lambda: pyramid("pyramid-40-sleep", 40, 200, sleeping=True),
    "pyramid-100-sleep": lambda: pyramid("pyramid-100-sleep", 100, 60, sleeping=True),
    "tumble-2k": tumble,
    "bullets": bullets,
    "bullets-on-plates": lambda: bullets("bullets-on-plates", DYNAMIC, 0.9),
    "sticks": sticks,
    "stirred": stirred,
    "rays": rays,
    "idle-10k": idle,
    "joint-grid": lambda: pinned_scenes.net("joint-grid", 100, 60),
    "joint-grid-30": lambda: pinned_scenes.net("joint-grid-30", 30, 200),
    "ragdolls": pinned_scenes.ragdolls,
    "bridges": pinned_scenes.bridges,
    "ropes": pinned_scenes.ropes,
    "tumbler": box2d_scenes.tumbler,
    "spinner": box2d_scenes.spinner,
    "smash": box2d_scenes.smash,
    "washer": box2d_scenes.washer,
    "sizes": extreme_scenes.sizes,
    "big-static": extreme_scenes.big_static,
    "settle": extreme_scenes.settle,
    "blast": extreme_scenes.blast,
    "plates": extreme_scenes.plates,
}
