"""The collision list."""

from __future__ import annotations

import numpy as np

from ..arrays import Array
from ..contacts.end_reasons import update_end_reasons
from ..contacts.narrow_phase import find_post_solve_touches
from ..contacts.pair_update import update_pairs
from ..contacts.table import PAIRS, reserve_pairs, table_of, world_rows_of
from ..contacts.touch_list import EventRules, update_touch_list
from ..events import COLLISION_NAMES
from ..world.contacts import PairTable
from ..world.events import STAY
from ..world.state import World
from .system import PhysicsSystem


class CollisionListSystem(PhysicsSystem):
    """Finds out which entities touch, since when, and whose touch has ended.

    The bodies have moved since the broad phase: what left its fat box is shown to the broad phase
    again, so that a touch is reported in the step in which it happens.
    """

    _first = 0  # of its events' names, among all names
    _names = (1 << len(COLLISION_NAMES)) - 1  # a bit for each

    def run(self) -> None:
        """Bring the collision list up to date and note begins and ends."""
        world = self.world
        update_pairs(world, self.physics.context)
        if world.solid.contact_count and (world.awake_count or world.has_unknown_touches):
            find_post_solve_touches(world, world.solid)
            self.physics.hooks.run_contact_hooks(late=True)
        self.list(world.solid, 0)

    def list(self, table: PairTable, triggers: int) -> None:
        """Begin, stay and end of the pairs of one table; nothing to do where nothing moves."""
        world, physics, simulation = self.world, self.physics, self.physics.simulation
        wanted = physics.events.wanted >> self._first & self._names
        crossings = crossings_of(world, triggers)
        if table.contact_count + table.counts[PAIRS] + len(crossings) == 0 or not (
            world.awake_count or world.has_unknown_touches or wanted >> STAY & 1
        ):
            return
        update_end_reasons(world, table)
        events, owners = world.events, world_rows_of(world)
        rules = EventRules(
            simulation.clock.step_count,
            simulation.settings.end_after,
            wanted,
            physics.context.dt,
            physics.events.hit_speed,
        )
        while True:
            found = update_touch_list(table_of(table), owners, crossings, events.rows, events.count, rules)
            if found.more_pairs + found.more_events == 0:
                break
            reserve_pairs(table, found.more_pairs)
            events.reserve(found.more_events)
        events.count = found.events


def crossings_of(world: World, triggers: int) -> Array:
    """What swept bodies passed: triggers or not, by pair and then by time."""
    rows: Array = world.crossings
    if not len(rows):
        return rows
    rows = rows[(rows["trigger_a"] | rows["trigger_b"]) == triggers]
    order = np.lexsort((rows["entry_time"], rows["body_b"], rows["body_a"]))
    return np.ascontiguousarray(rows[order])
