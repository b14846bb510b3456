"""Response: a velocity that is reversed, and one that is reflected."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

from ...geometry import CastHit, shape_cast
from ...math2d.vec2 import Vec2
from ...shapes import Circle, Segment
from ..controls import Placed, Point, Slider, Thing
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_shape
from ..palette import BOTH, GOOD, HIT, MUTED, NORMAL, STILL, A, fade

_BALL = Circle(22)
_REACH = 240.0  # of the ways drawn after the touch


class ReversedOrReflected(Exhibit):
    """A ball, the wall that it flies at, and both ways on."""

    title = "Reversed or reflected"
    text = (
        "The simplest response to a touch is to reverse the velocity: the ball flies back the way it came. "
        "That looks right only if it meets the wall head on. A real ball keeps what is along the wall and "
        "reverses what is into it: project the velocity on the normal, and take that part away twice. With "
        "a restitution below 1 less of it comes back, so the ball leaves at a flatter angle; at 0 it slides "
        "along the wall. Turn the wall, drag the ball and its target."
    )
    source: ClassVar[Sequence[object]] = (Vec2.project, Vec2.reflect, shape_cast)

    wall: Thing = Thing(Segment((-260, 0), (260, 0)), (20, -130, 0.35), "", STILL)
    start: Point = Point((-230, 190), "ball", A)
    target: Point = Point((20, -110), "target", NORMAL)
    restitution: Slider = Slider("restitution", 0, 1, 1)

    def hit(self) -> CastHit | None:
        """Return the first touch of the ball on its way to the target, if it moves."""
        if self.start == self.target:
            return None
        return shape_cast(_BALL, self.start, self.target - self.start, *self.wall)

    def velocities(self, hit: CastHit) -> tuple[Vec2, Vec2, Vec2]:
        """Return the velocity before the touch, reversed, and reflected."""
        before = self.target - self.start
        into = before.project(hit.normal)
        return before, -self.restitution * before, before - (1.0 + self.restitution) * into

    def draw(self, display: Display) -> None:
        """Draw the way to the wall, and both ways on."""
        wall: Placed = self.wall
        draw_shape(display, wall.shape, wall.pose, STILL, width=5.0)
        draw_shape(display, _BALL, self.start, A)
        hit = self.hit()
        if hit is None:
            display.dashes(self.start, self.target, MUTED)
            display.text((-345, 290), "it passes the wall", MUTED, 15.0)
        else:
            self.draw_response(display, hit)
        display.disc(self.target, 6.0, fade(NORMAL, 90), NORMAL)
        display.text(self.target + Vec2(10.0, -16.0), "target", NORMAL, 13.0)

    def draw_response(self, display: Display, hit: CastHit) -> None:
        """Draw the touch and what comes after it."""
        place = self.start.lerp(self.target, hit.fraction)
        before, back, on = self.velocities(hit)
        draw_shape(display, _BALL, place, A, fill=False)
        display.arrow(self.start, place, A)
        display.arrow(hit.point, hit.point - hit.normal * 70.0, NORMAL)
        scale = _REACH / before.length
        for velocity, color, words in ((back, HIT, "reversed"), (on, GOOD, "reflected")):
            end = place + velocity * scale
            if velocity.length > 1.0:
                display.arrow(place, end, color, 3.0)
                draw_shape(display, _BALL, end, color, fill=False)
            display.text(end + Vec2(0.0, 28.0), words, color, 14.0, "center")
        for velocity in (before, on):
            part = velocity.project(hit.normal) * scale * 0.3
            display.dashes(place, place + part, BOTH)

    def numbers(self) -> dict[str, Number]:
        """Return the angles from the wall's normal, and the speeds."""
        hit = self.hit()
        if hit is None:
            return {"touch": False}
        before, back, on = self.velocities(hit)
        return {
            "touch": True,
            "angle of arrival, °": _angle(before, hit.normal),
            "angle, reversed, °": _angle(-back, hit.normal),
            "angle, reflected, °": _angle(on.reflect(hit.normal), hit.normal),
            "speed kept, reversed": back.length / before.length,
            "speed kept, reflected": on.length / before.length,
            "reversed and reflected are apart by, °": abs(
                math.degrees(math.atan2(back.cross(on), back.dot(on)))
            ),
        }


def _angle(velocity: Vec2, normal: Vec2) -> float:
    """Return the angle between a velocity and the way into the wall, in degrees."""
    return abs(math.degrees(math.atan2(normal.cross(velocity), normal.dot(velocity))))
