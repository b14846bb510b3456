"""Broad phase."""

from __future__ import annotations

from ...contacts.pair_update import update_pairs
from .system import PhysicsSystem3


class BroadPhaseSystem(PhysicsSystem3):
    """Updates the spatial index with moved shapes and adds the contacts of new pairs."""

    def run(self) -> None:
        """Find new pairs and add their contacts."""
        update_pairs(self.world, self.simulation.context)
