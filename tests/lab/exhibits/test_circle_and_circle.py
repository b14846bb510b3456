import math

import pytest

from ecsphys.lab import open_exhibit


@pytest.mark.parametrize("place", [(70.0, 60.0), (-200.0, 30.0), (-80.0, 150.0), (260.0, -90.0)])
@pytest.mark.parametrize(("radius_a", "radius_b"), [(110.0, 90.0), (40.0, 75.0)])
def test_contact_follows_from_the_line_of_centres(place, radius_a, radius_b):
    runner = open_exhibit("circle-and-circle", radius_a=radius_a, radius_b=radius_b)
    runner.press((70, 60))
    runner.drag(place)
    runner.release()
    dx, dy = place[0] + 80, place[1]
    length = math.hypot(dx, dy)
    assert runner.numbers() == pytest.approx({
        "distance of centres": length,
        "sum of radii": radius_a + radius_b,
        "overlap": length <= radius_a + radius_b,
        "penetration": max(radius_a + radius_b - length, 0.0),
        "normal x": dx / length,
        "normal y": dy / length,
        "point of A x": -80 + radius_a * dx / length,
        "point of A y": radius_a * dy / length,
        "point of B x": place[0] - radius_b * dx / length,
        "point of B y": place[1] - radius_b * dy / length,
    })  # fmt: skip


def test_radii_decide_on_the_overlap():
    runner = open_exhibit("circle-and-circle", a=(-100, 0), b=(100, 0), radius_b=80)
    for radius, touching in ((119.0, False), (120.0, True), (121.0, True)):
        runner.set("radius_a", radius)
        assert runner.numbers()["overlap"] is touching


def test_concentric_circles_have_a_normal():
    runner = open_exhibit("circle-and-circle", b=(-80, 0))
    numbers = runner.numbers()
    assert (numbers["normal x"], numbers["normal y"], numbers["penetration"]) == (0.0, 1.0, 200.0)
    assert runner.display().items
