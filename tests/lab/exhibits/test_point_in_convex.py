"""The exhibit of a point in a convex shape: signs and distances of a box in closed form."""

import math

import pytest

from ecsphys.lab import open_exhibit


@pytest.fixture
def runner():
    runner = open_exhibit("point-in-convex", kind="box", shape=(0, 0, 0), point=(95, 55))
    yield runner
    runner.close()


def drag(runner, x, y):
    runner.press(runner.exhibit.point)
    runner.drag((x, y))
    runner.release()
    return runner.numbers()


def test_inside_all_edges_have_it_on_the_left(runner):
    numbers = drag(runner, 40, 30)
    assert numbers["inside"] and numbers["edges with the point on the left"] == 4
    assert numbers["signed distance"] == pytest.approx(-35) == numbers["largest height"]


def test_beside_an_edge_the_height_is_the_distance(runner):
    numbers = drag(runner, 40, 100)
    assert not numbers["inside"] and numbers["edges with the point on the left"] == 3
    assert numbers["signed distance"] == pytest.approx(35) == numbers["largest height"]


def test_beyond_a_corner_the_height_is_less_than_the_distance(runner):
    numbers = drag(runner, 150, 105)
    assert numbers["edges with the point on the left"] == 2
    assert numbers["signed distance"] == pytest.approx(math.hypot(30, 40))
    assert numbers["largest height"] == pytest.approx(40)


def test_a_turned_box_has_the_numbers_of_the_point_turned_back(runner):
    runner.set("shape", (0, 0, math.pi / 2))
    assert drag(runner, -30, 40)["signed distance"] == pytest.approx(-35)
