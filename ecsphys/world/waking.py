"""Wake bodies and put them to sleep.

The sleeping bodies of one island are linked in a ring through `next_in_island` and wake together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import BodyRows, Ints
from ..compile import INT, INTS, array, entry, inlined, kernel
from .base_world import BaseWorld
from .bodies import BODY, DYNAMIC, KINEMATIC
from .joints import JOINTS, Joints
from .state import World


@kernel
def wake_island(bodies: BodyRows, row: int) -> int:
    """Wake a sleeping body and its whole island; returns the number of bodies woken."""
    woken = 0
    body = bodies[row]
    while body.awake == 0:
        body.awake = 1
        body.rest_time = 0.0
        woken += 1
        following = body.next_in_island
        body.next_in_island = row
        row = following
        body = bodies[row]
    return woken


@kernel
def wake_touching(bodies: BodyRows, a: int, b: int) -> int:
    """Wake the sleeping one of two touching bodies and its island; returns the number of bodies woken."""
    if bodies[a].awake == 0 and bodies[a].kind == DYNAMIC:
        return wake_island(bodies, a)
    if bodies[b].awake == 0 and bodies[b].kind == DYNAMIC:
        return wake_island(bodies, b)
    return 0


@entry(array(BODY), INTS)
def wake_rows(bodies: BodyRows, rows: Ints) -> int:
    """Wake the given dynamic bodies with their islands, and kinematic ones that have a velocity."""
    woken = 0
    for row in rows:
        woken += wake_body(bodies, row)
    return woken


@kernel
def wake_body(bodies: BodyRows, row: int) -> int:
    """Wake a dynamic body with its island, or a kinematic one that has a velocity; returns the number."""
    return wake_by_kind(bodies, row, is_moving(bodies[row]))


@inlined
def wake_by_kind(bodies: BodyRows, row: int, moves: bool) -> int:
    """Do as `wake_body`; `moves`: the body has a velocity."""
    body = bodies[row]
    if body.awake == 1:
        return 0
    if body.kind == DYNAMIC:
        return wake_island(bodies, row)
    if body.kind == KINEMATIC and moves:
        body.awake = 1
        return 1
    return 0


@entry(array(BODY), INT)
def wake_moving(bodies: BodyRows, count: int) -> int:
    """Wake sleeping bodies that have a velocity, as bulk writes leave them; returns the number."""
    woken = 0
    for row in range(count):
        if is_moving(bodies[row]):
            woken += wake_body(bodies, row)
    return woken


@entry(array(BODY), INTS)
def sleep_rows(bodies: BodyRows, rows: Ints) -> int:
    """Put dynamic bodies that are awake to sleep, each as an island of its own; returns their number."""
    asleep = 0
    for row in rows:
        if bodies[row].kind == DYNAMIC and bodies[row].awake == 1:
            put_to_sleep(bodies, row, row)
            asleep += 1
    return asleep


@kernel
def put_to_sleep(bodies: BodyRows, row: int, root: int) -> None:
    """Stop a body and link it into the ring of its island, which begins with `root`."""
    body = bodies[row]
    body.awake = 0
    body.vx = 0.0
    body.vy = 0.0
    body.angular_velocity = 0.0
    body.stay_time, body.way_x, body.way_y, body.way_turn = 0.0, 0.0, 0.0, 0.0
    body.force_x = 0.0
    body.force_y = 0.0
    body.torque = 0.0
    body.previous_x = body.x
    body.previous_y = body.y
    body.previous_angle = body.angle
    link_sleeper(bodies, row, root)


@inlined
def link_sleeper(bodies: BodyRows, row: int, root: int) -> None:
    """Link a body that sleeps into the ring of its island, which begins with `root`."""
    body = bodies[row]
    body.next_in_island = row
    if row != root:
        body.next_in_island = bodies[root].next_in_island
        bodies[root].next_in_island = row


@kernel
def is_moving(body: Any) -> bool:
    """Whether a body has any velocity."""
    return bool(body.vx != 0.0 or body.vy != 0.0 or body.angular_velocity != 0.0)


@entry(array(BODY), INT, INTS)
def collect_awake(bodies: BodyRows, count: int, awake: Ints) -> int:
    """Write the rows of all bodies that are awake to `awake`, ascending; returns their number."""
    return list_awake(bodies, count, awake)


@kernel
def list_awake(bodies: BodyRows, count: int, awake: Ints) -> int:
    """See `collect_awake`."""
    found = 0
    for row in range(count):
        if bodies[row].awake == 1:
            awake[found] = row
            found += 1
    return found


def update_awake(world: BaseWorld) -> Ints:
    """Return the rows of all bodies that are awake, ascending; collected again only when out of date."""
    if world.awake_stale:
        bodies = world.bodies
        if len(world.awake) < bodies.count:
            world.awake = np.zeros(len(bodies.rows), np.int64)
        world.awake_count = world.dimension.collect_awake(bodies.rows, bodies.count, world.awake)
        world.awake_rows = world.awake[: world.awake_count]
        world.awake_stale = False
        world.awake_version += 1
    return world.awake_rows


@entry(array(BODY), JOINTS)
def wake_joined(bodies: BodyRows, joints: Joints) -> int:
    """Wake what sleeps and is joined to a body that is awake; returns the number of bodies woken."""
    return wake_all_joined(bodies, joints)


@kernel
def wake_all_joined(bodies: BodyRows, joints: Joints) -> int:
    """See `wake_joined`."""
    woken = 0
    for row in joints.order:
        joint = joints.rows[row]
        a, b = joint.body_a, joint.body_b
        if a >= 0 and b >= 0 and bodies[a].awake != bodies[b].awake:
            woken += wake_touching(bodies, a, b)
    return woken


def update_joined(world: World) -> None:
    """Wake what is joined to a body that is awake, if bodies woke or joints changed since the last call."""
    update_awake(world)
    if world.joints_checked != world.awake_version:
        world.joints_checked = world.awake_version
        if wake_joined(world.bodies.rows, world.joints):
            world.awake_stale = True
