"""The quadtree of textbooks against comparing all boxes."""

from random import Random

import pytest

from ecsphys.lab.textbook.quadtree import Quadtree
from ecsphys.math2d.bounds import Bounds
from ecsphys.math2d.vec2 import Vec2

SQUARE = Bounds(Vec2(0.0, 0.0), Vec2(64.0, 64.0))


def box(x: float, y: float, width: float, height: float) -> Bounds:
    return Bounds(Vec2(x, y), Vec2(x + width, y + height))


def random_boxes(seed: int, n: int) -> list[Bounds]:
    random = Random(seed)
    return [
        box(random.uniform(0, 58), random.uniform(0, 58), random.uniform(1, 6), random.uniform(1, 6))
        for _ in range(n)
    ]


def tree_of(boxes: list[Bounds], threshold: int, depth: int = 6) -> Quadtree:
    tree = Quadtree(SQUARE, threshold, depth)
    for item, bounds in enumerate(boxes):
        tree.insert(item, bounds)
    return tree


@pytest.mark.parametrize("threshold", [1, 3, 8])
def test_queries_find_what_overlaps(threshold: int) -> None:
    boxes = random_boxes(threshold, 60)
    tree = tree_of(boxes, threshold)
    for area in random_boxes(99, 40):
        visit = tree.query(area)
        assert visit.found == {k for k, bounds in enumerate(boxes) if bounds.overlaps(area)}
        assert visit.tests < 60


def test_leaves_cover_the_square_and_hold_no_more_than_the_threshold() -> None:
    boxes = random_boxes(5, 40)
    leaves = list(tree_of(boxes, 4).leaves())
    areas = [(high.x - low.x) * (high.y - low.y) for low, high in (leaf.bounds for leaf in leaves)]
    assert sum(areas) == pytest.approx(64.0**2)
    assert all(len(leaf.items) <= 4 or leaf.depth == 0 for leaf in leaves)
    for leaf in leaves:
        assert set(leaf.items) == {k for k, bounds in enumerate(boxes) if bounds.overlaps(leaf.bounds)}


def test_one_more_than_the_threshold_splits() -> None:
    corners = [box(2, 2, 4, 4), box(50, 2, 4, 4), box(2, 50, 4, 4), box(50, 50, 4, 4)]
    assert len(list(tree_of(corners[:3], 3).leaves())) == 1
    leaves = list(tree_of(corners, 3).leaves())
    assert [list(leaf.items) for leaf in leaves] == [[0], [1], [2], [3]]


def test_a_box_across_the_middle_is_in_four_leaves() -> None:
    tree = tree_of([box(30, 30, 4, 4), box(1, 1, 1, 1)], 1, depth=1)
    assert sum(0 in leaf.items for leaf in tree.leaves()) == 4


def test_depth_ends_splitting() -> None:
    same = [box(10, 10, 1, 1)] * 5
    leaves = list(tree_of(same, 1, depth=3).leaves())
    assert max(len(leaf.items) for leaf in leaves) == 5
    assert len(leaves) <= 4 + 3 + 3 + 3


def test_bad_thresholds_are_refused() -> None:
    with pytest.raises(ValueError, match="threshold must be >= 1"):
        Quadtree(SQUARE, 0, 3)
