"""The collision list, and triggers."""

from __future__ import annotations

from ...contacts.pair_update import update_pairs
from ...systems.collision_list import report_squeezed, update_list
from ...world.contacts import CONTACT_COUNT
from ..contacts.narrow_phase import narrow_phase
from ..contacts.post_solve import post_solve_touches3
from .system import PhysicsSystem3, scene_of


class CollisionListSystem(PhysicsSystem3):
    """Updates which entities touch, since when, and why their touch ended.

    The bodies have moved since the broad phase: the pairs of shapes that left their fat boxes are searched
    again, so that a touch is reported in the step in which it happens.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> physics = s3.Physics3D(end_after=3)
    >>> esper.add_processor(physics)
    >>> ghost = s3.Collider3D(s3.Sphere(1), mask=0, detect_mask=1)
    >>> wall = esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Box(1, 9, 9)))
    >>> ball = esper.create_entity(s3.Transform3D(), s3.Body3D(), ghost)
    >>> esper.process(1 / 60)
    >>> [(touch.other(wall) == ball, touch.age, touch.frames_left) for touch in physics.collisions]
    [(True, 0, 3)]
    """

    def run(self) -> None:
        """Update the collision list and append the events of its pairs."""
        world = self.world
        update_pairs(world, self.simulation.context)
        self.simulation.take_in_writes()
        if world.solid.counted[CONTACT_COUNT] and (world.awake_count or world.has_unknown_touches):
            post_solve_touches3(scene_of(world, world.solid), self.simulation.context.slop)
        update_list(self.physics, world.solid)
        if world.is_driven:
            report_squeezed(self.physics)


class TriggerSystem(PhysicsSystem3):
    """Updates which entities are inside which trigger, from the bodies' poses after the step.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> physics = s3.Physics3D()
    >>> esper.add_processor(physics)
    >>> goal = esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Box(2, 4, 6), trigger=True))
    >>> ball = esper.create_entity(s3.Transform3D(), s3.Body3D(), s3.Collider3D(s3.Sphere(1)))
    >>> esper.process(1 / 60)
    >>> physics.collisions.triggers_of(ball) == {goal}
    True
    """

    def run(self) -> None:
        """Update the list of trigger overlaps and append their enters, stays and exits."""
        world, table = self.world, self.world.triggers
        if not world.has_triggers:
            return
        if world.awake_count or world.has_unknown_touches:
            narrow_phase(scene_of(world, table), self.simulation.context)
            post_solve_touches3(scene_of(world, table), self.simulation.context.slop)
        update_list(self.physics, table)
