"""All state of one physics world."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..arrays import FREE, Array
from ..compile import records
from ..parallel.thread_pool import SERIAL
from .bodies import NONE, WIDTH, Bodies, Parts
from .contacts import PairTable
from .events import CROSSING, TRIGGER_KINDS, EventStore
from .shapes import Shapes


class World:
    """All state of one physics world."""

    def __init__(self) -> None:
        self.bodies: Bodies = Bodies()
        self.shapes: Shapes = Shapes()
        self.solid: PairTable = PairTable()
        self.triggers: PairTable = PairTable(TRIGGER_KINDS)
        self.events: EventStore = EventStore()
        self.index: Any = None  # the broad phase
        self.pool = SERIAL
        # Of sorted pair keys of shapes those that may meet by what kernels do not know of; None: all of them.
        self.filter_pairs: Callable[[Array], Array] | None = None
        # First word in BODY of each entity's row: the `_at` of its components.
        self.word_offsets: dict[int, int] = {}
        self.disabled: set[int] = set()  # entities whose Collider is switched off
        self.has_triggers = False  # some shape is one, or was
        self.projectile_entities: set[int] = set()  # entities that are projectiles
        self.new_bodies: list[int] = []  # bodies whose shapes have no boxes yet
        self.new_shapes: list[int] = []  # shapes that the broad phase has not seen
        self.awake: Array = np.zeros(64, np.int64)  # rows of bodies that move, ascending
        self.awake_rows: Array = self.awake[:0]  # those in use
        self.awake_count = 0
        self.awake_stale = True
        self.has_unknown_touches = False  # some contact is UNKNOWN
        self.is_finite = False  # the last step left no NaN or infinity in a body that is awake
        self.structure_version = 0  # grows whenever rows of bodies or shapes are added, removed or moved
        self.contacts_removed = False  # contacts were, by hand: some pairs may end for a reason of their own
        self.moved: Array = np.zeros(64, np.int64)  # proxies whose fat box was rewritten
        self.moved_count = 0
        self.crossings: Array = records(0, CROSSING)  # what swept bodies passed in this step
        self.shots: list[Array] = []  # hits of projectiles in this step, not yet reported
        self.dropped_motions = 0  # how often a body had bounced too often in one step

    def parts_of(self, entity: int) -> Parts:
        """Return the components that share the row of an entity, `NONE` without one."""
        at = self.word_offsets.get(entity)
        return NONE if at is None else self.bodies.parts[at // WIDTH]

    def row_of(self, entity: int) -> int:
        """Return the row of an entity's body, FREE without one."""
        at = self.word_offsets.get(entity)
        return FREE if at is None else at // WIDTH
