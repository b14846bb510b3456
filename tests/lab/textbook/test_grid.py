"""The uniform grid finds what all pairs find, whatever the side of its cells."""

import pytest

from ecsphys.lab.textbook.grid import Grid
from ecsphys.lab.textbook.pairing import pair_up
from ecsphys.math2d.bounds import Bounds
from ecsphys.math2d.vec2 import Vec2
from tests.lab.textbook.boxes import random_boxes


@pytest.mark.parametrize("side", [0.4, 2.0, 7.0, 100.0])
def test_it_finds_the_pairs_of_all_pairs(side: float) -> None:
    boxes, grid = random_boxes(1, 60, 12.0), Grid(side)
    for item, box in enumerate(boxes):
        grid.insert(item, box)
    every = pair_up([dict(enumerate(boxes))])
    assert grid.pairs().found == every.found and len(every.found) > 10
    assert side != 2.0 or grid.pairs().tests < every.tests / 5


def test_a_box_is_in_all_cells_that_it_reaches_into() -> None:
    grid = Grid(10.0)
    assert [*grid.cells_of(Bounds(Vec2(-5, 2), Vec2(5, 12)))] == [(-1, 0), (-1, 1), (0, 0), (0, 1)]
    assert [*grid.cells_of(Bounds(Vec2(1, 1), Vec2(2, 2)))] == [(0, 0)]
    with pytest.raises(ValueError, match="side must be > 0, got 0"):
        Grid(0)
