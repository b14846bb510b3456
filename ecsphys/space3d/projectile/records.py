"""The records of projectiles in space, named as the plane's (`ecsphys.projectile.records`)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...arrays import BodyRows, FilterRows, Ints, Rows, ShotRows
from ...compile import INT, INTS, array, group
from ...projectile.records import PIERCED, PROJECTILE, TRACE_COUNTS
from ...world.shapes import FILTER
from ..settings import CONTEXT3, StepContext3
from ..spatial.walk import PROXY_TREE, ProxyTree
from ..world.groups import PROXIES3, Proxies3
from ..world.records import BODY3

# The course of a projectile through this step: the place of its origin, turned as it is at the end of the
# step, and its motion over a whole step. One row a projectile that takes part.
COURSE3 = np.dtype(
    [
        ("state", "i8"),
        ("bounced", "i8"),  # 1: it has ricocheted in this step
        ("last_verdict", "i8"),  # row in VERDICT3, or NONE
        ("time", "f8"),  # share of the step
        ("x", "f8"),
        ("y", "f8"),
        ("z", "f8"),
        ("dx", "f8"),
        ("dy", "f8"),
        ("dz", "f8"),
    ]
)

VERDICT3 = np.dtype(
    [
        ("body", "i8"),  # rows in BODY3
        ("other_body", "i8"),
        ("passes", "i8"),
        ("before", "i8"),
        ("restitution", "f8"),  # KEPT: the colliders'
    ]
)

# One row per hit of this step; `target` is 0 at the end of a projectile's range.
SHOT3 = np.dtype(
    [(name, "i8") for name in ("projectile", "target", "shape", "spent")]
    + [(name, "f8") for name in ("time", "x", "y", "z", "nx", "ny", "nz", "distance", "speed")]
)


class Trace3(NamedTuple):
    """The projectiles of a world, and the arrays that they are cast through: see the plane's `Trace`."""

    rows: Rows
    order: Ints
    courses: Rows
    pierced: Rows
    ignored: Ints
    verdicts: Rows
    bodies: BodyRows
    proxies: Proxies3
    filters: FilterRows
    tree: ProxyTree
    shots: ShotRows
    counts: Rows  # one row
    context: StepContext3
    asks: int


TRACE3 = group(
    Trace3,
    *(array(PROJECTILE), INTS, array(COURSE3), array(PIERCED), INTS, array(VERDICT3), array(BODY3)),
    *(PROXIES3, array(FILTER), PROXY_TREE, array(SHOT3), array(TRACE_COUNTS), CONTEXT3, INT),
)
