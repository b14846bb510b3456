"""The exhibit of contact manifolds: its steps are those of `collide`."""

import math

import pytest

from ecsphys.geometry import collide
from ecsphys.lab import open_exhibit
from ecsphys.lab.exhibits.contact_manifold import clip


@pytest.fixture
def runner():
    runner = open_exhibit("contact-manifold")
    yield runner
    runner.close()


def test_a_box_flat_on_the_face_has_two_points_of_equal_depth(runner):
    top = -70 + 80 * math.sin(math.pi / 3)
    runner.set("b", (0, top + 55 - 10, 0))
    numbers = runner.numbers()
    assert numbers["points"] == 2 and numbers["reference face of"] == "A"
    assert numbers["penetration 1"] == pytest.approx(10) == numbers["penetration 2"]


def test_turning_keeps_ids(runner):
    before = runner.numbers()
    runner.press((45, 45))
    runner.turn(-0.05)
    after = runner.numbers()
    assert (before["id 1"], before["id 2"]) == (after["id 1"], after["id 2"])
    assert before["penetration 1"] != after["penetration 1"]


@pytest.mark.parametrize("angle", [0.05, 0.12, 0.2])
def test_an_edge_is_cut_at_the_side_plane(runner, angle):
    """The lower edge of the box, which rises to the right, is cut above the end of the face at x = 55."""
    runner.set("b", (45, 45, angle))
    c, s = math.cos(angle), math.sin(angle)
    low = (45 - 75 * c + 55 * s, 45 - 75 * s - 55 * c)
    top = -70 + 80 * math.sin(math.pi / 3)
    depths = [top - low[1], top - (low[1] + (55 - low[0]) * math.tan(angle))]
    numbers = runner.numbers()
    assert numbers["reference face of"] == "A" and numbers["separation"] == pytest.approx(-depths[0])
    found = (
        {numbers["penetration 1"], numbers["penetration 2"]}
        if depths[1] > 0.0
        else {numbers["penetration 1"]}
    )
    assert sorted(found) == pytest.approx(sorted(depth for depth in depths if depth > 0.0))


@pytest.mark.parametrize("angle", [0.0, 0.3, 0.8, 1.2, 2.0, -0.7])
def test_steps_are_those_of_collide(runner, angle):
    runner.set("b", (30, 40, angle))
    a, b = runner.exhibit.a, runner.exhibit.b
    manifold, clipping = collide(*a, *b), clip(a, b)
    sign = 1 if clipping.owner == "a" else -1
    assert manifold.normal == pytest.approx(clipping.edge.normal * sign, abs=1e-12)
    assert max(p.penetration for p in manifold.points) == pytest.approx(-clipping.separation)


def test_apart_there_is_no_point(runner):
    runner.press((45, 45))
    runner.drag((45, 300))
    assert runner.numbers()["points"] == 0
    assert runner.numbers()["separation"] > 0
