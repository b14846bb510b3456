"""Traces of casts and of times of impact: each step is what the kernels do."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest

from ecsphys.collide.cast import MIN_STEP
from ecsphys.geometry import TraceStep, distance, shape_cast, time_of_impact
from ecsphys.shapes import AABB, Box, Chain, Circle, HalfPlane, Segment
from tests.geometry.test_casts import BOX, HERE, Moving, moving


def check_steps(trace: list[TraceStep], pair: Moving) -> None:
    """The steps of two convex shapes follow from each other and agree with `distance`."""
    a, start_a, end_a, b, start_b, _ = pair
    assert trace[0].fraction == 0.0 and [step.part for step in trace] == [0] * len(trace)
    assert trace[0].pose_a[:2] == start_a[:2] and trace[0].pose_b[:2] == start_b[:2]
    for step, after in pairwise(trace):
        assert step.status == "advancing" and step.advance > 0.0
        assert after.fraction == min(step.fraction + step.advance, 1.0)
    for step in trace:
        assert step.bound <= step.plain_bound
        x, y = (p + (q - p) * step.fraction for p, q in zip(start_a[:2], end_a[:2], strict=True))
        assert step.pose_a[:2] == pytest.approx((x, y), abs=1e-12)
        found = distance(a, step.pose_a, b, step.pose_b)
        assert found.distance == pytest.approx(step.distance, abs=1e-9)
        if step.distance > 1e-4:
            assert found.normal == pytest.approx(step.normal, abs=1e-6)
        assert step.point_b - step.point_a == pytest.approx(step.normal * step.distance, abs=1e-9)


@pytest.mark.parametrize("count", [pytest.param(300, marks=pytest.mark.jit), pytest.param(64, id="few")])
def test_traces_of_casts(count: int) -> None:
    ended: dict[str, int] = {}
    for pair in moving(count, 5, turn=0.0):
        a, start, end, b, pose_b, _ = pair
        start = (*start[:2], end[2])
        way = (end[0] - start[0], end[1] - start[1])
        trace: list[TraceStep] = []
        hit = shape_cast(a, start, way, b, pose_b, trace=trace)
        assert hit == shape_cast(a, start, way, b, pose_b)
        check_steps(trace, (a, start, end, b, pose_b, pose_b))
        last = trace[-1]
        ended[last.status] = ended.get(last.status, 0) + 1
        for step in trace[:-1]:
            assert step.bound == step.plain_bound == pytest.approx(step.normal.dot(way), abs=1e-12)
            assert step.advance == step.distance / step.bound
        assert last.advance == 0.0
        if hit is None:
            assert last.status == "separated"
            assert last.bound <= 0.0 or last.distance / last.bound > 1.0 - last.fraction
        else:
            assert last.status == "hit" and last.fraction == hit.fraction and last.normal == hit.normal
            assert last.point_a.lerp(last.point_b, 0.5) == pytest.approx(hit.point, abs=1e-12)
    assert min(ended["hit"], ended["separated"]) > count / 20


@pytest.mark.parametrize(
    ("count", "turn"),
    [
        pytest.param(200, 2.0, marks=pytest.mark.jit),
        pytest.param(200, 12.0, marks=pytest.mark.jit),
        pytest.param(16, 3.0, id="few"),
    ],
)
def test_traces_of_times_of_impact(count: int, turn: float) -> None:
    tighter = 0
    for pair in moving(count, 6, turn):
        trace: list[TraceStep] = []
        impact = time_of_impact(*pair, tolerance=1e-5, trace=trace)
        assert impact == time_of_impact(*pair, tolerance=1e-5)
        check_steps(trace, pair)
        last = trace[-1]
        assert (last.status, last.fraction, last.normal) == (impact.status, impact.fraction, impact.normal)
        assert len(trace) == impact.iterations and last.advance == 0.0
        for step in trace[:-1]:
            left = 1.0 - step.fraction
            if step.bound > 0.0:
                assert step.advance == pytest.approx(min((step.distance - 0.5e-5) / step.bound, left))
            else:
                assert step.advance == left
            tighter += step.bound < 0.99 * step.plain_bound
    assert tighter > count


@pytest.mark.parametrize("turn", [0.5, 6.0])
def test_the_gap_closes_no_faster_than_the_bound(turn: float) -> None:
    for pair in moving(24, 7, turn):
        trace: list[TraceStep] = []
        time_of_impact(*pair, trace=trace)
        for step, after in pairwise(trace):
            assert after.distance >= step.distance - step.bound * (after.fraction - step.fraction) - 1e-9


def test_the_trace_of_a_straight_cast_is_its_closed_form() -> None:
    trace: list[TraceStep] = []
    shape_cast(Circle(1), (-5, 0), (10, 0), BOX, HERE, trace=trace)
    first, last = trace
    assert first == (
        0.0, (-5, 0, 0), HERE, 3.0, (-4, 0), (-1, 0), (1, 0), 10.0, 0.3, 10.0, "advancing", 0,
    )  # fmt: skip
    assert last[:2] == (0.3, (-2, 0, 0)) and last.distance == 0.0 and last.status == "hit"


def test_grazing_steps_halve_the_gap_until_they_are_too_short() -> None:
    trace: list[TraceStep] = []
    shape_cast(Circle(1), (-5, 2), (10, 0), Circle(1), HERE, trace=trace)
    advances = [step.advance for step in trace]
    assert len(trace) > 15 and trace[-1].status == "hit"
    assert all(b == pytest.approx(a / 2, rel=0.2) for a, b in pairwise(advances[2:12]))
    assert trace[-1].distance <= 0.0 or advances[-2] < MIN_STEP


@pytest.mark.parametrize(
    ("end", "status", "count"),
    [((-5, 9, 0), "separated", 1), ((-4, 0, 0), "separated", 1), ((-1.5, 0, 0), "hit", 2)],
)
def test_why_a_cast_ends(end: Any, status: str, count: int) -> None:
    trace: list[TraceStep] = []
    shape_cast(Circle(1), (-5, 0), (end[0] + 5, end[1]), BOX, HERE, trace=trace)
    assert trace[-1].status == status and len(trace) == count


def test_why_a_search_ends() -> None:
    def last(*arguments: Any, **options: Any) -> TraceStep:
        trace: list[TraceStep] = []
        impact = time_of_impact(*arguments, **options, trace=trace)
        assert trace[-1].status == impact.status
        return trace[-1]

    assert last(Circle(1), (-5, 0), (-4, 0), BOX, HERE, HERE).status == "separated"
    assert last(Circle(1), (-5, 0), (-4, 0), BOX, HERE, HERE).fraction == 1.0
    assert last(Circle(1), (-1.5, 0), (5, 0), BOX, HERE, HERE).status == "overlapping"
    assert last(Circle(1), (0, 9), (0, 0), HalfPlane((0, 1)), HERE, HERE).status == "hit"
    failed = last(Box(6, 0.1), (-5, 0, 0), (0, 0, 9), BOX, HERE, HERE, max_iterations=2)
    impact = time_of_impact(Box(6, 0.1), (-5, 0, 0), (0, 0, 9), BOX, HERE, HERE, max_iterations=2)
    assert failed.status == "failed" and failed.fraction + failed.advance == impact.fraction


def test_poses_turn_with_the_motion() -> None:
    trace: list[TraceStep] = []
    time_of_impact(Box(4, 0.2), (0, 0, 1), (0, 0, 3), Circle(0.1), (0, 1.5), (0, 1.5), trace=trace)
    assert len(trace) > 2 and all(step.pose_a == (0, 0, 1 + 2 * step.fraction) for step in trace)
    trace.clear()
    time_of_impact(AABB(2, 2), (-5, 0, 1), (5, 0, 3), BOX, HERE, HERE, trace=trace)
    assert [step.pose_a.angle for step in trace] == [0.0] * len(trace)  # it never turns


@pytest.mark.parametrize("swap", [False, True])
def test_each_segment_of_a_chain_has_its_steps(swap: bool) -> None:
    chain, ball = Chain([(4, 0), (0, 0), (0, -4)]), Circle(1)
    trace: list[TraceStep] = []
    pair = (chain, (0, 0), (0, -4), ball, (2, 3)) if swap else (ball, (2, 3), (0, -4), chain, (0, 0))
    pair = (chain, (0, 0), (0, 4), ball, (2, 3)) if swap else pair
    hit = shape_cast(*pair, trace=trace)
    assert hit is not None and hit.fraction == 0.5
    assert [(step.part, step.status) for step in trace] == [(0, "advancing"), (0, "hit"), (1, "behind")]
    trace.clear()
    a, start, way, b, there = pair
    impact = time_of_impact(a, start, way, b, there, there, trace=trace)
    assert impact.status == "hit" and trace[-1].status == "behind" and trace[-2].fraction == impact.fraction
    assert [step.part for step in trace] == [0] * (len(trace) - 1) + [1]


def test_steps_are_appended() -> None:
    mine: list[Any] = ["mine"]
    shape_cast(Circle(1), (-5, 0), (10, 0), Segment((0, -1), (0, 1)), HERE, trace=mine)
    assert mine[0] == "mine" and len(mine) == 3 and all(isinstance(step, TraceStep) for step in mine[1:])


@pytest.mark.parametrize("bad", [(), True, 5, "steps", {}], ids=repr)
def test_a_trace_is_a_list(bad: Any) -> None:
    with pytest.raises(TypeError, match="trace must be a list"):
        shape_cast(BOX, HERE, (1, 0), BOX, HERE, trace=bad)
    with pytest.raises(TypeError, match="trace must be a list"):
        time_of_impact(BOX, HERE, HERE, BOX, HERE, HERE, trace=bad)


def test_a_bound_is_in_units_per_motion() -> None:
    """A stick that turns about its middle: its tip, two units out, is twice as fast as one unit out."""
    trace: list[TraceStep] = []
    time_of_impact(Segment((-2, 0), (2, 0)), HERE, (0, 0, 1), Circle(0.5), (0, 3), (0, 3), trace=trace)
    assert trace[0].plain_bound == pytest.approx(2.0) and trace[0].distance == pytest.approx(2.5)
    assert trace[0].advance == 1.0 and math.isclose(trace[-1].fraction, 1.0)
