"""Impulses: two discs against the formula of the central impact, a box on a slope against Coulomb's law."""

import math

import pytest

from ecsphys.lab import open_exhibit
from ecsphys.lab.exhibits.impulses import FOOT, GRAVITY

MEETING = 60  # steps: the discs start one second from each other


@pytest.mark.parametrize("e", [0.0, 0.5, 1.0])
@pytest.mark.parametrize(("ratio", "b"), [(0.25, 0.0), (1.0, -100.0), (4.0, -50.0), (16.0, 0.0)])
def test_discs_part_with_e_times_the_speed_at_which_they_met(e: float, ratio: float, b: float) -> None:
    numbers = open_exhibit("impulses", restitution=e, ratio=ratio, speed_b=b).play(MEETING + 3).numbers()
    a, total = 200.0, 1.0 + ratio
    impulse = (1.0 + e) * (a - b) * ratio / total
    assert numbers["impulse on A"] == pytest.approx(-impulse, abs=1e-6)
    assert numbers["speed of A"] == pytest.approx(a - impulse, abs=1e-6)
    assert numbers["speed of B"] == pytest.approx(b + impulse / ratio, abs=1e-6)
    assert numbers["momentum"] == pytest.approx(a + ratio * b, abs=1e-6)
    lost = 0.5 * ratio / total * (1.0 - e * e) * (a - b) ** 2
    assert numbers["energy"] == pytest.approx(0.5 * (a * a + ratio * b * b) - lost, abs=1e-3)


def test_discs_meet_after_one_second() -> None:
    runner = open_exhibit("impulses").play(MEETING - 2)
    assert runner.numbers()["impulse on A"] == 0.0
    runner.play(4)
    assert runner.numbers()["impulse on A"] < 0.0


def end_at(degrees: float) -> tuple[float, float]:
    """Return the end of a slope 500 long at an angle."""
    angle = math.radians(degrees)
    return FOOT.x + 500.0 * math.cos(angle), FOOT.y + 500.0 * math.sin(angle)


@pytest.mark.parametrize(("degrees", "friction"), [(10.0, 0.4), (20.0, 0.4), (40.0, 0.9)])
def test_within_the_cone_the_box_stays_and_the_force_is_upright(degrees: float, friction: float) -> None:
    assert math.tan(math.radians(degrees)) < friction
    runner = open_exhibit("impulses", end=end_at(degrees), friction=friction).play(40)
    numbers = runner.numbers()
    assert numbers["force off the normal, °"] == pytest.approx(degrees, abs=0.01)
    assert numbers["speed of the box"] < 1e-3
    assert runner.exhibit.sticks


@pytest.mark.parametrize(("degrees", "friction"), [(25.0, 0.4), (35.0, 0.2), (30.0, 0.0)])
def test_beyond_it_the_force_lies_on_its_edge(degrees: float, friction: float) -> None:
    angle, steps = math.radians(degrees), 40
    assert math.tan(angle) > friction
    runner = open_exhibit("impulses", end=end_at(degrees), friction=friction).play(steps)
    numbers = runner.numbers()
    assert numbers["force off the normal, °"] == pytest.approx(math.degrees(math.atan(friction)), abs=0.01)
    speed = GRAVITY * (math.sin(angle) - friction * math.cos(angle)) * steps / 60
    assert numbers["speed of the box"] == pytest.approx(speed, rel=0.01)
    assert not runner.exhibit.sticks


def test_dragging_the_slope_makes_the_box_slide() -> None:
    runner = open_exhibit("impulses")
    assert runner.exhibit.sticks
    assert runner.press((180.0, -160.0))
    runner.drag((100.0, 20.0))
    runner.release()
    assert not runner.exhibit.sticks
    assert runner.numbers()["slope, °"] == pytest.approx(math.degrees(math.atan2(320.0, 430.0)))
    runner.play(30)
    assert runner.numbers()["speed of the box"] > 20.0


def test_it_starts_again_by_itself() -> None:
    runner = open_exhibit("impulses").play(212)
    assert runner.numbers()["speed of A"] == 200.0
