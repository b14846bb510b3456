"""The submerged part of a core: closed forms, and shapely on random cores at random heights."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from shapely import affinity
from shapely.geometry import LineString, Point, box
from shapely.geometry import Polygon as Outline

from ecsphys.arrays import PointRows
from ecsphys.collide.submerged import SurfaceFrame, moments_of_core, submerged
from ecsphys.math2d.core import outline_rows

SQUARE = outline_rows([(-1, -1), (1, -1), (1, 1), (-1, 1)])
POINT = np.zeros((1, 4))
LYING = outline_rows([(-2, 0), (2, 0)])


def frame(height: float, tilt: float = 0.0) -> SurfaceFrame:
    """The frame of a surface, for a core whose origin is `height` above it and which is turned by `tilt`."""
    return SurfaceFrame(0.0, height, math.cos(tilt), math.sin(tilt))


@pytest.mark.parametrize(
    ("rows", "radius", "height", "area", "centroid", "waterline"),
    [
        (SQUARE, 0.0, 0.5, 1.0, (0.0, -0.25), (-1.0, 1.0)),
        (SQUARE, 0.0, -3.0, 4.0, (0.0, -3.0), (0.0, 0.0)),
        (SQUARE, 0.0, 1.0, 0.0, (0.0, 0.0), (0.0, 0.0)),
        (POINT, 2.0, 0.0, 2.0 * math.pi, (0.0, -8.0 / (3.0 * math.pi)), (-2.0, 2.0)),
        (POINT, 2.0, 2.0, 0.0, (0.0, 0.0), (0.0, 0.0)),
        (POINT, 2.0, -2.0, 4.0 * math.pi, (0.0, -2.0), (0.0, 0.0)),
        (LYING, 1.0, 0.0, 4.0 + 0.5 * math.pi, (0.0, -(2.0 + 2.0 / 3.0) / (4.0 + 0.5 * math.pi)), (-3, 3)),
        (LYING, 1.0, -1.0, 8.0 + math.pi, (0.0, -1.0), (0.0, 0.0)),
        (SQUARE, 1.0, 0.0, 2.0 + 2.0 + 2.0 + 0.5 * math.pi, None, (-2.0, 2.0)),
    ],
)  # fmt: skip
def test_closed_forms(
    rows: PointRows,
    radius: float,
    height: float,
    area: float,
    centroid: tuple[float, float] | None,
    waterline: tuple[float, float],
) -> None:
    part = submerged(rows, 0, len(rows), radius, frame(height))
    assert part.area == pytest.approx(area, abs=1e-14)
    assert (part.low, part.high) == pytest.approx(waterline, abs=1e-12)
    if centroid is not None:
        assert (part.t, part.z) == pytest.approx(centroid, abs=1e-14)


def random_core(chance: random.Random) -> tuple[PointRows, float, Outline]:
    """A circle, capsule or polygon, rounded or sharp, and the same for shapely."""
    count = chance.randint(1, 5)
    radius = chance.uniform(0.1, 2.0) if count < 3 else chance.choice([0.0, chance.uniform(0.1, 2.0)])
    angles = sorted(chance.uniform(0, 2 * math.pi) for _ in range(count))
    points = [(2 * math.cos(angle), 2 * math.sin(angle)) for angle in angles]
    if count == 1:
        return np.array([[*points[0], 0.0, 0.0]]), radius, Point(points[0]).buffer(radius, quad_segs=1000)
    shape = LineString(points) if count == 2 else Outline(points)
    return outline_rows(points), radius, shape.buffer(radius, quad_segs=1000) if radius else shape


def test_shapely_agrees_on_random_cores() -> None:
    chance, compared = random.Random(19), 0
    for _ in range(300):
        rows, radius, shape = random_core(chance)
        if shape.area < 0.05:
            continue
        tilt = chance.choice([0.0, 0.5 * math.pi, chance.uniform(0, 7)])
        f = SurfaceFrame(chance.uniform(-3, 3), chance.uniform(-3, 3), math.cos(tilt), math.sin(tilt))
        part = submerged(rows, 0, len(rows), radius, f)
        moved = affinity.affine_transform(shape, [f.c, -f.s, f.s, f.c, f.t0, f.z0])
        below = moved.intersection(box(-100, -100, 100, 0))
        assert part.area == pytest.approx(below.area, abs=1e-5)
        whole = moments_of_core(rows, 0, len(rows), radius)
        middle = shape.centroid
        assert whole == pytest.approx((shape.area, middle.x * shape.area, middle.y * shape.area), abs=2e-5)
        if below.area > 1e-3:
            compared += 1
            moments = part.t * part.area, part.z * part.area
            center = below.centroid
            assert moments == pytest.approx((center.x * below.area, center.y * below.area), abs=2e-5)
            line = moved.intersection(LineString([(-100, 0), (100, 0)]))
            assert part.high - part.low == pytest.approx(line.length, abs=1e-3)
    assert compared > 100


@pytest.mark.parametrize("tilt", [0.0, 0.3, math.pi / 2, math.pi])
def test_the_parts_below_and_above_are_the_whole(tilt: float) -> None:
    for rows, radius in ((SQUARE, 0.0), (SQUARE, 0.7), (LYING, 1.2), (POINT, 1.5)):
        whole = moments_of_core(rows, 0, len(rows), radius).area
        for height in np.linspace(-3.5, 3.5, 29).tolist():
            below = submerged(rows, 0, len(rows), radius, frame(height, tilt))
            above = submerged(rows, 0, len(rows), radius, frame(-height, tilt + math.pi))
            assert below.area + above.area == pytest.approx(whole, rel=1e-12)
