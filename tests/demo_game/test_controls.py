"""Controls: actions, taps, inputs of a step."""

from __future__ import annotations

import pytest

from demo_game.controls import Action, Controls, Inputs
from demo_game.rules.aim import direction
from demo_game.rules.rule import steer
from ecsphys import Vec2


def test_a_tap_between_two_steps_counts_once():
    controls = Controls()
    controls.press(Action.FIRE)
    controls.release(Action.FIRE)
    first, second = controls.sample(), controls.sample()
    assert first.presses(Action.FIRE) and first.wants(Action.FIRE) and not first.holds(Action.FIRE)
    assert not second.wants(Action.FIRE)


def test_a_held_key_stays_down_and_is_pressed_once():
    controls = Controls()
    for _ in range(3):
        controls.hold(Action.LEFT)
    first, second = controls.sample(), controls.sample()
    assert first.presses(Action.LEFT) and not second.presses(Action.LEFT)
    assert second.holds(Action.LEFT) and second.direction == (-1, 0)
    controls.hold(Action.UP)
    assert controls.sample().direction == (-1, 1)
    controls.release_all()
    assert controls.sample() == Inputs()


@pytest.mark.parametrize(
    ("target", "facing", "expected"),
    [(None, -1, (-1, 0)), (Vec2(0, 50), 1, (0, 1)), (Vec2(0, 0), 1, (1, 0)), (Vec2(-3, 0), 1, (-1, 0))],
)
def test_aim(target, facing, expected):
    assert direction(Vec2(0, 0), target, facing) == pytest.approx(expected)


def test_steering_is_limited():
    assert steer(Vec2(0, 0), Vec2(0, 5), 2.0) == Vec2(0, 2)
    assert steer(Vec2(0, 4), Vec2(0, 5), 2.0) == Vec2(0, 5)
