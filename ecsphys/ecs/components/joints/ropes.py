"""Joints that hold a distance: rods, springs and ropes."""

from __future__ import annotations

import math
from typing import Any, Never, Unpack

from ....math2d import check
from ....math2d.vec2 import Pair, Vec2
from ....world.joints import DISTANCE, JOINT_FIELDS, LENGTH, PULLEY
from ...fields import Field
from .fields import bound, convert, dependent, following, place, quantity, rate, result, write_real
from .joint import Joint, JointOptions

_LOWER, _UPPER = JOINT_FIELDS["lower"], JOINT_FIELDS["upper"]


class DistanceJoint(Joint, kind=DISTANCE):
    """Holds the distance of two points: a rod, a spring or a rope (pymunk's pin, damped spring and slide).

    - `length`: the distance that it holds, rigidly or by a spring; None: as it is now.
    - `hertz`, `damping_ratio`: the spring; 0 hertz: it is a rod.
    - `min_length`, `max_length`: limits. With limits and neither a `length` nor a spring it is a rope, which
      is free between them.
    - `motor_speed` (length per second), `max_motor_force`: the motor pulls in or lets out with at most that
      force; 0: there is none. It works where no rod does: beside a spring, or in a rope.

    Anchors that are not given are the origins of the bodies. An `anchor`, one point of both, needs a `length`
    or limits (`ValueError`): as it is now it is 0. Other keywords as for `Joint`. After each step `distance`
    and `speed` say how it stands.

    >>> import esper
    >>> from ecsphys import DistanceJoint, Physics, RigidBody, Transform
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> lamp = esper.create_entity(Transform(0, -10), RigidBody())
    >>> rope = DistanceJoint(None, lamp, anchor_a=(0, 0), max_length=50)
    >>> joint = esper.create_entity(rope)
    >>> for _ in range(60):
    ...     esper.process(1 / 60)
    ...
    >>> round(rope.distance)
    50
    """

    __slots__ = ()

    def __init__(
        self,
        a: int | None,
        b: int | None,
        *,
        length: float | None = None,
        min_length: float = 0.0,
        max_length: float = math.inf,
        hertz: float = 0.0,
        damping_ratio: float = 0.0,
        motor_speed: float = 0.0,
        max_motor_force: float = 0.0,
        **common: Unpack[JointOptions],
    ):
        super().__init__(a, b, **common)
        if length is not None:
            self.length = length
        self.max_length = max_length
        self.min_length = min_length
        self.hertz = hertz
        self.damping_ratio = damping_ratio
        self.motor_speed = motor_speed
        self.max_motor_force = max_motor_force
        is_rope = not hertz and (self.min_length or self.max_length < math.inf or self.max_motor_force)
        if common.get("anchor") is not None and length is None and not is_rope:
            raise ValueError(
                "anchor is one point of both bodies, so the length as it is now is 0, got "
                f"anchor={common['anchor']!r}: give each its own point by anchor_a and anchor_b, none for "
                "their origins, or give a length as well; a RevoluteJoint holds both at one point"
            )

    length: Field[float | None, float | None] = following(
        "length", check.not_negative, LENGTH, "The distance that it holds; None: not yet known.", "target"
    )
    hertz: Field[float, float] = quantity("hertz", check.not_negative, "Frequency of the spring; 0: a rod.")
    damping_ratio: Field[float, float] = quantity(
        "damping_ratio", check.not_negative, "Damping of the spring; 1: no overshoot."
    )
    motor_speed: Field[float, float] = quantity("motor_speed", rate, "How fast the motor lets out.")
    max_motor_force: Field[float, float] = quantity(
        "max_motor_force", bound, "Largest force of the motor; 0: no motor.", "max_effort"
    )
    distance: Field[float, Never] = result("value", "The distance of the anchors, after the last step.")
    speed: Field[float, Never] = result("speed", "How fast that changes, length per second.")

    @property
    def min_length(self) -> float:
        """The smallest distance, at most `max_length`."""
        return self._rows.reals[self._at + _LOWER]

    @min_length.setter
    def min_length(self, value: float) -> None:
        write_real(self, _LOWER, convert(self, value, "min_length", self._shortest))

    @property
    def max_length(self) -> float:
        """The largest distance, at least `min_length`; `math.inf`: any."""
        return self._rows.reals[self._at + _UPPER]

    @max_length.setter
    def max_length(self, value: float) -> None:
        write_real(self, _UPPER, convert(self, value, "max_length", self._longest))

    def _shortest(self, value: Any, name: str) -> float:
        number, limit = check.not_negative(value, name), self.max_length
        if number <= limit:
            return number
        raise ValueError(f"{name} must be at most max_length, {limit!r}, got {value!r}")

    def _longest(self, value: Any, name: str) -> float:
        number, limit = bound(value, name), self.min_length
        if number >= limit:
            return number
        raise ValueError(f"{name} must be at least min_length, {limit!r}, got {value!r}")


class PulleyJoint(Joint, kind=PULLEY):
    """Two bodies on the ends of a rope that runs over two wheels: what one end gains the other one loses.

    The rope from `ground_a` to a's anchor and `ratio` times that from `ground_b` to b's are together at most
    `total_length` long; None: as it is now. `ground_a`, `ground_b` are points of the world. A ratio other
    than 1 is a block and tackle: b moves 1 / ratio as far as a and bears `ratio` times the force.

    Anchors that are not given are the origins of the bodies. Other keywords as for `Joint`.

    >>> import esper
    >>> from ecsphys import Physics, PulleyJoint, RigidBody, Transform
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> heavy, light = RigidBody(mass=3), RigidBody(mass=1)
    >>> a = esper.create_entity(Transform(-50, -100), heavy)
    >>> b = esper.create_entity(Transform(50, -100), light)
    >>> rope = esper.create_entity(PulleyJoint(a, b, ground_a=(-50, 0), ground_b=(50, 0)))
    >>> for _ in range(30):
    ...     esper.process(1 / 60)
    ...
    >>> round(heavy.velocity.y), round(light.velocity.y)  # 900 * (3 - 1) / (3 + 1) * 0.5 s
    (-225, 225)
    """

    __slots__ = ()

    def __init__(
        self,
        a: int | None,
        b: int | None,
        ground_a: Pair,
        ground_b: Pair,
        ratio: float = 1.0,
        *,
        total_length: float | None = None,
        **common: Unpack[JointOptions],
    ):
        super().__init__(a, b, **common)
        self.ground_a = ground_a
        self.ground_b = ground_b
        self.ratio = ratio
        if total_length is not None:
            self.total_length = total_length

    ground_a: Field[Vec2, Pair] = place("ground_a", "ground_ax", "ground_ay", "Where a's rope hangs from.")
    ground_b: Field[Vec2, Pair] = place("ground_b", "ground_bx", "ground_by", "Where b's rope hangs from.")
    ratio: Field[float, float] = dependent(
        "ratio", check.positive, LENGTH, "How many times b's rope counts; more than 0."
    )
    total_length: Field[float | None, float | None] = following(
        "total_length", check.positive, LENGTH, "Length of the rope; None: not yet known.", "upper"
    )
