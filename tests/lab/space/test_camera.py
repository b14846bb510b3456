"""Cameras: what they see where, and that looking and pointing are inverse."""

import math

import numpy as np
import pytest

from ecsphys.lab.space.camera import FOCUS, Camera
from ecsphys.space3d.math3d.vec3 import Vec3

CAMERA = Camera((1.0, 2.0, -0.5), 0.7, 0.4, 9.0)


def test_without_turns_it_looks_along_negative_z():
    camera = Camera((0, 0, 0), 0.0, 0.0, FOCUS)
    assert camera.eye == pytest.approx((0, 0, FOCUS))
    assert camera.place((3, 4, 0)) == pytest.approx((3, 4))
    assert camera.place((3, 4, -FOCUS)) == pytest.approx((1.5, 2))


def test_axes_are_a_right_handed_frame():
    right, up, back = CAMERA.axes()
    assert np.array([right, up, back]) @ np.array([right, up, back]).T == pytest.approx(np.eye(3), abs=1e-12)
    assert right.cross(up) == pytest.approx(back)
    assert up.y > 0.0


def test_it_sees_its_target_in_the_middle():
    assert CAMERA.place(CAMERA.target) == pytest.approx((0, 0), abs=1e-9)
    assert CAMERA.depth_of(CAMERA.target) == pytest.approx(CAMERA.distance)


@pytest.mark.parametrize("at", [(0, 0), (200, -150), (-300, 310)])
def test_pointing_is_the_inverse_of_looking(at):
    eye, way = CAMERA.ray(at)
    assert way.length == pytest.approx(1)
    for far in (0.6, 5.0, 80.0):
        point = eye + far * way
        assert CAMERA.place(point) == pytest.approx(at, abs=1e-9)
        assert CAMERA.at_depth(at, CAMERA.depth_of(point)) == pytest.approx(point)


def test_clip_space_agrees_with_the_stage():
    halves = 360.0, 320.0
    matrix = CAMERA.clip_matrix(*halves)
    points = np.random.default_rng(1).uniform(-2, 2, (50, 3)) + CAMERA.target
    clip = np.column_stack([points, np.ones(50)]) @ matrix.T
    screen, depth = CAMERA.project(points)
    assert clip[:, :2] / clip[:, 3:] * halves == pytest.approx(screen)
    assert clip[:, 3] == pytest.approx(depth)
    assert (np.abs(clip[:, 2]) <= clip[:, 3]).all()


def test_lines_are_cut_at_the_near_plane():
    right, _, back = CAMERA.axes()
    before = CAMERA.eye - 3.0 * back
    behind = CAMERA.eye + 3.0 * back
    ends, seen = CAMERA.clip(np.array([before, behind, behind, before, behind, behind + right]))
    assert seen.tolist() == [True, True, False]
    depths = CAMERA.view(ends)[:, 2]
    assert depths == pytest.approx([3.0, CAMERA.near, CAMERA.near, 3.0])
    assert math.isclose(Vec3(*ends[1]).distance(before) + Vec3(*ends[1]).distance(behind), 6.0)
