"""What a game can read of a joint after a step, and whether its load has broken it."""

from __future__ import annotations

import math
from typing import Any

from ...arrays import BodyRows
from ...compile import inlined
from ...settings import StepContext
from ...world.joints import BY_FORCE, BY_TORQUE, DISTANCE


@inlined
def angle_of(bodies: BodyRows, row: int) -> float:
    """Return the angle of a body at the start of the step, 0 for FREE."""
    return float(bodies[row].angle) if row >= 0 else 0.0


@inlined
def report_value(joint: Any, bodies: BodyRows, a: Any, b: Any) -> None:
    """Write the angle of b relative to a, two movers at the end of the step, and its speed; of a rod without
    length its stretch.
    """
    if joint.type == DISTANCE:
        joint.value, joint.speed = joint.stretch, 0.0
        return
    start = angle_of(bodies, joint.body_b) - angle_of(bodies, joint.body_a)
    joint.value = (start - joint.reference_angle) + (b.turn - a.turn)
    joint.speed = b.w - a.w


@inlined
def report_load(joint: Any, x: float, y: float, torque: float, context: StepContext) -> None:
    """Write the mean force and torque of the step, given their impulses; break the joint if they exceed what
    it bears.
    """
    joint.force_x, joint.force_y, joint.torque = x / context.dt, y / context.dt, torque / context.dt
    joint.overload = 0
    force = math.sqrt(joint.force_x * joint.force_x + joint.force_y * joint.force_y)
    if force > joint.break_force:
        joint.overload, joint.overload_value = BY_FORCE, force
    elif abs(joint.torque) > joint.break_torque:
        joint.overload, joint.overload_value = BY_TORQUE, abs(joint.torque)
    if joint.overload != 0:
        joint.broken, joint.overload_time = 1, 1.0
