"""The range of a world's bodies in space, and the search for bodies out of it."""

from __future__ import annotations

from typing import Any

from ... import limits
from ...arrays import BodyRows, Ints
from ...compile import INT, INTS, array, entry, inlined
from ...limits import Limits
from ...world.bodies import FORCED
from ...world.body_range import LIMITS, has_options_within
from .records import BODY3

TORQUE = limits.FORCE * limits.LARGEST  # a force at the end of the longest lever
_UNIT = 1e-6  # how much the square of an orientation's length may differ from 1
_MOST_TURN = 1.0 + _UNIT
CHECKED3: dict[str, str | float] = {
    "x": "position", "y": "position", "z": "position",
    "qw": _MOST_TURN, "qx": _MOST_TURN, "qy": _MOST_TURN, "qz": _MOST_TURN,
    "vx": "speed", "vy": "speed", "vz": "speed",
    "wx": limits.SPIN, "wy": limits.SPIN, "wz": limits.SPIN,
    "force_x": limits.FORCE, "force_y": limits.FORCE, "force_z": limits.FORCE,
    "torque_x": TORQUE, "torque_y": TORQUE, "torque_z": TORQUE,
    "gravity_scale": limits.LARGEST, "linear_damping": limits.LARGEST, "angular_damping": limits.LARGEST,
}  # fmt: skip


@inlined
def are_within(x: float, y: float, z: float, most: float) -> bool:
    """Whether three numbers are in a range, and none is NaN."""
    return bool(abs(x) <= most and abs(y) <= most and abs(z) <= most)


@inlined
def has_motion_within(b: Any, most: Limits) -> bool:
    """Whether pose and velocity of a body are in their range, and none is NaN."""
    return bool(
        are_within(b.x, b.y, b.z, most.position)
        and are_within(b.qx, b.qy, b.qz, _MOST_TURN)
        and abs(b.qw) <= _MOST_TURN
        and are_within(b.vx, b.vy, b.vz, most.speed)
        and are_within(b.wx, b.wy, b.wz, limits.SPIN)
    )


@inlined
def is_within(b: Any, most: Limits) -> bool:
    """Whether pose, velocity and force of a body are in their range, and none is NaN."""
    return bool(
        has_motion_within(b, most)
        and are_within(b.force_x, b.force_y, b.force_z, limits.FORCE)
        and are_within(b.torque_x, b.torque_y, b.torque_z, TORQUE)
    )


@entry(array(BODY3), INTS, INT, LIMITS)
def find_beyond3(bodies: BodyRows, rows: Ints, begin: int, most: Limits) -> int:
    """Return the first index from `begin` on in `rows` of a body out of range; without any, their number."""
    for k in range(begin, len(rows)):
        if not is_within(bodies[rows[k]], most) or bodies[rows[k]].lost == FORCED:
            return k
    return len(rows)


@entry(array(BODY3), INT, INT, LIMITS)
def find_any_beyond3(bodies: BodyRows, begin: int, count: int, most: Limits) -> int:
    """Return the first row in use from `begin` on of a body out of range; without any, `count`.

    Gravity scale and dampings are looked at as well: components check them, arrays do not.
    """
    for row in range(begin, count):
        b = bodies[row]
        if b.entity > 0 and not (is_within(b, most) and has_options_within(b)):
            return row
    return count
