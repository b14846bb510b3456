"""Mouse joint: a rubber band from a point of a body to a point of the world."""

from collections.abc import Sequence
from typing import ClassVar

from ... import Box, MouseJoint
from ...drawing.lines import Color
from ...math2d.vec2 import Vec2
from ...presets import Grip
from ...solver.joints.softness import Spring, spring_of
from ..controls import Point, Slider
from ..display import Display
from ..exhibit import Number
from ..joint_exhibit import JointExhibit
from ..palette import HIT, NORMAL, A

_HALF = 70.0  # half the width of the box


class MouseJointExhibit(JointExhibit):
    """A box on a rubber band."""

    title = "Mouse joint: a rubber band"
    text = (
        "To drag a body, do not set its position: it would push through all that is in its way. Pull it by "
        "a soft spring to the mouse instead. Gravity stretches the band by g / (2 pi f)²: a stiff one feels "
        "direct but jerks, a soft one lags behind. The largest force keeps the body from being torn through "
        "walls; below one weight it slips away. Drag the target; every body of the lab is dragged by such a "
        "joint."
    )
    source: ClassVar[Sequence[object]] = (MouseJoint, Grip, Spring, spring_of)
    graph: ClassVar[tuple[str, float, float]] = ("", 0.0, 300.0)

    target: Point = Point((40, 210), "target", NORMAL)
    grip: Slider = Slider("hold at", -_HALF, _HALF, 50, unit="px")
    hertz: Slider = Slider("spring", 0.5, 10, 1, unit="Hz", logarithmic=True)
    damping_ratio: Slider = Slider("damping ratio", 0, 1, 0.15)
    max_force: Slider = Slider("force", 0, 10, 5, unit="weights")

    def assemble(self) -> None:
        """Take hold of a box."""
        self.box: int = self.body(Box(2 * _HALF, 50), (-10, 180))
        self.band: MouseJoint = self.join(MouseJoint(self.box, self.target, anchor_b=(self.grip, 0)))
        self.weight: float = self.weigh(self.box)

    def adjust(self) -> None:
        """Set target, hold and spring."""
        self.band.target, self.band.anchor_b = self.target, (self.grip, 0.0)
        self.band.hertz, self.band.damping_ratio = self.hertz, self.damping_ratio
        self.band.max_force = self.max_force * self.weight

    def held(self) -> Vec2:
        """Return where the box is held, in the world."""
        return self.place(self.box).local_to_world((self.grip, 0.0))

    def curves(self) -> list[tuple[str, Color, float]]:
        """Show the length of the band."""
        return [("length of the band (px)", A, self.band.stretch)]

    def draw_more(self, display: Display) -> None:
        """Draw where the box is held."""
        display.point(self.held(), HIT, 5.0)

    def numbers(self) -> dict[str, Number]:
        """Return how the band stands and what it bears."""
        below = self.target - self.held()
        return {
            "held below the target by (px)": below.y,
            "beside it by (px)": below.x,
            **self.loads(self.band),
        }
