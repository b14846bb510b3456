"""The smallest circle and the least rectangle around discs."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from ecsphys import Vec2
from ecsphys.math2d.enclosing import Disc, enclosing_circle, enclosing_rectangle


def discs(*numbers: tuple[float, float, float]) -> list[Disc]:
    return [Disc(Vec2(x, y), radius) for x, y, radius in numbers]


def random_discs(rng: random.Random) -> list[Disc]:
    largest = rng.choice((0.0, 0.0, 1.0, 3.0))
    found = [
        Disc(
            Vec2(rng.uniform(-5, 5), rng.uniform(-5, 5)), rng.choice((0.0, largest, rng.uniform(0, largest)))
        )
        for _ in range(rng.randrange(1, 12))
    ]
    if rng.random() < 0.3:  # on a grid, some twice
        found = [Disc(Vec2(round(disc.center.x), round(disc.center.y)), disc.radius) for disc in found]
    return found


def radius_from(center: tuple[float, float], around: list[Disc]) -> float:
    return max(disc.center.distance(center) + disc.radius for disc in around)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (discs((1, 2, 3)), (1, 2, 3)),
        (discs((0, 0, 1), (4, 0, 1)), (2, 0, 3)),
        (discs((0, 0, 5), (1, 0, 1)), (0, 0, 5)),
        (discs((-1, 0, 0), (1, 0, 0), (0, math.sqrt(3), 0)), (0, 1 / math.sqrt(3), 2 / math.sqrt(3))),
        (discs((-1, 0, 0), (1, 0, 0), (0, 0.5, 0)), (0, 0, 1)),  # obtuse: the longest side decides
        (discs((-1, 0, 1), (1, 0, 1), (0, math.sqrt(3), 1)), (0, 1 / math.sqrt(3), 1 + 2 / math.sqrt(3))),
        (discs((3, 3, 0), (3, 3, 0)), (3, 3, 0)),
    ],
)
def test_circles_of_closed_form(given: list[Disc], expected: tuple[float, float, float]) -> None:
    circle = enclosing_circle(given)
    assert (*circle.center, circle.radius) == pytest.approx(expected)


def test_no_smaller_circle_is_near() -> None:
    rng = random.Random(0)
    for _ in range(200):
        given = random_discs(rng)
        center, radius = enclosing_circle(given)
        assert radius_from(center, given) <= radius * (1 + 1e-12)
        for step in (1e-2, 1e-5):  # the radius is a convex function of the centre: a local minimum is the one
            for k in range(8):
                way = Vec2(step, 0).rotated(k * math.pi / 4)
                assert radius_from(center + way, given) >= radius - 1e-9


def test_no_rectangle_has_less_area() -> None:
    rng = random.Random(1)
    for _ in range(200):
        given = random_discs(rng)
        box = enclosing_rectangle(given)
        points, radii = np.array([disc.center for disc in given]), np.array([disc.radius for disc in given])
        areas = []
        for angle in [box.angle, *np.linspace(0, math.pi / 2, 91)]:
            ways = np.array([(math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))])
            along = points @ ways.T
            sides = (along + radii[:, None]).max(axis=0) - (along - radii[:, None]).min(axis=0)
            areas.append(float(sides.prod()))
        area = 4 * box.half.x * box.half.y
        assert area == pytest.approx(areas[0]) and area <= min(areas) * (1 + 1e-9) + 1e-12


def test_rectangles_of_closed_form() -> None:
    around = enclosing_rectangle(discs((1, 1, 0.5), (5, 4, 0.5)))
    assert around.angle == pytest.approx(math.atan2(3, 4))
    assert (*around.center, *around.half) == pytest.approx((3, 2.5, 3, 0.5))
    square = enclosing_rectangle(discs((-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)))
    assert square == (Vec2(0, 0), Vec2(1, 1), 0)
    assert enclosing_rectangle(discs((2, 3, 4))).half == (4, 4)
