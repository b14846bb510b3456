"""The small pieces: buttons, aim, steering, route, level data."""

from __future__ import annotations

import pytest

from demo_game.autopilot import next_point
from demo_game.old_controls import Button, Controls
from demo_game.levels import FOUNDRY
from demo_game.rules.aim import direction
from demo_game.rules.drones import steer
from ecsphys import Vec2


def test_a_button_loses_no_tap_and_repeats_none():
    button = Button()
    button.press()
    button.release()
    assert button.wanted()
    assert not button.wanted()
    button.press()
    assert button.take() and not button.take()
    assert button.wanted()


def test_let_go_forgets_everything():
    controls = Controls(move=1.0)
    controls.gun.press()
    controls.let_go()
    assert controls.move == 0.0
    assert not controls.gun.wanted()


@pytest.mark.parametrize(
    ("target", "facing", "expected"),
    [(None, -1, (-1, 0)), (Vec2(0, 50), 1, (0, 1)), (Vec2(0, 0), 1, (1, 0)), (Vec2(-3, 0), 1, (-1, 0))],
)
def test_aim(target, facing, expected):
    assert direction(Vec2(0, 0), target, facing) == pytest.approx(expected)


def test_steering_is_limited():
    assert steer(Vec2(0, 0), Vec2(0, 5), 2.0) == Vec2(0, 2)
    assert steer(Vec2(0, 4), Vec2(0, 5), 2.0) == Vec2(0, 5)


def test_the_route_goes_on_when_a_point_is_reached_and_back_when_one_is_out_of_reach():
    route = [Vec2(0, 0), Vec2(100, 0), Vec2(200, 400)]
    assert next_point(route, 0, Vec2(5, 0)) == 1
    assert next_point(route, 1, Vec2(5, 0)) == 1
    assert next_point(route, 2, Vec2(150, 0)) == 1
    assert next_point(route, 2, Vec2(200, 400)) == 2


def test_everything_in_the_level_is_inside_it_and_nothing_in_a_wall():
    width, height = FOUNDRY.size
    places = [FOUNDRY.spawn, *FOUNDRY.crates, *FOUNDRY.route]
    places += [place for choices in FOUNDRY.gems for place in choices]
    places += [point for patrol in FOUNDRY.patrols for point in patrol.path]
    for x, y in places:
        assert 0 < x < width and 0 < y < height
        for left, bottom, w, h in (*FOUNDRY.blocks, *FOUNDRY.ledges):
            assert not (left < x < left + w and bottom < y < bottom + h), (x, y)
