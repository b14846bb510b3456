"""The exhibit of the ray at the difference: first touches by closed forms."""

import math

import pytest

from ecsphys.lab import open_exhibit

START = (-270.0, -170.0)


def of_circles(b: tuple[float, float], end: tuple[float, float], radius: float) -> float:
    """Fraction at which a point on its way from START comes within `radius` of b; 2 for never."""
    x, y = START[0] - b[0], START[1] - b[1]
    vx, vy = end[0] - START[0], end[1] - START[1]
    p, q, c = vx * vx + vy * vy, x * vx + y * vy, x * x + y * y - radius * radius
    if q * q < p * c:
        return 2.0
    fraction = (-q - math.sqrt(q * q - p * c)) / p
    return fraction if 0.0 <= fraction <= 1.0 else 2.0


@pytest.mark.parametrize("b", [(-70.0, 70.0), (-120.0, 10.0), (-30.0, -100.0), (10.0, 240.0)])
def test_two_circles(b: tuple[float, float]) -> None:
    runner = open_exhibit("ray-at-difference", kind_a="circle", kind_b="circle")
    assert runner.press((-70, 70))
    runner.drag(b)
    numbers = runner.numbers()
    expected = of_circles(b, (-20.0, 200.0), 88.0)
    assert numbers["fraction by the cast"] == pytest.approx(expected, abs=1e-9)
    assert numbers["fraction by the ray"] == pytest.approx(expected, abs=1e-9)
    assert numbers["hit"] is (expected <= 1.0)
    assert numbers["distance at the start"] == pytest.approx(math.dist(START, b) - 88.0)


@pytest.mark.parametrize("end", [(-20.0, 200.0), (-70.0, 300.0), (-20.0, -170.0), (40.0, 60.0)])
def test_two_boxes(end: tuple[float, float]) -> None:
    runner = open_exhibit("ray-at-difference", kind_b="box", b=(-70.0, 70.0, 0.0), end=end)
    enter, leave = 0.0, 1.0
    for k, reach in ((0, 90.0), (1, 56.0)):
        way, offset = end[k] - START[k], (-70.0, 70.0)[k] - START[k]
        if way == 0.0:
            enter = enter if abs(offset) <= reach else 2.0
            continue
        first, second = sorted(((offset - reach) / way, (offset + reach) / way))
        enter, leave = max(enter, first), min(leave, second)
    expected = enter if enter <= leave else 2.0
    numbers = runner.numbers()
    assert numbers["fraction by the cast"] == pytest.approx(expected, abs=1e-9)
    assert numbers["fraction by the ray"] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("kind_b", ["triangle", "circle", "capsule"])
@pytest.mark.parametrize("kind_a", ["box", "triangle", "hexagon", "circle", "capsule"])
@pytest.mark.parametrize("angle", [0.0, 0.3, 1.2, 2.5])
def test_cast_and_ray_agree(kind_a: str, kind_b: str, angle: float) -> None:
    runner = open_exhibit("ray-at-difference", kind_a=kind_a, kind_b=kind_b, b=(-70.0, 70.0, angle))
    numbers = runner.numbers()
    assert numbers["hit"] is True
    assert numbers["fraction by the cast"] == pytest.approx(numbers["fraction by the ray"], abs=1e-6)


def test_a_circle_meets_a_capsule_where_its_end_is_round() -> None:
    """A capsule that stands upright, met from below: the disc of 30 at its lower end is around (-70, 35)."""
    upright = {"kind_b": "capsule", "b": (-70.0, 70.0, 0.0)}
    numbers = open_exhibit("ray-at-difference", kind_a="circle", end=(-100.0, 60.0), **upright).numbers()
    expected = of_circles((-70.0, 35.0), (-100.0, 60.0), 44.0 + 30.0)
    assert expected < 1.0
    assert numbers["fraction by the cast"] == pytest.approx(expected, abs=1e-6)
    assert numbers["fraction by the ray"] == pytest.approx(expected, abs=1e-9)


def test_the_estimates_are_those_of_newton() -> None:
    exhibit = open_exhibit("ray-at-difference", kind_a="circle", kind_b="circle", end=(20.0, 200.0)).exhibit
    hit, steps = exhibit.cast()
    assert len(steps) >= 3
    fraction = 0.0
    for step in steps:
        assert step.fraction == pytest.approx(fraction, abs=1e-12)
        x, y = (START[k] + fraction * exhibit.way()[k] for k in (0, 1))
        gap = math.dist((x, y), (-70, 70))
        closing = ((-70 - x) * exhibit.way().x + (70 - y) * exhibit.way().y) / gap
        assert step.distance == pytest.approx(gap - 88.0, abs=1e-9)
        fraction = min(fraction + max(gap - 88.0, 0.0) / closing, 1.0)
    assert hit is not None
    assert hit.fraction == steps[-1].fraction


def test_an_overlap_at_the_start_is_a_hit_at_once() -> None:
    assert open_exhibit("ray-at-difference", b=(-260, -160)).numbers()["fraction by the cast"] == 0.0
