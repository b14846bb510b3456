"""The contract of the broad-phase indices, and how one is chosen by name.

An index knows proxies by their ids (small ints, row numbers of `fat` and `filters`). Both arrays
belong to the world; ids are given as ascending int64 arrays. It keeps static proxies (`filters.mobile`
zero when inserted) apart from mobile ones, so that what does not move costs nothing. All kinds
give the same answers and look like a tree to kernels.
"""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

from ..arrays import Boxes, FilterRows, Ints
from ..parallel.thread_pool import SERIAL, ThreadPool
from .brute_force import BruteForce
from .pair_index import NO_PAIRS, KnownPairs
from .quadtree.nodes import Tree
from .quadtree.tree import Quadtree
from .sweep_and_prune import SweepAndPrune


class BroadPhase(Protocol):
    """What every kind of index offers. A box must not change without `move` or `update`.

    `tree` is for kernels that walk along rays or through boxes (`quadtree.rays`); it is another tuple
    after proxies were inserted or moved.
    """

    tree: Tree

    def insert(self, fat: Boxes, filters: FilterRows, ids: Ints) -> None:
        """Add proxies whose rows are filled."""

    def remove(self, ids: Ints) -> None:
        """Remove proxies; their rows may have been overwritten already."""

    def move(self, fat: Boxes, ids: Ints) -> None:
        """Take notice of rewritten boxes."""

    def pairs(self, fat: Boxes, filters: FilterRows, moved: Ints) -> Ints:
        """All pairs of which at least one is in `moved`, whose boxes overlap and that `may_meet`.

        Keys `a << 32 | b` with a < b, ascending, each once; the array is valid until the next call.
        """

    def update(
        self,
        fat: Boxes,
        filters: FilterRows,
        moved: Ints,
        pool: ThreadPool = SERIAL,
        known: KnownPairs = NO_PAIRS,
    ) -> Ints:
        """`move` and `pairs` in one call but for pairs that are known, by the threads of a pool if the index
        knows how.
        """

    def query(self, lx: float, ly: float, ux: float, uy: float, fat: Boxes) -> Ints:
        """The ids of all proxies whose boxes overlap a box, ascending; valid until the next call."""


BroadPhaseKind: TypeAlias = Literal["quadtree", "sweep_and_prune", "brute_force"]

KINDS: dict[BroadPhaseKind, type[BroadPhase]] = {
    "quadtree": Quadtree,
    "sweep_and_prune": SweepAndPrune,
    "brute_force": BruteForce,
}


def make_index(kind: BroadPhaseKind) -> BroadPhase:
    """A new index; `kind` is a key of KINDS."""
    return KINDS[kind]()
