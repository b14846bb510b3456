"""The range of a world's bodies, and the search for bodies out of it."""

from __future__ import annotations

from typing import Any

from .. import limits
from ..arrays import BodyRows, Ints
from ..compile import INT, INTS, REAL, array, entry, inlined, value
from ..limits import Limits
from .bodies import BODY, FORCED

_TORQUE = limits.FORCE * limits.LARGEST  # a force at the end of the longest lever
LIMITS = value(Limits, REAL, REAL)


@inlined
def has_motion_within(b: Any, most: Limits) -> bool:
    """Whether pose and velocity of a body are in their range, and none is NaN."""
    return bool(
        abs(b.x) <= most.position
        and abs(b.y) <= most.position
        and abs(b.angle) <= limits.ANGLE
        and abs(b.vx) <= most.speed
        and abs(b.vy) <= most.speed
        and abs(b.angular_velocity) <= limits.SPIN
    )


@inlined
def is_within(b: Any, most: Limits) -> bool:
    """Whether pose, velocity and force of a body are in their range, and none is NaN."""
    return bool(
        has_motion_within(b, most)
        and abs(b.force_x) <= limits.FORCE
        and abs(b.force_y) <= limits.FORCE
        and abs(b.torque) <= _TORQUE
    )


@inlined
def has_options_within(b: Any) -> bool:
    """Whether gravity scale and dampings of a body are in their range, and none is NaN."""
    return bool(
        abs(b.gravity_scale) <= limits.LARGEST
        and 0.0 <= b.linear_damping <= limits.LARGEST
        and 0.0 <= b.angular_damping <= limits.LARGEST
    )


@entry(array(BODY), INTS, INT, LIMITS)
def find_beyond(bodies: BodyRows, rows: Ints, begin: int, most: Limits) -> int:
    """Return the first index from `begin` on in `rows` of a body out of range; without any, their number."""
    for k in range(begin, len(rows)):
        if not is_within(bodies[rows[k]], most) or bodies[rows[k]].lost == FORCED:
            return k
    return len(rows)


@entry(array(BODY), INT, INT, LIMITS)
def find_any_beyond(bodies: BodyRows, begin: int, count: int, most: Limits) -> int:
    """Return the first row in use from `begin` on of a body out of range; without any, `count`.

    Gravity scale and dampings are looked at as well: components check them, arrays do not.
    """
    for row in range(begin, count):
        b = bodies[row]
        if b.entity > 0 and not (is_within(b, most) and has_options_within(b)):
            return row
    return count
