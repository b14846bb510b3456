"""The exhibit of conservative advancement: times of impact by closed forms."""

import math

import pytest

from ecsphys.lab import open_exhibit

TOLERANCE = 0.1


def lowest(x: float, y: float) -> tuple[float, float]:
    """Corner (60, -60) of B is its lowest: where B has to be so that it is at (x, y)."""
    return x - 60.0, y + 60.0


@pytest.mark.parametrize("turn", [90.0, 180.0, 400.0, -120.0])
def test_a_rod_that_turns_under_a_wall(turn: float) -> None:
    # B far away is a wall for a rod that only turns: its right side from (60, -60) to (80, 30).
    side = (20.0, 90.0)
    length = math.hypot(*side)
    normal = (-side[1] / length, side[0] / length)  # of the right side, into B
    wall = 60.0 * normal[0] - 60.0 * normal[1]
    b = (-150.0, 0.0)
    height = (
        b[0] * normal[0] + b[1] * normal[1] + wall
    )  # of that side along its normal, from the rod's middle
    runner = open_exhibit("conservative-advancement", a=(0, 0, math.pi / 2), end=(0, 0), b=(*b, 0), turn=turn)
    numbers = runner.numbers()
    base = math.atan2(normal[1], normal[0])

    def gap(time: float) -> float:
        angle = math.pi / 2 + time * math.radians(turn) - base
        return height - (75.0 * abs(math.cos(angle)) + 12.0 * abs(math.sin(angle)))

    expected = next((k / 20000 for k in range(20001) if gap(k / 20000) <= TOLERANCE), None)
    assert expected is not None
    assert numbers["status"] == "hit"
    assert numbers["time"] == pytest.approx(expected, abs=2e-3)
    assert 0.0 <= float(numbers["gap"]) <= TOLERANCE


@pytest.mark.parametrize("distance", [100.0, 200.0, 300.0])
def test_without_turning_it_takes_the_speed_along_the_normal(distance: float) -> None:
    b = lowest(0.0, 50.0)
    runner = open_exhibit("conservative-advancement", a=(0, 0, 0), end=(0, distance), b=(*b, 0), turn=0.0)
    numbers = runner.numbers()
    assert numbers["status"] == "hit"
    # The gap is 50 - 12 = 38 up to the lowest corner; the search ends within the tolerance.
    assert (38.0 - TOLERANCE) / distance <= float(numbers["time"]) <= 38.0 / distance
    assert numbers["bound"] == pytest.approx(distance)
    assert numbers["plain bound"] == pytest.approx(distance)


def test_the_plain_bound_is_speed_and_spin_times_radius() -> None:
    runner = open_exhibit("conservative-advancement", a=(0, 0, 0), end=(0, 0), b=(200, 0, 0), limit=1.0)
    numbers = runner.numbers()
    assert numbers["plain bound"] == pytest.approx(math.pi * math.hypot(75, 12))
    assert 0.0 < float(numbers["bound"]) <= float(numbers["plain bound"]) * (1 + 1e-9)


def test_the_limit_ends_the_search_before_the_touch() -> None:
    full = open_exhibit("conservative-advancement")
    assert full.numbers()["status"] == "hit"
    count, time = int(full.numbers()["iterations"]), float(full.numbers()["time"])
    assert count >= 3
    times = []
    for limit in range(1, count):
        full.set("limit", float(limit))
        assert full.numbers()["status"] == "failed"
        times.append(float(full.numbers()["time"]))
    assert times == sorted(times)
    assert times[-1] <= time


def test_the_button_takes_one_iteration_at_a_time() -> None:
    runner = open_exhibit("conservative-advancement", limit=1.0)
    assert runner.key("n")
    assert runner.numbers()["iterations"] == 2


def test_fast_turning_takes_more_iterations() -> None:
    counts = [
        open_exhibit("conservative-advancement", turn=turn).numbers()["iterations"] for turn in (0, 720)
    ]
    assert counts[0] < counts[1]


def test_moving_away_is_separated_at_once() -> None:
    numbers = open_exhibit("conservative-advancement", end=(-340, -300), turn=0.0).numbers()
    assert (numbers["status"], numbers["time"]) == ("separated", 1.0)
