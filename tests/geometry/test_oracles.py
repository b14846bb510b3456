"""Two other engines on the same pairs: shapely for exact distances, pymunk for touching."""

from __future__ import annotations

import math
import random

import pymunk
import pytest
from shapely import geometry as sg

from ecsphys.geometry import Vec2, closest_point, collide, distance, overlap, raycast
from ecsphys.shapes import Chain, HalfPlane, Shape
from tests.geometry.oracle import (
    KINDS,
    Pose,
    core,
    exact_distance,
    off_surface,
    random_pairs,
    random_shape,
    world_points,
)

PAIRS = random_pairs(2400, seed=20261121)
FEW = PAIRS[:: len(PAIRS) // 160]
both_modes = pytest.mark.parametrize(
    "pairs", [pytest.param(PAIRS, marks=pytest.mark.jit, id="all"), pytest.param(FEW, id="few")]
)


def test_a_third_to_two_thirds_of_the_pairs_overlap() -> None:
    overlapping = sum(overlap(*pair) for pair in FEW)
    assert len(FEW) / 3 < overlapping < len(FEW) * 2 / 3
    types = {type(random_shape(random.Random(1), kind)) for kind in KINDS}
    met = {(type(a), type(b)) for a, _, b, _ in PAIRS}
    assert met == {(a, b) for a in types for b in types} - {(HalfPlane, HalfPlane)}


@pytest.mark.jit
def test_a_third_to_two_thirds_of_all_pairs_overlap() -> None:
    assert len(PAIRS) / 3 < sum(overlap(*pair) for pair in PAIRS) < len(PAIRS) * 2 / 3


@both_modes
def test_distance_and_depth_are_exact(pairs: list[tuple[Shape, Pose, Shape, Pose]]) -> None:
    for pair in pairs:
        assert distance(*pair).distance == pytest.approx(exact_distance(*pair), abs=1e-9), pair


@both_modes
def test_collide_and_overlap_agree_with_distance(pairs: list[tuple[Shape, Pose, Shape, Pose]]) -> None:
    for pair in pairs:
        gap = distance(*pair)
        manifold = collide(*pair)
        assert overlap(*pair) == (manifold is not None) == (gap.distance <= 0.0), pair
        if manifold is not None:
            deepest = max(point.penetration for point in manifold.points)
            assert deepest == pytest.approx(-gap.distance, abs=1e-12), pair
            assert manifold.normal == pytest.approx(gap.normal, abs=1e-9), pair


@both_modes
def test_moving_by_the_distance_parts_or_joins(pairs: list[tuple[Shape, Pose, Shape, Pose]]) -> None:
    for a, pose_a, b, pose_b in pairs:
        gap = distance(a, pose_a, b, pose_b)
        assert math.hypot(*gap.normal) == pytest.approx(1.0, abs=1e-12)
        assert gap.point_b - gap.point_a == pytest.approx(gap.normal * gap.distance, abs=1e-12)
        x, y = -gap.normal * gap.distance + pose_b[:2]
        assert exact_distance(a, pose_a, b, (x, y, pose_b[2])) == pytest.approx(0.0, abs=1e-9)


@both_modes
def test_closest_points_are_on_the_surfaces(pairs: list[tuple[Shape, Pose, Shape, Pose]]) -> None:
    for a, pose_a, b, pose_b in pairs:
        gap = distance(a, pose_a, b, pose_b)
        assert off_surface(a, pose_a, gap.point_a) == pytest.approx(0.0, abs=1e-9)
        assert off_surface(b, pose_b, gap.point_b) == pytest.approx(0.0, abs=1e-9)


def as_pymunk(shape: Shape, pose: Pose) -> pymunk.Shape:
    """The same shape, its corners already in world coordinates."""
    body = pymunk.Body(body_type=pymunk.Body.STATIC)
    points = [(p.x, p.y) for p in world_points(shape, pose)]
    made: pymunk.Shape
    if len(points) == 1:
        made = pymunk.Circle(body, shape.radius, points[0])
    elif len(points) == 2:
        made = pymunk.Segment(body, points[0], points[1], shape.radius)
    else:
        made = pymunk.Poly(body, points, radius=shape.radius)
    made.cache_bb()
    return made


@both_modes
def test_pymunk_finds_the_same_overlaps_and_normals(pairs: list[tuple[Shape, Pose, Shape, Pose]]) -> None:
    for a, pose_a, b, pose_b in pairs:
        gap = distance(a, pose_a, b, pose_b)
        if isinstance(a, HalfPlane) or isinstance(b, HalfPlane) or abs(gap.distance) < 1e-6:
            continue
        # pymunk lets two lines without thickness pass through each other.
        if a.radius == b.radius == 0.0 and len(a.points) == len(b.points) == 2:
            continue
        found = as_pymunk(a, pose_a).shapes_collide(as_pymunk(b, pose_b))
        assert (len(found.points) > 0) == (gap.distance < 0.0), (a, pose_a, b, pose_b)
        if found.points:  # pymunk's sign depends on the order of the shapes
            depth = max(abs(point.distance) for point in found.points)
            assert depth == pytest.approx(-gap.distance, abs=1e-6)
            assert abs(found.normal.dot(tuple(gap.normal))) == pytest.approx(1.0, abs=1e-6)


def random_points(count: int) -> list[Vec2]:
    rng = random.Random(5)
    return [Vec2(rng.uniform(-3.0, 3.0), rng.uniform(-3.0, 3.0)) for _ in range(count)]


@both_modes
def test_pymunk_finds_the_same_closest_points(pairs: list[tuple[Shape, Pose, Shape, Pose]]) -> None:
    for (shape, pose, _, _), point in zip(pairs, random_points(len(pairs)), strict=True):
        hit = closest_point(shape, pose, point)
        assert off_surface(shape, pose, hit.point) == pytest.approx(0.0, abs=1e-9)
        assert hit.point + hit.normal * hit.distance == pytest.approx(point, abs=1e-12)
        assert shape.contains(pose, point) == (hit.distance <= 0.0)
        if not isinstance(shape, HalfPlane):
            assert hit.distance == pytest.approx(as_pymunk(shape, pose).point_query(point).distance, abs=1e-9)


@both_modes
def test_pymunk_finds_the_same_ray_hits(pairs: list[tuple[Shape, Pose, Shape, Pose]]) -> None:
    points = random_points(len(pairs) + 1)
    hits = 0
    for (shape, pose, _, _), start, end in zip(pairs, points, points[1:], strict=False):
        # pymunk passes through some of the round ends of capsules and corners of polygons.
        if isinstance(shape, HalfPlane) or (len(shape.points) > 1 and shape.radius > 0.0):
            continue
        hit = raycast(shape, pose, start, end)
        if shape.contains(pose, start):
            assert hit is not None and hit.fraction == 0.0
            continue
        found = as_pymunk(shape, pose).segment_query(start, end)
        assert (hit is None) == (found.shape is None), (shape, pose, start, end)
        if hit is not None:
            hits += 1
            assert hit.fraction == pytest.approx(found.alpha, abs=1e-9)
            assert hit.normal == pytest.approx(tuple(found.normal), abs=1e-6)
    assert hits > len(pairs) / 16


@both_modes
def test_rays_stop_at_the_first_point_of_the_surface(pairs: list[tuple[Shape, Pose, Shape, Pose]]) -> None:
    points = random_points(len(pairs) + 1)
    hits = 0
    for (shape, pose, _, _), start, end in zip(pairs, points, points[1:], strict=False):
        hit = raycast(shape, pose, start, end)
        reach = 1.0 if hit is None else hit.fraction
        for k in range(16):
            assert closest_point(shape, pose, start.lerp(end, reach * k / 16)).distance > 0.0 or reach == 0.0
        if hit is not None and hit.fraction > 0.0:
            hits += 1
            assert off_surface(shape, pose, hit.point) == pytest.approx(0.0, abs=1e-9)
            # Tangents may differ at corners, so the normal only has to oppose the ray.
            assert hit.normal.dot(end - start) <= 0.0
            assert hit.normal.length == pytest.approx(1.0, abs=1e-12)
    assert hits > len(pairs) / 6


@both_modes
def test_distance_to_a_chain_is_that_to_its_line(pairs: list[tuple[Shape, Pose, Shape, Pose]]) -> None:
    points = random_points(4 * len(pairs))
    for k, (shape, pose, _, _) in enumerate(pairs):
        if isinstance(shape, HalfPlane):
            continue
        corners = points[4 * k : 4 * k + 4]
        line = sg.LineString(corners)
        gap = line.distance(core(shape, pose)) - shape.radius
        found = distance(Chain(corners), (0.0, 0.0, 0.0), shape, pose)
        if gap > 1e-9:
            assert found.distance == pytest.approx(gap, abs=1e-9)
            assert line.distance(sg.Point(found.point_a)) == pytest.approx(0.0, abs=1e-9)
        else:
            assert found.distance <= 1e-9
        # One-sided, so the reverse does not hold.
        if overlap(Chain(corners), (0.0, 0.0, 0.0), shape, pose):
            assert gap <= 1e-9
