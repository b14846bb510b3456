"""The exhibit of levels of geometry: coarse volumes never change the answer, only the tests made."""

import math

import pytest

from ecsphys.lab import open_exhibit
from ecsphys.lab.exhibits.levels_of_geometry import PARTS

RADIUS = 26.0  # of a balloon


@pytest.fixture
def runner():
    runner = open_exhibit("levels-of-geometry", plane=(0, 0, 0))
    yield runner
    runner.close()


def put(runner, x, y):
    """Drag balloon 1 to a place; return what ends its search."""
    assert runner.press(runner.exhibit.values["b1"][:2])
    runner.drag((x, y))
    runner.release()
    return runner.numbers()["balloon 1"]


def test_each_level_ends_the_search_of_one_balloon_at_the_start():
    numbers = open_exhibit("levels-of-geometry").numbers()
    assert [numbers[f"balloon {k}"] for k in (1, 2, 3, 4)] == [
        "apart by the circle",
        "apart by the box",
        "apart by the parts",
        "overlaps",
    ]
    assert numbers["tests by levels"] == 1 + 2 + (2 + 5) + (2 + 3)  # the third part is hit
    assert numbers["tests of all parts"] == 4 * 5
    assert numbers["engine: touching"] == 1


def test_a_coarse_volume_saves_exact_tests_and_changes_no_answer():
    found = {
        kind: open_exhibit("levels-of-geometry", coarse=kind).numbers() for kind in ("none", "circle", "box")
    }
    exact = [found[kind]["engine: exact tests"] for kind in ("none", "circle", "box")]
    assert exact[0] - exact[1] == 1  # balloon 1
    assert exact[1] - exact[2] == 1  # balloon 2
    assert {numbers["engine: exact tests without"] for numbers in found.values()} == {exact[0]}
    assert {numbers["engine: touching"] for numbers in found.values()} == {1}
    assert found["none"]["engine: coarse tests"] == 0 < found["circle"]["engine: coarse tests"]


def test_the_circle_is_as_small_as_the_corners_allow(runner):
    """Its centre is on the axis, as far from the nose as from the tips of the tail; the wings are inside."""
    nose, tail, wing = 196.0, (-200.0, 75.0), (-80.0, 190.0)
    x = (nose**2 - tail[0] ** 2 - tail[1] ** 2) / (2.0 * (nose - tail[0]))
    radius = nose - x
    assert math.dist((x, 0.0), tail) == pytest.approx(radius)
    assert math.dist((x, 0.0), wing) < radius
    for angle in (0.3, 1.0, 2.0, 4.0):
        way = math.cos(angle), math.sin(angle)
        for gap, verdict in ((0.1, "apart by the circle"), (-0.1, None)):
            reach = radius + RADIUS + gap
            found = put(runner, x + reach * way[0], reach * way[1])
            assert (found == "apart by the circle") is (verdict is not None), (angle, gap)


def test_a_balloon_beside_the_fuselage_is_a_false_positive_of_circle_and_box(runner):
    assert put(runner, 120, 90) == "apart by the parts"
    assert runner.exhibit.way(runner.exhibit.b1).answers == {"circle": True, "box": True, "parts": False}


def test_no_level_is_apart_where_a_part_overlaps(runner):
    for x in range(-260, 261, 40):
        for y in range(-260, 261, 40):
            runner.set("b1", (x, y))
            distances = [distance_from(part, x, y) for part in PARTS]
            if abs(min(distances) - RADIUS) > 0.01:
                assert (runner.numbers()["balloon 1"] == "overlaps") is (min(distances) < RADIUS)


def distance_from(part, x, y):
    """Return the distance of a point from a part, 0 inside, by its points and rounding."""
    ends = [*zip(part.points, [*part.points[1:], part.points[0]], strict=True)]
    gaps = []
    for a, b in ends:
        way, offset = b - a, (x - a[0], y - a[1])
        share = min(max(way.dot(offset) / way.dot(way), 0.0), 1.0)
        gaps.append(math.dist((x, y), a + way * share))
    inside = len(part.points) > 2 and all((b - a).cross((x - a[0], y - a[1])) >= 0.0 for a, b in ends)
    return 0.0 if inside else max(min(gaps) - part.radius, 0.0)


def test_the_fuselage_is_met_where_its_tip_is(runner):
    assert put(runner, 170 + 26 + RADIUS - 0.1, 0) == "overlaps"
    runner.set("b1", (170 + 26 + RADIUS + 0.1, 0))  # the mouse would find the knob there
    assert runner.numbers()["balloon 1"] != "overlaps"
