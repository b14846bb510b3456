"""One-way platforms: through from below, solid from above."""

from collections.abc import Sequence
from typing import ClassVar

from ... import Box, Circle, Collider, HalfPlane, RigidBody, Transform
from ...contacts.one_way import is_on_solid_side
from ...math2d.vec2 import Vec2
from ...shapes import Shape
from ..controls import Button, Slider, Thing, Toggle
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_world
from ..palette import CURVES, GOOD, HIT, NORMAL, TEXT
from ..worlds import World

GRAVITY, RADIUS, FLOOR = 900.0, 14.0, -300.0
HALF_LENGTH = 85.0
PLATFORM: Shape = Box(2.0 * HALF_LENGTH, 12.0)
CLEAR = 6.0 + RADIUS - 1.0  # distance from a platform's middle beyond which a ball is clear of it
SPREAD = (0.0, 45.0, -45.0, 22.0, -60.0, 60.0)  # from a platform's middle, of successive throws
PERIOD, MOST = 50, 18  # steps from ball to ball, and how many stay


class OneWay(Exhibit):
    """Balls thrown from below at three platforms, which can be dragged and turned."""

    title = "One-way platforms"
    text = (
        "A ball thrown from below passes a platform, and lands on it when it comes down. A test of the "
        "velocity alone would let a ball that turns in mid-air sink through. Here a contact remembers from "
        "which side its pair came: what was not on the solid side (the arrow) passes until it has left. "
        "Change the speed of the throw, turn a platform, drag it over the balls; switch one-way off, and "
        "everything bumps its head. Drop lets balls that lie on a platform fall through for a moment."
    )
    source: ClassVar[Sequence[object]] = (is_on_solid_side,)

    left: Thing = Thing(PLATFORM, (-230, -150), color=GOOD)
    middle: Thing = Thing(PLATFORM, (0, -10), color=GOOD)
    right: Thing = Thing(PLATFORM, (230, 110), color=GOOD)
    one_way: Toggle = Toggle("one-way", True, key="o")
    speed: Slider = Slider("speed of the throw", 200, 1200, 930, unit="/s")
    throwing: Toggle = Toggle("throw on", True)

    def build(self) -> None:
        """Make floor, walls and platforms; throw the first ball."""
        self.stage: World = self.world(gravity=(0.0, -GRAVITY), length_unit=28)
        for normal, offset in (((0, 1), FLOOR), ((1, 0), -355), ((-1, 0), -355)):
            self.stage.create(Transform(), Collider(HalfPlane(normal, offset)))
        self.platforms: dict[str, int] = {
            name: self.stage.create(Transform(*self.values[name]), Collider(PLATFORM))
            for name in ("left", "middle", "right")
        }
        self.change("one_way")
        self.balls: dict[int, int] = {}  # ball -> its number
        self.above: dict[tuple[int, int], bool] = {}  # ball and platform: where it was clear of it last
        self.thrown: int = 0
        self.up: int = 0  # how many came clear of a platform
        self.down: int = 0
        self.age: int = 0
        self._throw()

    def change(self, name: str) -> None:
        """Move platforms, and switch their sides."""
        for own, entity in self.platforms.items():
            place = self.stage.get(entity, Transform)
            if place.pose != self.values[own]:
                place.pose = self.values[own]
            self.stage.get(entity, Collider).one_way = (0.0, 1.0) if self.one_way else None

    @Button("throw", key="t")
    def throw(self) -> None:
        """Throw a ball."""
        self._throw()

    def _throw(self) -> None:
        """Throw a ball from below at the next platform; the oldest ball makes room."""
        if len(self.balls) >= MOST:
            oldest = min(self.balls)
            self.stage.delete(oldest)
            del self.balls[oldest]
        target = ("left", "middle", "right")[self.thrown % 3]
        body = RigidBody(velocity=(0.0, self.speed))
        x = self.values[target].x + SPREAD[self.thrown // 3 % len(SPREAD)]
        place = Transform(x, FLOOR + RADIUS + 1.0)
        self.balls[self.stage.create(place, body, Collider(Circle(RADIUS), friction=0.8))] = self.thrown
        self.thrown += 1
        self.age = 0

    @Button("drop", key="d")
    def drop(self) -> None:
        """Let balls that lie on platforms fall through."""
        with self.stage:
            for platform in self.platforms.values():
                for ball in sorted(self.stage.physics.collisions.of(platform)):
                    self.stage.physics.ignore(platform, ball, 0.35)

    def step(self) -> None:
        """Advance, and count what passes platforms."""
        self.stage.step()
        self._count()
        self.age += 1
        if self.age >= PERIOD and self.throwing:
            self._throw()

    def _count(self) -> None:
        """Count the balls that have come clear of a platform on its other side."""
        for platform in self.platforms.values():
            frame = self.stage.get(platform, Transform)
            for ball in self.balls:
                x, y = frame.world_to_local(self.stage.get(ball, Transform).position)
                if abs(x) > HALF_LENGTH:
                    self.above.pop((ball, platform), None)
                elif abs(y) > CLEAR:
                    before = self.above.get((ball, platform))
                    self.above[ball, platform] = y > 0.0
                    self.up += before is False and y > 0.0
                    self.down += before is True and y < 0.0

    def draw(self, display: Display) -> None:
        """Draw the world and the solid sides."""
        colors = {ball: CURVES[number % len(CURVES)] for ball, number in self.balls.items()}
        draw_world(display, self.stage.physics, colors)
        self.draw_things(display)
        if self.one_way:
            for name in self.platforms:
                x, y, angle = self.values[name]
                up = Vec2(0.0, 1.0).rotated(angle)
                display.arrow(up * 8.0 + (x, y), up * 40.0 + (x, y), NORMAL)
        display.text((-345, 300), f"passed upwards: {self.up}", GOOD, 15.0)
        display.text((-345, 278), f"fell through: {self.down}", HIT if self.down else TEXT, 15.0)

    def numbers(self) -> dict[str, Number]:
        """Return how many balls passed, and how many lie on platforms."""
        with self.stage:
            lying = [self.stage.physics.collisions.of(platform) for platform in self.platforms.values()]
        return {
            "balls": len(self.balls),
            "thrown": self.thrown,
            "passed upwards": self.up,
            "fell through": self.down,
            "on platforms": sum(map(len, lying)),
        }
