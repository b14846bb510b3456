"""Waking bodies. Sleeping bodies of one island form a ring through their `ring` fields and wake together."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import INT, INTS, array, entry, kernel
from ..world.layout import BODY, DYNAMIC, KINEMATIC

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]


@kernel
def wake_ring(bodies: Rows, row: int) -> int:
    """Wake a sleeping body and its whole island; returns how many woke."""
    woken = 0
    body = bodies[row]
    while body.awake == 0:
        body.awake = 1
        body.rest_time = 0.0
        woken += 1
        following = body.ring
        body.ring = row
        row = following
        body = bodies[row]
    return woken


@kernel
def wake_touched(bodies: Rows, a: int, b: int) -> int:
    """Of two touching bodies, one awake: wake the other if it sleeps."""
    if bodies[a].awake == 0 and bodies[a].kind == DYNAMIC:
        return wake_ring(bodies, a)
    if bodies[b].awake == 0 and bodies[b].kind == DYNAMIC:
        return wake_ring(bodies, b)
    return 0


@entry(array(BODY), INTS)
def wake_rows(bodies: Rows, rows: Ints) -> int:
    """Wake the given dynamic bodies with their islands, and kinematic ones that have a velocity."""
    woken = 0
    for row in rows:
        body = bodies[row]
        if body.kind == DYNAMIC and body.awake == 0:
            woken += wake_ring(bodies, row)
        elif body.kind == KINEMATIC and body.awake == 0 and is_moving(body):
            body.awake = 1
            woken += 1
    return woken


@kernel
def is_moving(body: Any) -> bool:
    """Whether a body has any velocity."""
    return bool(body.vx != 0.0 or body.vy != 0.0 or body.angular_velocity != 0.0)


@entry(array(BODY), INT, INTS)
def gather_awake(bodies: Rows, count: int, awake: Ints) -> int:
    """Write the rows of all bodies that are awake to `awake`, ascending; returns how many."""
    found = 0
    for row in range(count):
        if bodies[row].awake == 1:
            awake[found] = row
            found += 1
    return found
