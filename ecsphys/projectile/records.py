"""The records of projectiles, of their courses through a step, and of their hits."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from ..arrays import BodyRows, FilterRows, Ints, Rows, ShotRows
from ..compile import INT, INTS, array, group
from ..settings import CONTEXT, StepContext
from ..spatial.proxies import PROXIES, Proxies
from ..spatial.walk import PROXY_TREE, ProxyTree
from ..world.bodies import BODY
from ..world.shapes import FILTER

Mode = Literal["swept", "ray"]
MODES: tuple[Mode, ...] = ("swept", "ray")
SWEPT, RAY = 0, 1
NONE = -1

# One row a projectile. `pierce` and `ricochet` count down.
PROJECTILE = np.dtype(
    [
        ("entity", "i8"),
        ("body", "i8"),  # row in BODY; NONE while there is none
        ("mode", "i8"),
        ("pierce", "i8"),
        ("ricochet", "i8"),
        ("spent", "i8"),
        ("armed", "i8"),  # 0: its Collider is disabled, so it hits nothing
        ("last_pierced", "i8"),  # row in PIERCED of the entity pierced last since the last ricochet
        ("first_ignored", "i8"),  # index in the list of all ignored entities; ascending for each projectile
        ("ignored", "i8"),
        ("max_distance", "f8"),
        ("distance", "f8"),  # covered so far
    ]
)
FIELDS = {name: index for index, name in enumerate(PROJECTILE.names or ())}

# An entity that a projectile has pierced, and the row of the one before, NONE at the first.
PIERCED = np.dtype([("entity", "i8"), ("before", "i8")])

NEW, FLYING, ENDED = 0, 1, 2  # states of a course

# The course of a projectile through this step: its place (of its origin as a ray, else of its centre of
# mass), and its motion over a whole step. One row a projectile that takes part.
COURSE = np.dtype(
    [
        ("state", "i8"),
        ("time", "f8"),  # share of the step
        ("x", "f8"),
        ("y", "f8"),
        ("angle", "f8"),  # at the start of the step
        ("dx", "f8"),
        ("dy", "f8"),
        ("turn", "f8"),
        ("last_shape", "i8"),  # of the last ricochet, or NONE
        ("nx", "f8"),  # its normal, the speed along it that keeps it in front
        ("ny", "f8"),
        ("speed", "f8"),
        ("since", "f8"),  # time of it
        ("last_verdict", "i8"),  # row in VERDICT, or NONE
    ]
)

# What filters and hooks are asked about a projectile and an entity on its way, and their answer: `passes`
# and `restitution`. Once a step; `before` is the row of the projectile's question before, or NONE.
VERDICT = np.dtype(
    [
        ("body", "i8"),  # rows in BODY
        ("other_body", "i8"),
        ("shape", "i8"),  # rows in SHAPE; NONE: a projectile without Collider
        ("other_shape", "i8"),
        ("nx", "f8"),  # outward from the target
        ("ny", "f8"),
        ("x", "f8"),
        ("y", "f8"),
        ("speed", "f8"),  # approach
        ("passes", "i8"),
        ("restitution", "f8"),  # as a hook has set it; KEPT: the colliders'
        ("before", "i8"),
    ]
)
KEPT = -1.0

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

TRACE_COUNTS = np.dtype(
    [
        ("next", "i8"),  # index in `order` of the next projectile
        ("shots", "i8"),  # rows of each array in use
        ("pierced", "i8"),
        ("verdicts", "i8"),
        ("answered", "i8"),  # … of `verdicts` with an answer
        ("moved", "i8"),  # … of `proxies.moved`
        ("woken", "i8"),  # bodies woken
    ]
)


class Trace(NamedTuple):
    """The projectiles of a world, and the arrays that they are cast through.

    `order`: rows of PROJECTILE that fly, ascending; `courses`: of each of them. `ignored`: the entities that
    projectiles ignore, one after the other. `asks`: 1 if filters or hooks decide about hits. `spare`: first
    free row of the point pools.
    """

    rows: Rows
    order: Ints
    courses: Rows
    pierced: Rows
    ignored: Ints
    verdicts: Rows
    bodies: BodyRows
    proxies: Proxies
    filters: FilterRows
    tree: ProxyTree
    shots: ShotRows
    counts: Rows  # one row
    context: StepContext
    asks: int
    spare: int


TRACE = group(
    Trace,
    array(PROJECTILE),
    INTS,
    array(COURSE),
    array(PIERCED),
    INTS,
    array(VERDICT),
    array(BODY),
    PROXIES,
    array(FILTER),
    PROXY_TREE,
    array(SHOT),
    array(TRACE_COUNTS),
    CONTEXT,
    INT,
    INT,
)
