"""The records of one step's flight: who moves far, what is due, what was hit and what was passed.

Times are parts of the step, 0 to 1. A flyer's pose is that of its centre of mass at its own time, and
`dx dy turn` is how far it would come in a whole step.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import CrossingRows, Ints, Rows, SweptRows, grown
from ..compile import INTS, array, group, records
from ..world.events import CROSSING

NOBODY = -1

FLYER = np.dtype(
    [
        ("body", "i8"),
        ("time", "f8"),
        ("seen", "f8"),  # up to when it has been looked for what it passes
        ("x", "f8"),
        ("y", "f8"),
        ("angle", "f8"),
        ("dx", "f8"),
        ("dy", "f8"),
        ("turn", "f8"),
        ("vx", "f8"),  # the velocity at its time; a fall's parabola has it, see `state.take_off`
        ("vy", "f8"),
        ("w", "f8"),
        ("ax", "f8"),  # acceleration, as far as it flies freely
        ("ay", "f8"),
        ("impacts", "i8"),
        ("version", "i8"),  # counts changes of its path
        ("changed", "i8"),  # 1: its path is not the one that the solver found
        ("lx", "f8"),  # a box around what is left of its path
        ("ly", "f8"),
        ("ux", "f8"),
        ("uy", "f8"),
        ("due", "f8"),  # when it meets `other`, if nothing comes between
        ("own", "i8"),
        ("other", "i8"),
        ("other_version", "i8"),
        ("nx", "f8"),  # from the flyer to the other
        ("ny", "f8"),
        ("px", "f8"),  # in the world
        ("py", "f8"),
        ("judged", "i8"),  # 1: filters and hooks have let the impact be; the surface is what they left
        ("friction", "f8"),
        ("restitution", "f8"),
        ("surface_speed", "f8"),
    ]
)

# An entry of the heap of what is due, by time; one whose flyer has another version by now is void.
DUE = np.dtype([("time", "f8"), ("flyer", "i8"), ("version", "i8")])

# What was hit, in order of time. Shape `a` belongs to the smaller entity, the normal points from it.
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

# Places in `counts`.
COUNTS = 12
SIEVED, FLYERS, WAITING, CHANGED, HEAP, IMPACTS, CROSSINGS, EXCUSED, ASKING, VIEWED, DROPPED, WOKEN = range(
    COUNTS
)


class Flight(NamedTuple):
    """The arrays of one step's flight. `slots`: body row -> flyer, NOBODY for most."""

    flyers: SweptRows
    slots: Ints
    called: Ints  # by body row: 1 for one that must be swept
    waiting: Ints  # flyers whose next impact is to be looked for
    changed: Ints  # flyers whose path changed
    excused: Ints  # keys of pairs of bodies that pass through each other in this step
    heap: Rows
    impacts: Rows
    crossings: CrossingRows
    counts: Ints


FLIGHT = group(
    Flight, array(FLYER), INTS, INTS, INTS, INTS, INTS, array(DUE), array(IMPACT), array(CROSSING), INTS
)


def make_flight() -> Flight:
    """A flight with little room."""
    ints = np.zeros(0, np.int64)
    return Flight(
        records(16, FLYER),
        ints,
        ints,
        np.zeros(48, np.int64),
        np.zeros(16, np.int64),
        np.zeros(16, np.int64),
        records(16, DUE),
        records(16, IMPACT),
        records(16, CROSSING),
        np.zeros(COUNTS, np.int64),
    )


def with_room(flight: Flight, bodies: int, flyers: int) -> Flight:
    """The same flight with room for some more of everything, for so many flyers, and all rows of bodies."""
    counts = flight.counts
    slots, called = flight.slots, flight.called
    if len(slots) < bodies:
        slots = np.full(bodies, NOBODY, np.int64)
        slots[: len(flight.slots)] = flight.slots
        called = np.zeros(bodies, np.int64)
    return Flight(
        _roomy(flight.flyers, counts[FLYERS], flyers + 1),
        slots,
        called,
        _roomy(flight.waiting, counts[WAITING], flyers + 2),
        _roomy(flight.changed, counts[CHANGED], flyers + 2),
        _roomy(flight.excused, counts[EXCUSED], 1),
        _roomy(flight.heap, counts[HEAP], flyers + 1),
        _roomy(flight.impacts, counts[IMPACTS], flyers + 1),
        _roomy(flight.crossings, counts[CROSSINGS], counts[CROSSINGS] + 16),
        counts,
    )


def _roomy(rows: Rows, used: int, more: int) -> Rows:
    """The rows in use, with room for more."""
    return rows if len(rows) >= used + more else grown(rows[:used], 2 * (used + more))
