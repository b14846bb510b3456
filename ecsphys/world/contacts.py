"""The rows of contacts (two shapes), of their manifolds, and of the pairs of entities that they belong to."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

import numpy as np

from ..arrays import FREE, Array, ContactRows, ManifoldRows, in_lines, offsets_of, words_of
from ..compile import array, group, records
from ..math2d.vec2 import new_tuple
from .events import COLLISION_KINDS, NO_KIND, TouchKinds
from .grouped import Grouped

# One row a pair of shapes whose fat boxes overlap. Shape `a` belongs to the smaller entity. In a crowd nine
# of ten contacts never have a manifold: these sixteen bytes are all that each step reads of them.
CONTACT = np.dtype(
    [
        ("a", "i4"),
        ("b", "i4"),
        ("counted_as", "i1"),  # counter of its bodies that includes it: STATIC_CONTACT, TRIGGER_CONTACT, 0
        ("solid", "i1"),  # 1: pushes (response is on and one body is dynamic)
        ("one_way", "i1"),  # bits: ONE_WAY_A, ONE_WAY_B, PASSING
        ("has_manifold", "i1"),  # 1: its row of MANIFOLD is valid
        ("touching", "i1"),  # 1: touches in this step; UNKNOWN: not computed yet
        ("hook_state", "i1"),  # contact hooks in this step: 0 not called, HOOK_CALLED, HOOK_DROPPED
        ("has_character", "i1"),  # 1: the character system moves one of its bodies
        ("count", "i1"),  # number of its manifold's points
    ]
)

STATIC_CONTACT = 1  # counted in BODY.static_contacts: one shape is static and neither is a trigger
TRIGGER_CONTACT = 2  # counted in BODY.trigger_contacts: one shape is a trigger

UNKNOWN = 2

ONE_WAY_A, ONE_WAY_B = 1, 2  # the shape is solid from one side only
PASSING = 4  # the other shape did not come from the solid side and is let through

HOOK_CALLED, HOOK_DROPPED = 1, 2

# The rest of a contact, in the row of the same number; valid once it had points or belongs to a pair. Points
# are relative to body A's origin; `jn`, `jt` are the normal and tangential impulses of the last sub-step.
MANIFOLD = in_lines(
    [
        ("pair", "i8"),  # row of PAIR; FREE before the first touch
        ("impulse", "f8"),  # normal impulse of the whole step
        ("speed", "f8"),  # approach speed before the solver acted
        ("time", "f8"),  # time of impact within the step, 0 to 1, if a sweep found it; else -1
        ("friction", "f8"),
        ("nx", "f8"),
        ("ny", "f8"),
        ("x0", "f8"),
        ("y0", "f8"),
        ("separation0", "f8"),
        ("id0", "i8"),
        ("jn0", "f8"),
        ("jt0", "f8"),
        ("x1", "f8"),
        ("y1", "f8"),
        ("separation1", "f8"),
        ("id1", "i8"),
        ("jn1", "f8"),
        ("jt1", "f8"),
        ("refinement", "f8"),  # of the last step's sub-steps (see `solver.groups`)
        ("restitution", "f8"),
        ("surface_speed", "f8"),
        # When the manifold was computed, see `contacts.recycling`: B's origin relative to A's, both angles
        # and the separations.
        ("cached_x", "f8"),
        ("cached_y", "f8"),
        ("cached_angle_a", "f8"),
        ("cached_angle_b", "f8"),
        ("cached_separation0", "f8"),
        ("cached_separation1", "f8"),
    ]
)

# One row a pair of entities that touch, or touched and have not ended: the touch list. `entity_a < entity_b`.
PAIR = np.dtype(
    [
        ("entity_a", "i8"),  # FREE when unused
        ("entity_b", "i8"),
        ("begin_step", "i8"),
        ("impulse", "f8"),  # sum over its contacts in this step
        ("updated_in", "i8"),  # last update of the touch list (TABLE_COUNTS.updates) in which it was active
        ("contact_count", "i4"),  # rows of MANIFOLD that refer to it
        ("touching_count", "i4"),  # its contacts that touch in this step; valid in active pairs only
        ("first_contact", "i4"),  # touched first in this step: represents it in its begin
        ("deepest_contact", "i4"),  # represents it in the events of this step, except begins and hits
        ("fastest_contact", "i4"),  # represents it in hits
        ("active_sides", "i1"),  # bits SIDE_…: sides whose begin was reported and whose end was not
        ("over_hit_speed", "i1"),  # 1: its approach was over the hit speed in the last step
        ("trigger_a", "i1"),
        ("trigger_b", "i1"),
        ("reason", "i1"),  # index in REASONS: why its contacts were removed; 0: they were not
        ("separation_time", "f8"),  # time within this step at which they parted, if a sweep found it
        ("steps_apart", "i4"),  # steps in a row without touch
        ("body_a", "i4"),
        ("body_b", "i4"),
        ("next_free", "i4"),
    ],
    align=True,
)

# Each side of a pair has begins and ends of its own: a trigger reports its visitor, so two triggers report
# each other; a pair without triggers has one side.
SIDE_TRIGGER_A, SIDE_TRIGGER_B, SIDE_SOLID = 1, 2, 4

EndReason: TypeAlias = Literal["", "separated", "removed", "disabled", "filtered"]
BreakReason: TypeAlias = Literal["force", "torque", "removed"]
REASONS: tuple[EndReason | BreakReason, ...] = (
    *("", "separated", "removed", "disabled", "filtered"),
    *("force", "torque"),  # of joints
)

SEPARATED, REMOVED, DISABLED, FILTERED, FORCE, TORQUE = 1, 2, 3, 4, 5, 6

# One row a table: how much of its arrays is in use.
TABLE_COUNTS = np.dtype(
    [
        ("contacts", "i8"),  # rows of contacts, dense
        ("pairs_end", "i8"),  # highest used row of pairs + 1
        ("first_free_pair", "i8"),  # head of the list of free rows below `pairs_end`; FREE: none
        ("pairs", "i8"),  # rows of pairs in use
        ("active", "i8"),  # rows in `active`
        ("updates", "i8"),  # updates of the touch list so far
    ]
)

CONTACT_COUNT, PAIRS_END, PAIR_COUNT, ACTIVE_COUNT = (
    offsets_of(TABLE_COUNTS)[name] // 8 for name in ("contacts", "pairs_end", "pairs", "active")
)

# One row a range of contacts that one thread computes: which parts of `scratch` hold its results.
NARROW_RANGE = np.dtype(
    [
        ("waking", "i8"),  # first contact between an awake body and a sleeping one
        ("waking_end", "i8"),
        ("parted", "i8"),  # first contact whose fat boxes no longer overlap
        ("parted_end", "i8"),
    ]
)


class PairTable(Grouped):
    """Contacts, their manifolds and the pairs of entities of one kind (solid, or with a trigger).

    `contact_index` and `pair_index` map pair keys of shapes and of bodies to rows (`spatial.pair_index`).
    `lists` lead from a contact to the others of its mover (`contacts.mover_lists`).
    `active` holds the rows of the pairs that the last update of the touch list found touching or not yet
    ended. `kinds` are the events that its pairs make, `manifold` the record of manifolds. Rows of `pairs`
    keep their number, since manifolds refer to them.
    """

    groups: ClassVar[tuple[str, ...]] = ("group", "used")
    used: Any = None  # see `contacts_of`

    def __init__(
        self,
        kinds: TouchKinds = COLLISION_KINDS,
        capacity: int = 64,
        manifold: np.dtype[Any] = MANIFOLD,
    ):
        self.kinds = kinds
        self.kind_mask: int = sum(1 << kind for kind in kinds if kind != NO_KIND)
        self.contacts: Array = records(capacity, CONTACT)
        self.manifolds: Array = records(capacity, manifold)
        self.pairs: Array = records(capacity, PAIR)
        self.contact_index: Array = empty_index(4 * capacity)
        self.pair_index: Array = empty_index(4 * capacity)
        self.lists: Array = empty_lists(capacity)
        self.counts: Array = records(1, TABLE_COUNTS)
        self.counts["first_free_pair"] = FREE
        # The same memory as plain numbers: read ten times as fast as the record, and in half the time of the
        # properties.
        self.counted: memoryview[int] = words_of(self.counts)[2]
        self.active: Array = np.zeros(capacity, np.int64)
        self.scratch: Array = empty_scratch(capacity)  # contact rows, within one kernel call
        self.single_range: Array = records(1, NARROW_RANGE)

    @property
    def contact_count(self) -> int:
        """Rows of `contacts`, all in use."""
        return self.counted[CONTACT_COUNT]

    @property
    def pairs_end(self) -> int:
        """Highest used row of `pairs` + 1."""
        return self.counted[PAIRS_END]

    @property
    def pair_count(self) -> int:
        """Rows of `pairs` in use."""
        return self.counted[PAIR_COUNT]

    @property
    def active_pairs(self) -> Array:
        """The rows of `active` in use."""
        return self.active[: self.counted[ACTIVE_COUNT]]


def empty_index(capacity: int) -> Array:
    """Return an open-addressing table without entries: columns key (-1: empty) and row."""
    size = 1 << max(4, (capacity - 1).bit_length())
    return np.full((size, 2), FREE, np.int64)


def empty_lists(capacity: int) -> Array:
    """Return lists without contacts, with room for so many; see `contacts.mover_lists`."""
    return np.full((2 * capacity, 3), FREE, np.int32)


def empty_scratch(capacity: int) -> Array:
    """Return room for the rows of so many contacts within a kernel call, with two words beside (see
    `contacts.crush`).
    """
    return np.zeros(3 * capacity + 1, np.int64)


class Contacts(NamedTuple):
    """Rows of CONTACT and, with the same numbers, of MANIFOLD; all in use."""

    rows: ContactRows
    manifolds: ManifoldRows


CONTACTS = group(Contacts, array(CONTACT), array(MANIFOLD))


def contacts_of(table: PairTable) -> Contacts:
    """Return the contacts of a table."""
    count, used = table.counted[CONTACT_COUNT], table.used
    if used is None or len(used.rows) != count:
        used = table.used = new_tuple(Contacts, (table.contacts[:count], table.manifolds[:count]))
    return used  # type: ignore[no-any-return]
