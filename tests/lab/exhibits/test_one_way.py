"""The exhibit of one-way platforms: where thrown balls come to rest."""

import math

import pytest

from ecsphys import Transform
from ecsphys.lab import open_exhibit

START = -300.0 + 14.0 + 1.0
REST = 6.0 + 14.0  # of a ball above the middle of a platform


def heights(runner, steps: int) -> list[float]:
    """Heights of the first ball."""
    exhibit = runner.exhibit
    ball = min(exhibit.balls)
    found = []
    for _ in range(steps):
        runner.frame(1 / 60)
        found.append(exhibit.stage.get(ball, Transform).y)
    return found


@pytest.mark.parametrize("platform", [-150.0, 0.0, 90.0])
@pytest.mark.parametrize("share", [0.9, 1.1])
def test_a_ball_lands_if_its_arc_is_higher_than_the_platform(platform: float, share: float) -> None:
    needed = platform + REST - START
    speed = math.sqrt(2 * 900 * needed * share)
    runner = open_exhibit("one-way", speed=speed, left=(-230, platform), throwing=False)
    ys = heights(runner, 150)
    lands = share > 1.0
    assert max(ys) == pytest.approx(START + needed * share, rel=0.03, abs=10.0)
    assert ys[-1] == pytest.approx(platform + REST if lands else -300.0 + 14.0, abs=0.6)
    assert runner.numbers()["on platforms"] == lands
    assert runner.numbers()["passed upwards"] == lands


def test_a_platform_that_is_solid_stops_it_from_below() -> None:
    runner = open_exhibit("one-way", one_way=False, throwing=False)
    ys = heights(runner, 120)
    assert max(ys) <= -150 - REST + 0.6
    assert ys[-1] == pytest.approx(-286, abs=0.6)
    assert runner.numbers()["passed upwards"] == 0


def test_drop_lets_it_fall_through() -> None:
    runner = open_exhibit("one-way", throwing=False)
    heights(runner, 200)
    assert runner.numbers()["on platforms"] == 1
    assert runner.key("d")
    assert heights(runner, 90)[-1] == pytest.approx(-286, abs=0.6)
    assert runner.numbers()["fell through"] == 1


def test_a_platform_can_be_dragged_out_of_the_way() -> None:
    runner = open_exhibit("one-way", throwing=False)
    assert runner.press((-230, -150))
    runner.drag((-100, 200))
    runner.release()
    assert heights(runner, 200)[-1] == pytest.approx(-286, abs=0.6)


def test_balls_make_room() -> None:
    runner = open_exhibit("one-way")
    for _ in range(20):
        runner.click("throw")
    assert runner.numbers()["thrown"] == 21
    assert runner.numbers()["balls"] == 18


def test_balls_are_thrown_from_time_to_time() -> None:
    runner = open_exhibit("one-way")
    assert [runner.play(50).numbers()["thrown"] for _ in range(3)] == [2, 3, 4]
