"""The exhibit of tunnelling: shots that pass by closed form."""

import math

import pytest

from ecsphys.lab import open_exhibit
from ecsphys.lab.runner import Runner

WALL, MUZZLE = 120.0, -330.0
MARGIN = 3.0  # contacts begin at a small distance: shots that near to a boundary are not judged


def fly(runner: Runner, shots: int) -> list[tuple[bool, bool]]:
    """Run to the end of shots; return for each whether it passed the upper and the lower wall."""
    passed, before = [], [0, 0]
    while len(passed) < shots:
        finished = runner.exhibit.shots
        while runner.exhibit.shots == finished:
            now = [lane.through for lane in runner.exhibit.lanes]
            runner.frame(1 / 60)
        passed.append((now[0] > before[0], now[1] > before[1]))
        before = now
    return passed


def passes(shot: int, way: float, reach: float) -> bool | None:
    """Whether a shot without sweeps passes a wall that reaches `reach` to its bullet; None: too near."""
    x = MUZZLE + way * (shot * 0.6180339887498949 % 1.0)
    while x < WALL - reach - MARGIN:
        x += way
    if x < WALL - reach + MARGIN or abs(x - WALL) < MARGIN or abs(x - WALL - reach) < MARGIN:
        return None
    return x > WALL  # beyond the middle, the shortest way out is the far side


@pytest.mark.parametrize(("speed", "thickness", "radius"), [(6000.0, 6.0, 12.0), (9000.0, 2.0, 5.0)])
def test_without_sweeps_a_wall_between_two_steps_is_passed(
    speed: float, thickness: float, radius: float
) -> None:
    runner = open_exhibit("tunnelling", speed=speed, thickness=thickness, radius=radius)
    way, reach = runner.numbers()["way in one step"], radius + thickness / 2
    assert way == pytest.approx(speed / 60, rel=1e-6)
    judged = 0
    for shot, (off, swept) in enumerate(fly(runner, 8)):
        expected = passes(shot, float(way), reach)
        judged += expected is not None
        assert expected is None or off is expected, shot
        assert not swept
    assert judged >= 4


def test_a_slow_bullet_is_stopped_in_both() -> None:
    runner = open_exhibit("tunnelling", speed=1200.0, thickness=30.0, radius=12.0)
    assert float(runner.numbers()["way in one step"]) < 54.0 == runner.numbers()["bullet and wall"]
    assert fly(runner, 3) == [(False, False)] * 3
    rest = runner.exhibit.lanes[1].trail[-1].x
    assert rest <= WALL - 15.0 - 12.0 + 0.5


def test_the_swept_bullet_stops_at_the_wall() -> None:
    lane = open_exhibit("tunnelling").exhibit.lanes[1]
    assert lane.trail[-1].x == pytest.approx(WALL - 3.0 - 12.0, abs=0.5)


def test_the_button_shoots_when_the_shot_is_over() -> None:
    runner = open_exhibit("tunnelling", shooting=False)
    assert runner.numbers()["shots"] == 1
    runner.play(60)
    assert runner.numbers()["shots"] == 1
    assert runner.key("s")
    assert runner.numbers()["shots"] == 2
    assert math.isclose(runner.exhibit.lanes[0].trail[0].x, MUZZLE + 100.0 * 0.6180339887498949)
