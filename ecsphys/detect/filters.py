"""Which two proxies may form a pair: their boxes overlap and their filters agree."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import kernel

Boxes = npt.NDArray[np.float64]  # (n, 4): lower x, lower y, upper x, upper y
Filters = npt.NDArray[Any]  # world.layout.FILTER


@kernel
def may_meet(filters: Filters, i: int, j: int) -> bool:
    """Whether proxies i and j may form a pair, wherever they are.

    They belong to two bodies of which at least one can move. Equal non-zero groups decide alone:
    positive always, negative never. Otherwise each one's layer must be in the other's mask.
    """
    a = filters[i]
    b = filters[j]
    if a.body == b.body or (a.mobile == 0 and b.mobile == 0):
        return False
    if a.group != 0 and a.group == b.group:
        return bool(a.group > 0)
    return bool(a.layer & b.mask != 0 and b.layer & a.mask != 0)


@kernel
def box_meets(fat: Boxes, i: int, lx: float, ly: float, ux: float, uy: float) -> bool:
    """Whether box i overlaps the given one; touching counts."""
    return bool((fat[i, 0] <= ux) & (lx <= fat[i, 2]) & (fat[i, 1] <= uy) & (ly <= fat[i, 3]))


@kernel
def boxes_meet(fat: Boxes, i: int, j: int) -> bool:
    """Whether boxes i and j overlap; touching counts."""
    return bool(box_meets(fat, i, fat[j, 0], fat[j, 1], fat[j, 2], fat[j, 3]))
