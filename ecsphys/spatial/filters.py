"""Which two proxies may form a pair: their boxes overlap and their filters agree."""

from __future__ import annotations

from typing import NamedTuple

from ..arrays import Boxes, FilterRows
from ..compile import inlined
from .pair_index import MISSING, KnownPairs, lookup
from .pair_keys import pair_key


class Rect(NamedTuple):
    """Lower and upper corner."""

    lx: float
    ly: float
    ux: float
    uy: float


@inlined
def may_collide(filters: FilterRows, i: int, j: int) -> bool:
    """Whether proxies i and j may form a pair, wherever they are.

    They belong to two bodies of which at least one can move. Equal non-zero groups decide alone:
    positive always, negative never. Otherwise each one's layer must be among those that the other notices.
    """
    a = filters[i]
    b = filters[j]
    if a.body == b.body or (a.mobile == 0 and b.mobile == 0):
        return False
    if a.group != 0 and a.group == b.group:
        return bool(a.group > 0)
    return bool(a.layer & b.combined_mask != 0 and b.layer & a.combined_mask != 0)


@inlined
def is_new_pair(filters: FilterRows, known: KnownPairs, i: int, j: int) -> bool:
    """Whether the pair of proxies i and j is not known yet."""
    key = pair_key(i, j)
    if filters[i].trigger + filters[j].trigger != 0:
        return lookup(known.triggers, key) == MISSING
    return lookup(known.solid, key) == MISSING


@inlined
def may_push(filters: FilterRows, i: int, j: int) -> bool:
    """Whether two proxies that meet push each other: one is dynamic, each one's layer in the other's mask."""
    return bool(filters[i].dynamic + filters[j].dynamic != 0 and may_block(filters, i, j))


@inlined
def may_block(filters: FilterRows, i: int, j: int) -> bool:
    """Whether two proxies that meet are solid to each other: each one's layer in the other's mask."""
    a = filters[i]
    b = filters[j]
    if a.group != 0 and a.group == b.group:
        return True
    return bool(a.layer & b.mask != 0 and b.layer & a.mask != 0)


@inlined
def rect_of(boxes: Boxes, i: int) -> Rect:
    """Row i of an array of boxes."""
    return Rect(boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3])


@inlined
def gap_to(boxes: Boxes, i: int, box: Rect) -> float:
    """By how much row i of an array of boxes and a box are apart along an axis; 0 or less: they meet.

    One number instead of four comparisons: a processor cannot foretell which of these decides (narrow
    phase of 4,000 pairs: 0.17 to 0.13 ms, 2026-11-21).
    """
    gap_x = max(boxes[i, 0] - box.ux, box.lx - boxes[i, 2])
    return float(max(gap_x, max(boxes[i, 1] - box.uy, box.ly - boxes[i, 3])))


@inlined
def overlaps_rect(boxes: Boxes, i: int, box: Rect) -> bool:
    """Whether row i of an array of boxes overlaps a box; touching counts."""
    return gap_to(boxes, i, box) <= 0.0


@inlined
def rows_overlap(boxes: Boxes, i: int, j: int, margin: float = 0.0) -> bool:
    """Whether rows i and j of an array of boxes are at most `margin` apart; touching counts."""
    return gap_to(boxes, i, rect_of(boxes, j)) <= margin
