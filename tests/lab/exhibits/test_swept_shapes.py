"""The exhibit of swept shapes: areas and hits by closed forms."""

import math

import numpy as np
import pytest

from ecsphys.lab import open_exhibit
from ecsphys.lab.runner import Runner


def grid(runner: Runner) -> np.ndarray:
    """The centres of the targets: 15 columns and 11 rows, 44 apart, the handle 278 below their middle."""
    x, y = runner.exhibit.values["targets"]
    columns, rows = np.meshgrid(np.arange(-7, 8), np.arange(-5, 6))
    return np.column_stack([44.0 * columns.ravel() + x, 44.0 * rows.ravel() + y + 278.0])


def from_segment(points: np.ndarray, start: tuple[float, float], end: tuple[float, float]) -> np.ndarray:
    """Distances of points from a segment."""
    begin, way = np.array(start), np.subtract(end, start)
    share = np.clip((points - begin) @ way / (way @ way), 0.0, 1.0)
    return np.hypot(*(points - begin - share[:, None] * way).T)


@pytest.mark.parametrize("to", [(180.0, 120.0), (-100.0, 200.0), (250.0, -130.0)])
def test_a_swept_circle_is_a_capsule(to: tuple[float, float]) -> None:
    runner = open_exhibit("swept-shapes")
    assert runner.press((180, 120))
    runner.drag(to)
    start, radius, small = (-190.0, -130.0), 42.0, 5.0
    way = math.dist(start, to)
    middle = np.add(start, to) / 2
    hit = from_segment(grid(runner), start, to) <= radius + small
    naive = np.hypot(*(grid(runner) - middle).T) <= way / 2 + radius + small
    numbers = runner.numbers()
    assert numbers["area of the swept shape"] == pytest.approx(2 * radius * way + math.pi * radius**2)
    assert numbers["area of the naive volume"] == pytest.approx(math.pi * (way / 2 + radius) ** 2)
    assert numbers["hit"] == hit.sum()
    assert numbers["hit by the naive volume"] == naive.sum()
    assert numbers["false hits"] == (naive & ~hit).sum() > 20


@pytest.mark.parametrize("angle", [0.0, 0.4, math.pi / 2])
def test_a_swept_box_is_the_hull_of_both_ends(angle: float) -> None:
    runner = open_exhibit("swept-shapes", shape="box", a=(-190, -130, angle))
    way = np.subtract((180, 120), (-190, -130))
    along = np.abs([math.cos(angle) * way[0] + math.sin(angle) * way[1],
                    math.cos(angle) * way[1] - math.sin(angle) * way[0]])  # fmt: skip
    assert runner.numbers()["area of the swept shape"] == pytest.approx(
        96 * 56 + along[0] * 56 + along[1] * 96
    )
    c, s = abs(math.cos(angle)), abs(math.sin(angle))
    size = np.add(np.abs(way), (96 * c + 56 * s, 96 * s + 56 * c))
    assert runner.numbers()["area of the naive volume"] == pytest.approx(size[0] * size[1])
    beyond = np.abs(grid(runner) - np.add((-190, -130), (180, 120)) / 2) - size / 2
    naive = np.hypot(*np.maximum(beyond, 0.0).T) <= 5.0
    assert runner.numbers()["hit by the naive volume"] == naive.sum()


def test_targets_can_be_dragged_out_of_the_way() -> None:
    runner = open_exhibit("swept-shapes")
    before = runner.numbers()["hit"]
    assert before > 10
    assert runner.press((22, -300))
    runner.drag((-700, -300))
    assert runner.numbers()["hit"] == runner.numbers()["hit by the naive volume"] == 0
    assert runner.numbers()["targets"] == 165


def test_turned_along_its_way_the_box_covers_least() -> None:
    runner = open_exhibit("swept-shapes", shape="box")
    assert runner.press((-190 + 48 + 26, -130))  # the knob that turns it
    areas = []
    for degrees in range(0, 180, 5):
        angle = math.radians(degrees)
        runner.drag((-190 + 74 * math.cos(angle), -130 + 74 * math.sin(angle)))
        areas.append(runner.numbers()["area of the swept shape"])
    way = math.degrees(math.atan2(250, 370))
    assert 5 * areas.index(min(areas)) == pytest.approx(way, abs=2.5)
