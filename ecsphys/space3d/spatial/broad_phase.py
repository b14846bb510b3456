"""The contract of indices of a world in space, and their choice by name.

An index knows proxies by their ids, the row numbers of `fat` (n, 6) and `filters`, as in the plane
(`ecsphys.spatial.broad_phase`): both arrays belong to the world, ids come as ascending int64 arrays, static
proxies are kept apart from mobile ones and cost nothing in a step. All kinds give the same answers in the
same order and show the same face to kernels, a `ProxyTree` (`walk`). `indices` has the classes that games
use, which keep the boxes themselves.
"""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

from ...arrays import Ints
from ...spatial.broad_phase import BaseBroadPhase
from .brute_force import BruteForceIndex
from .bvh.tree import BoundingVolumeIndex
from .cuboid import Cuboid
from .octree.tree import OctreeIndex
from .sweep_and_prune import SweepAndPruneIndex
from .walk import ProxyTree


class BroadPhase3(BaseBroadPhase, Protocol):
    """What a world and its kernels ask of an index."""

    @property
    def tree(self) -> ProxyTree:
        """The proxies as kernels walk them: another tuple after proxies were inserted, moved or removed."""

    def query(self, box: Cuboid) -> Ints:
        """Return the proxies whose boxes overlap a box, ascending; valid until the next call."""


BroadPhaseKind3: TypeAlias = Literal["octree", "bounding_volume_tree", "sweep_and_prune", "brute_force"]

KINDS: dict[BroadPhaseKind3, type[BroadPhase3]] = {
    "octree": OctreeIndex,
    "bounding_volume_tree": BoundingVolumeIndex,
    "sweep_and_prune": SweepAndPruneIndex,
    "brute_force": BruteForceIndex,
}


def make_index(kind: BroadPhaseKind3) -> BroadPhase3:
    """Return a new index; `kind` is a key of KINDS."""
    return KINDS[kind]()
