"""The exhibit of levels of geometry: coarse volumes never change the answer, only the tests made."""

import math

import pytest

from ecsphys.lab import open_exhibit
from ecsphys.lab.exhibits.levels_of_geometry import PARTS


@pytest.fixture
def runner():
    runner = open_exhibit("levels-of-geometry", plane=(0, 0, 0))
    yield runner
    runner.close()


def put(runner, x, y):
    runner.press(runner.exhibit.values["balloon"][:2])
    runner.drag((x, y))
    runner.release()
    return runner.numbers()


def test_a_balloon_beside_the_fuselage_is_a_false_positive_of_circle_and_box(runner):
    numbers = put(runner, 130, 100)
    assert numbers["circle overlaps"] and numbers["box overlaps"] and not numbers["parts overlaps"]
    assert numbers["false positive"]


def test_beyond_the_circle_no_part_is_tested(runner):
    reach = max(math.hypot(x, y) + part.radius for part in PARTS for x, y in part.points)
    assert not put(runner, 0, 2 * reach + 43)["circle overlaps"]


def test_in_a_corner_of_the_fat_box_the_circle_stops_the_tests(runner):
    """A turned aeroplane: the upright boxes of its parts reach the balloon, the circle does not."""
    runner.set("plane", (-20, 30, 0.35))
    stopped = []
    for x in (-195, -180, 60, 75, 195):
        for y in (-205, -85, 140, 155, 215, 230):
            numbers = put(runner, x, y)
            assert numbers["exact tests"] <= numbers["exact tests without"]
            assert not numbers["parts overlaps"] or (numbers["circle overlaps"] and numbers["box overlaps"])
            stopped.append(numbers["exact tests"] < numbers["exact tests without"])
    assert any(stopped)


def test_the_fuselage_is_met_where_its_tip_is(runner):
    assert put(runner, 170 + 26 + 41.9, 0)["parts overlaps"]
    runner.set("balloon", (170 + 26 + 42.1, 0))  # the mouse would find the knob there
    assert not runner.numbers()["parts overlaps"]
