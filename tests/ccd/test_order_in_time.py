"""Searches end, and look at each body on the path that it has at that time."""

from __future__ import annotations

import pytest

from ecsphys import COLLISION_BEGIN, TRIGGER_ENTER, TRIGGER_EXIT
from tests.acceptance.flight import A_STEP
from tests.acceptance.support import Recorder, disc, physics, run, transform, wall


@pytest.mark.parametrize("count", [16, 17, 33, 200])
def test_a_body_passes_any_number_of_triggers_in_one_step(count: int) -> None:
    physics()
    coins = [wall(20 + 5 * k, 0, 4, 4, trigger=True) for k in range(count)]
    recorder = Recorder((TRIGGER_ENTER, TRIGGER_EXIT))
    disc(0, 0, 3, velocity=((40 + 5 * count) * A_STEP, 0))
    run(1)
    entered = [event.trigger for name, event in recorder.log if name == TRIGGER_ENTER]
    left = [event.trigger for name, event in recorder.log if name == TRIGGER_EXIT]
    assert sorted(entered) == coins
    assert sorted(left) == sorted(coins)


def test_a_body_is_not_met_where_its_new_path_would_have_been_before_its_bounce() -> None:
    """Two bullets on both sides of a wall: once it has bounced, A met B's mirror image behind the wall."""
    physics()
    wall(0, 0, 4, 4000)
    options = {"continuous": "bullet", "restitution": 1, "friction": 0}
    left = disc(-30.235, 0.943, 5, velocity=(4163.97, -6845.22), **options)
    right = disc(60.424, -8.878, 5, velocity=(-11645.02, -5243.03), **options)
    recorder = Recorder((COLLISION_BEGIN,))
    run(1)
    assert [event.time for _, event in recorder.log] == pytest.approx([0.2753, 0.3348], abs=1e-3)
    assert transform(left).x < -7 and transform(right).x > 7
