"""The quadtree exhibit: both trees against comparing all boxes."""

import pytest

from ecsphys.lab import open_exhibit
from ecsphys.lab.exhibits.quadtree import COUNT, DEPTH, PAUSE


def overlapping(exhibit: object) -> int:
    """Return how many boxes overlap the query, by comparing all."""
    boxes = (exhibit.box(k) for k in range(exhibit.count))  # type: ignore[attr-defined]
    return sum(box.overlaps(exhibit.asked) for box in boxes)  # type: ignore[attr-defined]


@pytest.mark.parametrize("threshold", [1, 3, 8])
def test_both_trees_find_what_overlaps_the_query(threshold: int) -> None:
    runner = open_exhibit("quadtree", threshold=threshold)
    assert runner.press((90.0, 60.0))
    most = 0
    for place in ((-200.0, 150.0), (-180.0, 0.0), (0.0, -40.0), (200.0, -250.0)):
        runner.drag(place)
        numbers, expected = runner.numbers(), overlapping(runner.exhibit)
        most = max(most, expected)
        assert numbers["boxes found"] == numbers["boxes found by the engine"] == expected
    assert most >= 3  # else the query was nowhere near


def test_it_grows_box_by_box_down_to_the_threshold() -> None:
    runner = open_exhibit("quadtree", threshold=2)
    runner.key("n")
    assert (runner.numbers()["boxes"], runner.numbers()["leaves"]) == (0, 1)
    leaves = []
    for _ in range(COUNT):
        numbers = runner.play(PAUSE).numbers()
        leaves.append(numbers["leaves"])
        assert all(len(leaf.items) <= 2 or leaf.depth == 0 for leaf in runner.exhibit.tree.leaves())
    assert numbers["boxes"] == COUNT
    assert leaves[:2] == [1, 1] and leaves == sorted(leaves) and leaves[-1] > 20
    assert all(n % 3 == 1 for n in leaves)  # each split makes four of one


def test_larger_leaves_are_fewer_and_mean_more_comparisons() -> None:
    start = {"query": (-190.0, 130.0)}
    fine, coarse = (open_exhibit("quadtree", threshold=t, **start).numbers() for t in (1, 8))
    assert fine["leaves"] > coarse["leaves"]
    assert fine["leaves looked into"] > coarse["leaves looked into"]
    assert coarse["boxes compared"] >= coarse["boxes found"] == fine["boxes found"]


def test_boxes_are_dragged_into_other_leaves() -> None:
    runner = open_exhibit("quadtree")
    exhibit = runner.exhibit
    place = exhibit.places[exhibit.count - 1]
    assert runner.press(place)
    runner.drag((250.0, -300.0))
    runner.release()
    moved = exhibit.places[exhibit.count - 1]
    assert moved.distance((250.0, -300.0)) < 25.0  # kept inside the square
    (leaf,) = exhibit.tree.query(exhibit.box(exhibit.count - 1)).leaves
    assert exhibit.count - 1 in leaf.items
    assert leaf.depth <= DEPTH


def test_both_trees_are_drawn() -> None:
    runner = open_exhibit("quadtree")
    textbook = len(runner.display().items)
    runner.key("e")
    assert 0 < len(runner.display().items) < textbook  # without the leaves of the query
