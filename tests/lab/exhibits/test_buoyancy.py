"""The exhibit of buoyancy: areas under the surface by Archimedes, what floats upright by the metacentre."""

import math

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
def test_every_body_floats_with_as_much_under_as_archimedes_says(body, liquid, gravity):
    numbers = settle(1800, body=body, liquid=liquid, gravity=gravity)
    assert numbers["share under by Archimedes"] == pytest.approx(body / liquid)
    for name in ("box", "ball", "log", "wedge"):
        assert numbers[f"{name}: share under"] == pytest.approx(body / liquid, abs=0.015)


def heeled(share):
    """The angle at which a square floats of which a share is under, degrees, while its deck is dry.

    The middle of the area under, which is a trapezoid with a slope of t, is beside that of the square by
    t / (12 s) and below it by (1 - s) / 2 - t² / (24 s), in sides: both are on one upright if the first over
    the second is t.
    """
    square = 12.0 * share * (1.0 - share) - 2.0
    return math.degrees(math.atan(math.sqrt(square))) if square > 0.0 else 0.0


@pytest.mark.jit
@pytest.mark.parametrize(
    ("share", "angle"),
    [
        (0.15, 0.0), (0.19, 0.0), (0.23, heeled(0.23)), (0.24, heeled(0.24)), (0.3, 45.0), (0.5, 45.0),
        (0.7, 45.0), (0.77, heeled(0.23)), (0.81, 0.0), (0.85, 0.0),
    ],
)  # fmt: skip
def test_a_square_floats_upright_only_under_its_metacentre(share, angle):
    numbers = settle(3000, body=share, gravity=900)
    assert abs(numbers["box: tilt, °"]) == pytest.approx(angle, abs=1.0)
    above = 90.0 * (1.0 / (12.0 * share) - 0.5 * (1.0 - share))
    assert numbers["box: metacentre above its middle"] == pytest.approx(above)
    assert (above > 0.0) is (angle == 0.0)


def test_the_metacentre_is_at_the_middle_with_21_and_79_percent_under():
    for share in (0.5 - math.sqrt(1.0 / 12.0), 0.5 + math.sqrt(1.0 / 12.0)):
        runner = open_exhibit("buoyancy", body=share)
        assert runner.numbers()["box: metacentre above its middle"] == pytest.approx(0.0, abs=1e-9)
        assert f"{100 * share:.0f} %" in runner.exhibit.text
        runner.close()


@pytest.mark.jit
def test_half_of_a_ball_of_half_the_density_is_under():
    assert settle()["ball: y"] == pytest.approx(20, abs=1.5)


@pytest.mark.jit
def test_what_is_denser_lies_on_the_ground():
    numbers = settle(body=2.0)
    assert numbers["share under by Archimedes"] == "sinks"
    assert numbers["box: y"] == pytest.approx(-280 + 45, abs=1)
    assert numbers["box: share under"] == 1.0


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
    assert runner.numbers()["ball: share under"] == 1.0
    runner.release()
    for _ in range(600):
        runner.frame(1 / 60)
    assert runner.numbers()["ball: y"] == pytest.approx(20, abs=2)
    runner.close()
