"""All state of one physics world."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..arrays import FREE, Array, Ints
from ..compile import records
from ..limits import Limits, limits_of
from ..parallel.thread_pool import SERIAL
from .areas import NO_INFLUENCES, Influences, InfluenceStore
from .bodies import NONE, WIDTH, Bodies, Parts
from .contacts import PairTable
from .events import CROSSING, TRIGGER_KINDS, EventStore
from .joints import NO_JOINTS, Joints
from .shapes import Shapes


class World:
    """All state of one physics world."""

    def __init__(self) -> None:
        self.bodies: Bodies = Bodies()
        self.shapes: Shapes = Shapes()
        self.solid: PairTable = PairTable()
        self.triggers: PairTable = PairTable(TRIGGER_KINDS)
        self.joints: Joints = NO_JOINTS
        self.events: EventStore = EventStore()
        self.index: Any = None  # the broad phase
        self.pool = SERIAL
        # Removes, from sorted keys of pairs of shapes, what joints, ignored pairs or filters keep apart;
        # None: there are none.
        self.filter_pairs: Callable[[Array], Array] | None = None
        self.has_filters = False  # `filter_pairs` goes by more than `apart`
        self.apart: Ints = np.zeros(0, np.int64)  # ascending keys of entities that joints keep apart
        # First word in BODY of each entity's row: the `_at` of its components.
        self.word_offsets: dict[int, int] = {}
        self.disabled: set[int] = set()  # entities whose Collider is not `enabled`
        self.has_triggers = False  # some shape is or was a trigger
        self.projectile_entities: set[int] = set()  # with a bound Projectile
        self.lost: dict[int, bool] = {}  # entities that are put aside; whether a step has begun since
        self.limits: Limits = limits_of(1.0)
        self.new_bodies: list[int] = []  # rows whose shapes have no boxes yet
        self.new_shapes: list[int] = []  # rows that are not in the broad phase yet
        self.awake: Array = np.zeros(64, np.int64)  # rows of bodies that move, ascending
        self.awake_rows: Array = self.awake[:0]  # the first `awake_count`
        self.awake_count = 0
        self.awake_stale = True
        self.awake_version = 0  # grows whenever `awake` is collected again
        self.joints_checked = -1  # `awake_version` when what is joined to awake bodies was last woken
        self.has_unknown_touches = False  # some contact is UNKNOWN
        self.is_finite = False  # no body that is awake held NaN or infinity after the last step
        self.structure_version = 0  # grows whenever rows of bodies or shapes are added, removed or moved
        self.contacts_removed = False  # by edits, since the last step: end reasons are to be found
        self.moved: Array = np.zeros(64, np.int64)  # proxies whose fat box was rewritten
        self.moved_count = 0
        self.crossings: Array = records(0, CROSSING)  # triggers that swept bodies passed in this step
        self.influences: Influences = NO_INFLUENCES  # of this step
        self.areas: Any = None  # the table of all areas, of `AreaSystem`
        self.influence_store: InfluenceStore = InfluenceStore()
        self.shots: list[Array] = []  # hits of projectiles in this step, not yet reported
        self.dropped_hits: Ints = np.zeros(0, np.int64)  # pair keys of entities, of hits that hooks dropped
        self.dropped_motions = 0  # how often the rest of a motion was dropped after too many bounces

    def parts_of(self, entity: int) -> Parts:
        """Return the components that share the row of an entity, `NONE` without one."""
        at = self.word_offsets.get(entity)
        return NONE if at is None else self.bodies.parts[at // WIDTH]

    def row_of(self, entity: int) -> int:
        """Return the row of an entity's body, FREE without one."""
        at = self.word_offsets.get(entity)
        return FREE if at is None else at // WIDTH
