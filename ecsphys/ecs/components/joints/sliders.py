"""Joints that hold b's anchor on a line of a."""

from __future__ import annotations

from typing import Never, Unpack

from ....math2d import check
from ....math2d.vec2 import Pair, Vec2
from ....world.joints import PRISMATIC, WHEEL
from ...fields import Field
from .fields import (
    bound,
    limit_pair,
    place,
    quantity,
    rate,
    reference,
    result,
)
from .joint import Joint, JointOptions


class PrismaticJoint(Joint, kind=PRISMATIC):
    """Holds b's anchor on a line through a's, and the angle: a lift, a piston, a drawer (pymunk's groove).

    - `axis`: the direction of the line in a's frame, of any length.
    - `limits`: None, or the smallest and the largest translation of b along the axis.
    - `motor_speed` (length per second), `max_motor_force`: the motor moves b relative to a with at most that
      force; 0: there is none. A speed of 0 is a brake.
    - `hertz`, `damping_ratio`: the spring that moves it to `target_translation`; 0 hertz: none.
    - `reference_angle`: the angle of b minus that of a which it holds; None: as they stand.

    Other keywords as for `Joint`. After each step `translation` and `speed` say how it stands.

    >>> import esper
    >>> from ecsphys import Physics, PrismaticJoint, RigidBody, Transform
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> cabin = esper.create_entity(Transform(), RigidBody(mass=2))
    >>> rail = PrismaticJoint(None, cabin, axis=(0, 1), motor_speed=50, max_motor_force=10_000)
    >>> joint = esper.create_entity(rail)
    >>> for _ in range(60):
    ...     esper.process(1 / 60)
    ...
    >>> round(rail.translation), round(rail.speed)  # after a second
    (50, 50)
    """

    __slots__ = ()

    def __init__(
        self,
        a: int | None,
        b: int | None,
        axis: Pair = (1.0, 0.0),
        *,
        limits: Pair | None = None,
        motor_speed: float = 0.0,
        max_motor_force: float = 0.0,
        target_translation: float = 0.0,
        hertz: float = 0.0,
        damping_ratio: float = 0.0,
        reference_angle: float | None = None,
        **common: Unpack[JointOptions],
    ):
        super().__init__(a, b, **common)
        self.axis = axis
        self.limits = limits
        self.motor_speed = motor_speed
        self.max_motor_force = max_motor_force
        self.target_translation = target_translation
        self.hertz = hertz
        self.damping_ratio = damping_ratio
        if reference_angle is not None:
            self.reference_angle = reference_angle

    axis: Field[Vec2, Pair] = place("axis", "axis_x", "axis_y", "Its direction, in a's frame.", check.unit)
    limits: Field[tuple[float, float] | None, Pair | None] = limit_pair("Smallest and largest, or None.")
    motor_speed: Field[float, float] = quantity("motor_speed", rate, "Speed of b relative to a.")
    max_motor_force: Field[float, float] = quantity(
        "max_motor_force", bound, "Largest force of the motor; 0: no motor.", "max_effort"
    )
    target_translation: Field[float, float] = quantity(
        "target_translation", check.finite, "Where the spring pulls.", "target"
    )
    hertz: Field[float, float] = quantity("hertz", check.not_negative, "Frequency of the spring; 0: none.")
    damping_ratio: Field[float, float] = quantity(
        "damping_ratio", check.not_negative, "Damping of the spring; 1: no overshoot."
    )
    reference_angle: Field[float | None, float | None] = reference(
        "The angle that it holds; None: not yet known."
    )
    translation: Field[float, Never] = result("value", "How far b is along the axis, after the last step.")
    speed: Field[float, Never] = result("speed", "How fast that changes, length per second.")


class WheelJoint(Joint, kind=WHEEL):
    """Holds b's anchor on a line of a, and lets b turn: a wheel (b) and its suspension on a car (a).

    - `axis`: the direction of the suspension in a's frame, of any length.
    - `hertz`, `damping_ratio`: the spring of the suspension; 0 hertz: none, b slides.
    - `limits`: None, or the smallest and the largest translation of b along the axis.
    - `motor_speed` (radians per second), `max_motor_torque`: the motor turns b relative to a with at most
      that torque; 0: there is none. A speed of 0 is a brake.

    Other keywords as for `Joint`. After each step `translation` and `speed` say how the suspension stands.

    >>> import math
    >>> import esper
    >>> from ecsphys import Physics, RigidBody, Transform, WheelJoint
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> wheel = esper.create_entity(Transform(), RigidBody(mass=2))
    >>> suspension = WheelJoint(None, wheel, hertz=2)
    >>> joint = esper.create_entity(suspension)
    >>> for _ in range(60):
    ...     esper.process(1 / 60)
    ...
    >>> round(suspension.translation, 1), round(-900 / (2 * math.pi * 2) ** 2, 1)  # it sags by this
    (-5.7, -5.7)
    """

    __slots__ = ()

    def __init__(
        self,
        a: int | None,
        b: int | None,
        axis: Pair = (0.0, 1.0),
        *,
        hertz: float = 1.0,
        damping_ratio: float = 0.7,
        limits: Pair | None = None,
        motor_speed: float = 0.0,
        max_motor_torque: float = 0.0,
        **common: Unpack[JointOptions],
    ):
        super().__init__(a, b, **common)
        self.axis = axis
        self.hertz = hertz
        self.damping_ratio = damping_ratio
        self.limits = limits
        self.motor_speed = motor_speed
        self.max_motor_torque = max_motor_torque

    axis: Field[Vec2, Pair] = place("axis", "axis_x", "axis_y", "Its direction, in a's frame.", check.unit)
    hertz: Field[float, float] = quantity("hertz", check.not_negative, "Frequency of the spring; 0: none.")
    damping_ratio: Field[float, float] = quantity(
        "damping_ratio", check.not_negative, "Damping of the spring; 1: no overshoot."
    )
    limits: Field[tuple[float, float] | None, Pair | None] = limit_pair("Smallest and largest, or None.")
    motor_speed: Field[float, float] = quantity("motor_speed", rate, "Angular velocity of b relative to a.")
    max_motor_torque: Field[float, float] = quantity(
        "max_motor_torque", bound, "Largest torque of the motor; 0: no motor.", "max_effort"
    )
    translation: Field[float, Never] = result("value", "How far b is along the axis, after the last step.")
    speed: Field[float, Never] = result("speed", "How fast that changes, length per second.")
