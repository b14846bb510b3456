"""Traces of casts and of times of impact in space: each step is what the kernels do."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from ecsphys.space3d import Box, Mesh, Plane, Pose3, Sphere, Vec3
from ecsphys.space3d.geometry import TraceStep, distance, shape_cast, time_of_impact
from tests.space3d.geometry.scenes import SHAPES, SOLID, count_of, random_pose

CONVEX = [name for name in SHAPES if not isinstance(SHAPES[name], Mesh)]
HERE = Pose3(Vec3(0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))
CUBE = Box(2, 2, 2)


def check_steps(trace: list[TraceStep], a, start_a, b) -> None:
    """The steps follow from each other and agree with `distance`."""
    assert trace[0].fraction == 0.0 and trace[0].pose_a.position == start_a.position
    for step, after in pairwise(trace):
        assert step.status == "advancing" and step.advance > 0.0
        assert after.fraction == min(step.fraction + step.advance, 1.0)
    for step in trace:
        assert step.bound <= step.plain_bound
        found = distance(a, step.pose_a, b, step.pose_b)
        assert found.distance == pytest.approx(step.distance, abs=1e-9)
        if step.distance > 1e-4:
            assert found.normal.distance(step.normal) < 1e-6
        assert (step.point_b - step.point_a).distance(step.normal * step.distance) < 1e-9


@pytest.mark.parametrize("name_b", CONVEX)
@pytest.mark.parametrize("name_a", SOLID)
def test_traces_of_casts(name_a: str, name_b: str) -> None:
    a, b, rng = SHAPES[name_a], SHAPES[name_b], np.random.default_rng(5)
    for _ in range(count_of(12, 3)):
        start, pose_b = random_pose(rng), random_pose(rng)
        way = Vec3(*(3.0 * rng.normal(size=3)).tolist())
        trace: list[TraceStep] = []
        hit = shape_cast(a, start, way, b, pose_b, trace=trace)
        assert hit == shape_cast(a, start, way, b, pose_b)
        check_steps(trace, a, start, b)
        last = trace[-1]
        assert last.status == ("separated" if hit is None else "hit") and last.advance == 0.0
        for step in trace[:-1]:
            assert step.bound == step.plain_bound == pytest.approx(step.normal.dot(way), abs=1e-12)
            assert step.advance == step.distance / step.bound
        if hit is not None:
            assert last.fraction == pytest.approx(hit.fraction, abs=1e-7)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("name_b", CONVEX)
def test_traces_of_times_of_impact(name_b: str, turned: bool) -> None:
    b, rng, tighter = SHAPES[name_b], np.random.default_rng(6), 0
    for name_a in SOLID:
        a = SHAPES[name_a]
        for _ in range(count_of(6, 1)):
            start_a, end_a, start_b, end_b = (random_pose(rng) for _ in range(4))
            if not turned:
                end_a = Pose3(end_a.position, start_a.orientation)
            if not turned or isinstance(b, Plane):
                end_b = Pose3(end_b.position, start_b.orientation)
            trace: list[TraceStep] = []
            impact = time_of_impact(a, start_a, end_a, b, start_b, end_b, 1e-5, trace=trace)
            assert impact == time_of_impact(a, start_a, end_a, b, start_b, end_b, 1e-5)
            check_steps(trace, a, start_a, b)
            last = trace[-1]
            # A failed search goes on by the last advance, which proves that nothing touches before.
            end = last.fraction + (last.advance if impact.status == "failed" else 0.0)
            assert (last.status, end, last.normal) == (impact.status, impact.fraction, impact.normal)
            assert len(trace) == impact.iterations
            for step, after in pairwise(trace):
                gap_left = step.distance - step.bound * (after.fraction - step.fraction)
                assert after.distance >= gap_left - 1e-9
                tighter += step.bound < 0.99 * step.plain_bound
    assert tighter or not turned


def test_the_trace_of_a_straight_cast_is_its_closed_form() -> None:
    trace: list[TraceStep] = []
    shape_cast(Sphere(1), (-5, 0, 0), (10, 0, 0), CUBE, HERE, trace=trace)
    first, last = trace
    assert first[:2] == (0.0, ((-5, 0, 0), (1, 0, 0, 0)))
    assert first[2:] == (
        HERE, 3.0, (-4, 0, 0), (-1, 0, 0), (1, 0, 0), 10.0, 0.3, 10.0, "advancing",
    )  # fmt: skip
    assert last.fraction == 0.3 and last.distance == 0.0 and last.status == "hit"


def test_poses_turn_with_the_motion() -> None:
    quarter = Pose3(Vec3(0.0, 0.0, 0.0), (0.5**0.5, 0.0, 0.0, 0.5**0.5))
    trace: list[TraceStep] = []
    ball = (0, 1.5, 0)
    impact = time_of_impact(Box(4, 0.2, 0.2), HERE, quarter, Sphere(0.1), ball, ball, trace=trace)
    assert impact.status == "hit" and len(trace) > 2
    for step in trace:
        assert step.pose_a.orientation[3] == pytest.approx(np.sin(np.pi / 4 * step.fraction), abs=1e-12)


def test_what_is_at_rest_for_the_kernel_moves_in_the_trace() -> None:
    trace: list[TraceStep] = []
    time_of_impact(Sphere(1), (0, 0, 0), (10, 0, 0), CUBE, (8, 0, 0), (6, 0, 0), trace=trace)
    last = trace[-1]
    assert last.fraction == pytest.approx(6 / 12, abs=1e-6)
    assert last.pose_b.position.distance((7, 0, 0)) < 1e-5 and last.point_b.distance((6, 0, 0)) < 1e-5


def test_bad_traces_are_refused() -> None:
    ground = Mesh([(-9, 0, -9), (9, 0, -9), (0, 0, 9)], [(0, 2, 1)])
    with pytest.raises(TypeError, match="trace must be a list"):
        shape_cast(Sphere(1), HERE, (1, 0, 0), CUBE, HERE, trace=())  # type: ignore[arg-type]
    for search in (
        lambda trace: shape_cast(CUBE, (0, 5, 0), (0, -9, 0), ground, HERE, trace=trace),
        lambda trace: time_of_impact(CUBE, (0, 5, 0), HERE, ground, HERE, HERE, trace=trace),
    ):
        trace: list[TraceStep] = []
        with pytest.raises(TypeError, match="b must be convex to be traced, got a Mesh"):
            search(trace)
        assert trace == []
