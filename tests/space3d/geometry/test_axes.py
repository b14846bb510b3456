"""Separating axes: their least overlap is the penetration, a gap on one of them separates."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ecsphys.space3d import Box, Capsule, Mesh, Plane, Sphere
from ecsphys.space3d.geometry import distance, project, separating_axes
from tests.space3d.geometry.scenes import PAIRS, SHAPES, SOLID, count_of, poses_of, random_pose


@pytest.mark.parametrize(("name_a", "name_b"), PAIRS)
def test_the_least_overlap_is_the_penetration(name_a: str, name_b: str):
    a, b = SHAPES[name_a], SHAPES[name_b]
    for pose_a, pose_b in poses_of(name_a, name_b, count_of(6, 3)):
        axes, gap = separating_axes(a, pose_a, b, pose_b), distance(a, pose_a, b, pose_b)
        if gap.distance > 1e-9:
            assert axes[-1].overlap < 0.0 and all(axis.overlap >= 0.0 for axis in axes[:-1])
            assert -axes[-1].overlap <= gap.distance + 1e-9
        elif gap.distance < -1e-9:
            assert math.isclose(min(axis.overlap for axis in axes), -gap.distance, abs_tol=1e-9)
        for axis in axes:
            assert math.isclose(abs(axis.direction), 1.0, abs_tol=1e-12)
            assert math.isclose(axis.overlap, axis.a.high - axis.b.low, abs_tol=1e-12)
            on_a, on_b = project(a, pose_a, axis.direction), project(b, pose_b, axis.direction)
            assert np.allclose([*on_a, *on_b], [*axis.a, *axis.b], rtol=0, atol=1e-12)


def test_two_boxes_have_fifteen_axes():
    rng = np.random.default_rng(1)
    turned = separating_axes(Box(2, 2, 2), random_pose(rng, 0.1), Box(1, 2, 3), random_pose(rng, 0.1))
    assert [axis.owner for axis in turned] == ["a"] * 3 + ["b"] * 3 + ["both"] * 9
    aligned = separating_axes(Box(2, 2, 2), (0, 0, 0), Box(1, 2, 3), (0.5, 0, 0))
    assert [axis.owner for axis in aligned] == ["a"] * 3  # edges are parallel, too


def test_round_shapes_and_planes():
    (axis,) = separating_axes(Sphere(1), (0, 0, 0), Sphere(1), (0, 3, 4))
    assert axis.direction == pytest.approx((0, 0.6, 0.8)) and axis.overlap == pytest.approx(-3)
    (axis,) = separating_axes(Plane((0, 1, 0)), (0, 0, 0), Box(2, 2, 2), (0, 0.5, 0))
    assert axis.a == (-math.inf, 0) and axis.b == (-0.5, 1.5) and axis.overlap == 0.5
    crossed = separating_axes(
        Capsule(4, 0.5), (0, 0, 0), Capsule.between((-2, 0, 0), (2, 0, 0), 0.5), (0, 0, 0.4)
    )
    assert min(axis.overlap for axis in crossed) == pytest.approx(0.6)


def test_intervals():
    assert project(Box(2, 4, 6), (10, 0, 0), (0, 0, -2)) == (-3, 3)
    assert project(Plane((0, 1, 0), 2), (0, 1, 0), (0, 1, 0)) == (-math.inf, 3)
    assert project(Plane((0, 1, 0), 2), (0, 1, 0), (0, -1, 0)) == (-3, math.inf)
    assert project(Plane((0, 1, 0), 2), (0, 1, 0), (1, 1, 0)) == (-math.inf, math.inf)
    for name, shape in SOLID.items():
        low, high = project(shape, (0, 0, 0), (0, 3, 0))
        lower, upper = shape.bounds()
        assert (low, high) == pytest.approx((lower.y, upper.y)), name


def test_what_has_no_axes():
    mesh = Mesh([(0, 0, 0), (1, 0, 0), (0, 0, 1)], [(0, 2, 1)])
    with pytest.raises(TypeError, match="b must be convex, got a Mesh; try the Hull of its vertices"):
        separating_axes(Box(2, 2, 2), (0, 0, 0), mesh, (0, 0, 0))
    with pytest.raises(TypeError, match="must not both be Plane or Mesh"):
        separating_axes(Plane((0, 1, 0)), (0, 0, 0), Plane((0, 1, 0)), (0, 0, 0))
    with pytest.raises(ValueError, match="axis must be a vector other than zero"):
        project(Box(2, 2, 2), (0, 0, 0), (0, 0, 0))
