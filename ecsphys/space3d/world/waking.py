"""Wake bodies and put them to sleep: what differs from the plane, whose rings of islands these are."""

from __future__ import annotations

from typing import Any

from ...arrays import BodyRows, Ints
from ...compile import INT, INTS, Kernel, array, entry, entry_like, kernel
from ...world.bodies import DYNAMIC, STATIC
from ...world.waking import collect_awake, link_sleeper, wake_by_kind
from .center import save_pose
from .records import BODY3

collect_awake3: Kernel = entry_like(collect_awake, __name__, array(BODY3), INT, INTS)


@kernel
def is_moving(body: Any) -> bool:
    """Whether a body has any velocity."""
    return bool(
        body.vx != 0.0
        or body.vy != 0.0
        or body.vz != 0.0
        or body.wx != 0.0
        or body.wy != 0.0
        or body.wz != 0.0
    )


@kernel
def wake_body3(bodies: BodyRows, row: int) -> int:
    """Wake a dynamic body with its island, or a kinematic one that has a velocity; returns the number."""
    return wake_by_kind(bodies, row, is_moving(bodies[row]))


@entry(array(BODY3), INTS)
def wake_rows3(bodies: BodyRows, rows: Ints) -> int:
    """Wake the given dynamic bodies with their islands, and kinematic ones that have a velocity."""
    woken = 0
    for row in rows:
        woken += wake_body3(bodies, row)
    return woken


@entry(array(BODY3), INT)
def wake_moving3(bodies: BodyRows, count: int) -> int:
    """Wake sleeping bodies that have a velocity, as bulk writes leave them; returns the number."""
    woken = 0
    for row in range(count):
        if bodies[row].kind != STATIC and is_moving(bodies[row]):
            woken += wake_body3(bodies, row)
    return woken


@entry(array(BODY3), INTS)
def sleep_rows3(bodies: BodyRows, rows: Ints) -> int:
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
    body.vx, body.vy, body.vz = 0.0, 0.0, 0.0
    body.wx, body.wy, body.wz = 0.0, 0.0, 0.0
    body.stay_time, body.way_x, body.way_y, body.way_z = 0.0, 0.0, 0.0, 0.0
    body.turn_x, body.turn_y, body.turn_z = 0.0, 0.0, 0.0
    body.force_x, body.force_y, body.force_z = 0.0, 0.0, 0.0
    body.torque_x, body.torque_y, body.torque_z = 0.0, 0.0, 0.0
    save_pose(body)
    link_sleeper(bodies, row, root)
