"""Continuous collision."""

from __future__ import annotations

import numpy as np

from ..ccd.advance import ASK, DONE, fly, record_impacts, touch_down
from ..ccd.candidates import find_fast
from ..ccd.next_event import Sky
from ..ccd.records import CROSSINGS, DROPPED, FLYERS, IMPACTS, WOKEN, make_flight, with_room
from ..ccd.swept_shape import spare_for_two
from ..contacts.table import reserve_contacts, table_of, world_rows_of
from ..events import COLLISION_BEGIN, COLLISION_END, TRIGGER_ENTER, TRIGGER_EXIT, bits_of
from ..spatial.index_update import update_index
from ..spatial.proxies import proxies_of
from ..world.waking import update_awake
from .impact_hooks import apply_impact_hooks
from .system import PhysicsSystem

_TOUCHES = bits_of((COLLISION_BEGIN, COLLISION_END))
_PASSAGES = bits_of((TRIGGER_ENTER, TRIGGER_EXIT))


class ContinuousSystem(PhysicsSystem):
    """Sweeps fast bodies from where they were to where they are, so that they pass through nothing.

    What they hit on the way they bounce off, and spend the rest of the step (at most MAX_IMPACTS times).
    """

    def __init__(self) -> None:
        super().__init__()
        self._fast = np.zeros(0, np.int64)
        self._flight = make_flight()
        self._room = (0, 0)  # bodies and flyers that the flight has room for from the start
        self._structure = -1
        self._has_triggers = self._detects = False  # the world of that structure

    def run(self) -> None:
        """Sweep what moved far."""
        world = self.world
        awake = update_awake(world)
        if len(self._fast) < len(awake):
            self._fast = np.zeros(len(world.bodies.rows), np.int64)
        if len(world.crossings):
            world.crossings = world.crossings[:0]
        count, far, bullets = find_fast(world.bodies.rows, awake, world.shapes.rows, self._fast)
        if count == 0:
            return
        watched = self._watched()
        parts = 1
        if bullets or (far and watched & 2):
            update_index(world)
            parts = 2
        self._flight.counts[:] = 0
        if len(world.bodies.rows) > self._room[0] or count > self._room[1]:
            self._room = len(world.bodies.rows), count
            self._flight = with_room(self._flight, *self._room)
        while (answer := fly(self._sky(watched, parts), self._fast[:count])) != DONE:
            self._flight = with_room(self._flight, len(world.bodies.rows), count)
            if answer == ASK:
                apply_impact_hooks(world, self.physics, self._flight)
        if self._flight.counts[FLYERS]:
            self._land()

    def _sky(self, watched: int, parts: int) -> Sky:
        """The arrays as they are now."""
        world, flight = self.world, self._flight
        spare = spare_for_two(world.shapes)  # first: it may move the arrays
        return Sky(
            world.index.tree,
            world.bodies.rows,
            proxies_of(world),
            world.shapes.filters,
            table_of(world.solid),
            flight,
            self.physics.context,
            spare,
            watched,
            int(world.filter_pairs is not None or self.physics.has_contact_hooks),
            parts,
        )

    def _watched(self) -> int:
        """Who wants to know what swept bodies pass, as bits: 1 what reports without a push, 2 triggers;
        4: there are shapes that detect what they do not push.
        """
        if self._structure != self.world.structure:
            filters = self.world.shapes.filters
            self._has_triggers = bool(filters["trigger"].any())
            self._detects = bool(np.any(filters["mask"] != filters["notices"]))
            self._structure = self.world.structure
        wanted = self.physics.wanted()
        solids, triggers = wanted & _TOUCHES != 0, wanted & _PASSAGES != 0
        return int(solids) + 2 * int(triggers and self._has_triggers) + 4 * int(solids and self._detects)

    def _land(self) -> None:
        """Give the bodies their new poses, and the contact table what was hit."""
        world, flight, context = self.world, self._flight, self.physics.context
        counts = flight.counts.tolist()
        world.moved_count = touch_down(
            world.bodies.rows, proxies_of(world), flight, world.moved_count, context
        )
        if counts[IMPACTS]:
            impacts = flight.impacts[: counts[IMPACTS]]
            reserve_contacts(world.solid, len(impacts))
            record_impacts(table_of(world.solid), world_rows_of(world), impacts, context.response)
        if counts[CROSSINGS]:
            world.crossings = flight.crossings[: counts[CROSSINGS]].copy()
        world.dropped_motions += counts[DROPPED]
        world.awake_stale = world.awake_stale or counts[WOKEN] > 0
