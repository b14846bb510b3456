"""Narrow phase."""

from __future__ import annotations

from ..contacts.narrow_phase import run_narrow_phase
from ..world.areas import NO_INFLUENCES
from ..world.contacts import CONTACT_COUNT
from .foresight import Foresight
from .system import PhysicsSystem


class NarrowPhaseSystem(PhysicsSystem):
    """Computes the manifold of every contact that may push, wakes touched bodies and runs contact hooks.

    >>> import esper
    >>> from ecsphys import Circle, Collider, NarrowPhaseSystem, Physics, RigidBody, Transform
    >>> class Look(NarrowPhaseSystem):
    ...     def run(self):
    ...         super().run()
    ...         print(self.physics.counts.pairs, self.physics.counts.touching)
    ...
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> physics.replace(NarrowPhaseSystem, Look())
    >>> for x in (0, 30):  # their boxes overlap at the corners, the discs do not
    ...     ball = esper.create_entity(Transform(x, x), RigidBody(), Collider(Circle(16)))
    ...
    >>> esper.process(1 / 60)
    1 0
    """

    def __init__(self) -> None:
        super().__init__()
        self._foresight = Foresight()

    def run(self) -> None:
        """Update the contacts that may push."""
        world = self.world
        fields, constant = self.physics.hooks.fields, len(world.constant_forces[1])
        if fields.fields or constant or world.influences is not NO_INFLUENCES:
            self._foresight.run(self.simulation, fields)
        if world.solid.counted[CONTACT_COUNT] == 0 or not (
            world.awake_count or world.awake_stale or world.has_unknown_touches
        ):
            return
        woken = run_narrow_phase(world, world.solid, self.simulation.context)
        world.awake_stale = world.awake_stale or woken > 0
        self.physics.hooks.contact_hooks.run(post_solve=False)
