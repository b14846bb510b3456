"""The axes that are shown are those that part solids."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from ecsphys.space3d.collide.core import BOX, HULL, PLANE, POINT, SEGMENT, Core
from ecsphys.space3d.collide.trace import COLUMNS, OF_A, OF_B, OF_EDGES, OF_POINTS, trace_axes
from tests.space3d.collide import brute
from tests.space3d.collide.calls import call_closest
from tests.space3d.collide.solids import CONVEX, Reals, core, points_of, pool, random_core

ROWS = pool(np.random.default_rng(1))


def traced(a: Core, b: Core, room: int = 4000) -> Reals:
    axes = np.full((room, COLUMNS), np.nan)
    return axes[: trace_axes(ROWS, a, b, axes)]


@pytest.mark.parametrize("forms", list(itertools.product((*CONVEX, PLANE), CONVEX)))
def test_the_best_axis_has_the_depth_of_an_overlap(forms: tuple[int, int]) -> None:
    rng = np.random.default_rng([1, *forms])
    for _ in range(10):
        a, b = (random_core(rng, ROWS, form, spread=0.8) for form in forms)
        axes, s = traced(a, b), call_closest(ROWS, a, b)
        assert np.linalg.norm(axes[:, :3], axis=1) == pytest.approx(1.0, abs=1e-12)
        overlaps = axes[:, 4] - axes[:, 5]
        if s.distance <= 0.0:
            assert overlaps.min() == pytest.approx(-s.distance, abs=1e-9)
        else:
            assert s.distance + overlaps.min() >= -1e-9 and overlaps.min() < 0.0
        for given, columns in ((a, (3, 4)), (b, (5, 6))):
            if given.form != PLANE:
                heights = points_of(ROWS, given) @ axes[:, :3].T
                assert axes[:, columns[0]] == pytest.approx(heights.min(axis=0) - given.radius, abs=1e-12)
                assert axes[:, columns[1]] == pytest.approx(heights.max(axis=0) + given.radius, abs=1e-12)
        assert list(axes[:, 7]) == sorted(axes[:, 7])


def test_two_boxes_have_fifteen_axes_and_parallel_ones_three() -> None:
    rng = np.random.default_rng(2)
    axes = traced(random_core(rng, ROWS, BOX), random_core(rng, ROWS, BOX))
    assert list(axes[:, 7]) == [OF_A] * 3 + [OF_B] * 3 + [OF_EDGES] * 9
    axes = traced(core(BOX, (1, 1, 1)), core(BOX, (1, 2, 1), at=(0.0, 2.5, 0.5)))
    assert axes[:, :3].tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert axes[1, 3:].tolist() == [-1.0, 1.0, 0.5, 4.5, OF_A]


def test_round_solids_add_the_line_between_the_closest_points() -> None:
    ball, rod = core(POINT, radius=1.0, at=(3, 4, 0)), core(SEGMENT, (0, 0, 1), 0.5)
    assert traced(rod, ball)[:, 7].tolist() == [OF_POINTS]
    assert traced(rod, ball)[0, :3] == pytest.approx((0.6, 0.8, 0.0))
    assert traced(core(BOX, (1, 1, 1)), ball)[-1, 7] == OF_POINTS
    assert traced(core(PLANE, (0, 1, 0)), ball)[:, 7].tolist() == [OF_A]
    upward = traced(core(PLANE, (0, 1, 0)), ball)[0]
    assert upward[:7].tolist() == [0.0, 1.0, 0.0, -np.inf, 0.0, 3.0, 5.0]


def test_what_has_no_room_is_counted() -> None:
    rng = np.random.default_rng(3)
    a, b = random_core(rng, ROWS, BOX), random_core(rng, ROWS, BOX)
    axes = np.zeros((2, COLUMNS))
    assert trace_axes(ROWS, a, b, axes) == 15
    assert np.array_equal(axes, traced(a, b)[:2])
    hulls = [random_core(rng, ROWS, HULL) for _ in range(2)]
    assert len(traced(*hulls)) > len(brute.normals_of(ROWS, hulls[0]))
