"""Separating axes in space: the faces of both boxes and the cross products of their edges."""

from collections.abc import Sequence
from typing import ClassVar

from ...math2d.vec2 import Vec2
from ...space3d import Box
from ...space3d.geometry import Axis, collide, separating_axes
from ...space3d.math3d.pose import Pose3
from ...space3d.math3d.quaternion import from_axis_angle
from ...space3d.math3d.vec3 import Triple, Vec3
from ..controls import Slider
from ..display import Display
from ..exhibit import Number
from ..palette import BOTH, GOOD, HIT, MUTED, NORMAL, TEXT, A, B, fade
from ..space.exhibit import Exhibit3, Thing3
from ..space.scene import Scene

_ROWS = 17.0  # of the list of axes, px
KINDS = {"a": "face of a", "b": "face of b", "both": "edge by edge"}


class SpaceSeparatingAxes(Exhibit3):
    """Two boxes to drag and to turn, and the intervals of both on the fifteen axes that may part them."""

    title = "Separating axes in space"
    text = (
        "Two boxes in space are apart exactly if one of fifteen axes parts them: the three face normals of "
        "each, and the nine cross products of an edge of one with an edge of the other. In the plane faces "
        "are enough; in space two edges can cross without any face being between them. Turn the orange box "
        "until only a cross product (purple) still parts them. The search ends at the first axis that does. "
        "If none does, the axis with the least overlap is the normal of the contact, and its kind says which "
        "contact it is: face against corner, or edge against edge. Drag a box; the wheel turns it."
    )
    source: ClassVar[Sequence[object]] = (separating_axes, collide)
    target: ClassVar[Triple] = (-0.9, 0.9, 0.0)
    distance: ClassVar[float] = 10.5
    floor: ClassVar[float | None] = None

    a: Thing3 = Thing3(
        Box(2.0, 1.4, 1.6), Pose3((-1.05, 0.8, 0.0), from_axis_angle((0.3, 1.0, 0.2), 0.5)), "a", color=A
    )
    b: Thing3 = Thing3(
        Box(1.6, 2.2, 1.2), Pose3((1.0, 0.9, 0.3), from_axis_angle((1.0, 0.2, 0.6), 0.9)), "b", color=B
    )
    shown: Slider = Slider("axis shown", 0, 15, 0, step=1)  # 0: the one that decides

    def compose(self, scene: Scene) -> None:
        """Draw both boxes, the axis that is shown, and the contact."""
        axes, pose_a, pose_b = self._axes(), self.a, self.b
        contact = collide(self._shape("a"), pose_a, self._shape("b"), pose_b)
        alpha = 150 if contact else 255
        scene.solid(self._shape("a"), pose_a, fade(A, alpha))
        scene.solid(self._shape("b"), pose_b, fade(B, alpha))
        axis = self._axis(axes)
        direction = Vec3(*axis.direction)
        start = Vec3(0.0, -1.0, 0.0) - 3.0 * direction
        scene.arrow(start, start + 6.0 * direction, NORMAL)
        for (low, high), color, lift in ((axis.a, A, 0.0), (axis.b, B, 0.12)):
            lifted = Vec3(0.0, -1.0 + lift, 0.0)
            scene.line(lifted + low * direction, lifted + high * direction, color, 5.0)
        if contact:
            for point in contact.points:
                scene.arrow(point.point, Vec3(*point.point) + 0.7 * Vec3(*contact.normal), HIT)

    def draw_over(self, display: Display) -> None:
        """List the axes in the order in which they are tried."""
        axes = self._axes()
        chosen = self._axis(axes)
        for k, axis in enumerate(axes):
            color = GOOD if axis.overlap < 0.0 else (BOTH if axis.owner == "both" else TEXT)
            word = f"gap {-axis.overlap:.3f}" if axis.overlap < 0.0 else f"overlap {axis.overlap:.3f}"
            y = 296.0 - _ROWS * k
            display.text(Vec2(-318.0, y), f"{k + 1}.", color, 12.0, "right")
            display.text(Vec2(-312.0, y), f"{KINDS[axis.owner]}: {word}", color, 12.0)
            if axis is chosen:
                display.text(Vec2(-350.0, y), ">", color, 12.0)
        if axes[-1].overlap < 0.0:
            display.text(Vec2(-350.0, 290.0 - _ROWS * len(axes)), "apart: the rest is not tried", MUTED, 12.0)

    def _shape(self, name: str) -> Box:
        shape: Box = self.things()[name].shape  # type: ignore[assignment]
        return shape

    def _axes(self) -> list[Axis]:
        return separating_axes(self._shape("a"), self.a, self._shape("b"), self.b)

    def _axis(self, axes: list[Axis]) -> Axis:
        """Return the axis to show: as the slider says, else the one that decides."""
        if 0 < self.shown <= len(axes):
            return axes[int(self.shown) - 1]
        return min(axes, key=lambda axis: axis.overlap)

    def numbers(self) -> dict[str, Number]:
        """Return how many axes were tried and what came of it."""
        axes = self._axes()
        least = min(axes, key=lambda axis: axis.overlap)
        apart = least.overlap < 0.0
        return {
            "axes tried": len(axes),
            "overlap": not apart,
            "gap" if apart else "penetration": abs(least.overlap),
            "decided by": KINDS[least.owner],
        }
