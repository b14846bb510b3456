"""Many pairs at once: what single questions answer, to the bit, and how arguments may be given."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ecsphys.space3d import Box, Mesh, Plane, Pose3, Sphere, Transform3D
from ecsphys.space3d.geometry import Manifolds, collide, collide_many, overlap_many, raycast, raycast_many
from tests.space3d.geometry.scenes import SHAPES, SOLID, count_of, random_pose

CUBE, BALL = Box(2, 2, 2), Sphere(1)


def rows_of(poses: list[Pose3]) -> np.ndarray:
    return np.array([[*pose.position, *pose.orientation] for pose in poses])


def check(found: Manifolds, k: int, a, pose_a, b, pose_b) -> None:
    m = collide(a, pose_a, b, pose_b)
    count = found.count[k]
    assert count == (0 if m is None else len(m.points))
    assert np.isnan(found.points[k, count:]).all() and np.isnan(found.penetration[k, count:]).all()
    assert (found.feature[k, count:] == -1).all()
    if m is None:
        assert np.isnan(found.normal[k]).all()
    else:
        assert found.normal[k].tolist() == list(m.normal)
        assert found.points[k, :count].tolist() == [list(p.point) for p in m.points]
        assert found.penetration[k, :count].tolist() == [p.penetration for p in m.points]
        assert found.feature[k, :count].tolist() == [p.feature for p in m.points]


def test_many_pairs_of_all_shapes_are_single_pairs():
    rng = np.random.default_rng(1)
    n, solid, any_shape = count_of(2000, 100), list(SOLID.values()), list(SHAPES.values())
    which_a, which_b = rng.integers(len(solid), size=n), rng.integers(len(any_shape), size=n)
    poses_a, poses_b = ([random_pose(rng) for _ in range(n)] for _ in "ab")
    arguments = rows_of(poses_a), rows_of(poses_b)
    found = collide_many(solid, arguments[0], any_shape, arguments[1], which_a=which_a, which_b=which_b)
    shapes_a, shapes_b = [solid[i] for i in which_a], [any_shape[i] for i in which_b]
    for k in range(n):
        check(found, k, shapes_a[k], poses_a[k], shapes_b[k], poses_b[k])
    assert 0.2 < (found.count > 0).mean() < 0.95
    again = collide_many(shapes_a, arguments[0], shapes_b, arguments[1])
    assert all(np.array_equal(x, y, equal_nan=True) for x, y in zip(found, again, strict=True))
    overlapping = overlap_many(shapes_a, arguments[0], shapes_b, arguments[1])
    assert overlapping.dtype == np.bool_ and overlapping.tolist() == (found.count > 0).tolist()


def test_poses_come_in_lists_too():
    rng = np.random.default_rng(2)
    poses = [random_pose(rng) for _ in range(20)]
    placed = Transform3D(*poses[3].position, poses[3].orientation)
    mixed = [*poses[:3], placed, tuple(poses[4][0]), *((tuple(p), q) for p, q in poses[5:])]
    poses[4] = Pose3(poses[4].position)
    want = overlap_many(CUBE, rows_of(poses), BALL, (0, 0, 0))
    assert 0 < want.sum() < 20
    assert overlap_many(CUBE, mixed, BALL, (0, 0, 0)).tolist() == want.tolist()
    assert overlap_many(BALL, (0, 0, 0), CUBE, tuple(poses)).tolist() == want.tolist()


def test_one_shape_and_one_pose_serve_all_pairs():
    positions = np.array([(0.0, 1.5, 0.0), (0.0, 3.0, 0.0), (0.5, 0.0, 0.0)])
    found = collide_many(BALL, positions, CUBE, (0, 0, 0))
    assert found.count.tolist() == [1, 0, 1]
    assert found.penetration[0, 0] == 0.5 and found.normal[0].tolist() == [0, -1, 0]
    for pose in (
        Pose3((0, 0, 0)),
        ((0, 0, 0), (2, 0, 0, 0)),
        [0, 0, 0],
        [0, 0, 0, 3, 0, 0, 0],
        np.zeros((1, 3)),
    ):
        assert overlap_many(BALL, positions, CUBE, pose).tolist() == [True, False, True]
        assert overlap_many(CUBE, pose, BALL, positions.tolist()).tolist() == [True, False, True]
    assert overlap_many([BALL, CUBE, CUBE], (0, 0, 0), CUBE, (0, 1.9, 0)).tolist() == [True, True, True]
    assert overlap_many(BALL, ((0, 0, 0), (9, 0, 0)), BALL, (1, 0, 0)).tolist() == [True, False]
    assert overlap_many(BALL, (0, 0, 0), BALL, (1, 0, 0)).tolist() == [True]
    assert overlap_many([BALL, CUBE], (0, 0, 0), CUBE, (0, 1.9, 0), which_a=[1, 0, 1]).tolist() == [True] * 3


def test_no_pairs():
    found = collide_many(BALL, np.empty((0, 3)), CUBE, (0, 0, 0))
    assert [part.shape for part in found] == [(0,), (0, 3), (0, 4, 3), (0, 4), (0, 4)]
    assert overlap_many([], [], [], []).shape == (0,)
    assert overlap_many(BALL, [], CUBE, []).shape == (0,)


def test_quaternions_of_any_length():
    rng = np.random.default_rng(2)
    poses = rows_of([random_pose(rng) for _ in range(50)])
    longer = poses * ([1.0] * 3 + [2.0] * 4)
    one, other = (collide_many(CUBE, rows, CUBE, (1, 0, 0)) for rows in (poses, longer))
    assert one.count.tolist() == other.count.tolist()
    assert np.allclose(one.penetration, other.penetration, rtol=0, atol=1e-12, equal_nan=True)


def test_what_comes_in_is_not_changed():
    poses = np.random.default_rng(3).normal(size=(20, 7))
    before = poses.copy()
    collide_many(CUBE, poses, CUBE, poses[::-1])
    assert (poses == before).all()


PLANE, MESH = Plane((0, 1, 0)), Mesh([(0, 0, 0), (1, 0, 0), (0, 0, 1)], [(0, 2, 1)])
NAN = [0.0, 0.0, math.nan]
HERE = (0, 0, 0)
BAD = [
    ((BALL, np.zeros((3, 4)), CUBE, HERE), {}, ValueError, r"poses_a must be of shape .* got \(3, 4\)"),
    ((BALL, np.zeros((3, 3)), CUBE, np.zeros((2, 3))), {}, ValueError, "as many.* got 3 poses_a, 2 poses_b"),
    (([BALL], np.zeros((3, 3)), CUBE, HERE), {}, ValueError, "as many.* got 3 poses_a, 1 shapes_a"),
    ((BALL, [HERE, NAN], CUBE, HERE), {}, ValueError, r"poses_a\[1\].position.z must be a finite .* nan"),
    ((BALL, HERE, CUBE, [NAN]), {}, ValueError, r"poses_b\[0\].position.z must be a finite number, got nan"),
    ((BALL, np.zeros((2, 7)), CUBE, HERE), {}, ValueError, r"poses_a\[0\].orientation must be a quaternion"),
    ((BALL, "abc", CUBE, HERE), {}, TypeError, "poses_a must be numbers of shape"),
    ((BALL, Pose3((0, math.nan, 0)), CUBE, HERE), {}, ValueError, "poses_a.position.y must be a finite"),
    ((BALL, [Pose3(HERE), None], CUBE, HERE), {}, TypeError, r"poses_a\[1\] must be a Pose3"),
    ((BALL, (HERE, None), CUBE, HERE), {}, TypeError, "poses_a must be numbers of shape"),
    ((3, HERE, CUBE, HERE), {}, TypeError, "shapes_a must be a shape or a sequence of shapes, got 3"),
    (([BALL, 3], HERE, CUBE, HERE), {}, TypeError, r"shapes_a\[1\] must be a shape of ecsphys.space3d"),
    ((BALL, HERE, CUBE, HERE), {"which_a": [0]}, ValueError, "which_a needs a sequence of shapes"),
    (([BALL], HERE, CUBE, HERE), {"which_a": [1]}, ValueError, "which_a must be numbers .* to 0, got 1"),
    (([BALL], HERE, CUBE, HERE), {"which_a": [0.5]}, TypeError, "which_a must be whole numbers"),
    ((PLANE, np.zeros((2, 3)), [BALL, MESH], HERE), {}, TypeError, "not both be Plane or Mesh, got pair 1"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "options", "error", "message"), BAD)
def test_what_are_no_pairs(arguments, options, error, message):
    for question in (collide_many, overlap_many):
        with pytest.raises(error, match=message):
            question(*arguments, **options)


def test_many_rays_are_single_rays():
    rng = np.random.default_rng(4)
    for shape in SHAPES.values():
        pose = random_pose(rng)
        starts, ends = rng.normal(size=(2, count_of(300, 60), 3)) * 1.5 + pose.position
        fractions, points, normals = raycast_many(shape, pose, starts, ends)
        for k, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
            hit = raycast(shape, pose, tuple(start), tuple(end))
            if hit is None:
                assert np.isnan([fractions[k], *points[k], *normals[k]]).all()
            else:
                assert (fractions[k], *normals[k]) == (hit.fraction, *hit.normal)
                assert np.allclose(points[k], hit.point, rtol=0, atol=1e-14)
        assert np.isfinite(fractions).any()


def test_what_are_no_rays():
    with pytest.raises(ValueError, match="starts and ends must be as many, got 1 and 2"):
        raycast_many(BALL, (0, 0, 0), [(0, 0, 0)], [(0, 0, 0), (1, 1, 1)])
    with pytest.raises(ValueError, match=r"ends must be of shape \(N, 3\)"):
        raycast_many(BALL, (0, 0, 0), [(0, 0, 0)], [(0, 0)])
    with pytest.raises(TypeError, match="shape must be a shape"):
        raycast_many(3, (0, 0, 0), [(0, 0, 0)], [(0, 0, 0)])
