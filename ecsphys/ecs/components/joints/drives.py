"""Joints that move a body with bounded effort."""

from __future__ import annotations

import math
from typing import Any, Unpack

from ....math2d import check
from ....math2d.vec2 import Pair, Vec2
from ....world.joints import ANCHOR_A, ANGLE, JOINT_FIELDS, MOTOR, MOUSE, OFFSET, SPIN, VELOCITY
from ...fields import Field
from .fields import (
    bound,
    convert,
    following_place,
    give,
    place,
    quantity,
    radians,
    rate,
    reference,
    write_real,
)
from .joint import Joint, JointOptions


def _optional(name: str, word_name: str, bit: int, check_value: Any, doc: str) -> Field[float, float | None]:
    """Return a field that is 0 and has no effect while None is given for it."""
    word = JOINT_FIELDS[word_name]

    def get(self: Any) -> float:
        value: float = self._rows.reals[self._at + word]
        return value

    def put(self: Any, value: float | None) -> None:
        write_real(self, word, 0.0 if value is None else convert(self, value, name, check_value))
        give(self, bit, value is not None)

    return Field(get, put, doc=doc)


class MotorJoint(Joint, kind=MOTOR):
    """Moves b towards a pose relative to a, or at a velocity, with bounded effort: a lift, a drone, a grip.

    - `offset`: where b's anchor is to be, seen from a's anchor in a's frame; None: where it is now.
    - `angle`: b's angle relative to a's, counted from how they stand; None: as they stand.
    - `linear_velocity`, `angular_velocity`: of b relative to a, in a's frame. With a velocity and without an
      offset (an angle) no place (no angle) is held; with both the velocity helps to follow a moving one.
    - `max_force`, `max_torque`: the largest effort.
    - `hertz`, `damping_ratio`: the spring that pulls b to the pose; 0 hertz: as fast as the effort allows.
    - `reference_angle`: what b's angle minus a's is where `angle` is 0; None: as they stand.

    Anchors that are not given are the origins of the bodies. Other keywords as for `Joint`.

    >>> import esper
    >>> from ecsphys import MotorJoint, Physics, RigidBody, Transform
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> place = Transform()
    >>> drone = esper.create_entity(place, RigidBody(mass=2))
    >>> pilot = MotorJoint(None, drone, offset=(0, 100), max_force=20_000)
    >>> joint = esper.create_entity(pilot)
    >>> for _ in range(60):
    ...     esper.process(1 / 60)
    ...
    >>> round(place.x), round(place.y)  # there it hovers
    (0, 100)
    """

    __slots__ = ()

    def __init__(
        self,
        a: int | None,
        b: int | None,
        *,
        offset: Pair | None = None,
        angle: float | None = None,
        linear_velocity: Pair | None = None,
        angular_velocity: float | None = None,
        max_force: float = math.inf,
        max_torque: float = math.inf,
        hertz: float = 0.0,
        damping_ratio: float = 1.0,
        reference_angle: float | None = None,
        **common: Unpack[JointOptions],
    ):
        super().__init__(a, b, **common)
        self.offset = offset
        self.angle = angle
        self.linear_velocity = linear_velocity
        self.angular_velocity = angular_velocity
        self.max_force = max_force
        self.max_torque = max_torque
        self.hertz = hertz
        self.damping_ratio = damping_ratio
        self.reference_angle = reference_angle

    offset: Field[Vec2 | None, Pair | None] = following_place(
        "offset", "offset_x", "offset_y", OFFSET, "Where b is to be, seen from a; None: not yet known."
    )
    angle: Field[float, float | None] = _optional(
        "angle", "target", ANGLE, radians, "The angle of b relative to a that it aims at."
    )
    angular_velocity: Field[float, float | None] = _optional(
        "angular_velocity", "angular_velocity", SPIN, rate, "Angular velocity of b relative to a."
    )
    max_force: Field[float, float] = quantity("max_force", bound, "Largest force; `math.inf`: any.")
    max_torque: Field[float, float] = quantity("max_torque", bound, "Largest torque; `math.inf`: any.")
    hertz: Field[float, float] = quantity("hertz", check.not_negative, "Frequency of the spring; 0: rigid.")
    damping_ratio: Field[float, float] = quantity(
        "damping_ratio", check.not_negative, "Damping of the spring; 1: no overshoot."
    )
    reference_angle: Field[float | None, float | None] = reference(
        "b's angle minus a's where `angle` is 0; None: not yet known."
    )

    @property
    def linear_velocity(self) -> Vec2:
        """Velocity of b's anchor relative to a that it aims at, in a's frame."""
        reals, at = self._rows.reals, self._at
        return Vec2(reals[at + JOINT_FIELDS["velocity_x"]], reals[at + JOINT_FIELDS["velocity_y"]])

    @linear_velocity.setter
    def linear_velocity(self, value: Pair | None) -> None:
        x, y = (0.0, 0.0) if value is None else convert(self, value, "linear_velocity", check.point)
        write_real(self, JOINT_FIELDS["velocity_x"], x)
        write_real(self, JOINT_FIELDS["velocity_y"], y)
        give(self, VELOCITY, value is not None)


class MouseJoint(Joint, kind=MOUSE):
    """Pulls a point of b to `target`, a point of the world, as if by a rubber band: dragging with the mouse.

    It takes hold of b where the target is when a step adopts it, or at `anchor_b`, a point in b's frame.
    `hertz` and `damping_ratio` are those of the spring, `max_force` its largest force. `a` is the world.

    Other keywords as for `Joint`.

    >>> import esper
    >>> from ecsphys import MouseJoint, Physics, RigidBody, Transform
    >>> esper.add_processor(Physics())
    >>> place = Transform()
    >>> card = esper.create_entity(place, RigidBody())
    >>> hand = MouseJoint(card, (0, 0))
    >>> joint = esper.create_entity(hand)
    >>> esper.process(1 / 60)  # it takes hold
    >>> hand.target = (100, 50)  # the mouse has moved
    >>> for _ in range(60):
    ...     esper.process(1 / 60)
    ...
    >>> round(place.x), round(place.y)
    (100, 50)
    """

    __slots__ = ()

    _pulls_to_world = True

    def __init__(
        self,
        b: int,
        target: Pair,
        *,
        hertz: float = 5.0,
        damping_ratio: float = 1.0,
        max_force: float = math.inf,
        **common: Unpack[JointOptions],
    ):
        super().__init__(None, b, **common)
        self.target = target
        give(self, ANCHOR_A)
        self.hertz = hertz
        self.damping_ratio = damping_ratio
        self.max_force = max_force

    target: Field[Vec2, Pair] = place("target", "anchor_ax", "anchor_ay", "The point that it pulls to.")
    hertz: Field[float, float] = quantity("hertz", check.not_negative, "Frequency of the spring; 0: rigid.")
    damping_ratio: Field[float, float] = quantity(
        "damping_ratio", check.not_negative, "Damping of the spring; 1: no overshoot."
    )
    max_force: Field[float, float] = quantity("max_force", bound, "Largest force; `math.inf`: any.")
