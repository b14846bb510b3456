"""An order of many rays in which neighbours follow each other.

What one ray reads of the tree and the shapes is then still in the cache for the next: ten thousand rays
against five thousand shapes take a third less time (2026-11-21).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..arrays import Ints, Reals2
from ..compile import INTS, REALS2, group, inlined, kernel

CELLS_PER_SIDE = 64
BLOCK_SIDE = 8  # cells are numbered block by block, so that neighbours have near numbers
CELLS = CELLS_PER_SIDE * CELLS_PER_SIDE


class SortedRays(NamedTuple):
    """The sorted row of each ray (n), the first row of each cell (CELLS), and the rows (n, 6).

    A row is start and step; while rays are cast they are replaced by point, normal, fraction and entity.
    """

    places: Ints
    cells: Ints
    rows: Reals2


SORTED_RAYS = group(SortedRays, INTS, INTS, REALS2)


def make_sorted_rays(count: int) -> SortedRays:
    """Return room for `count` rays."""
    return SortedRays(np.empty(count, np.int64), np.empty(CELLS, np.int64), np.empty((count, 6)))


def slice_rays(rays: SortedRays, part: slice) -> SortedRays:
    """Return the room of some of the rays, to be sorted at the same time as others."""
    return SortedRays(rays.places[part], np.empty(CELLS, np.int64), rays.rows[part])


@inlined
def column_of(at: float, low: float, high: float) -> int:
    """Return the column of a coordinate between `low` and `high`; halves avoid overflow."""
    fraction = (0.5 * at - 0.5 * low) * (CELLS_PER_SIDE / max(0.5 * high - 0.5 * low, 1e-300))
    return int(fraction) if fraction < CELLS_PER_SIDE - 1 else CELLS_PER_SIDE - 1


@inlined
def cell_number(column: int, row: int) -> int:
    """Return the number of a cell, block by block."""
    block = row // BLOCK_SIDE * (CELLS_PER_SIDE // BLOCK_SIDE) + column // BLOCK_SIDE
    return (block * BLOCK_SIDE + row % BLOCK_SIDE) * BLOCK_SIDE + column % BLOCK_SIDE


@kernel
def sort_by_cells(starts: Reals2, ends: Reals2, rays: SortedRays) -> None:
    """Sort rays from `starts` to `ends` (n, 2) by the cell in which they start (counting sort)."""
    places, cells, rows = rays.places, rays.cells, rays.rows
    lx, ly, ux, uy = math.inf, math.inf, -math.inf, -math.inf
    for k in range(len(starts)):
        lx, ly = min(lx, starts[k, 0]), min(ly, starts[k, 1])
        ux, uy = max(ux, starts[k, 0]), max(uy, starts[k, 1])
    cells[:] = 0
    for k in range(len(starts)):
        cells[cell_number(column_of(starts[k, 0], lx, ux), column_of(starts[k, 1], ly, uy))] += 1
    first = 0
    for cell in range(CELLS):
        count = cells[cell]
        cells[cell] = first
        first += count
    for k in range(len(starts)):
        cell = cell_number(column_of(starts[k, 0], lx, ux), column_of(starts[k, 1], ly, uy))
        place = cells[cell]
        cells[cell] += 1
        places[k] = place
        rows[place, 0], rows[place, 1] = starts[k, 0], starts[k, 1]
        rows[place, 2], rows[place, 3] = ends[k, 0] - starts[k, 0], ends[k, 1] - starts[k, 1]
