"""Sleeping: bodies joined by constraints form islands, and an island at rest for long enough sleeps.

Islands are found by union-find over constraints (Tarjan, 1975; path halving), only in steps in which some
body has rested long enough. The smallest row is the root, so the order of constraints has no effect. A body
without constraints that drifts on at a constant velocity does not rest, however slow it is.

A body rests while it is slow and does not speed up. One that trembles does so all the time, but gets nowhere:
it rests, too, after some time at one *place*. A place is a leash: what moves further from it than at
`sleep_speed` drags it along, and stays anew. So the mean counts, not the greatest speed, and the time is
so long that what starts to slide, or is slow at the top of its flight or swing, has left by then. Only the
body's offset from its place is kept, the sum of its displacements: in space, small turns add up like vectors.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from .. import constants
from ..arrays import BodyRows, ConstraintRows, Ints
from ..compile import INTS, array, entry, inlined, kernel
from ..settings import CONTEXT, StepContext
from ..world.areas import effect_on
from ..world.bodies import BODY, DYNAMIC, KINEMATIC
from ..world.waking import put_to_sleep
from .constraint import CONSTRAINT
from .dispatch import gather_constraints
from .influenced import is_calmed
from .union_find import find_root, unite
from .workspace import WORLD_ROWS, WorldRows

DRIFTING = -1  # in the place of a parent

# Share of a displacement that counts as motion where the velocity is less: overlapping bodies are pushed
# apart without velocity, and must not fall asleep on the way. After Box2D v3 (`positionSleepFactor`).
PUSHED_SHARE = 0.5


@kernel
def has_not_moved(body: Any) -> bool:
    """Whether a body has the pose that it had before the step."""
    return bool(body.x == body.previous_x and body.y == body.previous_y and body.angle == body.previous_angle)


@inlined
def rim(body: Any, context: Any) -> float:
    """Return the distance from a body's centre at which its rotation counts as motion.

    A body without shapes may be joined to others: it counts as a typical object.
    """
    return float(body.reach) if body.reach > 0.0 else 0.5 * context.sleep_speed / constants.SLEEP_SPEED


@inlined
def share_on_leash(length: float, step: float, body: Any, context: Any) -> float:
    """Return the share of an offset that the leash leaves, and note how long the body has not moved on.

    `step`: the length of the last step. What is too fast to tremble has no place, nor a state that changes.
    """
    leash = constants.LEASH * context.sleep_speed * context.sleep_time
    trembles = step <= constants.MOST_TREMOR * context.sleep_speed * context.dt
    if length <= leash and trembles:
        body.stay_time += context.dt
        return 1.0
    body.stay_time = 0.0
    return float(leash / length) if trembles else 0.0


@inlined
def displace(body: Any, reach: float, context: Any) -> float:
    """Add the displacement of the step to the offset from a body's place.

    Returns how far a point at this distance from its centre moved in the step, at most.
    """
    x, y, turn = body.x - body.previous_x, body.y - body.previous_y, body.angle - body.previous_angle
    way_x, way_y, way_turn = body.way_x + x, body.way_y + y, body.way_turn + turn
    way = math.sqrt(way_x * way_x + way_y * way_y) + abs(way_turn) * reach
    step = math.sqrt(x * x + y * y) + abs(turn) * reach
    share = share_on_leash(way, step, body, context)
    body.way_x, body.way_y, body.way_turn = share * way_x, share * way_y, share * way_turn
    return float(step)


@kernel
def is_drifting(rows: WorldRows, row: int) -> bool:
    """Whether a body would move on for ever if nothing touched it: no damping or liquid slows it down."""
    body, effect = rows.bodies[row], effect_on(rows.influences.effects, row)
    is_moving = (body.vx != 0.0 or body.vy != 0.0) and body.linear_damping + effect.damping == 0.0
    is_turning = body.angular_velocity != 0.0 and body.angular_damping + effect.spin_damping == 0.0
    return bool((is_moving or is_turning) and not has_not_moved(body) and not is_calmed(rows, row))


class RestReport(NamedTuple):
    """Findings of `update_rest`, each 0 or 1."""

    rested: int  # some dynamic body has rested long enough to sleep
    stopped: int  # a kinematic body fell asleep
    not_finite: int  # a pose or velocity is NaN or infinite


@entry(array(BODY), INTS, CONTEXT)
def update_rest(bodies: BodyRows, awake: Ints, context: StepContext) -> RestReport:
    """Update how long each awake body has rested; put kinematic bodies without velocity to sleep."""
    return let_rest(bodies, awake, context)


@kernel
def let_rest(bodies: BodyRows, awake: Ints, context: StepContext) -> RestReport:
    """See `update_rest`."""
    rested, stopped, not_finite = 0, 0, 0
    for row in awake:
        body = bodies[row]
        reach = rim(body, context)
        speed = math.sqrt(body.vx * body.vx + body.vy * body.vy) + abs(body.angular_velocity) * reach
        total = speed + body.x + body.y + body.angle
        if total - total != 0.0:
            not_finite = 1
            continue
        if body.kind == KINEMATIC:
            if speed == 0.0 and body.angular_velocity == 0.0 and has_not_moved(body):
                put_to_sleep(bodies, row, row)
                stopped = 1
            continue
        if context.sleeping == 0:
            continue
        speed = max(speed, PUSHED_SHARE * displace(body, reach, context) / context.dt)
        rested |= update_rest_time(body, speed, context)
    return RestReport(rested, stopped, not_finite)


@inlined
def update_rest_time(body: Any, speed: float, context: Any) -> int:
    """Update how long a body has rested that moves at `speed`; 1 if that is long enough to sleep."""
    is_calm = (
        speed <= context.sleep_speed and speed <= body.rest_speed + constants.SLEEP_GAIN * context.sleep_speed
    )
    trembles = (
        body.stay_time > constants.STAY_TIMES * context.sleep_time
        and speed <= constants.MOST_TREMOR * context.sleep_speed
    )
    if body.can_sleep == 0 or not (is_calm or trembles):
        body.rest_time = 0.0
        body.rest_speed = speed
        return 0
    body.rest_time += context.dt
    body.rest_speed = min(body.rest_speed, speed)
    return 1 if body.rest_time >= context.sleep_time else 0


@entry(WORLD_ROWS, array(CONSTRAINT), INTS, CONTEXT)
def sleep_islands(rows: WorldRows, constraints: ConstraintRows, parents: Ints, context: StepContext) -> int:
    """Put all islands to sleep that have rested long enough; return the number of bodies that fell asleep.

    `constraints` and `parents` are scratch. A body constrained to an awake kinematic one stays awake, and so
    does one that drifts: its entry in `parents` is DRIFTING until a constraint of it is found.
    """
    return put_islands_to_sleep(rows, constraints, parents, context)


@kernel
def put_islands_to_sleep(
    rows: WorldRows, constraints: ConstraintRows, parents: Ints, context: StepContext
) -> int:
    """See `sleep_islands`."""
    bodies, awake = rows.bodies, rows.awake
    for row in awake:
        parents[row] = DRIFTING if is_drifting(rows, row) else row
    unite_islands(bodies, constraints[: gather_constraints(rows, constraints, context)], parents)
    share_rest_times(bodies, awake, parents)
    asleep = 0
    for row in awake:
        root = find_root(parents, row)
        if bodies[row].kind == DYNAMIC and bodies[root].rest_time >= context.sleep_time:
            put_to_sleep(bodies, row, root)
            asleep += 1
    return asleep


@kernel
def unite_islands(bodies: BodyRows, constraints: ConstraintRows, parents: Ints) -> None:
    """Unite the islands of bodies that constraints join; what has a constraint does not drift."""
    for constraint in constraints:
        a, b = constraint.body_a, constraint.body_b
        if a >= 0 and parents[a] == DRIFTING:
            parents[a] = a
        if b >= 0 and parents[b] == DRIFTING:
            parents[b] = b
        if a < 0 or b < 0:
            continue
        if bodies[a].kind == DYNAMIC and bodies[b].kind == DYNAMIC:
            unite(parents, a, b)
        else:
            bodies[a].rest_time = 0.0
            bodies[b].rest_time = 0.0


@kernel
def share_rest_times(bodies: BodyRows, awake: Ints, parents: Ints) -> None:
    """Give the root of each island the shortest time that a body of it has rested."""
    for row in awake:
        if parents[row] == DRIFTING:
            parents[row] = row
            bodies[row].rest_time = 0.0
        root = find_root(parents, row)
        bodies[root].rest_time = min(bodies[root].rest_time, bodies[row].rest_time)
