"""A capsule character: what its sweeps see, and what they make of slopes and steps."""

import math
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from ... import Box, Capsule, CharacterController, Collider, Polygon, RigidBody, Shape, Transform, Vec2
from ...character.floor import snap_to_floor, step_up
from ...character.move_and_slide import move_and_slide
from ...geometry import swept_shape
from ..controls import Button, Choice, Slider
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_shape, draw_world
from ..palette import GOOD, HIT, MUTED, NORMAL, TEXT, A, fade
from ..worlds import World

HERO = Capsule(56.0, 14.0)
FLOOR, GRAVITY, JUMP = -200.0, 900.0, 420.0
AHEAD = 60.0  # length of the sweep that is drawn ahead of it
BLOCK: list[tuple[float, float, float]] = [  # left, right, height of what stands on the floor
    (-250, -210, 12),
    (-210, -170, 24),
    (-170, -130, 36),
    (-130, -20, 80),
]
GENTLE = [(-20, FLOOR), (119, FLOOR), (-20, FLOOR + 80)]  # 29.9 degrees
STEEP = [(250, FLOOR), (350, FLOOR), (350, FLOOR + 173)]  # 60 degrees
WORDS = {"left": -1.0, "stand": 0.0, "right": 1.0}


class Sight(NamedTuple):
    """What a sweep ahead meets: how far away, and the surface's slope in degrees; inf and 0 for nothing."""

    distance: float
    slope: float
    point: Vec2
    normal: Vec2


class Character(Exhibit):
    """A capsule that walks a course of steps, a wall and two slopes."""

    title = "Character"
    text = (
        "A character is no rigid body: it goes exactly where its sweeps let it. Each step its capsule is "
        "cast along its way, and what it hits decides. A slope up to the limit is floor, and the way turns "
        "along it; a steeper one is a wall. Before a wall it is cast up, ahead and down again: if there is a "
        "floor no higher than a step, it walks up. A cast down keeps it on slopes that fall. Lower the "
        "limits until the course stops it; take over the walk, and jump with J."
    )
    source: ClassVar[Sequence[object]] = (move_and_slide, step_up, snap_to_floor)

    walk: Choice = Choice("walk", ("by itself", *WORDS), "by itself", key="w")
    speed: Slider = Slider("speed", 40, 320, 140, unit="/s")
    max_slope: Slider = Slider("steepest floor", 10, 75, 45, unit="°")
    step_height: Slider = Slider("highest step", 0, 60, 16)

    def build(self) -> None:
        """Build the course; put the character at its start."""
        self.stage: World = self.world(gravity=(0.0, -GRAVITY))
        self._fix(Box(760, 80), 0, FLOOR - 40)
        self._fix(Box(20, 640), -360, 0)
        self._fix(Box(20, 640), 360, 0)
        for left, right, height in BLOCK:
            self._fix(Box(right - left, height), 0.5 * (left + right), FLOOR + 0.5 * height)
        for slope in (GENTLE, STEEP):
            self._fix(Polygon(slope), 0, 0)
        start = Transform(-310, FLOOR + 28.1)
        self.hero: int = self.stage.create(
            start, RigidBody.kinematic(), Collider(HERO), CharacterController()
        )
        self.facing: float = 1.0
        self.jumps: int = 0
        self.change("")
        self.stage.step()

    def _fix(self, shape: Shape, x: float, y: float) -> None:
        self.stage.create(Transform(x, y), Collider(shape))

    @property
    def controller(self) -> CharacterController:
        """The character's controller."""
        return self.stage.get(self.hero, CharacterController)

    def change(self, name: str) -> None:
        """Take the limits over."""
        self.controller.max_slope = math.radians(self.max_slope)
        self.controller.step_height = self.step_height

    @Button("jump", key="j")
    def jump(self) -> None:
        """Jump."""
        self._jump()

    def _jump(self) -> None:
        self.controller.jump(JUMP)
        self.jumps += 1

    def step(self) -> None:
        """Walk on by a step; by itself it jumps over what stops it, and turns round at the ends."""
        if self.walk == "by itself":
            self._decide()
        elif WORDS[self.walk]:
            self.facing = WORDS[self.walk]
        going = self.facing if self.walk == "by itself" else WORDS[self.walk]
        self.controller.move((going * self.speed, 0.0))
        self.stage.step()

    def _decide(self) -> None:
        """Jump or turn round before a wall."""
        x = self.stage.get(self.hero, Transform).x
        if self.facing * x > 200.0 and self.controller.on_wall:
            self.facing = -self.facing
        elif self.controller.on_wall and self.controller.on_floor:
            self._jump()

    def look(self, way: Vec2) -> Sight:
        """Cast the capsule along a way."""
        place = self.stage.get(self.hero, Transform).position
        with self.stage:
            hit = self.stage.physics.shape_cast(HERO, place, way, ignore=self.hero)
        if hit is None:
            return Sight(math.inf, 0.0, place + way, Vec2(0.0, 0.0))
        normal = -hit.normal  # of the surface
        slope = math.degrees(math.acos(min(max(normal.y, -1.0), 1.0)))
        return Sight(hit.fraction * way.length, slope, hit.point, normal)

    def draw(self, display: Display) -> None:
        """Draw the course, what the sweeps see, and what was touched."""
        draw_world(display, self.stage.physics, {self.hero: A})
        place = self.stage.get(self.hero, Transform).position
        self._draw_sight(display, place, Vec2(self.facing * AHEAD, 0.0))
        self._draw_sight(display, place, Vec2(0.0, -AHEAD))
        for hit in self.controller.hits:
            display.arrow(hit.point, hit.point + hit.normal * 36.0, NORMAL)
        normal = self.controller.floor_normal
        if self.controller.on_floor:
            display.text(place + Vec2(0.0, 44.0), f"floor of {_slope(normal):.0f}°", NORMAL, 13.0, "center")
        words = [word for word in ("on_floor", "on_wall", "on_ceiling") if getattr(self.controller, word)]
        display.text((-340, 296), f"{', '.join(words).replace('_', ' ') or 'in the air'}", TEXT, 15.0)
        ahead = self.look(Vec2(self.facing * AHEAD, 0.0))
        display.text((-340, 274), self._verdict(ahead), MUTED, 14.0)

    def _verdict(self, ahead: Sight) -> str:
        """Say what is ahead."""
        if ahead.distance == math.inf:
            return f"the sweep ahead sees nothing within {AHEAD:.0f}"
        kind = "a floor" if ahead.slope <= self.max_slope else "a wall, or a step"
        return f"the sweep ahead sees {ahead.slope:.0f}° in {ahead.distance:.0f}: {kind}"

    def _draw_sight(self, display: Display, place: Vec2, way: Vec2) -> None:
        """Draw a sweep up to what it meets."""
        sight = self.look(way)
        end = place + way.normalized() * min(sight.distance, way.length)
        color = GOOD if sight.distance == math.inf or sight.slope <= self.max_slope else HIT
        draw_shape(display, swept_shape(HERO, place, end), (0.0, 0.0), fade(color, 150), width=1.0)
        if sight.distance < math.inf:
            display.point(sight.point, color)

    def numbers(self) -> dict[str, Number]:
        """Return where it is, what it touches, and what is ahead."""
        x, y = self.stage.get(self.hero, Transform).position
        controller, ahead = self.controller, self.look(Vec2(self.facing * AHEAD, 0.0))
        return {
            "x": x,
            "feet above the floor": y - 28.0 - FLOOR,
            "on floor": controller.on_floor,
            "on wall": controller.on_wall,
            "slope of the floor": _slope(controller.floor_normal) if controller.on_floor else 0.0,
            "speed": controller.real_velocity.length,
            "free way ahead": min(ahead.distance, AHEAD),
            "slope ahead": ahead.slope,
            "jumps": self.jumps,
        }


def _slope(normal: Vec2) -> float:
    """Return the slope of a surface in degrees."""
    return math.degrees(math.atan2(abs(normal.x), normal.y))
