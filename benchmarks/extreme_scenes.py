"""Scenes that show what others do not: sizes of 1 : 40, a large static world, a heap that falls asleep, a
blast, and fast bullets at heavy plates.

Their bodies are, to the last bit, those of another collection, so that figures can be compared: whether
`settle` falls asleep hangs on less than that.
"""

from __future__ import annotations

import math
import statistics

import numpy as np

from . import figures
from .parts import container, make_shapes
from .scene import STATIC, After, Figures, Item, Scene


def sizes() -> Scene:
    """Return three thousand circles and boxes of 0.05 to 2 m that fall into a container."""
    rng = np.random.default_rng(21)
    n, columns = 3000, 60
    radii = np.exp(rng.uniform(math.log(0.05), math.log(2.0), n)).tolist()
    items = []
    for k, r in enumerate(radii):
        position = (k % columns - 30) * 4.2, 3.0 + k // columns * 4.2
        form, size = ("box", (2.0 * r, 1.4 * r)) if k % 2 else ("circle", (r,))
        items.append(Item(form, size, position, friction=0.5))
    return Scene("sizes", items + container(130.0, -150.0, 450.0), 300, 0.9, warm_up=60)


def big_static(columns: int = 1000, rows: int = 100, balls: int = 300) -> Scene:
    """Return three hundred balls that roll on a hundred thousand static tiles."""
    rng = np.random.default_rng(22)
    tiles = [
        Item("box", (1.0, 1.0), (column - 0.5 * columns + 0.5, -row - 0.5), kind=STATIC)
        for row in range(rows)
        for column in range(columns)
    ]
    reach = 0.45 * columns
    x, y = rng.uniform(-reach, reach, balls).tolist(), rng.uniform(0.6, 3.0, balls).tolist()
    speeds = rng.uniform(-8.0, 8.0, balls).tolist()
    movers = [Item("circle", (0.45,), (x[k], y[k]), velocity=(speeds[k], 0.0)) for k in range(balls)]
    return Scene("big-static", tiles + movers, 200, 0.9)


def settle() -> Scene:
    """Return three thousand shapes that fall on a heap and come to rest."""
    rng = np.random.default_rng(24)
    n, columns, frames = 3000, 60, 900
    k = np.arange(n)
    positions = np.stack([(k % columns - 30) * 1.1, 0.6 + (k // columns) * 1.1], axis=1)
    positions += rng.uniform(-0.04, 0.04, (n, 2))
    angles, kinds, radii = rng.uniform(0.0, 6.28, n), rng.permutation(n) % 4, rng.uniform(0.35, 0.55, n)
    jitter = np.zeros((n, 5))
    jitter[kinds == 3] = rng.uniform(-0.15, 0.15, ((kinds == 3).sum(), 5))
    bodies = make_shapes(positions.tolist(), kinds, radii, angles, jitter)
    return Scene(
        "settle",
        bodies + container(34.0, -60.0, 180.0),
        frames,
        0.9,
        warm_up=1,
        until=frames + 1,
        sleeping=True,
        figures=figures.of_sleepers,
        typical=statistics.fmean,  # the median would jump when it has slept for half of the time
    )


def blast() -> Scene:
    """Return three thousand boxes that fly apart at up to 120 m/s, inside thin walls."""
    rng = np.random.default_rng(27)
    n, half, thickness = 3000, 80.0, 0.4
    angles, radii = rng.uniform(0.0, 6.28, n), 45.0 * np.sqrt(rng.uniform(0.0, 1.0, n))
    positions = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radii[:, None]
    speeds = positions / (radii[:, None] + 1.0) * 120.0
    boxes = [
        Item("box", (0.6, 0.6), (x, y), velocity=(vx, vy), restitution=0.6)
        for (x, y), (vx, vy) in zip(positions.tolist(), speeds.tolist(), strict=True)
    ]
    walls = [
        Item("box", size, position, kind=STATIC, restitution=0.6)
        for size, position in (
            ((thickness, 2.0 * half), (-half, 0.0)),
            ((thickness, 2.0 * half), (half, 0.0)),
            ((2.0 * half, thickness), (0.0, -half)),
            ((2.0 * half, thickness), (0.0, half)),
        )
    ]

    def judge(scene: Scene, after: After) -> Figures:
        outside = np.abs(after.poses[scene.dynamic, :2]).max(axis=1) > half + 0.5
        return {"escaped": int(outside.sum())}

    return Scene("blast", boxes + walls, 200, 0.9, gravity=(0.0, 0.0), warm_up=1, until=201, figures=judge)


def plates() -> Scene:
    """Return a thousand bullets that fly at two hundred heavy plates, 80 plate widths per step."""
    rng = np.random.default_rng(29)
    lanes, each = 200, 5
    bars = [Item("box", (0.04, 2.98), (10.0, 3.0 * lane), density=400.0) for lane in range(lanes)]
    x, dy = rng.uniform(-60.0, 5.0, lanes * each).tolist(), rng.uniform(-0.6, 0.6, lanes * each).tolist()
    shots = [
        Item("circle", (0.03,), (x[k], 3.0 * (k // each) + dy[k]), velocity=(200.0, 0.0), bullet=True)
        for k in range(lanes * each)
    ]

    def judge(scene: Scene, after: After) -> Figures:
        plate_x, shot_x = after.poses[:lanes, 0], after.poses[lanes:, 0]
        return {"tunnelled": int((shot_x > np.repeat(plate_x, each) + 2.0).sum())}

    return Scene("plates", bars + shots, 40, 0.9, gravity=(0.0, 0.0), warm_up=0, until=40, figures=judge)
