"""Broad phase."""

from __future__ import annotations

from ...contacts.pair_update import update_pairs
from .system import PhysicsSystem3


class BroadPhaseSystem(PhysicsSystem3):
    """Updates the spatial index with moved shapes and adds the contacts of new pairs.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> physics = s3.Physics3D()
    >>> type(physics.systems[0]).__name__
    'BroadPhaseSystem'
    >>> for system in physics.systems:  # instead of the physics itself, under a clock of the game's own
    ...     esper.add_processor(system)
    ...
    >>> esper.process(1 / 60)
    >>> physics.step_count
    1
    """

    def run(self) -> None:
        """Find new pairs and add their contacts."""
        update_pairs(self.world, self.simulation.context)
