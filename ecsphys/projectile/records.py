"""The records of projectiles and of what they hit."""

from __future__ import annotations

import numpy as np

MODES = ("swept", "ray")
SWEPT, RAY = 0, 1
NONE = -1
PAST = 8  # so many things pierced one after the other are remembered, so as to be hit once only
MOST_HITS = 16  # in one step; the rest of a way is dropped then

# One row a projectile. `pierce` and `ricochet` count down.
PROJECTILE = np.dtype(
    [
        ("entity", "i8"),
        ("body", "i8"),  # row in BODY; NONE while there is none
        ("mode", "i8"),
        ("pierce", "i8"),
        ("ricochet", "i8"),
        ("spent", "i8"),
        ("passed", "i8"),  # how many entities have been pierced since the last ricochet
        ("first_ignored", "i8"),  # in the list of all ignored entities, ascending for each projectile
        ("ignored", "i8"),
        ("max_distance", "f8"),
        ("distance", "f8"),  # flown
    ]
)
FIELDS = {name: index for index, name in enumerate(PROJECTILE.names or ())}
PROJECTILE_WIDTH = len(FIELDS)

# One row a hit of this step; `target` is 0 where a projectile has come to the end of its distance.
SHOT = np.dtype(
    [
        ("projectile", "i8"),  # entity
        ("target", "i8"),
        ("shape", "i8"),  # which one of the target's collider
        ("spent", "i8"),
        ("time", "f8"),
        ("x", "f8"),
        ("y", "f8"),
        ("nx", "f8"),  # outward from what was hit
        ("ny", "f8"),
        ("distance", "f8"),
        ("speed", "f8"),
    ]
)
