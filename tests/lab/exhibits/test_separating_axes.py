"""The exhibit of separating axes: intervals in closed form, the early exit, and the hollow of an L."""

import math

import pytest

from ecsphys.lab import open_exhibit


@pytest.fixture
def runner():
    runner = open_exhibit("separating-axes", shape_b="box", a=(-60, 60, 0), b=(60, 100, 0))
    yield runner
    runner.close()


def test_upright_boxes_have_two_axes(runner):
    """Boxes of 150 by 90, 120 and 40 apart: they overlap by 30 and 50."""
    numbers = runner.numbers()
    assert numbers["axes tried"] == 2
    assert numbers["least overlap"] == pytest.approx(30) == -numbers["distance"]


def test_the_first_gap_ends_the_search(runner):
    runner.press((60, 100))
    runner.turn(0.3)
    assert runner.numbers()["axes tried"] == 4
    runner.drag((60, 300))
    numbers = runner.numbers()
    assert numbers["axes tried"] == 1 and not numbers["overlap by axes"]


def test_circles_have_the_line_of_centres_alone(runner):
    runner.set("shape_a", "circle")
    runner.set("shape_b", "circle")
    numbers = runner.numbers()
    assert numbers["axes tried"] == 1
    assert numbers["least overlap"] == pytest.approx(120 - math.hypot(120, 40))


def test_the_hollow_of_a_concave_shape_is_a_false_hit(runner):
    runner.set("shape_a", "concave")
    runner.set("shape_b", "circle")
    runner.set("a", (0, 0, 0))
    runner.set("b", (31, 31, 0))  # 61 from both inner sides, the hull's face is nearer
    numbers = runner.numbers()
    assert not numbers["A is convex"]
    assert numbers["overlap by axes"] and not numbers["overlap of convex parts"]
    runner.set("b", (29, 31, 0))
    assert runner.numbers()["overlap of convex parts"]


def test_the_line_of_centres_is_a_false_hit_beside_a_corner(runner):
    """A circle of 60, its centre (10, 59.5) from a corner of a box of 150 by 90."""
    runner.set("shape_b", "circle")
    runner.set("a", (0, 0, 0))
    runner.set("b", (85, 104.5, 0))
    numbers = runner.numbers()
    assert numbers["distance"] == pytest.approx(math.hypot(10, 59.5) - 60) and numbers["distance"] > 0
    assert numbers["overlap by faces and centres"] and not numbers["overlap by axes"]
    runner.set("centres", True)
    assert any("false hit" in getattr(item, "text", "") for item in runner.display().items)
    runner.set("b", (85, 130, 0))
    assert not runner.numbers()["overlap by faces and centres"]


def test_calipers_look_at_fewer_vertices(runner):
    assert runner.numbers()["vertices looked at"] == 2 * 4 * 4
    runner.set("supports", "rotating calipers")
    assert runner.numbers()["vertices looked at"] <= 2 * (4 + 2 * 4 + 1)
