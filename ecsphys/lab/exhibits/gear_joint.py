"""Gear joint: two wheels that turn in a fixed ratio."""

import math
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ... import Circle, GearJoint, RevoluteJoint, RigidBody
from ...drawing.lines import Color
from ...math2d.vec2 import Vec2
from ...solver.joints.rows import angle_row, build_rows
from ..controls import Choice, Point, Slider
from ..display import Display
from ..exhibit import Number
from ..joint_exhibit import LEVER, JointExhibit
from ..palette import MUTED, NORMAL, A, B

_TEETH, _RADIUS = 12, 60.0  # of the driving wheel
_AXLE = Vec2(-200.0, 70.0)  # of the driving wheel
_APART = 90.0  # between wheels with a belt


class GearJointExhibit(JointExhibit):
    """A wheel with a motor drives another one against a load."""

    title = "Gear joint: a ratio of angles"
    text = (
        "A gear joint ties two angles, wherever the wheels are: A turns as many times as far as B as the "
        "ratio says, the other way round between gears (a negative ratio), the same way with a belt. What "
        "it gains in torque it loses in speed: a motor too weak for the load moves it once B is large "
        "enough. Drag the rim of B to change its teeth; turn a wheel with the mouse and feel the load."
    )
    source: ClassVar[Sequence[object]] = (GearJoint, build_rows, angle_row)
    graph: ClassVar[tuple[str, float, float]] = ("", -15.0, 15.0)

    drive: Choice = Choice("drive", ("gears", "belt"), "gears", rebuild=True, key="b")
    rim: Point = Point((100, 70), "rim", NORMAL, rebuild=True)
    motor_speed: Slider = Slider("motor speed", -10, 10, 4, unit="rad/s")
    max_torque: Slider = Slider("motor torque", 0, 3, 1, unit="weights x 100")
    load: Slider = Slider("load on B", 0, 4, 1.5, unit="weights x 100")

    @property
    def teeth(self) -> int:
        """The number of teeth of B: its rim is where the handle is, from 6 to 36 of them."""
        across = self.rim.x - _AXLE.x - _RADIUS - self.gap
        return min(max(round(0.5 * across * _TEETH / _RADIUS), 6), 36)

    @property
    def gap(self) -> float:
        """The distance between both rims."""
        return _APART if self.drive == "belt" else 0.0

    def assemble(self) -> None:
        """Mount both wheels, and join their angles."""
        teeth = self.teeth
        self.radius: float = _RADIUS * teeth / _TEETH
        self.axle: Vec2 = _AXLE + Vec2(_RADIUS + self.gap + self.radius, 0.0)
        self.rim = self.axle + Vec2(self.radius, 0.0)
        self.a: int = self.body(Circle(_RADIUS), (_AXLE.x, _AXLE.y), A, group=-1)
        self.b: int = self.body(Circle(self.radius), (self.axle.x, self.axle.y), B, group=-1)
        self.motor: RevoluteJoint = RevoluteJoint(None, self.a, anchor=_AXLE)
        self.stage.create(self.motor)
        self.stage.create(RevoluteJoint(None, self.b, anchor=self.axle))
        ratio = teeth / _TEETH
        self.gear: GearJoint = self.join(
            GearJoint(
                self.a, self.b, ratio if self.drive == "belt" else -ratio, anchor_a=(0, 0), anchor_b=(0, 0)
            )
        )
        self.weight: float = self.weigh(self.a)

    def adjust(self) -> None:
        """Set the motor."""
        self.motor.motor_speed = self.motor_speed
        self.motor.max_motor_torque = self.max_torque * self.weight * LEVER

    def step(self) -> None:
        """Let the load turn B back, against the sense in which the motor turns it."""
        sense = 1.0 if self.gear.ratio * self.motor_speed > 0.0 else -1.0
        self.stage.get(self.b, RigidBody).apply_torque(-sense * self.load * self.weight * LEVER)
        super().step()

    def curves(self) -> list[tuple[str, Color, float]]:
        """Show both speeds."""
        speeds = self.speeds()
        return [("speed of A (rad/s)", A, speeds[0]), ("speed of B (rad/s)", B, speeds[1])]

    def speeds(self) -> tuple[float, float]:
        """Return the angular velocities of A and B."""
        a, b = (self.stage.get(wheel, RigidBody).angular_velocity for wheel in (self.a, self.b))
        return a, b

    def draw_more(self, display: Display) -> None:
        """Draw teeth or the belt, and the names."""
        if self.drive == "gears":
            half = math.pi / self.teeth
            _draw_teeth(display, _AXLE, _RADIUS, _TEETH, self.place(self.a).angle, A)
            _draw_teeth(
                display, self.axle, self.radius, self.teeth, self.place(self.b).angle + math.pi + half, B
            )
        else:
            lean = math.acos((_RADIUS - self.radius) / (self.axle - _AXLE).length)
            for side in (-lean, lean):
                out = Vec2(1.0, 0.0).rotated(side)
                display.line(_AXLE + out * _RADIUS, self.axle + out * self.radius, MUTED, 3.0)
        for name, at, teeth, color in (("A", _AXLE, _TEETH, A), ("B", self.axle, self.teeth, B)):
            display.text(at - (0.0, 26.0), f"{name}: {teeth} teeth", color, 14.0, "center")

    def numbers(self) -> dict[str, Number]:
        """Return the ratio, both angles and both torques."""
        a, b = (self.place(wheel).angle for wheel in (self.a, self.b))
        speed_a, speed_b = self.speeds()
        return {
            "ratio": self.gear.ratio,
            "angle of A (rad)": a,
            "angle of B (rad)": b,
            "speed of A (rad/s)": speed_a,
            "speed of B (rad/s)": speed_b,
            "motor: torque (weights x 100)": self.motor.torque / (self.weight * LEVER),
            "B: torque (weights x 100)": self.gear.torque / (self.weight * LEVER),
            "broken": self.gear.broken,
        }


def _draw_teeth(
    display: Display, center: Vec2, radius: float, count: int, angle: float, color: Color
) -> None:
    """Draw a rim of teeth; one of them points to `angle`."""
    at = (np.arange(count)[:, None] + (-0.2, 0.2, 0.3, 0.7)).ravel() * (2.0 * math.pi / count) + angle
    out = np.tile((radius + 5.0, radius + 5.0, radius - 5.0, radius - 5.0), count)
    points = np.column_stack([center.x + out * np.cos(at), center.y + out * np.sin(at)])
    display.path(points.tolist(), color, 2.0, closed=True)
