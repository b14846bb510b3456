"""Axis-aligned boxes of space as six numbers, and rows of them: lower x, y, z, upper x, y, z."""

from __future__ import annotations

from typing import NamedTuple

from ...arrays import Boxes
from ...compile import inlined


class Cuboid(NamedTuple):
    """An axis-aligned box, by its lower and upper corner."""

    lx: float
    ly: float
    lz: float
    ux: float
    uy: float
    uz: float


@inlined
def cuboid_of(boxes: Boxes, i: int) -> Cuboid:
    """Return row i of an array of boxes."""
    return Cuboid(boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3], boxes[i, 4], boxes[i, 5])


@inlined
def union(a: Cuboid, b: Cuboid) -> Cuboid:
    """Return the smallest box around two boxes."""
    return Cuboid(
        min(a.lx, b.lx), min(a.ly, b.ly), min(a.lz, b.lz), max(a.ux, b.ux), max(a.uy, b.uy), max(a.uz, b.uz)
    )


@inlined
def encloses(a: Cuboid, b: Cuboid) -> bool:
    """Whether box a encloses box b."""
    return bool(
        (a.lx <= b.lx) & (a.ly <= b.ly) & (a.lz <= b.lz) & (a.ux >= b.ux) & (a.uy >= b.uy) & (a.uz >= b.uz)
    )


@inlined
def gap_to(boxes: Boxes, i: int, box: Cuboid) -> float:
    """Return the largest gap along an axis between row i of some boxes and a box; above 0: apart.

    One number instead of six comparisons, whose branches are mispredicted.
    """
    gap_x = max(boxes[i, 0] - box.ux, box.lx - boxes[i, 3])
    gap_y = max(boxes[i, 1] - box.uy, box.ly - boxes[i, 4])
    gap_z = max(boxes[i, 2] - box.uz, box.lz - boxes[i, 5])
    return float(max(gap_x, max(gap_y, gap_z)))


@inlined
def overlaps(boxes: Boxes, i: int, box: Cuboid) -> bool:
    """Whether row i of an array of boxes overlaps a box; touching counts."""
    return gap_to(boxes, i, box) <= 0.0


@inlined
def rows_overlap(boxes: Boxes, i: int, j: int, margin: float = 0.0) -> bool:
    """Whether rows i and j of an array of boxes are at most `margin` apart; touching counts."""
    return gap_to(boxes, i, cuboid_of(boxes, j)) <= margin
