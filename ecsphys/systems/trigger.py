"""Triggers."""

from __future__ import annotations

from ..contacts.narrow_phase import run_narrow_phase
from ..contacts.post_solve import find_post_solve_touches
from .collision_list import CollisionListSystem, update_list


class TriggerSystem(CollisionListSystem):
    """Updates which entities are inside which trigger, from the bodies' poses after the step.

    >>> import esper
    >>> from ecsphys import AABB, Circle, Collider, Physics, RigidBody, Transform, TriggerSystem
    >>> class Look(TriggerSystem):
    ...     def run(self):
    ...         super().run()
    ...         print(self.physics.collisions.triggers_of(ball) == {zone})
    ...
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> physics.replace(TriggerSystem, Look())
    >>> zone = esper.create_entity(Transform(), Collider(AABB(200, 200), trigger=True))
    >>> ball = esper.create_entity(Transform(), RigidBody(), Collider(Circle(16)))
    >>> esper.process(1 / 60)
    True
    """

    def run(self) -> None:
        """Update the list of trigger overlaps and append their enters, stays and exits."""
        world, table = self.world, self.world.triggers
        if not world.has_triggers:
            return
        if world.awake_count or world.has_unknown_touches:
            run_narrow_phase(world, table, self.simulation.context)
            find_post_solve_touches(world, table, self.simulation.context.slop)
        update_list(self.physics, table)
