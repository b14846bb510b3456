"""The exhibit of buoyancy: floating depths by Archimedes."""

import pytest

from ecsphys.lab import open_exhibit


def settle(steps=600, **values):
    runner = open_exhibit("buoyancy", **values)
    runner.play(steps)
    numbers = runner.numbers()
    runner.close()
    return numbers


@pytest.mark.jit
@pytest.mark.parametrize(
    ("body", "liquid", "gravity"), [(0.15, 1, 900), (0.5, 1, 500), (0.85, 1, 900), (0.9, 2, 300)]
)
def test_a_box_floats_as_deep_as_archimedes_says(body, liquid, gravity):
    numbers = settle(1200, body=body, liquid=liquid, gravity=gravity)
    assert numbers["box: depth by Archimedes"] == pytest.approx(90 * body / liquid)
    assert numbers["box: depth"] == pytest.approx(90 * body / liquid, abs=1.5)


@pytest.mark.jit
def test_half_of_a_ball_of_half_the_density_is_under():
    assert settle()["ball: y"] == pytest.approx(20, abs=1.5)


@pytest.mark.jit
def test_what_is_denser_lies_on_the_ground():
    numbers = settle(body=2.0)
    assert numbers["box: depth by Archimedes"] == "sinks"
    assert numbers["box: y"] == pytest.approx(-280 + 45, abs=1)


@pytest.mark.jit
def test_what_is_pushed_under_comes_up_again():
    runner = open_exhibit("buoyancy")
    runner.play(300)
    before = runner.numbers()["ball: y"]  # half of it is under
    assert runner.press((-70, before))
    runner.drag((-70, -150))
    for _ in range(60):
        runner.frame(1 / 60)
    assert runner.numbers()["ball: y"] < before - 60
    runner.release()
    for _ in range(600):
        runner.frame(1 / 60)
    assert runner.numbers()["ball: y"] == pytest.approx(20, abs=2)
    runner.close()
