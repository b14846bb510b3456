"""Rays, casts, impacts and swept volumes: where they touch nothing is deep, before it nothing touches."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ecsphys.space3d import AABB, Box, Capsule, Hull, Mesh, Plane, Pose3, Sphere, Vec3, from_axis_angle
from ecsphys.space3d.geometry import (
    closest_point,
    convex_hull,
    distance,
    overlap,
    raycast,
    shape_cast,
    swept_shape,
    time_of_impact,
)
from ecsphys.space3d.math3d.quaternion import Quaternion, turn
from tests.space3d.geometry.scenes import PAIRS, SHAPES, SOLID, count_of, random_pose

CUBE = Box(2, 2, 2)
FLOOR = Mesh([(-9, 0, -9), (9, 0, -9), (9, 0, 9), (-9, 0, 9)], [(0, 2, 1), (0, 3, 2)])


@pytest.mark.parametrize("name", SHAPES)
def test_rays(name: str):
    shape, rng = SHAPES[name], np.random.default_rng(1)
    hits = misses = inside = 0
    for _ in range(count_of(400, 60)):
        pose = random_pose(rng)
        start, end = (
            Vec3(*(np.array(pose.position) + s * rng.normal(size=3)).tolist())
            for s in rng.permutation([1.6, 0.3])
        )
        hit = raycast(shape, pose, start, end)
        if hit is None:
            misses += 1
            for k in range(21):
                assert not shape.contains(pose, start.lerp(end, k / 20))
            continue
        assert hit.point.distance(start.lerp(end, hit.fraction)) < 1e-12
        assert math.isclose(abs(hit.normal), 1.0, abs_tol=1e-12)
        assert hit.normal.dot(end - start) <= 1e-12
        if shape.contains(pose, start):
            inside += 1
            assert hit.fraction == 0.0 and hit.normal.distance((start - end).normalized()) < 1e-12
            continue
        hits += 1
        assert abs(closest_point(shape, pose, hit.point).distance) < 1e-9
        for k in range(10):
            assert not shape.contains(pose, start.lerp(end, hit.fraction * k / 10))
        outside = closest_point(shape, pose, hit.point + 1e-6 * hit.normal)
        assert math.isclose(outside.distance, 1e-6, rel_tol=1e-3)
    assert hits and (misses or name in ("plane", "prism")) and (inside or name == "plate")


def test_rays_at_a_sphere_by_hand():
    ball = Sphere(1, (0, 0, 1))
    hit = raycast(ball, (0, 0, 0), (0, 0, -3), (0, 0, 3))
    assert hit == (0.5, (0, 0, 0), (0, 0, -1))
    assert raycast(ball, (0, 0, 0), (0, 0, -3), (0, 0, -0.1)) is None
    assert raycast(ball, (0, 0, 0), (0, 0, 1), (0, 0, 9)) == (0.0, (0, 0, 1), (0, 0, -1))
    assert raycast(ball, (0, 0, 0), (5, 0, 0), (5, 0, 0)) is None
    assert raycast(ball, (0, 0, 0), (0, 0, 1), (0, 0, 1)).fraction == 0.0


def test_rays_meet_a_mesh_from_the_front():
    assert raycast(FLOOR, (0, 1, 0), (3, 5, 3), (3, -5, 3)) == (0.4, (3, 1, 3), (0, 1, 0))
    assert raycast(FLOOR, (0, 1, 0), (3, -5, 3), (3, 5, 3)) is None
    assert raycast(FLOOR, (0, 1, 0), (10, 5, 3), (10, -5, 3)) is None


@pytest.mark.parametrize(("name_a", "name_b"), PAIRS)
def test_casts(name_a: str, name_b: str):
    a, b = SHAPES[name_a], SHAPES[name_b]
    rng = np.random.default_rng(2)
    hits = 0
    for _ in range(count_of(30, 6)):
        pose_a, pose_b = random_pose(rng, 2.5), random_pose(rng)
        way = (Vec3(*pose_b.position) - pose_a.position) * float(rng.uniform(0.5, 2)) + rng.normal(
            size=3
        ).tolist()
        before = distance(a, pose_a, b, pose_b)
        hit = shape_cast(a, pose_a, way, b, pose_b)

        def gap(fraction: float, a=a, b=b, pose_a=pose_a, pose_b=pose_b, way=way):
            return distance(a, Pose3(pose_a.position + fraction * way, pose_a.orientation), b, pose_b)

        if before.distance < 0.0:
            assert hit is not None and hit.fraction == 0.0
        elif hit is None:
            assert min(gap(k / 12).distance for k in range(13)) > -1e-9
        else:
            hits += 1
            touch = gap(hit.fraction)
            assert abs(touch.distance) < 1e-9
            assert all(gap(hit.fraction * k / 12).distance > 0.0 for k in range(12))
            assert gap(min(hit.fraction + 1e-4, 1.0)).distance < 1e-9
            at = Pose3(pose_a.position + hit.fraction * way, pose_a.orientation)
            assert abs(closest_point(a, at, hit.point).distance) < 1e-7
            assert abs(closest_point(b, pose_b, hit.point).distance) < 1e-7
            assert hit.normal.dot(way) >= -1e-9
    assert hits


@pytest.mark.parametrize("shape", [CUBE, Sphere(1), Capsule(4, 1)], ids=repr)
def test_what_stands_on_something_is_free_along_and_away(shape):
    rng = np.random.default_rng(1)
    for _ in range(10):
        q = from_axis_angle(rng.normal(size=3), rng.uniform(-3, 3))
        far, along, up = Vec3(rng.choice((0, 1e3)), 0, 0), q.rotate((1, 0, 0)), q.rotate((0, 1, 0))
        pose = Pose3(far - shape.support((0, -1, 0)).y * up, q)
        floor = Box(90, 2, 90), Pose3(far - up, q)
        for way in (along, -along, up, along + 0.3 * up):
            assert shape_cast(shape, pose, 50 * way, *floor) is None
        hit = shape_cast(shape, pose, 50 * (along - 0.1 * up), *floor)
        assert hit is not None and hit.fraction < 1e-7


def test_casts_by_hand():
    hit = shape_cast(Sphere(1), (-5, 0, 0), (10, 0, 0), Sphere(1), (0, 0, 0))
    assert hit is not None and hit.fraction == pytest.approx(0.3) and hit.normal.distance((1, 0, 0)) < 1e-12
    assert shape_cast(Sphere(1), (-5, 2.1, 0), (10, 0, 0), Sphere(1), (0, 0, 0)) is None
    down = shape_cast(CUBE, (0, 5, 0), (0, -8, 0), FLOOR, (0, 0, 0))
    up = shape_cast(FLOOR, (0, 0, 0), (0, 8, 0), CUBE, (0, 5, 0))
    for found, normal, height in ((down, (0, -1, 0), 0.0), (up, (0, 1, 0), 4.0)):
        assert found is not None and found.fraction == pytest.approx(0.5)
        assert found.normal.distance(normal) < 1e-12 and found.point.y == pytest.approx(height)
    assert shape_cast(CUBE, (0, -5, 0), (0, 9, 0), FLOOR, (0, 0, 0)) is None


def pose_at(start: Pose3, end: Pose3, rotation: Vec3, fraction: float) -> Pose3:
    q = turn(Quaternion(*start.orientation), fraction * rotation)
    return Pose3(Vec3(*start.position).lerp(end.position, fraction), q)


@pytest.mark.parametrize(("name_a", "name_b"), PAIRS)
def test_times_of_impact(name_a: str, name_b: str):
    a, b = SHAPES[name_a], SHAPES[name_b]
    rng = np.random.default_rng(3)
    hits = 0
    for _ in range(count_of(16, 6) * (8 if "plane" in (name_a, name_b) else 1)):
        motions = []
        for shape in (a, b):
            start = random_pose(rng, 2.5)
            rotation = (
                Vec3(*rng.uniform(-1.5, 1.5, 3).tolist())
                if shape.solid and not shape.upright
                else Vec3(0.0, 0.0, 0.0)
            )
            target = Vec3(*(rng.normal(size=3) * (0.3 if shape.solid else 0.0)).tolist())
            end = Pose3(
                target, turn(Quaternion(*start.orientation), rotation) if rotation != (0, 0, 0) else start[1]
            )
            motions.append((start, end, rotation))
        (start_a, end_a, _), (start_b, end_b, _) = motions
        found = time_of_impact(a, start_a, end_a, b, start_b, end_b, tolerance=1e-6)

        def gap(fraction: float, a=a, b=b, motions=motions) -> float:
            return distance(a, pose_at(*motions[0], fraction), b, pose_at(*motions[1], fraction)).distance

        steps = [gap(found.fraction * k / 16) for k in range(16)]
        if found.status == "overlapping":
            assert found.fraction == 0.0 and gap(0.0) < 1e-6
        else:
            assert found.status in ("hit", "separated") and min(steps) > 0.0
        if found.status == "hit":
            hits += 1
            assert 0.0 < gap(found.fraction) < 2e-6
            for k, shape in enumerate((a, b)):
                assert (
                    abs(closest_point(shape, pose_at(*motions[k], found.fraction), found.point).distance)
                    < 1e-5
                )
    assert hits


def test_impacts_by_hand():
    hit = time_of_impact(Sphere(1), (-5, 0, 0), (5, 0, 0), Sphere(1), (0, 0, 0), (0, 0, 0), 1e-9)
    assert (
        hit.status == "hit" and hit.fraction == pytest.approx(0.3) and hit.normal.distance((1, 0, 0)) < 1e-9
    )
    assert hit.point.distance((-1, 0, 0)) < 1e-8
    # A rod that turns a quarter about its middle reaches a wall with its end.
    rod, wall = Box(4, 0.2, 0.2), Plane((-1, 0, 0), -1.5)
    end = (0, 0, 0), from_axis_angle((0, 1, 0), 0.5 * math.pi)
    upright = (0, 0, 0), from_axis_angle((0, 1, 0), -0.5 * math.pi + 1e-9)
    assert time_of_impact(rod, end, upright, wall, (0, 0, 0), (0, 0, 0)).status == "hit"
    angle = math.acos(1.5 / math.hypot(2, 0.1)) + math.atan2(0.1, 2)
    hit = time_of_impact(rod, end, (0, 0, 0), wall, (0, 0, 0), (0, 0, 0), 1e-9)
    assert hit.fraction == pytest.approx(1 - angle / (0.5 * math.pi), abs=1e-8)
    # A floor that rises.
    for floor in (Plane((0, 1, 0)), FLOOR):
        for pair in ((CUBE, (0, 4, 0), (0, 4, 0), floor, (0, 0, 0), (0, 6, 0)),
                     (floor, (0, 0, 0), (0, 6, 0), CUBE, (0, 4, 0), (0, 4, 0))):  # fmt: skip
            hit = time_of_impact(*pair, 1e-9)
            assert hit.status == "hit" and hit.fraction == pytest.approx(0.5)
            assert hit.point.y == pytest.approx(3.0) and abs(hit.normal.y) == pytest.approx(1.0)
    apart = time_of_impact(CUBE, (0, 4, 0), (9, 4, 0), Plane((0, 1, 0)), (0, 0, 0), (0, 0, 0))
    assert apart.status == "separated" and apart.fraction == 1.0
    assert (
        time_of_impact(CUBE, (0, 4, 0), (0, 0, 0), Plane((0, 1, 0)), (0, 0, 0), (0, 0, 0), 1e-9, 1).status
        == "failed"
    )


def test_what_is_no_motion():
    turned = (0, 0, 0), from_axis_angle((1, 0, 0), 1.0)
    still = CUBE, (0, 0, 0), (0, 0, 0)
    with pytest.raises(ValueError, match=r"end_b must not turn a Plane, got a turn of 0\.9999"):
        time_of_impact(*still, Plane((0, 1, 0)), (0, 0, 0), turned)
    with pytest.raises(ValueError, match="end_a must not turn a Mesh"):
        time_of_impact(FLOOR, (0, 0, 0), turned, *still)
    with pytest.raises(ValueError, match="tolerance must be a finite number > 0"):
        time_of_impact(*still, *still, tolerance=0.0)
    with pytest.raises(ValueError, match="max_iterations must be a whole number > 0"):
        time_of_impact(*still, *still, max_iterations=0)
    with pytest.raises(TypeError, match=r"start_a must be a Pose3"):
        time_of_impact(CUBE, 3, (0, 0, 0), *still)
    with pytest.raises(TypeError, match="a and b must not both be Plane or Mesh"):
        shape_cast(FLOOR, (0, 0, 0), (0, 1, 0), Plane((0, 1, 0)), (0, 0, 0))
    with pytest.raises(TypeError, match="translation must be three numbers"):
        shape_cast(CUBE, (0, 0, 0), 3, CUBE, (0, 0, 0))
    with pytest.raises(ValueError, match=r"pose_b\.position\.y must be a finite"):
        shape_cast(CUBE, (0, 0, 0), (0, 1, 0), CUBE, (0, math.inf, 0))
    with pytest.raises(ValueError, match=r"end\.x must be a finite number"):
        raycast(CUBE, (0, 0, 0), (0, 0, 0), (math.nan, 0, 0))
    with pytest.raises(ValueError, match=r"pose\.position\.x must be a finite number"):
        raycast(CUBE, (math.nan, 0, 0), (0, 0, 0), (0, 0, 0))


@pytest.mark.parametrize("name", SOLID)
def test_what_a_shape_sweeps(name: str):
    shape, rng = SOLID[name], np.random.default_rng(4)
    start, way = random_pose(rng), Vec3(*rng.normal(size=3).tolist()) * 2.0
    if isinstance(shape, Capsule):
        axis = shape.vertices_at(start)
        with pytest.raises(ValueError, match="must move along its axis"):
            swept_shape(shape, start, Pose3(start.position + way, start.orientation))
        way = (axis[1] - axis[0]) * 0.7
    end = Pose3(start.position + way, start.orientation)
    swept = swept_shape(shape, start, end)
    volume = 0
    for point in rng.normal(size=(count_of(600, 200), 3)) * 1.5 + np.array(start.position):
        p = Vec3(*point.tolist())
        ray = raycast(shape, start, p, p - way)  # whether the shape passes over the point
        inside = ray is not None or shape.contains(start, p)
        if abs(closest_point(swept, (0, 0, 0), p).distance) > 1e-9:
            assert swept.contains((0, 0, 0), p) == inside
        volume += inside
    assert volume
    assert swept_shape(shape, start, start).volume == pytest.approx(shape.volume)


def test_swept_shapes_by_hand():
    assert swept_shape(Sphere(1, (0, 1, 0)), (0, 0, 0), (4, 0, 0)) == Capsule.between((0, 1, 0), (4, 1, 0), 1)
    assert swept_shape(Sphere(1), (0, 0, 0), (0, 0, 0)) == Sphere(1)
    assert swept_shape(AABB(2, 2, 2), (0, 0, 0), ((3, 0, 0), (0.6, 0.8, 0, 0))).volume == pytest.approx(20)
    with pytest.raises(ValueError, match="start and end must have the same orientation"):
        swept_shape(CUBE, (0, 0, 0), ((3, 0, 0), (0.6, 0.8, 0, 0)))
    with pytest.raises(TypeError, match="shape must be convex and have an end"):
        swept_shape(FLOOR, (0, 0, 0), (1, 0, 0))
    with pytest.raises(TypeError, match="shape must be a shape"):
        swept_shape(3, (0, 0, 0), (1, 0, 0))


def test_hulls_of_points():
    points = np.random.default_rng(5).normal(size=(40, 3))
    assert convex_hull(points) == Hull(points)
    assert all(overlap(convex_hull(points), (0, 0, 0), Sphere(1e-9), tuple(p)) for p in points.tolist())
