"""What games do with vectors: clamp, min, max, reflect."""

from __future__ import annotations

import math
import random

import pytest

from ecsphys import AABB, Vec2
from ecsphys.geometry import closest_point


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
