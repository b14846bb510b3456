"""Distance joint: a rod, a spring and a rope side by side."""

from collections.abc import Sequence
from typing import ClassVar

from ... import Circle, DistanceJoint
from ...drawing.lines import Color
from ...math2d.vec2 import Vec2
from ...solver.joints.joint import limits_of, solve_motor
from ...solver.joints.rows import build_rod, is_rod
from ..controls import Point, Slider
from ..display import Display
from ..exhibit import Number
from ..joint_exhibit import JointExhibit
from ..palette import GOOD, MUTED, NORMAL, STILL, A, B

_SIDE = 210.0  # from one anchor to the next


class DistanceJointExhibit(JointExhibit):
    """Three balls on a beam: on a rod, on a spring, on a rope."""

    title = "Distance joint: rod, spring, rope"
    text = (
        "One joint holds the distance of two points in three ways. A rod holds it exactly, pulling and "
        "pushing. A spring pulls towards it: its frequency and damping are what you set, whatever the mass, "
        "and it sags by g / (2 pi f)². A rope has limits alone: the ball falls freely until it is taut, and "
        "a motor winds it up. Drag the beam, the length, the balls; a rope that is let go shows no force."
    )
    source: ClassVar[Sequence[object]] = (DistanceJoint, is_rod, build_rod, limits_of, solve_motor)
    graph: ClassVar[tuple[str, float, float]] = ("", 0.0, 420.0)

    beam: Point = Point((0, 270), "beam", NORMAL)
    length: Point = Point((-320, 90), "length", NORMAL)
    hertz: Slider = Slider("spring", 0.25, 4, 1, unit="Hz")
    damping_ratio: Slider = Slider("damping ratio", 0, 1, 0.05)
    motor_speed: Slider = Slider("winch speed", -200, 200, -60, unit="px/s")
    max_force: Slider = Slider("winch force", 0, 3, 0, unit="weights")

    def assemble(self) -> None:
        """Hang the balls up; that of the rope beside its anchor, with slack."""
        long = self.reach
        starts = Vec2(long * 0.6, -long * 0.8), Vec2(0.0, -long), Vec2(0.5 * long, -0.2 * long)
        places = zip(self.anchors(), starts, (A, B, GOOD), strict=True)
        self.balls: list[int] = [
            self.body(Circle(22), at + way, color, group=-1) for at, way, color in places
        ]
        joints = [
            self.join(DistanceJoint(None, ball, anchor_a=at, length=wanted))
            for ball, at, wanted in zip(self.balls, self.anchors(), (long, long, None), strict=True)
        ]
        self.rod: DistanceJoint = joints[0]
        self.spring: DistanceJoint = joints[1]
        self.rope: DistanceJoint = joints[2]
        self.weight: float = self.weigh(self.balls[0])

    def anchors(self) -> list[Vec2]:
        """Return where the three hang from."""
        return [self.beam + Vec2(side * _SIDE, 0.0) for side in (-1.0, 0.0, 1.0)]

    @property
    def reach(self) -> float:
        """The length that all three are to have."""
        return max(self.beam.y - self.length.y, 20.0)

    def adjust(self) -> None:
        """Set anchors, lengths, spring and winch."""
        for joint, at in zip((self.rod, self.spring, self.rope), self.anchors(), strict=True):
            joint.anchor_a = at
        self.rod.length = self.spring.length = self.rope.max_length = self.reach
        self.spring.hertz, self.spring.damping_ratio = self.hertz, self.damping_ratio
        force = self.max_force * self.weight
        self.rope.motor_speed, self.rope.max_motor_force = self.motor_speed * (force > 0), force

    def curves(self) -> list[tuple[str, Color, float]]:
        """Show the distances."""
        joints = ("rod", A, self.rod), ("spring", B, self.spring), ("rope", GOOD, self.rope)
        return [(f"{name} (px)", color, joint.distance) for name, color, joint in joints]

    def draw_more(self, display: Display) -> None:
        """Draw the beam and the length."""
        ends = self.anchors()
        display.line(ends[0] - (60.0, 0.0), ends[-1] + (60.0, 0.0), STILL, 6.0)
        level = self.beam.y - self.reach
        display.dashes((-350.0, level), (350.0, level), MUTED, 1.0)
        for at, name, color in zip(ends, ("rod", "spring", "rope"), (A, B, GOOD), strict=True):
            display.text(at - Vec2(12.0, 24.0), name, color, 14.0, "right")

    def numbers(self) -> dict[str, Number]:
        """Return the distance of each, and what it bears."""
        found: dict[str, Number] = {}
        for name, joint in (("rod", self.rod), ("spring", self.spring), ("rope", self.rope)):
            found[f"{name}: distance (px)"] = joint.distance
            found[f"{name}: force (weights)"] = joint.force.length / self.weight
            found[f"{name}: broken"] = joint.broken
        return found
