"""The broad phase that keeps proxies in order along x (Baraff, *Dynamic Simulation*, 1992, sweep and prune).

From step to step the order hardly changes, so insertion sort mends it in nearly linear time.
Simple and quick for worlds that are wide and flat; slow where many boxes share their x range.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import INT, INTS, REALS2, array, entry, kernel
from ..world.layout import FILTER
from .filters import boxes_meet, may_meet
from .hashing import pair_key

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Boxes = npt.NDArray[np.float64]


@entry(REALS2, INTS)
def sort_by_lower_x(fat: Boxes, order: Ints) -> None:
    """Insertion sort: fast when little has changed."""
    for k in range(1, len(order)):
        i = order[k]
        while k > 0 and fat[order[k - 1], 0] > fat[i, 0]:
            order[k] = order[k - 1]
            k -= 1
        order[k] = i


@kernel
def sweep(
    fat: Boxes, filters: Rows, one: Ints, two: Ints, has_moved: Ints, keys: Ints, found: int, strict: int
) -> int:
    """Append all pairs of a proxy of `one` and a proxy of `two` that begins inside its x range.

    `strict`: not those that begin at the same x. Returns how many pairs there are now.
    """
    start = 0
    for i in one:
        lx, ux = fat[i, 0], fat[i, 2]
        while start < len(two) and (fat[two[start], 0] < lx or (strict == 1 and fat[two[start], 0] == lx)):
            start += 1
        for k in range(start, len(two)):
            j = two[k]
            if fat[j, 0] > ux:
                break
            if has_moved[i] + has_moved[j] > 0 and boxes_meet(fat, i, j) and may_meet(filters, i, j):
                if found < len(keys):
                    keys[found] = pair_key(i, j)
                found += 1
    return found
