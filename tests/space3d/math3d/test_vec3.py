"""Vectors of space refuse what is no vector and no number, and say what to do instead."""

from __future__ import annotations

import pytest

from ecsphys.space3d import Vec3


@pytest.mark.parametrize("other", [(1, 2), (1, 2, 3, 4), 5, None])
def test_what_is_no_triple_is_no_operand(other: object) -> None:
    v = Vec3(1, 2, 3)
    for operation in (
        lambda: v + other,
        lambda: other - v,
        lambda: v.dot(other),
        lambda: v.cross(other),
        lambda: v.distance(other),
        lambda: v.lerp(other, 0.5),
        lambda: v.min(other),
    ):
        with pytest.raises(TypeError, match=r"must be three numbers \(x, y, z\), got"):
            operation()


@pytest.mark.parametrize("factor", [Vec3(1, 2, 3), (1, 2), (1, 2, 3)])
def test_a_vector_times_a_tuple_is_refused_with_a_cure(factor: tuple[int, ...]) -> None:
    for operation in (lambda: Vec3(1, 2, 3) * factor, lambda: factor * Vec3(1, 2, 3)):
        with pytest.raises(TypeError, match=r"numbers only, got .*; .*a.dot\(b\) or a.cross\(b\)"):
            operation()
