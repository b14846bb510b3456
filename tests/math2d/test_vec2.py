"""What games do with vectors: clamp, min, max, reflect."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from ecsphys import AABB, Vec2
from ecsphys.geometry import closest_point
from ecsphys.space3d import Vec3


def test_min_and_max_are_by_component() -> None:
    assert Vec2(3, 1).min((2, 5)) == (2, 1) and Vec2(3, 1).max((2, 5)) == (3, 5)
    assert isinstance(Vec2(3, 1).min((2, 5)), Vec2) and isinstance(Vec2(3, 1).max((2, 5)), Vec2)


def test_clamp_gives_the_closest_point_of_a_box() -> None:
    rng = random.Random(2)
    lower, upper = AABB(4, 2).bounds()
    for _ in range(100):
        p = Vec2(rng.uniform(-5, 5), rng.uniform(-5, 5))
        found = p.clamp(lower, upper)
        if AABB(4, 2).contains((0, 0), p):
            assert found == p
        else:
            assert found == pytest.approx(closest_point(AABB(4, 2), (0, 0), p).point, abs=1e-12)
    assert Vec2(9, 9).clamp((1, 2), (1, 2)) == (1, 2)


@pytest.mark.parametrize(("lower", "upper"), [((1, 0), (0, 1)), ((0, 1), (1, 0))])
def test_clamp_refuses_a_box_turned_inside_out(lower: tuple[int, int], upper: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="lower must not be above upper, got"):
        Vec2(0, 0).clamp(lower, upper)


@pytest.mark.parametrize("size", [1e-9, 1.0, 1e9])
def test_reflect_keeps_length_and_what_is_along_the_surface(size: float) -> None:
    rng = random.Random(size)
    for _ in range(100):
        v = Vec2(rng.uniform(-9, 9), rng.uniform(-9, 9))
        n = Vec2(1.0, 0.0).rotated(rng.uniform(0.0, math.tau))
        out = v.reflect(n * size)
        assert out.length == pytest.approx(v.length)
        assert out.dot(n) == pytest.approx(-v.dot(n), abs=1e-12)
        assert out.cross(n) == pytest.approx(v.cross(n), abs=1e-12)
        assert v.reflect(-n) == pytest.approx(out, abs=1e-12) and out.reflect(n) == pytest.approx(
            v, abs=1e-12
        )


def test_reflect_needs_a_direction() -> None:
    with pytest.raises(ValueError, match="normal must be a vector other than zero"):
        Vec2(1, 1).reflect((0, 0))


@pytest.mark.parametrize("other", [(1, 2, 3), (1,), 5, None])
def test_what_is_no_pair_is_no_operand(other: object) -> None:
    v = Vec2(1, 2)
    for operation in (
        lambda: v + other,
        lambda: other - v,
        lambda: v.dot(other),
        lambda: v.distance(other),
        lambda: v.lerp(other, 0.5),
        lambda: v.max(other),
    ):
        with pytest.raises(TypeError, match=r"must be a pair of numbers \(x, y\), got"):
            operation()


@pytest.mark.parametrize("factor", [Vec2(1, 2), (1, 2), [1, 2], np.array([1.0, 2.0])], ids=repr)
def test_a_vector_times_a_vector_is_refused_with_a_cure(factor: object) -> None:
    for operation in (lambda: Vec2(1, 2) * factor, lambda: Vec2(1, 2) / factor):
        with pytest.raises(TypeError, match=r"numbers only, got .*; .*a.dot\(b\) or a.cross\(b\)"):
            operation()
    with pytest.raises(TypeError, match="numbers only"):
        (1, 2) * Vec2(1, 2)


def test_any_pair_and_any_number_will_do() -> None:
    assert Vec2(1, 2) - [3, 4] == (-2, -2) and Vec2(1, 2) + np.array([3, 4]) == (4, 6)
    assert 2 * Vec2(1, 2) == (2, 4) == Vec2(1, 2) * np.float64(2) and Vec2(2, 4) / np.int64(2) == (1, 2)


@pytest.mark.parametrize("size", [1e-9, 1.0, 1e9])
def test_project_leaves_what_is_at_right_angles(size: float) -> None:
    rng = random.Random(size)
    for _ in range(100):
        v, n = Vec2(rng.uniform(-9, 9), rng.uniform(-9, 9)), Vec2(1.0, 0.0).rotated(rng.uniform(0.0, 6.0))
        along = v.project(n * size)
        assert along == pytest.approx(n * v.dot(n), abs=1e-12)
        assert (v - along).dot(n) == pytest.approx(0.0, abs=1e-12)
        assert v.project(-n) == pytest.approx(along, abs=1e-12)
    assert Vec2(3, 4).project((10, 0)) == (3, 0) and Vec3(1, 2, 3).project((0, 0, -5)) == (0, 0, 3)


def test_project_needs_a_direction() -> None:
    for project in (lambda: Vec2(1, 1).project((0, 0)), lambda: Vec3(1, 1, 1).project((0, 0, 0))):
        with pytest.raises(ValueError, match="axis must be a vector other than zero"):
            project()
