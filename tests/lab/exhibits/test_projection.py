"""The exhibit of projections: shadows in closed form."""

import math

import pytest

from ecsphys.lab import open_exhibit


@pytest.fixture
def runner():
    runner = open_exhibit("projection", a=(70, 60, 0), angle=0.0)
    yield runner
    runner.close()


@pytest.mark.parametrize("degrees", [-120, -30, 0, 45, 90, 170])
def test_the_shadow_of_a_box(runner, degrees):
    """170 |cos| + 90 |sin|, about the height of its middle."""
    runner.set("angle", degrees)
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    numbers = runner.numbers()
    assert numbers["length"] == pytest.approx(170 * abs(c) + 90 * abs(s))
    assert 0.5 * (numbers["low"] + numbers["high"]) == pytest.approx(70 * c + 60 * s)


def test_turning_the_box_is_turning_the_axis_back(runner):
    runner.press((70, 60))
    runner.turn(0.7)
    assert runner.numbers()["length"] == pytest.approx(170 * math.cos(0.7) + 90 * math.sin(0.7))


def test_the_shadow_of_a_circle_never_changes(runner):
    runner.set("shape", "circle")
    for degrees in range(-180, 181, 45):
        runner.set("angle", degrees)
        assert runner.numbers()["length"] == pytest.approx(140)


def test_dragging_along_the_axis_moves_both_ends(runner):
    before = runner.numbers()
    runner.press((70, 60))
    runner.drag((95, 200))
    after = runner.numbers()
    assert after["low"] - before["low"] == pytest.approx(25) == after["high"] - before["high"]
