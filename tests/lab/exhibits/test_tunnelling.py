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
    assert float(runner.numbers()["way in one step"]) < 27.0 == runner.numbers()["radius + half the wall"]
    assert fly(runner, 3) == [(False, False)] * 3
    rest = runner.exhibit.lanes[1].trail[-1].x
    assert rest <= WALL - 15.0 - 12.0 + 0.5


@pytest.mark.parametrize(("thickness", "radius"), [(6.0, 12.0), (30.0, 12.0), (8.0, 5.0)])
def test_shots_pass_from_the_speed_on_that_is_named(thickness: float, radius: float) -> None:
    """The place in which a bullet first touches or is beyond is spread evenly over a step's way."""
    reach = radius + 0.5 * thickness

    def passed(way: float) -> int:
        runner = open_exhibit("tunnelling", speed=60.0 * way, thickness=thickness, radius=radius)
        numbers = runner.numbers()
        assert numbers["speed from which shots may pass"] == pytest.approx(60.0 * reach)
        assert numbers["share of shots to pass, about"] == pytest.approx(max(0.0, 1.0 - reach / way))
        found = [off for off, _ in fly(runner, 20)]
        runner.close()
        return sum(found)

    assert passed(0.95 * reach) == 0
    for factor in (1.6, 2.5, 4.0):
        margin = 20.0 * MARGIN / (factor * reach)
        assert 20.0 * (1.0 - 1.0 / factor) - margin - 1.5 <= passed(factor * reach)
        assert passed(factor * reach) <= 20.0 * (1.0 - 1.0 / factor) + 1.5


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
