"""AABB and AABB: the axis of least overlap is the normal; the direction between centres is not.

The two scenes below are the exhibit's own: `Drop` moves a box out of a block and nothing else, once along the
engine's normal and once along the naive one, which the engine does not have.
"""

from collections import deque
from collections.abc import Sequence
from typing import ClassVar

from ...collide.polygon import collide_polygons, find_reference_face
from ...geometry import Bounds, collide
from ...math2d.pose import Pose
from ...math2d.vec2 import Vec2
from ...shapes import AABB
from ..controls import Placed, Slider, Thing
from ..display import Display
from ..exhibit import STEP, Exhibit, Number
from ..figures import draw_interval, draw_shape
from ..palette import GOOD, HIT, MUTED, NORMAL, STILL, TEXT, A, B

GRAVITY = Vec2(0.0, -1200.0)
_BLOCK, _BOX = AABB(200, 60), AABB(70, 70)
_TOP, _BLOCK_Y, _FLOOR = -70.0, -275.0, -285.0  # y of the box at the start, of the block, of a fallen box
_BARS = Vec2(-340.0, 40.0)  # where the bars of both axes would meet


class Drop:
    """A box that falls onto a block, `offset` beside its middle, and is moved out of it in each frame.

    `naive`: along the direction between the centres instead of the axis of least overlap.
    """

    def __init__(self, x: float, offset: float, naive: bool):
        self.block: Placed = Placed(_BLOCK, Pose(x, _BLOCK_Y, 0.0))
        self.start: Vec2 = Vec2(x + offset, _TOP)
        self.naive = naive
        self.position: Vec2 = self.start
        self.velocity: Vec2 = Vec2(0.0, 0.0)
        self.normal: Vec2 | None = None
        self.trail: deque[Vec2] = deque([self.start], maxlen=600)  # of its centre

    def step(self) -> None:
        """Fall, then leave the block by the penetration along the normal, without any speed."""
        self.normal = None
        if self.position.y <= _FLOOR:
            return
        self.velocity += GRAVITY * STEP
        self.position += self.velocity * STEP
        if (manifold := collide(*self.block, _BOX, self.position)) is not None:
            between = (self.position - self.block.pose[:2]).normalized()
            self.normal = between if self.naive else manifold.normal
            self.position += manifold.points[0].penetration * self.normal
            self.velocity = Vec2(0.0, 0.0)
        self.trail.append(self.position)

    def draw(self, display: Display) -> None:
        """Draw block, box, the way of its centre and the normal of this frame."""
        draw_shape(display, *self.block, STILL)
        draw_shape(display, _BOX, (*self.position, 0.0), B)
        color = HIT if self.naive else GOOD
        display.path(self.trail, color)
        display.point(self.position, color)
        if self.normal is not None:
            display.arrow(self.position, self.position + self.normal * 60.0, NORMAL)


class AABBAndAABB(Exhibit):
    """Two boxes to drag, and a drop with either normal."""

    title = "AABB and AABB: the least axis"
    text = (
        "Two upright boxes overlap if their intervals overlap on both axes. Which way out? As with circles "
        "one might take the direction between the centres. Watch the left drop: that direction leans, so "
        "every frame moves the box a little sideways, gravity pulls it back in, and it creeps off the "
        "block. The axis on which the boxes overlap least is the shortest way out, and on the right the box "
        "stays where it fell. Drag the boxes above until the other axis is the least, and go through the "
        "drop frame by frame."
    )
    source: ClassVar[Sequence[object]] = (collide, collide_polygons, find_reference_face)

    a: Thing = Thing(AABB(220, 100), (-50, 150), "A", A)
    b: Thing = Thing(AABB(160, 90), (50, 225), "B", B)
    offset: Slider = Slider("off the middle", -80, 80, -20, rebuild=True)

    def build(self) -> None:
        """Lift both boxes."""
        self.frames: int = 0
        self.drops: tuple[Drop, Drop] = (Drop(-180.0, self.offset, True), Drop(180.0, self.offset, False))

    def step(self) -> None:
        """Advance both drops by a frame."""
        self.frames += 1
        for drop in self.drops:
            drop.step()

    def draw(self, display: Display) -> None:
        """Draw the two boxes with their intervals, and the drops below."""
        self.draw_things(display, labels=False)
        bounds, overlaps = self._bounds(), self._overlaps()
        display.text(bounds[0].lower + Vec2(10.0, 10.0), "A", A, 15.0)
        display.text(bounds[1].upper + Vec2(-10.0, -20.0), "B", B, 15.0, "right")
        for axis in (0, 1):
            self._draw_axis(display, axis, bounds, overlaps[axis], overlaps[axis] <= overlaps[1 - axis])
        if (manifold := collide(*self.a, *self.b)) is not None:
            display.dashes(self.a.pose[:2], self.b.pose[:2], HIT)
            start = Vec2(*self.a.pose[:2])
            display.arrow(start, start + manifold.normal * 75.0, NORMAL)
        for drop, title, color in zip(
            self.drops, ("direction between centres", "axis of least overlap"), (HIT, GOOD), strict=True
        ):
            x = drop.block.pose.x
            drop.draw(display)
            crept = abs(drop.position.x - drop.start.x)
            display.text((x, -18.0), title, color, 14.0, "center")
            display.text((x, _BLOCK_Y - 5.0), f"crept {crept:.1f}", TEXT, 13.0, "center")

    def _draw_axis(
        self, display: Display, axis: int, bounds: tuple[Bounds, Bounds], overlap: float, least: bool
    ) -> None:
        """Draw both intervals on an axis, and what they share."""

        def at(value: float, row: int) -> Vec2:
            return Vec2(value, _BARS.y - 12.0 * row) if axis == 0 else Vec2(_BARS.x + 12.0 * row, value)

        for row, (box, color) in enumerate(zip(bounds, (A, B), strict=True)):
            draw_interval(display, at(box.lower[axis], row), at(box.upper[axis], row), color)
        a, b = bounds
        low = b.lower[axis] if b.center[axis] >= a.center[axis] else a.lower[axis]
        if overlap > 0.0:
            end, color = low + overlap, HIT if least else MUTED
            draw_interval(display, at(low, 2), at(end, 2), color)
            display.text(at(end, 2) + Vec2(12.0, -5.0), f"{overlap:.0f}{' least' * least}", color, 13.0)
        else:
            display.text(at(low, 2) + Vec2(12.0, -5.0), f"gap {-overlap:.0f}", GOOD, 13.0)

    def _bounds(self) -> tuple[Bounds, Bounds]:
        return self.a.shape.bounds(self.a.pose), self.b.shape.bounds(self.b.pose)

    def _overlaps(self) -> tuple[float, float]:
        """Return how far each axis is from parting them: half sizes less the distance of the centres."""
        a, b = self._bounds()
        (dx, dy), (x, y) = b.center - a.center, a.half + b.half
        return x - abs(dx), y - abs(dy)

    def numbers(self) -> dict[str, Number]:
        """Return the overlaps, the contact of the engine, and how far the dropped boxes have crept."""
        manifold = collide(*self.a, *self.b)
        normal = Vec2(0.0, 0.0) if manifold is None else manifold.normal
        x, y = self._overlaps()
        naive, least = self.drops
        return {
            "overlap on x": x,
            "overlap on y": y,
            "overlap": manifold is not None,
            "penetration": 0.0 if manifold is None else manifold.points[0].penetration,
            "normal x": normal.x,
            "normal y": normal.y,
            "frames": self.frames,
            "crept, direction between centres": naive.position.x - naive.start.x,
            "crept, axis of least overlap": least.position.x - least.start.x,
        }
