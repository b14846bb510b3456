"""The collision list."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import Array
from ..contacts.end_reasons import update_end_reasons
from ..contacts.growth import reserve_pairs
from ..contacts.pair_update import update_pairs
from ..contacts.post_solve import find_post_solve_touches
from ..contacts.table import table_of, world_rows_of
from ..contacts.touch_events import EventRules
from ..math2d.vec2 import new_tuple
from ..world.base_world import BaseWorld
from ..world.contacts import CONTACT_COUNT, PAIR_COUNT, PairTable
from ..world.events import COLLISION_CRUSH, NUMBER_OF
from ..world.waking import update_awake
from .system import PhysicsSystem


class CollisionListSystem(PhysicsSystem):
    """Updates which entities touch, since when, and why their touch ended.

    The bodies have moved since the broad phase: the pairs of shapes that left their fat boxes are searched
    again, so that a touch is reported in the step in which it happens.

    >>> import esper
    >>> from ecsphys import Circle, Collider, CollisionListSystem, Physics, RigidBody, Transform
    >>> class Look(CollisionListSystem):
    ...     def run(self):
    ...         before = self.physics.collisions.of(a)
    ...         super().run()
    ...         print(before, self.physics.collisions.of(a) == {b})
    ...
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> physics.replace(CollisionListSystem, Look())
    >>> a = esper.create_entity(Transform(0, 0), RigidBody(), Collider(Circle(16)))
    >>> b = esper.create_entity(Transform(30, 0), RigidBody(), Collider(Circle(16)))
    >>> esper.process(1 / 60)
    set() True
    """

    def run(self) -> None:
        """Update the collision list and append the events of its pairs."""
        world = self.world
        update_pairs(world, self.simulation.context)
        self.simulation.take_in_writes()
        if world.solid.counted[CONTACT_COUNT] and (world.awake_count or world.has_unknown_touches):
            find_post_solve_touches(world, world.solid, self.simulation.context.slop)
            self.physics.hooks.contact_hooks.run(post_solve=True)
        update_list(self.physics, world.solid)
        if world.is_driven:
            report_squeezed(self.physics)


def update_list(physics: Any, table: PairTable) -> None:
    """Update the pairs of one table; does nothing where nothing moves and no stays are listened to."""
    simulation = physics.simulation
    world = simulation.world
    wanted = physics.events.wanted & table.kind_mask
    crossings = world.crossings
    if len(crossings):
        crossings = crossings_of(world, table is world.triggers)
    if not (table.counted[CONTACT_COUNT] or table.counted[PAIR_COUNT] or len(crossings)):
        return
    if not (world.awake_count or world.has_unknown_touches or wanted >> table.kinds.stay & 1):
        return
    if world.contacts_removed:
        update_end_reasons(world, table)
    events, rows = world.events, world_rows_of(world)
    step, end_after = simulation.clock.step_count, simulation.settings.end_after
    dt, hit_speed = simulation.context.dt, physics.events.hit_speed
    rules = new_tuple(EventRules, (step, end_after, wanted, dt, hit_speed, table.kinds))
    update = world.dimension.update_touch_list
    while True:
        result = update(table_of(table), rows, crossings, events.rows, events.count, rules)
        if result.more_pairs + result.more_events == 0:
            break
        reserve_pairs(table, result.more_pairs)
        events.reserve(result.more_events)
    events.count = result.events


def report_squeezed(physics: Any) -> None:
    """Find the bodies that kinematic bodies squeeze, and append the events of those that were not before."""
    simulation = physics.simulation
    world, settings = simulation.world, simulation.settings
    if not (world.solid.contact_count and world.awake_count):
        return
    awake, events, wanted = update_awake(world), world.events, physics.events.wanted
    rules = EventRules(simulation.clock.step_count, settings.end_after, wanted, 0.0, 0.0, world.solid.kinds)
    if wanted >> NUMBER_OF[COLLISION_CRUSH] & 1:
        events.reserve(len(awake))
    events.count = world.dimension.find_squeezed(
        *(table_of(world.solid), world_rows_of(world), awake, world.crossings[:0]),
        *(events.rows, events.count, rules, simulation.context.slop),
    )


def crossings_of(world: BaseWorld, with_trigger: bool) -> Array:
    """Return the crossings with a trigger, or all others, sorted by pair and then by time.

    Of those at one time the first is of the smaller shape index in the smaller entity's collider, then in the
    other one's, and of a chain's segments the one of the smaller x, y of the point, then of the normal: the
    order in which sweeps find shapes is that of the broad phase.
    """
    rows: Array = world.crossings
    rows = rows[((rows["trigger_a"] | rows["trigger_b"]) != 0) == with_trigger]
    order = world.dimension.crossing_order
    keys = (*order, "shape_b", "shape_a", "entry_time", "body_b", "body_a")  # first: the last
    return np.ascontiguousarray(rows[np.lexsort([rows[key] for key in keys])])
