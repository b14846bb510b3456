"""Broad phase."""

from __future__ import annotations

from ..contacts.pair_update import update_pairs
from .system import PhysicsSystem


class BroadPhaseSystem(PhysicsSystem):
    """Updates the spatial index with moved shapes and adds the contacts of new pairs.

    >>> import esper
    >>> from ecsphys import BroadPhaseSystem, Circle, Collider, Physics, RigidBody, Transform
    >>> class Look(BroadPhaseSystem):
    ...     def run(self):
    ...         super().run()
    ...         print(self.physics.counts.all_pairs, self.physics.counts.pairs)
    ...
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> physics.replace(BroadPhaseSystem, Look())
    >>> for x in (0, 30, 500):
    ...     ball = esper.create_entity(Transform(x, 0), RigidBody(), Collider(Circle(16)))
    ...
    >>> esper.process(1 / 60)
    3 1
    """

    def run(self) -> None:
        """Find new pairs and add their contacts."""
        update_pairs(self.world, self.simulation.context)
