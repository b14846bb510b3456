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


class RatchetJoint(Joint, kind=RATCHET):
    """Lets b turn one way relative to a: a pawl on a ratchet wheel.

    `ratchet` is the angle between two teeth, in radians: b turns freely in its sense, and back by no more
    than to the last tooth. `phase` is the angle of a tooth, counted from how both stand when the joint is
    adopted, or from `reference_angle`.

    Other keywords as for `Joint`; anchors have no effect.
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
        "ratchet", other_than_zero, PAWL, "Angle between two teeth, positive or negative.", "ratio"
    )
    phase: Field[float, float] = dependent("phase", radians, PAWL, "Angle of a tooth.", "target")
    reference_angle: Field[float | None, float | None] = reference(
        "b's angle minus a's from which it counts; None: not yet known.", PAWL
    )
