"""Who is first: the order of a pair and the direction of its normal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ...collide.dispatch import collide_with_tolerance
from ...collide.manifold import flip
from ...geometry import Manifold, collide
from ...math2d.vec2 import Vec2
from ...shapes import Box, Capsule, Circle, Shape
from ..controls import Choice, Placed, Thing, Toggle
from ..display import Display
from ..exhibit import Exhibit, Number
from ..palette import GOOD, HIT, MUTED, NORMAL, TEXT, A, B

_SHAPES: dict[str, Shape] = {"circle": Circle(70), "box": Box(170, 110), "capsule": Capsule(190, 45)}


class OrderAndNormal(Exhibit):
    """Two shapes to drag, and a switch that exchanges them."""

    title = "Which is first: order and normal"
    text = (
        "There is one function for a box and a circle, not a second one for a circle and a box. So somebody "
        "has to exchange the two, and then the answer must be turned round, or things are pulled together "
        "instead of pushed apart. The rule is simple: the normal points from the first to the second, "
        "always. Exchange them: the normal turns, the points and the penetration stay. Move the second one "
        "along the normal by the penetration, and they part; the wrong sign drives it in deeper."
    )
    source: ClassVar[Sequence[object]] = (collide_with_tolerance, flip)

    one: Thing = Thing(lambda self: _SHAPES[self.shape_one], (-75, 20, 0.3), "", A)
    other: Thing = Thing(lambda self: _SHAPES[self.shape_other], (45, 60, 0.0), "", B)
    shape_one: Choice = Choice("orange", tuple(_SHAPES), "box")
    shape_other: Choice = Choice("blue", tuple(_SHAPES), "circle")
    exchanged: Toggle = Toggle("blue is first", False, key="x")
    wrong: Toggle = Toggle("wrong sign", False)

    def pair(self) -> tuple[Placed, Placed]:
        """Return the first and the second."""
        return (self.other, self.one) if self.exchanged else (self.one, self.other)

    def contact(self) -> Manifold | None:
        """Return the contact of the first with the second."""
        first, second = self.pair()
        return collide(*first, *second)

    def moved(self) -> tuple[float, float, float] | None:
        """Return where the second one is after the move along the normal; None without a contact."""
        manifold, second = self.contact(), self.pair()[1]
        if manifold is None:
            return None
        deepest = max(point.penetration for point in manifold.points)
        way = manifold.normal * (-deepest if self.wrong else deepest)
        return (second.pose.x + way.x, second.pose.y + way.y, second.pose.angle)

    def draw(self, display: Display) -> None:
        """Draw both, the normal from the first to the second, and where it moves that."""
        self.draw_things(display)
        for placed, word in zip(self.pair(), ("A, first", "B, second"), strict=True):
            at = Vec2(placed.pose.x, placed.pose.y)
            display.text(at - Vec2(0.0, 34.0), word, TEXT, 14.0, "center")
        manifold, after = self.contact(), self.moved()
        if manifold is None or after is None:
            display.text((0, -280), "no contact: drag them together", MUTED, 15.0, "center")
            return
        for point in manifold.points:
            display.arrow(point.point, point.point + manifold.normal * 80.0, NORMAL, 3.0)
            display.point(point.point, NORMAL, 5.0)
        self._draw_moved(display, after)

    def _draw_moved(self, display: Display, after: tuple[float, float, float]) -> None:
        from_shape = self.pair()[1].shape
        color = HIT if self.wrong else GOOD
        outline = [*from_shape.points_at(after)]
        display.path(outline, color, 1.5, closed=len(outline) > 2)
        if from_shape.radius > 0.0:
            for point in outline:
                display.disc(point, from_shape.radius, None, color, 1.5)
        words = "wrong sign: the second goes in deeper" if self.wrong else "the second moved along the normal"
        display.text((0, -280), words, color, 15.0, "center")

    def numbers(self) -> dict[str, Number]:
        """Return the contact, and whether they still overlap after the move."""
        manifold, after = self.contact(), self.moved()
        if manifold is None or after is None:
            return {"contact": False}
        first, second = self.pair()
        left = collide(*first, second.shape, after)
        return {
            "contact": True,
            "normal x": manifold.normal.x,
            "normal y": manifold.normal.y,
            "penetration": max(point.penetration for point in manifold.points),
            "penetration after the move": max((p.penetration for p in left.points), default=0.0)
            if left
            else 0.0,
        }
