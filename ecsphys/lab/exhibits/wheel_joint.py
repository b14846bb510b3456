"""Wheel joint: a car with suspension and motors, on a bumpy road without an end."""

from collections.abc import Sequence
from typing import ClassVar

from ... import Box, Capsule, Circle, Collider, HalfPlane, RigidBody, Transform, WheelJoint
from ...drawing.lines import Color
from ...solver.joints.joint import solve_limits, solve_motor, solve_spring
from ...solver.joints.rows import build_line
from ..controls import Slider, Toggle
from ..exhibit import Number
from ..joint_exhibit import LEVER, JointExhibit
from ..palette import GOOD, A, B

_ROAD, _RADIUS, _OUT = -120.0, 28.0, 440.0  # height of the road, of wheels, where the car comes in again


class WheelJointExhibit(JointExhibit):
    """A car on two wheel joints."""

    title = "Wheel joint: suspension and axle"
    text = (
        "A wheel joint lets the wheel turn freely and slide along one line of the car, held by a spring: "
        "suspension and axle in one. Set 30 Hz and the car jolts over the bumps like a cart; at 2 Hz its "
        "body stays calm; without damping it rocks on and on. The motor turns the wheels up to its speed "
        "with at most its torque: give it too much and the wheels spin, as friction bears no more. Drag the "
        "car."
    )
    source: ClassVar[Sequence[object]] = (WheelJoint, build_line, solve_spring, solve_motor, solve_limits)
    graph: ClassVar[tuple[str, float, float]] = ("", -60.0, 60.0)

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
        self.car: int = self.body(Box(170, 40), (-170, _ROAD + 62), A, group=-1)
        self.wheels: list[int] = [
            self.body(Circle(_RADIUS), (-170 + side * 60, _ROAD + _RADIUS), color, friction=0.9)
            for side, color in ((-1, B), (1, GOOD))
        ]
        self.axles: list[WheelJoint] = [
            self.join(WheelJoint(self.car, wheel, anchor=self.place(wheel).position)) for wheel in self.wheels
        ]
        self.weight: float = self.weigh(self.car)

    def adjust(self) -> None:
        """Set suspension and motors; a positive speed drives to the right."""
        for axle in self.axles:
            axle.hertz, axle.damping_ratio = self.hertz, self.damping_ratio
            axle.limits = (-self.travel, self.travel) if self.limits else None
            axle.motor_speed, axle.max_motor_torque = -self.motor_speed, self.max_torque * self.weight * LEVER

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
