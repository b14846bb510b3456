"""The records of continuous collision within one step: swept bodies, queued impacts, impacts and passages.

Times are fractions of the step, 0 to 1. The pose of a swept body is that of its centre of mass at its own
time; `dx`, `dy` and `turn` are its displacement over a whole step at the present velocity.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Boxes, CrossingRows, HookRows, Index, Ints, Rows, SweptRows, grown
from ..compile import INTS, REALS2, array, group, records
from ..contacts.growth import rehash
from ..contacts.hook_records import HOOK
from ..spatial.pair_index import INDEX
from ..world.contacts import empty_index
from ..world.events import CROSSING

NOT_SWEPT = -1  # in `slots`

SWEPT_BODY = np.dtype(
    [
        ("body", "i8"),  # row in BODY
        ("time", "f8"),
        ("scanned", "f8"),  # passages are recorded up to this time
        ("x", "f8"),
        ("y", "f8"),
        ("angle", "f8"),
        ("dx", "f8"),
        ("dy", "f8"),
        ("turn", "f8"),
        ("vx", "f8"),  # velocity at its time, on the parabola of a free fall: see `swept_body`
        ("vy", "f8"),
        ("w", "f8"),
        ("ax", "f8"),  # acceleration while it moves freely
        ("ay", "f8"),
        ("impacts", "i8"),  # number of impacts so far in this step
        ("last_shape", "i8"),  # what its last impact was with, NONE before
        ("last_time", "f8"),  # of its last impact, -1 before
        ("at_once", "i8"),  # impacts in this step that followed another one in no time
        ("carried", "i8"),  # 1: it has spent its impacts, and moves with a body that pushes it
        ("version", "i8"),  # number of changes of its path
        ("changed", "i8"),  # 0: its path is the solver's; else 1 + its index in `CcdState.changed`
        ("lx", "f8"),  # bounds of the rest of its path
        ("ly", "f8"),
        ("ux", "f8"),
        ("uy", "f8"),
        # The next impact, as far as known now.
        ("impact_time", "f8"),
        ("own_shape", "i8"),
        ("other_shape", "i8"),
        ("other_version", "i8"),
        ("nx", "f8"),  # from this body to the other
        ("ny", "f8"),
        ("px", "f8"),  # world coordinates
        ("py", "f8"),
        ("asked", "i8"),  # 1: filters and hooks have accepted the impact; the surface is what they left
        ("friction", "f8"),
        ("restitution", "f8"),
        ("surface_speed", "f8"),
    ]
)

# An entry of the event queue. It is void once its swept body has another version.
QUEUE_ENTRY = np.dtype([("time", "f8"), ("swept_row", "i8"), ("version", "i8")])

# An impact that was resolved, in order of time. Shape `a` belongs to the smaller entity; the normal points
# from a to b.
IMPACT = np.dtype(
    [
        ("a", "i8"),
        ("b", "i8"),
        ("time", "f8"),
        ("nx", "f8"),
        ("ny", "f8"),
        ("x", "f8"),
        ("y", "f8"),
        ("speed", "f8"),
        ("impulse", "f8"),
    ]
)

# What filters and hooks have decided about two shapes, for the rest of the step.
DECISION = np.dtype([("refused", "i8"), ("friction", "f8"), ("restitution", "f8"), ("surface_speed", "f8")])

# Rows in use of the arrays in CcdState, and the totals of the step.
CCD_COUNTS = np.dtype(
    [
        ("tested", "i8"),  # candidates that were tested for a sweep
        ("swept", "i8"),
        ("waiting", "i8"),
        ("changed", "i8"),
        ("queue", "i8"),
        ("impacts", "i8"),
        ("crossings", "i8"),
        ("missing", "i8"),  # crossings of the last search without a row: it is repeated with more room
        ("decisions", "i8"),
        ("ignored_pairs", "i8"),
        ("asking", "i8"),  # the swept body whose impact filters and hooks are asked about
        ("answered", "i8"),  # 1: `CcdState.question` holds their answer
        ("scanned", "i8"),  # swept bodies whose passages are complete
        ("stopped", "i8"),  # motions ended by MAX_IMPACTS
        ("woken", "i8"),
        ("now", "f8"),  # time of the last impact resolved: all later ones are found from here on
    ]
)


class CcdState(NamedTuple):
    """The arrays of continuous collision in one step. `slots`: body row → row in `swept`, or NOT_SWEPT."""

    swept: SweptRows
    slots: Ints
    marked: Ints  # by body row: 1 for a body that its contacts require to be swept
    waiting: Ints  # rows in `swept` whose next impact is to be searched
    changed: Ints  # rows in `swept` whose path has changed
    changed_bounds: Boxes  # the bounds of the rest of their paths
    question: HookRows  # one row: the impact that filters and hooks are asked about
    decisions: Rows
    decision_index: Index  # keys of pairs of shapes → rows in `decisions`
    ignored_index: Index  # keys of pairs of bodies that pass through each other in this step
    queue: Rows
    impacts: Rows
    crossings: CrossingRows
    counts: Rows  # one row


CCD_STATE = group(
    CcdState,
    array(SWEPT_BODY),
    INTS,
    INTS,
    INTS,
    INTS,
    REALS2,
    array(HOOK),
    array(DECISION),
    INDEX,
    INDEX,
    array(QUEUE_ENTRY),
    array(IMPACT),
    array(CROSSING),
    array(CCD_COUNTS),
)


def new_ccd_state() -> CcdState:
    """Return empty arrays of a small capacity."""
    ints = np.zeros(0, np.int64)
    return CcdState(
        records(16, SWEPT_BODY),
        ints,
        ints,
        np.zeros(48, np.int64),
        np.zeros(16, np.int64),
        np.zeros((16, 4)),
        records(1, HOOK),
        records(16, DECISION),
        empty_index(16),
        empty_index(16),
        records(16, QUEUE_ENTRY),
        records(16, IMPACT),
        records(16, CROSSING),
        records(1, CCD_COUNTS),
    )


def with_capacity(state: CcdState, bodies: int, more: int) -> CcdState:
    """Return the same state with room for `bodies` rows of bodies and `more` swept bodies and impacts."""
    counts = state.counts.view(np.ndarray)[0]
    slots, marked = state.slots, state.marked
    if len(slots) < bodies:
        slots = np.full(bodies, NOT_SWEPT, np.int64)
        slots[: len(state.slots)] = state.slots
        marked = np.zeros(bodies, np.int64)
    return CcdState(
        _with_capacity(state.swept, counts["swept"], more + 1),
        slots,
        marked,
        _with_capacity(state.waiting, counts["waiting"], more + 2),
        _with_capacity(state.changed, counts["changed"], more + 2),
        _with_capacity(state.changed_bounds, counts["changed"], more + 2),
        state.question,
        _with_capacity(state.decisions, counts["decisions"], 1),
        _index_with_capacity(state.decision_index, int(counts["decisions"]) + 1),
        _index_with_capacity(state.ignored_index, int(counts["ignored_pairs"]) + 1),
        _with_capacity(state.queue, counts["queue"], more + 1),
        _with_capacity(state.impacts, counts["impacts"], more + 1),
        _with_capacity(state.crossings, counts["crossings"], counts["missing"]),
        state.counts,
    )


def _index_with_capacity(index: Index, entries: int) -> Index:
    """Return the same index with room for so many entries."""
    return index if 2 * entries <= len(index) else rehash(index, 2 * entries)


def _with_capacity(rows: Rows, used: int, more: int) -> Rows:
    """Return the rows in use with room for `more`."""
    return rows if len(rows) >= used + more else grown(rows[:used], 2 * int(used + more))
