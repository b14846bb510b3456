"""Revolute joint: a plank on a hinge, with limits, a motor and a spring."""

import math
from collections.abc import Sequence
from typing import ClassVar

from ... import Box, RevoluteJoint
from ...drawing.lines import Color
from ...math2d.vec2 import Vec2
from ...solver.joints.link_drive import choose_role, switch_link, wanted_speed
from ..controls import Point, Slider, Toggle
from ..display import Display
from ..exhibit import Number
from ..joint_exhibit import LEVER, JointExhibit
from ..palette import HIT, NORMAL, A

_TURN = 2.0 * math.pi


class RevoluteJointExhibit(JointExhibit):
    """A plank that hangs from a hinge."""

    title = "Revolute joint: a hinge"
    text = (
        "A hinge holds one point of two bodies together and leaves the angle free: two equations, one "
        "freedom. Limits act only when they are reached, a motor turns with at most its torque, a spring "
        "pulls back to the angle at which the plank started. Drag the hinge or the plank, drag the ends of "
        "the dashed lines to move the limits, and let the joint break: what it bears is largest at the "
        "bottom of the swing."
    )
    source: ClassVar[Sequence[object]] = (RevoluteJoint, choose_role, wanted_speed, switch_link)
    graph: ClassVar[tuple[str, float, float]] = ("", -180.0, 180.0)

    anchor: Point = Point((0, 120), "hinge", NORMAL)
    lower: Point = Point((-63, -53), "lower limit", HIT)
    upper: Point = Point((175, 184), "upper limit", HIT)
    limits: Toggle = Toggle("limits", True, key="l")
    motor_speed: Slider = Slider("motor speed", -10, 10, 0, unit="rad/s")
    max_torque: Slider = Slider("motor torque", 0, 4, 0, unit="weights x 100")
    hertz: Slider = Slider("spring", 0, 4, 0, unit="Hz")
    damping_ratio: Slider = Slider("damping ratio", 0, 1, 0.1)

    def assemble(self) -> None:
        """Hang the plank up by one end."""
        self.center: Vec2 = self.anchor
        x, y = self.anchor
        self.plank: int = self.body(Box(220, 26), (x + 100, y))
        self.hinge: RevoluteJoint = self.join(RevoluteJoint(None, self.plank, anchor=self.anchor))
        self.weight: float = self.weigh(self.plank)

    def range(self) -> tuple[float, float]:
        """Return the limits in radians: at most a turn to each side of the start."""
        low, high = ((end - self.anchor).angle for end in (self.lower, self.upper))
        return -(-low % _TURN), high % _TURN

    def adjust(self) -> None:
        """Set the hinge, its limits, motor and spring; limits move with the hinge."""
        self.lower += self.anchor - self.center
        self.upper += self.anchor - self.center
        self.center = self.hinge.anchor_a = self.anchor
        self.hinge.limits = self.range() if self.limits else None
        self.hinge.motor_speed = self.motor_speed
        self.hinge.max_motor_torque = self.max_torque * self.weight * LEVER
        self.hinge.hertz, self.hinge.damping_ratio = self.hertz, self.damping_ratio

    def curves(self) -> list[tuple[str, Color, float]]:
        """Show the angle."""
        return [("angle (degrees)", A, math.degrees(self.hinge.angle))]

    def draw_more(self, display: Display) -> None:
        """Draw the limits."""
        if self.limits:
            display.dashes(self.anchor, self.lower, HIT)
            display.dashes(self.anchor, self.upper, HIT)

    def numbers(self) -> dict[str, Number]:
        """Return how the hinge stands and what it bears."""
        return {
            "angle (degrees)": math.degrees(self.hinge.angle),
            "speed (rad/s)": self.hinge.speed,
            **self.loads(self.hinge),
        }
