"""Hard cases: coincident, parallel, touching, tiny, huge, far away and thin."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from ecsphys.geometry import closest_point, collide, distance, overlap, raycast, shape_cast, time_of_impact
from ecsphys.math2d.vec2 import Vec2
from ecsphys.shapes import AABB, Box, Capsule, Chain, Circle, HalfPlane, Polygon, Segment, Shape
from tests.geometry.oracle import Pose, exact_distance

HERE = (0.0, 0.0, 0.0)
SHAPES: list[Shape] = [
    Circle(1),
    Box(2, 2),
    Box(2, 2, 0.5),
    AABB(2, 2),
    Capsule(4, 1),
    Capsule(2, 1),
    Polygon([(-1, -1), (1, -1), (0, 1)]),
    Polygon([Vec2(1, 0).rotated(k * math.tau / 64) for k in range(64)]),
    Polygon([(-1, 0), (1, 0), (1, 2e-4)]),
    Box(1e-4, 1.0),
    Segment((-1, 0), (1, 0)),
    HalfPlane((0, 1)),
    Chain([(1, 0), (0, 0), (-1, 0)]),
]
POSES: list[Pose] = [
    HERE,
    (0, 0, math.pi / 2),
    (0, 0, math.pi),
    (1, 0, 0),
    (2, 0, 0),
    (2, 2, 0),
    (0, 1e-9, 1e-9),
    (0, 2, 1e-12),
    (1e-300, 0, 0),
    (0.5, 0.5, math.pi / 4),
]


def check_answers(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, size: float = 1.0) -> None:
    """Everything is finite, normals are units, answers agree with each other."""
    gap = distance(a, pose_a, b, pose_b)
    assert all(map(math.isfinite, (gap.distance, *gap.point_a, *gap.point_b)))
    assert gap.normal.length == pytest.approx(1.0, abs=1e-9)
    manifold = collide(a, pose_a, b, pose_b)
    assert overlap(a, pose_a, b, pose_b) == (manifold is not None)
    if manifold is not None:
        assert manifold.normal.length == pytest.approx(1.0, abs=1e-9)
        for p in manifold.points:
            assert all(map(math.isfinite, (*p.point, *p.local_a, *p.local_b, p.penetration)))
    if not isinstance(a, Chain) and not isinstance(b, Chain):
        assert gap.distance == pytest.approx(exact_distance(a, pose_a, b, pose_b), abs=1e-6 * size)
    for way in ((3.0, 0.0), (0.0, -1e-9), (0.0, 0.0)):
        hit = shape_cast(a, pose_a, way, b, pose_b)
        assert hit is None or (0.0 <= hit.fraction <= 1.0 and hit.normal.length == pytest.approx(1.0))
    end_b = pose_b if isinstance(b, HalfPlane) else (pose_b[0], pose_b[1] - 1.0, pose_b[2] + 1.0)
    impact = time_of_impact(a, pose_a, pose_a, b, pose_b, end_b)
    assert impact.status in ("hit", "separated", "overlapping") and 0.0 <= impact.fraction <= 1.0


@pytest.mark.parametrize("a", SHAPES, ids=lambda s: repr(s)[:24])
def test_coincident_touching_and_parallel_pairs(a: Shape) -> None:
    for b, pose in itertools.product(SHAPES, POSES):
        if a.solid or b.solid:
            check_answers(a, HERE, b, pose)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: repr(s)[:24])
def test_points_and_rays_on_special_places(shape: Shape) -> None:
    places = [(0, 0), (1, 1), (1, 0), (0, 1), (-1, -1), (2, 1), (0.5, 0), (1e-300, 0), (0, 1e7)]
    for pose in POSES:
        for p in places:
            hit = closest_point(shape, pose, p)
            assert math.isfinite(hit.distance) and hit.normal.length == pytest.approx(1.0)
            for q in places:
                ray = raycast(shape, pose, p, q)
                assert ray is None or (0.0 <= ray.fraction <= 1.0 and ray.normal.length == pytest.approx(1.0))


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e6])
@pytest.mark.parametrize("place", [0.0, 1e7])
def test_sizes_and_places(size: float, place: float) -> None:
    rng = random.Random(4)
    shapes = [Circle(size), Box(size, 2 * size), Capsule(3 * size, size), Box(size, size, 0.1 * size)]
    shapes += [Polygon([Vec2(size, 0).rotated(k * math.tau / n) for k in range(n)]) for n in (3, 7, 64)]
    for a, b in itertools.product(shapes, shapes):
        # Poses far out are rounded to 2e-9; what is asked is exact for the rounded ones.
        pose_a = (place + size * rng.uniform(-1, 1), place, rng.uniform(-4, 4))
        pose_b = (
            place + size * rng.uniform(-1, 1),
            place + 2 * size * rng.uniform(-1, 1),
            rng.uniform(-4, 4),
        )
        gap = distance(a, pose_a, b, pose_b)
        near_b = (pose_b[0] - pose_a[0], pose_b[1] - pose_a[1], pose_b[2])
        wanted = exact_distance(a, (0.0, 0.0, pose_a[2]), b, near_b)
        assert gap.distance == pytest.approx(wanted, abs=1e-6 * size)
        assert overlap(a, pose_a, b, pose_b) == (gap.distance <= 0.0)


def test_needles() -> None:
    """Aspect 1:10,000, crossing, apart and nearly parallel."""
    rng = random.Random(9)
    needles = [
        Box(1.0, 1e-4),
        Polygon([(0, 0), (1, 0), (1, 1e-4)]),
        Polygon([(-1, 0), (0, -1e-4), (1, 0)], 1e-3),
    ]
    for _ in range(300):
        a, b = rng.choice(needles), rng.choice(needles)
        tilt = rng.choice([1.0, 1e-3, 1e-6, 1e-9, 0.0])
        pose = (
            rng.uniform(-0.7, 0.7),
            rng.uniform(-1, 1) * rng.choice([1.0, 1e-4]),
            tilt * rng.uniform(-1, 1),
        )
        assert distance(a, HERE, b, pose).distance == pytest.approx(
            exact_distance(a, HERE, b, pose), abs=1e-9
        )


def test_one_shape_inside_another() -> None:
    big, small = Box(10, 6), Polygon([Vec2(0.5, 0).rotated(k * math.tau / 7) for k in range(7)])
    for x, y in [(0, 0), (2, 1), (4, 0), (0, -2.9), (1e-12, 0)]:
        pose = (x, y, 0.3)
        assert distance(big, HERE, small, pose).distance == pytest.approx(
            exact_distance(big, HERE, small, pose)
        )
        assert overlap(big, HERE, small, pose)


def test_a_box_slowly_tilting_keeps_its_answer_continuous() -> None:
    """No jump of the depth when the best face changes."""
    depths = [distance(Box(10, 2), HERE, Box(2, 2), (4.9, 1.6, t * 1e-3)).distance for t in range(1571)]
    assert max(abs(a - b) for a, b in itertools.pairwise(depths)) < 2.5e-3
