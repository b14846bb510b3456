"""The Minkowski difference in space: its distance from the origin is that of the shapes."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ecsphys.space3d import (
    AABB,
    Box,
    Hull,
    Pose3,
    Sphere,
    Vec3,
    closest_point,
    distance,
    from_axis_angle,
    minkowski_difference,
    overlap,
    separating_axes,
)

HERE = (0, 0, 0)


def random_polytope(rng: np.random.Generator) -> Box | AABB | Hull:
    kind = rng.integers(3)
    if kind == 2:
        return Hull(rng.normal(size=(rng.integers(4, 9), 3)))
    return (Box, AABB)[kind](*rng.uniform(0.5, 2.5, 3).tolist())


def random_pose(rng: np.random.Generator, spread: float) -> Pose3:
    return Pose3(
        Vec3(*rng.uniform(-spread, spread, 3).tolist()),
        from_axis_angle(rng.normal(size=3), rng.uniform(0, 6)),
    )


@pytest.mark.parametrize("seed", range(12))
def test_the_distance_of_the_difference_is_that_of_the_shapes(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = random_polytope(rng), random_polytope(rng)
    pose_a, pose_b = random_pose(rng, 1e3 if seed % 3 == 0 else 1.0), random_pose(rng, 1.0)
    if seed % 3 == 0:  # far from the origin, near to each other
        pose_b = Pose3(pose_a.position + pose_b.position, pose_b.orientation)
    difference, gap = minkowski_difference(a, pose_a, b, pose_b), distance(a, pose_a, b, pose_b)
    assert closest_point(difference, HERE, HERE).distance == pytest.approx(gap.distance, abs=1e-9)
    assert difference.contains(HERE, HERE) == overlap(a, pose_a, b, pose_b)


@pytest.mark.parametrize("seed", range(6))
def test_faces_are_of_a_of_b_or_of_an_edge_of_each(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b, pose_a, pose_b = Box(1, 2, 3), Box(2, 2, 1), random_pose(rng, 1.0), random_pose(rng, 1.0)
    faces = minkowski_difference(a, pose_a, b, pose_b, faces=True)
    counts = Counter(face.owner for face in faces)
    assert counts["a"] == counts["b"] == 6 and counts["both"] % 2 == 0 and 0 < counts["both"] <= 18
    tried = [axis.direction for axis in separating_axes(a, pose_a, b, (pose_a.position, pose_b.orientation))]
    for face in faces:  # every face's normal is an axis on which they may separate
        assert max(abs(face.normal.dot(axis)) for axis in tried) > 1 - 1e-9
        assert {len({round(face.normal.dot(p), 9) for p in face.corners})} == {1}
        assert face.owner != "both" or len(face.corners) == 4


def test_parallel_faces_add_up() -> None:
    faces = minkowski_difference(AABB(2, 2, 2), HERE, Box(4, 2, 6), (5, 0, 0), faces=True)
    assert [face.owner for face in faces] == ["both"] * 6
    assert minkowski_difference(AABB(2, 2, 2), HERE, Box(4, 2, 6), (5, 0, 0)).volume == pytest.approx(
        6 * 4 * 8
    )


def test_only_polytopes_have_one() -> None:
    with pytest.raises(TypeError, match="b must be a Box, AABB or Hull, got Sphere"):
        minkowski_difference(Box(1, 1, 1), HERE, Sphere(1), HERE)
    with pytest.raises(TypeError, match="faces must be True or False, got 1"):
        minkowski_difference(Box(1, 1, 1), HERE, Box(1, 1, 1), HERE, faces=1)  # type: ignore[call-overload]
