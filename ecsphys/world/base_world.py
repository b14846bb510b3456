"""The state of a physics world that the plane and space have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..arrays import FREE, Array, Ints, grown
from ..limits import Limits, limits_of
from ..parallel.thread_pool import SERIAL
from .body_store import NONE, BodyStore, Parts
from .contacts import PairTable
from .detection_counts import new_tests
from .events import EventStore


class BaseWorld:
    """What a physics world holds in the plane and in space alike; rows have other records."""

    bodies: BodyStore
    shapes: Any  # the `ShapeStore` of the plane or of space
    solid: PairTable
    triggers: PairTable
    events: EventStore
    crossings: Array  # triggers that swept bodies passed in this step

    def __init__(self, dimension: Any = None) -> None:
        self.dimension: Any = dimension  # what differs, see `ecs.dimension`
        self.index: Any = None  # the broad phase
        self.pool = SERIAL
        # Removes, from sorted keys of pairs of shapes, what joints, ignored pairs or filters keep apart;
        # None: there are none.
        self.filter_pairs: Callable[[Array], Array] | None = None
        self.has_filters = False  # `filter_pairs` goes by more than `apart`
        self.apart: Ints = np.zeros(0, np.int64)  # ascending keys of entities that joints keep apart
        # First word in the rows of bodies of each entity's row: the `_at` of its components.
        self.word_offsets: dict[int, int] = {}
        self.disabled: set[int] = set()  # entities whose collider is not `enabled`
        self.has_triggers = False  # some shape is or was a trigger
        self.projectile_entities: set[int] = set()  # with a bound projectile
        self.lost: dict[int, bool] = {}  # entities that are put aside; whether a step has begun since
        self.limits: Limits = limits_of(1.0)
        self.new_bodies: list[int] = []  # rows whose shapes have no boxes yet
        self.new_shapes: list[int] = []  # rows that are not in the broad phase yet
        self.awake: Array = np.zeros(64, np.int64)  # rows of bodies that move, ascending
        self.awake_rows: Array = self.awake[:0]  # the first `awake_count`
        self.awake_count = 0
        self.awake_stale = True
        self.awake_version = 0  # grows whenever `awake` is collected again
        self.has_unknown_touches = False  # some contact is UNKNOWN
        self.is_driven = False  # a body awake is kinematic, or was squeezed by one that is
        self.is_finite = False  # no body that is awake held NaN or infinity after the last step
        self.structure_version = 0  # grows whenever rows of bodies or shapes are added, removed or moved
        self.contacts_removed = False  # by edits, since the last step: end reasons are to be found
        self.moved: Array = np.zeros(64, np.int64)  # proxies whose fat box was rewritten
        self.moved_count = 0
        self.shots: list[Array] = []  # hits of projectiles in this step, not yet reported
        self.tests: Ints = new_tests()  # made in this step
        self.dropped_motions = 0  # how often the rest of a motion was dropped after too many bounces

    def parts_of(self, entity: int) -> Parts:
        """Return the components that share the row of an entity, `NONE` without one."""
        at = self.word_offsets.get(entity)
        return NONE if at is None else self.bodies.parts[at // self.bodies.width]

    def row_of(self, entity: int) -> int:
        """Return the row of an entity's body, FREE without one."""
        at = self.word_offsets.get(entity)
        return FREE if at is None else at // self.bodies.width

    def shapes_of_body(self, row: int) -> list[int]:
        """Return the rows of a body's shapes, in the order of their chain."""
        shape, found = int(self.bodies.rows["first_shape"][row]), []
        while shape != FREE:
            found.append(shape)
            shape = self.shapes.next_shape_of(shape)
        return found

    def reserve_moved(self) -> Array:
        """Return `moved` with room for every shape, once a thread."""
        room = self.pool.threads * len(self.shapes.rows)
        if len(self.moved) < room:
            self.moved = grown(self.moved, room)
        return self.moved
