"""Sleeping: bodies that touch each other form islands, and an island at rest for long enough sleeps.

Islands are found by union-find over touching contacts (Tarjan, 1975; path halving), only in
steps in which some body has rested long enough. The smallest row is the root, so that nothing
depends on the order of contacts.
"""

from __future__ import annotations

import math
from typing import Any

from .. import constants
from ..arrays import BodyRows, ContactRows, Ints, ShapeRows
from ..compile import INTS, array, entry, kernel
from ..settings import CONTEXT, StepContext
from ..world.bodies import BODY, DYNAMIC, KINEMATIC
from ..world.contacts import CONTACT
from ..world.shapes import SHAPE
from ..world.waking import put_to_sleep


@kernel
def find_root(parents: Ints, row: int) -> int:
    """The smallest row of a body's island."""
    while parents[row] != row:
        parents[row] = parents[parents[row]]
        row = parents[row]
    return row


@kernel
def unite(parents: Ints, a: int, b: int) -> None:
    """Make one island of two."""
    root_a = find_root(parents, a)
    root_b = find_root(parents, b)
    parents[max(root_a, root_b)] = min(root_a, root_b)


@kernel
def has_not_moved(body: Any) -> bool:
    """Whether a body is where it was before the step."""
    return bool(body.x == body.previous_x and body.y == body.previous_y and body.angle == body.previous_angle)


@entry(array(BODY), INTS, CONTEXT)
def update_rest(bodies: BodyRows, awake: Ints, context: StepContext) -> int:
    """Count how long bodies have been slow; kinematic bodies without velocity sleep at once.

    Returns 1 when some dynamic body has rested long enough, 2 more when a kinematic one fell asleep, 4 more
    when the pose or velocity of one is NaN or infinite.
    """
    ready = 0
    stopped = 0
    wild = 0
    for row in awake:
        body = bodies[row]
        speed = math.sqrt(body.vx * body.vx + body.vy * body.vy) + abs(body.angular_velocity) * body.reach
        total = speed + body.x + body.y + body.angle
        if total - total != 0.0:
            wild = 4
        if body.kind == KINEMATIC:
            if speed == 0.0 and body.angular_velocity == 0.0 and has_not_moved(body):
                put_to_sleep(bodies, row, row)
                stopped = 2
        elif context.sleeping == 0:
            continue
        elif (
            body.can_sleep == 0
            or speed > context.sleep_speed
            or speed > body.rest_speed + constants.SLEEP_GAIN * context.sleep_speed
        ):
            body.rest_time = 0.0
            body.rest_speed = speed
        else:
            body.rest_time += context.dt
            body.rest_speed = min(body.rest_speed, speed)
            if body.rest_time >= context.sleep_time:
                ready = 1
    return ready + stopped + wild


@entry(array(BODY), INTS, array(SHAPE), array(CONTACT), INTS, CONTEXT)
def sleep_islands(
    bodies: BodyRows,
    awake: Ints,
    shapes: ShapeRows,
    contacts: ContactRows,
    parents: Ints,
    context: StepContext,
) -> int:
    """Put all islands to sleep that have rested long enough; returns how many bodies fell asleep."""
    for row in awake:
        parents[row] = row
    for contact in contacts:
        if contact.solid == 0 or contact.count == 0:
            continue
        a = shapes[contact.a].body
        b = shapes[contact.b].body
        if bodies[a].awake == 0 or bodies[b].awake == 0:
            continue
        if bodies[a].kind == DYNAMIC and bodies[b].kind == DYNAMIC:
            unite(parents, a, b)
        else:  # what rests on a moving kinematic body stays awake
            bodies[a].rest_time = 0.0
            bodies[b].rest_time = 0.0
    for row in awake:
        root = find_root(parents, row)
        bodies[root].rest_time = min(bodies[root].rest_time, bodies[row].rest_time)
    asleep = 0
    for row in awake:
        root = find_root(parents, row)
        if bodies[row].kind == DYNAMIC and bodies[root].rest_time >= context.sleep_time:
            put_to_sleep(bodies, row, root)
            asleep += 1
    return asleep
