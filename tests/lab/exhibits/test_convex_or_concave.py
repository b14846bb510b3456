"""Counting crossings tells convex from concave, by a line for each corner."""

import random

import pytest

from ecsphys.geometry import convex_hull
from ecsphys.lab import open_exhibit

HEXAGON = {
    f"corner{k + 1}": p
    for k, p in enumerate([(0, -200), (200, -100), (200, 100), (0, 200), (-200, 100), (-200, -100)])
}


def test_a_line_through_the_hollow_crosses_four_times() -> None:
    runner = open_exhibit("convex-or-concave")
    numbers = runner.numbers()
    assert numbers["crossings"] == 4 and not numbers["convex"]
    assert numbers["most crossings of a line at a corner"] == 4
    runner.set("start", (-300, -80))
    runner.set("end", (300, -90))
    assert runner.numbers()["crossings"] == 2
    runner.set("end", (-300, -80))  # no line
    assert runner.numbers()["crossings"] == 0


def test_a_convex_outline_is_crossed_twice_at_most() -> None:
    runner = open_exhibit("convex-or-concave", **HEXAGON, cuts=True)
    numbers = runner.numbers()
    assert numbers["convex"] and numbers["most crossings of a line at a corner"] == 2
    assert runner.display().items


@pytest.mark.parametrize("seed", range(12))
def test_the_lines_at_corners_decide_as_the_engine_does(seed: int) -> None:
    rng = random.Random(seed)
    points = convex_hull([(rng.uniform(-300, 300), rng.uniform(-250, 250)) for _ in range(30)])[:6]
    if len(points) < 6:
        return
    if seed % 2:  # pull a corner in to the middle of its neighbours and beyond
        points[2] = points[1].lerp(points[3], 0.5) * 0.5
    runner = open_exhibit("convex-or-concave", **{f"corner{k + 1}": p for k, p in enumerate(points)})
    numbers = runner.numbers()
    assert numbers["convex"] == (numbers["most crossings of a line at a corner"] <= 2) == (seed % 2 == 0)
