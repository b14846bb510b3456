"""The solver's own compact rows. Short names: `v w` velocity and spin, `m i` inverse mass and
inertia, `r` arm from a centre of mass, `n t` normal and tangent, `j` impulse, `h` sub-step.

Row 0 of the movers is the ground: it stands for everything that cannot move or sleeps, has no
inverse mass and is never changed, so that the inner loops need no branch for it.

Constraints lie in blocks: LANES of one colour (`coloring`) beside each other, field by field, so that a loop
over the lanes of a block becomes vector instructions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..arrays import BlockRows, Ints, MotionRows, MoverRows
from ..compile import ENABLED, INTS, array, group, records

STATIC_MOVER = 0
COLORS = 32
OVERFLOW = COLORS - 1  # the colour of all that find no free one: they may share bodies
CLASSES = 2 * COLORS  # constraints with two points and those with one are apart
LANES = 32
GROUP_SIZE = 1024  # constraints that are solved together (`grouping`): with their bodies half a megabyte
# Lanes in use are rounded up to a multiple: doubles in the longest vector register.
VECTOR_LANES = 8 if ENABLED else 1

# A body in motion, in groups of four words that are read and written together. `dx dy` is how far its centre
# has come in this step, `c s` the cosine and sine of how far it has turned (`turn`, radians); `ax ay aw` is
# what forces add to its velocity each sub-step.
MOVER = np.dtype(
    [
        ("vx", "f8"),
        ("vy", "f8"),
        ("w", "f8"),
        ("turn", "f8"),
        ("mx", "f8"),  # inverse mass along x and y: a locked axis has none
        ("my", "f8"),
        ("i", "f8"),
        ("zero", "f8"),  # 0: impulses do not change the fourth word of a group
        ("warm_x", "f8"),  # velocity and spin that the impulses of its contacts add in the next sub-step,
        ("warm_y", "f8"),  # ... which begins with those of the last one ("warm start")
        ("warm_w", "f8"),
        ("damping", "f8"),  # factor on the velocity each sub-step
        ("dx", "f8"),
        ("dy", "f8"),
        ("c", "f8"),
        ("s", "f8"),  # up to here, two cache lines: all that constraints read
        ("ax", "f8"),
        ("ay", "f8"),
        ("aw", "f8"),
        ("spin_damping", "f8"),
        ("body", "i8"),  # row in BODY
        ("colors", "i8"),  # bits: the colours of its constraints
        ("cx", "f8"),  # centre of mass, from the body's origin in world axes, at the start of the step
        ("cy", "f8"),  # three cache lines
    ]
)
VELOCITY, MASS, WARM_START, DELTA = 0, 4, 8, 12  # where groups of a mover begin


def _lanes(*names: str, points: bool = False) -> list[Any]:
    return [(name, "f8", (2, LANES) if points else (LANES,)) for name in names]


# Contacts between two movers, in the order in which passes read them: all do, only `relax`, none. Of the
# points: the levers `na ta` of an impulse along normal and tangent about A's centre; `mass_n mass_t`;
# `gap`, the separation where the bodies are now; `jn jt`, the impulses of the sub-step, and `total_jn`,
# the sum of jn over the step; `base_separation`, the separation less what the levers say of it
# (`contact.separation`);
# `impact_speed`, the speed of the surfaces towards each other at the moment of touch.
BLOCK = np.dtype(
    [
        ("count", "i8"),  # lanes that are taken
        ("lanes", "i8"),  # … and with those that stand for nothing
        ("points", "i8"),  # 1 if no contact has two
        ("first", "i8"),  # row in `Workspace.order` of lane 0
        ("color", "i8"),
        ("has_surface_speed", "i8"),  # 1 if a surface moves, else 0
        ("has_radius", "i8"),  # 1 if a core has a radius, else 0
        ("spare", "i8"),
        ("a", "i4", (LANES,)),
        ("b", "i4", (LANES,)),
        ("fixed", "f8", (LANES,)),  # 1 where one of the two cannot be pushed, else 0
        *_lanes("nx", "ny"),
        # What a unit impulse changes the relative velocity by: along the normal for one along the normal, …
        *_lanes("nn", "nt", "tt"),
        *_lanes("ia", "ib", "friction"),
        *_lanes("dn", "dt"),  # by how much B's levers along normal and tangent are more than A's
        *_lanes("na", "ta", "mass_n", "mass_t", "gap", "jn", "jt", points=True),
        *_lanes("base_separation", "total_jn", points=True),
        *_lanes("ra", "rb"),  # radii of both cores
        *_lanes("impact_speed", points=True),
        *_lanes("restitution"),
        *_lanes("surface_speed"),
        *_lanes("acceleration"),  # acceleration towards each other along the normal, without contact
        ("contact", "i8", (LANES,)),  # rows in CONTACT
    ]
)

# What is gathered of both bodies for the constraints of a block while it is solved: groups VELOCITY and, for
# `relax`, PLACE; then, in the same place, the impulses that are to be scattered: along x, along y and about
# the centre, of this pass and, in place of PLACE, of all points in the next sub-step.
SCRATCH = np.dtype([(name, "f8", (4, LANES)) for name in ("a", "b", "delta_a", "delta_b")])


class Workspace(NamedTuple):
    """The arrays of one solve."""

    movers: MoverRows
    blocks: BlockRows
    motion: MotionRows  # one row a thread
    mover_index: Ints  # body row -> mover, GROUND for what has no constraint
    rows: Ints  # contact rows to be solved, group by group (`grouping`)
    ends: Ints  # of the groups in `rows`
    pause: Ints  # steps (1) in which none are made
    parents: Ints  # scratch by body row: islands, and their constraints
    sizes: Ints
    order: Ints  # contact rows by class
    unordered: Ints  # the same in their own order, with their classes
    classes: Ints
    class_starts: Ints


WORKSPACE = group(Workspace, array(MOVER), array(BLOCK), array(SCRATCH), *[INTS] * 10)


def ensure_workspace(
    bodies: int, awake: int, contacts: int, threads: int, old: Workspace | None
) -> Workspace:
    """A workspace with room for so many bodies and contacts; the old one when it is big enough."""
    if (
        old is not None
        and len(old.mover_index) >= bodies
        and len(old.movers) > awake + 1
        and len(old.order) >= contacts
    ):
        return old
    awake, contacts = 2 * awake + 16, 2 * contacts + 16
    return Workspace(
        records(awake, MOVER),
        records(contacts // LANES + CLASSES, BLOCK),
        records(threads, SCRATCH),
        np.zeros(bodies, np.int64),
        np.zeros(contacts + 1, np.int64),
        np.zeros(2 * contacts // GROUP_SIZE + 2, np.int64),
        np.zeros(1, np.int64),
        np.zeros(bodies, np.int64),
        np.zeros(bodies, np.int64),
        np.zeros(contacts, np.int64),
        np.zeros(contacts, np.int64),
        np.zeros(contacts, np.int64),
        np.zeros(CLASSES + 1, np.int64),
    )
