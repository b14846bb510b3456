"""Motions that several planes allow: against a search over many motions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecsphys.character.planes import MAX_ESCAPE, PLANE, clip_motion, shortest_escape
from ecsphys.compile import ENABLED, records

SIDES = st.lists(st.floats(0, 2 * math.pi), min_size=1, max_size=5)


def rows(*planes: tuple[float, float, float, float]) -> np.ndarray:
    table = records(len(planes), PLANE)
    for name, column in zip(("nx", "ny", "need", "hard"), zip(*planes, strict=True), strict=True):
        table[name] = column
    return table.view(np.recarray)


def row(angle: float, need: float, hard: float = 1.0) -> tuple[float, float, float, float]:
    return math.cos(angle), math.sin(angle), need, hard


def test_out_of_one_wall() -> None:
    assert shortest_escape(rows((1, 0, 2, 1)), 1, 1e-9) == (2, 0)


def test_out_of_a_corner() -> None:
    assert shortest_escape(rows((1, 0, 2, 1), (0, 1, 3, 1)), 2, 1e-9) == pytest.approx((2, 3))


def test_room_is_kept_to_what_does_not_overlap() -> None:
    """Pushed down by 2 onto a floor 1 below: no way but what the floor leaves."""
    x, y = shortest_escape(rows((0, -1, 2, 0), (0, 1, -1, 1)), 2, 1e-9)
    assert (x, y) == pytest.approx((0, -1))


def test_between_two_walls_the_middle_is_worst_for_nobody() -> None:
    x, y = shortest_escape(rows((1, 0, 1, 1), (-1, 0, 0.2, 1)), 2, 1e-9)
    assert y == 0 and -0.2 <= x <= 1


def test_a_slope_and_a_wall() -> None:
    s = math.sqrt(0.5)
    x, y = shortest_escape(rows((-s, s, 1, 1), (-1, 0, 0, 1)), 2, 1e-9)
    assert -s * x + s * y >= 1 - 1e-9 and x <= 1e-9
    assert math.hypot(x, y) == pytest.approx(1)


@pytest.mark.parametrize("tilt", [1e-5, 1e-3, 0.01, 0.05])
def test_two_that_nearly_face_each_other_are_not_left_where_they_cross(tilt: float) -> None:
    """A press against a wall: they cross far away, where neither surface is."""
    x, y = shortest_escape(rows((math.sin(tilt), math.cos(tilt), 3, 0), (0, -1, 1, 1)), 2, 1e-9)
    assert math.hypot(x, y) <= MAX_ESCAPE * 3


@settings(max_examples=200 if ENABLED else 30, deadline=None)
@given(SIDES, st.floats(-5, 5), st.floats(-5, 5))
def test_clipping_finds_the_nearest_allowed_motion(sides: list[float], x: float, y: float) -> None:
    planes = rows(*(row(angle, 0.0) for angle in sides))
    cx, cy = clip_motion(planes, len(planes), x, y)
    assert all(plane.nx * cx + plane.ny * cy >= -1e-7 for plane in planes)
    own = math.hypot(cx - x, cy - y)
    angles = np.linspace(0, 2 * math.pi, 721)
    for length in (0.0, 0.5, 1.0):
        tries = length * math.hypot(x, y) * np.column_stack([np.cos(angles), np.sin(angles)])
        allowed = (tries @ np.array([planes["nx"], planes["ny"]]) >= 0).all(axis=1)
        if allowed.any():
            best = np.hypot(*(tries[allowed] - (x, y)).T).min()
            assert own <= best + 1e-6 + 1e-6 * math.hypot(x, y)


@settings(max_examples=100 if ENABLED else 20, deadline=None)
@given(st.lists(st.tuples(st.floats(0.3, math.pi - 0.3), st.floats(0, 2)), min_size=1, max_size=4))
def test_a_way_out_fulfils_planes_that_share_one(planes: list[tuple[float, float]]) -> None:
    """All face upwards, so far enough up is always a way out; the one found is no longer.

    None faces another so much that they intersect beyond `MAX_ESCAPE`.
    """
    table = rows(*(row(angle, need) for angle, need in planes))
    x, y = shortest_escape(table, len(table), 1e-9)
    assert all(p.nx * x + p.ny * y >= p.need - 1e-6 for p in table)
    up = max(need / math.sin(angle) for angle, need in planes)
    assert math.hypot(x, y) <= up + 1e-6
