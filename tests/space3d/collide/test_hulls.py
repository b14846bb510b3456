"""Hulls of any number of points against the largest separation over all faces and all pairs of edges."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from ecsphys.space3d import Hull, Pose3, Vec3
from ecsphys.space3d.geometry import collide, distance
from ecsphys.space3d.math3d.quaternion import rotation_of
from tests.space3d.geometry.scenes import count_of, random_orientation, random_pose

POINTS = [4, 5, 8, 9, 16, 17, 31, 40]


def hull_of(points: int, rng: np.random.Generator) -> Hull:
    rows = rng.normal(size=(points, 3))
    return Hull(rows / np.linalg.norm(rows, axis=1)[:, None] * rng.uniform(0.3, 2.0, 3))


def placed(hull: Hull, pose: Pose3) -> tuple[np.ndarray, np.ndarray]:
    """The points and the ways along the edges of a hull at a pose."""
    turn = np.array(rotation_of(*pose.orientation)).reshape(3, 3)
    ways = np.array([np.subtract(end, start) for start, end in hull.edges])
    return np.array(hull.vertices) @ turn.T + np.array(pose.position), ways @ turn.T


def least_overlap(a: Hull, pose_a: Pose3, b: Hull, pose_b: Pose3) -> float:
    """The overlap along the best of all normals of faces and vector products of edges."""
    points_a, ways_a = placed(a, pose_a)
    points_b, ways_b = placed(b, pose_b)
    products = np.cross(ways_a[:, None], ways_b[None]).reshape(-1, 3)
    sizes = np.linalg.norm(products, axis=1)
    axes = [ConvexHull(points).equations[:, :3] for points in (points_a, points_b)]
    axes.append(products[sizes > 1e-9] / sizes[sizes > 1e-9, None])
    n = np.vstack([*axes, *(-part for part in axes)])
    return float(((n @ points_a.T).max(axis=1) - (n @ points_b.T).min(axis=1)).min())


@pytest.mark.parametrize("points_a", POINTS)
@pytest.mark.parametrize("points_b", POINTS)
def test_the_penetration_is_the_least_over_all_axes(points_a, points_b):
    rng = np.random.default_rng([points_a, points_b])
    touching = 0
    for _ in range(count_of(20, 2)):
        a, b = hull_of(points_a, rng), hull_of(points_b, rng)
        pose_a, pose_b = random_pose(rng), random_pose(rng, 0.7)
        expected = least_overlap(a, pose_a, b, pose_b)
        manifold = collide(a, pose_a, b, pose_b)
        assert (manifold is None) == (expected < 0.0)
        if manifold is not None:
            touching += 1
            assert manifold.points[0].penetration == pytest.approx(expected, abs=1e-9)
            assert distance(a, pose_a, b, pose_b).distance == pytest.approx(-expected, abs=1e-9)
    assert touching > 0 or count_of(1, 0) == 0


def test_edges_decide_as_often_as_faces():
    """What is left out must not be what counts: of pairs that overlap, many have two edges as their axis."""
    rng = np.random.default_rng(3)
    by_edges = 0
    for _ in range(count_of(200, 20)):
        a, b = hull_of(16, rng), hull_of(16, rng)
        there = Pose3(Vec3(*(0.8 * rng.normal(size=3)).tolist()), random_orientation(rng))
        manifold = collide(a, Pose3(Vec3(0.0, 0.0, 0.0), random_orientation(rng)), b, there)
        by_edges += manifold is not None and len(manifold.points) == 1
    assert by_edges > count_of(20, 2)
