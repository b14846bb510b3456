"""Wheel joint: a car with suspension and motors, on a bumpy road without an end."""

import math
from collections.abc import Sequence
from typing import ClassVar

from ... import Box, Capsule, Circle, Collider, HalfPlane, RigidBody, Transform, WheelJoint
from ...drawing.lines import Color
from ...math2d.vec2 import Vec2
from ...solver.joints.joint import solve_limits, solve_motor, solve_spring
from ...solver.joints.rows import build_line
from ..controls import Point, Slider, Toggle
from ..display import Display
from ..exhibit import Number
from ..figures import draw_shape
from ..joint_exhibit import LEVER, JointExhibit
from ..palette import GOOD, MUTED, NORMAL, A, B, fade

_CAR = Box(170, 40)
_PLAN = Vec2(0.0, 200.0)  # where the car is drawn as a plan, to drag its axles
_LEAST, _MOST = Vec2(-90.0, -60.0), Vec2(90.0, -20.0)  # where axles may be in the frame of the car
_LINE, _LEAN = 90.0, math.radians(60.0)  # length of the handle of the line, and how far it may lean
_ROAD, _RADIUS, _OUT = -120.0, 28.0, 440.0  # height of the road, of wheels, where the car comes in again


class WheelJointExhibit(JointExhibit):
    """A car on two wheel joints."""

    title = "Wheel joint: suspension and axle"
    text = (
        "A wheel joint lets the wheel turn freely and slide along one line of the car, held by a spring: "
        "suspension and axle in one. Set 30 Hz and the car jolts over the bumps like a cart; at 2 Hz its "
        "body stays calm; without damping it rocks on and on. The motor turns the wheels up to its speed "
        "with at most its torque: give it too much and the wheels spin, as friction bears no more. Drag the "
        "axles in the plan above, and the line on which they slide; drag the car."
    )
    source: ClassVar[Sequence[object]] = (WheelJoint, build_line, solve_spring, solve_motor, solve_limits)
    graph: ClassVar[tuple[str, float, float]] = ("", -60.0, 60.0)

    rear: Point = Point((-60, 166), "", B)
    front: Point = Point((60, 166), "", GOOD)
    line: Point = Point((0, 290), "line of the suspension", NORMAL)
    hertz: Slider = Slider("suspension", 0.5, 30, 3, unit="Hz", logarithmic=True)
    damping_ratio: Slider = Slider("damping ratio", 0, 1, 0.4)
    limits: Toggle = Toggle("limits", True, key="l")
    travel: Slider = Slider("limits at ±", 2, 30, 16, unit="px")
    motor_speed: Slider = Slider("motor speed", -20, 20, 8, unit="rad/s")
    max_torque: Slider = Slider("motor torque", 0, 2, 0.3, unit="weights x 100")

    def assemble(self) -> None:
        """Build the road and the car."""
        self.stage.create(Transform(0, _ROAD), Collider(HalfPlane((0, 1)), friction=0.9))
        for x in (-300, -40, 60, 230):
            bump = Capsule.between((-25, 0), (25, 0), 12)
            self.stage.create(Transform(x, _ROAD), Collider(bump, friction=0.9))
        low = min(offset.y for offset in self.offsets())
        place = Vec2(-170.0, _ROAD + _RADIUS - low)
        self.car: int = self.body(_CAR, (*place, 0.0), A, group=-1)
        self.wheels: list[int] = [
            self.body(Circle(_RADIUS), (*(place + offset), 0.0), color, friction=0.9, group=-1)
            for offset, color in zip(self.offsets(), (B, GOOD), strict=True)
        ]
        self.axles: list[WheelJoint] = [
            self.join(WheelJoint(self.car, wheel, anchor=self.place(wheel).position)) for wheel in self.wheels
        ]
        self.weight: float = self.weigh(self.car)

    def offsets(self) -> list[Vec2]:
        """Return where the axles are in the frame of the car: below it, and not far beyond its ends."""
        return [(point - _PLAN).max(_LEAST).min(_MOST) for point in (self.rear, self.front)]

    @property
    def axis(self) -> Vec2:
        """The direction in which the wheels slide: within 60 degrees of upright."""
        way = self.line - _PLAN
        turn = min(max(way.angle - 0.5 * math.pi, -_LEAN), _LEAN) if way.y > 0.0 else 0.0
        return Vec2(0.0, 1.0).rotated(turn)

    def adjust(self) -> None:
        """Set axles, suspension and motors; a positive speed drives to the right."""
        self.rear, self.front = (_PLAN + offset for offset in self.offsets())
        self.line = _PLAN + self.axis * _LINE
        for axle, offset in zip(self.axles, self.offsets(), strict=True):
            axle.anchor_a, axle.axis = offset, self.axis
            axle.hertz, axle.damping_ratio = self.hertz, self.damping_ratio
            axle.limits = (-self.travel, self.travel) if self.limits else None
            torque = self.max_torque * self.weight * LEVER
            axle.motor_speed, axle.max_motor_torque = -self.motor_speed * (torque > 0), torque

    def step(self) -> None:
        """Advance; a car that has left the stage comes in again on the other side."""
        super().step()
        x = self.place(self.car).x
        if abs(x) > _OUT:
            for body in (self.car, *self.wheels):
                self.place(body).x -= 2.0 * _OUT * (1.0 if x > 0.0 else -1.0)

    def curves(self) -> list[tuple[str, Color, float]]:
        """Show how far both wheels are pushed in, and the pitch."""
        return [
            ("rear wheel (px)", B, self.axles[0].translation),
            ("front wheel (px)", GOOD, self.axles[1].translation),
        ]

    def draw_more(self, display: Display) -> None:
        """Draw the plan of the car, with the lines on which its wheels slide up to their limits."""
        draw_shape(display, _CAR, (*_PLAN, 0.0), MUTED, fill=False, width=1.0)
        display.dashes(_PLAN, self.line, NORMAL, 1.0)
        for point, color in ((self.rear, B), (self.front, GOOD)):
            display.disc(point, _RADIUS, None, fade(color, 150), 1.0)
            way = self.axis * (self.travel if self.limits else 2.0 * _RADIUS)
            display.line(point - way, point + way, fade(color, 200), 2.0)

    def numbers(self) -> dict[str, Number]:
        """Return how suspension and motors stand."""
        wheel = self.stage.get(self.wheels[0], RigidBody)
        found: dict[str, Number] = {
            "car: speed (px/s)": self.stage.get(self.car, RigidBody).velocity.x,
            "rear wheel: speed of its rim (px/s)": -wheel.angular_velocity * _RADIUS,
        }
        for name, axle in zip(("rear", "front"), self.axles, strict=True):
            found[f"{name}: translation (px)"] = axle.translation
            found[f"{name}: force (weights)"] = axle.force.length / self.weight
            found[f"{name}: broken"] = axle.broken
        return found
