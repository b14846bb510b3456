"""The contract of broad phases, and their choice by name.

A broad phase is an index of proxies by their ids, the row numbers of `fat` and `filters`. Both arrays belong
to the world; ids come as ascending int64 arrays. Static proxies (`filters.mobile` zero when inserted) are
kept apart from mobile ones, so that what does not move costs nothing. All kinds give the same answers in the
same order and show the same face to kernels, a `ProxyTree` (`spatial.walk`).
"""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

from ..arrays import Boxes, FilterRows, Ints
from ..parallel.thread_pool import SERIAL, ThreadPool
from .brute_force import BruteForce
from .filters import Compared
from .pair_index import NO_PAIRS, KnownPairs
from .quadtree.tree import Quadtree
from .sweep_and_prune import SweepAndPrune
from .walk import ProxyTree


class BaseBroadPhase(Protocol):
    """What a world asks of a broad phase, in the plane or in space.

    Rewritten boxes count from `move` or `update` on.
    """

    compared: Compared  # by the last call of `pairs` or `update`

    def insert(self, fat: Boxes, filters: FilterRows, ids: Ints) -> None:
        """Add proxies whose rows are filled."""

    def remove(self, ids: Ints) -> None:
        """Remove proxies; their rows may have been overwritten already."""

    def move(self, fat: Boxes, ids: Ints) -> None:
        """Take over rewritten boxes."""

    def pairs(self, fat: Boxes, filters: FilterRows, moved: Ints) -> Ints:
        """Return all pairs with at least one proxy in `moved` whose boxes overlap and that `may_collide`.

        They are `pair_key`s, ascending, each once; the array is valid until the next call.
        """

    def update(
        self,
        fat: Boxes,
        filters: FilterRows,
        moved: Ints,
        pool: ThreadPool = SERIAL,
        known: KnownPairs = NO_PAIRS,
    ) -> Ints:
        """Call `move` and return the `pairs` that are not known; may use the threads of a pool."""

    def cells(self, part: int) -> Boxes:
        """Return the boxes into which the index divides a part's space, for drawing; none if flat."""


class BroadPhase(BaseBroadPhase, Protocol):
    """What a world and its kernels ask of a broad phase."""

    @property
    def tree(self) -> ProxyTree:
        """The proxies as kernels walk them: another tuple after proxies were inserted, moved or removed."""

    def query(self, lx: float, ly: float, ux: float, uy: float, fat: Boxes) -> Ints:
        """Return the proxies whose boxes overlap a rectangle, ascending; valid until the next call."""


BroadPhaseKind: TypeAlias = Literal["quadtree", "sweep_and_prune", "brute_force"]

KINDS: dict[BroadPhaseKind, type[BroadPhase]] = {
    "quadtree": Quadtree,
    "sweep_and_prune": SweepAndPrune,
    "brute_force": BruteForce,
}


def make_index(kind: BroadPhaseKind) -> BroadPhase:
    """Return a new index; `kind` is a key of KINDS."""
    return KINDS[kind]()
