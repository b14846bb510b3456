"""The records of continuous collision in space within one step; as in the plane (`ccd.records`).

Times are fractions of the step, 0 to 1. The pose of a swept body is that of its centre of mass at its own
time; `dx` … is its displacement, `turn_x` … its rotation (axis times angle) over a whole step at the present
velocity.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...arrays import Ints, Rows, SweptRows, grown
from ...ccd.records import NOT_SWEPT, QUEUE_ENTRY
from ...compile import INTS, array, group, records


def _words(*names: str) -> list[tuple[str, str]]:
    return [(name, "f8") for name in names]


SWEPT3 = np.dtype(
    [
        ("body", "i8"),  # row in BODY3
        ("impacts", "i8"),  # number of impacts so far in this step
        ("at_once", "i8"),  # impacts in this step that followed another one in no time
        ("version", "i8"),  # number of changes of its path
        ("changed", "i8"),  # 0: its path is the solver's
        ("own_shape", "i8"),  # of the next impact, as far as known now
        ("other_shape", "i8"),
        ("other_version", "i8"),
        *_words("time", "last_time"),  # its own, and that of its last impact, -1 before
        *_words("x", "y", "z", "qw", "qx", "qy", "qz"),
        *_words("dx", "dy", "dz", "turn_x", "turn_y", "turn_z"),
        *_words("vx", "vy", "vz", "wx", "wy", "wz"),  # at its time, on the parabola of a free fall
        *_words("ax", "ay", "az"),  # acceleration while it moves freely
        *_words(
            "impact_time", "nx", "ny", "nz", "px", "py", "pz"
        ),  # from this body to the other; in the world
    ]
)

# An impact that was resolved, in order of time. Shape `a` belongs to the smaller entity; the normal points
# from a to b, the place is in the world.
IMPACT3 = np.dtype(
    [("a", "i8"), ("b", "i8"), *_words("time", "nx", "ny", "nz", "x", "y", "z", "speed", "impulse")]
)

# Rows in use of the arrays in CcdState3, and the totals of the step.
CCD_COUNTS3 = np.dtype(
    [
        ("begun", "i8"),  # fast bodies whose sweeps have begun
        ("swept", "i8"),
        ("waiting", "i8"),
        ("queue", "i8"),
        ("impacts", "i8"),
        ("stopped", "i8"),  # motions ended by MAX_IMPACTS
        ("woken", "i8"),
        ("now", "f8"),  # time of the last impact resolved: all later ones are found from here on
    ]
)


class CcdState3(NamedTuple):
    """The arrays of continuous collision in one step. `slots`: body row → row in `swept`, or NOT_SWEPT."""

    swept: SweptRows
    slots: Ints
    waiting: Ints  # rows in `swept` whose next impact is to be searched
    queue: Rows
    impacts: Rows
    counts: Rows  # one row


CCD_STATE3 = group(
    CcdState3, array(SWEPT3), INTS, INTS, array(QUEUE_ENTRY), array(IMPACT3), array(CCD_COUNTS3)
)


def new_ccd_state() -> CcdState3:
    """Return empty arrays of a small capacity."""
    ints = np.zeros(0, np.int64)
    return CcdState3(
        records(16, SWEPT3),
        ints,
        np.zeros(48, np.int64),
        records(48, QUEUE_ENTRY),
        records(16, IMPACT3),
        records(1, CCD_COUNTS3),
    )


def with_capacity(state: CcdState3, bodies: int, more: int) -> CcdState3:
    """Return the same state with room for `bodies` rows of bodies and `more` swept bodies and impacts."""
    counts = state.counts.view(np.ndarray)[0]
    slots = state.slots
    if len(slots) < bodies:
        slots = np.full(bodies, NOT_SWEPT, np.int64)
        slots[: len(state.slots)] = state.slots
    return CcdState3(
        _with_capacity(state.swept, counts["swept"], more + 1),
        slots,
        _with_capacity(state.waiting, counts["waiting"], more + 2),
        _with_capacity(state.queue, counts["queue"], more + 1),
        _with_capacity(state.impacts, counts["impacts"], more + 1),
        state.counts,
    )


def _with_capacity(rows: Rows, used: int, more: int) -> Rows:
    """Return the rows in use with room for `more`."""
    return rows if len(rows) >= used + more else grown(rows[:used], 2 * int(used + more))
