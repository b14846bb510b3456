"""Machines whose joints close a loop, and machines whose motors let go: no joint comes apart."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import pytest

from ecsphys import Box, DistanceJoint, Physics, RevoluteJoint, WeldJoint
from tests.acceptance.support import rigid, transform
from tests.solver.joint_scenes import GRAVITY, join, link, new_physics, period, samples

SLOP = 0.005  # length_unit


def bar(start: tuple[float, float], end: tuple[float, float]) -> int:
    """A bar between two points."""
    x, y = end[0] - start[0], end[1] - start[1]
    shape = Box(math.hypot(x, y), 0.1)
    place = 0.5 * (start[0] + end[0]), 0.5 * (start[1] + end[1])
    return link(*place, shape, angle=math.atan2(y, x), mass=1.0)


def rhombus(ratio: float, closing: Any) -> tuple[int, list[Any]]:
    """Hang a weight of `ratio` bars on a rhombus of four, pushed aside; return it and all joints."""
    top, left, right, low = (0.0, 0.0), (-0.6, -0.8), (0.6, -0.8), (0.0, -1.6)
    bars = [bar(top, left), bar(top, right), bar(left, low), bar(right, low)]
    weight = link(*low, Box(0.3, 0.3), mass=ratio)
    joints = [
        RevoluteJoint(None, bars[0], anchor=top),
        RevoluteJoint(bars[0], bars[1], anchor=top),
        RevoluteJoint(bars[0], bars[2], anchor=left),
        RevoluteJoint(bars[1], bars[3], anchor=right),
        RevoluteJoint(bars[2], weight, anchor=low),
    ]
    joints.append(closing(bars[3], weight, low))
    for joint in joints:
        join(joint)
    rigid(weight).velocity = (1.5, 0.0)
    return weight, joints


def pin(a: int, b: int, at: tuple[float, float]) -> Any:
    return RevoluteJoint(a, b, anchor=at)


def limited(a: int, b: int, at: tuple[float, float]) -> Any:
    return RevoluteJoint(a, b, anchor=at, limits=(-3.0, 3.0))


def widest(made: Physics, seconds: float, joints: Iterable[Any]) -> float:
    """The largest gap of all joints."""
    return float(samples(made, seconds, lambda: max(joint.stretch for joint in joints)).max())


@pytest.mark.jit
@pytest.mark.parametrize("substeps", [1, 4])
@pytest.mark.parametrize("closing", [pin, limited])
@pytest.mark.parametrize("ratio", [1.0, 30.0, 1000.0])
def test_a_heavy_body_on_a_linkage_does_not_open_it(ratio: float, closing: Any, substeps: int) -> None:
    """By itself the joint that closes the loop would feel the bars' masses, not what hangs on them."""
    made = new_physics(substeps=substeps)
    _, joints = rhombus(ratio, closing)
    assert widest(made, 4.0, joints) < SLOP


@pytest.mark.jit
@pytest.mark.parametrize("ratio", [1.0, 1000.0])
def test_a_parallelogram_swings_as_a_pendulum(ratio: float) -> None:
    """A board of `ratio` arms, on two arms that hang on a bar held by the world, moves as a point: in closed
    form, whatever joint closes the loop.
    """
    made = new_physics()
    length, angle = 1.0, 0.3
    x, y = length * math.sin(angle), -length * math.cos(angle)
    base = bar((-0.5, 0.0), (0.5, 0.0))
    arms = [bar((side, 0.0), (side + x, y)) for side in (-0.5, 0.5)]
    board = link(x, y, Box(1.0, 0.1), mass=ratio)
    joints = [WeldJoint(None, base, anchor=(0.0, 0.0))]
    for side, arm in zip((-0.5, 0.5), arms, strict=True):
        joints.append(RevoluteJoint(base, arm, anchor=(side, 0.0)))
        joints.append(RevoluteJoint(arm, board, anchor=(side + x, y)))
    for joint in joints:
        join(joint)
    place = transform(board)
    found = samples(made, 10.0, lambda: place.x)
    inertia = 2 * rigid(arms[0]).inertia + 2 * 0.25 * length**2 + ratio * length**2
    rate = math.sqrt(GRAVITY * (ratio + 1.0) * length / inertia)
    slower = 1.0 + angle**2 / 16.0 + 11.0 * angle**4 / 3072.0
    assert period(found, made.step) == pytest.approx(math.tau / rate * slower, rel=0.003)
    assert max(found[-150:]) == pytest.approx(x, rel=0.01)
    assert min(found[-150:]) == pytest.approx(-x, rel=0.01)
    assert max(joint.stretch for joint in joints) < 0.1 * SLOP


@pytest.mark.jit
@pytest.mark.parametrize("substeps", [1, 4])
@pytest.mark.parametrize("ratio", [1.0, 100.0, 1000.0])
def test_a_square_with_a_diagonal_bears_a_heavy_bar(ratio: float, substeps: int) -> None:
    """Two of seven joints close a loop: as few are no net, and the frame is as stiff as a weld."""
    made = new_physics(substeps=substeps)
    a, b, c, d = (0.0, 0.0), (0.0, -1.0), (1.0, -1.0), (1.0, 0.0)
    ab, bc, cd, da, ac = bar(a, b), bar(b, c), bar(c, d), bar(d, a), bar(a, c)
    rigid(cd).mass = ratio
    pins = [(ab, da, a), (da, ac, a), (ab, bc, b), (bc, cd, c), (cd, ac, c), (cd, da, d)]
    joints = [WeldJoint(None, ab, anchor=a), *(RevoluteJoint(m, n, anchor=at) for m, n, at in pins)]
    for joint in joints:
        join(joint)
    assert widest(made, 3.0, joints) < SLOP
    moves = samples(made, 1.0, lambda: math.hypot(*rigid(cd).velocity))
    assert max(moves) < 1e-3


@pytest.mark.jit
@pytest.mark.parametrize("substeps", [2, 4])
@pytest.mark.parametrize("ratio", [1.0, 15.0, 200.0])
def test_a_weak_brake_at_the_end_of_light_arms_opens_no_joint(ratio: float, substeps: int) -> None:
    """Where bodies are going must not be asked of the velocities that the brake makes before it lets go."""
    made = new_physics(240.0, substeps=substeps)
    first = link(-0.07, -0.16, Box(0.114, 0.111), mass=1.0)
    second = link(-0.26, -0.24, Box(0.159, 0.066), mass=1.0)
    third = link(0.03, 0.16, Box(0.2, 0.09), mass=ratio)
    joints = [
        RevoluteJoint(None, first, anchor=(-0.07, -0.16)),
        RevoluteJoint(first, second, anchor=(-0.17, -0.2)),
        RevoluteJoint(second, third, anchor=(-0.12, -0.04), max_motor_torque=0.3),
    ]
    for joint in joints:
        join(joint)
    assert widest(made, 2.0, joints) < 2.0 * SLOP


def test_a_rod_that_closes_a_loop_keeps_its_length() -> None:
    made = new_physics()
    weight, joints = rhombus(
        300.0, lambda a, b, at: DistanceJoint(a, b, anchor_a=(-0.5, 0.0), anchor_b=(0.0, 0.0))
    )
    assert widest(made, 3.0, joints) < SLOP
    assert transform(weight).y < 0.0
