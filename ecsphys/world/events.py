"""The rows of events, and of what swept bodies passed, in one step."""

from __future__ import annotations

import numpy as np

from ..arrays import Array, grown
from ..compile import records

BEGIN, STAY, END, HIT = 0, 1, 2, 3

# One row an event of this step, in the order in which it was found; whole numbers first.
EVENT = np.dtype(
    [
        ("what", "i8"),
        ("entity_a", "i8"),
        ("entity_b", "i8"),
        ("reason", "i8"),
        ("trigger_a", "i8"),
        ("trigger_b", "i8"),
        ("nx", "f8"),
        ("ny", "f8"),
        ("x", "f8"),
        ("y", "f8"),
        ("penetration", "f8"),
        ("speed", "f8"),
        ("impulse", "f8"),
        ("time", "f8"),
    ]
)

EVENT_INTS = 6

# One row a time that a swept body went into something that does not stop it: a trigger, or what reports
# without pushing. Times are parts of the step; `exit_time` is BEYOND while it was still inside.
CROSSING = np.dtype(
    [
        ("body_a", "i8"),  # of the smaller entity
        ("body_b", "i8"),
        ("trigger_a", "i8"),
        ("trigger_b", "i8"),
        ("entry_time", "f8"),
        ("exit_time", "f8"),
        ("nx", "f8"),
        ("ny", "f8"),
        ("x", "f8"),
        ("y", "f8"),
        ("speed", "f8"),
    ]
)

BEYOND = 2.0


class EventStore:
    """Events found in this step, grown by whoever adds some."""

    def __init__(self, capacity: int = 64):
        self.rows: Array = records(capacity, EVENT)
        self.count = 0

    def reserve(self, more: int) -> None:
        """Make room for `more` events."""
        if self.count + more > len(self.rows):
            self.rows = grown(self.rows[: self.count], max(2 * len(self.rows), self.count + more))
