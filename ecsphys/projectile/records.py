"""The records of projectiles and of their hits."""

from __future__ import annotations

from typing import Literal

import numpy as np

Mode = Literal["swept", "ray"]
MODES: tuple[Mode, ...] = ("swept", "ray")
SWEPT, RAY = 0, 1
NONE = -1
PAST = 8  # entities pierced one after the other that are remembered, so that each is hit once
MOST_HITS = 16  # per step; the rest of the motion is dropped

# One row a projectile. `pierce` and `ricochet` count down.
PROJECTILE = np.dtype(
    [
        ("entity", "i8"),
        ("body", "i8"),  # row in BODY; NONE while there is none
        ("mode", "i8"),
        ("pierce", "i8"),
        ("ricochet", "i8"),
        ("spent", "i8"),
        ("passed", "i8"),  # number of entities pierced since the last ricochet
        ("first_ignored", "i8"),  # index in the list of all ignored entities; ascending for each projectile
        ("ignored", "i8"),
        ("max_distance", "f8"),
        ("distance", "f8"),  # covered so far
    ]
)
FIELDS = {name: index for index, name in enumerate(PROJECTILE.names or ())}

# One row per hit of this step; `target` is 0 at the end of a projectile's range.
SHOT = np.dtype(
    [
        ("projectile", "i8"),  # entity
        ("target", "i8"),
        ("shape", "i8"),  # index in the target's collider
        ("spent", "i8"),
        ("time", "f8"),
        ("x", "f8"),
        ("y", "f8"),
        ("nx", "f8"),  # outward from the target
        ("ny", "f8"),
        ("distance", "f8"),
        ("speed", "f8"),
    ]
)
