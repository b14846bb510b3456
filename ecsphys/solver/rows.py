"""The solver's own compact rows. Short names: `v w` velocity and spin, `m i` inverse mass and
inertia, `r` arm from a centre of mass, `n t` normal and tangent, `j` impulse, `h` sub-step.

Row 0 of the bodies is the ground: it stands for everything that cannot move or sleeps, has no
inverse mass and is never changed, so that the inner loops need no branch for it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._jit import INTS, array, group, records

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
GROUND = 0

# A body in motion. `dx dy` is how far its centre has come in this step, `c s` the cosine and sine of
# how far it has turned (`turn`, radians); `ax ay aw` is what forces add to its velocity each sub-step.
MOVER = np.dtype(
    [
        ("vx", "f8"),
        ("vy", "f8"),
        ("w", "f8"),
        ("mx", "f8"),  # inverse mass along x and y: a locked axis has none
        ("my", "f8"),
        ("i", "f8"),
        ("dx", "f8"),
        ("dy", "f8"),
        ("c", "f8"),
        ("s", "f8"),
        ("turn", "f8"),
        ("ax", "f8"),
        ("ay", "f8"),
        ("aw", "f8"),
        ("damping", "f8"),  # factor on the velocity each sub-step
        ("spin_damping", "f8"),
        ("body", "i8"),  # row in BODY
        ("colors", "i8"),  # bits: the colours of its constraints
    ]
)

# A contact between two movers, with `count` rows of POINT from `first`. `nn nt tt` is what a unit
# impulse changes the relative velocity by: along the normal for one along the normal, …
CONSTRAINT = np.dtype(
    [
        ("a", "i8"),
        ("b", "i8"),
        ("first", "i8"),
        ("count", "i8"),
        ("nx", "f8"),
        ("ny", "f8"),
        ("nn", "f8"),
        ("nt", "f8"),
        ("tt", "f8"),
        ("ia", "f8"),  # inverse inertias
        ("ib", "f8"),
        ("friction", "f8"),
        ("surface_speed", "f8"),
        ("rate", "f8"),
        ("mass_scale", "f8"),
        ("impulse_scale", "f8"),
        ("restitution", "f8"),
        ("contact", "i8"),  # row in CONTACT
    ]
)

POINT = np.dtype(
    [
        ("na", "f8"),  # lever of an impulse along the normal about each centre, and along the tangent
        ("nb", "f8"),
        ("ta", "f8"),
        ("tb", "f8"),
        ("mass_n", "f8"),
        ("mass_t", "f8"),
        ("gap", "f8"),  # separation where the bodies are now
        ("jn", "f8"),
        ("jt", "f8"),
        ("total", "f8"),  # sum of jn over the step
        ("approach", "f8"),  # speed of the surfaces towards each other at the moment of touch
        ("pull", "f8"),  # acceleration towards each other along the normal, without contact
        ("rax", "f8"),  # arms to the cores (without their radii) at the start of the step
        ("ray", "f8"),
        ("rbx", "f8"),
        ("rby", "f8"),
        ("rest", "f8"),  # separation less what the arms say of it: see `separation`
    ]
)


class Workspace(NamedTuple):
    """The arrays of one solve."""

    movers: Rows
    constraints: Rows
    points: Rows
    slots: Ints  # body row -> mover, GROUND for what has no constraint
    order: Ints  # contact rows by colour
    unordered: Ints  # the same in their own order, with their colours
    colors: Ints
    color_starts: Ints


WORKSPACE = group(Workspace, array(MOVER), array(CONSTRAINT), array(POINT), INTS, INTS, INTS, INTS, INTS)


def workspace(bodies: int, awake: int, contacts: int, old: Workspace | None) -> Workspace:
    """A workspace with room for so many bodies and contacts; the old one when it is big enough."""
    if (
        old is not None
        and len(old.slots) >= bodies
        and len(old.movers) > awake + 1
        and len(old.constraints) >= contacts
    ):
        return old
    bodies, awake, contacts = 2 * bodies, 2 * awake + 16, 2 * contacts + 16
    return Workspace(
        records(awake, MOVER),
        records(contacts, CONSTRAINT),
        records(2 * contacts, POINT),
        np.zeros(bodies, np.int64),
        np.zeros(contacts, np.int64),
        np.zeros(contacts, np.int64),
        np.zeros(contacts, np.int64),
        np.zeros(64, np.int64),
    )
