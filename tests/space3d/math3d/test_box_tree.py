"""Trees of boxes: each box once, each node around what is below it, walks that find what overlaps."""

from __future__ import annotations

import numpy as np
import pytest

from ecsphys.space3d.math3d.box_tree import box_tree


def walk(
    bounds: np.ndarray, nodes: np.ndarray, lower: np.ndarray, upper: np.ndarray
) -> tuple[list[int], int]:
    found, visited, i = [], 0, 0
    while i < len(nodes):
        visited += 1
        number, behind = nodes[i].tolist()
        if (bounds[i, :3] <= upper).all() and (bounds[i, 3:] >= lower).all():
            if number >= 0:
                found.append(number)
            i += 1
        else:
            i = behind
    return sorted(found), visited


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 7, 8, 100, 1000])
def test_walks_find_what_overlaps(n: int):
    rng = np.random.default_rng(n)
    lower = rng.integers(0, 30, (n, 3)).astype(float)
    boxes = np.hstack([lower, lower + rng.uniform(0, 2, (n, 3))])
    bounds, nodes = box_tree(boxes)
    assert sorted(nodes[nodes[:, 0] >= 0, 0].tolist()) == list(range(n))
    assert nodes[0, 1] == len(nodes) == 2 * n - 1
    for k in range(20):
        low = rng.uniform(0, 30, 3)
        high = low + rng.uniform(0, 8, 3)
        expected = np.flatnonzero((boxes[:, :3] <= high).all(axis=1) & (boxes[:, 3:] >= low).all(axis=1))
        found, visited = walk(bounds, nodes, low, high)
        assert found == expected.tolist(), k
        assert visited <= 60 + 12 * len(found)


def test_boxes_at_one_place():
    boxes = np.tile([0.0, 0, 0, 1, 1, 1], (9, 1))
    bounds, nodes = box_tree(boxes)
    assert (bounds == boxes[0]).all()
    assert sorted(nodes[nodes[:, 0] >= 0, 0].tolist()) == list(range(9))
