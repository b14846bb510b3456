"""The rows of contacts, of their manifolds, and of the pairs of entities that they belong to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import FREE, Array, ManifoldRows, Rows, in_lines
from ..compile import array, group, records

# One row a pair of shapes whose fat boxes overlap. Shape `a` belongs to the smaller entity. Nine of ten in a
# crowd never come near, so this is all there is of them, and what each step reads of all.
CONTACT = np.dtype(
    [
        ("a", "i4"),
        ("b", "i4"),
        ("counted_as", "i1"),  # which counter of its bodies includes it, see STATIC_CONTACT
        ("solid", "i1"),  # 1: pushes (response, one side dynamic)
        ("one_way", "i1"),  # bits: 1 if shape a is solid from one side only, 2 if b is, and PASSING
        ("has_manifold", "i1"),  # 1: its row of MANIFOLD says something
        ("touching", "i1"),  # 1: touched in this step; UNKNOWN: not looked at yet
        ("hook_state", "i1"),  # contact hooks in this step: 0 not asked, ASKED, or DROPPED by one of them
        ("has_character", "i1"),  # 1: one of them is moved by the character system
        ("count", "i1"),  # of its points
    ]
)

STATIC_CONTACT, TRIGGER_CONTACT = 1, 2

UNKNOWN = 2

PASSING = 4  # the other shape of a one-way one came from elsewhere and is let through

HOOK_CALLED, HOOK_DROPPED = 1, 2

# The rest of a contact, in the row of the same number, from when it has points for the first time, or a pair.
# Points are relative to body A's origin; `jn`, `jt` are the impulses of the last sub-step.
MANIFOLD = in_lines(
    [
        ("pair", "i8"),  # row in PAIR; FREE: they have not touched yet
        ("impulse", "f8"),  # normal impulse of the whole step
        ("speed", "f8"),  # approach speed before the solver acted
        ("time", "f8"),  # when in the step they met, 0 to 1, if a sweep found it; else -1
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
        ("restitution", "f8"),
        ("surface_speed", "f8"),
        # Of the manifold as it was made, see `recycling`: B's origin relative to A's, angles, separations.
        ("cached_x", "f8"),
        ("cached_y", "f8"),
        ("cached_angle_a", "f8"),
        ("cached_angle_b", "f8"),
        ("cached_separation0", "f8"),
        ("cached_separation1", "f8"),
    ]
)

# One row a pair of entities that touch or did: the collision list. `entity_a < entity_b`.
PAIR = np.dtype(
    [
        ("entity_a", "i8"),  # FREE when unused
        ("entity_b", "i8"),
        ("begin_step", "i8"),  # the step of the begin
        ("impulse", "f8"),  # sum over its contacts in this step
        ("updated_in", "i8"),  # the listing in which it was among the active ones
        ("contact_count", "i4"),  # how many rows of MANIFOLD point here
        ("touching_count", "i4"),  # contacts that touch in this step; valid in active pairs only
        ("deepest_contact", "i4"),  # the contact that represents it in events of this step
        ("fastest_contact", "i4"),  # the contact that represents it in hits
        ("active_sides", "i1"),  # bits of the sides (`listing.sides`) that had their begin and not their end
        ("over_hit_speed", "i1"),  # 1: its approach was over the hit speed in the last step
        ("trigger_a", "i1"),
        ("trigger_b", "i1"),
        ("reason", "i1"),  # why its contacts were taken away, see REASONS; 0: they were not
        ("separation_time", "f8"),  # when in this step they parted, if a sweep found it
        ("steps_apart", "i4"),  # steps in a row without touch
        ("body_a", "i4"),
        ("body_b", "i4"),
        ("next_free", "i4"),
    ],
    align=True,
)

REASONS = ("", "separated", "removed", "disabled", "filtered")

SEPARATED, REMOVED, DISABLED, FILTERED = 1, 2, 3, 4


class PairTable:
    """Contact rows (a pair of shapes each), what is known of those that were near, and pair rows (a pair of
    entities each) of those that touched; with hash indices.

    Both indices are open-addressing tables of (key, row); `counts` are, in order: contacts,
    highest used pair row + 1, first free pair row (FREE: none), pair rows in use, rows in `active`, listings
    so far. `active` has the rows of pairs that the last listing found to touch or to be together.
    """

    def __init__(self, capacity: int = 64):
        self.contacts: Array = records(capacity, CONTACT)
        self.manifolds: Array = records(capacity, MANIFOLD)
        self.pairs: Array = records(capacity, PAIR)
        self.contact_index: Array = empty_index(4 * capacity)
        self.pair_index: Array = empty_index(4 * capacity)
        self.counts: Array = np.array([0, 0, FREE, 0, 0, 0], np.int64)
        self.active: Array = np.zeros(capacity, np.int64)
        self.scratch: Array = np.zeros(2 * capacity + 1, np.int64)  # scratch of the narrow phase
        self.left: Array = np.zeros((1, 4), np.int64)  # likewise

    @property
    def contact_count(self) -> int:
        """Rows of `contacts`, all in use."""
        return int(self.counts[0])

    @property
    def pair_count(self) -> int:
        """Rows of `pairs` that may be in use."""
        return int(self.counts[1])


def empty_index(capacity: int) -> Array:
    """An open-addressing table without entries: columns key (-1: empty) and row."""
    size = 1 << max(4, (capacity - 1).bit_length())
    return np.full((size, 2), FREE, np.int64)


class Contacts(NamedTuple):
    """Rows of CONTACT and, with the same numbers, of MANIFOLD; all in use."""

    rows: Rows
    manifolds: ManifoldRows


CONTACTS = group(Contacts, array(CONTACT), array(MANIFOLD))


def contacts_of(table: PairTable) -> Contacts:
    """The contacts of a table."""
    count = table.contact_count
    return Contacts(table.contacts[:count], table.manifolds[:count])
