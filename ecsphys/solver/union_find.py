"""Disjoint sets of bodies, by union-find with path halving.

The root of a set is its smallest row, in whatever order sets were united.

R. E. Tarjan, *Efficiency of a Good But Not Linear Set Union Algorithm* (1975).
"""

from __future__ import annotations

from ..arrays import Ints
from ..compile import kernel


@kernel
def find_root(parents: Ints, row: int) -> int:
    """Return the smallest row of a body's island."""
    while parents[row] != row:
        parents[row] = parents[parents[row]]
        row = parents[row]
    return row


@kernel
def unite(parents: Ints, a: int, b: int) -> None:
    """Unite the islands of two bodies."""
    root_a = find_root(parents, a)
    root_b = find_root(parents, b)
    parents[max(root_a, root_b)] = min(root_a, root_b)
