"""What turns leaves a trigger after it has entered it, as brute force by tiny steps says."""

from __future__ import annotations

import numpy as np
import pytest

from ecsphys import TRIGGER_ENTER, TRIGGER_EXIT, Box, Capsule, Chain, Circle
from ecsphys.geometry import distance
from tests.acceptance.flight import A_STEP
from tests.acceptance.support import Recorder, body, physics, run


@pytest.mark.parametrize("seed", range(8))
def test_times_of_a_turning_bodys_passage(seed: int) -> None:
    rng = np.random.default_rng(seed)
    physics()
    recorder = Recorder((TRIGGER_ENTER, TRIGGER_EXIT))
    shape, trigger = [Capsule(60, 3), Box(80, 4)][seed % 2], [Circle(20), Box(30, 12)][seed // 2 % 2]
    angle, turn = float(rng.uniform(-3, 3)), float(rng.uniform(0.3, 2.5))
    place, way = (-100.0, float(rng.uniform(-10, 10))), (220.0, 0.0)
    body(trigger, kind="static", trigger=True)
    options = {"velocity": (way[0] * A_STEP, 0), "angular_velocity": turn * A_STEP}
    body(shape, *place, angle, mass=1, inertia=1e6, **options)
    run(1)
    times = np.linspace(0, 1, 2001)
    poses = [(place[0] + way[0] * t, place[1], angle + turn * t) for t in times]
    inside = times[[distance(shape, pose, trigger, (0, 0, 0)).distance <= 0 for pose in poses]]
    (enter, entered), (leave, left) = recorder.log
    assert (enter, leave) == (TRIGGER_ENTER, TRIGGER_EXIT)
    assert entered.time == pytest.approx(inside[0], abs=0.004)
    assert left.time == pytest.approx(inside[-1], abs=0.004)


def test_a_graze_ends_when_it_begins() -> None:
    physics()
    recorder = Recorder((TRIGGER_ENTER, TRIGGER_EXIT))
    body(Circle(10), kind="static", trigger=True)
    body(Circle(5), -100, 15 - 1e-13, velocity=(200 * A_STEP, 0))
    run(1)
    times = [event.time for _, event in recorder.log]
    assert times == sorted(times)
    assert all(time == pytest.approx(0.5, abs=1e-3) for time in times)


def test_a_chain_is_left_on_its_other_side() -> None:
    physics()
    recorder = Recorder((TRIGGER_ENTER, TRIGGER_EXIT))
    body(Chain([(0, -50), (0, 50)][::-1]), kind="static", trigger=True)
    body(Circle(5), 100, 0, velocity=(-200 * A_STEP, 0))
    body(Circle(5), -100, 20, velocity=(200 * A_STEP, 0))
    run(1)
    assert [event.time for _, event in recorder.log] == pytest.approx([0.475, 0.525], abs=1e-6)
