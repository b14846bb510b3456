"""Boxes along the axes, made of points and of each other."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from shapely import geometry as sg

from ecsphys.geometry import Bounds, Vec2
from ecsphys.shapes import AABB, HalfPlane


def test_bounds_of_points() -> None:
    assert Bounds.of([(3, 1), (0, 2), (1, -5)]) == ((0, -5), (3, 2))
    assert Bounds.of(np.array([[3, 1], [0, 2]])) == ((0, 1), (3, 2))
    assert Bounds.of([(2, 7)]) == ((2, 7), (2, 7))
    box = Bounds.of(p for p in ((3, 1), (0, 2)))
    assert isinstance(box, Bounds) and isinstance(box.lower, Vec2) and type(box.upper.x) is float


@pytest.mark.parametrize(
    ("points", "error", "words"),
    [
        ([], ValueError, "points must be at least one, got none"),
        ([(0, math.nan)], ValueError, r"points\[0\]"),
        ([(0, 1), 3], TypeError, r"points\[1\] must be a pair"),
        (5, TypeError, "points must be a sequence"),
    ],
)
def test_bounds_of_anything_else(points: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Bounds.of(points)


def test_center_and_half() -> None:
    box = AABB(4, 2).bounds((10, 20))
    assert box.center == (10, 20) and box.half == (2, 1)
    assert isinstance(box.center, Vec2) and isinstance(box.half, Vec2)
    ground = HalfPlane((0, 1)).bounds((3, 5))
    assert math.isnan(ground.center.x) and ground.half == (math.inf, math.inf)
    assert Bounds((0, 0), (4, 2)).center == (2, 1)  # type: ignore[arg-type]  # plain pairs


def test_union_and_overlaps_agree_with_shapely() -> None:
    rng, met = random.Random(5), 0
    for _ in range(300):
        # Whole numbers: many boxes share a side or a corner.
        a, b = (Bounds.of([(rng.randint(0, 6), rng.randint(0, 6)) for _ in range(2)]) for _ in range(2))
        boxes = [sg.box(*box.lower, *box.upper) if all(box.half) else sg.LineString(box) for box in (a, b)]
        assert a.overlaps(b) == b.overlaps(a) == boxes[0].intersects(boxes[1])
        both = a.union(b)
        assert both == b.union(a) == Bounds.of([*a, *b]) and isinstance(both, Bounds)
        met += a.overlaps(b)
    assert 50 < met < 250


def test_a_half_plane_overlaps_what_reaches_it() -> None:
    ground = HalfPlane((0, 1)).bounds()
    assert ground.overlaps(AABB(2, 2).bounds((1e6, 1))) and not ground.overlaps(AABB(2, 2).bounds((0, 1.001)))
    assert ground.union(AABB(2, 2).bounds((0, 5))) == ((-math.inf, -math.inf), (math.inf, 6))
