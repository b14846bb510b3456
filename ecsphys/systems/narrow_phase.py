"""Narrow phase."""

from __future__ import annotations

from ..contacts.narrow_phase import run_narrow_phase
from .system import PhysicsSystem


class NarrowPhaseSystem(PhysicsSystem):
    """Computes the manifold of every contact that may push, wakes touched bodies and runs contact hooks."""

    def run(self) -> None:
        """Update the contacts that may push."""
        world = self.world
        if world.solid.contact_count == 0 or not (
            world.awake_count or world.awake_stale or world.has_unknown_touches
        ):
            return
        woken = run_narrow_phase(world, world.solid, self.simulation.context)
        world.awake_stale = world.awake_stale or woken > 0
        self.physics.hooks.run_contact_hooks(late=False)
