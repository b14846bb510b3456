"""Finding pairs: pairs and tests of the three ways against counts by numpy."""

import numpy as np
import pytest

from ecsphys.lab import open_exhibit
from ecsphys.lab.exhibits.finding_pairs import KINDS, FindingPairs


def count_pairs(boxes: np.ndarray) -> int:
    """Return how many pairs of boxes overlap, by comparing all."""
    i, j = np.triu_indices(len(boxes), 1)
    a, b = boxes[i], boxes[j]
    return int(((a[:, :2] <= b[:, 2:]) & (b[:, :2] <= a[:, 2:])).all(axis=1).sum())


def count_x_comparisons(boxes: np.ndarray) -> int:
    """Return how many pairs overlap in x, and for each box the first comparison that does not."""
    left = np.sort(boxes[:, 0])
    order = np.argsort(boxes[:, 0], kind="stable")
    ends = np.searchsorted(left, boxes[order, 2], side="right")
    return int((ends - np.arange(1, len(boxes) + 1)).sum() + (ends < len(boxes)).sum())


def exhibit_of(runner: object) -> FindingPairs:
    return runner.exhibit  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize("n", [10, 60, 120])
def test_all_three_find_the_same_pairs_and_count_their_tests(n: int) -> None:
    runner = open_exhibit("finding-pairs", count=n)
    for _ in range(3):
        exhibit, numbers = exhibit_of(runner), runner.numbers()
        assert numbers["pairs found"] == count_pairs(exhibit.boxes)
        for name in KINDS:
            assert np.array_equal(exhibit.found[name], exhibit.found["quadtree"])
        assert numbers["tests, all pairs"] == n * (n - 1) // 2
        assert numbers["n²"] == n * n
        assert numbers["tests, sweep and prune"] == count_x_comparisons(exhibit.boxes)
        runner.play(5)


@pytest.mark.jit
def test_twenty_thousand_boxes_need_few_tests() -> None:
    runner = open_exhibit("finding-pairs", count=20000).play(6)
    exhibit, numbers = exhibit_of(runner), runner.numbers()
    assert numbers["tests, all pairs"] == 199_990_000
    assert numbers["tests, sweep and prune"] < 199_990_000 / 100
    assert numbers["tests, quadtree"] < 20000 * 20
    assert np.array_equal(exhibit.found["sweep and prune"], exhibit.found["quadtree"])


@pytest.mark.jit
def test_tests_grow_as_their_methods_do() -> None:
    """Ten times the boxes at the same density: a hundred, about 32 and about ten times the tests."""
    few, many = (open_exhibit("finding-pairs", count=n).numbers() for n in (1000, 10000))
    ratios = [many[f"tests, {name}"] / few[f"tests, {name}"] for name in KINDS]
    assert ratios == pytest.approx([100.0, 10.0**1.5, 10.0], rel=0.1)


def test_the_active_list_is_what_the_line_is_in() -> None:
    runner = open_exhibit("finding-pairs", moving=False, line=(0.0, -195.0))
    boxes = exhibit_of(runner).boxes
    assert runner.press((0.0, -195.0))
    for x in (-300.0, -40.0, 210.0):
        runner.drag((x, -195.0))
        inside = {k for k, (left, _, right, _) in enumerate(boxes.tolist()) if left <= x <= right}
        active = exhibit_of(runner).active.tolist()
        assert set(active) == inside and runner.numbers()["active list"] == len(inside)
        assert sorted(active, key=lambda k: boxes[k, 0]) == active


def test_boxes_stay_in_their_area_and_stand_still_when_told() -> None:
    runner = open_exhibit("finding-pairs", count=30).play(100)
    boxes = exhibit_of(runner).boxes
    assert boxes[:, 0].min() >= -350.0 and boxes[:, 2].max() <= 350.0
    runner.set("moving", False)
    runner.play(10)
    assert np.array_equal(exhibit_of(runner).boxes, boxes)
    for shown in KINDS:
        runner.set("shown", shown)
        assert runner.display().items
