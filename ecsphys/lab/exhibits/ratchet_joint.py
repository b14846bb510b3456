"""Ratchet joint: a lever that climbs tooth by tooth and does not fall back."""

import math
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ... import Capsule, RatchetJoint, RevoluteJoint, RigidBody
from ...drawing.lines import Color
from ...math2d.vec2 import Vec2
from ...solver.joints.prepare import set_pawl
from ..controls import Button, Point, Slider
from ..display import Display
from ..exhibit import Number
from ..joint_exhibit import LEVER, JointExhibit
from ..palette import HIT, MUTED, A

_AXLE = Vec2(0.0, 60.0)
_LEVER, _WHEEL = 170.0, 90.0  # length of the lever, radius of the wheel
_PUSH = 4.0  # rad/s, of one push


class RatchetJointExhibit(JointExhibit):
    """A lever on a ratchet wheel."""

    title = "Ratchet joint: one way only"
    text = (
        "A ratchet is a limit that moves on: it lets the lever turn counter-clockwise, and at each tooth "
        "that passes the pawl the lower limit jumps there. So the lever falls back by less than one tooth "
        "and rests on the pawl, which bears its torque. Push it up tooth by tooth, take fewer teeth, drag "
        "the pawl to shift them all, pull the lever with the mouse, or let the pawl break."
    )
    source: ClassVar[Sequence[object]] = (RatchetJoint, set_pawl)
    graph: ClassVar[tuple[str, float, float]] = ("", -90.0, 270.0)

    teeth: Slider = Slider("teeth", 3, 36, 12, step=1)
    pawl: Point = Point((-110, 60), "pawl", HIT)

    @Button("push", key="u")
    def push(self) -> None:
        """Push the lever up."""
        self._turn(_PUSH)

    @Button("push back", key="d")
    def push_back(self) -> None:
        """Push the lever down."""
        self._turn(-_PUSH)

    def assemble(self) -> None:
        """Mount the lever, pushed for the first time."""
        self.lever: int = self.body(Capsule.between((0, 0), (_LEVER, 0), 14), (_AXLE.x, _AXLE.y, -0.8))
        self.stage.create(RevoluteJoint(None, self.lever, anchor=_AXLE))
        self.ratchet: RatchetJoint = self.join(
            RatchetJoint(None, self.lever, self.tooth, reference_angle=0.0)
        )
        self.weight: float = self.weigh(self.lever)
        self.push.method(self)

    def _turn(self, speed: float) -> None:
        """Give the lever a speed about its axle, by an angular impulse."""
        lever = self.stage.get(self.lever, RigidBody)
        about_axle = lever.inertia + lever.mass * (0.5 * _LEVER) ** 2  # Steiner
        lever.apply_angular_impulse(speed * about_axle)

    @property
    def tooth(self) -> float:
        """The angle from tooth to tooth."""
        return 2.0 * math.pi / self.teeth

    def adjust(self) -> None:
        """Set the teeth; a tooth is at the pawl where the lever has the pawl's angle."""
        self.ratchet.ratchet = self.tooth
        self.ratchet.phase = (self.pawl - _AXLE).angle

    def curves(self) -> list[tuple[str, Color, float]]:
        """Show the angle within a turn."""
        return [("angle of the lever (degrees)", A, (self.angle + 90.0) % 360.0 - 90.0)]

    @property
    def angle(self) -> float:
        """The angle of the lever, degrees."""
        return math.degrees(self.place(self.lever).angle)

    def draw_more(self, display: Display) -> None:
        """Draw the wheel, one of whose teeth is on the lever, and the pawl."""
        angles = self.place(self.lever).angle + self.tooth * np.arange(int(self.teeth) + 1)
        outer, inner = (
            np.array(_AXLE) + radius * np.column_stack([np.cos(angles), np.sin(angles)])
            for radius in (_WHEEL, _WHEEL - 14)
        )
        display.path(
            [(x, y) for x, y in np.stack([inner, outer], axis=1).reshape(-1, 2).tolist()], MUTED, 2.0
        )
        toward = (self.pawl - _AXLE).normalized()
        display.line(self.pawl, _AXLE + toward * _WHEEL, HIT, 4.0)
        display.dashes(_AXLE, self.pawl, HIT, 1.0)

    def numbers(self) -> dict[str, Number]:
        """Return the angle, the last tooth, and what the pawl bears."""
        phase = math.degrees(self.ratchet.phase)
        tooth = math.degrees(self.tooth)
        return {
            "angle (degrees)": self.angle,
            "teeth passed": (self.angle - phase) / tooth,
            "tooth (degrees)": tooth,
            "pawl: torque (weights x 100)": self.ratchet.torque / (self.weight * LEVER),
            "broken": self.ratchet.broken,
        }
