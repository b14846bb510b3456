"""Broad phase."""

from __future__ import annotations

from ..contacts.pair_update import update_pairs
from .system import PhysicsSystem


class BroadPhaseSystem(PhysicsSystem):
    """Shows moved shapes to the quadtree and makes contacts of new pairs."""

    def run(self) -> None:
        """Find new pairs."""
        update_pairs(self.world, self.physics.context)
