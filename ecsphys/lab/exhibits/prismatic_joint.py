"""Prismatic joint: a block on a rail, with limits, a motor and a spring."""

from collections.abc import Sequence
from typing import ClassVar

from ... import Box, PrismaticJoint
from ...drawing.lines import Color
from ...math2d.vec2 import Vec2
from ...solver.joints.joint import solve_motor, solve_spring
from ...solver.joints.rows import build_line
from ..controls import Point, Slider, Toggle
from ..display import Display
from ..exhibit import Number
from ..joint_exhibit import JointExhibit
from ..palette import HIT, MUTED, NORMAL, A


class PrismaticJointExhibit(JointExhibit):
    """A block that slides on a rail."""

    title = "Prismatic joint: a rail"
    text = (
        "A rail holds the block's anchor on a line and its angle fixed; only the way along the line is "
        "free. Gravity pulls along it with its share, g times the sine of the slope. Switch the spring off "
        "(0 Hz) and the block slides to its limit; a motor holds it only if its force exceeds that share. "
        "Drag the rail by its middle, tilt it by its end, move the limits along it, and pull at the block."
    )
    source: ClassVar[Sequence[object]] = (PrismaticJoint, build_line, solve_spring, solve_motor)
    graph: ClassVar[tuple[str, float, float]] = ("", -250.0, 250.0)

    anchor: Point = Point((0, 60), "middle", NORMAL)
    tip: Point = Point((220, 180), "tilt", NORMAL)
    lower: Point = Point((-132, -12), "lower limit", HIT)
    upper: Point = Point((132, 132), "upper limit", HIT)
    limits: Toggle = Toggle("limits", True, key="l")
    hertz: Slider = Slider("spring", 0, 4, 0.5, unit="Hz")
    damping_ratio: Slider = Slider("damping ratio", 0, 1, 0.05)
    motor_speed: Slider = Slider("motor speed", -300, 300, 0, unit="px/s")
    max_force: Slider = Slider("motor force", 0, 3, 0, unit="weights")

    def assemble(self) -> None:
        """Put the block on the rail."""
        self.block: int = self.body(Box(60, 36), self.anchor)
        self.rail: PrismaticJoint = self.join(
            PrismaticJoint(None, self.block, anchor=self.anchor, reference_angle=0.0)
        )
        self.weight: float = self.weigh(self.block)
        self.range: tuple[float, float] = self.along(self.lower), self.along(self.upper)

    @property
    def axis(self) -> Vec2:
        """The direction of the rail; level while its two ends are one."""
        way = self.tip - self.anchor
        return way.normalized() if way.length > 1e-6 else Vec2(1.0, 0.0)

    def along(self, point: Vec2) -> float:
        """Return the translation at which a point is."""
        return (point - self.anchor).dot(self.axis)

    def change(self, name: str) -> None:
        """Move one limit, or both with the rail."""
        low, high = self.range
        if name == "lower":
            low = min(self.along(self.lower), 0.0)
        elif name == "upper":
            high = max(self.along(self.upper), 0.0)
        self.range = low, high
        super().change(name)

    def adjust(self) -> None:
        """Set rail, limits, motor and spring."""
        self.lower, self.upper = (self.anchor + self.axis * end for end in self.range)
        self.rail.anchor_a, self.rail.axis, self.rail.reference_angle = (
            self.anchor,
            self.axis,
            self.axis.angle,
        )
        self.rail.limits = self.range if self.limits else None
        self.rail.hertz, self.rail.damping_ratio = self.hertz, self.damping_ratio
        self.rail.motor_speed, self.rail.max_motor_force = self.motor_speed, self.max_force * self.weight

    def curves(self) -> list[tuple[str, Color, float]]:
        """Show the translation."""
        return [("translation (px)", A, self.rail.translation)]

    def draw_more(self, display: Display) -> None:
        """Draw the rail."""
        display.dashes(self.anchor - self.axis * 300.0, self.anchor + self.axis * 300.0, MUTED)

    def numbers(self) -> dict[str, Number]:
        """Return how the block stands and what the rail bears."""
        return {
            "translation (px)": self.rail.translation,
            "speed (px/s)": self.rail.speed,
            **self.loads(self.rail),
        }
