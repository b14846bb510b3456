"""Sleeping in space: bodies joined by constraints form islands, and an island at rest for long enough sleeps.

Islands and rings are the plane's (`solver.island`, `world.waking`).
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import BodyRows, ConstraintRows, Ints
from ...compile import INTS, array, entry, inlined, kernel
from ...solver.island import (
    DRIFTING,
    PUSHED_SHARE,
    RestReport,
    rim,
    share_on_leash,
    share_rest_times,
    unite_islands,
    update_rest_time,
)
from ...solver.union_find import find_root
from ...world.bodies import DYNAMIC, KINEMATIC
from ..math3d.quaternion import Quaternion, multiply
from ..settings import CONTEXT3, StepContext3
from ..world.center import has_not_moved
from ..world.records import BODY3
from ..world.waking import put_to_sleep
from .gather import gather_contacts
from .records import CONSTRAINT3
from .workspace import WORLD_ROWS3, WorldRows3


@inlined
def length(x: float, y: float, z: float) -> float:
    """Return the length of a vector."""
    return math.sqrt(x * x + y * y + z * z)


@inlined
def turn_of(body: Any) -> Quaternion:
    """Return by how much a body turned about x, y and z in the step: of small angles the sine is enough."""
    before = Quaternion(body.previous_qw, -body.previous_qx, -body.previous_qy, -body.previous_qz)
    q = multiply(Quaternion(body.qw, body.qx, body.qy, body.qz), before)
    twice = 2.0 if q.w >= 0.0 else -2.0
    return Quaternion(0.0, twice * q.x, twice * q.y, twice * q.z)


@inlined
def displace(body: Any, reach: float, context: StepContext3) -> float:
    """Add the displacement of the step to the offset from a body's place; return it, as in the plane."""
    x, y, z = body.x - body.previous_x, body.y - body.previous_y, body.z - body.previous_z
    turn = turn_of(body)
    way_x, way_y, way_z = body.way_x + x, body.way_y + y, body.way_z + z
    turn_x, turn_y, turn_z = body.turn_x + turn.x, body.turn_y + turn.y, body.turn_z + turn.z
    way = length(way_x, way_y, way_z) + length(turn_x, turn_y, turn_z) * reach
    step = length(x, y, z) + length(turn.x, turn.y, turn.z) * reach
    share = share_on_leash(way, step, body, context)
    body.way_x, body.way_y, body.way_z = share * way_x, share * way_y, share * way_z
    body.turn_x, body.turn_y, body.turn_z = share * turn_x, share * turn_y, share * turn_z
    return step


@inlined
def is_drifting(body: Any) -> bool:
    """Whether a body would move on for ever if nothing touched it: no damping slows it down."""
    is_moving = (body.vx != 0.0 or body.vy != 0.0 or body.vz != 0.0) and body.linear_damping == 0.0
    is_turning = (body.wx != 0.0 or body.wy != 0.0 or body.wz != 0.0) and body.angular_damping == 0.0
    return bool((is_moving or is_turning) and not has_not_moved(body))


@entry(array(BODY3), INTS, CONTEXT3)
def update_rest(bodies: BodyRows, awake: Ints, context: StepContext3) -> RestReport:
    """Update how long each awake body has rested; put kinematic bodies without velocity to sleep."""
    return let_rest(bodies, awake, context)


@kernel
def let_rest(bodies: BodyRows, awake: Ints, context: StepContext3) -> RestReport:
    """See `update_rest`."""
    rested, stopped, not_finite = 0, 0, 0
    for row in awake:
        body = bodies[row]
        reach, spin = rim(body, context), length(body.wx, body.wy, body.wz)
        speed = length(body.vx, body.vy, body.vz) + spin * reach
        total = speed + body.x + body.y + body.z + body.qw + body.qx + body.qy + body.qz
        if total - total != 0.0:
            not_finite = 1
            continue
        if body.kind == KINEMATIC:
            if speed == 0.0 and spin == 0.0 and has_not_moved(body):
                put_to_sleep(bodies, row, row)
                stopped = 1
            continue
        if context.sleeping == 0:
            continue
        speed = max(speed, PUSHED_SHARE * displace(body, reach, context) / context.dt)
        rested |= update_rest_time(body, speed, context)
    return RestReport(rested, stopped, not_finite)


@entry(WORLD_ROWS3, array(CONSTRAINT3), INTS, CONTEXT3)
def sleep_islands(rows: WorldRows3, constraints: ConstraintRows, parents: Ints, context: StepContext3) -> int:
    """Put all islands to sleep that have rested long enough; return the number of bodies that fell asleep.

    `constraints` (a row more than there are contacts) and `parents` are scratch. A body that touches an awake
    kinematic one stays awake, and so does one that drifts.
    """
    bodies, awake = rows.bodies, rows.awake
    for row in awake:
        parents[row] = DRIFTING if is_drifting(bodies[row]) else row
    unite_islands(bodies, constraints[: gather_contacts(rows, constraints, context)], parents)
    share_rest_times(bodies, awake, parents)
    asleep = 0
    for row in awake:
        root = find_root(parents, row)
        if bodies[row].kind == DYNAMIC and bodies[root].rest_time >= context.sleep_time:
            put_to_sleep(bodies, row, root)
            asleep += 1
    return asleep
