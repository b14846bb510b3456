"""Circle and circle: one comparison, and from the same numbers the contact."""

from collections.abc import Sequence
from typing import ClassVar

from ...collide.circle import collide_circles
from ...geometry import collide, distance
from ...math2d.vec2 import Vec2
from ...shapes import Circle
from ..controls import Slider, Thing
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_interval
from ..palette import GOOD, HIT, MUTED, NORMAL, TEXT, A, B

_BARS = Vec2(-330.0, -250.0)  # where the two bars begin, that of the distance above that of the radii


class CircleAndCircle(Exhibit):
    """Two circles to drag."""

    title = "Circle and circle"
    text = (
        "When do two circles touch? When their centres are no further apart than the sum of their radii: "
        "compare the two bars below. The line of centres gives the rest of the answer. The normal points "
        "along it from A to B, the penetration is what the sum of the radii exceeds the distance by, and "
        "each circle has its own contact point, one radius from its centre. Drag B away until the red "
        "overlap is gone; then drag one centre onto the other, where no direction is better than any other "
        "and the engine takes (0, 1)."
    )
    source: ClassVar[Sequence[object]] = (collide_circles, collide, distance)

    a: Thing = Thing(lambda self: Circle(self.radius_a), (-80, 0), "A", A, turns=False)
    b: Thing = Thing(lambda self: Circle(self.radius_b), (70, 60), "B", B, turns=False)
    radius_a: Slider = Slider("radius of A", 10, 160, 110)
    radius_b: Slider = Slider("radius of B", 10, 160, 90)

    def draw(self, display: Display) -> None:
        """Draw both circles, the line of their centres, the contact, and the comparison as bars."""
        self.draw_things(display, labels=False)
        gap = distance(*self.a, *self.b)
        for name, placed, point, color in (("A", self.a, gap.point_a, A), ("B", self.b, gap.point_b, B)):
            center = Vec2(*placed.pose[:2])
            display.line(center, point, color)
            display.point(center, color)
            display.text(center + Vec2(0.0, -22.0), name, color, 15.0, "center")
        display.line(gap.point_a, gap.point_b, HIT if gap.distance < 0.0 else GOOD, 5.0)
        display.point(gap.point_a, A, 5.0)
        display.point(gap.point_b, B, 5.0)
        self._draw_normal(display)
        self._draw_bars(display, gap.distance)

    def _draw_normal(self, display: Display) -> None:
        """Draw the normal beside the contact, as on the line of centres it would hide it."""
        manifold = collide(*self.a, *self.b)
        if manifold is None:
            return
        start = manifold.points[0].point + manifold.normal.perpendicular * 46.0
        display.dashes(manifold.points[0].point, start, MUTED, 1.0)
        display.arrow(start, start + manifold.normal * 70.0, NORMAL)
        display.text(start + manifold.normal * 35.0 + Vec2(0.0, 14.0), "normal", NORMAL, 13.0, "center")

    def _draw_bars(self, display: Display, gap: float) -> None:
        """Draw the distance of the centres above the two radii end to end."""
        radii = self.radius_a + self.radius_b
        middle, end = _BARS + Vec2(self.radius_a, -34.0), _BARS + Vec2(radii, -34.0)
        reach = _BARS + Vec2(radii + gap, 0.0)
        draw_interval(display, _BARS, reach, TEXT, f"distance of centres {radii + gap:.1f}")
        draw_interval(display, _BARS + Vec2(0.0, -34.0), middle, A)
        draw_interval(display, middle, end, B)
        display.text(end + Vec2(14.0, -5.0), f"sum of radii {radii:.1f}", TEXT, 13.0)
        rest, color = (f"penetration {-gap:.1f}", HIT) if gap < 0.0 else (f"gap {gap:.1f}", GOOD)
        if gap != 0.0:
            draw_interval(display, reach, _BARS + Vec2(radii, 0.0), color, width=6.0)
        display.text(_BARS + Vec2(max(radii, radii + gap) + 14.0, -5.0), rest, color, 13.0)

    def numbers(self) -> dict[str, Number]:
        """Return both sides of the comparison, and the contact."""
        gap = distance(*self.a, *self.b)
        return {
            "distance of centres": Vec2(*self.a.pose[:2]).distance(self.b.pose[:2]),
            "sum of radii": self.radius_a + self.radius_b,
            "overlap": gap.distance <= 0.0,
            "penetration": max(-gap.distance, 0.0),
            "normal x": gap.normal.x,
            "normal y": gap.normal.y,
            "point of A x": gap.point_a.x,
            "point of A y": gap.point_a.y,
            "point of B x": gap.point_b.x,
            "point of B y": gap.point_b.y,
        }
