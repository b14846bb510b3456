"""Parts that several scenes are made of: mixed shapes, and a container for them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .scene import STATIC, Item, Reals

FORMS = ("circle", "capsule", "box", "polygon")


def mixed_shapes(rng: np.random.Generator, positions: Any, **options: Any) -> list[Item]:
    """Return equal numbers of circles, capsules, boxes and pentagons, shuffled and randomly turned."""
    n = len(positions)
    kinds, radii = rng.permutation(n) % 4, rng.uniform(0.35, 0.55, n)
    angles, jitter = rng.uniform(0.0, math.tau, n), rng.uniform(-0.15, 0.15, (n, 5))
    return make_shapes(positions, kinds, radii, angles, jitter, **options)


def make_shapes(
    positions: Any, kinds: Reals, radii: Reals, angles: Reals, jitter: Reals, **options: Any
) -> list[Item]:
    """Return one item per position: `kinds` are places in `FORMS`, `jitter` moves corners of pentagons."""
    items = []
    values = kinds.tolist(), radii.tolist(), angles.tolist()
    for position, kind, r, angle, turns in zip(positions, *values, jitter, strict=True):
        size: tuple[float, ...] = ((r,), (0.6 * r, 0.6 * r), (2.0 * r, 1.4 * r), ())[kind]
        corners = math.tau * (np.arange(5) + turns) / 5.0
        points = tuple((r * math.cos(a), r * math.sin(a)) for a in corners) if kind == 3 else ()
        items.append(Item(FORMS[kind], size, tuple(position), angle, points=points, **options))
    return items


def container(half: float, bottom: float = -2.0, top: float = 120.0, **surface: Any) -> list[Item]:
    """Return a floor with its top at 0 and two walls, of half the given width inside."""
    return [
        Item("box", size, position, kind=STATIC, **surface)
        for size, position in (
            ((2.0 * half + 4.0, 2.0), (0.0, -1.0)),
            ((2.0, top - bottom), (-half - 1.0, 0.5 * (bottom + top))),
            ((2.0, top - bottom), (half + 1.0, 0.5 * (bottom + top))),
        )
    ]
