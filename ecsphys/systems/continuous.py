"""The continuous stage: sweeps of fast bodies."""

from __future__ import annotations

import numpy as np

from ..arrays import Ints, words_of
from ..ccd.advance import ASK, DONE, advance_sweeps, record_impacts, write_back_swept
from ..ccd.candidates import select_fast
from ..ccd.decisions import ASK_FILTERS, ASK_HOOKS, ASK_JOINTS
from ..ccd.next_event import WATCH_MASKED, WATCH_SOLIDS, WATCH_TRIGGERS, CcdContext
from ..ccd.records import CCD_COUNTS, new_ccd_state, with_capacity
from ..ccd.swept_shape import reserve_points_for_two
from ..contacts.growth import reserve_contacts
from ..contacts.table import table_of, world_rows_of
from ..events import mask_of
from ..math2d.vec2 import new_tuple
from ..spatial.index_update import update_index
from ..spatial.pair_index import MISSING
from ..spatial.proxies import proxies_of
from ..world.events import COLLISION_BEGIN, COLLISION_END, TRIGGER_ENTER, TRIGGER_EXIT
from ..world.waking import update_awake
from .impact_hooks import allowed_crossings, answer_question
from .system import PhysicsSystem

# Words of the counts that are read here.
SWEPT, IMPACTS, CROSSINGS, STOPPED, WOKEN = (
    (CCD_COUNTS.names or ()).index(name) for name in ("swept", "impacts", "crossings", "stopped", "woken")
)
_TOUCHES = mask_of((COLLISION_BEGIN, COLLISION_END))
_PASSAGES = mask_of((TRIGGER_ENTER, TRIGGER_EXIT))


class ContinuousSystem(PhysicsSystem):
    """Sweeps fast bodies from where they were to where they are, so that they pass through nothing.

    They bounce off what they hit and continue for the rest of the step, at most MAX_IMPACTS times.

    >>> import esper
    >>> from ecsphys import Box, Circle, Collider, ContinuousSystem, Physics, RigidBody, Transform
    >>> class Look(ContinuousSystem):
    ...     def run(self):
    ...         before = place.x
    ...         super().run()
    ...         print(round(before), round(place.x))
    ...
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> physics.replace(ContinuousSystem, Look())
    >>> wall = esper.create_entity(Transform(100, 0), Collider(Box(20, 200)))
    >>> place, body = Transform(), RigidBody(velocity=(12_000, 0))
    >>> ball = esper.create_entity(place, body, Collider(Circle(16)))
    >>> esper.process(1 / 60)  # through the wall, and back to its surface
    200 74
    """

    def __init__(self) -> None:
        super().__init__()
        self.fast = np.zeros(0, np.int64)
        self._renew()
        self._is_sweeping = False  # still so when a step begins: the last one raised in the middle
        self._structure = -1
        self._has_triggers = self._detects = False  # properties of the world with that structure

    def _renew(self) -> None:
        """Begin without sweeps, also after a step that a hook or a filter of the game broke off."""
        self.state = new_ccd_state()
        self.counts: Ints = self.state.counts.view(np.ndarray).view(np.int64)  # their words
        self._counts = words_of(self.state.counts)[2]  # the same memory: read ten times as fast as a record

    def run(self) -> None:
        """Sweep the bodies that moved far in this step."""
        world = self.world
        awake = update_awake(world)
        if len(world.crossings):
            world.crossings = world.crossings[:0]
        self.begin_sweeps()
        count, far, bullets = select_fast(world.bodies.rows, awake, world.shapes.rows, self.fast)
        if count == 0:
            return
        parts = 1
        if bullets or (far and self.watched() & WATCH_TRIGGERS):
            update_index(world)
            parts = 2
        self._is_sweeping = True
        self.counts.fill(0)
        self.grow(count)
        fast, ccd = self.fast[:count], self.context_of(parts)
        if ccd.asks:
            self.state.decision_index.fill(MISSING)
            self.state.ignored_index.fill(MISSING)
        while (answer := advance_sweeps(ccd, fast)) != DONE:
            if answer == ASK:
                self.answer()
            else:
                self.state = with_capacity(self.state, len(world.bodies.rows), count)
            ccd = self.context_of(parts)  # the game may have made arrays grow, by queries
        if self._counts[SWEPT]:
            self._write_back()
            self.simulation.put_strays_aside(update_awake(world))
        self._is_sweeping = False

    def begin_sweeps(self) -> None:
        """Make room for all bodies, and forget sweeps that an exception has cut off."""
        if self._is_sweeping:
            self._renew()
            self._is_sweeping = False
        bodies = len(self.world.bodies.rows)
        if len(self.fast) < bodies:
            self.fast = np.zeros(bodies, np.int64)
        if len(self.state.slots) < bodies:
            self.grow(0)

    def grow(self, count: int) -> None:
        """Make room for so many more swept bodies."""
        self.state = with_capacity(self.state, len(self.world.bodies.rows), count)

    def answer(self) -> None:
        """Let the game answer whether an impact happens."""
        answer_question(self.physics, self.state)
        self.simulation.take_in_writes()

    def context_of(self, parts: int) -> CcdContext:
        """Return the group of arrays that the kernels take, as they are now."""
        world, state = self.world, self.state
        spare = reserve_points_for_two(world.shapes)  # first: it may move the arrays
        group = (
            world.index.tree,
            world.bodies.rows,
            proxies_of(world),
            world.shapes.filters,
            table_of(world.solid),
            state,
            self.simulation.context,
            spare,
            self.watched(),
            self.asks(),
            parts,
            world.influences.effects,
        )
        return new_tuple(CcdContext, group)

    def asks(self) -> int:
        """Return what decides about impacts, as bits of `CcdContext.asks`."""
        world, asks = self.world, ASK_HOOKS * self.physics.hooks.has_contact_hooks
        if world.filter_pairs is None:
            return asks
        return asks | ASK_FILTERS * world.has_filters | ASK_JOINTS * (len(world.apart) > 0)

    def watched(self) -> int:
        """Return which passages of swept bodies listeners need, as bits of `CcdContext.watched`."""
        if self._structure != self.world.structure_version:
            filters = self.world.shapes.filters
            self._has_triggers = bool(filters["trigger"].any())
            self._detects = bool(np.any(filters["mask"] != filters["combined_mask"]))
            self._structure = self.world.structure_version
        wanted = self.physics.events.wanted
        solids, triggers = wanted & _TOUCHES != 0, wanted & _PASSAGES != 0
        return (
            WATCH_SOLIDS * solids
            | WATCH_TRIGGERS * (triggers and self._has_triggers)
            | WATCH_MASKED * (solids and self._detects)
        )

    def _write_back(self) -> None:
        """Write poses to the bodies and impacts to the contact table."""
        world, state, context = self.world, self.state, self.simulation.context
        counts = self._counts
        world.moved_count = write_back_swept(
            world.bodies.rows, proxies_of(world), state, world.moved_count, context
        )
        if counts[IMPACTS]:
            impacts = state.impacts[: counts[IMPACTS]]
            reserve_contacts(world.solid, len(impacts))
            record_impacts(table_of(world.solid), world_rows_of(world), impacts, context.response)
        if counts[CROSSINGS]:
            self.take_passages()
        world.dropped_motions += counts[STOPPED]
        world.awake_stale = world.awake_stale or counts[WOKEN] > 0

    def take_passages(self) -> None:
        """Note the passages of the sweeps that the game allows."""
        found = self.state.crossings[: self._counts[CROSSINGS]].copy()
        self.world.crossings = allowed_crossings(self.world, self.physics.hooks, found)
