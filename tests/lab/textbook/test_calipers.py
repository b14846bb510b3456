"""Rotating calipers find what looking at all vertices finds, in a number of looks that is linear."""

import math
from random import Random

import pytest

from ecsphys.geometry import convex_hull, distance
from ecsphys.lab.textbook.calipers import search_all, search_by_calipers
from ecsphys.math2d.vec2 import Vec2
from ecsphys.shapes import Polygon


def random_outline(random: Random, count: int, center: Vec2) -> list[Vec2]:
    return convex_hull([center + Vec2(random.gauss(0, 1), random.gauss(0, 1)) for _ in range(count)])


@pytest.mark.parametrize("seed", range(40))
def test_they_find_the_same_face_and_the_same_vertex(seed: int) -> None:
    random = Random(seed)
    a = random_outline(random, random.randint(3, 40), Vec2(0, 0))
    b = random_outline(random, random.randint(3, 40), Vec2(random.uniform(-4, 4), random.uniform(-4, 4)))
    every, walk = search_all(a, b), search_by_calipers(a, b)
    assert walk[1:3] == every[1:3] and walk.separation == pytest.approx(every.separation)
    assert walk.looked <= len(a) + 2 * len(b) + 1
    best = max(walk.separation, search_by_calipers(b, a).separation)
    if best < 0.0:  # the least penetration is that of the engine
        assert best == pytest.approx(distance(Polygon(a), (0, 0), Polygon(b), (0, 0)).distance)


def test_looks_are_linear_and_not_the_product() -> None:
    outline = [Vec2(math.cos(0.01 * math.tau * k), math.sin(0.01 * math.tau * k)) for k in range(100)]
    other = [p * 0.5 + (3.0, 0.2) for p in outline]
    assert search_all(outline, other).looked == 10_000
    assert search_by_calipers(outline, other).looked <= 301
    point = search_by_calipers(outline, [Vec2(5, 0)])
    assert point.separation == pytest.approx(search_all(outline, [Vec2(5, 0)]).separation)
    assert point.looked == 101
