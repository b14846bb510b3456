"""Joints between angles."""

from __future__ import annotations

from typing import Unpack

from ....world.joints import GEAR, PAWL, RATCHET, REFERENCE
from ...fields import Field
from .fields import (
    dependent,
    other_than_zero,
    radians,
    reference,
)
from .joint import Joint, JointOptions


class GearJoint(Joint, kind=GEAR):
    """Lets a turn `ratio` times as far as b: two gears in mesh, wherever they are.

    It holds `ratio` times b's angle minus a's angle at `phase`, counted from how both stand when it is
    adopted, or from `reference_angle`. A negative ratio turns them in opposite directions. As in pymunk.

    Other keywords as for `Joint`; anchors have no effect.

    >>> import esper
    >>> from ecsphys import GearJoint, Physics, RigidBody, Transform
    >>> esper.add_processor(Physics())
    >>> small, large = RigidBody(inertia=1, angular_velocity=9), RigidBody(inertia=8)
    >>> a = esper.create_entity(Transform(0, 0), small)
    >>> b = esper.create_entity(Transform(30, 0), large)
    >>> mesh = esper.create_entity(GearJoint(a, b, ratio=-2))
    >>> esper.process(1 / 60)
    >>> round(small.angular_velocity / large.angular_velocity, 3)
    -2.0
    """

    __slots__ = ()

    def __init__(
        self,
        a: int | None,
        b: int | None,
        ratio: float = 1.0,
        *,
        phase: float = 0.0,
        reference_angle: float | None = None,
        **common: Unpack[JointOptions],
    ):
        super().__init__(a, b, **common)
        self.ratio = ratio
        self.phase = phase
        if reference_angle is not None:
            self.reference_angle = reference_angle

    ratio: Field[float, float] = dependent(
        "ratio", other_than_zero, REFERENCE, "How many times as far as b it turns a; not 0."
    )
    phase: Field[float, float] = dependent("phase", radians, 0, "What it holds, in radians.", "target")
    reference_angle: Field[float | None, float | None] = reference(
        "`ratio` times b's angle minus a's at phase 0; None: not known."
    )


def _tooth(value: float, name: str) -> float:
    angle = other_than_zero(value, name)
    return radians(angle, name)


class RatchetJoint(Joint, kind=RATCHET):
    """Lets b turn one way relative to a: a pawl on a ratchet wheel.

    `ratchet` is the angle between two teeth, in radians: b turns freely in its sense, and back by no more
    than to the last tooth. `phase` is the angle of a tooth, counted from how both stand when the joint is
    adopted, or from `reference_angle`.

    Other keywords as for `Joint`; anchors have no effect.

    >>> import math
    >>> import esper
    >>> from ecsphys import Physics, RatchetJoint, RigidBody, Transform
    >>> esper.add_processor(Physics())
    >>> place, body = Transform(), RigidBody(inertia=1, angular_velocity=2)
    >>> wheel = esper.create_entity(place, body)
    >>> pawl = esper.create_entity(RatchetJoint(None, wheel, math.radians(30)))
    >>> for _ in range(30):
    ...     esper.process(1 / 60)
    ...
    >>> round(place.angle, 3)  # forward it turns freely
    1.0
    >>> body.angular_velocity = -2
    >>> for _ in range(30):
    ...     esper.process(1 / 60)
    ...
    >>> round(math.degrees(place.angle))  # and back to the last tooth
    30
    """

    __slots__ = ()

    def __init__(
        self,
        a: int | None,
        b: int | None,
        ratchet: float,
        *,
        phase: float = 0.0,
        reference_angle: float | None = None,
        **common: Unpack[JointOptions],
    ):
        super().__init__(a, b, **common)
        self.ratchet = ratchet
        self.phase = phase
        if reference_angle is not None:
            self.reference_angle = reference_angle

    ratchet: Field[float, float] = dependent(
        "ratchet", _tooth, PAWL, "Angle between two teeth, positive or negative.", "ratio"
    )
    phase: Field[float, float] = dependent("phase", radians, PAWL, "Angle of a tooth.", "target")
    reference_angle: Field[float | None, float | None] = reference(
        "b's angle minus a's from which it counts; None: not yet known.", PAWL
    )
