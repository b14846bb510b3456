"""The rows of events and crossings in space: the plane's with a third coordinate, and up to four points."""

from __future__ import annotations

import numpy as np

from ...arrays import offsets_of
from ...world.events import CROSSING, EVENT

POINTS = 4
# Of each point: x, y, z and the penetration; the deepest comes first and bears no number.
POINT_FIELDS = tuple(
    tuple(f"{name}{k or ''}" for name in ("x", "y", "z", "penetration")) for k in range(POINTS)
)

_WHOLE = [name for name in offsets_of(EVENT) if EVENT[name] == np.int64]

# Whole numbers first, as in EVENT: what reads these reads both.
EVENT3 = np.dtype(
    [(name, "i8") for name in _WHOLE]
    + [(name, "f8") for name in ("nx", "ny", "nz", *POINT_FIELDS[0], "speed", "impulse", "time")]
    + [(name, "f8") for fields in POINT_FIELDS[1:] for name in fields]
)

CROSSING3 = np.dtype(
    [(name, CROSSING[name]) for name in offsets_of(CROSSING) if CROSSING[name] == np.int64]
    + [(name, "f8") for name in ("entry_time", "exit_time", "nx", "ny", "nz", "x", "y", "z", "speed")]
)
