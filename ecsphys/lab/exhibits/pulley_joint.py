"""Pulley joint: two weights on one rope, and block and tackle."""

import math
from collections.abc import Sequence
from typing import ClassVar

from ... import Box, Collider, HalfPlane, PulleyJoint, RigidBody, Transform
from ...drawing.lines import Color
from ...math2d.vec2 import Vec2
from ...solver.joints.rows import add_rope, build_ropes
from ..controls import Point, Slider
from ..display import Display
from ..exhibit import Number
from ..joint_exhibit import JointExhibit
from ..palette import MUTED, NORMAL, A, B

_FLOOR = -190.0


class PulleyJointExhibit(JointExhibit):
    """Two boxes on a rope over two wheels."""

    title = "Pulley joint: Atwood's machine"
    text = (
        "What one side of the rope gains the other one loses. Two masses differ a little: both move slowly, "
        "and Atwood measured g that way. With a ratio of 2, B hangs on two strands: it moves half as far as "
        "A and is held by twice the force, so A lifts up to twice its mass. Find the mass of B that stays "
        "at rest. Drag the wheels; when a box lands on the floor, its rope is slack and bears nothing."
    )
    source: ClassVar[Sequence[object]] = (PulleyJoint, build_ropes, add_rope)
    graph: ClassVar[tuple[str, float, float]] = ("", 0.0, 400.0)

    wheel_a: Point = Point((-130, 250), "wheel A", NORMAL)
    wheel_b: Point = Point((130, 250), "wheel B", NORMAL)
    mass_a: Slider = Slider("mass of A", 0.5, 8, 2, unit="kg", rebuild=True)
    mass_b: Slider = Slider("mass of B", 0.5, 8, 3, unit="kg", rebuild=True)
    ratio: Slider = Slider("ratio", 1, 4, 1, step=1, rebuild=True)

    def assemble(self) -> None:
        """Hang both boxes on the rope."""
        self.stage.create(Transform(0, _FLOOR), Collider(HalfPlane((0, 1))))
        hung = (self.mass_a, self.wheel_a, A), (self.mass_b, self.wheel_b, B)
        self.boxes: list[int] = [self._hang(mass, wheel, color) for mass, wheel, color in hung]
        tops = [(0.0, 0.5 * _side(mass)) for mass in (self.mass_a, self.mass_b)]
        self.rope: PulleyJoint = self.join(
            PulleyJoint(
                self.boxes[0], self.boxes[1], self.wheel_a, self.wheel_b, self.ratio,
                anchor_a=tops[0], anchor_b=tops[1],
            )
        )  # fmt: skip
        self.weight: float = self.weigh(self.boxes[0])

    def _hang(self, mass: float, wheel: Vec2, color: Color) -> int:
        side = _side(mass)
        entity = self.body(Box(side, side), (wheel.x, 30.0 - 0.5 * side), color)
        self.stage.get(entity, RigidBody).mass = mass
        return entity

    def adjust(self) -> None:
        """Set the wheels; the rope keeps its length."""
        self.rope.ground_a, self.rope.ground_b = self.wheel_a, self.wheel_b

    def lengths(self) -> tuple[float, float]:
        """Return the lengths of both ends of the rope."""
        tops = (self.place(box).local_to_world((0.0, 0.5 * _side(mass)))
                for box, mass in zip(self.boxes, (self.mass_a, self.mass_b), strict=True))  # fmt: skip
        a, b = (top.distance(wheel) for top, wheel in zip(tops, (self.wheel_a, self.wheel_b), strict=True))
        return a, b

    def curves(self) -> list[tuple[str, Color, float]]:
        """Show both lengths."""
        a, b = self.lengths()
        return [("rope of A (px)", A, a), ("rope of B (px)", B, b)]

    def draw_more(self, display: Display) -> None:
        """Draw the wheels, and the strands on which B hangs."""
        for wheel in (self.wheel_a, self.wheel_b):
            display.disc(wheel, 14.0, None, MUTED)
        for box, mass, name, color in zip(self.boxes, (self.mass_a, self.mass_b), "AB", (A, B), strict=True):
            at = self.place(box).position
            display.text(at - (0.0, 5.0), name, color, 15.0, "center")
            display.text(at + Vec2(0.5 * _side(mass) + 8.0, -5.0), f"{mass:.3g} kg", color, 13.0)

    def numbers(self) -> dict[str, Number]:
        """Return lengths, speeds and the force on B."""
        a, b = self.lengths()
        speeds = [self.stage.get(box, RigidBody).velocity.y for box in self.boxes]
        return {
            "rope of A (px)": a,
            "rope of B (px)": b,
            "A + ratio x B (px)": a + self.ratio * b,
            "speed of A (px/s)": speeds[0],
            "speed of B (px/s)": speeds[1],
            "force on B (weights of A)": self.rope.force.length / self.weight,
            "broken": self.rope.broken,
        }


def _side(mass: float) -> float:
    """Return the side of a box: its area grows with the mass."""
    return 36.0 * math.sqrt(mass)
