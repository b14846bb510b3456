"""Joints that hold a common point."""

from __future__ import annotations

from typing import Never, Unpack

from ....math2d import check
from ....math2d.vec2 import Pair
from ....world.joints import REVOLUTE, WELD
from ...fields import Field
from .fields import (
    angles,
    bound,
    limit_pair,
    quantity,
    radians,
    rate,
    reference,
    result,
)
from .joint import Joint, JointOptions


class RevoluteJoint(Joint, kind=REVOLUTE):
    """Holds a common point, about which both bodies turn: a hinge, an axle, a link (pymunk's pivot).

    - `limits`: None, or the smallest and the largest angle, in radians; also beyond a full turn.
    - `motor_speed` (radians per second), `max_motor_torque`: the motor turns b relative to a with at most
      that torque; 0: there is none. A speed of 0 is a brake.
    - `hertz`, `damping_ratio`: the spring that turns it to `target_angle`; 0 hertz: none.
    - `reference_angle`: what b's angle minus a's is where `angle` is 0; None: as they stand.

    Other keywords as for `Joint`. After each step `angle` and `speed` (radians per second) say how it stands.

    >>> import math
    >>> import esper
    >>> from ecsphys import Physics, RevoluteJoint, RigidBody, Transform
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> flap = esper.create_entity(Transform(50, 0), RigidBody())
    >>> hinge = RevoluteJoint(None, flap, anchor=(0, 0), limits=(math.radians(-30), 0))
    >>> joint = esper.create_entity(hinge)
    >>> for _ in range(120):
    ...     esper.process(1 / 60)
    ...
    >>> round(math.degrees(hinge.angle), 1)
    -30.0
    """

    __slots__ = ()

    def __init__(
        self,
        a: int | None,
        b: int | None,
        *,
        limits: Pair | None = None,
        motor_speed: float = 0.0,
        max_motor_torque: float = 0.0,
        target_angle: float = 0.0,
        hertz: float = 0.0,
        damping_ratio: float = 0.0,
        reference_angle: float | None = None,
        **common: Unpack[JointOptions],
    ):
        super().__init__(a, b, **common)
        self.limits = limits
        self.motor_speed = motor_speed
        self.max_motor_torque = max_motor_torque
        self.target_angle = target_angle
        self.hertz = hertz
        self.damping_ratio = damping_ratio
        if reference_angle is not None:
            self.reference_angle = reference_angle

    limits: Field[tuple[float, float] | None, Pair | None] = limit_pair(
        "Smallest and largest angle, or None.", angles
    )
    motor_speed: Field[float, float] = quantity("motor_speed", rate, "Speed of b relative to a.")
    max_motor_torque: Field[float, float] = quantity(
        "max_motor_torque", bound, "Largest torque of the motor; 0: no motor.", "max_effort"
    )
    target_angle: Field[float, float] = quantity("target_angle", radians, "Where the spring pulls.", "target")
    hertz: Field[float, float] = quantity("hertz", check.not_negative, "Frequency of the spring; 0: none.")
    damping_ratio: Field[float, float] = quantity(
        "damping_ratio", check.not_negative, "Damping of the spring; 1: no overshoot."
    )
    reference_angle: Field[float | None, float | None] = reference(
        "b's angle minus a's where `angle` is 0; None: not yet known."
    )
    angle: Field[float, Never] = result("value", "b's angle relative to a's, after the last step.")
    speed: Field[float, Never] = result("speed", "How fast that changes, radians per second.")


class WeldJoint(Joint, kind=WELD):
    """Holds a common point and the angle: glue.

    - `hertz`, `damping_ratio`: the spring that holds the point; 0 hertz: rigid.
    - `angular_hertz`, `angular_damping_ratio`: the spring that holds the angle; 0 hertz: rigid.
    - `reference_angle`: the angle of b minus that of a which it holds; None: as they stand.

    Other keywords as for `Joint`.

    >>> import esper
    >>> from ecsphys import Physics, RigidBody, Transform, WeldJoint
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> place, body = Transform(50, 0), RigidBody(mass=2)
    >>> sign = esper.create_entity(place, body)
    >>> glue = WeldJoint(None, sign)
    >>> joint = esper.create_entity(glue)
    >>> for _ in range(60):
    ...     esper.process(1 / 60)
    ...
    >>> round(place.x), round(place.y), round(glue.force.length)  # it bears 2 * 900
    (50, 0, 1800)
    """

    __slots__ = ()

    def __init__(
        self,
        a: int | None,
        b: int | None,
        *,
        hertz: float = 0.0,
        damping_ratio: float = 0.0,
        angular_hertz: float = 0.0,
        angular_damping_ratio: float = 0.0,
        reference_angle: float | None = None,
        **common: Unpack[JointOptions],
    ):
        super().__init__(a, b, **common)
        self.hertz = hertz
        self.damping_ratio = damping_ratio
        self.angular_hertz = angular_hertz
        self.angular_damping_ratio = angular_damping_ratio
        if reference_angle is not None:
            self.reference_angle = reference_angle

    hertz: Field[float, float] = quantity("hertz", check.not_negative, "Frequency of the point; 0: rigid.")
    damping_ratio: Field[float, float] = quantity("damping_ratio", check.not_negative, "Damping of that.")
    angular_hertz: Field[float, float] = quantity(
        "angular_hertz", check.not_negative, "Frequency of the angle; 0: rigid."
    )
    angular_damping_ratio: Field[float, float] = quantity(
        "angular_damping_ratio", check.not_negative, "Damping of the angle."
    )
    reference_angle: Field[float | None, float | None] = reference(
        "The angle that it holds; None: not yet known."
    )
