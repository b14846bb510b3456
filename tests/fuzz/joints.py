"""A joint of each type, with its parts in use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ecsphys import (
    DistanceJoint,
    GearJoint,
    MotorJoint,
    MouseJoint,
    PrismaticJoint,
    PulleyJoint,
    RatchetJoint,
    RevoluteJoint,
    WeldJoint,
    WheelJoint,
)

JOINTS: tuple[Callable[[int, int], Any], ...] = (
    lambda a, b: RevoluteJoint(a, b, limits=(-0.5, 0.5), motor_speed=3, max_motor_torque=1e6, hertz=2),
    lambda a, b: RevoluteJoint(a, b, anchor_b=(20, 0)),
    lambda a, b: PrismaticJoint(a, b, (1, 1), limits=(-9, 9), motor_speed=3, max_motor_force=1e6),
    lambda a, b: DistanceJoint(a, b, min_length=10, max_length=90, hertz=3),
    lambda a, b: DistanceJoint(a, b, length=40),
    lambda a, b: WeldJoint(a, b, hertz=3, angular_hertz=2),
    lambda a, b: WheelJoint(a, b, motor_speed=5, max_motor_torque=1e6, limits=(-5, 5)),
    lambda a, b: MotorJoint(a, b, max_force=1e6, max_torque=1e6),
    lambda a, b: MouseJoint(b, (250, 500)),
    lambda a, b: GearJoint(a, b, 2),
    lambda a, b: RatchetJoint(a, b, 0.3),
    lambda a, b: PulleyJoint(a, b, (200, 600), (250, 600)),
)
