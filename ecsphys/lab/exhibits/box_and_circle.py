"""Box and circle: clamp the circle's centre to the box, in the box's own frame."""

from collections.abc import Sequence
from typing import ClassVar

from ... import Transform
from ...collide.circle import collide_polygon_circle, separate_point
from ...geometry import Vec2, closest_point, distance
from ...math2d.vec2 import Pair
from ...shapes import Box, Circle
from ..controls import Slider, Thing, Toggle
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_interval, draw_shape
from ..palette import GOOD, GRID, HIT, MUTED, NORMAL, TEXT, A, B

_BOX = Box(190, 120)
_HALF = Vec2(95.0, 60.0)
_FRAME = Vec2(185.0, 40.0)  # where the box's frame is drawn


class BoxAndCircle(Exhibit):
    """A box that can be turned, and a circle."""

    title = "Box and circle: clamping"
    text = (
        "Which point of a box is nearest to a circle? For an upright box, limit each coordinate of the "
        "circle's centre to the box: this clamped point is the nearest one, and the two touch if it is no "
        "further from the centre than the radius. A turned box spoils this: clamping in the world's axes "
        "finds the red point of a box that is not there. So go into the box's own frame, where it is "
        "upright, clamp, and come back. Drag the centre into the box: now the clamped point is the centre "
        "itself, and the way out is through the nearest face."
    )
    source: ClassVar[Sequence[object]] = (
        Transform.world_to_local,
        Vec2.clamp,
        collide_polygon_circle,
        separate_point,
    )

    a: Thing = Thing(_BOX, (-190, 40, 0.5), "A", A)
    b: Thing = Thing(lambda self: Circle(self.radius), (-80, -60), "B", B, turns=False)
    radius: Slider = Slider("radius", 10, 120, 60)
    naive: Toggle = Toggle("clamp without turning", True)

    def draw(self, display: Display) -> None:
        """Draw the world on the left and the box's frame on the right."""
        display.line((0.0, -310.0), (0.0, 310.0), GRID)
        display.text((-350.0, 294.0), "the world", MUTED, 14.0)
        display.text((10.0, 294.0), "the frame of the box", MUTED, 14.0)
        self._draw_world(display)
        self._draw_frame(display)

    def _draw_world(self, display: Display) -> None:
        self.draw_things(display, labels=False)
        center = self._center()
        display.text(Vec2(*self.a.pose[:2]) + Vec2(0.0, -5.0), "A", A, 15.0, "center")
        display.text(center + Vec2(10.0, 8.0), "B", B, 15.0)
        if self.naive:
            upright = (*self.a.pose[:2], 0.0)
            draw_shape(display, _BOX, upright, HIT, fill=False, width=1.0)
            wrong = self._clamped_in_the_world()
            display.dashes(wrong, center, HIT)
            display.point(wrong, HIT, 5.0)
            self._draw_comparison(
                display, (-350.0, -296.0), "without turning: distance", wrong.distance(center)
            )
        gap = distance(*self.a, *self.b)
        nearest = closest_point(self.a.shape, self.a.pose, center).point
        display.line(nearest, center, GOOD, 2.5)
        display.point(nearest, GOOD, 5.0)
        display.point(center, B)
        if gap.distance <= 0.0:
            tip = nearest + gap.normal * 60.0
            display.arrow(nearest, tip, NORMAL)
            display.text(tip + Vec2(8.0, 4.0), f"out by {-gap.distance:.0f}", NORMAL, 13.0)

    def _draw_frame(self, display: Display) -> None:
        center, clamped = self.local(), self.local().clamp(-_HALF, _HALF)
        draw_shape(display, _BOX, (*_FRAME, 0.0), A)
        draw_shape(display, self.b.shape, (*(_FRAME + center), 0.0), B)
        display.cross(_FRAME, A)
        below, left = _FRAME - Vec2(0.0, _HALF.y + 16.0), _FRAME - Vec2(_HALF.x + 16.0, 0.0)
        for at, to, value, length in (
            (below, below + Vec2(clamped.x, 0.0), center.x, clamped.x),
            (left, left + Vec2(0.0, clamped.y), center.y, clamped.y),
        ):
            color = HIT if length != value else A
            draw_interval(display, at, to, color)
        display.line(_FRAME + clamped, _FRAME + center, GOOD, 2.5)
        display.point(_FRAME + clamped, GOOD, 5.0)
        display.point(_FRAME + center, B)
        display.text((20.0, -256.0), f"x {center.x:.0f} clamped to {clamped.x:.0f}", TEXT, 13.0)
        display.text((20.0, -276.0), f"y {center.y:.0f} clamped to {clamped.y:.0f}", TEXT, 13.0)
        self._draw_comparison(display, (20.0, -296.0), "distance", clamped.distance(center))

    def _draw_comparison(self, display: Display, at: Pair, name: str, apart: float) -> None:
        """Write down a distance beside the radius."""
        relation, color = ("<=", HIT) if apart <= self.radius else (">", GOOD)
        display.text(at, f"{name} {apart:.0f} {relation} radius {self.radius:.0f}", color, 13.0)

    def _center(self) -> Vec2:
        """Return the centre of the circle."""
        return Vec2(*self.b.pose[:2])

    def local(self) -> Vec2:
        """Return the centre of the circle in the frame of the box."""
        return Transform(*self.a.pose).world_to_local(self._center())

    def _clamped_in_the_world(self) -> Vec2:
        """Clamp as if the box stood upright: the naive way."""
        middle = Vec2(*self.a.pose[:2])
        return self._center().clamp(middle - _HALF, middle + _HALF)

    def numbers(self) -> dict[str, Number]:
        """Return both clamped points, and the answer of the engine."""
        center, gap = self.local(), distance(*self.a, *self.b)
        clamped = center.clamp(-_HALF, _HALF)
        return {
            "centre in the box's frame x": center.x,
            "centre in the box's frame y": center.y,
            "clamped x": clamped.x,
            "clamped y": clamped.y,
            "distance to the clamped point": clamped.distance(center),
            "distance without turning": self._clamped_in_the_world().distance(self._center()),
            "radius": self.radius,
            "overlap": gap.distance <= 0.0,
            "penetration": max(-gap.distance, 0.0),
            "normal x": gap.normal.x,
            "normal y": gap.normal.y,
        }
