"""The records of landings (see `landing`)."""

from __future__ import annotations

import numpy as np

from ..pushes import MOST_POINTS, PUSHES

# Bodies that land, or bear what lands: free ones, and in all, with those of trees of joints. More are a
# crowd.
MOST_FREE, MOST_BODIES = 24, 64
FEW_FREE, FEW_POINTS = 8, 32  # where trees are among them: each point costs an answer of these

# Three tables in one. Contacts have numbers here: their places in `Workspace.ordered`. The contacts of a
# mover are a chain of ends: 2 × contact + side + 1, or 0 behind the last.
LANDING = np.dtype(
    [
        ("fast", "i4"),  # one row a contact that touches fast in this step: its number
        ("contact", "i4"),  # one row a contact of all that may take part in a landing
        ("first", "i4"),  # one row a mover: its first end
        ("block", "i4"),  # one row a contact
        ("crowd", "i4"),  # one row a contact that touches fast where too many are near for one landing
        ("taken", "i4"),  # one row a contact: 1 if it is among those of a crowd that are being stopped
        ("listed", "i4"),  # likewise: LISTED if its number is in `contact`, CROWDED if in `crowd`
        ("next_a", "i4"),  # likewise: the ends of a and b after this contact's
        ("next_b", "i4"),
    ]
)

# One row: how many landings there are, and what one of them consists of.
LANDED = np.dtype(
    [
        ("listed", "i8"),
        ("crowded", "i8"),  # how many contacts land in crowds
        ("visits", "i8"),  # to contacts of crowds in this sub-step
        ("bouncing", "i8"),  # blocks with contacts that may bounce
        ("free", "i8"),  # how many of its bodies belong to none
        ("joined", "i8"),  # and how many do
        ("bodies", "i8"),
        ("contacts", "i8"),
        ("points", "i8"),  # rows: points of contacts, and limits of joints
        ("movers", "i4", (MOST_BODIES,)),
        # By row: its movers, and the speed that it measures, by a's x, y and angle, then b's.
        ("a", "i4", (MOST_POINTS,)),
        ("b", "i4", (MOST_POINTS,)),
        ("row", "f8", (MOST_POINTS, 6)),
        ("contact", "i4", (MOST_POINTS,)),  # of a point: its row of `Workspace.bounces`
        ("side", "i4", (MOST_POINTS,)),  # of a point: 0 the first, 1 the second one of its contact
        ("limit", "i4", (MOST_POINTS,)),  # 0: a point; 2 × link + 1, + 2: the lower, upper limit of a joint
        ("pushes", PUSHES),
    ]
)
