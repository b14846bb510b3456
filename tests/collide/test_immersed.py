"""What a core has in common with a liquid's outline, below its surface: closed forms, and shapely."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np
import pytest
from shapely import affinity, unary_union
from shapely.geometry import LineString, Point, box
from shapely.geometry import Polygon as Area

from ecsphys.collide.immersed import (
    ACROSS,
    INSIDE,
    OUTSIDE,
    Immersed,
    Outline,
    immersed,
    place_of_disc,
)
from ecsphys.collide.submerged import SurfaceFrame
from ecsphys.compile import records
from ecsphys.math2d.core import HALF_PLANE, LocalCore, box_rows, outline_rows
from ecsphys.math2d.pieces import union_pieces
from ecsphys.world.areas import OUTLINE
from tests.kernels import attributes

SQUARE = LocalCore(3, box_rows(2.0, 2.0), 0.0)
DISC = LocalCore(1, np.zeros((1, 4)), 1.0)
TRIANGLE = LocalCore(3, outline_rows([(-3, -1), (3, -1), (0, 2)]), 0.0)


def outline_of(*cores: LocalCore, x: float = 0.0, y: float = 0.0) -> Outline:
    """The outline of a union of cores, whose origin is at (x, y) in the frame of a surface."""
    pieces = union_pieces(cores)
    rows = records(len(pieces), OUTLINE)
    for k, (a, b, c, radius) in enumerate(pieces):
        rows[k] = (*a, *b, *c, radius, 0)
    frame = SurfaceFrame(x, y, 1.0, 0.0)
    return Outline(attributes(rows), 0, len(pieces), frame, frame)


def common(core: LocalCore, frame: SurfaceFrame, outline: Outline) -> Immersed:
    return immersed(core.rows, 0, len(core.rows), core.radius, frame, outline)


def at(t: float, z: float, angle: float = 0.0) -> SurfaceFrame:
    return SurfaceFrame(t, z, math.cos(angle), math.sin(angle))


CLOSED = {
    "half a disc beside an edge": (
        DISC, at(1, -5), SQUARE, 0.0, -5.0, 0.5 * math.pi, (1 - 4 / 3 / math.pi, -5),
    ),
    "a quarter of a disc": (DISC, at(1, -4), SQUARE, 0.0, -5.0, 0.25 * math.pi, None),
    "all of it": (SQUARE, at(0.5, -4), LocalCore(1, DISC.rows, 9.0), 0.0, -5.0, 4.0, (0.5, -4.0)),
    "a disc as large as the pond": (DISC, at(0, -5), DISC, 0.0, -5.0, math.pi, (0.0, -5.0)),
    "two discs that meet": (
        DISC, at(1, -5), DISC, 0.0, -5.0, 2.0 * math.pi / 3.0 - 0.5 * math.sqrt(3.0), (0.5, -5.0),
    ),
    "as large as the pool": (SQUARE, at(0, -5), SQUARE, 0.0, -5.0, 4.0, (0.0, -5.0)),
    "edge on edge inside": (
        SQUARE, at(1, -4), LocalCore(3, box_rows(4.0, 4.0), 0.0), 0.0, -5.0, 4.0, (1, -4),
    ),
    "edge on edge outside": (SQUARE, at(3, -5), LocalCore(3, box_rows(4.0, 4.0), 0.0), 0.0, -5.0, 0.0, None),
    "below the floor": (SQUARE, at(0, -8), LocalCore(3, box_rows(4.0, 4.0), 0.0), 0.0, -5.0, 0.0, None),
    "half below the floor": (
        SQUARE, at(0, -7), LocalCore(3, box_rows(4.0, 4.0), 0.0), 0.0, -5.0, 2.0, (0.0, -6.5),
    ),
    "at the surface": (SQUARE, at(0, 0), LocalCore(3, box_rows(4.0, 4.0), 0.0), 0.0, -2.0, 2.0, (0.0, -0.5)),
    "half of it beyond the slope": (SQUARE, at(-2, -5), TRIANGLE, 0.0, -5.0, 2.0, None),
}  # fmt: skip


@pytest.mark.parametrize("name", CLOSED)
def test_closed_forms(name: str) -> None:
    core, frame, pool, x, y, area, centroid = CLOSED[name]
    part = common(core, frame, outline_of(pool, x=x, y=y))
    assert part.area == pytest.approx(area, abs=1e-12)
    if centroid is not None:
        assert (part.t, part.z) == pytest.approx(centroid, abs=1e-12)


def test_the_waterline_is_what_is_in_the_pool() -> None:
    pool = outline_of(LocalCore(3, box_rows(4.0, 4.0), 0.0), y=-2.0)
    floats = common(SQUARE, at(2.0, 0.0), pool)  # the right half is outside
    assert floats.line == pytest.approx((1.0, 1.5, (2.0**3 - 1.0) / 3.0))
    assert common(SQUARE, at(0.0, -2.0), pool).line == pytest.approx((0, 0, 0))


@pytest.mark.parametrize("z", [-0.5, -3.0])
def test_a_half_plane_is_an_ocean(z: float) -> None:
    plane = LocalCore(HALF_PLANE, np.array([[0.0, 0.0, 0.6, 0.8]]), 0.0)
    part = common(SQUARE, at(0.0, z), outline_of(plane, x=0.0, y=z))  # its edge passes through the middle
    whole = common(SQUARE, at(0.0, z), outline_of(plane, x=1e3, y=z))
    assert part.area == pytest.approx(2.0 if z == -3.0 else 4.0 * 0.5 - hidden(), abs=1e-9)
    assert whole.area == pytest.approx(4.0 if z == -3.0 else 3.0, abs=1e-9)


def hidden() -> float:
    """The part of the square above y = 0.5 and below the line 0.6 x + 0.8 y = 0."""
    line = Area([(-9, 6.75), (9, -6.75), (9, -99), (-9, -99)])
    return float(line.intersection(box(-1, 0.5, 1, 1)).area)


def random_core(chance: random.Random, scale: float) -> tuple[LocalCore, Area]:
    """A circle, capsule or polygon, rounded or sharp, and the same for shapely."""
    count = chance.randint(1, 5)
    radius = scale * chance.uniform(0.1, 1.0) if count < 3 else chance.choice([0.0, scale * 0.3])
    while True:
        spots = [(chance.uniform(-scale, scale), chance.uniform(-scale, scale)) for _ in range(count)]
        hull = Area(spots).convex_hull if count > 2 else LineString(spots) if count == 2 else Point(spots[0])
        if count < 3 or (hull.geom_type == "Polygon" and hull.area > 0.2 * scale * scale):
            break
    if count > 2:
        spots = list(hull.exterior.coords)[:-1]
        spots = spots if Area(spots).exterior.is_ccw else spots[::-1]
    rows = np.array([(*spots[0], 0.0, 0.0)]) if count == 1 else outline_rows(spots)
    return LocalCore(min(len(rows), 3), rows, radius), hull.buffer(radius, 512)


def below(shape: Area, reach: float = 100.0) -> Area:
    return shape.intersection(box(-reach, -reach, reach, 0.0))


@pytest.mark.parametrize("seed", range(150))
def test_random_cores_agree_with_shapely(seed: int) -> None:
    chance = random.Random(seed)
    core, shape = random_core(chance, 2.0)
    pools: Sequence[tuple[LocalCore, Area]] = [random_core(chance, 3.0) for _ in range(1 + seed % 3)]
    x, y = chance.uniform(-3, 3), chance.uniform(-3, 1)
    t, z, angle = chance.uniform(-3, 3), chance.uniform(-3, 1), chance.uniform(-4, 4)
    outline = outline_of(*(pool for pool, _ in pools), x=x, y=y)
    placed = affinity.translate(affinity.rotate(shape, angle, (0, 0), use_radians=True), t, z)
    liquid = affinity.translate(unary_union([other for _, other in pools]), x, y)
    there = below(placed).intersection(liquid)
    part = common(core, at(t, z, angle), outline)
    assert part.area == pytest.approx(there.area, abs=2e-4)
    if there.area > 0.1:
        assert (part.t, part.z) == pytest.approx((there.centroid.x, there.centroid.y), abs=1e-3)
    step = 1e-6
    higher, lower = (common(core, at(t, z + s * step, angle), outline).area for s in (1.0, -1.0))
    assert part.line.wide == pytest.approx(max(0.0, (lower - higher) / (2.0 * step)), abs=1e-3)


def test_discs_are_placed_as_shapely_says() -> None:
    sure = 0
    for seed in range(60):
        chance = random.Random(seed)
        pools = [random_core(chance, 3.0) for _ in range(1 + seed % 3)]
        reach, z = chance.uniform(0.1, 0.8), chance.uniform(-3, 0.5)
        x, y = chance.uniform(-3, 3), chance.uniform(-3, 1)
        wet = below(Point(0.0, z).buffer(reach, 512))
        liquid = affinity.translate(unary_union([other for _, other in pools]), x, y)
        place = place_of_disc(outline_of(*(pool for pool, _ in pools), x=x, y=y), z, reach)
        if place == INSIDE:
            assert liquid.buffer(1e-3).contains(wet)
        elif place == OUTSIDE:
            assert wet.intersection(liquid).area < 1e-4
        sure += place != ACROSS
    assert sure > 20


def test_a_pool_that_ends_at_the_surface_surrounds_what_floats() -> None:
    pool = outline_of(LocalCore(3, box_rows(4.0, 4.0), 0.0), y=-2.0)
    assert place_of_disc(pool, 0.0, 1.0) == INSIDE
    assert place_of_disc(pool, -3.5, 1.0) == ACROSS
    assert (
        place_of_disc(outline_of(LocalCore(3, box_rows(4.0, 4.0), 0.0), x=4.0, y=-2.0), 0.0, 1.0) == OUTSIDE
    )
