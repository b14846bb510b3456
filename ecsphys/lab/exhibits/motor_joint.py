"""Motor joint: a drone flies to where its ghost is, with bounded force and torque."""

import math
from collections.abc import Sequence
from typing import ClassVar

from ... import Box, MotorJoint
from ...drawing.lines import Color
from ...math2d.vec2 import Vec2
from ...solver.joints.joint import core_impulse, solve_core
from ...solver.joints.rows import build_point
from ..controls import Slider, Thing
from ..display import Display
from ..exhibit import Number
from ..joint_exhibit import LEVER, JointExhibit
from ..palette import GOOD, MUTED, A

_SHAPE = Box(110, 30, radius=8)


class MotorJointExhibit(JointExhibit):
    """A body that is moved to a pose."""

    title = "Motor joint: a pose to reach"
    text = (
        "A motor joint moves a body to a pose relative to another body, here the world, with no more force "
        "and torque than it is allowed. Drag and turn the green ghost, and the drone follows. Below one "
        "weight of force it cannot even hover. With 0 Hz it goes as fast as its force allows; a frequency "
        "makes it a spring. Pull the drone away with the mouse, and feel where its strength ends."
    )
    source: ClassVar[Sequence[object]] = (MotorJoint, build_point, solve_core, core_impulse)
    graph: ClassVar[tuple[str, float, float]] = ("", 0.0, 400.0)
    page_steps: ClassVar[int] = 45

    goal: Thing = Thing(_SHAPE, (150, 190, 0.5), "goal", GOOD)
    max_force: Slider = Slider("force", 0, 6, 2, unit="weights")
    max_torque: Slider = Slider("torque", 0, 3, 0.5, unit="weights x 100")
    hertz: Slider = Slider("spring", 0, 4, 0.7, unit="Hz")
    damping_ratio: Slider = Slider("damping ratio", 0, 2, 0.5)

    def assemble(self) -> None:
        """Put the drone down below."""
        self.drone: int = self.body(_SHAPE, (-170, -60))
        self.motor: MotorJoint = self.join(
            MotorJoint(None, self.drone, anchor_a=(0, 0), anchor_b=(0, 0), reference_angle=0.0)
        )
        self.weight: float = self.weigh(self.drone)

    def adjust(self) -> None:
        """Set the goal and the effort."""
        x, y, angle = self.goal.pose
        self.motor.offset, self.motor.angle = (x, y), angle
        self.motor.max_force = self.max_force * self.weight
        self.motor.max_torque = self.max_torque * self.weight * LEVER
        self.motor.hertz, self.motor.damping_ratio = self.hertz, self.damping_ratio

    def curves(self) -> list[tuple[str, Color, float]]:
        """Show the way that is left."""
        return [("distance from the goal (px)", A, self.missing)]

    @property
    def goal_place(self) -> Vec2:
        """Where the goal is."""
        return Vec2(*self.goal.pose[:2])

    @property
    def missing(self) -> float:
        """How far the drone is from its goal."""
        return (self.place(self.drone).position - self.goal_place).length

    def draw_more(self, display: Display) -> None:
        """Draw the way that is left."""
        display.dashes(self.place(self.drone).position, self.goal_place, MUTED)

    def numbers(self) -> dict[str, Number]:
        """Return how far the drone is from its goal, and the effort."""
        angle = self.place(self.drone).angle
        return {
            "distance from the goal (px)": self.missing,
            "angle from the goal (degrees)": math.degrees(self.goal.pose.angle - angle),
            **self.loads(self.motor),
        }
