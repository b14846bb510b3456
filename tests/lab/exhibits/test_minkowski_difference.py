"""The exhibit of Minkowski differences: the origin is inside exactly when the shapes overlap."""

import math

import pytest

from ecsphys.lab import open_exhibit


@pytest.fixture
def runner():
    runner = open_exhibit(
        "minkowski-difference", shape_a="circle", shape_b="circle", a=(-200, 100), b=(-100, 100)
    )
    yield runner
    runner.close()


def test_two_circles(runner):
    """The difference of two circles of 55 is one of 110."""
    assert runner.numbers()["signed distance"] == pytest.approx(-10)
    assert runner.numbers()["origin inside"]
    assert runner.numbers()["least translation x"] == pytest.approx(10)
    runner.press((-100, 100))
    runner.drag((-80, 100))
    assert runner.numbers()["signed distance"] == pytest.approx(10)
    assert not runner.numbers()["origin inside"]


def test_edges_of_boxes_add_up_when_they_are_parallel(runner):
    runner.set("shape_a", "box")
    runner.set("shape_b", "box")
    assert runner.numbers()["edges of both"] == 4
    runner.press((-100, 100))
    runner.turn(0.4)
    numbers = runner.numbers()
    assert (numbers["edges of a"], numbers["edges of b"], numbers["edges of both"]) == (4, 4, 0)


@pytest.mark.parametrize("angle", [0.0, 0.5, 1.4, 2.7])
@pytest.mark.parametrize("kind", ["box", "triangle", "pentagon", "capsule", "ellipse", "half disc"])
def test_the_origin_is_inside_exactly_when_they_overlap(runner, kind, angle):
    runner.set("shape_a", kind)
    runner.set("shape_b", "triangle")
    seen = set()
    for reach in range(0, 240, 20):
        runner.set("b", (-200 + reach * math.cos(angle), 100 + reach * math.sin(angle), angle))
        numbers = runner.numbers()
        assert numbers["origin inside"] == numbers["centre of B in the sum"]
        assert numbers["origin inside"] == (numbers["signed distance"] <= 0)
        seen.add(numbers["origin inside"])
    assert seen == {True, False}


@pytest.mark.parametrize(("x", "inside"), [(-90.0001, True), (-89.9999, False)])
def test_round_sides_are_exact(runner, x, inside):
    runner.set("b", (x, 100))
    assert runner.numbers()["origin inside"] is inside
    runner.set("b", (-200 + 110.0 * math.cos(0.05) + x + 90.0, 100 + 110.0 * math.sin(0.05)))
    assert runner.numbers()["origin inside"] is inside  # between two corners of the outline that is drawn


def test_growing_draws_more_and_changes_no_number(runner):
    runner.set("grown", 0.0)
    before, items = runner.numbers(), len(runner.display().items)
    runner.set("grown", 0.5)
    assert runner.numbers() == before
    assert len(runner.display().items) == items + 4  # the sum and its name, what is left of B, its centre
