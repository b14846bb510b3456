"""Narrow phase."""

from __future__ import annotations

from ...world.contacts import CONTACT_COUNT
from ..contacts.narrow_phase import narrow_phase
from .system import PhysicsSystem3, scene_of


class NarrowPhaseSystem(PhysicsSystem3):
    """Computes the manifold of every contact that may push, and wakes touched bodies.

    >>> import time
    >>> from ecsphys import space3d as s3
    >>> class Timed(s3.NarrowPhaseSystem):
    ...     def run(self):
    ...         before = time.perf_counter()
    ...         super().run()
    ...         self.seconds = time.perf_counter() - before
    ...
    >>> physics, timed = s3.Physics3D(), Timed()
    >>> physics.replace(s3.NarrowPhaseSystem, timed)
    >>> physics.step_once()
    >>> timed.seconds < 1
    True
    """

    def run(self) -> None:
        """Update the contacts that may push."""
        world = self.world
        if world.solid.counted[CONTACT_COUNT] == 0 or not (
            world.awake_count or world.awake_stale or world.has_unknown_touches
        ):
            return
        woken = narrow_phase(scene_of(world, world.solid), self.simulation.context)
        world.awake_stale = world.awake_stale or woken > 0
