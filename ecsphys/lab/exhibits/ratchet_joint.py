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
_LEVER, _WHEEL, _DEPTH = 170.0, 90.0, 14.0  # length of the lever, radius of the wheel, depth of its teeth
_REST = 0.01  # of a tooth, by which the lever may sink into the pawl while it rests on it
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
    pawl: Point = Point((-140, 60), "pawl", HIT)

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
        self.passed: int = 0  # teeth, while the pawl held
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
        self.last: int = self.last_tooth

    @property
    def last_tooth(self) -> int:
        """The number of the tooth that has passed the pawl last; tooth 0 is on the lever."""
        return math.floor((self.place(self.lever).angle - self.ratchet.phase) / self.tooth + _REST)

    def step(self) -> None:
        """Advance, and count the teeth that pass."""
        super().step()
        before, self.last = self.last, self.last_tooth
        if not self.ratchet.broken:
            self.passed += self.last - before

    @property
    def above(self) -> float:
        """By how much the lever may fall back, degrees; 0 where it rests on the pawl."""
        return self.angle - math.degrees(self.ratchet.phase + self.last_tooth * self.tooth)

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
            for radius in (_WHEEL, _WHEEL - _DEPTH)
        )
        display.path(
            [(x, y) for x, y in np.stack([inner, outer], axis=1).reshape(-1, 2).tolist()], MUTED, 2.0
        )
        # The tip lies on the back of a tooth, a straight line from the outer circle to the inner one.
        tooth, rise = self.tooth, min(max(math.radians(self.above), 0.0), self.tooth)
        foot = _WHEEL - _DEPTH
        reach = _WHEEL * foot * math.sin(tooth) / (_WHEEL * math.sin(tooth - rise) + foot * math.sin(rise))
        tip = (self.pawl - _AXLE).normalized() * reach
        display.line(self.pawl, _AXLE + tip, HIT, 4.0)
        display.dashes(_AXLE, _AXLE + tip, HIT, 1.0)

    def numbers(self) -> dict[str, Number]:
        """Return the angle, the last tooth, and what the pawl bears."""
        return {
            "angle (degrees)": self.angle,
            "teeth passed": self.passed,
            "above the last tooth (degrees)": self.above,
            "tooth (degrees)": math.degrees(self.tooth),
            "pawl: torque (weights x 100)": self.ratchet.torque / (self.weight * LEVER),
            "broken": self.ratchet.broken,
        }
