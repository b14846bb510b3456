"""Whole steps by one call, where nothing but the engine's own stages takes part in them.

A step of a small world calls a dozen kernels, and most of its time goes by between them. `step.run` runs the
functions of all stages; it comes back here where arrays must grow, many numbers be sorted or bodies be put
aside, and goes on.
"""

from __future__ import annotations

from operator import is_
from typing import Any

import numpy as np

from ..arrays import Reals2, words_of
from ..ccd.next_event import CcdContext
from ..ccd.swept_shape import reserve_points_for_two
from ..compile import Entry, records
from ..contacts.end_reasons import update_end_reasons
from ..contacts.growth import reserve_contacts, reserve_pairs
from ..contacts.table import table_of
from ..contacts.touch_events import EventRules
from ..settings import FIRST_ORDER
from ..spatial.index_update import insert_new_proxies
from ..spatial.proxies import proxies_of
from ..spatial.quadtree.tree import Progress, Quadtree
from ..step.records import (
    ANSWER,
    CONTACTS,
    FIND_PAIRS,
    ISLANDS,
    KEYS,
    KEYS_ORDER,
    LISTS,
    MOVED_ORDER,
    NODES,
    PASSAGES,
    REASONS,
    SOLID,
    SQUEEZE,
    STEP,
    STRAYS,
    SWEEPS,
    TOUCHES,
    TRIGGERS,
    WORDS,
    WORKSPACE_ROOM,
    StepRows,
)
from ..step.run import run_steps
from ..world.areas import NO_EFFECTS, NO_INFLUENCES
from ..world.contacts import PairTable
from .broad_phase import BroadPhaseSystem
from .collision_list import CollisionListSystem, crossings_of
from .continuous import ContinuousSystem
from .integration import IntegrationSystem
from .joints import JointSystem
from .narrow_phase import NarrowPhaseSystem
from .sleep import SleepSystem
from .trigger import TriggerSystem

NO_POSES = np.zeros((0, 3))
# Where kernels are compiled at their first call, this one would make the first start 30 % longer: it has all
# stages once more (310 s of CPU instead of 237, 2026-11-30).
IS_READY = not isinstance(run_steps, Entry)
STAGES = (
    BroadPhaseSystem,
    NarrowPhaseSystem,
    IntegrationSystem,
    ContinuousSystem,
    CollisionListSystem,
    TriggerSystem,
    SleepSystem,
)
"""The systems that a whole step stands for; beside them, a `JointSystem` whose joints cannot break."""
# Words of a row of STEP.
(
    _STAGE, _TASKS, _PAIRS, _WANTED, _WANTED_EVENTS, _SELECTED, _PARTS, _RESTED, _DONE, _HAS_LOST,
    _MOVED_COUNT, _AWAKE_COUNT, _AWAKE_STALE, _AWAKE_VERSION, _JOINTS_CHECKED, _UNKNOWN_TOUCHES, _IS_DRIVEN,
    _IS_FINITE, _CONTACTS_REMOVED, _EVENT_COUNT, _DROPPED_MOTIONS,
    _BODY_COUNT, _HAS_TRIGGERS, _STEP_COUNT, _EVENTS_WANTED, _WATCHED, _ASKS, _IS_LISTED,
) = range(len(WORDS))  # fmt: skip


class WholeStep:
    """Runs whole steps of a world in the plane. `systems`: those of a pipeline that have something to do."""

    def __init__(self, physics: Any, systems: list[Any]):
        self._physics = physics
        self._simulation = physics.simulation
        self._world = physics.simulation.world
        kinds = [type(system) for system in systems]
        of_kind: dict[type, Any] = dict(zip(kinds, systems, strict=True))
        self._is_complete = IS_READY and tuple(kind for kind in kinds if kind is not JointSystem) == STAGES
        self._integration: Any = of_kind.get(IntegrationSystem)
        self._continuous: Any = of_kind.get(ContinuousSystem)
        self._sleep: Any = of_kind.get(SleepSystem)
        self._step = records(1, STEP)
        _, self._reals, self._words = words_of(self._step)
        self._arrays: tuple[Any, ...] = ()  # what `_rows_made` is made of
        self._rows_made: StepRows | None = None

    def is_possible(self, is_pushed: bool = True) -> bool:
        """Whether the next step can be run as a whole. `is_pushed`: forces may be applied for it."""
        world = self._world
        return bool(
            self._is_complete
            and world.pool.threads == 1
            and world.influences is NO_INFLUENCES
            and type(world.index) is Quadtree
            and not world.has_filters
            and not world.lost
            and not self._physics.hooks.contact_hooks.ran
            and (self._simulation.context.integrator in FIRST_ORDER or not is_pushed)
            and not len(self._simulation.joints.breakable)
        )

    def run(self, is_listed: bool = True, row: int = 0, poses: Reals2 = NO_POSES) -> int:
        """Run a step, or at most as many as there are rows of `poses`; return how many.

        Writes the poses of the body `row` after them. Unless touches are to be listed no event is made.
        """
        world, words = self._world, self._words
        if world.new_bodies or world.new_shapes:
            insert_new_proxies(world, self._simulation.context)
        if len(world.crossings):
            world.crossings = world.crossings[:0]
        self._begin(is_listed)
        self._read()
        while missing := run_steps(self._rows(), row, poses):
            self._write()
            _CURES[missing](self)
            self._read()
        self._write()
        return words[_DONE]

    # -- numbers -----------------------------------------------------------------------------------

    def _begin(self, is_listed: bool) -> None:
        """Set what is constant in a step, or begins with it."""
        world, words = self._world, self._words
        words[_STAGE], words[_TASKS], words[_DONE], words[_HAS_LOST] = FIND_PAIRS, 0, 0, 0
        words[_CONTACTS_REMOVED] = SOLID | TRIGGERS if world.contacts_removed else 0
        words[_BODY_COUNT] = world.bodies.count
        words[_HAS_TRIGGERS] = world.has_triggers
        words[_STEP_COUNT] = self._simulation.clock.step_count
        words[_EVENTS_WANTED] = self._physics.events.wanted
        self._reals[len(WORDS)] = self._physics.events.hit_speed
        words[_WATCHED], words[_ASKS] = self._continuous.watched(), self._continuous.asks()
        words[_IS_LISTED] = is_listed
        if len(world.awake) < world.bodies.count:
            world.awake = np.zeros(len(world.bodies.rows), np.int64)
            world.awake_stale = True
        self._continuous.begin_sweeps()

    def _read(self) -> None:
        """Read the numbers of the world that change within a step."""
        world, words = self._world, self._words
        words[_MOVED_COUNT] = world.moved_count
        words[_AWAKE_COUNT] = world.awake_count
        words[_AWAKE_STALE] = world.awake_stale
        words[_AWAKE_VERSION] = world.awake_version
        words[_JOINTS_CHECKED] = world.joints_checked
        words[_UNKNOWN_TOUCHES] = world.has_unknown_touches
        words[_IS_DRIVEN] = world.is_driven
        words[_IS_FINITE] = world.is_finite
        words[_EVENT_COUNT] = world.events.count
        words[_DROPPED_MOTIONS] = world.dropped_motions

    def _write(self) -> None:
        """Write the numbers of the world that have changed."""
        world, words = self._world, self._words
        world.moved_count = words[_MOVED_COUNT]
        if world.awake_version != words[_AWAKE_VERSION]:
            world.awake_version, world.awake_count = words[_AWAKE_VERSION], words[_AWAKE_COUNT]
            world.awake_rows = world.awake[: words[_AWAKE_COUNT]]
        world.awake_stale = words[_AWAKE_STALE] != 0
        world.joints_checked = words[_JOINTS_CHECKED]
        world.has_unknown_touches = words[_UNKNOWN_TOUCHES] != 0
        world.is_driven = words[_IS_DRIVEN] != 0
        world.is_finite = words[_IS_FINITE] != 0
        world.events.count = words[_EVENT_COUNT]
        world.dropped_motions = words[_DROPPED_MOTIONS]

    # -- arrays ------------------------------------------------------------------------------------

    def _rows(self) -> StepRows:
        """Return the arrays as they are now."""
        world, integration, sleep, continuous = self._world, self._integration, self._sleep, self._continuous
        index, shapes, solid, triggers = world.index, world.shapes, world.solid, world.triggers
        context = self._simulation.context
        spare = reserve_points_for_two(shapes)  # first: it may move the arrays
        arrays = (
            index.arrays, index.lists_of_threads[0], index.keys, world.bodies.rows, proxies_of(world),
            shapes.filters, table_of(solid), continuous.state, continuous.fast, table_of(triggers),
            world.apart, world.awake, world.joints, integration.work, sleep.constraints, sleep.parents,
            world.events.rows, world.crossings, context, spare,
        )  # fmt: skip
        if self._rows_made is None or not all(map(is_, arrays, self._arrays)):
            self._arrays, self._rows_made = arrays, self._make_rows(*arrays)
        return self._rows_made

    def _make_rows(
        self, quad: Any, lists: Any, keys: Any, bodies: Any, proxies: Any, filters: Any, solid: Any,
        state: Any, fast: Any, triggers: Any, apart: Any, awake: Any, joints: Any, work: Any,
        constraints: Any, parents: Any, events: Any, crossings: Any, context: Any, spare: int,
    ) -> StepRows:  # fmt: skip
        """Return arrays as the group that the kernel takes."""
        world, end_after = self._world, self._simulation.settings.end_after
        ccd = CcdContext(
            quad.tree, bodies, proxies, filters, solid, state, context, spare, 0, 0, 1, NO_EFFECTS
        )
        rules, trigger_rules = (
            EventRules(0, end_after, table.kind_mask, context.dt, 0.0, table.kinds)
            for table in (world.solid, world.triggers)
        )
        trigger_crossings = crossings
        if len(crossings):
            crossings, trigger_crossings = crossings_of(world, False), crossings_of(world, True)
        return StepRows(
            self._step, quad, lists, keys, ccd, self._continuous.counts, fast, triggers, apart, awake, joints,
            NO_INFLUENCES, work, constraints, parents, world.solid.single_range, world.pool.queue,
            world.tests, events, crossings, trigger_crossings, rules, trigger_rules,
        )  # fmt: skip

    # -- what the kernel may miss ------------------------------------------------------------------

    def _grow_nodes(self) -> None:
        self._world.index.grow(Progress(0, 1, 0, 0, 0, 0))

    def _grow_keys(self) -> None:
        self._world.index.grow(Progress(0, 0, 1, 0, 0, 0))

    def _grow_lists(self) -> None:
        self._world.index.grow(Progress(0, 0, 0, 1, 0, 0))

    def _grow_contacts(self) -> None:
        reserve_contacts(self._world.solid, self._words[_WANTED])
        if self._world.has_triggers:
            reserve_contacts(self._world.triggers, self._words[_WANTED])

    def _grow_workspace(self) -> None:
        joints = len(self._world.joints.order)
        constraints = joints + self._world.solid.contact_count
        self._integration.reserve(self._world.awake_count, constraints, joints, self._simulation.context)

    def _grow_sweeps(self) -> None:
        self._continuous.grow(self._words[_WANTED])

    def _grow_touches(self) -> None:
        reserve_pairs(self._table(), self._words[_WANTED])
        self._world.events.reserve(self._words[_WANTED_EVENTS])

    def _grow_islands(self) -> None:
        self._sleep.reserve(len(self._world.bodies.rows), self._words[_WANTED])

    def _sort_moved(self) -> None:
        self._world.moved[: self._world.moved_count].sort()

    def _sort_keys(self) -> None:
        self._world.index.keys[: self._words[_PAIRS]].sort()

    def _answer(self) -> None:
        self._continuous.answer()

    def _find_reasons(self) -> None:
        table = self._table()
        update_end_reasons(self._world, table)
        self._words[_CONTACTS_REMOVED] &= ~(SOLID if table is self._world.solid else TRIGGERS)

    def _put_strays_aside(self) -> None:
        self._simulation.put_strays_aside(self._world.awake_rows)
        self._words[_HAS_LOST] = len(self._world.lost) > 0
        if self._world.lost:
            self._simulation.joints.clear_lost()

    def _take_passages(self) -> None:
        self._continuous.take_passages()
        self._put_strays_aside()

    def _table(self) -> PairTable:
        """Return the table that the present stage lists."""
        stage = self._words[_STAGE]
        return self._world.solid if stage <= SQUEEZE else self._world.triggers  # type: ignore[no-any-return]


_CURES = {
    NODES: WholeStep._grow_nodes,
    KEYS: WholeStep._grow_keys,
    LISTS: WholeStep._grow_lists,
    CONTACTS: WholeStep._grow_contacts,
    WORKSPACE_ROOM: WholeStep._grow_workspace,
    SWEEPS: WholeStep._grow_sweeps,
    TOUCHES: WholeStep._grow_touches,
    ISLANDS: WholeStep._grow_islands,
    MOVED_ORDER: WholeStep._sort_moved,
    KEYS_ORDER: WholeStep._sort_keys,
    ANSWER: WholeStep._answer,
    REASONS: WholeStep._find_reasons,
    STRAYS: WholeStep._put_strays_aside,
    PASSAGES: WholeStep._take_passages,
}
