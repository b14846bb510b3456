"""A tree of boxes above many boxes that stay where they are, for walks without a stack."""

from __future__ import annotations

import numpy as np

from ...arrays import Ints, Ints2, Reals2


def box_tree(boxes: Reals2) -> tuple[Reals2, Ints2]:
    """Return the boxes (2 n - 1, 6) and nodes (2 n - 1, 2) of a tree above n >= 1 boxes.

    Nodes are in depth-first order: the number of a leaf's box, or -1, and the row where a walk goes on that
    leaves the node and what is below it out. Each node is cut in two halves of equal number along the longest
    side of the bounds of its boxes' middles. All nodes of a level are made at once.
    """
    n = len(boxes)
    nodes, bounds = np.empty((2 * n - 1, 2), np.int64), np.empty((2 * n - 1, 6))
    middles = boxes[:, :3] + boxes[:, 3:]
    order = np.arange(n)
    row, start, count = np.zeros(1, np.int64), np.zeros(1, np.int64), np.full(1, n)
    while len(row):
        nodes[row, 0] = np.where(count == 1, order[start], -1)
        nodes[row, 1] = row + 2 * count - 1
        bounds[row, :3], bounds[row, 3:] = _extent(boxes[:, :3][order], boxes[:, 3:][order], start, count)
        inner = count > 1
        row, start, count = row[inner], start[inner], count[inner]
        if len(row):
            _sort(order, middles, start, count)
        first = (count + 1) // 2
        row = np.stack([row + 1, row + 2 * first], axis=1).reshape(-1)
        start = np.stack([start, start + first], axis=1).reshape(-1)
        count = np.stack([first, count - first], axis=1).reshape(-1)
    return bounds, nodes


def _extent(lower: Reals2, upper: Reals2, start: Ints, count: Ints) -> tuple[Reals2, Reals2]:
    """Return the least and the largest coordinates of runs of rows."""
    runs = np.stack([start, start + count], axis=1).reshape(-1)
    runs = runs[:-1] if runs[-1] == len(lower) else runs
    least: Reals2 = np.minimum.reduceat(lower, runs, axis=0)[::2]
    largest: Reals2 = np.maximum.reduceat(upper, runs, axis=0)[::2]
    return least, largest


def _sort(order: Ints, middles: Reals2, start: Ints, count: Ints) -> None:
    """Sort the boxes of each run along the longest side of the bounds of their middles."""
    placed = middles[order]
    least, largest = _extent(placed, placed, start, count)
    run = np.repeat(np.arange(len(start)), count)
    places = np.arange(len(run)) + np.repeat(start - (np.cumsum(count) - count), count)
    axis = (largest - least).argmax(axis=1)[run]
    order[places] = order[places][np.lexsort((placed[places, axis], run))]
