"""Weld joint: planks glued to a beam, which bears a load, bends and breaks."""

from collections.abc import Sequence
from typing import ClassVar

from ... import Box, RigidBody, WeldJoint
from ...drawing.lines import Color
from ...solver.joints.prepare import set_springs
from ...solver.joints.report import report_load
from ...solver.joints.rows import build_point
from ..controls import Point, Slider
from ..exhibit import Number
from ..joint_exhibit import LEVER, JointExhibit
from ..palette import CURVES, NORMAL, B

_LONG, _THICK, _COUNT = 90.0, 24.0, 5


class WeldJointExhibit(JointExhibit):
    """A beam of planks that are welded to each other and to a wall."""

    title = "Weld joint: glue"
    text = (
        "A weld holds point and angle. Each one bears the weight of all that lies beyond it, and a torque "
        "that grows with the distance: the weld at the wall bears most, so there the beam breaks first. Let "
        "it break at a torque between those of the first two welds. With 0 Hz the angle is rigid; a "
        "frequency makes it a spring, and the beam bends. Drag the wall's end, change the load, pull at "
        "planks, mend them."
    )
    source: ClassVar[Sequence[object]] = (WeldJoint, build_point, set_springs, report_load)
    graph: ClassVar[tuple[str, float, float]] = (
        "torque of each weld, from the wall on (plank weights x 100)",
        0.0,
        20.0,
    )

    anchor: Point = Point((-225, 60), "wall", NORMAL)
    load: Slider = Slider("load", 0.1, 5, 1, unit="plank weights")
    angular_hertz: Slider = Slider("angular spring", 0, 40, 25, unit="Hz")
    damping_ratio: Slider = Slider("damping ratio", 0, 1, 1)

    def assemble(self) -> None:
        """Weld the planks, and put the load on the last one."""
        x, y = self.anchor
        self.planks: list[int] = [
            self.body(Box(_LONG, _THICK), (x + _LONG * (k + 0.5), y), CURVES[k]) for k in range(_COUNT)
        ]
        before = [None, *self.planks]
        self.welds: list[WeldJoint] = [
            self.join(WeldJoint(a, b, anchor=(x + _LONG * k, y)))
            for k, (a, b) in enumerate(zip(before, self.planks, strict=False))
        ]
        self.box: int = self.body(
            Box(40, 40), (x + _LONG * (_COUNT - 0.5), y + 0.5 * _THICK + 20.0), B, friction=1.0
        )
        self.weight: float = self.weigh(self.planks[0])

    def adjust(self) -> None:
        """Set the wall, springs and the load."""
        self.welds[0].anchor_a = self.anchor
        for weld in self.welds:
            weld.angular_hertz, weld.angular_damping_ratio = self.angular_hertz, self.damping_ratio
        plank, box = (self.stage.get(one, RigidBody) for one in (self.planks[0], self.box))
        box.mass = self.load * plank.mass

    def curves(self) -> list[tuple[str, Color, float]]:
        """Show the torques."""
        return [
            (f"weld {k + 1}", CURVES[k], abs(weld.torque) / (self.weight * LEVER))
            for k, weld in enumerate(self.welds)
        ]

    def numbers(self) -> dict[str, Number]:
        """Return what each weld bears, and how far the tip has sunk."""
        found: dict[str, Number] = {"tip sunk by (px)": self.anchor.y - self.place(self.planks[-1]).y}
        for k, weld in enumerate(self.welds):
            found[f"weld {k + 1}: torque (weights x 100)"] = abs(weld.torque) / (self.weight * LEVER)
            found[f"weld {k + 1}: broken"] = weld.broken
        return found
