"""The records of energy budgets (see `budget`)."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Ints, Rows
from ...compile import INTS, array, group, inlined, records
from ..records import LANES

# The movers of islands that may have budgets, one island's behind the other's, LANES to a row: their masses
# along both axes and inertias as the game gave them, 0 where nothing moves them, the velocities of what holds
# their islands, the forces of the step, and their states at the start of the sub-step.
SHARE_BLOCK = np.dtype(
    [
        ("mover", "i4", (LANES,)),
        *((name, "f8", (LANES,)) for name in ("mass_x", "mass_y", "inertia", "frame_x", "frame_y")),
        *((name, "f8", (LANES,)) for name in ("force_x", "force_y", "torque")),
        *((name, "f8", (LANES,)) for name in ("vx", "vy", "w", "dx", "dy", "turn")),
        # Velocity that they get back after they moved.
        *((name, "f8", (LANES,)) for name in ("back_x", "back_y", "back_w")),
        ("values", "f8", (4, LANES)),  # what islands add up: see below
    ]
)

# Rows of `values`: the kinetic energy that the forces of the step give in a sub-step from rest, that which a
# mover has, the work of forces, and half of it at the speeds of the sub-step's start.
PUSH, KINETIC, WORK, BEGAN = range(4)

# One row an island, in the row of its smallest mover.
ISLAND = np.dtype(
    [
        ("listed", "i8"),  # in row n: the row of the nth island with a budget; in row 0: how many have one
        ("first", "i8"),  # its movers are those in the lanes from here
        ("end", "i8"),  # to before here; in row 0: how many lanes are in use
        ("counts", "i8"),  # JOINTED, REFINED (its group has more sub-steps), or 0: it has no budget
        ("held", "i8"),  # bits LOCK_X …: directions in which the world holds it, or gears of it
        ("driven", "i8"),  # DRIVEN, UNBOUND, or 0: all that gives it energy is counted
        ("fought", "i8"),  # 1: what moves it and its joints contradict each other
        ("top", "f8"),  # speed of the fastest kinematic body that it is on
        ("most", "f8"),  # kinetic energy that it may have if it is DRIVEN
        ("moved", "i8"),  # 1: the game has moved it: what pushes it into place may lift it
        ("pushed", "i8"),  # bits TOUCHED, MOTORED; 0: nothing but its joints moves it
        ("climbs", "i8"),  # 1: it has just been moved by more than its energy carries it, or would have been
        ("deepest", "f8"),  # separation of the nearest points of its contacts, 0 if they are all apart
        ("lift", "f8"),  # work that its trees do in a step to push against drift
        ("joints", "i8"),
        ("credit", "f8"),  # energy that it may have for that, of what it has lost
        # What its undamped springs hold, NO_SPRINGS without any; of NO_ISLAND: 0 if some island has springs.
        ("held_energy", "f8"),
        ("before", "f8"),  # kinetic energy before impacts
        ("push", "f8"),  # part of `start` that forces give
        ("frame_x", "f8"),  # velocity of what holds it: of the frame in which its energy counts
        ("frame_y", "f8"),
        ("energy", "f8"),  # kinetic energy that it may have
        ("kinetic", "f8"),  # that it has
        ("debt", "f8"),  # of the sub-steps before: what it gained while it was at rest
        ("start", "f8"),  # that it had, with what forces give from rest
        # 1: it has so much that its impulses belong to no motion; of NO_ISLAND: velocities are to be returned
        ("wild", "i8"),
        ("scale", "f8"),  # of velocities, relative to the rigid motion below; below 1: it has too much
        ("worn", "f8"),  # share of these that it loses then, at least: one of its trees is strained
        ("lag", "f8"),  # work of forces on half a sub-step of these velocities
        ("added", "f8"),  # what constraints may add to its speed, in the norm of the masses
        # Work of forces, and of springs, in a sub-step at the speeds of SOLVE, and half of it at those of its
        # start.
        *((name, "f8") for name in ("work", "sprung", "began")),
        ("locks", "i8"),  # likewise, and those in which it holds a body of it
        *((name, "f8") for name in ("mass", "x", "y", "vx", "vy", "w", "inertia")),  # of it as one body
    ]
)

NO_ISLAND = 0  # the row of STATIC_MOVER
NO_SPRINGS = -math.inf
REFINED, JOINTED = 1, 2
TOUCHED, MOTORED = 1, 2  # bits: by contacts; by motors or brakes
# By kinematic bodies that move in several ways; by belts, motor or mouse joints: then it has no budget.
DRIVEN, UNBOUND = 1, 2


@inlined
def has_springs(island: Any) -> bool:
    """Whether some joint of an island has a spring; of NO_ISLAND: of any."""
    return bool(island.held_energy > NO_SPRINGS)


class Budget(NamedTuple):
    """The budgets of the group being solved."""

    lanes: Rows
    islands: Rows
    parents: Ints  # by mover, of the union-find; then the island whose budget it shares, or NO_ISLAND


BUDGET = group(Budget, array(SHARE_BLOCK), array(ISLAND), INTS)


def make_budget(movers: int) -> Budget:
    """Return the arrays for that many movers."""
    lanes = records(movers // LANES + 1, SHARE_BLOCK)
    return Budget(lanes, records(movers, ISLAND), np.zeros(movers, np.int64))
