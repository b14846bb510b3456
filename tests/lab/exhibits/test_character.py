"""The exhibit of the character: slopes, steps and jumps."""

import math

import pytest

from ecsphys import Transform
from ecsphys.lab import open_exhibit
from ecsphys.lab.runner import Runner

SLOPE = math.atan2(80, 139)  # of the gentle one, from x = 119 on the floor to x = -20
RADIUS = 14.0


def put(runner: Runner, x: float, feet: float) -> None:
    """Put the character somewhere."""
    runner.exhibit.stage.get(runner.exhibit.hero, Transform).position = (x, -200.0 + 28.0 + feet)


def run(runner: Runner, steps: int) -> list[dict]:
    """Numbers after each step."""
    found = []
    for _ in range(steps):
        runner.frame(1 / 60)
        found.append(runner.numbers())
    return found


def test_it_walks_up_steps_that_are_low_enough() -> None:
    path = run(open_exhibit("character", walk="right"), 80)
    assert all(now["on floor"] and now["jumps"] == 0 for now in path)
    assert path[-1]["feet above the floor"] == pytest.approx(36.0, abs=0.2)
    assert path[-1]["x"] == pytest.approx(-130.0 - RADIUS, abs=0.2)  # before the high one
    assert path[-1]["on wall"] is True
    assert path[-1]["free way ahead"] == pytest.approx(0.0, abs=0.2)
    assert path[-1]["slope ahead"] == pytest.approx(90.0)


def test_a_step_that_is_too_high_stops_it() -> None:
    path = run(open_exhibit("character", walk="right", step_height=8.0), 70)
    assert path[-1]["feet above the floor"] == pytest.approx(0.0, abs=0.2)
    # The round foot meets the corner at a height of 12 beside its lowest point.
    assert path[-1]["x"] <= -250.0 - math.sqrt(RADIUS**2 - (RADIUS - 12.0) ** 2) + 0.2


def test_it_stands_on_the_gentle_slope_and_knows_it() -> None:
    runner = open_exhibit("character", walk="stand")
    put(runner, 50.0, (119.0 - 50.0) * math.tan(SLOPE) + 8.0)
    path = run(runner, 40)
    assert path[-1]["on floor"] is True
    assert path[-1]["slope of the floor"] == pytest.approx(math.degrees(SLOPE), abs=1e-3)
    assert path[-1]["x"] == pytest.approx(path[20]["x"], abs=1e-6)


def test_it_climbs_at_the_projected_speed_or_not_at_all() -> None:
    for limit, climbs in ((45.0, True), (32.0, True), (28.0, False)):
        runner = open_exhibit("character", walk="left", max_slope=limit)
        put(runner, 180.0, 0.1)
        path = run(runner, 70)
        assert (path[-1]["feet above the floor"] > 20.0) is climbs
        if climbs:
            assert path[-1]["speed"] == pytest.approx(140.0 * math.cos(SLOPE), rel=0.01)
        else:
            assert path[-1]["on wall"] is True


def test_a_jump_rises_by_the_square_of_its_speed() -> None:
    runner = open_exhibit("character", walk="stand")
    run(runner, 5)
    assert runner.key("j")
    highest = max(now["feet above the floor"] for now in run(runner, 40))
    assert highest == pytest.approx(420.0**2 / (2 * 900.0), rel=0.05)
    assert runner.numbers()["jumps"] == 1


def test_by_itself_it_crosses_the_course_and_comes_back() -> None:
    path = run(open_exhibit("character"), 900)
    xs = [now["x"] for now in path]
    assert max(xs) > 200.0
    assert min(xs[xs.index(max(xs)) :]) < -300.0
    assert path[-1]["jumps"] >= 1
