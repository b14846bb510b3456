"""Impulses: restitution and masses of two discs, and friction within its cone on a slope."""

import math
from collections.abc import Sequence
from typing import ClassVar

from ... import Box, Circle, Collider, Polygon, RigidBody, Transform
from ...math2d.vec2 import Vec2
from ...solver.contact.bounce import rebound_speed
from ...solver.contact.point import apply_normal_impulse, solve_friction
from ..controls import Point, Slider
from ..display import Display
from ..exhibit import STEP, Exhibit, Number
from ..figures import draw_world
from ..palette import GOOD, HIT, MUTED, NORMAL, STILL, TEXT, A, B, fade
from ..worlds import World

PERIOD = 210  # steps from one start to the next
LINE = 205.0  # y of the discs
RADIUS = 18.0  # of the disc A, whose mass is 1
DENSITY = 1.0 / (math.pi * RADIUS**2)
TOUCH = 30.0  # x at which the discs meet
FOOT = Vec2(-330.0, -300.0)  # of the slope
GRAVITY = 500.0  # on the slope, units/s²
STEEPEST = math.radians(50.0)
BOX = Box(70, 40)
CONE = 120.0  # length of the cone's sides
WEIGHT = 90.0  # length of an arrow as long as the box's weight


class Impulses(Exhibit):
    """Two discs that meet, and a box on a slope."""

    title = "Impulses: restitution, masses, friction"
    text = (
        "A contact acts by impulses: j along the normal, and friction across it. For the normal one rule is "
        "enough: the discs part with e times the speed at which they met. So j = (1 + e) · speed · "
        "mA mB / (mA + mB), whatever the masses; momentum is kept, energy only with e = 1. Friction is held "
        "back by the normal impulse: at most µ times as much. That is a cone around the normal, whose half "
        "angle has the tangent µ. While the force that holds the box lies inside, it stays; drag the end of "
        "the slope until the force is cut off at the cone's edge, and the box slides."
    )
    source: ClassVar[Sequence[object]] = (rebound_speed, apply_normal_impulse, solve_friction)

    restitution: Slider = Slider("restitution e", 0, 1, 1, step=0.05, rebuild=True)
    ratio: Slider = Slider("mass of B", 0.25, 16, 4, unit="× A", rebuild=True, logarithmic=True)
    speed_a: Slider = Slider("speed of A", 0, 300, 200, step=5, unit="/s", rebuild=True)
    speed_b: Slider = Slider("speed of B", -200, 0, 0, step=5, unit="/s", rebuild=True)
    friction: Slider = Slider("friction µ", 0, 1.5, 0.4, step=0.05, rebuild=True)
    end: Point = Point((180, -160), "drag the slope", rebuild=True)

    def build(self) -> None:
        """Place discs and box at their start."""
        self.age: int = 0
        self.build_pair()
        self.build_slope()

    def build_pair(self) -> None:
        """Make the discs, one second and their radii from each other."""
        self.pair: World = self.world(restitution_threshold=0.0, sleeping=False)
        radius_b = RADIUS * math.sqrt(self.ratio)
        self.a: int = self.disc(TOUCH - RADIUS - self.speed_a, RADIUS, self.speed_a)
        self.b: int = self.disc(TOUCH + radius_b - self.speed_b, radius_b, self.speed_b)
        self.before: tuple[float, float] = (self.speed_a, self.speed_b)

    def disc(self, x: float, radius: float, speed: float) -> int:
        """Make a disc."""
        collider = Collider(Circle(radius), density=DENSITY, friction=0.0, restitution=self.restitution)
        return self.pair.create(Transform(x, LINE), RigidBody(velocity=(speed, 0.0)), collider)

    def build_slope(self) -> None:
        """Make the slope with a box on it, near its upper end."""
        way = self.end - FOOT
        self.slope: float = min(max(way.angle, 0.0), STEEPEST)
        self.hill: World = self.world(gravity=(0.0, -GRAVITY), sleeping=False)
        along = Vec2(1.0, 0.0).rotated(self.slope)
        self.normal: Vec2 = along.perpendicular
        top = FOOT + along * max(way.length, 150.0)
        self.hill.create(
            Transform(0, 0), Collider(Polygon([FOOT, (top.x, FOOT.y - 12.0), top]), friction=self.friction)
        )
        place = top - along * 60.0 + self.normal * (0.5 * BOX.height)
        self.box: int = self.hill.create(
            Transform(*place, self.slope), RigidBody(), Collider(BOX, friction=self.friction)
        )
        self.force: Vec2 = Vec2(0.0, GRAVITY)  # of the slope on the box, over its mass

    def step(self) -> None:
        """Advance both worlds; start again after a while."""
        self.age += 1
        if self.age > PERIOD or self.hill.get(self.box, Transform).x < FOOT.x:
            self.rebuild()
        before = self.hill.get(self.box, RigidBody).velocity
        self.pair.step()
        self.hill.step()
        gained = self.hill.get(self.box, RigidBody).velocity - before
        self.force = gained / STEP + Vec2(0.0, GRAVITY)

    @property
    def speeds(self) -> tuple[float, float]:
        """The speeds of A and B to the right, units/s."""
        velocity_a, velocity_b = (self.pair.get(disc, RigidBody).velocity for disc in (self.a, self.b))
        return velocity_a.x, velocity_b.x

    def draw(self, display: Display) -> None:
        """Draw the discs with their numbers, and the box with its cone."""
        draw_world(display, self.pair.physics, {self.a: A, self.b: B})
        self.draw_speeds(display)
        self.draw_table(display)
        draw_world(display, self.hill.physics, {self.box: A})
        self.draw_cone(display)
        self.draw_things(display)

    def draw_speeds(self, display: Display) -> None:
        """Draw the velocities as arrows."""
        masses, names = (1.0, self.ratio), ("A", "B")
        for disc, name, mass, speed, color in zip(
            (self.a, self.b), names, masses, self.speeds, (A, B), strict=True
        ):
            place = self.pair.get(disc, Transform).position
            display.arrow(place, place + Vec2(0.4 * speed, 0.0), NORMAL)
            display.text(place + Vec2(0.0, -90.0), f"{name}: mass {mass:.3g}", color, 13.0, "center")

    def draw_table(self, display: Display) -> None:
        """Draw momentum and energy, before and now."""
        display.line((-350, 90), (350, 90), fade(STILL, 110), 1.0)
        for x, head in zip((-200, -110, -20, 90, 200), ("v A", "v B", "momentum", "energy", ""), strict=True):
            display.text((x, 300), head, MUTED, 12.0, "right")
        for y, name, (a, b) in ((282, "before", self.before), (264, "now", self.speeds)):
            display.text((-345, y), name, MUTED, 12.0)
            row = (a, b, a + self.ratio * b, self.energy(a, b))
            for x, value in zip((-200, -110, -20, 90), row, strict=True):
                display.text((x, y), f"{value:.1f}", TEXT, 13.0, "right")
        display.text((345, 282), f"impulse on A: {self.impulse:.1f}", NORMAL, 13.0, "right")

    def energy(self, a: float, b: float) -> float:
        """Return the energy of motion of two discs at these speeds."""
        return 0.5 * (a * a + self.ratio * b * b)

    @property
    def impulse(self) -> float:
        """The impulse that A has got so far; its mass is 1."""
        return self.speeds[0] - self.before[0]

    def draw_cone(self, display: Display) -> None:
        """Draw weight, the force of the slope, and the cone of friction under the box."""
        middle = self.hill.get(self.box, Transform).position
        foot = middle - self.normal * (0.5 * BOX.height)
        half = math.atan(self.friction)
        sides = [foot + self.normal.rotated(turn) * CONE for turn in (-half, half)]
        display.polygon([foot, *sides], fade(GOOD, 36), fade(GOOD, 160))
        display.dashes(foot, foot + self.normal * CONE, MUTED)
        display.arrow(middle, middle - Vec2(0.0, WEIGHT), MUTED)
        color = GOOD if self.sticks else HIT
        display.arrow(foot, foot + self.force * (WEIGHT / GRAVITY), color, 3.0)
        words = "stays: the force lies in the cone" if self.sticks else "slides: the cone cuts the force off"
        display.text((-345, 62), words, color)
        display.text((-345, 42), f"slope {math.degrees(self.slope):.1f}°", TEXT, 13.0)
        display.text((-345, 24), f"friction angle {math.degrees(half):.1f}°", TEXT, 13.0)
        display.text((-345, 6), f"force {self.force_angle:.1f}° off the normal", TEXT, 13.0)

    @property
    def sticks(self) -> bool:
        """Whether the slope is flatter than the cone of friction."""
        return math.tan(self.slope) <= self.friction

    @property
    def force_angle(self) -> float:
        """The angle of the slope's force from the normal, degrees."""
        across = self.force.cross(self.normal)
        return abs(math.degrees(math.atan2(across, self.force.dot(self.normal))))

    def numbers(self) -> dict[str, Number]:
        """Return speeds, impulse, momentum and energy of the discs; angles, force and speed of the box."""
        a, b = self.speeds
        return {
            "speed of A": a,
            "speed of B": b,
            "impulse on A": self.impulse,
            "momentum": a + self.ratio * b,
            "energy": self.energy(a, b),
            "slope, °": math.degrees(self.slope),
            "friction angle, °": math.degrees(math.atan(self.friction)),
            "force off the normal, °": self.force_angle,
            "speed of the box": self.hill.get(self.box, RigidBody).velocity.length,
        }
