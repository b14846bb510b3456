"""The Minkowski difference in space: faces of A, faces of B, and those that an edge of each spans."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

from ...space3d import Box
from ...space3d.geometry import Face, closest_point, distance, minkowski_difference
from ...space3d.math3d.pose import Pose3
from ...space3d.math3d.quaternion import from_axis_angle
from ...space3d.math3d.vec3 import Triple, Vec3
from ...space3d.shapes import Hull
from ..display import Display
from ..exhibit import Number
from ..palette import BOTH, GOOD, HIT, NORMAL, TEXT, A, B, fade
from ..space.exhibit import Exhibit3, Thing3
from ..space.scene import Scene

_HOME = Vec3(2.3, 0.6, 0.0)  # where the origin of the difference is drawn
_COLORS = {"a": A, "b": B, "both": BOTH}
_ORIGIN = (0.0, 0.0, 0.0)


class SpaceMinkowskiDifference(Exhibit3):
    """Two boxes to drag and to turn, and their difference beside them."""

    title = "The Minkowski difference in space"
    text = (
        "Take every point of b, and subtract every point of a: what comes of it is a solid that contains "
        "the origin exactly when the boxes overlap, and its distance from the origin is theirs. In the plane "
        "its sides are those of both shapes. In space there are more: the faces of a (orange), those of b "
        "(blue), and parallelograms (purple), each spanned by an edge of a and an edge of b. That is why a "
        "test of faces alone finds overlaps that are none. Drag the boxes, turn them with the wheel; when "
        "they stand alike, all faces are of both."
    )
    source: ClassVar[Sequence[object]] = (minkowski_difference, closest_point)
    target: ClassVar[Triple] = (1.3, 0.8, 0.0)
    distance: ClassVar[float] = 14.0
    floor: ClassVar[float | None] = None

    a: Thing3 = Thing3(Box(1.4, 1.0, 1.2), Pose3((-2.9, 0.6, 0.0)), "a", color=A)
    b: Thing3 = Thing3(
        Box(1.0, 1.6, 0.9), Pose3((-1.1, 1.3, 0.2), from_axis_angle((1.0, 0.4, 0.6), 0.8)), "b", color=B
    )

    def faces(self) -> list[Face]:
        """Return the faces of the difference."""
        return minkowski_difference(self._shape("a"), self.a, self._shape("b"), self.b, faces=True)

    def difference(self) -> Hull:
        """Return the difference as a solid."""
        return minkowski_difference(self._shape("a"), self.a, self._shape("b"), self.b)

    def compose(self, scene: Scene) -> None:
        """Draw the boxes, the difference with its edges, and the way from the origin to its surface."""
        hit = closest_point(self.difference(), _ORIGIN, _ORIGIN)
        overlap = hit.distance <= 0.0
        scene.solid(self._shape("a"), self.a, A)
        scene.solid(self._shape("b"), self.b, B)
        scene.solid(self.difference(), _HOME, fade(HIT if overlap else GOOD, 60))
        for face in self.faces():
            loop = [_HOME + corner for corner in (*face.corners, face.corners[0])]
            middle = sum(loop[:-1], start=Vec3(0.0, 0.0, 0.0)) / len(face.corners)
            inner = [
                p.lerp(middle, 0.06) for p in loop
            ]  # so that two faces show their own colours at an edge
            scene.path([p for side in pairwise(inner) for p in side], _COLORS[face.owner], 2.0)
        for axis in (Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)):
            scene.line(_HOME - 0.3 * axis, _HOME + 0.3 * axis, TEXT, 2.0)
        scene.arrow(_HOME, _HOME + hit.point, NORMAL, 3.0)
        scene.label(_HOME - (0.0, 0.45, 0.0), "origin", TEXT)

    def draw_over(self, display: Display) -> None:
        """Write down what the colours mean, and the verdict."""
        numbers = self.numbers()
        for k, (owner, words) in enumerate((("a", "of a"), ("b", "of b"), ("both", "of both"))):
            display.text(
                (-345, 290 - 20 * k), f"{numbers[f'faces {words}']} faces {words}", _COLORS[owner], 14.0
            )
        gap = self.gap()
        words = f"overlap {-gap:.3f}" if gap <= 0.0 else f"gap {gap:.3f}"
        display.text((345, 290), words, HIT if gap <= 0.0 else GOOD, 15.0, "right")

    def gap(self) -> float:
        """Return the distance of the boxes."""
        return distance(self._shape("a"), self.a, self._shape("b"), self.b).distance

    def _shape(self, name: str) -> Box:
        shape: Box = self.things()[name].shape  # type: ignore[assignment]
        return shape

    def numbers(self) -> dict[str, Number]:
        """Return how many faces are whose, the distance of the origin, and that of the boxes."""
        owners = [face.owner for face in self.faces()]
        gap = self.gap()
        return {
            "faces of a": owners.count("a"),
            "faces of b": owners.count("b"),
            "faces of both": owners.count("both"),
            "distance of the origin": closest_point(self.difference(), _ORIGIN, _ORIGIN).distance,
            "distance of the boxes": gap,
            "overlap": gap <= 0.0,
        }
