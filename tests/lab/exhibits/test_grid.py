"""The grid's exhibit: pairs against all pairs, and the cost of cells that are too large or too small."""

from itertools import combinations

import pytest

from ecsphys.lab import open_exhibit


@pytest.mark.parametrize("side", [12, 50, 400])
def test_it_finds_what_all_pairs_find(side: float) -> None:
    runner = open_exhibit("grid", side=side, largest=4)
    boxes, numbers = runner.exhibit.boxes, runner.numbers()
    assert numbers["pairs found"] == sum(a.overlaps(b) for a, b in combinations(boxes, 2)) > 10
    assert numbers["tests, all pairs"] == 70 * 69 / 2 and runner.display().items


def test_neither_large_nor_small_cells_are_best() -> None:
    def cost(side: float) -> int:
        numbers = open_exhibit("grid", side=side).numbers()
        return int(numbers["tests"] + numbers["boxes listed"])

    small, right, large = map(cost, (12, 40, 400))
    assert right < small / 2 and right < large / 2
