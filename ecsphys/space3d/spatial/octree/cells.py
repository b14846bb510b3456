"""Cells of the octree: cubes that decide where a box is put and nothing else; searches look at bounds.

The tree is compressed: a child's cell may be many levels smaller than its parent's, so two crowds a million
units apart are one step from the root.
"""

from __future__ import annotations

from typing import NamedTuple

from ....arrays import Boxes, CellRows
from ....compile import inlined, kernel
from ....spatial.quadtree.nodes import FARTHEST, FINEST, RESOLUTION


class Cell(NamedTuple):
    """A cube, by its centre and half its side."""

    x: float
    y: float
    z: float
    half: float


class Extent(NamedTuple):
    """What decides where a box is put: its centre and half of its largest side."""

    x: float
    y: float
    z: float
    reach: float


@inlined
def extent_of(fat: Boxes, i: int) -> Extent:
    """Return the extent of proxy i, infinite or NaN when its box is; `reach` is no less than cells allow."""
    lx, ly, lz = float(fat[i, 0]), float(fat[i, 1]), float(fat[i, 2])
    ux, uy, uz = float(fat[i, 3]), float(fat[i, 4]), float(fat[i, 5])
    x, y, z = 0.5 * lx + 0.5 * ux, 0.5 * ly + 0.5 * uy, 0.5 * lz + 0.5 * uz
    smallest = max(FINEST, RESOLUTION * max(abs(x), max(abs(y), abs(z))))
    return Extent(x, y, z, max(smallest, 0.5 * max(ux - lx, max(uy - ly, uz - lz))))


@inlined
def can_have_cell(extent: Extent) -> bool:
    """Whether a cell can hold a box; False for infinite and NaN ones."""
    r = extent.reach
    return abs(extent.x) + r < FARTHEST and abs(extent.y) + r < FARTHEST and abs(extent.z) + r < FARTHEST


@inlined
def cell_of(cells: CellRows, n: int) -> Cell:
    """Return the cell of a node."""
    cell = cells[n]
    return Cell(cell.x, cell.y, cell.z, cell.half)


@kernel
def set_cell(cells: CellRows, n: int, cell: Cell) -> None:
    """Write the cell of a node."""
    row = cells[n]
    row.x = cell.x
    row.y = cell.y
    row.z = cell.z
    row.half = cell.half


@inlined
def fits(cell: Cell, extent: Extent) -> bool:
    """Whether a box belongs into a cell or below: centre inside, no side longer than the cell's."""
    away = max(abs(extent.x - cell.x), max(abs(extent.y - cell.y), abs(extent.z - cell.z)))
    return max(away, extent.reach) <= cell.half


@inlined
def octant(cell: Cell, x: float, y: float, z: float) -> int:
    """Return the eighth of a cell in which a point lies: bit 0 upper x, bit 1 upper y, bit 2 upper z."""
    return (1 if x >= cell.x else 0) + (2 if y >= cell.y else 0) + (4 if z >= cell.z else 0)


@inlined
def eighth(cell: Cell, q: int) -> Cell:
    """Return eighth q of a cell."""
    half = 0.5 * cell.half
    x, y, z = half if q & 1 else -half, half if q & 2 else -half, half if q & 4 else -half
    return Cell(cell.x + x, cell.y + y, cell.z + z, half)


@kernel
def grow_cell(cell: Cell, extent: Extent) -> Cell:
    """Double a cell towards a box until it holds the box."""
    while not fits(cell, extent):
        half = cell.half
        x = cell.x + (half if extent.x >= cell.x else -half)
        y = cell.y + (half if extent.y >= cell.y else -half)
        z = cell.z + (half if extent.z >= cell.z else -half)
        cell = Cell(x, y, z, 2.0 * half)
    return cell


@kernel
def smallest_common_cell(cell: Cell, inner: Cell, extent: Extent) -> Cell:
    """Return the smallest eighth of a cell that holds both a cell within it and a box outside of that."""
    while extent.reach <= 0.5 * cell.half and cell.half > 2.0 * inner.half:
        q = octant(cell, extent.x, extent.y, extent.z)
        if q != octant(cell, inner.x, inner.y, inner.z):
            break
        cell = eighth(cell, q)
    return cell
