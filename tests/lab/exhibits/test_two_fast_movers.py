"""The exhibit of two fast movers: when they meet, by the quadratic equation of two discs."""

import math

import pytest

from ecsphys.lab import open_exhibit

START_A, WAY_A = (-280.0, -60.0), (560.0, 210.0)
START_B, WAY_B = (-210.0, 250.0), (420.0, -380.0)
DELAYS = [-0.5, -0.3, -0.12, -0.05, 0.0, 0.05, 0.1, 0.13, 0.2, 0.5]


def meeting(delay: float, radius: float) -> tuple[float | None, float, float]:
    """When two discs of one radius touch in the step, None for never; when they are nearest, and the gap."""
    x, y = (START_B[k] - WAY_B[k] * delay - START_A[k] for k in (0, 1))
    vx, vy = (WAY_B[k] - WAY_A[k] for k in (0, 1))
    a, b, c = vx * vx + vy * vy, x * vx + y * vy, x * x + y * y - 4 * radius * radius
    nearest = min(max(-b / a, 0.0), 1.0)
    least = math.hypot(x + vx * nearest, y + vy * nearest) - 2 * radius
    if b * b < a * c:
        return None, nearest, least
    time = (-b - math.sqrt(b * b - a * c)) / a
    return (time if 0.0 <= time <= 1.0 else None), nearest, least


@pytest.mark.parametrize("delay", DELAYS)
@pytest.mark.parametrize("radius", [15.0, 32.0, 55.0])
def test_the_cast_finds_the_time_of_the_meeting(delay: float, radius: float) -> None:
    numbers = open_exhibit("two-fast-movers", delay=delay, radius=radius).numbers()
    time, nearest, least = meeting(delay, radius)
    assert numbers["swept volumes overlap"] is True
    assert numbers["A and B meet"] is (time is not None)
    assert numbers["A and B meet at"] == pytest.approx(2.0 if time is None else time, abs=1e-9)
    assert numbers["least gap"] == pytest.approx(least, abs=1e-9)
    assert numbers["nearest at"] == pytest.approx(nearest, abs=1e-12)


def test_the_lectures_test_misses_a_meeting_that_comes_later() -> None:
    answers = {
        delay: open_exhibit("two-fast-movers", delay=delay).numbers()["A and B overlap then"]
        for delay in DELAYS
    }
    met = {delay: meeting(delay, 32.0)[0] is not None for delay in DELAYS}
    assert [d for d in DELAYS if answers[d] and not met[d]] == []
    assert [d for d in DELAYS if answers[d] and met[d]] != []
    assert 0.1 in [d for d in DELAYS if met[d] and not answers[d]]


def test_ways_apart_never_meet() -> None:
    runner = open_exhibit("two-fast-movers")
    for handle, x in ((START_B, -200.0), ((210.0, -130.0), 240.0)):
        assert runner.press(handle)
        runner.drag((x, 290.0))
        runner.release()
    numbers = runner.numbers()
    assert numbers["swept volumes overlap"] is numbers["A and B meet"] is False
    assert numbers["A enters the volume of B at"] == numbers["A and B meet at"] == 2.0
